"""Leader following: behind the leader, apart, and out of its way."""
import math

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from navpy.motion import Vehicles, follow_leader


def test_one_follower_comes_to_its_place_behind():
    leader, follower = Vehicles([(0.0, 0.0)], (0.0, 1.5)), Vehicles([(3.0, -8.0)])
    for _ in range(1500):
        follower.move(follow_leader(follower, leader, 2.0), 1 / 60)
        leader.move((0.0, 0.0), 1 / 60)
    assert follower.positions - leader.positions == pytest.approx(np.array([(0.0, -2.0)]), abs=1e-6)
    assert follower.velocities == pytest.approx(leader.velocities, abs=1e-6)


@pytest.mark.parametrize("mass, force", [(1.0, 2.0), (8.0, 2.0), (20.0, 400.0)])
def test_a_heavy_follower_does_not_run_past_its_place(mass, force):
    """From afar it brakes with half of its force, near by no faster than a velocity comes about."""
    follower, leader, farthest = Vehicles([(-80.0, 0.0)], mass=mass, max_speed=20.0, max_force=force), Vehicles([(0.0, 0.0)]), -80.0
    for _ in range(8000):
        follower.move(follow_leader(follower, leader, 5.0), 1 / 60)
        farthest = max(farthest, follower.positions[0, 0])
    assert follower.positions[0] == pytest.approx((-5.0, 0.0), abs=1e-3)
    assert farthest < -5.0 + 1e-6


@pytest.mark.parametrize("dt", [1 / 60, 0.1])
def test_several_settle_behind_and_apart(dt):
    rng = np.random.default_rng(1)
    leader, followers = Vehicles([(0.0, 0.0)], (1.5, 0.0)), Vehicles(rng.uniform(-5, 5, (6, 2)))
    for _ in range(int(60 / dt)):
        force = follow_leader(followers, leader, 2.0)
        assert np.hypot(*force.T).max() <= 15.0 * (1 + 1e-12)
        followers.move(force, dt)
        leader.move((0.0, 0.0), dt)
    assert followers.velocities == pytest.approx(np.repeat(leader.velocities, 6, axis=0), abs=1e-6)
    places = followers.positions - leader.positions
    assert places.mean(axis=0) == pytest.approx((-2.0, 0.0), abs=1e-6)      # what they do to each other cancels
    assert pdist(places).min() > 0.8
    # Each is where what pulls it to the place behind the leader, a newton a meter, balances what its neighbors push it away with.
    apart = places[:, None] - places
    gaps = np.hypot(*apart.T).T + np.eye(6)
    pushes = 15.0 * np.maximum(1.0 - gaps, 0.0)[:, :, None] * apart / gaps[:, :, None]
    assert pushes.sum(axis=1) == pytest.approx(places - (-2.0, 0.0), abs=1e-5)


def test_who_is_in_the_leaders_way_steps_aside():
    """1 s ahead at 2 m/s and 1 m more, and less than 1 m to either side, with all its force. Beside and behind the leader, or ahead of
    one that stands, nobody is in the way and it is followed as if nothing had to be kept free."""
    leader, standing = Vehicles([(0.0, 0.0)], (2.0, 0.0)), Vehicles([(0.0, 0.0)])
    for place, way in (((1.0, 0.5), 15.0), ((2.9, -0.5), -15.0), ((1.0, 0.0), 15.0), ((0.1, 0.9), 15.0), ((2.99, -0.99), -15.0)):
        assert tuple(follow_leader(Vehicles([place]), leader, 2.0)[0]) == (0.0, way)
    for place, of in (((3.1, 0.5), leader), ((1.0, 1.1), leader), ((1.0, -1.1), leader), ((-0.1, 0.5), leader), ((-1.0, 0.5), leader),
                      ((1.0, 0.5), standing), ((0.5, 0.0), standing)):
        follower = Vehicles([place])
        force, unhindered = follow_leader(follower, of, 2.0), follow_leader(follower, of, 2.0, separation=0.0, look_ahead=0.0)
        assert force.tolist() == unhindered.tolist()
        if of is standing:
            assert np.dot(force[0], (-2.0, 0.0) - np.array(place)) > 0.0        # to its place behind the leader


@pytest.mark.parametrize("headings", [[(1, 0), (1, 0)], [(0, 1), (0, -1)], [(1, 0), (-1, 0)], [(1, 0)] * 7])
def test_those_on_one_spot_part_whichever_way_they_look(headings):
    followers = Vehicles([(-2.0, 0.0)] * len(headings), 1e-6 * np.array(headings))
    force = follow_leader(followers, Vehicles([(0.0, 0.0)]), 2.0)
    assert pdist(force).min() > 1.0             # each its own way from the first step on
    for _ in range(600):
        followers.move(follow_leader(followers, Vehicles([(0.0, 0.0)]), 2.0), 1 / 60)
    assert pdist(followers.positions).min() > 0.5


@pytest.mark.parametrize("options, name", [(dict(distance=-1.0), "distance"), (dict(distance=1.0, separation=math.nan), "separation"),
                                           (dict(distance=1.0, look_ahead=-1.0), "look_ahead"),
                                           (dict(distance=1.0, leaders=Vehicles([(0, 0)] * 3)), "leaders")])
def test_bad_arguments_are_named(options, name):
    with pytest.raises(ValueError, match=f"^{name}:"):
        follow_leader(Vehicles([(0, 0), (1, 1)]), options.pop("leaders", Vehicles([(0, 0)])), **options)
