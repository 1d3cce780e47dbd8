"""One step of ORCA against answers of RVO2 (van den Berg et al.), kept in data/rvo2_steps.json, and its properties. The scenes of
data/rvo2_odd_steps.json are all those of bench_orca's 10,000 in which RVO2 has the velocity of one agent otherwise."""
import json
import pathlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navpy.motion import nearest_velocity, orca_step

DATA = pathlib.Path(__file__).parents[2] / "data"
SCENES = json.loads((DATA / "rvo2_steps.json").read_text())
ODD = json.loads((DATA / "rvo2_odd_steps.json").read_text())
EQUAL = 1e-3                        # meters a second


def step(scene, agents=None, **changed):
    rows = np.array(scene["agents"] if agents is None else agents)
    given = {"positions": rows[:, 0:2], "velocities": rows[:, 2:4], "preferred": rows[:, 4:6], "radii": rows[:, 6],
             "max_speeds": rows[:, 7], **{name: scene[name] for name in ("obstacles", "dt", "neighbor_distance", "max_neighbors",
                                                                         "time_horizon", "time_horizon_obstacles")}}
    return orca_step(**{**given, **changed})


@pytest.mark.parametrize("scene", SCENES)
def test_velocities_are_rvo2s(scene):
    assert np.abs(step(scene) - scene["velocities"]).max() < EQUAL


def differing(scene):
    return np.flatnonzero(np.abs(step(scene) - scene["velocities"]).max(axis=1) > EQUAL).tolist()


@pytest.mark.parametrize("scene", ODD["split"])
def test_among_split_walls_velocities_are_rvo2s(scene):
    """RVO2's tree splits walls that cross the line of another one, however far away, and makes lines of each piece. Among these
    pieces, bent outwards by a micrometer for RVO2 to be right that their corners are convex, ours is its velocity."""
    assert differing(scene) == [scene["agent"]]
    assert np.abs(step(scene, obstacles=scene["pieces"]) - scene["velocities"]).max() < EQUAL


@pytest.mark.parametrize("scene", ODD["rounded"])
def test_where_floats_decide_velocities_are_what_rvo2s_lines_leave(scene):
    """RVO2's lines are as good as its floats, but where they leave nothing its third linear program crosses such as are nearly
    parallel: changed by their last bit, the same scenes give RVO2 other velocities, by 0.002 to 1.8 m/s. Ours stay."""
    row, agent = scene["agents"][scene["agent"]], scene["agent"]
    own = step(scene)[agent]
    assert differing(scene) == [agent]
    assert np.abs(nearest_velocity(scene["lines"], row[4:6], row[7], scene["fixed"])[0] - own).max() < 1e-5
    rng, rows = np.random.default_rng(0), np.array(scene["agents"])
    for _shake in range(20):
        shaken = rows + np.spacing(rows.astype(np.float32)) * rng.integers(-1, 2, rows.shape)
        assert np.abs(step(scene, agents=shaken)[agent] - own).max() < 1e-4


def test_the_scenes_have_everything():
    assert len(SCENES) >= 30 and sum(len(scene["obstacles"]) > 0 for scene in SCENES) > 10
    changed = [np.abs(np.array(scene["agents"])[:, 4:6] - scene["velocities"]).max(axis=1) > 0.01 for scene in SCENES]
    assert np.concatenate(changed).sum() > 50


def test_two_head_on_part_by_half_each():
    """Closed form: at rest 4 m apart, radii 0.5, horizon 2 s, wishing 3 m/s: each may close at half of (4 − 1) / 2 s."""
    new = orca_step([(0, 0), (4, 0)], [(0, 0), (0, 0)], [(3, 0), (-3, 0)], 0.5, 3.0, dt=0.1, time_horizon=2.0)
    assert new == pytest.approx(np.array([(0.75, 0), (-0.75, 0)]), abs=1e-12)


def test_walls_are_met_from_both_sides():
    for side in (1, -1):
        new = orca_step([(0, side)], [(0, 0)], [(0, -3 * side)], 0.25, 3.0, [[(-5, 0), (5, 0)]], 0.1, time_horizon_obstacles=1.0)
        assert new[0] == pytest.approx((0, -0.75 * side))


def test_threads_give_the_same_bits():
    rng = np.random.default_rng(4)
    at, moving = rng.uniform(0, 60, (900, 2)), rng.uniform(-1, 1, (900, 2))
    alone = orca_step(at, moving, -moving, 0.6, 2.0)
    with ThreadPoolExecutor(3) as pool:
        assert (orca_step(at, moving, -moving, 0.6, 2.0, executor=pool) == alone).all()


@given(st.integers(0, 2 ** 32), st.integers(0, 25))
def test_it_never_exceeds_speeds_nor_goes_astray(seed, count):
    rng = np.random.default_rng(seed)
    at = rng.integers(-3, 4, (count, 2)).astype(float)                  # many in one place
    moving = rng.choice([0.0, 1.0, -1.0], (count, 2))
    wanted = rng.uniform(-3, 3, (count, 2))
    new = orca_step(at, moving, wanted, rng.choice([0.0, 0.5], count), 1.5, dt=0.05, max_neighbors=30)
    assert new.shape == (count, 2) and np.isfinite(new).all() and (np.hypot(*new.T) <= 1.5 + 1e-9).all()
    if count > 1:
        order = rng.permutation(count)
        assert len(np.unique(order)) == count


def test_agents_in_one_place_part():
    at = np.zeros((2, 2))
    new = orca_step(at, at, at, 0.5, 1.0)
    assert np.hypot(*(new[0] - new[1])) == pytest.approx(2.0)


def test_bad_input_is_named():
    good = ([(0, 0)], [(0, 0)], [(0, 0)], 0.5, 1.0)
    for place, value, name in ((0, [(0, 0, 0)], "positions"), (1, [(0, np.nan)], "velocities"), (2, [(0, 0), (1, 1)], "preferred"),
                               (3, -1, "radii"), (4, [1, 2], "max_speeds")):
        with pytest.raises(ValueError, match=name):
            orca_step(*good[:place], value, *good[place + 1:])
    for name, value in (("dt", 0), ("time_horizon", 0), ("time_horizon_obstacles", np.inf), ("neighbor_distance", -1),
                        ("obstacles", [[(0, 0), (0, 0)]])):
        with pytest.raises(ValueError, match=name):
            orca_step(*good, **{name: value})
