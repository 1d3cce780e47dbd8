"""Integration fields: what the cheapest way from each cell of a grid to a goal costs. The data, and the functions for one cell."""
from libc.math cimport INFINITY, nextafterf, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.heap cimport IndexedHeap
from navpy.base.vec2 cimport Vec2
from navpy.grid.cost_grid cimport CostGrid, column_of, row_of

cdef enum Method:
    EIKONAL                         # |∇T| = cost, by upwind differences
    DIJKSTRA                        # steps to 8 neighbors at the mean of both costs, never past the corner of an impassable cell
    BREADTH_FIRST                   # steps to 4 neighbors at a cost of 1

cdef enum:
    MOST_LIGHTS = 7                 # goals with a line of sight of their own, a bit each
    SOURCE = 128                    # the cell's value is a goal's alone

cdef struct Goal:
    double x, y                     # columns and rows from the grid's corner
    double value                    # what goes on from there costs
    int32_t cell                    # that it lies in

cdef struct Seed:                   # a cell whose value spreads from a time on
    float time
    int32_t cell

cdef cppclass Integration:          # arrays are by cell with the grid's rim
    Method method
    int order                       # 1 or 2, of the eikonal's differences
    vector[Goal] goals              # by cell where they are more than MOST_LIGHTS
    vector[uint8_t] lights          # bits of goals in sight; of more goals than bits 1 where one is in or beside the cell; SOURCE
    vector[float] first             # costs of ways to a goal, meters · cost, first order; infinite: there is none
    vector[float] second            # the same of second order; empty for order 1
    float least                     # the grid's when the field was computed
    int64_t seen                    # changes of the grid
    bint anew                       # the last computation was of all cells
    # working memory
    vector[vector[int32_t]] buckets                 # of cells to spread from, by time
    vector[Seed] seeds
    vector[int32_t] touched                         # cells whose first has changed, in a repair
    vector[int32_t] changed                         # cells whose values or lights have changed, in a repair
    vector[double] low, high                        # by column: slopes between which a row of cells is lit
    IndexedHeap heap


cdef inline const float* times_of(const Integration* field) noexcept nogil:
    if field.order == 2:
        return field.second.data()
    return field.first.data()


cdef inline bint is_area(const Integration* field) noexcept nogil:
    return field.goals.size() > MOST_LIGHTS


cdef inline Py_ssize_t goal_in(const Integration* field, int32_t cell) noexcept nogil:
    """The goal of least value that lies in a cell, the first of equals; −1 if there is none."""
    cdef Py_ssize_t low = 0, high = <Py_ssize_t>field.goals.size(), middle, best = -1
    if is_area(field):
        while low < high:
            middle = (low + high) // 2
            if field.goals[middle].cell < cell:
                low = middle + 1
            else:
                high = middle
        return low if low < <Py_ssize_t>field.goals.size() and field.goals[low].cell == cell else -1
    for low in range(high):
        if field.goals[low].cell == cell and (best < 0 or field.goals[low].value < field.goals[best].value):
            best = low
    return best


cdef inline double cost_to_goal(const Goal* goal, const CostGrid* grid, int32_t cell, Vec2 at) noexcept nogil:
    """Of the straight way within the goal's cell, from a place in cells from the grid's corner; places outside count as on the grid's
    border."""
    cdef double x = max(0.0, min(at.x, <double>grid.columns)) - goal.x, y = max(0.0, min(at.y, <double>grid.rows)) - goal.y
    return goal.value + grid.costs[cell] * grid.cell_size * sqrt(x * x + y * y)


cdef inline float straight_cost(const Integration* field, const CostGrid* grid, const Goal* goal, int32_t cell) noexcept nogil:
    """Of the straight way from a cell's center to a goal."""
    cdef double x = column_of(grid, cell) + 0.5 - goal.x, y = row_of(grid, cell) + 0.5 - goal.y
    cdef double cost = 0.5 * (<double>grid.costs[goal.cell] + <double>grid.costs[cell])
    return <float>(goal.value + cost * grid.cell_size * sqrt(x * x + y * y) if field.method == EIKONAL else goal.value)


cdef inline float light_beside(const Integration* field, const CostGrid* grid, int32_t cell, Py_ssize_t* which) noexcept nogil:
    """The least cost of straight ways to goals in the cell or beside it, and which goal that is; infinite if there is none."""
    cdef const float* costs = grid.costs.data()
    cdef float best = <float>INFINITY, cost
    cdef int32_t right, up, reach = 1 if field.method == EIKONAL else 0
    cdef Py_ssize_t goal
    which[0] = -1
    for up in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            goal = goal_in(field, cell + up * grid.stride + right)
            if goal < 0 or not max(max(costs[cell], costs[field.goals[goal].cell]),
                                   max(costs[cell + right], costs[cell + up * grid.stride])) < INFINITY:
                continue
            cost = straight_cost(field, grid, &field.goals[goal], cell)
            if cost < best:
                best, which[0] = cost, goal
    return best


cdef inline float light_of(const Integration* field, const CostGrid* grid, int32_t cell, Py_ssize_t* which) noexcept nogil:
    """The least cost of straight ways to the goals that light the cell, and which goal that is."""
    cdef float best = <float>INFINITY, cost
    cdef Py_ssize_t k
    which[0] = -1
    if not field.lights[cell] & ~SOURCE:
        return best
    if is_area(field):
        return light_beside(field, grid, cell, which)
    for k in range(<Py_ssize_t>field.goals.size()):
        if field.lights[cell] & (1 << k):
            cost = straight_cost(field, grid, &field.goals[k], cell)
            if cost < best:
                best, which[0] = cost, k
    return best


cdef inline float step_cost(const Integration* field, const CostGrid* grid, int32_t cell, int32_t other) noexcept nogil:
    """Of a step between neighbors, infinite where it is not allowed; not of the eikonal."""
    cdef const float* costs = grid.costs.data()
    cdef int32_t by = other - cell, across
    cdef double cost = <double>costs[cell] + <double>costs[other]
    if field.method == BREADTH_FIRST:
        return <float>grid.cell_size if cost < INFINITY else <float>INFINITY
    if by == 1 or by == -1 or by == grid.stride or by == -grid.stride:
        return <float>(0.5 * cost * grid.cell_size)
    across = 1 if by == grid.stride + 1 or by == 1 - grid.stride else -1
    cost = 0.5 * cost * grid.cell_size * sqrt(2.0)
    return <float>cost if costs[cell + across] < INFINITY and costs[cell + by - across] < INFINITY else <float>INFINITY


cdef inline double cheapest_step(const Integration* field, const CostGrid* grid) noexcept nogil:
    return (1.0 if field.method == BREADTH_FIRST else <double>grid.least) * grid.cell_size


cdef inline double dearest_step(const Integration* field, const CostGrid* grid) noexcept nogil:
    """No step costs more, aslant ones included."""
    return 1.5 * (1.0 if field.method == BREADTH_FIRST else <double>grid.most) * grid.cell_size


cdef inline float side_cost(const Integration* field, const CostGrid* grid, int32_t cell, int32_t other) noexcept nogil:
    """Of the way from a neighbor straight into the other cell."""
    if field.method == EIKONAL:
        return <float>(grid.costs[other] * grid.cell_size)
    return step_cost(field, grid, cell, other)


cdef inline bint beats_light(float time, float light) noexcept nogil:
    """Whether a way through a neighbor is cheaper than the straight one, by more than some roundings of a float. Differences to
    several neighbors prove nothing: where the fronts of two goals meet, they give too little."""
    return time < light * (1.0 - 1e-6)


cdef inline float after(float time, double found) noexcept nogil:
    """What follows from a neighbor's value is more than that, however little a float can tell."""
    return <float>found if <float>found > time else nextafterf(time, <float>INFINITY)


cdef inline float upwind_value(const float* times, int32_t cell, int32_t stride, double cost) noexcept nogil:
    """The first-order solution of |∇T| = cost / cell size in a cell (Godunov's upwind differences)."""
    cdef double a = min(times[cell - 1], times[cell + 1]), b = min(times[cell - stride], times[cell + stride])
    cdef double least = min(a, b), apart = max(a, b) - least
    if not least < INFINITY:
        return <float>INFINITY
    if not apart < cost:
        return after(<float>least, least + cost)
    return after(<float>least, 0.5 * (a + b + sqrt(2.0 * cost * cost - apart * apart)))


cdef inline int neighbor_steps(const Integration* field, const CostGrid* grid, int32_t* steps) noexcept nogil:
    """From a cell to the cells that it gives its value to; the number of them."""
    cdef int32_t stride = grid.stride
    steps[0], steps[1], steps[2], steps[3] = -1, 1, -stride, stride
    if field.method != DIJKSTRA:
        return 4
    steps[4], steps[5], steps[6], steps[7] = -stride - 1, -stride + 1, stride - 1, stride + 1
    return 8


cdef inline float value_by_neighbors(const Integration* field, const CostGrid* grid, int32_t cell) noexcept nogil:
    cdef int32_t steps[8]
    cdef int k, count
    cdef float best = <float>INFINITY
    if not grid.costs[cell] < INFINITY:
        return best
    if field.method == EIKONAL:
        return upwind_value(field.first.data(), cell, grid.stride, grid.costs[cell] * grid.cell_size)
    count = neighbor_steps(field, grid, steps)
    for k in range(count):
        best = min(best, after(field.first[cell + steps[k]], field.first[cell + steps[k]] + step_cost(field, grid, cell,
                                                                                                      cell + steps[k])))
    return best


cdef struct Upwind:                 # the difference towards the lower neighbor on an axis: root · (T − value)
    double value                    # meters · cost; infinite: none is lower
    double root
    double near                     # meters · cost, the neighbor's own
    int32_t step                    # cells, to that neighbor

cdef inline Upwind upwind_on(const Integration* field, int32_t cell, int32_t axis) noexcept nogil:
    """Of second order where the next neighbor but one is lower still. Which is lower is asked of the first-order values, so the values
    of second order follow from each other in one order."""
    cdef const float* first = field.first.data()
    cdef const float* times = times_of(field)
    cdef Upwind out
    cdef int32_t near, far
    out.step = -axis if first[cell - axis] <= first[cell + axis] else axis
    near, far = cell + out.step, cell + 2 * out.step
    out.value, out.near, out.root = INFINITY, INFINITY, 1.0
    if first[near] < first[cell]:
        out.value = out.near = times[near]
        if field.order == 2 and first[far] < first[near] and times[far] <= times[near]:
            out.value, out.root = (4.0 * times[near] - times[far]) / 3.0, 1.5
    return out
