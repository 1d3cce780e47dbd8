"""What the editor shows: the classes and their members, the help on them, warnings beside nodes in the scene dock, handles, and the
Bake NavMesh button."""
import shutil

import pytest

from tests.engine.godot_run import EDITOR_NOISE, ROOT
from tests.engine.scenarios import EDITOR_SCENES, EditorScenarios

CLASSES = ("NavAgent", "NavMeshBaker", "NavMeshData", "NavLink", "Crowd", "NavObstacle", "NavModifierVolume", "NavFormation",
           "NavSteering",
           "NavSteeringBehavior", "NavFilter", "NavMap", "NavPath", "NavReach", "NavGoalField", "NavFlowField")
REGION = """[sub_resource type="NavigationMesh" id="{name}"]
vertices = PackedVector3Array({low}, 0, -4, {high}, 0, -4, {high}, 0, 4, {low}, 0, 4)
polygons = [PackedInt32Array(0, 1, 2, 3)]
"""
SCENES = {
    "without_baker.tscn": """[gd_scene format=3]
[node name="Level" type="Node3D"]
[node name="Agent" type="NavAgent" parent="."]
[node name="Holder" type="Node" parent="."]
[node name="Lost" type="NavAgent" parent="Holder"]
""",
    "with_baker.tscn": """[gd_scene format=3]
[node name="Level" type="Node3D"]
[node name="Baker" type="NavMeshBaker" parent="."]
[node name="Bad" type="NavMeshBaker" parent="."]
agent_radius = 0.1
[node name="Body" type="CharacterBody3D" parent="."]
[node name="Agent" type="NavAgent" parent="Body"]
""",
    "fields.tscn": """[gd_scene format=3]
[node name="Level" type="Node3D"]
[node name="Many" type="NavFlowField" parent="."]
region = Rect2i(0, 0, 2048, 1024)
[node name="Sectors" type="NavFlowField" parent="."]
region = Rect2i(0, 0, 2048, 1024)
sector_size = 64
[node name="Method" type="NavFlowField" parent="."]
sector_size = 64
method = 1
[node name="Fine" type="NavFlowField" parent="."]
method = 1
""",
    "crowds.tscn": """[gd_scene format=3]
[sub_resource type="MultiMesh" id="shared"]
transform_format = 1
[sub_resource type="MultiMesh" id="own"]
transform_format = 1
[node name="Level" type="Node3D"]
[node name="One" type="Crowd" parent="."]
multimesh = SubResource("shared")
[node name="Other" type="Crowd" parent="."]
multimesh = SubResource("shared")
[node name="Third" type="Crowd" parent="."]
multimesh = SubResource("own")
[node name="None" type="Crowd" parent="."]
""",
    "leaders.tscn": """[gd_scene format=3]
[node name="Level" type="Node3D"]
[node name="Baker" type="NavMeshBaker" parent="."]
[node name="Dog" type="Node3D" parent="."]
[node name="Led" type="NavAgent" parent="Dog"]
flock_leader = NodePath("../../Shepherd/Leads")
[node name="Shepherd" type="Node3D" parent="."]
[node name="Leads" type="NavAgent" parent="Shepherd"]
[node name="Cat" type="Node3D" parent="."]
[node name="Lost" type="NavAgent" parent="Cat"]
flock_leader = NodePath("../../Nobody")
[node name="Cow" type="Node3D" parent="."]
[node name="Wrong" type="NavAgent" parent="Cow"]
flock_leader = NodePath("../../Shepherd")
""",
    "grounded.tscn": """[gd_scene format=3]
[node name="Level" type="Node2D"]
[node name="Floating" type="CharacterBody2D" parent="."]
motion_mode = 1
[node name="Floats" type="NavAgent2D" parent="Floating"]
[node name="Grounded" type="CharacterBody2D" parent="."]
[node name="Stands" type="NavAgent2D" parent="Grounded"]
[node name="Moved" type="NavAgent2D" parent="Grounded"]
drive_body = false
""",
    "formations.tscn": """[gd_scene format=3]
[node name="Level" type="Node3D"]
[node name="Baker" type="NavMeshBaker" parent="."]
[node name="Empty" type="NavFormation" parent="."]
[node name="Dense" type="NavFormation" parent="."]
spacing = 0.8
[node name="Body" type="CharacterBody3D" parent="Dense"]
[node name="Near" type="NavAgent" parent="Dense/Body"]
[node name="Whole" type="NavFormation" parent="." node_paths=PackedStringArray("leader")]
leader = NodePath("First")
[node name="First" type="CharacterBody3D" parent="Whole"]
[node name="Agent" type="NavAgent" parent="Whole/First"]
""",
    "obstacles.tscn": """[gd_scene format=3]
[node name="Level" type="Node3D"]
[node name="Round" type="NavObstacle" parent="."]
radius = 2.0
[node name="Outline" type="NavObstacle" parent="."]
vertices = PackedVector3Array(0, 0, 0, 2, 0, 0, 2, 0, 2)
affect_navigation_mesh = true
[node name="Idle" type="NavObstacle" parent="."]
[node name="Avoided" type="NavObstacle" parent="."]
vertices = PackedVector3Array(0, 0, 0, 2, 0, 0, 2, 0, 2)
[node name="Wall" type="NavObstacle" parent="."]
vertices = PackedVector3Array(0, 0, 0, 2, 0, 0)
affect_navigation_mesh = true
[node name="Door" type="NavObstacle" parent="."]
radius = 1.0
carve_when_resting = true
[node name="Carver" type="NavObstacle" parent="."]
radius = 1.0
carve_navigation_mesh = true
[node name="Volume" type="NavModifierVolume" parent="."]
""",
    "links.tscn": "[gd_scene load_steps=3 format=3]\n" + REGION.format(name="west", low=-8, high=-1)
                  + REGION.format(name="east", low=1, high=8) + """[node name="Level" type="Node3D"]
[node name="West" type="NavigationRegion3D" parent="."]
navigation_mesh = SubResource("west")
[node name="East" type="NavigationRegion3D" parent="."]
navigation_mesh = SubResource("east")
[node name="Good" type="NavLink" parent="."]
start_position = Vector3(-1.2, 0, 0)
end_position = Vector3(1.2, 0, 0)
[node name="Short" type="NavLink" parent="."]
start_position = Vector3(-1.2, 0, 0)
end_position = Vector3(1.2, 3, 0)
[node name="Fresh" type="NavLink" parent="."]
[node name="Body" type="CharacterBody3D" parent="."]
[node name="Agent" type="NavAgent" parent="Body"]
""",
    "gizmos.tscn": """[gd_scene format=3]
[node name="Level" type="Node3D"]
[node name="Baker" type="NavMeshBaker" parent="."]
[node name="Link" type="NavLink" parent="."]
end_position = Vector3(2, 0, 0)
[node name="Obstacle" type="NavObstacle" parent="."]
radius = 1.0
[node name="Volume" type="NavModifierVolume" parent="."]
[node name="Light" type="OmniLight3D" parent="."]
""",
    "root_is_a_link.tscn": '[gd_scene format=3]\n[node name="Root" type="NavLink"]\nend_position = Vector3(2, 0, 0)\n',
    "root_is_no_node3d.tscn": """[gd_scene format=3]
[node name="Level" type="Node"]
[node name="Link" type="NavLink" parent="."]
end_position = Vector3(2, 0, 0)
""",
    "hidden.tscn": "[gd_scene load_steps=2 format=3]\n" + REGION.format(name="west", low=-8, high=-1)
                   + """[node name="Level" type="Node3D"]
[node name="Empty" type="NavMeshBaker" parent="."]
[node name="Disabled" type="NavMeshBaker" parent="."]
enabled = false
[node name="West" type="NavigationRegion3D" parent="."]
navigation_mesh = SubResource("west")
""",
    "two_navmeshes.tscn": "[gd_scene load_steps=2 format=3]\n" + REGION.format(name="west", low=-8, high=-1)
                          + """[node name="Level" type="Node3D"]
[node name="Shown" type="NavMeshBaker" parent="."]
use_navigation_server = true
[node name="Unshown" type="NavMeshBaker" parent="."]
[node name="Bare" type="NavigationRegion3D" parent="."]
[node name="West" type="NavigationRegion3D" parent="."]
navigation_mesh = SubResource("west")
""",
    "level.tscn": """[gd_scene load_steps=2 format=3]
[sub_resource type="BoxShape3D" id="floor"]
size = Vector3(40, 1, 40)
[node name="Level" type="Node3D"]
[node name="Floor" type="StaticBody3D" parent="."]
[node name="Shape" type="CollisionShape3D" parent="Floor"]
shape = SubResource("floor")
[node name="Baker" type="NavMeshBaker" parent="."]
cell_size = 0.1
cell_height = 0.1
""",
}
# The editor's own: the picture of a saved scene that it cannot draw without a screen.
NO_PICTURE = 'Parameter "t" is null'

scenario = EditorScenarios("editor.gd", files={**SCENES, **EDITOR_SCENES}, fixture="editor_home")


# ---- the first start ----

@pytest.mark.parametrize("args", ["--import", "--editor --quit", "--export-pack Linux ../game.pck"])
def test_the_first_start_in_a_project_ends_well(run_godot, make_project, editor_home, args):
    """There is no .godot folder yet, so the editor finds the extension while it runs, and ends soon after."""
    project = make_project({"export_presets.cfg": ROOT / "godot_project/export_presets.cfg"}, copy=True)
    shutil.rmtree(project / ".godot")
    run_godot(project=project, args=args.split(), expected=EDITOR_NOISE, **editor_home)
    assert (project / ".godot/extension_list.cfg").read_text() == "res://addons/navpy/navpy.gdextension\n"


# ---- the classes ----

def names(root, path):
    return {node.get("name") for node in root.findall(path)}


def test_classes(members):
    assert {name: members[name].get("inherits") for name in CLASSES} == {
        "NavAgent": "Node", "NavMeshBaker": "Node3D", "NavMeshData": "Resource", "NavLink": "Node3D", "Crowd": "Node",
        "NavObstacle": "Node3D", "NavModifierVolume": "Node3D", "NavSteering": "Resource", "NavSteeringBehavior": "Resource",
        "NavFormation": "Node3D",
        "NavFilter": "Resource", "NavMap": "RefCounted", "NavPath": "RefCounted", "NavReach": "RefCounted",
        "NavGoalField": "RefCounted", "NavFlowField": "Node3D"}


def test_agent_has_both_spellings_and_godots_names(members):
    agent = members["NavAgent"]
    assert {"requestPath", "request_path", "hasArrived", "has_arrived", "cancel_request", "get_next_path_position",
            "is_navigation_finished", "is_target_reachable", "get_current_navigation_path"} <= names(agent, "methods/method")
    assert {"target_position", "path_desired_distance", "target_desired_distance", "path_max_distance", "max_speed", "radius",
            "drive_body", "status", "reason"} <= names(agent, "members/member")
    assert {"velocity_computed", "path_changed", "target_reached", "navigation_finished", "waypoint_reached", "link_reached",
            "stuck_changed", "movement_started", "movement_stopped"} == names(agent, "signals/signal")
    constants = {node.get("name"): (int(node.get("value")), node.get("enum")) for node in agent.findall("constants/constant")}
    assert constants["RUNNING"] == (0, "Status") and constants["SUCCESS"] == (1, "Status")
    assert constants["FAILURE"] == (2, "Status")
    status = agent.find("methods/method[@name='requestPath']/return")
    assert status.get("enum") == "NavAgent.Status"


def test_baker_has_the_settings_of_the_bake(members):
    from navpy.baking.settings import FIELDS
    baker = members["NavMeshBaker"]
    assert {field.name for field in FIELDS} <= names(baker, "members/member")
    defaults = {node.get("name"): node.get("default") for node in baker.findall("members/member")}
    for field in FIELDS:
        written = defaults[field.name]
        assert {"true": True, "false": False}.get(written, written) in (field.default, f"{field.default:g}", f"{field.default}")


@scenario("help")
@pytest.mark.parametrize("name", CLASSES)
def test_help_describes_every_member(seen, members, name):
    text = seen[name]
    assert "There is currently no description" not in text
    for member in members[name].iter():
        if member.tag in ("method", "member", "signal", "constant") and not member.get("name").startswith(("get_", "set_", "is_")):
            assert member.get("name") in text


# ---- warnings in the scene dock ----

@scenario("warnings_without_a_baker")
def test_warnings_without_a_baker(seen):
    warnings = seen["warnings"]
    assert set(warnings) == {"Agent", "Lost"}
    assert "add a NavMeshBaker" in warnings["Agent"]
    assert "put it under a CharacterBody3D" in warnings["Lost"]


@scenario("warnings_with_a_baker")
def test_warnings_with_a_baker(seen):
    warnings = seen["warnings"]
    assert {"Baker", "Bad"} <= set(warnings) and "Agent" not in warnings         # the baker says it
    assert "Press Bake NavMesh" in warnings["Baker"] and "cannot be baked" not in warnings["Baker"]
    assert "agent_radius 0.1" in warnings["Bad"]


@scenario("warnings_of_bakers_that_hide_regions")
def test_a_baker_that_hides_regions_says_so(seen):
    assert "nodes are not on the map" in seen["warnings"]["Empty"] and "has no navmesh: bake it" in seen["warnings"]["Empty"]
    assert "is disabled" in seen["warnings"]["Disabled"]


@scenario("warnings_of_two_navmeshes")
def test_a_baker_names_the_region_that_the_server_has_beside_it(seen):
    texts = {name: " ".join(text.split()) for name, text in seen["warnings"].items()}
    assert "has two navmeshes" in texts["Shown"] and "that of Level/West." in texts["Shown"]
    assert "has two navmeshes" not in texts["Unshown"]
    assert "has two navmeshes" not in seen["warnings when the region is off"]["Shown"]


@scenario("warnings_of_crowds")
def test_crowds_with_one_multimesh_name_each_other(seen):
    warnings = seen["warnings"]
    assert set(warnings) == {"One", "Other"}
    for text in warnings.values():
        assert "One" in text and "Other" in text and "a MultiMesh of its own" in " ".join(text.split())


@scenario("warnings_of_fields")
def test_warnings_of_flow_fields(seen):
    texts = {name: " ".join(text.split()) for name, text in seen["warnings"].items()}
    assert set(texts) == {"Many", "Method"}
    assert "The region has 2097152 cells" in texts["Many"] and "set sector_size" in texts["Many"]
    assert "method has no effect while sector_size is not 0" in texts["Method"]


@scenario("warnings_of_leaders")
def test_warnings_of_leaders(seen):
    texts = {name: " ".join(text.split()) for name, text in seen["warnings"].items()}
    assert "there is no such node; set the path to a NavAgent" in texts["Lost"] and "is no NavAgent" in texts["Wrong"]
    assert "Led" not in texts and "Leads" not in texts


@scenario("warnings_of_grounded_bodies")
def test_a_grounded_body_seen_from_above_is_named(seen):
    assert {name for name, text in seen["warnings"].items() if "motion_mode" in text} == {"Stands"}


@scenario("warnings_of_obstacles")
def test_warnings_of_obstacles(seen):
    warnings = seen["warnings"]
    assert set(warnings) == {"Idle", "Wall", "Carver", "Door"}
    assert "does nothing" in warnings["Idle"] and "three vertices" in warnings["Wall"]
    assert "needs affect_navigation_mesh" in warnings["Carver"] and "carve_when_resting" in warnings["Door"]


@scenario("warnings_of_formations")
def test_warnings_of_formations(seen):
    warnings = seen["warnings"]
    assert {"Empty", "Dense"} <= set(warnings) and "Whole" not in warnings
    assert "has no members" in warnings["Empty"]
    assert "spacing is 0.80 m" in warnings["Dense"] and "is 1.00 m wide" in " ".join(warnings["Dense"].split())


@scenario("warnings_of_links")
def test_warnings_of_links_say_which_end_and_how_far(seen):
    warnings = seen["warnings"]
    assert "Good" not in warnings and "Agent" not in warnings
    assert "end is 3.00 m off the navmesh" in warnings["Short"] and "start is" not in warnings["Short"]
    assert "are the same point" in warnings["Fresh"]
    assert "Short" not in seen["warnings when one is mended"]


# ---- handles ----

def check_drag(drag, before, dragged):
    assert drag == {"before": before, "dragged": dragged, "undone": before, "redone": dragged, "canceled": before}


@scenario("handles_of_a_link")
def test_handles_of_a_link_drag_and_can_be_undone(seen):
    end, start = seen["end"], seen["start"]
    assert end["before"] == end["undone"] == end["canceled"] == "(1.20 3.00 0.00)" and end["dragged"] == end["redone"] != end["undone"]
    assert start["before"] == start["undone"] == start["canceled"] == "(-1.20 0.00 0.00)"
    assert start["dragged"] == start["redone"] != start["undone"]


@scenario("handles_of_obstacles")
def test_handles_of_obstacles_drag_and_can_be_undone(seen):
    outline = "(0.00 0.00 0.00) {} (2.00 0.00 2.00)"
    check_drag(seen["radius"], "2.00", "5.00")
    check_drag(seen["height"], "1.00", "3.00")
    check_drag(seen["vertex"], outline.format("(2.00 0.00 0.00)"), outline.format("(4.00 0.00 1.00)"))
    check_drag(seen["size"], "(2.00 2.00 2.00)", "(2.00 2.00 8.00)")


# ---- the Bake NavMesh button ----

@scenario("button_shows_for_bakers")
def test_the_button_shows_for_bakers_alone(seen):
    assert seen["baker selected"] == {"visible": True, "text": "Bake NavMesh"}
    assert seen["another node selected"] == {"visible": False}


@scenario("button_bakes", expected=[NO_PICTURE])
def test_it_bakes_and_the_result_is_saved_with_the_scene(seen):
    pressed, values = seen["pressed"], seen["values of the bar"]
    assert pressed["baking"] is True and pressed["text"].startswith("Cancel") and pressed["bar is visible"] is True
    assert len(values) > 1 and values == sorted(values) and values[0] >= 0 and 0 < values[-1] <= 1
    assert seen["baked"] == {"polygons": 1, "text": "Bake NavMesh", "bar is visible": False}
    assert seen["saved scene has the navmesh"] is True


@scenario("bake_is_undone")
def test_a_bake_can_be_undone_and_done_again(seen):
    assert seen["has a navmesh when undone"] is False and seen["polygons when redone"] == 1


@scenario("navmesh_has_a_file", expected=[NO_PICTURE])
def test_a_bake_writes_the_file_of_its_navmesh(seen):
    seen.expect({"another navmesh": True, "names the file": True, "in the file": True, "saved": True, "embedded": False,
                 "undone": [True, True, True], "redone": [True, True, True]})


@scenario("navmesh_is_cleared")
def test_a_navmesh_can_be_cleared_and_that_undone(seen):
    seen.expect({"disabled without a navmesh": True, "disabled with one": False, "cleared": True, "undone": True,
                 "step": "Clear NavMesh"})


@scenario("button_cancels")
def test_pressed_again_it_cancels(seen):
    assert seen["navmesh is as before"] and seen["polygons"] == 1 and seen["text"] == "Bake NavMesh"


@scenario("baker_is_freed_while_it_bakes")
def test_it_goes_with_its_baker(seen):
    assert seen["visible"] is False


# ---- the plugin switched off and on ----

OURS = ["Baker", "Link", "Obstacle", "Volume"]


@scenario("plugin_is_switched_off_and_on")
def test_switched_on_it_draws_the_open_scene_and_shows_its_button(seen):
    for when in ("at first", "on"):
        assert seen[when]["button"] is True and seen[when]["drawn"] == OURS
    assert seen["on, another node selected"] == {"button": False}
    assert seen["off and on, another node selected"]["button"] is False and seen["off and on, another node selected"]["drawn"] == OURS


@scenario("plugin_is_switched_off_and_on")
def test_switched_off_it_takes_all_of_that_away(seen):
    assert seen["off"]["button"] is False and seen["off"]["drawn"] == []


@scenario("plugin_is_switched_off_and_on_in_other_scenes")
def test_it_draws_whatever_the_root_of_the_scene_is(seen):
    seen.expect({"root_is_a_link, off": [], "root_is_a_link, on": ["Root"],
                 "root_is_no_node3d, off": [], "root_is_no_node3d, on": ["Link"]})


@scenario("plugin_is_switched_off_and_on")
def test_a_baker_says_that_the_plugin_is_off(seen):
    text = " ".join(seen["off"]["warning"].split())
    assert "Project > Project Settings > Plugins" in text and "navpy" in text
    for when in ("at first", "on"):
        assert "no navmesh yet" in seen[when]["warning"] and "Plugins" not in seen[when]["warning"]


@scenario("plugin_is_switched_off_and_on", "plugin_is_switched_off_and_on_in_other_scenes")
def test_switching_logs_nothing(seen):
    assert not seen.lines_with("WARNING") and not seen.lines_with("ERROR")


@scenario("plugin_is_switched_off_and_on_while_it_bakes")
def test_a_bake_goes_on_while_it_is_switched_off_and_on(seen):
    seen.expect({"still bakes": True, "baked": {"polygons": 1, "text": "Bake NavMesh", "bar is visible": False}})
