"""The map of a world: NavigationRegion3D and NavigationLink3D nodes where it has no baker, NavLinks, layers and costs."""
import math
import pathlib

import pytest

from conftest import PROJECT

RUNNING, SUCCESS, FAILURE = 0, 1, 2


def reason(name):
    from navpy.base.core import Reason
    return int(Reason[name])


@pytest.fixture(scope="module")
def seen(run_level):
    return run_level("map", expected=[r"ERROR: .*(must be finite, not|must be finite and at least 0, not -1|layer_number must be 1"
                                      r"|has more than 16 different navigation_layers)"])


def test_a_region_is_walked_on(seen):
    assert seen["no region"] == [FAILURE, reason("NO_NAVMESH")] and seen["empty mesh"] == FAILURE
    assert seen["there is one"] == RUNNING and seen["walks on it"] is True
    assert seen["it is gone"] == FAILURE


def test_a_region_as_the_engine_bakes_it(seen):
    assert seen["baked region floats"] is True
    assert seen["round a wall"] is True and seen["up a step"] is True


def test_changes_of_a_region_are_seen_by_the_next_frame(seen):
    assert seen["changes of a region"] == [RUNNING, FAILURE, RUNNING, FAILURE, FAILURE, RUNNING, FAILURE, RUNNING, FAILURE, RUNNING]
    assert seen["disabled on the way"] == FAILURE
    assert seen["partly"] is False and seen["a region came"] is True


def test_a_region_is_where_its_node_is(seen):
    assert seen["a region moves"] == [FAILURE, RUNNING, RUNNING, RUNNING, RUNNING, RUNNING]
    assert seen["up the slope"] == pytest.approx(3 * math.tan(math.radians(30)), abs=0.05)


def test_regions_side_by_side(seen):
    assert seen["across two"] is True and seen["a gap"] == FAILURE and seen["no gap"] == RUNNING


def test_travel_cost_of_a_region(seen):
    assert seen["straight"] == pytest.approx(14.0, abs=0.01)
    assert seen["round what is dear"] == pytest.approx(2 * math.hypot(3, 2) + 8, abs=0.01)


def test_links_of_the_engine(seen):
    assert seen["engine link, none"] == FAILURE and seen["engine link, there"] is True
    assert seen["engine link, owner"] == [True]
    assert seen["changes of an engine link"] == [FAILURE, RUNNING, FAILURE, FAILURE, RUNNING, FAILURE]


def test_where_there_is_a_baker_regions_count_for_nothing(seen):
    assert seen["a baker and a region"] == [RUNNING, FAILURE, RUNNING]


def test_nav_link_speaks_as_navigation_link_3d(seen):
    assert all(seen["defaults"].values()), seen["defaults"]
    assert seen["round trip"] == [False, False, 3, 0.5, 2.5, 1.5, 3, True, True, False, False]
    assert seen["layers"] == [0x80000001, True, False, True]
    assert seen["global"] == [True, True, True]
    assert seen["refused"] == [True, 2.5, 0x80000001]


def test_changes_of_a_nav_link_count_at_once(seen):
    assert seen["link, there"] is True and seen["link, height"] == pytest.approx(1.0, abs=0.01)
    assert seen["link, owner"] == [True]
    assert seen["changes of a link"] == [FAILURE, RUNNING, FAILURE, RUNNING, FAILURE, RUNNING, FAILURE, RUNNING, FAILURE, RUNNING]
    assert seen["link is gone"] == FAILURE


def test_a_wide_link_is_crossed_straight_ahead(seen):
    wide, narrow = seen["wide and narrow"]
    assert wide == pytest.approx(math.hypot(4, 1), abs=0.2) and narrow > wide + 3


@pytest.mark.parametrize("at", [0, 50])
def test_a_link_on_a_baked_navmesh_is_no_part_of_it(seen, at):
    assert seen[f"link on a baker at {at}"] == [FAILURE, RUNNING, True, True, RUNNING, FAILURE]


def test_of_two_links_the_cheaper_one_is_taken(seen):
    near, far = pytest.approx(6.0, abs=0.01), pytest.approx(2 * math.hypot(1.8, 3) + 2.4, abs=0.01)
    assert seen["costs of links"] == [near, far, near, far, near]




def test_edges_that_nearly_meet(seen):
    assert seen["near edges"] == [RUNNING, RUNNING, RUNNING, FAILURE, FAILURE]
    assert seen["over near edges"] is True and seen["straight over them"] == pytest.approx(math.hypot(14, 5), abs=0.05)


def test_layers(seen):
    assert seen["layers of an agent"] == [FAILURE, 0, RUNNING, FAILURE, FAILURE, FAILURE, RUNNING]
    assert seen["layers of a region"] == [RUNNING, FAILURE, FAILURE, FAILURE, RUNNING]
    assert seen["changed on the way"] == FAILURE
    assert seen["layers of a link"] == [FAILURE, RUNNING, FAILURE, RUNNING, FAILURE]


def test_more_layers_than_there_are_flags(seen):
    assert seen["many layers"] == [RUNNING, FAILURE] and seen["on all of them"] == RUNNING
    assert len([line for line in seen["run"].output.splitlines() if "more than 16 different" in line]) == 1


def test_nodes_come_and_go_while_agents_cross(seen):
    assert seen["all the same"] == [True] * 6


# ---- in the editor ----

HERE = pathlib.Path(__file__).resolve().parent
REGION = """[sub_resource type="NavigationMesh" id="{name}"]
vertices = PackedVector3Array({low}, 0, -4, {high}, 0, -4, {high}, 0, 4, {low}, 0, 4)
polygons = [PackedInt32Array(0, 1, 2, 3)]
"""
FILES = {
    "addons/checks/plugin.cfg": '[plugin]\nname="checks"\ndescription=""\nauthor=""\nversion="1"\nscript="plugin.gd"\n',
    "addons/checks/plugin.gd": HERE / "map_editor.gd",
    "addons/checks/editor_checks.gd": HERE / "editor_checks.gd",
    "addons/checks/inside_editor.gd": HERE / "inside_editor.gd",
    "project.godot": PROJECT + '[editor_plugins]\nenabled=PackedStringArray("res://addons/navpy/plugin.cfg", '
                               '"res://addons/checks/plugin.cfg")\n',
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
}


@pytest.fixture(scope="module")
def editor(run_editor):
    return run_editor(FILES)


def test_warnings_say_which_end_and_how_far(editor):
    warnings = editor["warnings"]
    assert "Good" not in warnings and "Agent" not in warnings
    assert "end is 3.00 m off the navmesh" in warnings["Short"] and "start is" not in warnings["Short"]
    assert "are one place" in warnings["Fresh"]
    assert "Short" not in editor["warnings when mended"]


def test_handles_move_the_ends_and_the_editor_undoes_it(editor):
    assert editor["drawn"] is True
    assert editor["moved"] == editor["redone"] != editor["undone"] == "1.20 3.00 0.00"
    assert editor["cancelled"] == "-1.20 0.00 0.00"
