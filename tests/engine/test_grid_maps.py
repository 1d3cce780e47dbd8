"""GridMaps: a baker reads them block by block, and has what the engine's parser finds in the whole map."""
import pytest

from tests.engine.scenarios import Scenarios

scenario = Scenarios("grid_maps.gd")
GPU = "had to parse RenderingServer meshes"


@scenario("as_the_parser", expected=[GPU])
def test_maps_are_read_as_the_engine_reads_them(seen):
    """Bit by bit where a map stands at the origin. Elsewhere the engine's parser takes triangles to the world and back, in float32."""
    assert len(seen) == 18
    for name, (is_same, ours, theirs, area) in seen.items():
        assert ours == theirs > 30 and area == pytest.approx(1, rel=1e-6), name
        assert is_same or name.startswith(("moved", "a quarter", "turned")), name


@scenario("at_once")
def test_cells_are_baked_in_the_frame_in_which_they_are_set(seen):
    seen.expect({"at once": True, "later": True, "cleared": True})


@scenario("told", expected=[GPU])
def test_changed_cells(seen):
    seen.expect({f"{what} {kind}": True for what in ("as baked anew", "another item") for kind in range(2)})
    for kind in range(2):
        count, most = seen[f"tiles {kind}"]
        assert 10 <= count <= 12 and most <= 4


@scenario("tracked")
def test_changes_are_noticed(seen):
    assert len(seen) == 16
    seen.expect(dict.fromkeys(seen, True))


@scenario("leaving")
def test_maps_that_leave_the_tree(seen):
    seen.expect({"without": True, "back": True, "freed": True})


@scenario("unseen")
def test_scripts_do_not_see_how_shapes_are_read(seen):
    seen.expect({"seen": [], "baked": True, "children": 0, "from a child": True})
