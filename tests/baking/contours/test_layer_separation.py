import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tests.make_columns import heightfield_of
from navpy.api.baking.compact import floor_areas, floor_heights, floor_neighbors
from navpy.baking.voxels.areas import BoxVolume, mark_volumes
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.contours.contours import ContourSet
from navpy.baking.voxels.distance_field import build_distance_field
from navpy.api.baking.bakes import bake_stages
from navpy.baking.contours.polygons import PolyMesh
from navpy.baking.regions.regions import build_layer_regions, build_monotone_regions, build_watershed_regions
from navpy.baking.settings import BakeSettings
from navpy.baking.contours.layer_separation import separate_layers

BUILDS = [build_watershed_regions, build_monotone_regions, build_layer_regions]
# A block in the middle, too low to walk under from the row z = 1, that is stepped onto from there: floors wind up from under it to
# the top of it around both ends of the edge in between.
HOLLOW = [[[(0, 15, 63)], [(0, 15, 63), (23, 24, 63)], [(0, 15, 63)]],
          [[(0, 17, 63)], [(0, 17, 63)], [(0, 17, 63)]]]


def polygons_of(compact, build, max_error=0.0, vertices_per_polygon=6):
    build_distance_field(compact)
    build(compact, 0, 0)
    return PolyMesh(ContourSet(compact, max_error, 0), vertices_per_polygon)


def parts_of(compact):
    """What of the walkable floors hangs together: a label a floor."""
    neighbors, walkable = floor_neighbors(compact), floor_areas(compact) > 0
    floors, directions = np.nonzero(neighbors >= 0)
    others = neighbors[floors, directions]
    both = walkable[floors] & walkable[others]
    graph = coo_array((np.ones(both.sum()), (floors[both], others[both])), shape=(len(neighbors),) * 2)
    return connected_components(graph, directed=False)[1]


def links_of(mesh):
    """Pairs of polygons that share an edge, and how many parts they make."""
    owner, pairs = {}, set()
    for i, (a, b) in enumerate(zip(mesh.offsets, mesh.offsets[1:])):
        ring = list(mesh.corners[a:b])
        for edge in zip(ring, ring[1:] + ring[:1]):
            assert edge not in owner
            owner[edge] = i
    pairs = [(i, owner[b, a]) for (a, b), i in owner.items() if (b, a) in owner]
    graph = coo_array((np.ones(len(pairs)), tuple(np.array(pairs, int).reshape(-1, 2).T)), shape=(mesh.polygon_count,) * 2)
    return connected_components(graph, directed=False)[0]


@pytest.mark.parametrize("build", BUILDS)
def test_a_block_over_a_hollow_is_parted_by_one_step_beside_it(build):
    compact = CompactHeightfield(heightfield_of(HOLLOW), 8, 7)
    before = floor_neighbors(compact)
    mesh = polygons_of(compact, build)
    assert mesh.overlapping == 1
    assert separate_layers(compact, mesh) == 1
    cut = np.argwhere(before != floor_neighbors(compact))
    heights = floor_heights(compact)
    assert sorted(heights[floor] for floor, _ in cut) == [15, 17]      # the step onto the block leads around both ends
    mesh = polygons_of(compact, build)
    assert mesh.overlapping == 0 and links_of(mesh) == 1 and separate_layers(compact, mesh) == 0


def test_an_unwalkable_floor_is_where_floors_are_parted():
    compact = CompactHeightfield(heightfield_of(HOLLOW), 8, 7)
    mark_volumes(compact, [BoxVolume((0.5, 15, 0.5), (0.9, 2, 0.9), 0.0, area=0)], True)
    assert (floor_areas(compact) == 0).sum() == 1
    before, parts = floor_neighbors(compact), parts_of(compact)
    mesh = polygons_of(compact, build_monotone_regions)
    assert mesh.overlapping == 1 and separate_layers(compact, mesh) == 1
    cut = np.argwhere(before != floor_neighbors(compact))
    assert (floor_areas(compact)[cut[:, 0]] == 0).any() and (parts_of(compact) == parts).all()
    assert polygons_of(compact, build_monotone_regions).overlapping == 0


@pytest.mark.parametrize("build", BUILDS)
def test_floors_that_only_come_up_to_the_same_height_keep_all_their_steps(build):
    # A shelf too low to stand on, as high as what one climbs to around the corners below its edge.
    rows = [[[(0, 4, 63)], [(0, 2, 63), (6, 7, 63), (10, 11, 0)], []],
            [[(0, 7, 63)], [(0, 2, 63)], [(0, 7, 63)]]]
    compact = CompactHeightfield(heightfield_of(rows), 4, 6)
    before = floor_neighbors(compact)
    mesh = polygons_of(compact, build)
    assert mesh.overlapping == 0 and separate_layers(compact, mesh) == 0 and (floor_neighbors(compact) == before).all()


def quad(x, z, y):
    return [(x, y, z), (x, y, z + 1), (x + 1, y, z + 1), (x, y, z), (x + 1, y, z + 1), (x + 1, y, z)]


@pytest.mark.parametrize("tile_size", [0, 8])
@pytest.mark.parametrize("partition", [0, 1, 2])
def test_the_bake_of_it_is_one_island_without_a_warning(partition, tile_size):
    corners = [quad(x, z, top) for z, row in enumerate(HOLLOW) for x, column in enumerate(row) for _, top, _ in column]
    vertices = np.array(corners, dtype=np.float32).reshape(-1, 3)
    triangles = np.arange(len(vertices), dtype=np.int32).reshape(-1, 3)
    made = BakeSettings(cell_size=1.0, cell_height=1.0, agent_height=8.0, agent_radius=0.0, agent_max_climb=7.0,
                        region_min_size=0.0, region_merge_size=0.0, edge_max_error=0.0, sample_partition_type=partition,
                        filter_ledge_spans=False, filter_enclosed_spaces=False, tile_size=tile_size)
    stages = bake_stages(vertices, triangles, made)
    assert stages.warnings == [] and stages.mesh.island_count == 1 and stages.mesh.area == pytest.approx(7)


@st.composite
def columns(draw):
    """Up to three floors a column, as far apart as an agent is tall or nearly, and agents that climb nearly any of it."""
    height = draw(st.integers(2, 8))
    climb = draw(st.integers(1, height + 2))
    gap = draw(st.integers(0, 3))
    column = st.lists(st.tuples(st.integers(0, height + 1 + gap), st.integers(max(1, height - 2), height + 1)), max_size=3)
    width, depth = draw(st.integers(2, 8)), draw(st.integers(2, 8))
    rows = draw(st.lists(st.lists(column, min_size=width, max_size=width), min_size=depth, max_size=depth))
    return height, climb, [[spans_of(steps) for steps in row] for row in rows]


def spans_of(steps):
    spans, top = [], 0
    for thickness, room in steps:
        spans.append((top, top + thickness + 1, 63))
        top += thickness + 1 + room
    return spans


@given(columns(), st.sampled_from(BUILDS), st.sampled_from([0.0, 1.3, 3.0]), st.integers(3, 6))
@settings(max_examples=150, deadline=None)
def test_no_polygons_overlap_and_what_hung_together_does(drawn, build, max_error, vertices_per_polygon):
    check_parting(*drawn, build, max_error, vertices_per_polygon)


@pytest.mark.parametrize("seed", range(2))
def test_the_same_in_levels_full_of_spirals(seed):
    rng, parted = np.random.default_rng(seed), 0
    for _ in range(100):
        height, gap, (width, depth) = rng.integers(2, 9), rng.integers(0, 4), rng.integers(4, 9, 2)
        rows = [[spans_of([(int(rng.integers(0, height + 2 + gap)), int(rng.integers(height - 2, height + 2)))
                           for _ in range(rng.integers(1, 4))]) for _ in range(width)] for _ in range(depth)]
        parted += check_parting(int(height), int(rng.integers(height // 2, height + 3)), rows, BUILDS[rng.integers(3)],
                                rng.choice([0.0, 1.3]), 3)
    assert parted > 0


def check_parting(height, climb, rows, build, max_error, vertices_per_polygon):
    compact = CompactHeightfield(heightfield_of(rows), height, climb)
    parts, steps = parts_of(compact), 0
    mesh = polygons_of(compact, build, max_error, vertices_per_polygon)
    while mesh.overlapping:
        taken = separate_layers(compact, mesh)
        assert taken > 0
        steps += taken
        mesh = polygons_of(compact, build, max_error, vertices_per_polygon)
    assert (parts_of(compact) == parts).all()
    return steps
