"""Levels that no one would build: what must hold of every bake (tests/soups.py). bench/fuzz_bake.py bakes them by the thousand."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.api.baking.bakes import bake_stages
from navpy.baking.settings import BakeSettings
from navpy.mesh.off_mesh_link import OffMeshLink
from tests.soups import InOne, check_case, make_case

EXECUTOR = InOne()
pytestmark = pytest.mark.filterwarnings("ignore::navpy.LevelWarning")      # they look wrong, as they are


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_any_level_is_refused_or_bakes_to_a_sound_mesh(seed):
    check_case(make_case(seed), EXECUTOR)


@pytest.mark.parametrize("first", range(0, 150, 30))
def test_a_row_of_levels(first):
    counts = [check_case(make_case(seed), EXECUTOR) for seed in range(first, first + 30)]
    baked = [count for count in counts if count is not None]
    assert len(baked) > 20 and sum(count["polygons"] > 0 for count in baked) > 10
    assert not any(count["warnings"] for count in baked)


# Where the order of the triangles made a difference: two detail triangles share an edge that a vertex of the source lies on,
# and a height of 0 or −0.
@pytest.mark.parametrize("seed", (9464, 11496, 13552, 29776, 30872, 37936))
def test_the_order_of_the_triangles_does_not_matter(seed):
    check_case(make_case(seed), EXECUTOR)


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_triangles_of_all_magnitudes_are_cut_to_the_bounds(first):
    for seed in range(first, first + 50):
        rng = np.random.default_rng(seed)
        count = rng.integers(1, 12)
        scale = 10 ** rng.uniform(-3, 38, (count, *((3, 3), (3, 1), (1, 1))[rng.integers(3)]))
        flatness = rng.choice([1e-38, 1e-6, 1e-3, 0.3, 1])
        corners = rng.uniform(-3, 3, (count, 3, 3)) * scale * (1, flatness, 1) + rng.uniform(0, 20, (count, 3, 3))
        triangles = np.arange(3 * count, dtype=np.int32).reshape(-1, 3)
        mesh = bake_stages(corners.reshape(-1, 3).astype(np.float32), triangles, BakeSettings(tile_size=int(rng.choice([0, 16]))),
                           bounds=((0, -5, 0), (10, 5, 10)), executor=EXECUTOR).mesh
        mesh.validate()
        assert mesh.vertex_count == 0 or np.all(abs(mesh.vertices - (5, 0, 5)) <= 5.5)


@pytest.mark.parametrize("tile_size", [0, 16])
@pytest.mark.parametrize("size", [1e9, 1e18, 1e30, 3e38])
def test_a_plane_as_large_as_float32_allows(size, tile_size):
    corners = np.array([(-size, 0, -size), (-size, 0, size), (size, 0, size), (size, 0, -size)], np.float32)
    stages = bake_stages(corners, np.array([(0, 1, 2), (0, 2, 3)], np.int32), BakeSettings(tile_size=tile_size),
                         bounds=((0, -1, 0), (10, 2, 10)), executor=EXECUTOR)
    assert stages.mesh.area == pytest.approx((10 - 2 * 0.75)**2) and np.all(stages.mesh.vertices[:, 1] == 0)


def test_thousands_of_links_are_added_at_once_and_have_both_ends_on_the_mesh():
    case = make_case(304)
    stages = bake_stages(case.vertices, case.triangles, case.settings, **case.more)
    mesh = stages.mesh
    assert len(stages.links) == len(mesh.links) > 1000 and mesh.version == 2
    near = 2 * max(case.settings.cell_size, case.settings.cell_height)
    for link in mesh.links:
        assert mesh.locate(link.start, (near, near, near)) and mesh.locate(link.end, (near, near, near))


def test_links_without_an_end_are_left_out_at_once():
    """Looking for the ends of all links again for each that goes would take minutes where there are hundreds."""
    rng, floor = np.random.default_rng(0), np.array([(0, 0, 0), (0, 0, 40), (40, 0, 40), (40, 0, 0)], np.float32)
    mesh = bake_stages(floor, np.array([(0, 1, 2), (0, 2, 3)], np.int32)).mesh
    starts, ends, lost = rng.uniform(2, 38, (1200, 2)), rng.uniform(2, 38, (1200, 2)), rng.random(1200) < 0.5
    ends[lost] += 100
    links = [OffMeshLink((a[0], 0, a[1]), (b[0], 0, b[1]), radius=0.5, two_way=False, kind=1)
             for a, b in zip(starts.tolist(), ends.tolist())]
    version = mesh.version
    mesh.add_found_links(links)
    kept = [(link.start, link.end) for link, missing in zip(links, lost) if not missing]
    assert sorted((link.start, link.end) for link in mesh.links) == sorted(kept) and 500 < len(kept) < 700
    assert mesh.version == version + 1
