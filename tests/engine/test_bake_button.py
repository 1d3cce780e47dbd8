"""The Bake NavMesh button, pressed in the real editor."""
import pathlib

import pytest

from conftest import PROJECT

HERE = pathlib.Path(__file__).resolve().parent
# The editor's own: the picture of a saved scene that it cannot draw without a screen.
NO_PICTURE = 'Parameter "t" is null'

FILES = {
    "addons/press/plugin.cfg": '[plugin]\nname="press"\ndescription=""\nauthor=""\nversion="1"\nscript="plugin.gd"\n',
    "addons/press/plugin.gd": HERE / "bake_button.gd",
    "addons/press/inside_editor.gd": HERE / "inside_editor.gd",
    "project.godot": PROJECT + '[editor_plugins]\nenabled=PackedStringArray("res://addons/navpy/plugin.cfg", '
                               '"res://addons/press/plugin.cfg")\n',
    "level.tscn": """[gd_scene load_steps=2 format=3]
[sub_resource type="BoxShape3D" id="floor"]
size = Vector3(20, 1, 20)
[node name="Level" type="Node3D"]
[node name="Floor" type="StaticBody3D" parent="."]
[node name="Shape" type="CollisionShape3D" parent="Floor"]
shape = SubResource("floor")
[node name="Baker" type="NavMeshBaker" parent="."]
""",
}


@pytest.fixture(scope="module")
def editor(run_editor):
    return run_editor(FILES, expected=[NO_PICTURE])


def test_it_shows_for_bakers_alone(editor):
    assert editor["other node"]["visible"] is False
    assert editor["baker"] == {"visible": True, "text": "Bake NavMesh", "navmesh": False}


def test_it_bakes_and_the_result_is_saved_with_the_scene(editor):
    assert editor["pressed"]["baking"] is True and editor["pressed"]["text"].startswith("Cancel")
    assert editor["pressed"]["bar"] is True and editor["bar"]["visible"] is False
    values = editor["bar"]["values"]
    assert len(values) > 1 and values == sorted(values) and values[0] >= 0 and 0 < values[-1] <= 1
    assert editor["baked"] == {"polygons": 1, "text": "Bake NavMesh"}
    assert editor["saved"]["stored"] is True


def test_a_bake_can_be_undone_and_done_again(editor):
    assert editor["undone"] == {"navmesh": False} and editor["redone"] == {"polygons": 1}


def test_pressed_again_it_cancels(editor):
    assert editor["cancelled"] == {"polygons": 1, "text": "Bake NavMesh"}


def test_it_goes_with_its_baker(editor):
    assert editor["freed"]["visible"] is False
