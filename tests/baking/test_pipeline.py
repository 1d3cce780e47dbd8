import multiprocessing
import subprocess
import sys
from array import array
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

from tests.levels import TILED, box, hills, level, ramp
from navpy.api.baking.contours import simplified_contours
from navpy.baking.voxels.areas import BoxVolume, CylinderVolume
from navpy.api.baking.bakes import bake, bake_stages, bake_tile
from navpy.baking.pipeline import STAGES, BakeCancelled, tile_of, tile_reach
from navpy.baking.settings import BakeSettings
from navpy.baking.source import BakeSource

FINE = dict(cell_size=0.1, cell_height=0.1, agent_radius=0.3, agent_height=1.5, agent_max_climb=0.3)

GROUND = box((0, -1, 0), (10, 0, 10))


def floor_at(mesh, x, y, z):
    """The polygon right at the point, within half a meter of height and a millimeter sideways."""
    found = mesh.locate((x, y, z), (0.001, 0.5, 0.5))
    return None if found is None else found[0]


def test_floor_with_a_box():
    mesh = bake(*level(GROUND, box((4, -1, 4), (6, 1.4, 6))), BakeSettings(**FINE))
    mesh.validate()
    # The box's top is an island of its own. Beside a drop, one cell is a ledge before the radius is taken off.
    assert mesh.island_count == 2
    assert mesh.area == pytest.approx(9.2**2 - 2.6**2 + 1.2**2, rel=0.01)
    for x, z in ((1, 1), (5, 2), (2, 5), (8, 5), (9, 9)):
        assert floor_at(mesh, x, 0, z) is not None
    for x, z in ((5, 5), (3.85, 5), (6.15, 5), (5, 3.85), (0.1, 5), (5, 9.9)):
        assert floor_at(mesh, x, 0, z) is None
    assert floor_at(mesh, 5, 1.4, 5) is not None


def test_a_ramp_joins_two_floors_and_a_steep_one_does_not():
    upper = box((14, 1, 0), (20, 2, 10))
    for end, joined in ((14, True), (10.5, False)):
        mesh = bake(*level(GROUND, upper, ramp((10, 0), (end, 2), 0, 10)), BakeSettings(**FINE))
        mesh.validate()
        low, high = floor_at(mesh, 2, 0, 5), floor_at(mesh, 18, 2, 5)
        assert (mesh.islands[low] == mesh.islands[high]) == joined


def test_two_floors():
    mesh = bake(*level(GROUND, box((0, 3, 0), (10, 3.5, 10))), BakeSettings(**FINE))
    mesh.validate()
    low, high = floor_at(mesh, 5, 0, 5), floor_at(mesh, 5, 3.5, 5)
    assert mesh.island_count == 2 and mesh.islands[low] != mesh.islands[high]
    assert mesh.area == pytest.approx(2 * 9.2**2, rel=0.01)
    assert np.abs(mesh.vertices[list(mesh.polygon(high))][:, 1] - 3.5).max() <= 0.1 + 1e-6


def test_a_ceiling_too_low_for_the_agent():
    mesh = bake(*level(GROUND, box((0, 1.2, 0), (5, 1.5, 10))), BakeSettings(**FINE))
    assert floor_at(mesh, 2, 0, 5) is None and floor_at(mesh, 8, 0, 5) is not None


@pytest.mark.parametrize("step, joined", [(0.2, True), (0.5, False)])
def test_stairs(step, joined):
    steps = [box((10 + 0.5 * k, -1, 0), (10.5 + 0.5 * k, step * (k + 1), 10)) for k in range(8)]
    mesh = bake(*level(GROUND, *steps, box((14, -1, 0), (20, step * 8, 10))), BakeSettings(**FINE))
    low, high = floor_at(mesh, 2, 0, 5), floor_at(mesh, 18, 8 * step, 5)
    assert (mesh.islands[low] == mesh.islands[high]) == joined


def test_the_agent_is_noted_in_the_mesh():
    mesh = bake(*level(GROUND), BakeSettings(**FINE))
    assert (mesh.agent_radius, mesh.agent_height) == (0.3, 1.5)
    assert mesh.climb == pytest.approx(0.3 + 0.1)


def test_the_same_input_gives_the_same_bytes_whatever_its_container():
    vertices, triangles = level(GROUND, box((4, 0, 4), (6, 3, 6)), ramp((6, 0), (9, 2), 3, 8))
    first = bake(vertices, triangles).to_bytes()
    assert bake(vertices, triangles).to_bytes() == first
    assert bake(vertices.tolist(), triangles.tolist()).to_bytes() == first
    assert bake(vertices.astype(float), np.asfortranarray(triangles, np.int64)).to_bytes() == first


def test_stages_can_be_looked_at():
    stages = bake_stages(*level(GROUND))
    assert stages.warnings == []
    assert stages.compact.region_count == len(simplified_contours(stages.contours))
    assert stages.polygons.polygon_count == stages.mesh.polygon_count
    assert stages.heightfield.width == 40


def test_progress_names_every_stage_and_rises_from_0_to_1():
    calls = []
    bake(*level(GROUND), progress=lambda name, fraction: calls.append((name, fraction)))
    assert calls == list(STAGES)
    fractions = [fraction for _, fraction in calls]
    assert fractions == sorted(fractions) and fractions[0] == 0 and fractions[-1] == 1


@pytest.mark.parametrize("last", [name for name, _ in STAGES])
def test_false_stops_the_bake_at_any_stage(last):
    calls = []

    def progress(name, fraction):
        calls.append(name)
        return name != last
    with pytest.raises(BakeCancelled, match=last if last != "done" else "end"):
        bake(*level(GROUND), progress=progress)
    assert calls[-1] == last


@pytest.mark.parametrize("answer", [None, 0, "", True])
def test_only_false_itself_stops_the_bake(answer):
    assert bake(*level(GROUND), progress=lambda name, fraction: answer).polygon_count > 0


@pytest.mark.parametrize("parts, settings, reason", [
    ([ramp((0, 0), (1, 9), 0, 9)], {}, "agent_max_slope"),
    ([GROUND, box((-1, 0.5, -1), (11, 2, 11)), ], dict(agent_radius=6.0), "agent_radius"),
    ([box((0, 0, 0), (0.3, 1, 0.3))], {}, "ledge"),
])
def test_a_level_without_walkable_ground_says_why(parts, settings, reason):
    stages = bake_stages(*level(*parts), BakeSettings(**settings))
    assert stages.mesh.polygon_count == 0
    assert len(stages.warnings) == 1 and reason in stages.warnings[0]


TRIANGLE = [[0, 0, 0], [0, 0, 1], [1, 0, 0]]


@pytest.mark.parametrize("vertices, triangles, message", [
    ([], [[0, 1, 2]], "vertices: must not be empty"),
    (TRIANGLE, [], "triangles: must not be empty"),
    (np.zeros((0, 3), np.float32), np.zeros((0, 3), np.int32), "vertices: must not be empty"),
    (TRIANGLE, [[0, 1, 3]], "triangle 0"),
    (TRIANGLE, [[0, 1, -1]], "triangle 0"),
    (TRIANGLE, [[0, 1, 2**40]], "triangles: must be whole numbers of 32 bits, are 0 … 1099511627776"),
    (TRIANGLE, [[0.0, 1.5, 2.0]], r"triangles\[0, 1\]: must be a whole number, is 1\.5"),
    (TRIANGLE, [[0, 1]], r"triangles: must be of shape \(n, 3\)"),
    (TRIANGLE, [0, 1, 2], r"triangles: must be of shape \(n, 3\)"),
    (TRIANGLE, "abc", "triangles: must be an array of whole numbers"),
    ([[0, 0], [1, 1]], [[0, 1, 1]], r"vertices: must be of shape \(n, 3\)"),
    ([[0, 0, 0], [0, 0]], [[0, 1, 1]], "vertices: must be an array of numbers"),
    ([[0, 0, 0], [0, float("nan"), 1], [1, 0, 0]], [[0, 1, 2]], "vertices: must be finite, vertex 1 is"),
    ([[0, 0, 0], [0, 1e300, 1], [1, 0, 0]], [[0, 1, 2]], "vertices: must be finite, vertex 1 is"),
])
def test_bad_geometry_is_refused(vertices, triangles, message):
    with pytest.raises(ValueError, match=message):
        bake(vertices, triangles)


@pytest.mark.parametrize("offset, message", [
    ((1e9, 0, 0), "float32 knows steps of 64 m only: too coarse for cell_size 0.25 m"),
    ((0, 0, -1e9), "float32 knows steps of 64 m only: too coarse for cell_size 0.25 m"),
    ((0, 1e9, 0), "float32 knows steps of 64 m only: too coarse for cell_height 0.25 m"),
])
def test_levels_too_far_out_for_float32(offset, message):
    with pytest.raises(ValueError, match=message):
        bake(np.array([(0, 0, 0), (0, 0, 900), (900, 0, 0)]) + offset, [(0, 1, 2)])


@pytest.mark.parametrize("cell", [0.1, 0.25, 0.5])
def test_tiles_are_joined_however_far_out_or_refused(cell):
    """Up to where a mesh takes corners that are a cell apart for one: the limit follows from cell_size and float32's steps."""
    refused = 0
    for far in np.geomspace(1e4, 4e6, 25):
        floor = np.array([(0, 0, 0), (0, 0, 60), (60, 0, 60), (60, 0, 0)]) * cell + (far, 0, -far)
        settings = BakeSettings(cell_size=cell, agent_radius=cell, tile_size=16)
        if refused:
            with pytest.raises(ValueError, match="move the level nearer to the origin"):
                bake(floor, [(0, 1, 2), (0, 2, 3)], settings)
            continue
        try:
            mesh = bake(floor, [(0, 1, 2), (0, 2, 3)], settings)
        except ValueError as error:
            assert "too coarse to join tiles of cell_size" in str(error) and far > 3e6 * cell
            refused += 1
        else:
            assert mesh.island_count == 1 and not mesh.unconnected_tiles()
    assert refused


@pytest.mark.parametrize("options", [{}, {"cell_size": 1}, "fine", 5, BakeSettings])
def test_settings_of_a_wrong_type(options):
    with pytest.raises(ValueError, match="settings: must be BakeSettings"):
        bake(*level(GROUND), options)


def test_settings_are_checked():
    with pytest.raises(ValueError, match="cell_size"):
        bake(*level(GROUND), BakeSettings(cell_size=0.0))


def test_right_buffers_need_no_numpy():
    program = """
import sys
from array import array
from navpy.api.baking.bakes import bake
vertices = memoryview(array("f", [0, 0, 0, 0, 0, 9, 9, 0, 9, 9, 0, 0])).cast("B").cast("f", (4, 3))
triangles = memoryview(array("i", [0, 1, 2, 0, 2, 3])).cast("B").cast("i", (2, 3))
mesh = bake(vertices, triangles)
assert mesh.polygon_count == 1, mesh
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


# ---- tiles ----


def tiles_of(mesh):
    return {(x, z): mesh.tile(x, z) for x, z in mesh.tiles}


def dropping_strip_alone(executor):
    class Executor:
        """Not one of threads: gets its share of the level alone."""
        submit = staticmethod(executor.submit)
    return Executor()


def test_tiles_are_the_same_bytes_from_one_thread_and_from_eight_in_any_order_and_elsewhere():
    vertices, triangles = hills()
    settings = BakeSettings(**TILED, tile_size=32)
    shuffled = np.random.default_rng(1).permutation(len(triangles))
    results = []
    for threads in (1, 2, 8):
        with ThreadPoolExecutor(threads) as executor:
            results.append(bake(vertices, triangles, settings, executor=executor).to_bytes())
    with ThreadPoolExecutor(2) as executor:
        results.append(bake(vertices, triangles[shuffled], settings, executor=executor).to_bytes())
        results.append(bake(vertices, triangles, settings, executor=dropping_strip_alone(executor)).to_bytes())
    results.append(bake(vertices, triangles, settings).to_bytes())
    assert all(result == results[0] for result in results)


def test_processes_bake_the_same_tiles():
    vertices, triangles = hills(boxes=5)
    settings = BakeSettings(**TILED, tile_size=64)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert bake(vertices, triangles, settings, executor=executor).to_bytes() == bake(vertices, triangles, settings).to_bytes()


@pytest.mark.parametrize("partition", [0, 1, 2])
def test_a_tile_baked_alone_is_the_tile_of_the_whole_bake(partition):
    vertices, triangles = hills()
    settings = BakeSettings(**TILED, tile_size=20, region_min_size=0, sample_partition_type=partition)
    mesh = bake(vertices, triangles, settings)
    mesh.validate()
    bounds = vertices.min(axis=0), vertices.max(axis=0)
    for x, z in mesh.tiles[::7]:
        assert bake_tile(vertices, triangles, settings, x, z, bounds=bounds) == mesh.tile(x, z)


def test_a_tile_needs_the_triangles_within_its_reach_and_no_others():
    vertices, triangles = hills(boxes=5)
    settings = BakeSettings(**TILED, tile_size=20, region_min_size=0)
    mesh = bake(vertices, triangles, settings)
    source = BakeSource(vertices, triangles, settings, bounds=(vertices.min(axis=0), vertices.max(axis=0)))
    side, reach = settings.tile_size * settings.cell_size, tile_reach(settings) + settings.cell_size
    low, high = vertices[triangles][:, :, ::2].min(axis=1), vertices[triangles][:, :, ::2].max(axis=1)
    for x, z in mesh.tiles[::5]:
        begin = np.array(source.bounds[0])[::2] + np.array((x, z)) * side
        near = np.flatnonzero(((high >= begin - reach) & (low <= begin + side + reach)).all(axis=1))
        assert 0 < len(near) < len(triangles)
        assert tile_of(source, x, z, array("i", near.tolist())) == mesh.tile(x, z)


@pytest.mark.parametrize("tile_size", [16, 48])
def test_tiles_cover_what_one_piece_covers_with_the_same_islands(tile_size):
    vertices, triangles = hills()
    exact = dict(TILED, edge_max_error=0.0)
    whole, tiled = (bake(vertices, triangles, BakeSettings(**exact, tile_size=size)) for size in (0, tile_size))
    tiled.validate()
    assert tiled.area == pytest.approx(whole.area, abs=1e-6)
    assert tiled.island_count == whole.island_count
    rng = np.random.default_rng(5)
    for point in rng.uniform((0, 0, 0), (40, 0, 40), (300, 3)):
        spots = [mesh.locate(point, (0.001, 8, 8)) for mesh in (whole, tiled)]
        assert (spots[0] is None) == (spots[1] is None)
        if spots[0]:
            assert spots[0][1][1] == pytest.approx(spots[1][1][1], abs=2 * 0.2)     # each within its error of the ground


@pytest.mark.parametrize("tile_size", [9, 16])
def test_tiles_leave_out_the_same_small_islands(tile_size):
    """Crooked plates of about as many cells as an island must have, whole and cut by borders."""
    rng = np.random.default_rng(7)
    middles = np.stack(np.meshgrid(np.arange(10) * 4.0, np.arange(10) * 4.0), axis=-1).reshape(-1, 2)
    plates = []
    for middle in middles:
        angles = np.sort(rng.uniform(0, 2 * np.pi, 5))[::-1]
        rim = middle + rng.uniform(0.7, 2.0, 5)[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        plates.append(([(x, 0.0, z) for x, z in (middle, *rim)], [(0, 1 + k, 1 + (k + 1) % 5) for k in range(5)]))
    vertices, triangles = level(*plates)
    settings = dict(cell_size=0.25, cell_height=0.2, agent_radius=0.0, region_min_size=7, filter_ledge_spans=False)
    meshes = [bake(vertices, triangles, BakeSettings(**settings, tile_size=size)) for size in (0, tile_size)]
    found = [[mesh.nearest((x, 0, z))[2] < 2 for x, z in middles] for mesh in meshes]
    assert found[0] == found[1] and 20 < sum(found[0]) < 80
    assert meshes[0].island_count == meshes[1].island_count


def test_replacing_a_tile_with_a_changed_one_gives_the_mesh_of_the_changed_level():
    vertices, triangles = hills()
    settings = BakeSettings(**TILED, tile_size=32, region_min_size=0)
    bounds = vertices.min(axis=0), vertices.max(axis=0)
    mesh = bake(vertices, triangles, settings, bounds=bounds)
    kept = {place: tile.to_bytes() for place, tile in tiles_of(mesh).items()}
    corners, faces = box((17, -3, 17), (18.5, 3, 18.5))
    changed = np.concatenate([vertices, np.array(corners, np.float32)])
    more = np.concatenate([triangles, np.array(faces, np.int32) + len(vertices)])
    want = bake(changed, more, settings, bounds=bounds)
    different = [place for place, tile in tiles_of(want).items() if tile.to_bytes() != kept[place]]
    assert different == [(2, 2)]
    mesh.add_tile(bake_tile(changed, more, settings, 2, 2, bounds=bounds))
    mesh.validate()
    assert {place: tile.to_bytes() for place, tile in tiles_of(mesh).items()} == {
        place: tile.to_bytes() for place, tile in tiles_of(want).items()}
    assert mesh.area == pytest.approx(want.area) and mesh.island_count == want.island_count


def test_a_bake_in_tiles_tells_its_progress_and_can_be_stopped():
    vertices, triangles = hills(boxes=0)
    settings, told = BakeSettings(**TILED, tile_size=16), []
    bake(vertices, triangles, settings, progress=lambda stage, fraction: told.append((stage, fraction)))
    assert told[-1] == ("done", 1.0) and [stage for stage, _ in told[:-1]] == ["tiles"] * (len(told) - 1)
    assert [fraction for _, fraction in told] == sorted(fraction for _, fraction in told)
    with pytest.raises(BakeCancelled):
        bake(vertices, triangles, settings, progress=lambda stage, fraction: False)


# ---- what else a bake is told ----

def test_the_inside_of_a_closed_solid_is_left_out_in_one_piece_and_in_tiles():
    floor = ramp((0, 0), (24, 0), 0, 24)
    hollow = box((3, -0.5, 3), (21, 3, 21))
    for tile_size in (0, 24):
        settings = BakeSettings(**FINE, tile_size=tile_size)
        mesh = bake(*level(floor, hollow), settings)
        mesh.validate()
        assert floor_at(mesh, 12, 0, 12) is None and floor_at(mesh, 1, 0, 1) is not None and floor_at(mesh, 12, 3, 12) is not None
        settings.filter_enclosed_spaces = False
        assert floor_at(bake(*level(floor, hollow), settings), 12, 0, 12) is not None


def doorway(low, high, door):
    """A box without an underside, with a door from `door[0]` to `door[1]` in its side towards −z."""
    corners, faces = box(low, high)
    (_, y0, z0), y1, (a, b), top = low, high[1], door, low[1] + 2.5
    frame = [(a, y0, z0), (a, top, z0), (a, y1, z0), (b, y0, z0), (b, top, z0), (b, y1, z0)]
    quads = (0, 2, 10, 8), (11, 13, 6, 4), (9, 10, 13, 12)
    return corners + frame, faces[:8] + faces[10:] + [t for p, q, r, s in quads for t in ((p, q, r), (p, r, s))]


@pytest.mark.parametrize("closing", [False, True])
def test_opening_and_closing_a_building_tile_by_tile(closing):
    floor, bounds = ramp((0, 0), (24, 0), 0, 24), ((0, -0.5, 0), (24, 3, 24))
    closed, opened = level(floor, box((3, -0.5, 3), (21, 3, 21))), level(floor, doorway((3, -0.5, 3), (21, 3, 21), (6, 9)))
    before, after = (opened, closed) if closing else (closed, opened)
    settings = BakeSettings(**FINE, tile_size=24, region_min_size=0)
    mesh, want = bake(*before, settings, bounds=bounds), bake(*after, settings, bounds=bounds)
    assert (floor_at(want, 12, 0, 12) is None) == closing and mesh.unconnected_tiles() == want.unconnected_tiles() == []
    size, reach, done = mesh.tile_size, tile_reach(settings), set()
    changed = {(x, z) for x, z in mesh.tiles if x * size - reach < 9 and (x + 1) * size + reach > 6
               and z * size - reach < 3 < (z + 1) * size + reach}
    assert 0 < len(changed) < len(mesh.tiles)
    while changed - done:
        place = min(changed - done)
        mesh.add_tile(bake_tile(*after, settings, *place, bounds=bounds))
        done.add(place)
        changed.update(mesh.unconnected_tiles())
    assert mesh.unconnected_tiles() == [] and tiles_of(mesh) == tiles_of(want)


def test_a_tile_baked_alone_knows_the_insides_of_solids_that_reach_beyond_it():
    geometry = level(ramp((0, 0), (24, 0), 0, 24), box((3, -0.5, 3), (21, 3, 21)))
    settings, bounds = BakeSettings(**FINE, tile_size=24, region_min_size=0), ((0, -0.5, 0), (24, 3, 24))
    mesh = bake(*geometry, settings, bounds=bounds)
    for place in mesh.tiles:
        assert bake_tile(*geometry, settings, *place, bounds=bounds) == mesh.tile(*place)


def test_seeds_leave_only_what_can_be_reached_from_them():
    geometry = level(GROUND, box((4, -1, 4), (6, 1.4, 6)))
    mesh = bake(*geometry, BakeSettings(**FINE), seeds=[(1, 0, 1)])
    assert mesh.island_count == 1 and floor_at(mesh, 5, 1.4, 5) is None
    with pytest.raises(ValueError, match=r"seeds\[0\]"):
        bake(*geometry, BakeSettings(**FINE), seeds=[(100, 0, 1)])


def test_volumes_and_areas_mark_polygons():
    cut = BoxVolume((5, 0, 5), (2, 1, 20))
    mud = CylinderVolume((2, 0, 2), 1.0, 1.0, area=7)
    for tile_size in (0, 20):
        mesh = bake(*level(GROUND), BakeSettings(**FINE, tile_size=tile_size), volumes=[cut, mud])
        mesh.validate()
        assert mesh.island_count == 2 and floor_at(mesh, 5, 0, 5) is None and floor_at(mesh, 3.8, 0, 5) is None
        assert mesh.areas[floor_at(mesh, 2, 0, 2)] == 7 and mesh.areas[floor_at(mesh, 8, 0, 8)] == 63
    vertices, triangles = level(GROUND)
    assert set(bake(vertices, triangles, BakeSettings(**FINE), areas=[9] * len(triangles)).areas) == {9}
    for wrong in ([9], [64] * len(triangles), [-1] * len(triangles), [0.5] * len(triangles)):
        with pytest.raises(ValueError, match="areas"):
            bake(vertices, triangles, areas=wrong)


def test_generated_links_lead_down_across_and_up():
    gap = level(box((0, -1, 0), (8, 3, 8)), box((9.5, -1, 0), (18, 3, 8)), box((-6, -2, -6), (24, 0, 14)))
    settings = BakeSettings(**FINE, link_jump_distance=4.0)
    for tile_size in (0, 40):
        settings.tile_size = tile_size
        mesh = bake(*gap, settings)
        assert mesh.links and all(link.kind == 3 and link.two_way for link in mesh.links)
        assert mesh.islands[floor_at(mesh, 4, 3, 4)] == mesh.islands[floor_at(mesh, 14, 3, 4)]
        assert mesh.islands[floor_at(mesh, 4, 3, 4)] != mesh.islands[floor_at(mesh, -3, 0, 4)]


def test_a_level_too_large_is_told_with_its_numbers_before_anything_is_allocated():
    vertices = np.array([[0, 0, 0], [1e5, 0, 0], [0, 0, 1e5]], np.float32)
    triangles = np.array([[0, 2, 1]], np.int32)
    with pytest.raises(ValueError, match=r"1000000 × 1000000 cells.*1e\+12 columns.*tile_size"):
        bake(vertices, triangles, BakeSettings(cell_size=0.1, cell_height=0.1))
    with pytest.raises(ValueError) as told:
        bake(vertices, triangles, BakeSettings(cell_size=0.1, cell_height=0.1))
    assert str(told.value).endswith("make cell_size larger or set tile_size, or scale the level to meters if it is in "
                                   "millimeters or centimeters")
    with pytest.raises(ValueError, match="tiles of 48 cells"):
        bake(vertices, triangles, BakeSettings(cell_size=0.1, cell_height=0.1, tile_size=48))


@pytest.mark.parametrize("tile_size", [0, 16])
@pytest.mark.parametrize("corners, told", [
    ([[3, 0, 0], [3, 0, 9], [3, 9, 9]], "0 × 9 m along x and z, less than half a cell of cell_size 0.25 m.*up is not Y"),
    ([[0, 0, 0], [0, 0, 0.1], [0.1, 0, 0]], r"0\.1 × 0\.1 m along x and z.*make cell_size smaller"),
])
def test_a_level_smaller_than_a_cell_says_what_to_do(corners, told, tile_size):
    with pytest.raises(ValueError, match=told):
        bake(np.array(corners, np.float32), np.array([[0, 1, 2]], np.int32), BakeSettings(tile_size=tile_size))


@pytest.mark.parametrize("tile_size", [0, 32])
def test_which_corner_of_a_triangle_comes_first_does_not_matter(tile_size):
    rng = np.random.default_rng(5)
    x, z = np.meshgrid(np.arange(13.0), np.arange(13.0), indexing="ij")
    points = np.column_stack([x.ravel(), rng.uniform(0, 0.7, x.size), z.ravel()]).astype(np.float32)
    points[:, [0, 2]] += rng.uniform(-0.3, 0.3, (len(points), 2)).astype(np.float32)
    i = (np.arange(12)[:, None] * 13 + np.arange(12)).ravel()
    triangles = np.concatenate([np.column_stack([i, i + 1, i + 14]), np.column_stack([i, i + 14, i + 13])]).astype(np.int32)
    settings = BakeSettings(tile_size=tile_size, detail_sample_max_error=0.2)
    want = bake(points, triangles, settings).to_bytes()
    for _ in range(3):
        turned = np.array([np.roll(corners, rng.integers(3)) for corners in triangles], np.int32)
        assert bake(points, turned, settings).to_bytes() == want
