"""Combination of the forces of several steering behaviors (Reynolds 1999, "Combining behaviors")."""
from libc.stdint cimport int32_t, uint64_t

from navpy.base.arguments cimport LARGEST, read_unsigned, read_number, read_numbers, read_rows
from navpy.api.motion.arrays cimport vectors_of
from navpy.motion.steering.arbitration cimport dither_forces, prioritize_forces, sum_forces
from navpy.base.vec2 cimport Vec2

__all__ = ["dither", "prioritize", "weighted_sum"]


cdef class ForceLists:
    """The forces of all agents, each agent's k forces one after the other, and room for the results."""
    cdef int32_t agents, k
    cdef object stacked, results
    cdef const Vec2* forces
    cdef Vec2* out


cdef ForceLists read_forces(forces):
    import numpy as np
    cdef ForceLists lists = ForceLists()
    rows = []
    if not np.iterable(forces):
        raise ValueError(f"forces: must be a list of arrays of shape (n, 2), is {forces!r}")
    for i, force in enumerate(forces):
        rows.append(read_rows(f"forces[{i}]", force, rows[0].shape[0] if rows else -1, 2))
    if not rows:
        raise ValueError("forces: must hold one array of shape (n, 2) at least, is empty")
    lists.stacked, lists.results = np.stack(rows, axis=1).reshape(-1, 2), np.empty((len(rows[0]), 2))
    lists.agents, lists.k = <int32_t>len(rows[0]), <int32_t>len(rows)
    lists.forces, lists.out = vectors_of(lists.stacked), vectors_of(lists.results)
    return lists


def weighted_sum(forces, weights, max_force):
    """Add forces with weights, and truncate the sum (Reynolds 1999, "Combining behaviors").

    It is cheap and smooth, but opposite forces cancel each other, and an agent stops where they balance.

    Parameters
    ----------
    forces : list of array_like, shape (n, 2)
        Newtons, one array for each behavior.
    weights : float or array_like
        0 or more, for all behaviors or for each.
    max_force : float
        Newtons, 0 or more.

    Returns
    -------
    force : ndarray, shape (n, 2)
        Newtons.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    cdef ForceLists lists = read_forces(forces)
    cdef const double[::1] factors = read_numbers("weights", weights, lists.k, 0.0, LARGEST)
    cdef double limit = read_number("max_force", max_force, 0.0, LARGEST)
    cdef int32_t i
    for i in range(lists.agents):
        lists.out[i] = sum_forces(lists.forces + i * lists.k, &factors[0], lists.k, limit)
    return lists.results


def prioritize(forces, max_force):
    """Add forces in the order of their priorities until max_force is exhausted (Reynolds 1987, "prioritized acceleration allocation").

    Each force may have the magnitude that the forces before it leave of max_force; the one that exceeds it is truncated.

    Parameters
    ----------
    forces : list of array_like, shape (n, 2)
        Newtons, one array for each behavior, the most urgent first.
    max_force : float
        Newtons, 0 or more.

    Returns
    -------
    force : ndarray, shape (n, 2)
        Newtons.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    cdef ForceLists lists = read_forces(forces)
    cdef double limit = read_number("max_force", max_force, 0.0, LARGEST)
    cdef int32_t i
    for i in range(lists.agents):
        lists.out[i] = prioritize_forces(lists.forces + i * lists.k, lists.k, limit)
    return lists.results


def dither(forces, probabilities, max_force, seed, step):
    """Take one force at random in the order of priorities (prioritized dithering, Reynolds 2000, "Interaction with Groups of
    Autonomous Characters").

    The behaviors are tried in order; one with a force other than 0 is taken with its probability, and its force alone, truncated, is
    the result. The force is 0 where none is taken. Over many steps each behavior is taken, at the cost of one. The choice is a hash of
    seed, row, step and behavior, so the same call gives the same bits.

    Parameters
    ----------
    forces : list of array_like, shape (n, 2)
        Newtons, one array for each behavior, the most urgent first.
    probabilities : float or array_like
        0 … 1, for all behaviors or for each.
    max_force : float
        Newtons, 0 or more.
    seed, step : int
        0 … 2⁶⁴ − 1.

    Returns
    -------
    force : ndarray, shape (n, 2)
        Newtons.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    cdef ForceLists lists = read_forces(forces)
    cdef const double[::1] odds = read_numbers("probabilities", probabilities, lists.k, 0.0, 1.0)
    cdef double limit = read_number("max_force", max_force, 0.0, LARGEST)
    cdef uint64_t key = read_unsigned("seed", seed), now = read_unsigned("step", step)
    cdef int32_t i
    for i in range(lists.agents):
        lists.out[i] = dither_forces(lists.forces + i * lists.k, &odds[0], lists.k, limit, key, i, now)
    return lists.results
