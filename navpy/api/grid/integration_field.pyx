"""The cheapest ways from all cells of a grid to a goal, as Python asks for them."""
from libc.math cimport floor
from libc.stdint cimport int32_t

from navpy.base.arguments cimport read_integers, read_numbers, read_rows, read_whole
from navpy.base.vec2 cimport Vec2, vec2
from navpy.api.grid.cost_field cimport CostField
from navpy.api.grid.grid_array cimport show_floats, show_vectors
from navpy.grid.cost_grid cimport cell_at, to_cells
from navpy.grid.flow cimport Flow, direction_at, make_flow, update_flow, value_at
from navpy.grid.integrate cimport integrate, update
from navpy.grid.integration cimport BREADTH_FIRST, DIJKSTRA, EIKONAL, Goal, Integration, times_of

METHODS = {"eikonal": EIKONAL, "dijkstra": DIJKSTRA, "bfs": BREADTH_FIRST}
cdef double MOST_VALUE = 1e30


cdef object cells_of(CostField field, goals):
    """int32 (n, 2), rows and columns, of a mask or of cells; None of points."""
    import numpy as np
    try:
        array = np.asarray(goals)
    except ValueError:                              # rows of several lengths, which the reader of points refuses
        return None
    if array.dtype.kind == "b":
        if array.shape != field.shape:
            raise ValueError(f"goals: a mask must be of the field's shape {field.shape}, is {array.shape}")
        return np.ascontiguousarray(np.argwhere(array), dtype=np.int32)
    if array.dtype.kind in "iu":
        return read_integers("goals", array, "(n, 2)")
    return None


cdef class IntegrationField:
    """IntegrationField(cost_field, goals, *, method="eikonal", order=2, goal_values=None)

    What the cheapest way from each cell of a grid to the nearest goal costs, and which way it goes.

    Parameters
    ----------
    cost_field : CostField
    goals : array_like
        Floats of shape (n, 2): points, meters. Whole numbers of shape (n, 2): the centers of cells (row, column). Booleans of the field's
        shape: the centers of all cells that are true. A goal in an impassable cell cannot be reached until the cell is opened.
    method : {"eikonal", "dijkstra", "bfs"}
        eikonal: in all directions, |∇T| = cost, by upwind differences (Sethian 1996, "A fast marching level set method"; Yatziv,
        Bartesaghi & Sapiro 2006, "O(N) implementation of the fast marching algorithm"). Up to 7 goals have a line-of-sight pass (Emerson,
        "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro 23): values are exact where the straight way to the goal
        crosses nothing but cells of the least cost of all.
        dijkstra: steps to 8 neighbors, at the mean of both cells' costs, not past the corner of an impassable cell.
        bfs: steps to 4 neighbors, at a cost of 1 in every cell that is not impassable.
        The last two take the center of the cell that a point lies in for the point.
    order : {1, 2}
        Of the eikonal's differences: 2 has a fraction of the error, 1 is faster.
    goal_values : float or array_like, shape (n,), optional
        Meters · cost, 0 … 1e30: what goes on from each goal costs. 0 if left out.

    Raises
    ------
    ValueError
        No goals, goals of another shape or outside of the field, a number out of its range or none, a method that does not exist.
    """
    cdef readonly CostField cost_field
    cdef Integration field
    cdef Flow flow_
    cdef bint has_flow

    def __cinit__(self, CostField cost_field not None, goals, *, method="eikonal", order=2, goal_values=None):
        self.cost_field = cost_field
        if not isinstance(method, str) or method not in METHODS:
            raise ValueError(f'method: must be "eikonal", "dijkstra" or "bfs", is {method!r:.80}')
        self.field.method = METHODS[method]
        self.field.order = read_whole("order", order, 1, 2) if self.field.method == EIKONAL else 1
        self.read_goals(goals, goal_values)
        with nogil:
            integrate(&self.field, &self.cost_field.grid)

    cdef int read_goals(self, goals, goal_values) except -1:
        cdef const int32_t[:, ::1] cells
        cdef const double[:, ::1] points
        cdef const double[::1] values
        cdef Goal goal
        cdef Vec2 at
        cdef Py_ssize_t k, count
        cdef int32_t row, column, rows = self.cost_field.grid.rows, columns = self.cost_field.grid.columns
        found = cells_of(self.cost_field, goals)
        if found is None:
            points = read_rows("goals", goals, -1, 2)
            count = points.shape[0]
        else:
            if found.ndim != 2 or found.shape[1] != 2:
                raise ValueError(f"goals: must be of shape (n, 2), is {found.shape}")
            cells = found
            count = cells.shape[0]
        if count == 0:
            raise ValueError("goals: there must be one at least")
        values = read_numbers("goal_values", 0.0 if goal_values is None else goal_values, count, 0.0, MOST_VALUE)
        for k in range(count):
            if found is None:
                at = to_cells(&self.cost_field.grid, vec2(points[k, 0], points[k, 1]))
            else:
                at = vec2(cells[k, 1] + 0.5, cells[k, 0] + 0.5)
            if not (0.0 <= at.x <= columns and 0.0 <= at.y <= rows):
                raise ValueError(f"goals: number {k}, in row {floor(at.y):g}, column {floor(at.x):g}, is outside of the field")
            row, column = <int32_t>min(floor(at.y), rows - 1.0), <int32_t>min(floor(at.x), columns - 1.0)
            goal.x, goal.y, goal.value, goal.cell = at.x, at.y, values[k], cell_at(&self.cost_field.grid, row, column)
            self.field.goals.push_back(goal)
        return 0

    cdef int need_flow(self) except -1:
        if not self.has_flow:
            with nogil:
                make_flow(&self.flow_, &self.field, &self.cost_field.grid)
            self.has_flow = True
        return 0

    @property
    def times(self):
        """ndarray of float32, shape (rows, columns): meters · cost from the centers of cells to a goal; inf where no way leads to one.
        Read-only, no copy; it shows what update computes."""
        cdef const float* times = times_of(&self.field)
        return show_floats(self, times + cell_at(&self.cost_field.grid, 0, 0), self.cost_field.grid.rows, self.cost_field.grid.columns,
                           self.cost_field.grid.stride)

    def update(self):
        """Take in what set_costs has changed. Only what the change affects is computed, unless it is beside one of up to 7 goals, or
        changes what is the least cost of all; the values are those of a new field, to rounding.

        Returns
        -------
        changed : bool
            False if the costs were as before.
        """
        cdef bint changed
        with nogil:
            changed = update(&self.field, &self.cost_field.grid)
            if changed and self.has_flow:
                update_flow(&self.flow_, &self.field, &self.cost_field.grid)
        return changed

    def flow(self):
        """Directions of steepest descent at the centers of cells: straight to the goal where it is in sight, never into an impassable
        cell nor past its corner.

        Returns
        -------
        directions : ndarray, shape (rows, columns, 2)
            Unit vectors (x, y); 0 at a goal, and where no way leads to one. Read-only, no copy; it shows what update computes.
        """
        self.need_flow()
        return show_vectors(self, &self.flow_.directions[0].x, self.cost_field.grid.rows, self.cost_field.grid.columns)

    def directions(self, points):
        """Evaluate the flow, bilinear between the centers of cells, straight to the goal within its cell. No step of less than half a
        cell enters an impassable cell.

        Parameters
        ----------
        points : array_like, shape (n, 2)
            Meters. Points outside of the field count as on its border.

        Returns
        -------
        directions : ndarray, shape (n, 2)
            Unit vectors, less where two walls meet; 0 at a goal, and where no way leads to one.

        Raises
        ------
        ValueError
            Another shape, or a coordinate that is not finite.
        """
        import numpy as np
        cdef const double[:, ::1] at = read_rows("points", points, -1, 2)
        out = np.empty((at.shape[0], 2))
        cdef double[:, ::1] rows = out
        cdef Vec2 found
        cdef Py_ssize_t k
        self.need_flow()
        with nogil:
            for k in range(at.shape[0]):
                found = direction_at(&self.flow_, &self.field, &self.cost_field.grid, vec2(at[k, 0], at[k, 1]))
                rows[k, 0], rows[k, 1] = found.x, found.y
        return out

    def distance(self, points):
        """Evaluate the times, bilinear between the centers of cells.

        Parameters
        ----------
        points : array_like, shape (n, 2)
            Meters. Points outside of the field count as on its border.

        Returns
        -------
        times : ndarray, shape (n,)
            Meters · cost; inf where no way leads to a goal.

        Raises
        ------
        ValueError
            Another shape, or a coordinate that is not finite.
        """
        import numpy as np
        cdef const double[:, ::1] at = read_rows("points", points, -1, 2)
        out = np.empty(at.shape[0])
        cdef double[::1] times = out
        cdef Py_ssize_t k
        self.need_flow()
        with nogil:
            for k in range(at.shape[0]):
                times[k] = value_at(&self.flow_, &self.field, &self.cost_field.grid, vec2(at[k, 0], at[k, 1]))
        return out
