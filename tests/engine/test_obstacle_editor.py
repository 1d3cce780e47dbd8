"""Obstacles and volumes in the editor: warnings, drawing, handles that can be undone."""
import pathlib

import pytest

from conftest import PROJECT

HERE = pathlib.Path(__file__).resolve().parent

FILES = {
    "addons/checks/plugin.cfg": '[plugin]\nname="checks"\ndescription=""\nauthor=""\nversion="1"\nscript="plugin.gd"\n',
    "addons/checks/plugin.gd": HERE / "obstacle_editor.gd",
    "addons/checks/editor_checks.gd": HERE / "editor_checks.gd",
    "addons/checks/inside_editor.gd": HERE / "inside_editor.gd",
    "project.godot": PROJECT + '[editor_plugins]\nenabled=PackedStringArray("res://addons/navpy/plugin.cfg", '
                               '"res://addons/checks/plugin.cfg")\n',
    "obstacles.tscn": """[gd_scene format=3]
[node name="Level" type="Node3D"]
[node name="Round" type="NavObstacle" parent="."]
radius = 2.0
[node name="Outline" type="NavObstacle" parent="."]
vertices = PackedVector3Array(0, 0, 0, 2, 0, 0, 2, 0, 2)
affect_navigation_mesh = true
[node name="Idle" type="NavObstacle" parent="."]
[node name="Unavoided" type="NavObstacle" parent="."]
vertices = PackedVector3Array(0, 0, 0, 2, 0, 0, 2, 0, 2)
[node name="Carver" type="NavObstacle" parent="."]
radius = 1.0
carve_navigation_mesh = true
[node name="Volume" type="NavModifierVolume" parent="."]
""",
}


@pytest.fixture(scope="module")
def editor(run_editor):
    return run_editor(FILES)


def test_misuse_is_told_beside_the_node(editor):
    told = editor["warnings"]
    assert set(told) == {"Idle", "Unavoided", "Carver"}
    assert "does nothing" in told["Idle"] and "affect_navigation_mesh" in told["Unavoided"]
    assert "needs affect_navigation_mesh" in told["Carver"]


def test_handles_drag_and_can_be_undone(editor):
    assert editor["radius"] == ["5.0", "2.0", "5.0", "2.0"]
    assert editor["height"] == ["3.0", "1.0", "3.0", "1.0"]
    outline = "(0.0 0.0 0.0) {} (2.0 0.0 2.0)"
    moved, before = outline.format("(4.0 0.0 1.0)"), outline.format("(2.0 0.0 0.0)")
    assert editor["vertex"] == [moved, before, moved, before]
    assert editor["size"] == ["(2.0 2.0 8.0)", "(2.0 2.0 2.0)", "(2.0 2.0 8.0)", "(2.0 2.0 2.0)"]
