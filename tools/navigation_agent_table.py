"""Writes docs/coming-from/navigation-agent.md: every member of NavigationAgent3D, and what NavAgent makes of it.

Both classes are read as Godot's own doctool writes them. `--check` only says whether the page is up to date."""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.engine_classes import addon_project, find_godot, run_doctool  # noqa: E402

PAGE = ROOT / "docs/coming-from/navigation-agent.md"
THEIRS, OURS = "NavigationAgent3D", "NavAgent"

BETTER, NOT_APPLICABLE = "better", "not applicable"
VERDICTS = {        # of members that differ, and why
    "avoidance_enabled": (BETTER,
        "on by default: without it agents walk through each other. The reason to turn it off there, agents pushed into walls "
        "and off ledges, does not exist here"),
    "max_speed": (BETTER,
        "the agent walks by itself, so the default is the speed of a person. A script's `velocity` may have 10 m/s as there, "
        "until `max_speed` is set"),
    "path_search_max_polygons": (BETTER,
        "0, no limit, by default: with 4096 a long path ends in the middle of the map without a message. Where a limit ends a "
        "search, `reason` is SEARCH_LIMIT"),
    "path_desired_distance": (BETTER,
        "measured in the ground plane, so the body's origin may be at any height. A corner is passed only where the next one is"
        " in sight"),
    "target_desired_distance": (BETTER,
        "measured along the path that is left, so a target behind a wall is not reached through the wall. A target that cannot be "
        "reached: as there, the agent goes on to within `path_desired_distance` of the path's end"),
    "path_height_offset": (BETTER,
        "works as there; a body whose origin is not on the floor does not need it"),
    "path_max_distance": (BETTER,
        "measured in the ground plane, on links in space; an agent off its path searches another one only where its next corner "
        "is out of sight. A body that has fallen off a link and gets no farther searches another one, too, however little it has "
        "fallen"),
    "use_3d_avoidance": (NOT_APPLICABLE,
        "agents walk on floors and avoid others on the same floor; with it `velocity` keeps its height"),
    "velocity": (BETTER,
        "works as there once a script has set it; without, the agent prefers the velocity along its path. It reads as it was "
        "set, with its height"),
    "avoidance_priority": (BETTER,
        "works as there; of two agents with the same priority one has the right of way, so that none block each other"),
    "debug_path_custom_color": (BETTER,
        "the path is drawn on the floor"),
    "distance_to_target": ("same",
        "`distance_left` is the length of the path that is left"),
    "get_next_path_position": (BETTER,
        "changes nothing and need not be called: the agent moves on along its path every physics frame. Any handler may call it"),
    "get_final_position": (BETTER,
        "changes nothing; without a path it is the place of the parent, not (0, 0, 0)"),
    "is_navigation_finished": (BETTER,
        "changes nothing; also true where there is no path, which there stays false for ever"),
    "is_target_reachable": (BETTER,
        "changes nothing; false before a target is set. A target up to 4 m over the floor, or below it by less than the height "
        "of the bake, counts as on the floor"),
    "is_target_reached": (BETTER,
        "false again after the next request"),
    "get_current_navigation_result": (BETTER,
        "a new object in each call, which no later path changes. Owners are the nodes of the ground and the links. RIDs are "
        "those of the engine's regions and links; NavMeshBaker and NavLink have none"),
    "get_rid": (NOT_APPLICABLE,
        "agents are not NavigationServer3D's: calls with the RID work, and have no effect here"),
    "set_navigation_map": (BETTER,
        "works as there: on another map there are the regions and links of that map. Bodies of several sizes need no maps of "
        "their own: there is `path_radius`"),
    "set_velocity_forced": (BETTER,
        "works as there, and is seldom needed: a body that was put elsewhere counts as standing"),
    "velocity_computed": (BETTER,
        "every physics frame after `target_position` while avoidance is on, as there; where `velocity` was never set, with the "
        "velocity along the path after avoidance"),
    "waypoint_reached": (BETTER,
        "a handler may call any method, and set another target"),
    "link_reached": (BETTER,
        "also without type and owner in `path_metadata_flags`; every link has entry and exit"),
    "navigation_finished": (BETTER,
        "also where no path was found, or the path was lost"),
    "target_position": (BETTER,
        "the same place again changes nothing while the agent is on its way, so it may be set every frame. Vector3.INF or NAN mean no "
        "target, without an error"),
    "path_changed": (BETTER,
        "only where another path was searched, not where the end of the path follows a target that creeps (`target_margin`)"),
    "get_current_navigation_path": (BETTER,
        "points where the ground bends as there, but none within 0.02 m of the line between others (`path_height_error`)"),
}
HEAD = """# From NavigationAgent3D

`NavAgent` has every property, method and signal of Godot 4.6's `NavigationAgent3D` by the same name and type. So a scene that
works with the one works with the other, and you change it in three steps:

1. **Change the type of the node.** In the scene dock, right-click the NavigationAgent3D, choose Change Type, and take `NavAgent`.
   The values that you have set stay.
2. **Change the name in scripts**, where one has the class as a type: `: NavigationAgent3D` becomes `: NavAgent`, and
   `as NavigationAgent3D` becomes `as NavAgent`. If the editor has given the node another name with
   the type, `$NavigationAgent3D` changes, too.
3. **Press F5.** The `NavigationRegion3D` and `NavigationLink3D` nodes stay; the agents walk on them as long as the scene has no
   `NavMeshBaker`.

In the text of a `.tscn`, step 1 is `type="NavAgent"` in the place of `type="NavigationAgent3D"`. In two dimensions it is `NavAgent2D`
([two dimensions](../guides/two-dimensions.md#if-you-know-navigationagent2d)).

A script like this one goes on to work as it is:

```gdscript
extends CharacterBody3D

func _ready():
	$NavAgent.target_position = Vector3(8, 0, 8)

func _physics_process(_delta):
	if not $NavAgent.is_navigation_finished():
		velocity = 4 * global_position.direction_to($NavAgent.get_next_path_position())
		move_and_slide()
```

## What changes at once

- **Agents arrive.** Distances to the points of a path are measured in the ground plane, so a body whose origin is not on the
  floor does not stop at the first point.
- **Agents avoid each other.** `avoidance_enabled` is on by default. A script that moves the body without `velocity_computed`, as
  the one above, notices nothing of it; others see its body, and walk around it.
- **Paths are shortest paths**, and have no limit of 4,096 polygons.
- **Getters only read.** `get_next_path_position` may be called anywhere, any number of times, or not at all.
- **Signals come without a poll.** There an agent looks at its body when a script calls `get_next_path_position`; here it does so in
  every physics frame. So a script that stops asking, as while it plays an animation on a link, still gets `waypoint_reached`,
  `link_reached` and `navigation_finished` when something else moves the body. To have them wait, pause the agent, too:
  `$NavAgent.process_mode = Node.PROCESS_MODE_DISABLED`, and `PROCESS_MODE_INHERIT` when the script goes on. Then they come.
- **`navigation_finished` is emitted where there is no path, too.** `reason_text` says why, and `why_stuck()` says why an agent
  stands.
- **`max_speed` is 3.5 m/s** where it was not set, not 10. A script that sets `velocity` may still have 10. One that
  sets `max_speed` has what it sets, also where that is 3.5. One that reads it, as in `direction * $NavAgent.max_speed`, walks at
  3.5: set 10 in the inspector where the game had that.
- **`velocity_computed` comes before the physics servers' step** of its frame, there after it. So an `Area3D` sees the move a frame
  sooner: when `body_entered` comes, the body is one step less deep in it.

## What you can do next

- **Leave the moving to the agent:** `$NavAgent.requestPath(Vector3(8, 0, 8))` takes the place of the whole script above. The body
  goes up steps, brakes, turns, and gets out of the way by itself.
- **Have your script climb steps:** `$NavAgent.move_and_climb(velocity)` takes the place of `velocity = …` and
  `move_and_slide()`, which stops at the first stair.
- **Replace the regions by a [NavMeshBaker](../nodes/navmesh-baker.md)**, for levels that change while the game runs.
- **Bake once for all sizes:** `path_radius` takes the place of a region for each size of agent.

The tables below list every member. The last column says why a member is better, or has no effect.
`tools/navigation_agent_table.py` makes this page from the engine's documentation of both classes.
"""


def read_classes():
    """(NavigationAgent3D, NavAgent) as XML."""
    godot = find_godot()
    with addon_project() as project:
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
    only_here = ", ".join(f"`{name}`" for name in more)
    return "\n".join([*out, "## Only here", f"{only_here}: see [NavAgent](../nodes/nav-agent.md)."]) + "\n"


if __name__ == "__main__":
    written = page(*read_classes())
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(written, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != written:
        sys.exit(f"{PAGE} is out of date: run tools/navigation_agent_table.py")
