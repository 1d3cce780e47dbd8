"""The first order is computed as fast marching does (Sethian 1996), with an untidy queue: buckets instead of a heap (Yatziv, Bartesaghi &
Sapiro 2006). A cell whose neighbors become cheaper later is computed again, so no error comes from the buckets: upwind differences of
first order never give more where a neighbor has less, so all orders end at the same values.

The second order (Rickett & Fomel 1999) has no such property. So it follows afterwards, each cell once and by first-order time."""
from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memcpy
from libcpp.algorithm cimport sort

from navpy.grid.cost_grid cimport CostGrid, cell_at
from navpy.grid.integration cimport (EIKONAL, SOURCE, Integration, Seed, Upwind, after, beats_light, neighbor_steps, side_cost, step_cost,
                                     upwind_on, upwind_value)

cdef int MOST_BUCKETS = 4096                # a bucket a cost, up to costs that differ by so much


cdef bint is_earlier(const Seed& a, const Seed& b) noexcept nogil:
    return a.time < b.time or (a.time == b.time and a.cell < b.cell)


cdef void sort_seeds(Integration* field) noexcept nogil:
    sort(field.seeds.begin(), field.seeds.end(), is_earlier)


cdef struct March:
    double per_time                 # buckets a unit of time
    int64_t at                      # the bucket that is emptied now
    int64_t mask
    int64_t queued
    bint record


cdef inline int64_t bucket_of(const March* state, double time) noexcept nogil:
    return <int64_t>min(time * state.per_time, 4e18)            # what a goal's own value may exceed; the order is of no account there


cdef inline int lower(Integration* field, March* state, int32_t cell, float time, bint queued) except -1 nogil:
    """``queued``: the value before came from here, too, so the cell is in that value's bucket."""
    cdef float before = field.first[cell]
    cdef int64_t bucket = bucket_of(state, time)
    field.first[cell] = time
    if state.record:
        field.touched.push_back(cell)
    elif queued and before < INFINITY and bucket != state.at and bucket_of(state, before) == bucket:
        return 0
    field.buckets[bucket & state.mask].push_back(cell)
    state.queued += 1
    return 0


cdef inline int spread(Integration* field, const CostGrid* grid, March* state, const int32_t* steps, int count, int32_t cell) except -1 nogil:
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
        if eikonal:
            found = upwind_value(first, other, grid.stride, costs[other] * grid.cell_size)
        else:
            found = after(time, time + step_cost(field, grid, cell, other))
        if found < first[other]:
            lower(field, state, other, found, not lit)
    return 0


cdef int march(Integration* field, const CostGrid* grid, bint record) except -1 nogil:
    cdef March state
    cdef int64_t at, buckets = 4
    cdef size_t seed = 0, i
    cdef int32_t steps[8]
    cdef int32_t cell
    cdef int count = neighbor_steps(field, grid, steps)
    cdef double width, farthest
    if field.seeds.empty():
        return 0
    # A bucket is as wide as the cheapest cell, so that most neighbors of a cell fall into later ones; those up to the dearest step ahead
    # are in use at once.
    width, farthest = grid.least * grid.cell_size, 1.5 * <double>grid.most * grid.cell_size
    width = max(width, farthest / (MOST_BUCKETS - 4))
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
        i = 0
        while i < field.buckets[at & state.mask].size():
            cell = field.buckets[at & state.mask][i]
            if bucket_of(&state, field.first[cell]) == at:         # else it was done before
                spread(field, grid, &state, steps, count, cell)
            i += 1
        state.queued -= i
        field.buckets[at & state.mask].clear()
        at += 1
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


cdef int correct_all(Integration* field, const CostGrid* grid) except -1 nogil:
    """In the order of the first, by a radix sort of its bits, which are those of a number that is not below 0."""
    cdef int32_t row, column, cell, shift
    cdef size_t counts[2048]
    cdef size_t k, total, size
    cdef Seed seed
    field.second.resize(field.first.size())         # and never moves, as arrays show it
    memcpy(field.second.data(), field.first.data(), field.first.size() * sizeof(float))
    field.seeds.clear()
    for row in range(grid.rows):
        cell = cell_at(grid, row, 0)
        for column in range(grid.columns):
            if field.first[cell + column] < INFINITY and not field.lights[cell + column] & SOURCE:
                seed.time, seed.cell = field.first[cell + column], cell + column
                field.seeds.push_back(seed)
    field.sorted_seeds.resize(field.seeds.size())
    for shift in range(0, 33, 11):
        for k in range(2048):
            counts[k] = 0
        for k in range(field.seeds.size()):
            counts[((<uint32_t*>&field.seeds[k].time)[0] >> shift) & 2047] += 1
        total = 0
        for k in range(2048):
            size = counts[k]
            counts[k] = total
            total += size
        for k in range(field.seeds.size()):
            size = ((<uint32_t*>&field.seeds[k].time)[0] >> shift) & 2047
            field.sorted_seeds[counts[size]] = field.seeds[k]
            counts[size] += 1
        field.seeds.swap(field.sorted_seeds)
    for k in range(field.seeds.size()):
        cell = field.seeds[k].cell
        field.second[cell] = second_order_value(field, grid, cell)
    return 0
