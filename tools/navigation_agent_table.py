"""Writes docs/navigation-agent.md: every member of NavigationAgent3D, and what NavAgent makes of it.

Both classes are read as Godot's own doctool writes them. `--check` only says whether the page is up to date."""
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/navigation-agent.md"
THEIRS, OURS = "NavigationAgent3D", "NavAgent"
PROJECT = 'config_version=5\n[application]\nconfig/name="docs"\n'
EXTENSION = "res://addons/navpy/navpy.gdextension"

BETTER, NOT_APPLICABLE = "better", "not applicable"
VERDICTS = {        # what is not simply the same, and why
    "avoidance_enabled": (BETTER, "on by default: off, agents walk through each other, and what one would turn it off for there, "
    "being "
                                  "pushed into walls and off ledges, does not happen here"),
    "max_speed": (BETTER, "the agent walks by itself, so its default is a person's speed; a script's own `velocity` may have 10 m/s "
    "as there "
                          "until this is set, then it bounds that too"),
    "path_search_max_polygons": (BETTER, "0, without limit, by default: with 4096 a long way ends in the middle of the map and "
    "nobody says so. "
                                         "Where a limit cuts a search short `reason` says SEARCH_LIMIT"),
    "path_desired_distance": (BETTER, "measured in the ground plane, so the body's origin may be at any height; a corner that the "
    "way beyond is "
                                      "not in sight of is not passed, however near"),
    "target_desired_distance": (BETTER, "measured along the path that is left, so a target behind a wall is not reached through it"),
    "path_height_offset": (BETTER, "works as there, but is not needed for bodies whose origin is not on the floor"),
    "path_max_distance": (BETTER, "measured in the ground plane; an agent carried off its path looks for its next corner first and "
    "searches "
                                  "only where that is out of sight"),
    "use_3d_avoidance": (NOT_APPLICABLE, "agents walk on floors and mind those on their floor; on, it hands the height of "
    "`velocity` on"),
    "velocity": (BETTER, "set by a script it works as there; never set, the agent wishes for itself along its path. It reads as it "
    "was set, "
                         "with its height"),
    "avoidance_priority": (BETTER, "works as there; of two with the same priority one always gives way, so none meet head-on for "
    "ever"),
    "debug_path_custom_color": (BETTER, "the path is drawn on the real floor"),
    "distance_to_target": ("same", "what is left to walk is `distance_left`"),
    "get_next_path_position": (BETTER, "changes nothing and need not be called: the agent moves on along its path every physics "
    "frame. Safe in "
                                       "any handler"),
    "get_final_position": (BETTER, "changes nothing; without a path it is where the parent is, not (0, 0, 0)"),
    "is_navigation_finished": (BETTER, "changes nothing; also true where no way was found at all, which there goes on for ever"),
    "is_target_reachable": (BETTER, "changes nothing; false before a target is set; a target up to 4 m over the floor, or less than "
    "the height baked for below it, counts as on it"),
    "is_target_reached": (BETTER, "false again once the agent is asked for something else"),
    "get_current_navigation_result": (BETTER, "a result of its own, which does not change under who holds it; owners are the nodes "
    "that the ground and the links come from. RIDs are those of regions and links of the engine's; "
                                              "NavMeshBaker and NavLink have none"),
    "get_rid": (NOT_APPLICABLE, "agents are not NavigationServer3D's: the RID is a real one, so that calls with it work, and has no "
    "effect here"),
    "set_navigation_map": (BETTER, "works as there: on another map there are the regions and links that were put on it. For bodies "
                                   "of several sizes none is needed: there is `path_radius`"),
    "set_velocity_forced": (BETTER, "works as there, and is seldom needed: who was put elsewhere is not taken for a runner"),
    "velocity_computed": (BETTER, "every physics frame after `target_position` while avoidance is on, as there; with what the others "
    "leave of "
                                  "the agent's own wish where `velocity` is never set"),
    "waypoint_reached": (BETTER, "any method may be called in a handler, also another target be set"),
    "link_reached": (BETTER, "also without type and owner in `path_metadata_flags`; entry and exit are there for every link"),
    "navigation_finished": (BETTER, "also where no way was found, or it was lost"),
    "target_position": (BETTER, "set to the same place while on the way it restarts nothing, so it may be set every frame"),
}
HEAD = """# NavigationAgent3D and NavAgent

`NavAgent` has every property, method and signal of Godot 4.6's `NavigationAgent3D` by the same name and type: change the node's
type in the
scene and the class's name where a script is typed by it. Where one is better, or has nothing to apply to, the last column says why.

This page is made by `tools/navigation_agent_table.py` from what the engine says of both classes.
"""


def run_doctool(godot, project, *args):
    subprocess.run([godot, "--headless", "--path", project, "--doctool", project, *args], capture_output=True, check=True)


def read_classes():
    """(NavigationAgent3D, NavAgent) as XML."""
    godot = subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        (project / "project.godot").write_text(PROJECT)
        (project / "addons").mkdir()
        (project / "addons/navpy").symlink_to(ROOT / "addons/navpy")
        (project / ".godot").mkdir()
        (project / ".godot/extension_list.cfg").write_text(EXTENSION + "\n")
        run_doctool(godot, project, "--gdextension-docs")
        run_doctool(godot, project)
        theirs = next(project.rglob(f"{THEIRS}.xml"))
        ours = next(project.rglob(f"{OURS}.xml"))
        return ElementTree.parse(theirs).getroot(), ElementTree.parse(ours).getroot()


def default_of(member):
    """A property's default as text, numbers alike whether written 1 or 1.0."""
    text = member.get("default")
    try:
        return f"{float(text):g}"
    except (TypeError, ValueError):
        return text or ""


def rows(theirs, ours, path):
    """(name, signature or type, our default, theirs, verdict, why) of every member there; KeyError for one that is not here."""
    here = {node.get("name"): node for node in ours.findall(path)}
    for node in theirs.findall(path):
        name = node.get("name")
        mine = here[name]
        verdict, why = VERDICTS.get(name, ("same", ""))
        if node.tag == "member":
            kind = node.get("type")
        else:
            kind = "(" + ", ".join(param.get("name") for param in node.findall("param")) + ")"
            result = node.find("return")
            kind += f" → {result.get('type')}" if result is not None and result.get("type") != "void" else ""
        yield name, kind, default_of(mine), default_of(node), verdict, why


def table(title, columns, lines):
    return [f"## {title}", "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns),
            *("| " + " | ".join(line) + " |" for line in lines), ""]


def page(theirs, ours):
    """The whole page."""
    out = [HEAD]
    out += table("Properties", ("property", "type", "default", "there", "verdict", "why"),
                 ((f"`{name}`", kind, mine, "" if mine == default else default, verdict, why)
                  for name, kind, mine, default, verdict, why in rows(theirs, ours, "members/member")))
    out += table("Methods", ("method", "signature", "verdict", "why"),
                 ((f"`{name}`", kind, verdict, why) for name, kind, _, _, verdict, why in rows(theirs, ours, "methods/method")))
    out += table("Signals", ("signal", "signature", "verdict", "why"),
                 ((f"`{name}`", kind, verdict, why) for name, kind, _, _, verdict, why in rows(theirs, ours, "signals/signal")))
    there = {node.get("name") for path in ("members/member", "methods/method", "signals/signal") for node in theirs.findall(path)}
    more = [node.get("name") for path in ("members/member", "methods/method", "signals/signal") for node in ours.findall(path)
            if node.get("name") not in there]
    return "\n".join([*out, "## Only here", ", ".join(f"`{name}`" for name in more) + ": see [NavAgent](nav-agent.md)."]) + "\n"


if __name__ == "__main__":
    written = page(*read_classes())
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(written, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != written:
        sys.exit(f"{PAGE} is out of date: run tools/navigation_agent_table.py")
