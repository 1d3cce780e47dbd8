"""The cheapest ways from all cells of a grid to a goal, as Python asks for them."""
from navpy.base.arguments cimport read_rows, read_whole
from navpy.base.guard cimport Inside, enter, read
from navpy.base.interrupts cimport hold_signals, release_signals
from navpy.base.vec2 cimport Vec2, vec2
from navpy.api.grid.goals cimport read_goals
from navpy.api.grid.grid_array cimport show_floats, show_vectors
from navpy.grid.cost_grid cimport cell_at
from navpy.grid.flow cimport direction_at, make_flow, update_flow, value_at
from navpy.grid.integrate cimport integrate, update
from navpy.grid.integration cimport BREADTH_FIRST, DIJKSTRA, EIKONAL, times_of

__all__ = ["IntegrationField"]

METHODS = {"eikonal": EIKONAL, "dijkstra": DIJKSTRA, "bfs": BREADTH_FIRST}


cdef class IntegrationField:
    """IntegrationField(cost_field, goals, *, method="eikonal", order=2, goal_values=None)

    What the cheapest way from each cell of a grid to the nearest goal costs, and which way it goes.

    Parameters
    ----------
    cost_field : CostField
    goals : array_like
        Floats of shape (n, 2): points, meters. Whole numbers of shape (n, 2): the centers of cells (row, column). Booleans of the
        field's shape: the centers of all cells that are true. A goal in an impassable cell cannot be reached until the cell is opened.
    method : {"eikonal", "dijkstra", "bfs"}
        eikonal: in all directions, |∇T| = cost, by upwind differences (Sethian 1996, "A fast marching level set method"; Yatziv,
        Bartesaghi & Sapiro 2006, "O(N) implementation of the fast marching algorithm"). Up to 7 goals have a line-of-sight pass
        (Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro 23): values are exact where the straight way to
        the goal crosses nothing but cells of the least cost of all.
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
    def __cinit__(self, CostField cost_field not None, goals, *, method="eikonal", order=2, goal_values=None):
        cdef Inside inside
        self.cost_field, self.guard.name = cost_field, b"the integration field"
        if not isinstance(method, str) or method not in METHODS:
            raise ValueError(f'method: must be "eikonal", "dijkstra" or "bfs", is {method!r:.80}')
        self.field.method = METHODS[method]
        self.field.order = read_whole("order", order, 1, 2) if self.field.method == EIKONAL else 1
        read_goals(self.cost_field, goals, goal_values, &self.field.goals)
        read(&self.cost_field.guard, &inside)
        with nogil:
            integrate(&self.field, &self.cost_field.grid)

    cdef int need_flow(self) except -1:
        """Of a call that is alone inside, or of one while there is a flow."""
        if not self.has_flow:
            with nogil:
                make_flow(&self.flow_, &self.field, &self.cost_field.grid)
            self.has_flow = True
        return 0

    def __repr__(self):
        name = next(name for name, code in METHODS.items() if code == self.field.method)
        return f"<IntegrationField by {name} to {self.field.goals.size()} goals on {self.cost_field!r}>"

    cdef int ask(self, Inside* inside) except -1:
        """Enter for a question about the flow."""
        inside.reads(&self.cost_field.guard)
        if not self.has_flow:
            inside.changes(&self.guard)
            enter(inside)
            return self.need_flow()
        inside.reads(&self.guard)
        return enter(inside)

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
        cdef Inside inside
        inside.changes(&self.guard)
        inside.reads(&self.cost_field.guard)
        enter(&inside)
        hold_signals()                      # a repair is made whole
        try:
            with nogil:
                changed = update(&self.field, &self.cost_field.grid)
                if changed and self.has_flow:
                    update_flow(&self.flow_, &self.field, &self.cost_field.grid)
        finally:
            release_signals()
        return changed

    def flow(self):
        """Directions of steepest descent at the centers of cells: straight to the goal where it is in sight, never into an impassable
        cell nor past its corner.

        Returns
        -------
        directions : ndarray, shape (rows, columns, 2)
            Unit vectors (x, y); 0 at a goal, and where no way leads to one. Read-only, no copy; it shows what update computes.
        """
        cdef Inside inside
        self.ask(&inside)
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
        cdef Inside inside
        self.ask(&inside)
        with nogil:
            for k in range(at.shape[0]):
                found = direction_at(&self.flow_, &self.field, &self.cost_field.grid, vec2(at[k, 0], at[k, 1]))
                rows[k, 0], rows[k, 1] = found.x, found.y
        return out

    def distance(self, points):
        """Evaluate the times, bilinear between the centers of cells, along the straight way within a goal's cell.

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
        cdef Inside inside
        self.ask(&inside)
        with nogil:
            for k in range(at.shape[0]):
                times[k] = value_at(&self.flow_, &self.field, &self.cost_field.grid, vec2(at[k, 0], at[k, 1]))
        return out
