"""Arrays that Python functions are given: what numpy makes rows of finite numbers of is taken, the rest refused in one style."""
import math
import pathlib
import re

import numpy as np
import pytest

from navpy.motion import (ContextSteering, FlowField, ObstacleGraph, Vehicles, assign_slots, avoid, flock_forces,
                          follow_path, orca_step, prioritize, seek)

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAIRS = np.array([(0.0, 1.0), (7.0, -2.0), (3.0, 5.0)])
STILL = np.zeros((3, 2))
FIELD = FlowField((0, 0), 2.0, np.arange(24.0).reshape(3, 4, 2))


def context_choice(directions):
    context = ContextSteering()
    context.start(STILL)
    context.add_interest(directions)
    return context.choose()


# (name of the argument, whether the number of rows is fixed, function of (3, 2) numbers that returns numbers)
READERS = [
    ("positions", False, lambda rows: Vehicles(rows).positions),
    ("targets", True, lambda rows: seek(Vehicles(STILL), rows)),
    ("polyline", False, lambda rows: follow_path(Vehicles(STILL), rows, 1.0, 1.0, 0.1)),
    ("forces[0]", False, lambda rows: prioritize([rows], 5.0)),
    ("velocities", True, lambda rows: flock_forces(PAIRS, rows, separation_radius=9, alignment_radius=9, cohesion_radius=9,
                                                   max_force=5, max_speed=5)),
    ("places", False, lambda rows: FIELD.sample(rows)),
    ("directions", True, context_choice),
    ("preferred", True, lambda rows: orca_step(PAIRS, STILL, rows, 0.5, 9.0)),
    ("preferred", True, lambda rows: avoid(PAIRS, STILL, rows, 0.5, 9.0, neighbor_distance=9, max_neighbors=3, dt=0.1)),
    ("slots_world", False, lambda rows: assign_slots(PAIRS, rows)),
]
each = pytest.mark.parametrize("name, fixed, call", READERS, ids=[f"{name}-{i}" for i, (name, *_) in enumerate(READERS)])


@each
def test_what_numpy_makes_the_same_rows_of_is_the_same(name, fixed, call):
    expected = np.asarray(call(PAIRS)).tobytes()
    locked = PAIRS.copy()
    locked.flags.writeable = False
    for same in (locked, PAIRS.tolist(), PAIRS.astype(np.float32), PAIRS.astype(np.int64), np.asfortranarray(PAIRS),
                 np.tile(PAIRS, (2, 2))[:3, 2:], PAIRS.astype(">f8"), PAIRS.astype(object)):
        assert np.asarray(call(same)).tobytes() == expected


@each
@pytest.mark.parametrize("bad, message", [
    ([("a", "b")] * 3, "must be an array of numbers of shape"), ([("1", "2")] * 3, "must be an array of numbers of shape"),
    ([(1, 2), (3,), (4, 5)], "must be an array of numbers of shape"), (PAIRS + 1j, "must be an array of numbers of shape"),
    ([(0, 1), (None, 2), (3, 4)], "must be"), ([(10 ** 400, 0)] * 3, "must be an array of numbers of shape"), ({}, "must be"),
    (np.zeros((3, 3)), r"must be of shape .*, is \(3, 3\)"), (np.zeros((3, 2, 1)), r"must be of shape .*, is \(3, 2, 1\)"),
    ([(0, 1), (2, math.nan), (3, 4)], r"must be finite and within 1e\+\d+, row 1 is \(2, nan\)"),
    ([(0, 1), (2, 3), (-math.inf, 4)], r"must be finite and within 1e\+\d+, row 2 is \(-inf, 4\)"),
    ([(0, 1e31)] * 3, r"must be finite and within 1e\+\d+, row 0 is \(0, 1e\+31\)"),
])
def test_what_is_no_such_array_is_refused_in_one_style(name, fixed, call, bad, message):
    with pytest.raises(ValueError, match=f"^{re.escape(name)}: {message}"):
        call(bad)


@each
def test_another_number_of_rows_is_refused_where_it_is_given(name, fixed, call):
    if fixed:
        with pytest.raises(ValueError, match=rf"^{name}: must be of shape \(3, 2\).*, is \(4, 2\)"):
            call(np.zeros((4, 2)))


def test_an_empty_list_is_no_rows():
    assert len(Vehicles([])) == 0 and orca_step([], [], [], 1.0, 1.0).shape == (0, 2) and FIELD.sample([]).shape == (0, 2)
    assert len(ObstacleGraph([]).islands) == 0


@pytest.mark.parametrize("given, message", [("fast", "must be an array of numbers"), (1j, "must be an array of numbers"),
                                            ([1, 2], r"must be one number or of shape \(3,\), is of shape \(2,\)"),
                                            ([1, math.nan, 2], "must be in 0 … 1e.09, is nan"), (-1, "must be in 0 … 1e.09, is -1"),
                                            (10 ** 400, "must be an array of numbers")])
def test_numbers_for_each_are_refused_in_one_style(given, message):
    with pytest.raises(ValueError, match=f"^max_speed: {message}"):
        Vehicles(STILL, max_speed=given)


def test_no_other_module_converts_numbers():
    """Whoever catches what a conversion raises reads arguments by himself."""
    reader = re.compile(r"except \((?:\w+, )*TypeError, ValueError, OverflowError\)")
    files = [path for kind in ("py", "pyx", "pxd") for path in (ROOT / "navpy").rglob(f"*.{kind}")]
    found = {str(path.relative_to(ROOT)) for path in files if reader.search(path.read_text())}
    assert found == {"navpy/base/arguments.pyx"}
