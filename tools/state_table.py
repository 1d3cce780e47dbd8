"""Writes docs/how-it-works/agent-states.md from the states in agent.pxd and the tables of agent_state.pyx; `--check` only says whether
it is up to date."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
AGENT = ROOT / "navpy/motion/agent"
PAGE = ROOT / "docs/how-it-works/agent-states.md"
KINDS = {"FOLLOWS": ("Follows", "What it follows"), "WAITS": ("WaitsFor", "What it waits for"), "WHERE": ("Where", "Where it is")}
HEAD = """# The states of an agent

An agent of a crowd has three states: its guide, its wait and its place. `navpy/motion/agent/agent_state.pyx` alone changes them. A
change without a line here does not happen. A build with assertions ends at such a change, and
`tests/motion/crowd/test_agent_states.py` looks for it in the trails of agents with random requests. `navpy.Crowd.trail` tells the last
sixteen states of an agent.

An agent is *active*, and a step costs time, while its first state is a `FOLLOWS_…` other than `FOLLOWS_NOTHING`. Its status and the
reason of its status belong to the request and are no part of these states.

This page is made by `tools/state_table.py` from the source.
"""


def states(enum):
    """{name: what it means} of an enum in agent.pxd, in the order of its numbers; the line of the count is none."""
    text = (AGENT / "agent.pxd").read_text()
    body = re.search(rf"^cdef enum {enum}:.*\n((?:    .*\n)+)", text, re.M).group(1)
    found = re.findall(r"^    (\w+) = \d+ *(?:# (.*))?$", body, re.M)
    return {name: meaning for name, meaning in found if not name.endswith("_COUNT")}


def changes(table):
    """[(before, now, when)] of a table in agent_state.pyx."""
    return re.findall(rf"^allow\({table}, (\w+), (\w+)\) *# (.*)$", (AGENT / "agent_state.pyx").read_text(), re.M)


def page():
    parts = [HEAD]
    for table, (enum, title) in KINDS.items():
        parts += [f"\n## {title}\n", "\n| state | meaning |\n|---|---|\n"]
        parts += [f"| `{name}` | {meaning} |\n" for name, meaning in states(enum).items()]
        parts += ["\n| from | to | when |\n|---|---|---|\n"]
        parts += [f"| `{before}` | `{now}` | {when} |\n" for before, now, when in changes(table)]
    return "".join(parts)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.read_text() == page() else f"{PAGE.relative_to(ROOT)} is not up to date: run tools/state_table.py")
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page())
