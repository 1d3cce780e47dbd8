"""Searches spread over frames: whatever the slices, the answers are those of find_path."""
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import navpy
from navpy.navmesh.navmesh import NavMesh
from navpy.query import PathQueue
from tests.cutting import cut_mesh
from tests.meshes import delaunay_mesh, grid_mesh, meshes, random_points

MESHES = list(meshes(2))


def same(path, other):
    return (path.status, path.reason, path.length, path.searched) == (other.status, other.reason, other.length, other.searched) \
        and (path.points == other.points).all() and (path.corridor == other.corridor).all()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(MESHES) - 1), st.integers(0, 1000), st.lists(st.integers(1, 40), min_size=1, max_size=5),
       st.sampled_from(["auto", "corridor", "centers"]), st.booleans())
def test_slices_change_nothing(which, seed, slices, algorithm, allow_partial):
    mesh = MESHES[which]
    ends = [point for _, point in random_points(mesh, 12, np.random.default_rng(seed))]
    queue = PathQueue(mesh)
    tickets = [queue.start(a, b, allow_partial, algorithm=algorithm) for a, b in zip(ends[::2], ends[1::2])]
    assert len(queue) == 6 and queue.finish(tickets[0]) is None
    left, turn = 6, 0
    while left:
        before = left
        left = queue.advance(slices[turn % len(slices)])
        assert left <= before and left == len(queue)
        turn += 1
        assert turn < 100_000
    for ticket, a, b in zip(tickets, ends[::2], ends[1::2]):
        assert ticket.is_over and same(queue.finish(ticket), mesh.find_path(a, b, allow_partial, algorithm=algorithm))


def test_an_advance_takes_no_more_nodes_than_it_is_given():
    mesh = delaunay_mesh(4, points=400, removed=0.1)
    ends = [point for _, point in random_points(mesh, 40, np.random.default_rng(2))]
    whole = [mesh.find_path(a, b, algorithm="corridor").searched for a, b in zip(ends[::2], ends[1::2])]
    queue = PathQueue(mesh)
    for a, b in zip(ends[::2], ends[1::2]):
        queue.start(a, b, algorithm="corridor")
    turns = 1
    while queue.advance(10):
        turns += 1
    assert sum(whole) > 500 and turns >= (sum(whole) + len(whole)) / 10 - 1


def test_a_request_can_be_taken_back_at_any_time():
    mesh = grid_mesh(1, removed=0.1)
    a, b = (point for _, point in random_points(mesh, 2, np.random.default_rng(5), kinds=(2,)))
    queue = PathQueue(mesh)
    first, second, third = (queue.start(a, b) for _ in range(3))
    queue.advance(1)
    queue.cancel(first)
    queue.cancel(third)
    assert len(queue) == 1 and queue.advance(10_000) == 0
    assert queue.finish(first) is None and queue.finish(third) is None and same(queue.finish(second), mesh.find_path(a, b))
    queue.cancel(second)
    assert queue.finish(second) is not None


def test_a_request_can_be_taken_back_while_another_thread_searches_for_it():
    side = 120
    squares = [(x, z) for x in range(side) for z in range(side) if x != side // 2 or z == 0]
    mesh = NavMesh.from_polygons([(x, 0, z) for x in range(side + 1) for z in range(side + 1)],
                                 [(x * (side + 1) + z, x * (side + 1) + z + 1, (x + 1) * (side + 1) + z + 1, (x + 1) * (side + 1) + z)
                                  for x, z in squares])
    queue, ends = PathQueue(mesh), ((1, 0, side - 2), (side - 2, 0, side - 2))
    with ThreadPoolExecutor(1) as threads:
        for _ in range(10):
            ticket, short = queue.start(*ends, algorithm="corridor"), queue.start((1, 0, 1), (3, 0, 1))
            searching = threads.submit(queue.advance, 10**9)
            time.sleep(0.003)
            queue.cancel(ticket)
            assert searching.result() == 0 and ticket.is_over
            assert same(queue.finish(short), mesh.find_path((1, 0, 1), (3, 0, 1)))


def test_a_mesh_that_changes_is_searched_anew():
    whole = grid_mesh(6, removed=0.05)
    tiles = cut_mesh(whole, 2.5)
    mesh = NavMesh.from_tiles(tiles.values(), 2.5)
    start, goal = (0.5, 0.0, 0.5), (8.5, 0.0, 7.5)
    queue = PathQueue(mesh)
    for key in sorted(tiles)[2:6]:
        ticket = queue.start(start, goal)
        queue.advance(3)
        mesh.remove_tile(*key)
        while queue.advance(5):
            pass
        assert same(queue.finish(ticket), mesh.find_path(start, goal))


def test_bad_requests():
    queue = PathQueue(grid_mesh(1))
    with pytest.raises(ValueError, match="start: "):
        queue.start((1, 2), (0, 0, 0))
    ticket = queue.start((float("nan"), 0, 0), (0, 0, 0))
    assert queue.advance(1) == 0 and queue.finish(ticket).reason is navpy.Reason.INVALID_INPUT
    assert queue.advance(5) == 0 and queue.advance(-1) == 0
    with pytest.raises(ValueError, match="filter: is one of another mesh"):
        queue.start((0, 0, 0), (1, 0, 1), filter=navpy.QueryFilter(grid_mesh(2)))
    assert queue.advance(10**30) == 0
