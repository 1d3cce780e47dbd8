"""What the 2D editor has for our nodes: outlines and handles that the mouse edits, in steps that can be undone; the buttons of
bakers; drawings; warnings. Frame is turned, scaled, skewed and moved, so that places in the viewport are none of the node's own."""
import pytest

from tests.engine.scenarios import EDITOR_SCENES, EditorScenarios

FRAME = """[node name="Frame" type="Node2D" parent="."]
position = Vector2(120, 60)
rotation = 0.4
scale = Vector2(1.5, 0.8)
skew = 0.2
"""
OUTLINE = "PackedVector2Array(0, 0, 100, 0, 100, 50, 0, 50)"
# The floor, one in it, a hole, an island in the hole, and one that reaches out of the floor.
RINGS = [f"PackedVector2Array({corners})" for corners in (
    "0, 0, 500, 0, 500, 500, 0, 500", "10, 10, 50, 10, 50, 50, 10, 50", "100, 100, 100, 400, 400, 400, 400, 100",
    "200, 200, 300, 200, 300, 300, 200, 300", "450, 10, 550, 10, 550, 90, 450, 90")]
SCENES = {
    "shapes.tscn": f"""[gd_scene format=3]
[node name="Level" type="Node2D"]
[node name="Baker" type="NavMeshBaker2D" parent="."]
[node name="Other" type="Node2D" parent="."]
{FRAME}[node name="Baker" type="NavMeshBaker2D" parent="Frame"]
position = Vector2(7, 9)
rotation = 1.0
[node name="Obstacle" type="NavObstacle2D" parent="Frame"]
[node name="Area" type="NavModifierArea2D" parent="Frame"]
""",
    "edited.tscn": f"""[gd_scene format=3]
[node name="Level" type="Node2D"]
[node name="Baker" type="NavMeshBaker2D" parent="."]
outlines = Array[PackedVector2Array]([{OUTLINE}])
[node name="Round" type="NavObstacle2D" parent="."]
position = Vector2(300, 300)
radius = 40.0
[node name="Point" type="NavObstacle2D" parent="."]
position = Vector2(500, 300)
[node name="Fresh" type="NavLink2D" parent="."]
position = Vector2(400, 300)
{FRAME}[node name="Baker" type="NavMeshBaker2D" parent="Frame"]
position = Vector2(7, 9)
rotation = 1.0
outlines = Array[PackedVector2Array]([{OUTLINE}])
[node name="Obstacle" type="NavObstacle2D" parent="Frame"]
vertices = {OUTLINE}
[node name="Area" type="NavModifierArea2D" parent="Frame"]
position = Vector2(300, 20)
polygon = {OUTLINE}
area = 5
[node name="Link" type="NavLink2D" parent="Frame"]
position = Vector2(200, 200)
start_position = Vector2(-10, 0)
end_position = Vector2(60, 10)
[node name="Round" type="NavObstacle2D" parent="Frame"]
position = Vector2(200, 300)
radius = 80.0
""",
    "faulty.tscn": """[gd_scene format=3]
[node name="Level" type="Node2D"]
[node name="Baker" type="NavMeshBaker2D" parent="."]
outlines = Array[PackedVector2Array]([PackedVector2Array(0, 0, 500, 0, 500, 500, 0, 500)])
[node name="Agent" type="NavAgent2D" parent="."]
[node name="Holder" type="Node" parent="."]
[node name="Lost" type="NavAgent2D" parent="Holder"]
[node name="Idle" type="NavObstacle2D" parent="."]
[node name="Carver" type="NavObstacle2D" parent="."]
radius = 16.0
carve_navigation_mesh = true
[node name="Same" type="NavLink2D" parent="."]
[node name="Far" type="NavLink2D" parent="."]
start_position = Vector2(600, 100)
end_position = Vector2(900, 100)
""",
    "rings.tscn": f"""[gd_scene format=3]
[node name="Level" type="Node2D"]
[node name="Rings" type="NavMeshBaker2D" parent="."]
outlines = [{", ".join(RINGS)}]
[node name="Empty" type="NavMeshBaker2D" parent="."]
""",
}
NAMES = ("Baker", "Frame/Baker", "Frame/Obstacle", "Frame/Area")
CORNERS = ["(0.00 0.00)", "(100.00 0.00)", "(100.00 50.00)", "(0.00 50.00)"]
# The editor's own: the picture of a saved scene that it cannot draw without a screen.
NO_PICTURE = 'Parameter "t" is null'

scenario = EditorScenarios("editor_2d.gd", files={**SCENES, **EDITOR_SCENES}, fixture="editor_home")


def joined(*corners):
    return [" ".join(corners)]


# ---- outlines ----

@scenario("an_outline_is_drawn", expected=[NO_PICTURE])
@pytest.mark.parametrize("name", NAMES)
def test_clicks_draw_an_outline_in_one_step(seen, name):
    empty, whole = ([] if "Baker" in name else [""]), joined(*CORNERS)
    seen.expect({f"{name}, toolbar": [True, True], f"{name}, before it is closed": empty, f"{name}, taken": [True] * 5,
                 f"{name}, closed": whole,
                 f"{name}, steps": [1, "Create Outline"], f"{name}, edits then": True, f"{name}, undone": empty,
                 f"{name}, redone": whole,
                 f"{name}, opened again": whole})


@scenario("several_outlines")
def test_a_baker_has_several_outlines(seen):
    first, second = joined(*CORNERS), joined("(300.00 0.00)", "(400.00 0.00)", "(400.00 100.00)")
    seen.expect({"mode": True, "second": first + second, "undone": first})


@scenario("an_obstacle_has_one_outline")
def test_an_obstacle_has_one_outline_or_is_a_wall(seen):
    seen.expect({"replaced": joined("(300.00 0.00)", "(400.00 0.00)", "(400.00 100.00)"),
                 "a wall": joined("(10.00 10.00)", "(90.00 10.00)")})


@scenario("an_outline_is_given_up")
def test_an_outline_is_given_up_or_closed_by_a_key(seen):
    seen.expect({"enter": True, "escape": True, "escape again": False, "backspace": True, "right": True, "right again": False,
                 "outlines": joined("(0.00 0.00)", "(10.00 10.00)", "(20.00 40.00)"), "steps": 1, "left behind": 0})


@scenario("corners_are_edited")
@pytest.mark.parametrize("name", NAMES)
def test_corners_are_moved_inserted_and_removed(seen, name):
    a, b, _, d = CORNERS
    moved, new = "(120.00 80.00)", "(50.00 -40.00)"
    seen.expect({f"{name}, at first": joined(*CORNERS), f"{name}, taken": True, f"{name}, moved": joined(a, b, moved, d),
                 f"{name}, step": [1, "Move Corner of Outline"], f"{name}, edge": True,
                 f"{name}, inserted": joined(a, new, b, moved, d),
                 f"{name}, step of that": [2, "Insert Corner into Outline"], f"{name}, right": True,
                 f"{name}, removed": joined(a, new, b, moved), f"{name}, step of the last": [3, "Remove Corner of Outline"],
                 f"{name}, undone": joined(*CORNERS), f"{name}, redone": joined(a, new, b, moved)})


@scenario("a_mouse_draws_in_the_window")
def test_the_editor_passes_the_mouse_on(seen):
    seen.expect({"drawn": joined(*CORNERS[:3]), "selected": True, "inserted and moved": 4, "steps": "Insert Corner into Outline"})


@scenario("what_is_no_gesture")
def test_all_other_input_is_left_to_the_editor(seen):
    seen.expect({"a click on a corner": True, "away from it": False, "the right button away from it": False,
                 "the middle button": False,
                 "the wheel": False, "with a modifier": [False] * 3, "a key": False, "another tool": [False, False],
                 "select again": [True, True],
                 "hidden": False, "without extent": False, "outlines": joined(*CORNERS), "steps": 0})


@scenario("a_drag_is_given_up")
def test_a_drag_is_given_up(seen):
    seen.expect({"escape": [True, True], "the right button": [True, True], "another node": [True, True], "steps": 0})


@scenario("corners_are_erased")
def test_corners_are_erased_and_with_the_third_last_the_outline(seen):
    seen.expect({"off a corner": False, "on a corner": True, "three left": joined(*CORNERS[1:]), "none left": [],
                 "step": "Remove Corner of Outline",
                 "undone": joined(*CORNERS[1:])})


@scenario("the_viewport_is_zoomed")
def test_handles_are_as_large_at_any_zoom(seen):
    seen.expect({"zoom 0.03125": [True, False], "zoom 0.25": [True, False], "zoom 128.0": [True, False],
                 "zoom 1.0": [True, False], "zoom 8.0": [True, False],
                 "moved": joined(*CORNERS[:2], "(110.00 60.00)", CORNERS[3])})


@scenario("whole_pixels")
def test_corners_snap_to_the_pixels_of_the_canvas(seen):
    seen.expect({"near": True, "off whole pixels": True})


# ---- handles ----

@scenario("handles")
@pytest.mark.parametrize("handle, before, dragged, step", [
    ("Frame/Link end_position", "(60.00 10.00)", "(90.00 -30.00)", "Change end_position of Link"),
    ("Frame/Link start_position", "(-10.00 0.00)", "(-50.00 5.00)", "Change start_position of Link"),
    ("Round radius", "40.00", "70.00", "Change radius of Round"),
    ("Frame/Round radius", "80.00", "100.00", "Change radius of Round"),
    ("Point radius", "0.00", "30.00", "Change radius of Point"),        # its handle is three grab radii off
    ("Fresh end_position", "(0.00 0.00)", "(30.00 40.00)", "Change end_position of Fresh"),
])
def test_handles_drag_and_can_be_undone(seen, handle, before, dragged, step):
    assert seen[handle] == {"before": before, "taken": True, "dragged": dragged, "steps": 1, "step": step, "undone": before,
                            "redone": dragged}
    assert seen["toolbar of a link"] is False


# ---- the Bake NavMesh button ----

@scenario("buttons_of_a_baker", expected=[NO_PICTURE])
def test_a_baker_is_baked_and_cleared_in_the_2d_editor(seen):
    seen.expect({"visible": True, "in the 2D editor": True, "pressed": [True, "Cancel"],
                 "baked": [True, "Bake NavMesh", "Bake NavMesh"],
                 "undone": True, "cleared": [True, "Clear NavMesh"], "saved": True, "an obstacle selected": False})


@scenario("navmesh_has_a_file", expected=[NO_PICTURE])
def test_a_bake_writes_the_file_of_its_navmesh(seen):
    seen.expect({"another navmesh": True, "names the file": True, "in the file": True, "saved": True, "embedded": False,
                 "undone": [True, True, True], "redone": [True, True, True]})


@scenario("nothing_to_bake", expected=["there is no outline to walk in"])
def test_a_bake_that_fails_says_so(seen):
    assert "Baker could not be baked; the Output panel says why." in seen["toast"] and seen["text"] == "Bake NavMesh"


# ---- drawings ----

@scenario("nodes_are_drawn")
def test_nodes_are_drawn_where_they_are(seen):
    seen.expect({"nodes": ["Area", "Baker", "Baker", "Fresh", "Link", "Obstacle", "Point", "Round", "Round"], "triangles": [True] * 3,
                 "place": True,
                 "canvas": True, "obstacle": True, "area": True, "moved": True, "hidden": False, "freed": True, "another scene": True})


# ---- the plugin switched off and on, nodes that go ----

@scenario("plugin_is_switched_off_and_on")
def test_switched_on_it_edits_the_selected_node(seen):
    seen.expect({"off": [True, 1], "on": [True, True, True, 0], "edits": True})


@scenario("a_node_is_freed_while_it_is_edited")
def test_a_node_may_go_while_it_is_edited(seen):
    seen.expect({"taken": [False] * 4, "next": "Obstacle"})


@scenario("a_node_is_deleted_while_it_is_dragged")
def test_an_undone_deletion_brings_back_the_node_as_before_the_drag(seen):
    seen.expect({"taken": [False, False], "outlines": True, "edits": True, "step": "Move Corner of Outline"})


@scenario("undo_amid_a_bake")
def test_a_bake_is_undone_to_what_an_undo_amid_it_left(seen):
    seen.expect({"amid": [True, True], "baked": [True, "Bake NavMesh"], "undone": True, "redone": True,
                 "of an edit": [joined(*CORNERS), "Bake NavMesh"]})


@scenario("a_tab_is_closed_amid_a_bake")
def test_a_bake_ends_with_its_tab(seen):
    for way in ("closed", "left"):
        seen.expect({f"{way}, amid": [True, True], f"{way}, then": [True, False, False, True],
                     f"{way}, baked": [True, "Bake NavMesh"]})
    assert seen["closed, there"] is False


@scenario("two_bakers_are_selected")
def test_of_two_selected_nodes_none_is_edited(seen):
    seen.expect({"both": [False, False, False], "outlines": [joined(*CORNERS)] * 2, "one": [True, True, True]})


# ---- warnings ----

@scenario("warnings")
def test_warnings_are_in_the_words_of_two_dimensions(seen):
    before, after = ({name: " ".join(text.split()) for name, text in seen[when].items()} for when in ("before the bake", "after it"))
    assert set(before) == {"Baker", "Lost", "Idle", "Carver", "Same"}
    assert set(after) == {"Lost", "Idle", "Carver", "Same", "Far"}
    assert "Press Bake NavMesh in the 2D editor's toolbar" in before["Baker"] and "CharacterBody2D" in before["Lost"]
    assert "start is 110.0 px off the navmesh" in after["Far"]
    for text in [*before.values(), *after.values()]:
        assert "3D" not in text and " m " not in text and "meter" not in text


@scenario("warnings_of_outlines")
def test_an_outline_that_changes_nothing_is_told(seen):
    first, then = (" ".join(seen[when]["Rings"].split()) for when in ("warnings", "when one is turned"))
    assert "Outline 1 lies inside outline 0" in first and first.count("the other way round for a hole") == 1
    assert "lies inside" not in then
    assert "There is no outline to walk in" in " ".join(seen["warnings"]["Empty"].split()) and "There is no outline" not in first
