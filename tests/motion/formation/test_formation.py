"""Formations led along paths, with agents that are points of bounded speed."""
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist

from navpy.motion import Formation, assign_slots, band, box, column, dubins_path, round_corners, turning_radius, wedge

DT = 0.05


def straight(length):
    return round_corners([(0, 0), (length, 0)], 1.0)


def walk(positions, targets, max_speed):
    way = targets - positions
    distance = np.hypot(*way.T)
    return positions + way * np.minimum(1.0, max_speed * DT / np.maximum(distance, 1e-300))[:, None]


def lead(formation, positions, max_speed, width=lambda x, y: math.inf, seconds=200.0):
    """Steps until the formation has arrived and stands, or the time is over: (positions, targets, velocities) of each."""
    for _ in range(int(seconds / DT)):
        targets, velocities = formation.advance(DT, positions, width(*formation.probe[:2]))
        positions = walk(positions, targets, max_speed)
        yield positions, targets, velocities
        if formation.arrived and formation.stands and np.abs(positions - targets).max() < 1e-9 and np.abs(velocities).max() == 0:
            return


# ---- along a path ----

def test_slots_lie_along_the_path_and_beside_it():
    path = dubins_path((0, 0), 0.0, (0, 20), math.pi, 10.0)    # half a circle, counter-clockwise
    slots = box(6, 2, 2.0)
    formation = Formation("column", slots, path, 2.0, 1.0, 4.0)
    *_, (positions, targets, _) = lead(formation, slots, 4.0)
    angles = 0.5 * math.pi + slots[:, 0] / 10
    expected = np.column_stack([np.cos(angles), np.sin(angles)]) * (10 - slots[:, 1])[:, None] + (0, 10)
    assert formation.arrived and formation.distance == pytest.approx(10 * math.pi)
    assert positions == pytest.approx(expected[formation.slot_of], abs=1e-9)
    assert formation.reference == pytest.approx((0, 20, math.pi))


@settings(max_examples=12, deadline=None)
@given(st.floats(-9, 9), st.floats(-9, 9), st.floats(-3, 3), st.floats(1.3, 3), st.integers(1, 4))
def test_no_slot_is_faster_than_an_agent_nor_goes_backwards(x, y, heading, haste, files):
    slots = box(9, files, 1.0)
    radius = max(turning_radius(slots, haste, 1.0), 0.5)
    path = dubins_path((0, 0), 0.0, (x, y), heading, radius)
    if path.length < 0.1:
        return
    formation, before = Formation("column", slots, path, 1.0, 1.0, haste), slots
    for positions, targets, velocities in lead(formation, slots, haste):
        assert velocities == pytest.approx((targets - before) / DT, abs=1e-9)
        assert np.hypot(*velocities.T).max() <= haste * (1 + 1e-6)
        assert np.abs(positions - targets).max() < 1e-6                 # so nobody falls back
        before = targets
    assert formation.arrived


@pytest.mark.parametrize("max_speed", [1.25, 1.5, 2.0, 3.0])
def test_at_the_turning_radius_the_outer_slot_goes_as_fast_as_it_can(max_speed):
    slots = box(6, 3, 1.0)
    radius = turning_radius(slots, max_speed, 1.0)

    def speeds(radius):
        path = dubins_path((0, 0), 0.0, (0, 2 * radius), math.pi, radius)
        formation = Formation("column", slots, path, 1.0, 1.0, max_speed)
        steps = [(np.hypot(*velocities.T), formation.distance) for _, _, velocities in lead(formation, slots, max_speed, seconds=1.0)]
        return steps[-1][0].max(), (steps[-1][1] - steps[-2][1]) / DT

    fastest, pace = speeds(radius)
    assert pace == pytest.approx(1.0) and fastest == pytest.approx(min(max_speed, 2.0), rel=1e-3)
    fastest, pace = speeds(0.75 * radius)               # tighter: the reference point slows down for the outer slot
    assert fastest == pytest.approx(min(max_speed, 1 + 4 / 3), rel=1e-3)
    assert pace == pytest.approx(min(1.0, max_speed / (1 + 1 / (0.75 * radius))), rel=1e-3)


def test_a_corner_that_is_no_arc_holds_nobody_up():
    path = round_corners([(0, 0), (6, 0), (2, 0)], 1.0)
    slots = box(4, 2, 1.0)
    formation = Formation("column", slots, path, 1.0, 1.0, 1.5)
    *_, (positions, targets, _) = lead(formation, slots, 1.5)
    assert formation.arrived and positions == pytest.approx(targets, abs=1e-9)


# ---- stragglers ----

def test_the_formation_waits_for_a_straggler():
    slots = box(6, 2, 1.0)
    formation, positions = Formation("column", slots, straight(40), 1.0, 1.0, 2.0, max_lag=2.0), slots
    held, reached = None, []
    for step in range(700):
        targets, _ = formation.advance(DT, positions)
        moved = walk(positions, targets, 2.0)
        if 100 <= step < 500:                           # agent 3 stands for 20 s
            held = positions[3] if held is None else held
            moved[3] = held
            assert targets[3, 0] - held[0] <= 2.0 + 1e-9
        positions = moved
        reached.append(formation.distance)
    pace = np.diff(reached) / DT
    assert pace[:98] == pytest.approx(1.0)
    assert (np.diff(pace[102:499]) <= 1e-9).all() and pace[498] < 1e-3      # ever slower, then it stands
    assert reached[498] == pytest.approx(reached[99] + 2.0, abs=0.06)
    assert pace[-1] == pytest.approx(1.0)               # he has caught up


def test_nobody_waits_for_who_is_ahead():
    slots = box(3, 1, 1.0)
    formation = Formation("column", slots, straight(40), 1.0, 1.0, 2.0)
    formation.advance(DT, slots)
    for positions in (slots + (8, 0), slots + (0.4, 0.4)):
        before = formation.distance
        formation.advance(DT, positions)
        assert formation.distance - before == pytest.approx(DT * 1.0)
    before = formation.distance
    formation.advance(DT, slots + (8, -3))              # but for who is beside his slot, at the end of its max_lag
    assert formation.distance == before


def test_agents_gather_before_it_goes():
    rng = np.random.default_rng(4)
    slots = band(12, 1.0, 5)
    positions = slots + rng.uniform(-6, 6, (12, 2)) - (10, 0)
    formation = Formation("band", slots, straight(30), 1.0, 1.0, 2.0)
    assert (formation.slot_of == -1).all()
    gone = []
    for positions, targets, _ in lead(formation, positions, 2.0):
        gone.append(formation.distance)
    assert gone[40] == 0 and formation.arrived          # two seconds are not enough for any of them
    assert sorted(formation.slot_of) == list(range(12))
    assert positions == pytest.approx(slots[formation.slot_of] + (30, 0), abs=1e-9)


def test_reassigning_uncrosses():
    slots = box(4, 2, 1.0)
    formation = Formation("column", slots, straight(30), 1.0, 1.0, 2.0)
    formation.advance(DT, slots)
    assert formation.slot_of.tolist() == [0, 1, 2, 3]
    formation.reassign(slots[[3, 2, 1, 0]])
    assert formation.slot_of.tolist() == [3, 2, 1, 0]


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([("column", box(10, 3, 1.0)), ("column", box(7, 4, 1.0)), ("column", column(8, 2, 1.0)),
                        ("column", wedge(7, 1.0)), ("column", box(6, 3, 1.0) + (0.5, 0.0)), ("band", band(9, 1.0, 3))]),
       st.integers(0, 5), st.integers(0, 1000))
def test_the_leader_is_in_front_and_the_others_take_the_nearest_slots(kind_and_slots, leader, seed):
    kind, slots = kind_and_slots
    positions = np.random.default_rng(seed).uniform(-5, 5, slots.shape)
    formation = Formation(kind, slots, straight(30), 1.0, 1.0, 2.0, leader=leader)
    formation.advance(DT, positions)
    front = slots[formation.slot_of[leader]]
    assert front[0] == slots[:, 0].max() and abs(front[1]) == np.abs(slots[slots[:, 0] == front[0], 1]).min()
    others = np.delete(np.arange(len(slots)), leader)
    free = np.delete(np.arange(len(slots)), formation.slot_of[leader])
    assert sorted(formation.slot_of) == list(range(len(slots)))
    best = free[assign_slots(positions[others], slots[free])]
    cost = ((positions[others] - slots[best]) ** 2).sum()
    assert ((positions[others] - slots[formation.slot_of[others]]) ** 2).sum() == pytest.approx(cost)


# ---- doorways ----

def through_door(kind, slots, spacing, door, clear, length, speed=1.5, max_speed=3.0):
    """Led along the x axis through a door from x = door[0] to door[1]: rows of (positions, velocities), the formation."""
    formation = Formation(kind, slots, straight(length), spacing, speed, max_speed)
    steps = [(p, v) for p, _, v in lead(formation, slots, max_speed, lambda x, y: clear if door[0] <= x <= door[1] else 50.0)]
    return np.array([p for p, _ in steps]), np.array([v for _, v in steps]), formation


@pytest.mark.parametrize("kind, slots, length", [
    ("column", box(12, 3, 1.0), 60), ("column", box(14, 4, 1.0), 60), ("column", box(7, 2, 1.0), 60),
    ("band", band(12, 1.0, 3), 90), ("band", band(5, 1.0, 11), 60),
    ("column", box(9, 3, 1.0) + (1.0, 0.0), 60),                                            # the reference point in its middle
    ("column", np.array([(0, 0), (-1, 1), (-1, -1), (-2, 2), (-2, -2), (-3, 3), (-3, -3)]), 60),       # a wedge
])
def test_through_a_doorway_in_single_file(kind, slots, length):
    door = (35.0, 36.0)
    positions, velocities, formation = through_door(kind, slots, 1.0, door, 1.2, length)
    assert formation.arrived and formation.stands
    assert sorted(formation.slot_of) == list(range(len(slots)))
    assert positions[-1] == pytest.approx(slots[formation.slot_of] + (length, 0), abs=1e-9)      # it stands again
    inside = (positions[..., 0] >= door[0]) & (positions[..., 0] <= door[1])
    assert np.abs(positions[inside, 1]).max() < 1e-9                                           # single file, in the middle
    assert set(np.nonzero(inside)[1]) == set(range(len(slots)))                                # every one of them
    assert min(pdist(p).min() for p in positions) >= math.sqrt(0.5) - 1e-9
    assert velocities[..., 0].min() >= -1e-9                                                   # nobody is sent back
    assert np.hypot(velocities[..., 0], velocities[..., 1]).max() <= 3.0 * (1 + 1e-6)
    order = np.argsort(-positions[-1][:, 0], kind="stable")
    crossing = [np.nonzero(positions[:, k, 0] > door[1])[0][0] for k in order]
    if kind == "column":                                                                       # a rank after the other
        ranks = -positions[-1][order, 0].round(6)
        assert all(a <= b for a, b, r, s in zip(crossing, crossing[1:], ranks, ranks[1:]) if r < s)


def test_the_column_is_whole_before_and_behind_the_door():
    slots = box(12, 3, 1.0)
    positions, _, _ = through_door("column", slots, 1.0, (35.0, 36.0), 1.0, 60)
    front = positions[..., 0].max(1)
    for step in np.nonzero((front < 35 - 3.1) | (front > 36 + 16))[0]:
        assert sorted(map(tuple, np.round(positions[step] - (front[step], 0), 6) + 0.0)) == sorted(map(tuple, slots))


def test_two_files_where_two_fit():
    slots = box(12, 4, 1.0)
    positions, _, formation = through_door("column", slots, 1.0, (35.0, 36.0), 2.3, 60)
    inside = positions[(positions[..., 0] >= 35) & (positions[..., 0] <= 36)]
    assert formation.stands and np.abs(np.abs(inside[:, 1]) - 0.5).max() < 1e-9


def test_a_door_near_the_end_of_the_path():
    """The first ranks open out while the last still file through, though the reference point stands."""
    slots = box(12, 3, 1.0)
    positions, velocities, formation = through_door("column", slots, 1.0, (35.0, 36.0), 1.2, 43)
    assert formation.stands
    assert positions[-1] == pytest.approx(slots[formation.slot_of] + (43, 0), abs=1e-9)
    assert np.hypot(velocities[..., 0], velocities[..., 1]).max() <= 3.0 * (1 + 1e-6)


@settings(max_examples=14, deadline=None)
@given(st.lists(st.tuples(st.floats(0.3, 12), st.floats(0.3, 6), st.floats(0.5, 5)), min_size=1, max_size=4),
       st.sampled_from([box(10, 3, 1.0), box(9, 4, 1.0), box(5, 5, 1.0), band(7, 1.0, 2)]))
def test_any_row_of_doors(doors, slots):
    """Stretches of (free before it, length, width): everybody keeps half a file's width from its walls and from the others."""
    edges, start = [], 35.0
    for gap, size, clear in doors:
        edges.append((start + gap, start + gap + size, clear))
        start += gap + size
    low, high, clear = np.array(edges).T

    def clear_at(x):
        return np.where((low <= x) & (x <= high), clear, 50.0).min(-1)

    kind = "column" if slots[-1, 0] == np.round(slots[-1, 0]) else "band"
    formation = Formation(kind, slots, straight(start + 40), 1.0, 1.5, 3.0)
    for positions, _, velocities in lead(formation, slots, 3.0, lambda x, y: clear_at(x)):
        assert (np.abs(positions[:, 1]) <= np.maximum((clear_at(positions[:, :1]) - 1.0) / 2, 0) + 1e-9).all()
        assert pdist(positions).min() >= math.sqrt(0.5) - 1e-9
        assert velocities[:, 0].min() >= -1e-9
    assert formation.stands and formation.arrived


def test_a_doorway_in_a_bend():
    """Files lie closer on the inner side: at twice the outermost slot's distance half of what the straight way keeps."""
    path = round_corners([(0, 0), (30, 0), (30, 60)], 4.0)
    slots = box(9, 3, 1.0)
    formation = Formation("column", slots, path, 1.0, 1.0, 3.0)
    for positions, _, velocities in lead(formation, slots, 3.0, lambda x, y: 1.0 if 28 <= x and 2 <= y <= 3 else 9.0):
        assert pdist(positions).min() >= 0.5
        assert np.hypot(*velocities.T).max() <= 3.0 * (1 + 1e-6)
        inside = positions[(positions[:, 1] >= 2) & (positions[:, 1] <= 3)]
        for point in inside:
            assert abs(math.dist(point, (26, 4)) - 4) < 1e-9            # on the arc, one behind the other
    assert formation.stands and positions == pytest.approx(np.array((30, 60)) + np.column_stack([-slots[formation.slot_of, 1],
                                                                                                    slots[formation.slot_of, 0]]))


def test_on_to_another_path_in_the_midst_of_a_change():
    """The way through a door, in one path, and in two that meet where the first ranks have narrowed."""
    slots, whole = box(12, 3, 1.0), straight(60)
    runs = []
    for second in (None, 33.0):
        formation, positions, seen = Formation("column", slots, whole, 1.0, 1.5, 3.0), slots, []
        while not (formation.arrived and formation.stands):
            x, clear = formation.probe[0], math.inf
            if second and formation.reference[0] >= second:
                assert not formation.stands
                formation.follow(round_corners([formation.reference[:2], (60, 0)], 1.0))
                second, clear = None, 1.0               # the least up to the probe
            elif 35 <= x <= 36:
                clear = 1.0
            targets, _ = formation.advance(DT, positions, clear)
            positions = walk(positions, targets, 3.0)
            seen.append(positions)
            if 30 < formation.reference[0] < 60:
                inside = positions[(positions[:, 0] >= 35) & (positions[:, 0] <= 36)]
                assert np.abs(inside[:, 1]).max(initial=0) < 1e-9
        runs.append(seen)
        assert positions == pytest.approx(slots[formation.slot_of] + (60, 0), abs=1e-6)
        steps = np.linalg.norm(np.diff(seen, axis=0), axis=2)
        assert steps.max() <= 3.0 * DT * (1 + 1e-6)
    shared = int(33.0 / 1.5 / DT) - 2
    assert np.array(runs[0][:shared]) == pytest.approx(np.array(runs[1][:shared]))
    with pytest.raises(ValueError, match="path"):
        formation.follow(dubins_path((0, 0), 0, (0, 0), None, 1.0))


def test_the_same_twice():
    runs = [through_door("band", band(9, 1.0, 4), 1.0, (35.0, 36.0), 1.2, 70)[0] for _ in range(2)]
    assert (runs[0] == runs[1]).all()


# ---- bad input ----

@pytest.mark.parametrize("change, message", [
    (dict(kind="wedge"), "kind"),
    (dict(kind=["column"]), "kind"),
    (dict(spacing=None), "spacing"),
    (dict(slots=[]), "slots"),
    (dict(slots=[(0, math.nan)]), "slots"),
    (dict(path=dubins_path((0, 0), 0, (0, 0), None, 1.0)), "path"),
    (dict(spacing=0.0), "spacing"),
    (dict(speed=-1.0), "speed"),
    (dict(speed=4.0), "speed"),
    (dict(max_speed=math.inf), "max_speed"),
    (dict(max_lag=0.5), "max_lag"),
    (dict(leader=-1), "leader"),
    (dict(leader=10 ** 6), "leader"),
])
def test_bad_formations_are_refused(change, message):
    arguments = dict(kind="column", slots=box(4, 2, 1.0), path=straight(9), spacing=1.0, speed=1.0, max_speed=2.0) | change
    with pytest.raises(ValueError, match=message):
        Formation(**arguments)


@pytest.mark.parametrize("arguments, message", [
    ((0.0, box(4, 2, 1.0)), "dt"),
    ((math.nan, box(4, 2, 1.0)), "dt"),
    ((DT, box(3, 2, 1.0)), "positions: must be one a slot, 4, is 3"),
    ((DT, box(4, 2, 1.0) * math.nan), "positions"),
    ((DT, box(4, 2, 1.0), -1.0), "clear_width"),
    ((DT, box(4, 2, 1.0), "wide"), "clear_width"),
    ((DT, box(4, 2, 1.0), math.nan), "clear_width"),
])
def test_bad_steps_are_refused_and_change_nothing(arguments, message):
    formation = Formation("column", box(4, 2, 1.0), straight(9), 1.0, 1.0, 2.0)
    with pytest.raises(ValueError, match=message):
        formation.advance(*arguments)
    assert formation.distance == 0 and (formation.slot_of == -1).all()
    with pytest.raises(ValueError, match="positions"):
        formation.reassign([(0, 0)])


@pytest.mark.parametrize("end, stands", [(30.0, False), (36.5, False), (60.0, True)])
def test_where_the_path_ends_in_a_narrow_place_it_settles_in_file(end, stands):
    slots = box(9, 3, 1.0)
    formation, positions, settled = Formation("column", slots, straight(end), 1.0, 1.5, 3.0), slots, []
    for _ in range(1500):
        clear = 1.2 if 25 <= formation.probe[0] <= 36 else 50.0
        targets, velocities = formation.advance(DT, positions, clear)
        positions = walk(positions, targets, 3.0)
        settled.append(formation.settled)
        assert not formation.settled or formation.arrived
        if len(settled) > 1 and settled[-2]:
            assert formation.settled and np.abs(velocities).max() < 1e-9     # for good
    assert settled[-1] and formation.stands == stands
    inside = (positions[:, 0] >= 25) & (positions[:, 0] <= 36)
    assert np.abs(positions[inside, 1]).max(initial=0) < 1e-9 and inside.any() != stands


# ---- members who join and leave ----

def settle(formation, positions, max_speed=3.0, width=lambda x, y: math.inf):
    *_, (positions, _, _) = lead(formation, positions, max_speed, width)
    return positions


@pytest.mark.parametrize("kind, first, second", [
    ("column", box(12, 3, 1.0), box(7, 3, 1.0)), ("column", box(4, 2, 1.0), box(11, 4, 1.0)),
    ("column", box(5, 5, 1.0), box(1, 1, 1.0)), ("band", band(9, 1.0, 2), band(14, 1.0, 2)),
    ("band", band(6, 1.0, 2), band(2, 1.0, 2)),
])
def test_members_join_and_leave_on_the_way(kind, first, second):
    formation, positions = Formation(kind, first, straight(40), 1.0, 1.5, 3.0), first
    for _ in range(100):
        positions = walk(positions, formation.advance(DT, positions)[0], 3.0)
    gone = formation.distance
    joining = positions[0] + np.random.default_rng(1).uniform(-3, 3, (max(len(second) - len(first), 0), 2))
    positions = np.concatenate([positions[::-1][:len(second)], joining])
    formation.reform(second, positions)
    assert formation.distance == gone and sorted(formation.slot_of) == list(range(len(second)))
    assert (formation.slot_of == assign_slots(positions, second + (gone, 0))).all()
    positions = settle(formation, positions)
    assert formation.arrived and positions == pytest.approx(second[formation.slot_of] + (40, 0), abs=1e-9)


@pytest.mark.parametrize("steps", range(100, 700, 37))
def test_members_leave_anywhere_on_the_way_through_a_door(steps):
    """Who is in the door then stays in file; nobody walks into its sides."""
    slots, fewer = box(12, 3, 1.0), box(8, 4, 1.0)
    clear = lambda x: np.where((x >= 35) & (x <= 36), 1.2, 50.0)        # noqa: E731
    formation, positions = Formation("column", slots, straight(60), 1.0, 1.5, 3.0), slots

    def width():
        """The least up to the probe, as a step after a change wants it."""
        return float(clear(np.linspace(formation.reference[0], formation.probe[0], 400)).min())

    for _ in range(steps):
        positions = walk(positions, formation.advance(DT, positions, clear(formation.probe[0]))[0], 3.0)
    positions = positions[np.argsort(positions[:, 0])[4:]]              # the last four leave
    formation.reform(fewer, positions)
    targets, _ = formation.advance(DT, positions, width())
    for k in range(3000):
        inside = (targets[:, 0] >= 35) & (targets[:, 0] <= 36)
        assert np.abs(targets[inside, 1]).max(initial=0) < 1e-9
        positions = walk(positions, targets, 3.0)
        targets, velocities = formation.advance(DT, positions, clear(formation.probe[0]))
        if formation.arrived and formation.stands and np.abs(velocities).max() == 0 and np.abs(positions - targets).max() < 1e-9:
            break
    assert positions == pytest.approx(fewer[formation.slot_of] + (60, 0), abs=1e-9)


def test_a_change_of_members_that_is_refused_changes_nothing():
    slots = box(4, 2, 1.0)
    formation = Formation("column", slots, straight(9), 1.0, 1.0, 2.0)
    formation.advance(DT, slots)
    for more, positions, message in (([(0, math.nan)], [(0, 0)], "slots"), ([], [], "slots"),
                                     (box(3, 1, 1.0), slots, "positions: must be one a slot, 3, is 4")):
        with pytest.raises(ValueError, match=message):
            formation.reform(more, positions)
    assert formation.slot_of.tolist() == [0, 1, 2, 3]
    assert formation.advance(DT, slots)[0] == pytest.approx(slots + (2 * DT, 0))


def test_a_formation_keeps_its_leader():
    formation = Formation("column", box(4, 2, 1.0), straight(9), 1.0, 1.0, 2.0, leader=2)
    with pytest.raises(ValueError, match="slots: must be more than 2, the number of the leader, are 2"):
        formation.reform(box(2, 1, 1.0), box(2, 1, 1.0))
    formation.reform(wedge(3, 1.0), box(3, 3, 1.0))
    assert formation.slot_of[2] == 0


def test_a_rank_that_only_closes_up_opens_at_the_end_of_the_path():
    """It is as deep before as after, so nobody behind it has to wait for it."""
    slots = np.array([(0.0, 3.0), (0.0, -3.0)])
    formation, positions = Formation("column", slots, straight(29.0), 1.0, 1.0, 3.0), slots
    positions = settle(formation, positions, width=lambda x, y: 2.3 if 25 <= x <= 26 else 50.0)
    assert formation.settled and formation.stands and positions == pytest.approx(slots[formation.slot_of] + (29, 0), abs=1e-9)
