"""What the editor shows: the classes and their members, the help on them, and warnings beside nodes in the scene dock."""
import json
import pathlib
import xml.etree.ElementTree as ElementTree

import pytest

from conftest import EDITOR_LEAVES, PROJECT

HERE = pathlib.Path(__file__).resolve().parent
CLASSES = ("NavAgent", "NavMeshBaker", "NavMeshData", "NavLink", "Crowd", "NavObstacle", "NavModifierVolume")

FILES = {
    "addons/checks/plugin.cfg": '[plugin]\nname="checks"\ndescription=""\nauthor=""\nversion="1"\nscript="plugin.gd"\n',
    "addons/checks/plugin.gd": HERE / "editor_checks.gd",
    "addons/checks/inside_editor.gd": HERE / "inside_editor.gd",
    "project.godot": PROJECT + '[editor_plugins]\nenabled=PackedStringArray("res://addons/checks/plugin.cfg")\n',
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
}


@pytest.fixture(scope="module")
def editor(run_godot, make_project):
    """The editor's second start: in its first, without a cache of its own help, it shows no extension's."""
    project = make_project(FILES)
    run_godot(project=project, args=["--editor", "--quit-after", "10"], expected=EDITOR_LEAVES)
    done = run_godot(project=project, args=["--editor"], user_args=["check"], expected=EDITOR_LEAVES)
    return {report["what"]: report["value"] for report in map(json.loads, done.values())}


@pytest.fixture(scope="module")
def members(run_godot, make_project):
    """{class: its XML as the engine's own doctool writes it from what is registered}"""
    project = make_project()
    run_godot(project=project, args=["--doctool", str(project), "--gdextension-docs"], expected=EDITOR_LEAVES)
    return {name: ElementTree.parse(project / f"doc_classes/{name}.xml").getroot() for name in CLASSES}


def names(root, path):
    return {node.get("name") for node in root.findall(path)}


def test_classes(members):
    assert {name: root.get("inherits") for name, root in members.items()} == {
        "NavAgent": "Node", "NavMeshBaker": "Node3D", "NavMeshData": "Resource", "NavLink": "Node3D", "Crowd": "Node",
        "NavObstacle": "Node3D", "NavModifierVolume": "Node3D"}


def test_agent_has_both_spellings_and_godots_names(members):
    agent = members["NavAgent"]
    assert {"requestPath", "request_path", "hasArrived", "has_arrived", "stop", "get_next_path_position",
            "is_navigation_finished", "is_target_reachable", "get_current_navigation_path"} <= names(agent, "methods/method")
    assert {"target_position", "path_desired_distance", "target_desired_distance", "path_max_distance", "max_speed", "radius",
            "drive_body", "status", "reason"} <= names(agent, "members/member")
    assert {"velocity_computed", "path_changed", "target_reached", "navigation_finished", "waypoint_reached", "link_reached",
            "stuck_changed"} == names(agent, "signals/signal")
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


@pytest.mark.parametrize("name", CLASSES)
def test_help_describes_every_member(editor, members, name):
    text = editor[f"help {name}"]
    assert "There is currently no description" not in text
    for member in members[name].iter():
        if member.tag in ("method", "member", "signal", "constant") and not member.get("name").startswith(("get_", "set_", "is_")):
            assert member.get("name") in text


def test_warnings_without_a_baker(editor):
    warnings = editor["warnings res://without_baker.tscn"]
    assert set(warnings) == {"Agent", "Lost"}
    assert "add a NavMeshBaker" in warnings["Agent"]
    assert "put it under a CharacterBody3D" in warnings["Lost"]


def test_warnings_with_a_baker(editor):
    warnings = editor["warnings res://with_baker.tscn"]
    assert {"Baker", "Bad", "Agent"} <= set(warnings)
    assert "Press Bake NavMesh" in warnings["Baker"] and "cannot be baked" not in warnings["Baker"]
    assert "agent_radius 0.1" in warnings["Bad"]
    assert "no navmesh yet" in warnings["Agent"]


def test_crowds_with_one_multimesh_name_each_other(editor):
    warnings = editor["warnings res://crowds.tscn"]
    assert set(warnings) == {"One", "Other"}
    for text in warnings.values():
        assert "One" in text and "Other" in text and "a MultiMesh of its own" in " ".join(text.split())
