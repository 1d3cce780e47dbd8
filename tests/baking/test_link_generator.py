"""Off-mesh links that the bake finds: where they are, where they are not, and that the way along each is free."""
import numpy as np
import pytest

from tests.levels import box, level
from navpy.api.baking.heightfield import column_spans, level_bounds
from navpy.api.baking.bakes import bake_stages, bake_tile
from navpy.baking.pipeline import tile_reach
from navpy.baking.settings import BakeSettings
from navpy.baking.voxels.areas import BoxVolume
from navpy.navmesh.navmesh import NavMesh
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.mesh.tiles.tile import NavMeshTile

FINE = dict(cell_size=0.1, cell_height=0.1, agent_radius=0.3, agent_height=1.5, agent_max_climb=0.3)
DROP, CLIMB, JUMP = 1, 2, 3
TILE_SIZES = (0, 37, 64)


def baked(parts, tile_size=0, **links):
    return bake_stages(*level(*parts), BakeSettings(**FINE, tile_size=tile_size, **links))


def kinds(stages):
    return {link[4] for link in stages.links}


def turned(part, angle, center=(0.0, 0.0)):
    corners, faces = part
    c, s = np.cos(angle), np.sin(angle)
    return [(center[0] + c * (x - center[0]) + s * (z - center[1]), y, center[1] - s * (x - center[0]) + c * (z - center[1]))
            for x, y, z in corners], faces


def platform(height):
    """A platform of 6 m × 6 m in the middle of a ground of 16 m × 16 m."""
    return [box((0, -1, 0), (16, 0, 16)), box((5, -1, 5), (11, height, 11))]


def gap(width, *more, height=8.0, angle=0.0):
    """Two blocks, `width` apart along x, over nothing that can be reached."""
    parts = [box((0, -1, 0), (6, height, 6)), box((6 + width, -1, 0), (12 + width, height, 6)), *more]
    return [turned(part, angle, (6, 3)) for part in parts]


@pytest.mark.parametrize("tile_size", TILE_SIZES)
@pytest.mark.parametrize("height, links, want", [
    (1.0, dict(link_drop_height=2.0), {DROP}),
    (1.0, dict(link_drop_height=2.0, link_climb_height=0.5), {DROP}),
    (1.0, dict(link_drop_height=2.0, link_climb_height=1.2), {CLIMB}),
    (1.0, dict(link_climb_height=1.2), {CLIMB}),
    (2.5, dict(link_drop_height=2.0, link_climb_height=1.2), set()),
    (1.0, {}, set()),
])
def test_drops_and_climbs_by_their_height(height, links, want, tile_size):
    stages = baked(platform(height), tile_size, **links)
    assert kinds(stages) == want
    mesh = stages.mesh
    for start, end, width, two_way, kind in stages.links:
        assert two_way == (kind == CLIMB)
        assert start[1] == pytest.approx(height, abs=0.11) and end[1] == pytest.approx(0, abs=0.11)
    if want:
        assert len(mesh.links) == len(stages.links)
        assert all(link.start_poly >= 0 and link.end_poly >= 0 and link.two_way == (want == {CLIMB}) for link in mesh.links)
        x, _, z = np.ptp([v for v in mesh.vertices if v[1] > height - 0.3], axis=0)
        by_side = np.zeros(4)
        for start, end, width, *_ in stages.links:
            by_side[int(np.argmax((start[0] - end[0], end[0] - start[0], start[2] - end[2], end[2] - start[2])))] += width
        assert by_side == pytest.approx([z, z, x, x], abs=1e-6) and min(x, z) > 6 - 2 * 0.4 - 1e-6


@pytest.mark.parametrize("blocked, part", [
    (True, box((4.4, -1, 3), (4.6, 5, 13))),            # a wall before the ledge
    (True, box((2, 1.8, 2), (4.9, 2.2, 14))),           # a ceiling over the ground, too low for one who comes over the ledge
    (False, box((2, 3.0, 2), (4.9, 3.4, 14))),
])
def test_what_stands_in_the_way_of_a_drop(blocked, part):
    stages = baked([*platform(1.0), part], link_drop_height=1.5)
    west = [link for link in stages.links if link[1][0] < link[0][0] - 0.1]
    assert bool(west) != blocked
    assert [link for link in stages.links if link[1][0] > link[0][0] + 0.1]


@pytest.mark.parametrize("tile_size", TILE_SIZES)
@pytest.mark.parametrize("angle", [0.0, 0.1, 0.4, np.pi / 2, 2.0, np.pi, 4.0, 5.5])
def test_a_gap_is_jumped_once_and_both_ways(angle, tile_size):
    stages = baked(gap(1.5, angle=angle), tile_size, link_jump_distance=1.5)
    ways = stages.links
    assert ways and {kind for *_, kind in ways} == {JUMP} and all(two_way for _, _, _, two_way, _ in ways)
    assert len(stages.mesh.links) == len(ways) and stages.mesh.island_count == 1
    assert all(link.start_poly >= 0 and link.end_poly >= 0 for link in stages.mesh.links)
    # In the ground's frame along the edge: no two cover the same stretch, all together cover it.
    edge = np.array([np.sin(angle), np.cos(angle)])
    stretches = sorted((np.dot(edge, (start[0], start[2])) - width / 2, np.dot(edge, (start[0], start[2])) + width / 2)
                       for start, _, width, _, _ in ways)
    covered = sum(high - low for low, high in stretches)
    assert covered <= np.ptp(stages.mesh.vertices[:, [0, 2]] @ edge) + 1e-6
    if angle % (np.pi / 2) == 0:
        assert covered >= 6 - 2 * 0.4 - 0.25
        assert all(after[0] >= before[1] - 1e-6 for before, after in zip(stretches, stretches[1:]))


@pytest.mark.parametrize("back", [0.5, 0.65])
def test_a_step_behind_the_ledges_does_not_stop_a_jump(back):
    """Both blocks rise by a step, which the agent climbs, a little behind the ledge: the body lands beside it."""
    tiers = [box((0, 7, 0), (6 - back, 8.2, 6)), box((7.5 + back, 7, 0), (13.5, 8.2, 6))]
    (start, end, _, _, kind), = baked(gap(1.5, *tiers), link_jump_distance=1.5).links
    assert kind == JUMP and max(start[1], end[1]) < 8.1


def test_gaps_too_wide_and_fenced_ones_are_not_jumped():
    for tile_size in TILE_SIZES:
        assert baked(gap(1.5), tile_size, link_jump_distance=1.5).links
        assert not baked(gap(1.5), tile_size, link_jump_distance=1.39).links
    for angle in (0.0, 0.3, 0.8):
        fence = box((6.7, -1, -2), (6.75, 12, 8))
        assert not baked(gap(1.5, fence, angle=angle), link_jump_distance=3.0).links
        half = box((6.7, -1, -2), (6.75, 12, 3))
        ways = baked(gap(1.5, half, angle=angle), link_jump_distance=3.0).links
        assert ways and all(turned_z(start, -angle) > 3 for start, *_ in ways)


@pytest.mark.parametrize("cell, step", [(0.25, 0.25), (0.1, 0.05)])
@pytest.mark.parametrize("tile_size", [0, 32])
def test_the_widest_gap_is_measured_from_brink_to_brink(cell, step, tile_size):
    settings = BakeSettings(cell_size=cell, cell_height=step, link_jump_distance=3.0, tile_size=tile_size)
    for width, jumped in ((1.0, True), (1.5, True), (2.0, True), (2.5, True), (3.0, True), (3.5, False), (4.0, False)):
        parts = box((0, -9, 0), (6, 0, 6)), box((6 + width, -9, 0), (12 + width, 0, 6))
        stages = bake_stages(*level(*parts), settings)
        assert bool(stages.links) == jumped
        for link in stages.mesh.links:
            for end, poly in ((link.start, link.start_poly), (link.end, link.end_poly)):
                at = stages.mesh.locate(end, (cell, 0.01, 0.01))
                assert poly >= 0 and at is not None and end[1] == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("jump", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("tile_size", [0, 32])
def test_where_the_ground_goes_on_a_gap_is_as_wide_as_what_is_cut_out(jump, tile_size):
    """A strip across a flat floor, all of it whole cells: the edges of the navmesh are farther apart, by the radius on both sides."""
    settings = BakeSettings(cell_size=0.25, agent_radius=0.5, link_jump_distance=jump, tile_size=tile_size)
    for width in np.arange(0.5, 3.6, 0.25):
        strip = BoxVolume((8, 0.5, 8), (width, 3, 40))
        stages = bake_stages(*level(box((0, -1, 0), (16, 0, 16))), settings, volumes=[strip])
        assert bool(stages.links) == (width <= jump), width


def test_a_wall_in_a_gap_blocks_where_the_feet_are_below_its_top():
    for height, jumped in ((-1.0, True), (0.4, True), (1.1, False), (1.6, False)):
        parts = [*gap(2.0, height=0.0), box((6.9, -1, 0), (7.1, height, 6))]
        stages = bake_stages(*level(*parts), BakeSettings(link_jump_distance=3.0))
        assert bool(stages.links) == jumped


def turned_z(point, angle):
    return turned(([point], []), angle, (6, 3))[0][0][2]


def blocks(seed, turn=0.0):
    """Boxes of all heights on a ground, some under a roof, with walls between."""
    rng = np.random.default_rng(seed)
    parts = [box((0, -1, 0), (14, 0, 14))]
    for _ in range(10):
        low = rng.uniform(0.5, 10, 2)
        high = low + rng.uniform(1.5, 3.5, 2)
        parts.append(box((low[0], -1, low[1]), (high[0], rng.choice([0.5, 0.9, 1.4, 2.0]), high[1])))
    for _ in range(4):
        x, z = rng.uniform(1, 12, 2)
        parts.append(box((x, -1, z), (x + rng.choice([0.1, 2.5]), 4, z + rng.choice([0.1, 2.5]))))
    x, z = rng.uniform(1, 8, 2)
    parts.append(box((x, 2.2, z), (x + 4, 2.4, z + 4)))
    return [turned(part, turn, (7, 7)) for part in parts]


EVERY_KIND = dict(link_drop_height=1.6, link_climb_height=1.0, link_jump_distance=1.8)


class Air:
    """What is free of solid spans, cell by cell: knows no navmesh."""

    def __init__(self, heightfield):
        self.field, self.origin, self.columns = heightfield, level_bounds(heightfield)[0], {}

    def blocked(self, x, z, radius, low, high):
        """Does a cylinder at (x, z), all in meters, touch a span by more than a hair?"""
        size = self.field.cell_size
        x, z, radius = (x - self.origin[0]) / size, (z - self.origin[2]) / size, radius / size
        low, high = ((y - self.origin[1]) / self.field.cell_height for y in (low, high))
        for i in range(int(np.floor(x - radius)), int(np.ceil(x + radius))):
            for k in range(int(np.floor(z - radius)), int(np.ceil(z + radius))):
                if np.hypot(x - np.clip(x, i, i + 1), z - np.clip(z, k, k + 1)) < radius:
                    if (i, k) not in self.columns:
                        self.columns[i, k] = column_spans(self.field, i, k)
                    if any(bottom < high - 1e-6 and top > low + 1e-6 for bottom, top, _ in self.columns[i, k]):
                        return True
        return False


def body_on_its_way(link):
    """(x, z, low, high) of the body along a link, on every line across its width, a cell to three apart."""
    start, end, width, _, kind = link
    start, end = np.array(start), np.array(end)
    out = (end - start)[[0, 2]]
    length = np.hypot(*out)
    across = np.array([-out[1], out[0]]) / length
    step, height, cell = FINE["agent_max_climb"], FINE["agent_height"], FINE["cell_height"]
    for offset in np.linspace(-width / 2, width / 2, max(2, int(width / 0.3) + 1)):
        for t in np.linspace(0, 1, int(np.ceil(length / 0.1)) + 1):
            x, z = start[[0, 2]] + t * out + offset * across
            if kind == JUMP:
                feet = start[1] + t * (end[1] - start[1]) + 0.25 * length * 4 * t * (1 - t)
                ledge = min(t, 1 - t) * length < FINE["agent_radius"]
                yield x, z, max(feet, start[1] if t < 0.5 else end[1]) + (step + 2 * cell if ledge else cell), feet + height - cell
            else:
                yield x, z, start[1] + step + cell, start[1] + height - cell
        x, z = end[[0, 2]] + offset * across
        yield x, z, end[1] + step + cell, start[1] + height - cell


@pytest.mark.parametrize("seed, turn", [(1, 0.0), (6, 0.3), (11, 1.2)])
def test_the_way_along_every_link_is_free_and_both_its_ends_are_on_the_mesh(seed, turn):
    air = Air(bake_stages(*level(*blocks(seed, turn)), BakeSettings(**FINE)).heightfield)
    for tile_size in (0, 50):
        stages = baked(blocks(seed, turn), tile_size, **EVERY_KIND)
        assert kinds(stages) == {DROP, CLIMB, JUMP}
        assert all(link.start_poly >= 0 and link.end_poly >= 0 for link in stages.mesh.links)
        for link in stages.links:
            height = link[0][1] - link[1][1]
            assert (abs(height) if link[4] == JUMP else height) <= {JUMP: 0.3, CLIMB: 1.0, DROP: 1.6}[link[4]] + 1e-6
            assert not any(air.blocked(x, z, 0.29, low, high) for x, z, low, high in body_on_its_way(link))


def stretches(links):
    """Where links lead from, as stretches that don't touch: {(line, direction, kind): [[begin, end], …]} in meters along it."""
    found = {}
    for start, end, width, _, kind in links:
        start, out = np.array(start)[[0, 2]], np.subtract(end, start)[[0, 2]]
        out = np.round(out / np.hypot(*out)).astype(int)
        along = start @ np.array([-out[1], out[0]])
        line = round(float(start @ out) / 0.05), *out.tolist(), kind
        found.setdefault(line, []).append([along - width / 2, along + width / 2])
    for line, parts in found.items():
        parts.sort()
        joined = [parts[0]]
        for low, high in parts[1:]:
            if low > joined[-1][1] + 1e-5:
                joined.append([low, high])
            joined[-1][1] = max(joined[-1][1], high)
        found[line] = [(round(low / 0.01), round(high / 0.01)) for low, high in joined]
    return found


@pytest.mark.parametrize("seed", [1, 2, 3, 6, 7, 11])
def test_the_links_of_tiles_are_those_of_one_piece(seed):
    """Exact outlines: there are edges along the grid alone. No gap at a border of tiles or polygons."""
    settings = dict(EVERY_KIND, edge_max_error=0.0, region_min_size=0)
    whole = stretches(baked(blocks(seed), **settings).links)
    assert sum(high - low for parts in whole.values() for low, high in parts) > 1000
    assert {line[3] for line in whole} == {DROP, CLIMB, JUMP}
    for tile_size in (29, 50):
        assert stretches(baked(blocks(seed), tile_size, **settings).links) == whole


# ---- tiles that are replaced ----

HAND = 6, 0, 6

def links_of(mesh):
    return {(link.start, link.end, link.width, link.two_way, link.kind) for link in mesh.links}


@pytest.mark.parametrize("seed, turn", [(1, 0.0), (3, 0.3), (7, 0.3)])
def test_replacing_every_tile_by_itself_leaves_the_links_of_the_whole_bake(seed, turn):
    vertices, triangles = level(*blocks(seed, turn))
    settings = BakeSettings(**FINE, tile_size=29, region_min_size=0, **EVERY_KIND)
    bounds = vertices.min(axis=0), vertices.max(axis=0)
    mesh = bake_stages(vertices, triangles, settings, bounds=bounds).mesh
    mesh.add_link(HAND, (7, 1, 7), id=900, radius=8.0)
    want = links_of(mesh)
    tiles = {place: bake_tile(vertices, triangles, settings, *place, bounds=bounds) for place in mesh.tiles}
    again = NavMesh.from_bytes(mesh.to_bytes())
    assert links_of(again) == want and [link.of_tile for link in again.links] == [link.of_tile for link in mesh.links]
    for place, tile in reversed(tiles.items()):
        assert NavMeshTile.from_bytes(tile.to_bytes()) == tile and again.add_tile(tile) == 0
    again.validate()
    assert links_of(again) == want and [link.id for link in again.links if not link.of_tile] == [900]
    ids = [link.id for link in again.links]
    assert len(set(ids)) == len(ids)
    for place in list(tiles)[::3]:
        again.remove_tile(*place)
        again.validate()
    assert all(link.start_poly >= 0 for link in again.links if link.of_tile) and len(again.links) < len(want)
    for place in list(tiles)[::3]:
        again.add_tile(tiles[place])
    assert links_of(again) == want
    streamed = NavMesh.from_tiles(tiles.values(), mesh.tile_size, bounds[0], agent_radius=0.3, climb=mesh.climb)
    streamed.add_link(HAND, (7, 1, 7), id=900, radius=8.0)
    assert links_of(streamed) == want


def test_an_obstacle_where_a_link_ends_takes_that_link_alone():
    parts = [box((0, -1, 0), (14.8, 0, 14.8)), box((2, -1, 2), (3, 1, 3)), box((9, -1, 9), (13, 1, 13))]
    vertices, triangles = level(*parts)
    settings = BakeSettings(**FINE, tile_size=37, region_min_size=0, link_drop_height=1.5)
    bounds = vertices.min(axis=0), vertices.max(axis=0)
    mesh = bake_stages(vertices, triangles, settings, bounds=bounds).mesh
    before = links_of(mesh)
    changed = level(*parts, box((7.2, -1, 9.5), (8.6, 3, 12.5)))        # before the west side of the larger platform
    reach = tile_reach(settings)
    size = mesh.tile_size
    touched = [(x, z) for x, z in mesh.tiles if x * size - reach < 8.6 and (x + 1) * size + reach > 7.2
               and z * size - reach < 12.5 and (z + 1) * size + reach > 9.5]
    assert 0 < len(touched) < len(mesh.tiles)
    for place in touched:
        mesh.add_tile(bake_tile(*changed, settings, *place, bounds=bounds))
    mesh.validate()
    assert links_of(mesh) == links_of(bake_stages(*changed, settings, bounds=bounds).mesh)
    gone = before - links_of(mesh)
    assert gone and all(link[0][0] == pytest.approx(9.4, abs=0.2) and link[1][0] < link[0][0] for link in gone)


def test_links_of_neighbors_are_counted_that_lose_their_polygons_and_cut_where_others_begin():
    ground, ledge = flat_tile(1, ((4, 8), (0, 4)), 0.0), flat_tile(0, ((0, 4), (0, 4)), 2.0)
    drop = OffMeshLink((4, 2, 2), (4.9, 0, 2), radius=0.2, width=4, two_way=False, kind=DROP)
    mesh = NavMesh.from_tiles([ground, ledge.with_links([drop])], 4.0)
    assert [link.width for link in mesh.links] == [4.0] and mesh.island_count == 1
    halves = flat_tile(1, ((4, 8), (0, 1.5)), 0.0, ((4, 8), (1.5, 4)))
    assert mesh.add_tile(halves) == 0
    mesh.validate()
    assert sorted((link.start[2], link.width) for link in mesh.links) == [(0.75, 1.5), (2.75, 2.5)]
    assert mesh.add_tile(flat_tile(1, ((6, 8), (0, 4)), 0.0)) == 2 and not mesh.links and mesh.island_count == 2
    mesh.add_tile(ledge.with_links([drop]))
    assert not mesh.links
    mesh.remove_tile(1, 0)
    mesh.add_tile(ledge.with_links([drop]))
    assert [link.end_poly for link in mesh.links] == [-1]           # waits for a tile
    mesh.add_tile(flat_tile(1, ((4, 8), (1, 2)), 0.0))
    assert [(link.start[2], link.width) for link in mesh.links] == [(1.5, 1.0)] and mesh.island_count == 1


def flat_tile(x, first, y, *more):
    vertices, corners = [], []
    for (x0, x1), (z0, z1) in (first, *more):
        corners += range(len(vertices), len(vertices) + 4)
        vertices += [(x0, y, z0), (x0, y, z1), (x1, y, z1), (x1, y, z0)]
    return NavMeshTile(np.array(vertices, float), np.arange(0, len(corners) + 1, 4, dtype=np.int32), np.array(corners, np.int32), x=x)
