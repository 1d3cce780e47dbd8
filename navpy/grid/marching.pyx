"""The first order is computed as fast marching does (Sethian 1996), with an untidy queue: buckets instead of a heap (Yatziv,
Bartesaghi & Sapiro 2006). A cell whose neighbors become cheaper later is computed again, so no error comes from the buckets: upwind
differences of first order never give more where a neighbor has less, so all orders end at the same values.

The second order (Rickett & Fomel 1999) has no such property. So a cell gets it when its bucket is empty and no first order changes
there any more, once and after those with less that it follows from: any order in which they come first gives the same values."""
from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.grid.cost_grid cimport CostGrid
from navpy.grid.integration cimport (
    EIKONAL, SOURCE, Integration, Seed, Upwind, after, beats_light, cheapest_step, dearest_step, neighbor_steps, side_cost, step_cost,
    upwind_on, upwind_value)

cdef int MOST_BUCKETS = 4096                # a bucket a cost, up to costs that differ by so much
cdef double FLOAT_STEP = 2.0 ** -23         # from a float to the next one, relative to it, at most


cdef bint is_earlier(const Seed& a, const Seed& b) noexcept nogil:
    return a.time < b.time or (a.time == b.time and a.cell < b.cell)


cdef void sort_seeds(Integration* field) noexcept nogil:
    sort(field.seeds.begin(), field.seeds.end(), is_earlier)


cdef struct March:
    double per_time                 # buckets a unit of time
    int64_t at                      # the bucket that is emptied now
    int64_t mask
    int64_t queued
    bint record                     # cells that become cheaper are noted
    bint corrects                   # cells get their values of second order


cdef inline int64_t bucket_of(const March* state, double time) noexcept nogil:
    return <int64_t>min(time * state.per_time, 4e18)            # what a goal's own value may exceed; the order is of no account there


cdef inline int put_into_bucket(Integration* field, March* state, int32_t cell, int64_t bucket) except -1 nogil:
    """What is farther off than there are buckets waits in the last one, and is put on from there."""
    field.buckets[min(bucket, state.at + state.mask) & state.mask].push_back(cell)
    state.queued += 1
    return 0


cdef inline int lower(Integration* field, March* state, int32_t cell, float time, bint queued) except -1 nogil:
    """``queued``: the value before came from here, too, so the cell is in that value's bucket."""
    cdef float before = field.first[cell]
    cdef int64_t bucket = bucket_of(state, time)
    field.first[cell] = time
    if state.record:
        field.touched.push_back(cell)
    elif queued and before < INFINITY and bucket != state.at and bucket_of(state, before) == bucket:
        return 0
    return put_into_bucket(field, state, cell, bucket)


cdef inline int spread(Integration* field, const CostGrid* grid, March* state, const int32_t* steps, int count,
                       int32_t cell) except -1 nogil:
    cdef const float* first = field.first.data()
    cdef const float* costs = grid.costs.data()
    cdef bint eikonal = field.method == EIKONAL, lit
    cdef int32_t other, k
    cdef float time = first[cell], found
    for k in range(count):
        other = cell + steps[k]
        if not (first[other] > time and costs[other] < INFINITY):
            continue
        lit = field.lights[other] & SOURCE
        if lit:
            if not beats_light(time + side_cost(field, grid, cell, other), first[other]):
                continue
            field.lights[other] &= ~SOURCE
            if state.corrects:
                field.second[other] = <float>INFINITY
        if eikonal:
            found = upwind_value(first, other, grid.stride, costs[other] * grid.cell_size)
        else:
            found = after(time, time + step_cost(field, grid, cell, other))
        if found < first[other]:
            lower(field, state, other, found, not lit)
    return 0


cdef float second_order_value(const Integration* field, const CostGrid* grid, int32_t cell) noexcept nogil:
    """Solves Σ (root · (T − value))² = cost² over the axes that have a lower neighbor; of lower order where that has no solution."""
    cdef double cost = grid.costs[cell] * grid.cell_size, p, q, c, found
    cdef Upwind a = upwind_on(field, cell, 1), b = upwind_on(field, cell, grid.stride)
    cdef int _order
    if a.value < INFINITY and b.value < INFINITY:
        for _order in range(2):
            p = a.root * a.root + b.root * b.root
            q = a.root * a.root * a.value + b.root * b.root * b.value
            c = q * q - p * (a.root * a.root * a.value * a.value + b.root * b.root * b.value * b.value - cost * cost)
            if c >= 0.0:
                found = (q + sqrt(c)) / p
                if found >= max(a.near, b.near):
                    return <float>found
            a.value, a.root, b.value, b.root = a.near, 1.0, b.near, 1.0
    return <float>min(max(a.near, a.value + cost / a.root), max(b.near, b.value + cost / b.root))


cdef inline int32_t missing_before(const Integration* field, int32_t cell, int32_t axis) noexcept nogil:
    """A cell on an axis that the cell's value of second order follows from and that has none yet; −1: there is none."""
    cdef const float* first = field.first.data()
    cdef const float* second = field.second.data()
    cdef int32_t step = -axis if first[cell - axis] <= first[cell + axis] else axis
    if not first[cell + step] < first[cell]:
        return -1
    if second[cell + step] == INFINITY:
        return cell + step
    return cell + 2 * step if first[cell + 2 * step] < first[cell + step] and second[cell + 2 * step] == INFINITY else -1


cdef int begin_correction(Integration* field) except -1 nogil:
    """A goal's own values are exact; no other cell has one of second order yet."""
    cdef size_t i
    field.second.resize(field.first.size())         # and never moves, as arrays show it
    for i in range(field.first.size()):
        field.second[i] = field.first[i] if field.lights[i] & SOURCE else <float>INFINITY
    return 0


cdef int correct_bucket(Integration* field, const CostGrid* grid, const March* state, vector[int32_t]* waiting) except -1 nogil:
    """Values of second order of a bucket's cells. ``waiting``: cells, each for the next one."""
    cdef const vector[int32_t]* bucket = &field.buckets[state.at & state.mask]
    cdef int32_t cell, before
    cdef size_t i
    for i in range(bucket.size()):
        cell = bucket.at(i)
        if field.second[cell] < INFINITY or bucket_of(state, field.first[cell]) != state.at:
            continue
        waiting.push_back(cell)
        while not waiting.empty():
            cell = waiting.back()
            before = missing_before(field, cell, 1)
            if before < 0:
                before = missing_before(field, cell, grid.stride)
            if before >= 0:
                waiting.push_back(before)
            else:
                field.second[cell] = second_order_value(field, grid, cell)
                waiting.pop_back()
    return 0


cdef int march(Integration* field, const CostGrid* grid, bint record) except -1 nogil:
    cdef March state
    cdef vector[int32_t] waiting
    cdef int64_t at, buckets = 4
    cdef size_t seed = 0, i
    cdef int32_t steps[8]
    cdef int32_t cell
    cdef int count = neighbor_steps(field, grid, steps)
    cdef int64_t bucket
    cdef double width, farthest
    state.corrects = field.order == 2 and not record
    if state.corrects:
        begin_correction(field)
    if field.seeds.empty():
        return 0
    # A bucket is as wide as the cheapest step, so that most neighbors of a cell fall into later ones; those up to the dearest step
    # ahead are in use at once. It is no narrower than what a float tells of the greatest value given.
    width, farthest = cheapest_step(field, grid), dearest_step(field, grid)
    width = max(width, max(farthest / (MOST_BUCKETS - 4), field.seeds.back().time * FLOAT_STEP))
    while buckets < farthest / width + 3.0:
        buckets *= 2
    state.per_time, state.mask, state.queued, state.record = 1.0 / width, buckets - 1, 0, record
    if <int64_t>field.buckets.size() < buckets:
        field.buckets.resize(buckets)
    at = 0
    while state.queued > 0 or seed < field.seeds.size():
        if state.queued == 0:
            at = bucket_of(&state, field.seeds[seed].time)
        while seed < field.seeds.size() and bucket_of(&state, field.seeds[seed].time) <= at:
            field.buckets[at & state.mask].push_back(field.seeds[seed].cell)
            state.queued += 1
            seed += 1
        state.at = at
        check_signals()
        i = 0
        while i < field.buckets[at & state.mask].size():
            cell = field.buckets[at & state.mask][i]
            bucket = bucket_of(&state, field.first[cell])
            if bucket == at:                                        # else it was done before, or is farther off
                spread(field, grid, &state, steps, count, cell)
            elif bucket > at:
                put_into_bucket(field, &state, cell, bucket)
            i += 1
        if state.corrects:
            correct_bucket(field, grid, &state, &waiting)
        state.queued -= i
        field.buckets[at & state.mask].clear()
        at += 1
    return 0
