"""Several steering forces on one agent become one: weighted sum, priority arbitration, prioritised dithering."""
from libc.stdint cimport int32_t, uint64_t

from navpy.base.arguments cimport LARGEST, read_number, read_numbers, read_rows
from navpy.motion.steering.steering cimport uniform
from navpy.base.splitmix cimport splitmix
from navpy.base.vec2 cimport Vec2, add, length, scale, truncate, vec2


# ---- one agent ----

cdef Vec2 sum_forces(const Vec2* forces, const double* weights, int32_t count, double max_force) noexcept nogil:
    """Weighted sum, truncated."""
    cdef Vec2 total = vec2(0.0, 0.0)
    cdef int32_t i
    for i in range(count):
        total = add(total, scale(forces[i], weights[i]))
    return truncate(total, max_force)


cdef Vec2 prioritise_forces(const Vec2* forces, int32_t count, double max_force) noexcept nogil:
    """In order, each as far as the budget reaches. Magnitudes are what is spent, as in Reynolds 1987, not the length of the
    sum: a force undone by the next one would give its budget back, and a third could then turn it round."""
    cdef Vec2 total = vec2(0.0, 0.0)
    cdef double left = max_force, size
    cdef int32_t i
    for i in range(count):
        size = length(forces[i])
        if size >= left:
            return add(total, truncate(forces[i], left))
        total = add(total, forces[i])
        left -= size
    return total


cdef Vec2 dither_forces(const Vec2* forces, const double* probabilities, int32_t count, double max_force, uint64_t seed,
                        uint64_t agent, uint64_t step) noexcept nogil:
    """The first force that is not 0 and whose chance comes up, alone; 0 where none does."""
    cdef int32_t i
    for i in range(count):
        if (forces[i].x != 0.0 or forces[i].y != 0.0) and uniform(splitmix(splitmix(seed) + agent), step, i) < probabilities[i]:
            return truncate(forces[i], max_force)
    return vec2(0.0, 0.0)


# ---- Python ----

cdef uint64_t read_counter(str name, value) except? 0:
    try:
        return value.__index__()
    except (AttributeError, TypeError, OverflowError):
        raise ValueError(f"{name}: must be a whole number in 0 … 2⁶⁴ − 1, is {value!r}") from None


cdef object read_forces(forces):
    """(n, k, 2): each agent's k forces one after the other."""
    import numpy as np
    rows = []
    if not np.iterable(forces):
        raise ValueError(f"forces: must be a list of arrays of shape (n, 2), is {forces!r}")
    for i, force in enumerate(forces):
        rows.append(read_rows(f"forces[{i}]", force, rows[0].shape[0] if rows else -1, 2))
    if not rows:
        raise ValueError("forces: must hold one array of shape (n, 2) at least, is empty")
    return np.stack(rows, axis=1)


def weighted_sum(forces, weights, max_force):
    """Weighted truncated sum (Reynolds 1999, "Combining behaviors"): what every behaviour wants, at once. Cheap and smooth, but
    opposite forces cancel each other, and where they balance the agent stays.

    ``forces``: list of (n, 2), newtons; ``weights``: a number not below 0, for each or for all; ``max_force``: newtons. Returns (n, 2).
    ValueError: shapes that do not fit, a number that is NaN or below 0, a coordinate beyond 1e30."""
    import numpy as np
    cdef const double[:, :, ::1] given = read_forces(forces)
    cdef const double[::1] factors = read_numbers("weights", weights, given.shape[1], 0.0, LARGEST)
    cdef double most = read_number("max_force", max_force, 0.0, LARGEST)
    cdef int32_t i, n = given.shape[0], k = given.shape[1]
    cdef double[:, ::1] rows
    cdef Vec2 total
    out = np.empty((n, 2))
    rows = out
    with nogil:
        for i in range(n):
            total = sum_forces(<const Vec2*>&given[i, 0, 0], &factors[0], k, most)
            rows[i, 0], rows[i, 1] = total.x, total.y
    return out


def prioritise(forces, max_force):
    """Priority arbitration (prioritised acceleration allocation, Reynolds 1987, "Arbitrating Independent Behaviors"): the forces
    are added in order, each as long as what is left of ``max_force`` after the magnitudes of those before it; the one that
    exhausts it is trimmed. What comes first is never changed by more than max_force less its own magnitude.

    ``forces``: list of (n, 2), newtons, the most urgent first; ``max_force``: newtons. Returns (n, 2). ValueError: as
    ``weighted_sum``."""
    import numpy as np
    cdef const double[:, :, ::1] given = read_forces(forces)
    cdef double most = read_number("max_force", max_force, 0.0, LARGEST)
    cdef int32_t i, n = given.shape[0], k = given.shape[1]
    cdef double[:, ::1] rows
    cdef Vec2 total
    out = np.empty((n, 2))
    rows = out
    with nogil:
        for i in range(n):
            total = prioritise_forces(<const Vec2*>&given[i, 0, 0], k, most)
            rows[i, 0], rows[i, 1] = total.x, total.y
    return out


def dither(forces, probabilities, max_force, seed, step):
    """Prioritised dithering (Reynolds 2000; Buckland 2005, ch. 3): the forces are gone through in order, one that is not 0 is
    taken with its probability, and then it alone, truncated. Where none is taken the force is 0. Over many steps every
    behaviour has its turn, at the cost of one.

    Whether a force is taken is a hash of seed, agent (its row), step and the force's place: the same call gives the same bits.

    ``forces``: list of (n, 2), newtons, the most urgent first; ``probabilities``: 0 … 1, for each or for all; ``max_force``: newtons;
    ``seed``, ``step``: whole numbers from 0 on. Returns (n, 2). ValueError: as ``weighted_sum``."""
    import numpy as np
    cdef const double[:, :, ::1] given = read_forces(forces)
    cdef const double[::1] odds = read_numbers("probabilities", probabilities, given.shape[1], 0.0, 1.0)
    cdef double most = read_number("max_force", max_force, 0.0, LARGEST)
    cdef uint64_t sown = read_counter("seed", seed), at = read_counter("step", step)
    cdef int32_t i, n = given.shape[0], k = given.shape[1]
    cdef double[:, ::1] rows
    cdef Vec2 total
    out = np.empty((n, 2))
    rows = out
    with nogil:
        for i in range(n):
            total = dither_forces(<const Vec2*>&given[i, 0, 0], &odds[0], k, most, sown, i, at)
            rows[i, 0], rows[i, 1] = total.x, total.y
    return out
