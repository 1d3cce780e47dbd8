"""Which tiles have to be baked again: none of a level baked as a whole; after changes those whose borders do not fit, once."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy import bake, bake_tile
from navpy.baking.settings import BakeSettings
from navpy.navmesh.navmesh import NavMesh
from tests.levels import city, hills, house, level, ramp, ramp_tower, turned_box, yard

SETTINGS = st.fixed_dictionaries({
    "cell_size": st.sampled_from([0.2, 0.25, 0.3, 0.5]), "cell_height": st.sampled_from([0.05, 0.1, 0.2]),
    "agent_radius": st.sampled_from([0.0, 0.3, 0.6]), "agent_max_climb": st.sampled_from([0.3, 0.5, 0.9, 1.5]),
    "agent_height": st.sampled_from([1.0, 1.8]), "tile_size": st.sampled_from([16, 24, 48]),
    "region_min_size": st.sampled_from([0, 2, 8]), "sample_partition_type": st.integers(0, 2),
    "edge_max_error": st.sampled_from([0.0, 1.3]), "filter_ledge_spans": st.booleans(), "filter_enclosed_spaces": st.booleans()})
BOUNDS = ((0, -1, 0), (40, 11, 40))


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), boxes=st.integers(0, 90), stairs=st.integers(0, 12), options=SETTINGS)
def test_a_baked_city_has_none(seed, boxes, stairs, options):
    assert bake(*city(seed, 40.0, boxes, stairs), BakeSettings(**options)).unconnected_tiles() == []


@pytest.mark.parametrize("tile_size", [12, 20, 48])
@pytest.mark.parametrize("partition", [0, 1, 2])
@pytest.mark.parametrize("make", [hills, house, yard, ramp_tower])
def test_a_baked_level_has_none(make, partition, tile_size):
    options = BakeSettings(cell_size=0.25, cell_height=0.1, agent_radius=0.4, agent_max_climb=0.5, tile_size=tile_size,
                           sample_partition_type=partition)
    assert bake(*make(), options).unconnected_tiles() == []


@pytest.mark.parametrize("seed, boxes, stairs, radius, tile_size", [(751, 13, 3, 0.0, 24), (1200, 52, 5, 0.6, 16)])
def test_a_city_of_layers_has_none(seed, boxes, stairs, radius, tile_size):
    options = BakeSettings(cell_size=0.3, cell_height=0.1, agent_radius=radius, agent_max_climb=0.5, tile_size=tile_size,
                           sample_partition_type=2, region_min_size=2)
    assert bake(*city(seed, 40.0, boxes, stairs), options).unconnected_tiles() == []


@pytest.mark.parametrize("partition", [0, 2])
def test_a_hole_joined_to_a_corner_on_the_border_leaves_the_border_open(partition):
    """The corner is twice in the outline then; the edge that ends there still leads into the neighbor."""
    options = BakeSettings(cell_size=0.25, cell_height=0.1, agent_radius=0.3, tile_size=40, region_min_size=0,
                           sample_partition_type=partition)
    for x, z in np.mgrid[12:18:0.5, 6.5:8.1:0.5].reshape(2, -1).T:
        mesh = bake(*level(ramp((0, 0), (20, 0), 0, 10), turned_box((x, -0.5, z), (1, 3, 1), 0.0)), options)
        assert len(mesh.tiles) == 2 and mesh.island_count == 1 and mesh.unconnected_tiles() == [], (x, z)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), added=st.integers(1, 6), removed=st.integers(0, 6), options=SETTINGS, first=st.integers(1, 5))
def test_after_changes_the_listed_tiles_are_baked_once(seed, added, removed, options, first):
    """Some tiles are baked with the changed level, and then those that are named, until none is: each once, and the mesh fits."""
    rng = np.random.default_rng(seed)
    before, after = city(seed, 40.0, 24, 4), city(seed, 40.0, 24 - removed, 4)
    boxes = (turned_box((rng.uniform(0, 40), -0.5, rng.uniform(0, 40)), rng.uniform(1, 9, 3), k) for k in range(added))
    after = level((after[0].tolist(), after[1].tolist()), *boxes)
    options = BakeSettings(**options)
    mesh = bake(*before, options, bounds=BOUNDS)
    assert mesh.unconnected_tiles() == []
    places = [(x, z) for x in range(int(np.ceil(40 / mesh.tile_size))) for z in range(int(np.ceil(40 / mesh.tile_size)))]
    waiting, done = {places[i] for i in rng.choice(len(places), min(first, len(places)), replace=False)}, set()
    while waiting:
        place = min(waiting)
        mesh.add_tile(bake_tile(*after, options, *place, bounds=BOUNDS))
        done.add(place)
        named = set(mesh.unconnected_tiles())
        assert all(any((x + dx, z + dz) in done for dx, dz in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))) for x, z in named)
        waiting = (waiting | named) - done
    assert mesh.unconnected_tiles() == []


def test_a_missing_neighbor_is_named():
    mesh = bake(*level(ramp((0, 0), (20, 0), 0, 20)), BakeSettings(cell_size=0.25, agent_radius=0.3, tile_size=20))
    mesh.remove_tile(1, 1)
    assert mesh.unconnected_tiles() == [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]
    assert NavMesh().unconnected_tiles() == []
