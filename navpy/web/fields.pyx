"""Flow fields on a grid whose cells cost something to cross, and crowds that follow them. Places are x, z of the world."""
from libc.math cimport floor
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2, vec2
from navpy.grid.cost_grid cimport CellRect, CostGrid, cell_at, make_grid, set_costs, to_cells
from navpy.grid.flow cimport Flow, make_flow, update_flow
from navpy.grid.integrate cimport integrate, update
from navpy.grid.integration cimport BREADTH_FIRST, DIJKSTRA, EIKONAL, Goal, Integration, times_of
from navpy.grid.tiles.field_guide cimport FieldGuide, guide_by_field
from navpy.motion.crowd.field_following cimport crowd_follow
from navpy.web.buffers cimport floats
from navpy.web.crowds cimport WebCrowd

METHODS = {"eikonal": EIKONAL, "dijkstra": DIJKSTRA, "bfs": BREADTH_FIRST}


cdef class WebGrid:
    """A grid with its field."""
    cdef CostGrid grid
    cdef Integration field
    cdef Flow flow
    cdef FieldGuide guide


def new_grid(costs, int rows, int columns, double cell):
    """WebGrid of float32 (rows · columns,) costs of a meter, infinite where nothing passes; a cell is ``cell`` meters wide, the first
    one at 0, 0."""
    cdef WebGrid grid = WebGrid()
    make_grid(&grid.grid, rows, columns, cell, vec2(0.0, 0.0))
    change_costs(grid, 0, 0, rows, columns, costs)
    return grid


def change_costs(WebGrid grid, int row, int column, int rows, int columns, costs):
    """Other costs of a rectangle of cells, float32 (rows · columns,); `repair_ways` takes them in."""
    cdef CellRect where
    cdef vector[float] values
    where.row, where.column, where.row_end, where.column_end = row, column, row + rows, column + columns
    if not (0 <= row <= where.row_end <= grid.grid.rows and 0 <= column <= where.column_end <= grid.grid.columns):
        raise ValueError(f"costs: {rows} × {columns} cells from row {row}, column {column} on are not all in the grid")
    if len(costs) != rows * columns:
        raise ValueError(f"costs: must be {rows * columns}, are {len(costs)}")
    for cost in costs:
        if not cost > 0.0:
            raise ValueError(f"costs: must be above 0, has {cost}")
        values.push_back(cost)
    set_costs(&grid.grid, &where, values.data())


cdef tuple found_ways(WebGrid grid):
    cdef vector[float] times, directions
    cdef const float* all_times = times_of(&grid.field)
    cdef Vec2 direction
    cdef int32_t row, column
    for row in range(grid.grid.rows):
        for column in range(grid.grid.columns):
            direction = grid.flow.directions[row * grid.grid.columns + column]
            times.push_back(all_times[cell_at(&grid.grid, row, column)])
            directions.push_back(<float>direction.x)
            directions.push_back(<float>direction.y)
    return floats(times), floats(directions)


def find_ways(WebGrid grid, goals, str method):
    """Find the ways to goals, float64 (2 n,) x, z in meters, by "eikonal", "dijkstra" or "bfs".

    Returns
    -------
    times : float32 (rows · columns,)
        Meters · cost to the nearest goal; infinite where there is no way.
    directions : float32 (2 rows · columns,)
        Unit vectors x, z.
    """
    cdef Goal goal
    cdef Vec2 at
    cdef int32_t i
    grid.field.goals.clear()
    for i in range(len(goals) // 2):
        at = to_cells(&grid.grid, vec2(goals[2 * i], goals[2 * i + 1]))
        if not (0.0 <= at.x < grid.grid.columns and 0.0 <= at.y < grid.grid.rows):
            raise ValueError(f"goals: ({goals[2 * i]}, {goals[2 * i + 1]}) is outside of the grid")
        goal.x, goal.y, goal.value = at.x, at.y, 0.0
        goal.cell = cell_at(&grid.grid, <int32_t>floor(at.y), <int32_t>floor(at.x))
        grid.field.goals.push_back(goal)
    grid.field.method = METHODS[method]
    grid.field.order = 2 if method == "eikonal" else 1
    integrate(&grid.field, &grid.grid)
    make_flow(&grid.flow, &grid.field, &grid.grid)
    grid.guide = guide_by_field(&grid.grid, &grid.field, &grid.flow)
    return found_ways(grid)


def repair_ways(WebGrid grid):
    """Take in changed costs; only what they affect is computed. Returns what `find_ways` does."""
    if update(&grid.field, &grid.grid):
        update_flow(&grid.flow, &grid.field, &grid.grid)
    return found_ways(grid)


def follow(WebCrowd crowd, WebGrid grid, Py_ssize_t first, Py_ssize_t count):
    """Have ``count`` agents follow the ways of a grid, from a number on."""
    cdef Py_ssize_t i
    if grid not in crowd.followed:
        crowd.followed.append(grid)
    for i in range(first, first + count):
        crowd_follow(&crowd.data, crowd.id_of(i), &grid.guide)
