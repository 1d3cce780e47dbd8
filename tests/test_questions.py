"""docs/questions.md has a section for each reason, status, kind of a level's fault, and warning of the scene dock."""
import pathlib
import re

import pytest

import navpy
from navpy.studio.cli import CURES

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/questions.md").read_text()
HEADINGS = re.findall(r"^### (.*)$", PAGE, re.MULTILINE)
CONSTANTS = re.compile(r'c\.constant\(b"(?:Status|State|Reason)", b"(?:REASON_)?(\w+)"')
APPENDED = re.compile(r'add_message\(\w+, [\w.]+, f?"((?:[^"\\]|\\.)*)"((?:\s*f?"(?:[^"\\]|\\.)*")*)')
QUOTED = re.compile(r'"([^"]+)"')


def named_in_engine():
    """Names of the reasons, statuses and states that the nodes' enums have."""
    return {name for module in (ROOT / "navpy/godot").rglob("*.pyx") for name in CONSTANTS.findall(module.read_text())}


def dock_warnings():
    """The warnings that nodes append, with … where a value stands."""
    found = []
    for module in sorted((ROOT / "navpy/godot").rglob("*.pyx")):
        for first, others in APPENDED.findall(module.read_text()):
            text = first + "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', others))
            found.append(re.sub(r"\{[^{}]*\}", "…", text))
    return found


def test_every_reason_and_status_has_a_heading():
    names = {member.name for enum in (navpy.Reason, navpy.PathStatus, navpy.Status) for member in enum} | named_in_engine()
    assert len(names) > 20
    assert {name for name in names if f"`{name}`" not in HEADINGS} == set()


def test_every_fault_of_a_level_has_a_heading():
    assert {kind for kind in CURES if f"`{kind}`" not in HEADINGS} == set()


@pytest.mark.parametrize("text", dock_warnings())
def test_every_warning_of_the_scene_dock_has_a_heading(text):
    """A heading quotes the warning's words, with … where it leaves some out. A text that is a value alone is told by its subject."""
    quotes = [[part.strip() for part in quote.split("…") if part.strip()] for quote in QUOTED.findall("\n".join(HEADINGS))]
    assert all(quotes) and (re.fullmatch(r"…\.?", text) or any(all(part in text for part in quote) for quote in quotes))
