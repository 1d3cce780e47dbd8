"""Flow tiles, as Python asks for them."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_number, read_positive, read_rows, read_whole
from navpy.base.guard cimport Inside, enter, read, settle
from navpy.base.interrupts cimport check_signals, hold_signals, release_signals
from navpy.base.parallel cimport Runner, check_executor, executor_runner
from navpy.base.vec2 cimport Vec2, vec2
from navpy.api.grid.goals cimport read_goals
from navpy.grid.cost_grid cimport row_of, column_of
from navpy.grid.integration cimport Goal
from navpy.grid.slices cimport SLICE
from navpy.grid.tiles.flow_tiles cimport (
    LEAST_SIZE, MOST_SIZE, add_route, make_tiles, memory_of, remove_route, take_changes, update_tiles)
from navpy.grid.tiles.tile_flow cimport DirectionSource, follow_tiles, tile_value_at

__all__ = ["FlowGroup", "FlowTiles"]

cdef int64_t LONG_SLICE = 64 * SLICE    # cells between two looks for signals


cdef class FlowGroup:
    """Units with the same goals, as FlowTiles.request returns it. It ends with its last reference."""
    def __init__(self):
        raise TypeError("FlowGroup: made by FlowTiles.request alone")

    def __repr__(self):
        return f"<FlowGroup of {self.tiles!r}>"

    def __dealloc__(self):
        if self.tiles is not None:
            self.tiles.drop(self.route)


cdef class FlowTiles:
    """FlowTiles(cost_field, *, sector_size=64, max_bytes=67108864, executor=None)

    Ways of many groups over a large grid: a search over the gates between sectors finds the way, and only the sectors that units are
    in have integration fields, which groups share where their ways go on alike (Emerson, "Crowd Pathfinding and Steering Using Flow
    Field Tiles", Game AI Pro 23).

    Parameters
    ----------
    cost_field : CostField
        The ground. Its changes are taken in by the next update.
    sector_size : int
        Cells, 8 … 1024: a side of a sector. Those at the end of the grid may be smaller.
    max_bytes : float
        Fields that no unit asks for are kept up to so much memory of all fields.
    executor : concurrent.futures.Executor, optional
        Its threads help. The results are the same.

    Raises
    ------
    ValueError
        A number out of its range, or something that is no executor.
    """
    def __cinit__(self, CostField cost_field not None, *, sector_size=64, max_bytes=1 << 26, executor=None):
        cdef Runner runner
        cdef int32_t size = read_whole("sector_size", sector_size, LEAST_SIZE, MOST_SIZE)
        cdef int64_t most_bytes = <int64_t>read_number("max_bytes", max_bytes, 0.0, 1e15)
        cdef Inside inside
        check_executor(executor)
        self.guard.name = b"the flow tiles"
        self.cost_field, self.executor = cost_field, executor
        runner = executor_runner(executor)
        read(&cost_field.guard, &inside)
        with nogil:
            make_tiles(&self.core, &self.cost_field.grid, size, &runner)
        self.core.most_bytes = most_bytes

    def __repr__(self):
        return f"<FlowTiles on {self.cost_field!r}, {self.field_count} sectors with fields>"

    def request(self, goals, *, positions=None, goal_values=None):
        """Have ways found to the nearest of some goals.

        Parameters
        ----------
        goals : array_like
            As of IntegrationField, none of them in an impassable cell.
        positions : array_like, shape (n, 2), optional
            Meters: where the units are. Their ways are found by the next update; else they are when directions are asked for.
        goal_values : float or array_like, shape (n,), optional
            Meters · cost, 0 … 1e30: what goes on from each goal costs. 0 if left out.

        Returns
        -------
        group : FlowGroup
            It shares everything with groups of the same goals.

        Raises
        ------
        ValueError
            As of IntegrationField, or a goal in an impassable cell.
        """
        cdef vector[Goal] found
        cdef size_t k
        cdef FlowGroup group
        cdef Inside inside
        read_goals(self.cost_field, goals, goal_values, &found)
        at = None if positions is None else read_rows("positions", positions, -1, 2)
        self.go_in(&inside, None)
        for k in range(found.size()):
            if not self.cost_field.grid.costs[found[k].cell] < float("inf"):
                raise ValueError(f"goals: number {k}, in row {row_of(&self.cost_field.grid, found[k].cell)}, column "
                                 f"{column_of(&self.cost_field.grid, found[k].cell)}, lies in an impassable cell")
        group = FlowGroup.__new__(FlowGroup)
        group.route = add_route(&self.core, &found)
        group.tiles = self
        inside.clear()
        if at is not None:
            self.directions(group, at)
        return group

    cdef int check(self, FlowGroup group) except -1:
        if group.tiles is not self:
            raise ValueError("group: is of other FlowTiles")
        return 0

    cdef int go_in(self, Inside* inside, FlowGroup group) except -1:
        """Enter alone, for a question of a group or without one."""
        if group is not None:
            self.check(group)
        inside.changes(&self.guard)
        inside.reads(&self.cost_field.guard)
        enter(inside)
        while not self.left.empty():
            remove_route(&self.core, self.left.back())
            self.left.pop_back()
        return 0

    cdef void drop(self, int32_t route) noexcept:
        """A group has ended, at any moment: its route goes now, or with the next call that enters."""
        if self.guard.changing or self.guard.readers > 0:
            self.left.push_back(route)
        else:
            remove_route(&self.core, route)

    def stamp(self, row, column, values):
        """Change the costs of a rectangle: CostField.set_costs, and the sectors that it is in are computed anew by the next updates.
        Until then units go on by what was before, yet never into a wall.

        Parameters
        ----------
        row, column : int
            The rectangle's first cell.
        values : array_like, shape (rows, columns)
            As costs of CostField; the rectangle lies within the field.

        Raises
        ------
        ValueError
            As CostField.set_costs.
        """
        cdef Inside inside
        self.cost_field.set_costs(row, column, values)
        self.go_in(&inside, None)
        with nogil:
            take_changes(&self.core)

    def update(self, *, max_cells=None, seconds=None):
        """Do what is asked for: costs of sectors that have changed, ways, fields. Call it once a frame; calls of other threads wait
        meanwhile.

        Parameters
        ----------
        max_cells : int, optional
            About so many cells are computed, at least one task.
        seconds : float, optional
            After this time no further task begins. What is done in a frame then depends on the machine, the results in the end do not.
            Without either all is done.

        Returns
        -------
        cells : int
            How many were computed; 0 if there was nothing to do.

        Raises
        ------
        ValueError
            Both limits at once, or one out of its range.
        """
        import time
        cdef Runner runner = executor_runner(self.executor)
        cdef int64_t most = LONG_SLICE, done = 0, some
        cdef double end = INFINITY
        cdef Inside inside
        if max_cells is not None and seconds is not None:
            raise ValueError("update: max_cells and seconds are two limits, only one can be given")
        if max_cells is not None:
            most, end = read_whole("max_cells", max_cells, 1, 0x7fffffff), -INFINITY
        if seconds is not None:
            most, end = SLICE, time.perf_counter() + read_positive("seconds", seconds, "seconds")
        self.go_in(&inside, None)
        while True:
            hold_signals()                  # a slice is made whole
            try:
                with nogil:
                    some = update_tiles(&self.core, most, &runner)
            finally:
                release_signals()
            check_signals()
            done += some
            if some == 0 or time.perf_counter() >= end:
                return done

    def directions(self, FlowGroup group not None, positions):
        """Where to go: bilinear between the centers of cells, straight to the goal within its cell. No step of less than half a cell
        enters an impassable cell. The next update computes the fields of the sectors that the positions are in and lead to; until then
        directions are to the gate that the way leaves the sector by, or straight to a goal.

        Parameters
        ----------
        group : FlowGroup
        positions : array_like, shape (n, 2)
            Meters. Those outside of the field count as on its border.

        Returns
        -------
        directions : ndarray, shape (n, 2)
            Unit vectors, less where two walls meet; 0 at a goal, and where no way leads to one.

        Raises
        ------
        ValueError
            Another shape, a coordinate that is not finite, or a group of other FlowTiles.
        """
        return self.follow(group, positions)[0]

    def guides(self, FlowGroup group not None, positions):
        """What directions follow from at positions, as ints of shape (n,): 0 nothing, as no way leads to a goal; 1 the air line, as
        the way is not known yet; 2 the way over gates, as the sector's field is not ready yet; 3 the field."""
        return self.follow(group, positions)[1]

    cdef tuple follow(self, FlowGroup group, positions):
        import numpy as np
        self.check(group)
        cdef const double[:, ::1] at = read_rows("positions", positions, -1, 2)
        cdef Inside inside
        self.go_in(&inside, group)
        out, guides = np.empty((at.shape[0], 2)), np.empty(at.shape[0], np.int32)
        cdef double[:, ::1] rows = out
        cdef int32_t[::1] kinds = guides
        cdef Vec2 found
        cdef DirectionSource guide
        cdef Py_ssize_t k
        for k in range(at.shape[0]):
            found = follow_tiles(&self.core, group.route, vec2(at[k, 0], at[k, 1]), &guide)
            rows[k, 0], rows[k, 1], kinds[k] = found.x, found.y, guide
        return out, guides

    def distances(self, FlowGroup group not None, positions):
        """What the ways cost, bilinear between the centers of cells, along the straight way within a goal's cell.

        Parameters
        ----------
        group : FlowGroup
        positions : array_like, shape (n, 2)
            Meters. Those outside of the field count as on its border.

        Returns
        -------
        costs : ndarray, shape (n,)
            Meters · cost: of the way over gates where the sector has no field yet; inf where no way leads to a goal, NaN where it is
            not known yet.

        Raises
        ------
        ValueError
            As directions.
        """
        import numpy as np
        self.check(group)
        cdef const double[:, ::1] at = read_rows("positions", positions, -1, 2)
        out = np.empty(at.shape[0])
        cdef double[::1] costs = out
        cdef Py_ssize_t k
        cdef Inside inside
        self.go_in(&inside, group)
        with nogil:
            for k in range(at.shape[0]):
                costs[k] = tile_value_at(&self.core, group.route, vec2(at[k, 0], at[k, 1]))
        return out

    @property
    def field_count(self):
        """int: fields of sectors that are kept."""
        settle(&self.guard)
        return self.core.cache.tiles.size() - self.core.cache.free.size()

    @property
    def field_bytes(self):
        """int: their memory."""
        settle(&self.guard)
        return self.core.cache.bytes

    @property
    def bytes(self):
        """int: memory of everything: costs between gates, ways, fields; without the cost field's."""
        settle(&self.guard)
        return memory_of(&self.core)
