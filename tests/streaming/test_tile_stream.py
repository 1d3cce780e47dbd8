"""Which tiles are loaded, against a model that looks at all of them."""
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from navpy.streaming import NavWorld
from tests.streaming.worlds import ORIGIN, SIZE, grid_tiles, whole_mesh, write

TILES = grid_tiles(1, 24, 20)
PLACE = st.tuples(st.floats(-10.0, 40.0), st.just(0.0), st.floats(-10.0, 40.0))


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("worlds") / "w"
    write(path, TILES.values())
    return path


def distance_to(place, points):
    """Meters from the nearest of some points to a tile's square."""
    low = [origin + SIZE * k for origin, k in zip(ORIGIN, place)]
    return min((math.hypot(*[max(a - p, p - a - SIZE, 0.0) for a, p in zip(low, (x, z))]) for x, _y, z in points), default=math.inf)


def memory_of(path):
    """{place: bytes}: each tile loaded alone."""
    found = {}
    with NavWorld.open(path) as world:
        world.distance = 1e-3
        for x, z in world.places:
            world.focus = [(ORIGIN[0] + SIZE * (x + 0.5), 0.0, ORIGIN[1] + SIZE * (z + 0.5))]
            world.update(None)
            before = {place for place in world.mesh.tiles}
            if before != {(x, z)}:                      # neighbors that stay a tile's size longer
                world.focus = [(1e6, 0.0, 1e6)]
                world.update(None)
                world.focus = [(ORIGIN[0] + SIZE * (x + 0.5), 0.0, ORIGIN[1] + SIZE * (z + 0.5))]
                world.update(None)
            assert world.mesh.tiles == [(x, z)]
            found[x, z] = world.loaded_bytes
    return found


@pytest.fixture(scope="module")
def memory(path):
    return memory_of(path)


@given(moves=st.lists(st.tuples(st.lists(PLACE, max_size=3), st.floats(0.1, 15.0), st.floats(1.0, 3e5)), max_size=6))
def test_the_loaded_tiles_are_the_nearest_that_memory_has_room_for(path, memory, moves):
    loaded = set()
    with NavWorld.open(path) as world:
        for points, distance, budget in moves:
            world.focus, world.distance, world.memory = points, distance, budget
            assert world.update(None) == 0
            order = sorted((distance_to(place, points), place[1], place[0]) for place in TILES
                           if distance_to(place, points) <= distance + (SIZE if place in loaded else 0.0))
            kept, left, starved = set(), int(budget), 0
            for away, z, x in order:
                left -= memory[x, z]
                kept |= {(x, z)} if left >= 0 else set()
                starved += left < 0 and away <= distance
            loaded = kept
            assert set(world.mesh.tiles) == loaded
            assert world.loaded_bytes == sum(memory[place] for place in loaded) <= max(budget, 0.0)
            assert world.starved == starved


def test_tiles_that_come_and_go_leave_the_mesh_of_those_that_stay(path):
    with NavWorld.open(path) as world:
        world.distance = 5.0
        for i in range(30):
            world.focus = [(12.0 + 10.0 * math.cos(i), 0.0, 10.0 + 9.0 * math.sin(2.0 * i))]
            world.update(None)
        rest = {place: TILES[place] for place in world.mesh.tiles}
        assert world.mesh.to_bytes() == whole_mesh(rest).to_bytes()
        world.mesh.validate()


def test_an_update_of_no_time_adds_or_removes_a_tile_and_all_come_in_the_end(path):
    import time
    with NavWorld.open(path) as world:
        world.focus, world.distance = [(10.0, 0.0, 10.0)], 6.0
        most, until = 0, time.monotonic() + 60.0
        while world.update(0.0) > 0 and time.monotonic() < until:
            count = len(world.mesh.tiles)
            assert count - most <= 1
            most = count
        assert set(world.mesh.tiles) == {place for place in TILES if distance_to(place, world.focus) <= 6.0}


@pytest.mark.parametrize("name, value, message", [
    ("focus", [(0.0, math.nan, 0.0)], r"focus\[0\]"), ("focus", [(0, 0, 0), (1, 2)], r"focus\[1\]"), ("distance", 0.0, "distance"),
    ("distance", math.nan, "distance"), ("memory", -1.0, "memory"),
])
def test_bad_values_are_named_and_change_nothing(path, name, value, message):
    with NavWorld.open(path) as world:
        before = getattr(world, name)
        with pytest.raises(ValueError, match=message):
            setattr(world, name, value)
        assert getattr(world, name) == before
