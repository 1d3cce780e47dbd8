"""Agents that cross off-mesh links."""
import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.base.core import Reason, Status
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.api.motion.crowd import Crowd
from navpy.navmesh.navmesh import NavMesh
from tests.cutting import cut_mesh
from tests.meshes import grid_mesh

from tests.crowds import AT_ONCE

DT = 1 / 60
SPEED = 3.5


def platforms(*boxes):
    """Rectangles (x0, z0, x1, z1, height)."""
    vertices = [v for x0, z0, x1, z1, y in boxes for v in ((x0, y, z0), (x0, y, z1), (x1, y, z1), (x1, y, z0))]
    return NavMesh.from_polygons(vertices, [range(4 * i, 4 * i + 4) for i in range(len(boxes))], climb=0.4, agent_radius=0.3)


def gap(height=-2.0, **link):
    """Two platforms with 3 m of nothing between them, and what leads across."""
    mesh = platforms((0, 0, 4, 4, 0.0), (7, 0, 11, 4, height))
    mesh.add_link((4, 0, 2), (7, height, 2), **{"id": 5, **link})
    return mesh


def run(crowd, agent, dt=DT, seconds=30.0, each=None):
    """Step until the agent rests; (place, link) before each step and at the end. No step is longer than its time allows."""
    track = [(np.array(crowd.position(agent)), crowd.link(agent))]
    for _ in range(int(seconds / dt)):
        if each:
            each(crowd, agent)
        crowd.step(dt)
        track.append((np.array(crowd.position(agent)), crowd.link(agent)))
        on_link = track[-1][1] >= 0 or track[-2][1] >= 0
        step = track[-1][0] - track[-2][0]
        assert np.linalg.norm(step if on_link else step[::2]) <= SPEED * dt * (1 + 1e-9)
        if not crowd.is_active(agent):
            return track
    raise AssertionError(f"still on its way: {crowd.position(agent)}, link {crowd.link(agent)}")


@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 0.1, 0.7])
@pytest.mark.parametrize("lift", [0.0, 1.0])
@pytest.mark.parametrize("height", [-2.0, 0.0, 1.5])
def test_it_is_crossed_in_a_straight_line_at_full_speed(dt, lift, height):
    crowd = Crowd(gap(height))
    agent = crowd.add_agent((1, lift, 1), max_speed=SPEED, **AT_ONCE)
    goal = (10, height, 3)
    assert crowd.request_path(agent, goal) == Status.RUNNING
    track = run(crowd, agent, dt)
    assert crowd.status(agent) == Status.SUCCESS and crowd.searches == 1
    assert track[-1][0] == pytest.approx((10, height + lift, 3), abs=2e-3)
    a, b = np.array((4, lift, 2)), np.array((7, height + lift, 2))
    on_link = [place for place, link in track if link >= 0]
    assert {link for _, link in track} == {-1, 5} or dt == 0.7
    for place in on_link:
        t = (place - a) @ (b - a) / ((b - a) @ (b - a))
        assert place == pytest.approx(a + t * (b - a), abs=1e-2)
    steps = np.linalg.norm(np.diff(on_link, axis=0), axis=1)
    assert steps[:-1] == pytest.approx(SPEED * dt, rel=1e-6)        # with the last one it lands
    for place, link in track:
        if link < 0:
            assert place[1] == pytest.approx(lift if place[0] < 5 else height + lift, abs=1e-9)
            assert place[0] <= 4 + 1e-3 or place[0] >= 7 - 1e-3


def test_a_ladder_is_climbed_straight_up_and_counts_for_the_way_left():
    mesh = platforms((0, 0, 4, 4, 0.0), (4, 0, 8, 4, 3.0))
    mesh.add_link((4, 0, 2), (4.0, 3.0, 2), id=1, radius=0.1)
    crowd = Crowd(mesh)
    agent = crowd.add_agent((3.5, 0, 2), max_speed=SPEED, **AT_ONCE)
    assert crowd.request_path(agent, (4.5, 3, 2)) == Status.RUNNING
    assert crowd.distance_left(agent) == pytest.approx(4.0, abs=1e-6)
    track = run(crowd, agent)
    assert track[-1][0] == pytest.approx((4.5, 3, 2), abs=2e-3) and len(track) * DT >= 4.0 / SPEED
    for place, link in track:
        if link >= 0:
            assert place[::2] == pytest.approx((4, 2), abs=1e-2)


def test_a_path_may_end_where_its_link_does():
    crowd = Crowd(gap())
    agent = crowd.add_agent((1, 0, 2), max_speed=SPEED, target_desired_distance=0.0)
    crowd.request_path(agent, (7, -2, 2))
    assert run(crowd, agent)[-1][0] == pytest.approx((7, -2, 2), abs=2e-3)
    assert crowd.status(agent) == Status.SUCCESS and crowd.link(agent) == -1


def test_the_link_is_gone_right_up_to_and_not_cut_short():
    crowd = Crowd(gap(0.0, width=2.0))
    agent = crowd.add_agent((1, 0, 0.2), max_speed=SPEED, path_desired_distance=3.0)
    crowd.request_path(agent, (10, 0, 3.8))
    track = run(crowd, agent)
    path = crowd.path(agent)
    first = next(place for place, link in track if link >= 0)
    assert 1 <= path[1][2] <= 3 and first == pytest.approx(path[1], abs=SPEED * DT + 1e-3)


def test_many_links_one_after_another():
    mesh = platforms(*[(5 * i, 0, 5 * i + 2, 2, 0.5 * i) for i in range(6)])
    mesh.add_links([OffMeshLink((5 * i + 2, 0.5 * i, 1), (5 * i + 5, 0.5 * i + 0.5, 1), id=i, width=1.0) for i in range(5)])
    crowd = Crowd(mesh)
    agents = [crowd.add_agent((0.5, 0, 0.2 + 0.2 * i), max_speed=SPEED, avoidance_enabled=False) for i in range(8)]
    for agent in agents:
        crowd.request_path(agent, (26.5, 2.5, 1))
    seen = set()
    for _ in range(1200):
        crowd.step(DT)
        seen |= {crowd.link(agent) for agent in agents}
    assert seen == {-1, 0, 1, 2, 3, 4} and crowd.searches == 8
    assert all(crowd.position(agent) == pytest.approx((26.5, 2.5, 1), abs=2e-3) for agent in agents)


# ---- what happens meanwhile ----

def onto_link(mesh, **params):
    """A crowd, and an agent in the middle of the link."""
    crowd = Crowd(mesh)
    agent = crowd.add_agent((3, 0, 2), max_speed=SPEED, **params)
    crowd.request_path(agent, (10, -2, 2))
    while crowd.position(agent)[0] < 5.5:
        crowd.step(DT)
    assert crowd.link(agent) == 5
    return crowd, agent


def test_stopped_in_the_air_it_comes_to_the_ground():
    crowd, agent = onto_link(gap())
    crowd.stop(agent)
    assert (crowd.status(agent), crowd.reason(agent)) == (Status.FAILURE, Reason.STOPPED) and crowd.is_active(agent)
    track = run(crowd, agent)
    assert track[-1][0] == pytest.approx((7, -2, 2), abs=2e-3) and crowd.link(agent) == -1
    assert (crowd.status(agent), crowd.reason(agent)) == (Status.FAILURE, Reason.STOPPED)
    crowd.request_path(agent, (10, -2, 2))
    run(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS


def test_a_new_target_is_searched_from_the_end_of_the_link():
    crowd, agent = onto_link(gap())
    assert crowd.request_path(agent, (1, 0, 1)) == Status.RUNNING
    path = crowd.path(agent)
    assert path[:3].tolist() == pytest.approx(np.float32([(4, 0, 2), (7, -2, 2), (4, 0, 2)]))
    track = run(crowd, agent)
    assert max(place[0] for place, _ in track) == pytest.approx(7, abs=1e-6)
    assert track[-1][0] == pytest.approx((1, 0, 1), abs=2e-3) and crowd.status(agent) == Status.SUCCESS


def test_an_unreachable_target_in_the_air_fails_and_it_lands():
    crowd, agent = onto_link(gap(two_way=False))
    assert crowd.request_path(agent, (1, 0, 1)) == Status.FAILURE
    assert crowd.reason(agent) == Reason.GOAL_UNREACHABLE
    assert run(crowd, agent)[-1][0] == pytest.approx((7, -2, 2), abs=2e-3)
    assert crowd.status(agent) == Status.FAILURE


@pytest.mark.parametrize("change", [
    lambda mesh, crowd: mesh.remove_links(5), lambda mesh, crowd: mesh.set_area_cost(63, 2.0),
    lambda mesh, crowd: setattr(crowd, "mesh", gap(two_way=False)),
])
def test_where_the_mesh_changes_it_goes_on(change):
    mesh = gap()
    crowd, agent = onto_link(mesh)
    change(mesh, crowd)
    run(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS and crowd.position(agent) == pytest.approx((10, -2, 2), abs=2e-3)


@pytest.mark.parametrize("allow_partial", [False, True])
def test_where_the_ground_leaves_the_end_of_the_link_it_leaves_the_link(allow_partial):
    crowd, agent = onto_link(gap())
    crowd.request_path(agent, (10, -2, 2), allow_partial)
    farther = platforms((0, 0, 4, 4, 0.0), (9.5, 0, 13.5, 4, -2.0))
    farther.add_link((4, 0, 2), (9.5, -2, 2), id=5)
    crowd.mesh = farther
    crowd.step(DT)
    assert crowd.status(agent) == Status.RUNNING and crowd.link(agent) == -1
    track = run(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS and track[-1][0] == pytest.approx((10, -2, 2), abs=2e-3)
    assert 4 - SPEED * DT <= min(place[0] for place, _ in track) <= 4               # back to the nearest ground, where the link begins


def test_without_a_mesh_any_more_it_still_lands():
    crowd, agent = onto_link(gap())
    crowd.mesh = None
    assert run(crowd, agent)[-1][0] == pytest.approx((7, -2, 2), abs=2e-3)
    assert crowd.reason(agent) == Reason.NO_NAVMESH
    crowd.mesh = gap()
    run(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS


def test_removed_in_the_air_it_is_gone():
    crowd, agent = onto_link(gap())
    assert crowd.remove(agent) and len(crowd) == 0
    crowd.step(DT)
    other = crowd.add_agent((1, 0, 1))
    assert crowd.link(other) == -1


def test_thrown_far_off_it_looks_for_another_way():
    crowd, agent = onto_link(gap(), path_max_distance=2.0)
    crowd.set_position(agent, (9, -2, 3.5))
    track = run(crowd, agent)
    assert track[-1][0] == pytest.approx((10, -2, 2), abs=2e-3)
    crowd, agent = onto_link(gap(), path_max_distance=1.0)
    crowd.set_position(agent, (1, 0, 1))
    run(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS and crowd.replans(agent) == 1


def test_a_tile_that_goes_under_the_end_ends_the_way_there():
    tiles = cut_mesh(grid_mesh(2, width=8, depth=8, removed=0.0), 4.0, seed=1)
    mesh = NavMesh.from_tiles(tiles.values(), 4.0, agent_radius=0.3)
    mesh.remove_tile(1, 0), mesh.remove_tile(0, 1)
    mesh.add_link((3.5, 0, 3.5), (4.5, 0, 4.5), id=3)
    crowd = Crowd(mesh)
    agent = crowd.add_agent((0.5, 0, 0.5), max_speed=SPEED)
    crowd.request_path(agent, (7.5, 0, 7.5))
    while crowd.link(agent) < 0:
        crowd.step(DT)
    mesh.remove_tile(1, 1)
    run(crowd, agent)
    assert crowd.status(agent) == Status.FAILURE and crowd.position(agent) == pytest.approx((4.5, 0, 4.5), abs=2e-3)
    mesh.add_tile(tiles[1, 1])
    crowd.request_path(agent, (7.5, 0, 7.5))
    run(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS


# ---- bodies that move themselves ----

def body(crowd, agent, fall, seconds=20.0):
    """A body that keeps its own height: fall(x, z, y) is where it is after a step."""
    for _ in range(int(seconds / DT)):
        crowd.steer(DT)
        x, y, z = crowd.position(agent)
        vx, _, vz = crowd.preferred_velocity(agent)
        x, z = x + vx * DT, z + vz * DT
        crowd.set_position(agent, (x, fall(x, z, y), z))
        if not crowd.is_active(agent):
            return
    raise AssertionError(f"still on its way: {crowd.position(agent)}")


def test_a_body_falls_off_a_ledge_and_walks_on():
    crowd = Crowd(gap(two_way=False))
    agent = crowd.add_agent((1, 0, 1), max_speed=SPEED)
    crowd.request_path(agent, (10, -2, 3))
    body(crowd, agent, lambda x, z, y: 0.0 if x <= 4 else max(y - 9 * DT, -2.0))
    assert crowd.status(agent) == Status.SUCCESS and crowd.position(agent) == pytest.approx((10, -2, 3), abs=2e-3)


def test_a_body_that_misses_the_other_side_goes_back_and_tries_again():
    crowd = Crowd(gap(3.0))
    agent = crowd.add_agent((1, 0, 2), max_speed=SPEED)
    crowd.request_path(agent, (10, 3, 2))
    places = []
    with pytest.raises(AssertionError, match="still on its way"):
        body(crowd, agent, lambda x, z, y: places.append(x) or 0.0)
    far = [i for i in range(1, len(places) - 1) if places[i - 1] < places[i] > places[i + 1] and places[i] > 5]
    near = [min(places[a:b]) for a, b in zip(far, far[1:])]
    assert len(far) > 2 and max(near) <= 4                                      # back on the first platform before each jump
    assert crowd.status(agent) == Status.RUNNING and len(far) <= crowd.replans(agent) <= 2 * len(far) + 1


def test_a_body_that_cannot_climb_waits_and_asks_again_once_a_second():
    mesh = platforms((0, 0, 4, 4, 0.0), (4, 0, 8, 4, 3.0))
    mesh.add_link((4, 0, 2), (4.0, 3.0, 2), id=1, radius=0.1)
    crowd = Crowd(mesh)
    agent = crowd.add_agent((1, 0, 2), max_speed=SPEED, **AT_ONCE)
    crowd.request_path(agent, (7, 3, 2))
    for _ in range(10):
        with pytest.raises(AssertionError, match="still on its way"):
            body(crowd, agent, lambda x, z, y: 0.0, seconds=1.0)
    assert crowd.link(agent) == 1 and 5 <= crowd.replans(agent) <= 10 and crowd.preferred_velocity(agent) == (0, SPEED, 0)
    body(crowd, agent, lambda x, z, y: y + SPEED * DT if y < 3 else 3.0)       # somebody lifts it
    assert crowd.status(agent) == Status.SUCCESS


@given(st.lists(st.tuples(st.integers(0, 120), st.sampled_from(["a", "b", "stop", "toggle"])), max_size=12), st.booleans())
@settings(max_examples=40, deadline=None)
def test_it_never_stays_in_the_air(events, two_way):
    mesh = gap(two_way=two_way)
    crowd = Crowd(mesh)
    agent = crowd.add_agent((1, 0, 1), max_speed=SPEED)
    targets = {"a": (10, -2, 3), "b": (1, 0, 3)}
    has_link = True

    def steps(count):
        for _ in range(count):
            before = np.array(crowd.position(agent))
            crowd.step(DT)
            step = np.array(crowd.position(agent)) - before
            assert np.linalg.norm(step) <= SPEED * DT * (1 + 1e-9)
    for wait, event in events:
        steps(wait)
        if event in targets:
            crowd.request_path(agent, targets[event])
        elif event == "stop":
            crowd.stop(agent)
        else:
            if has_link:
                mesh.remove_links(5)
            else:
                mesh.add_link((4, 0, 2), (7, -2, 2), two_way=two_way, id=5)
            has_link = not has_link
    steps(400)
    x, y, z = crowd.position(agent)
    assert not crowd.is_active(agent) and mesh.locate((x, y, z), (2e-3, 2e-3, 2e-3)) is not None
    assert math.isclose(y, 0.0 if x < 5 else -2.0, abs_tol=1e-6)
