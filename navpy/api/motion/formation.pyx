"""Formations: slots, their assignment, and the class Formation."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_number, read_positive, read_rows, read_whole
from navpy.api.motion.arrays cimport FARTHEST, points_array, vectors_of
from navpy.api.motion.dubins cimport ArcPath
from navpy.api.motion.vehicle cimport remark_step
from navpy.motion.formation.dubins cimport Pose, path_pose
from navpy.motion.formation.formation cimport (
    FormationData, advance, assign_places, follow_path, form, is_in_slots, is_settled, probe_distance)
from navpy.motion.formation.formation_slots cimport (
    MAX_SLOTS, band_slots, box_slots, column_slots, least_squares, least_turning_radius, wedge_slots)
from navpy.base.vec2 cimport Vec2

__all__ = ["Formation", "assign_slots", "band", "box", "column", "turning_radius", "wedge"]


cdef double read_above_zero(str name, value, str unit, double high=FARTHEST) except -1.0:
    return read_number(name, read_positive(name, value, unit), 0.0, high)


cdef int read_points(str name, points, vector[Vec2]* out) except -1:
    rows = read_rows(name, points, -1, 2, False, FARTHEST)
    cdef const Vec2* given = vectors_of(rows)
    cdef Py_ssize_t count = len(rows)
    if not 1 <= count <= MAX_SLOTS:
        raise ValueError(f"{name}: must be 1 … {MAX_SLOTS} points, are {count}")
    out.assign(&given[0], &given[count])
    return 0


# ---- slots ----

def box(count, files, spacing):
    """Make the slots of a box: ranks of several files, each from the left. With as many files as slots it is a line abreast.

    Parameters
    ----------
    count : int
        1 … 4096 slots. A last rank that is not full stands in the middle.
    files : int
        1 … 4096.
    spacing : float
        Meters between files and between ranks, above 0.

    Returns
    -------
    slots : ndarray, shape (count, 2)
        Meters from the reference point, the middle of the first rank, x ahead and y to the left.

    Raises
    ------
    ValueError
        A number is out of its range.
    """
    cdef vector[Vec2] slots
    cdef Py_ssize_t number = read_whole("count", count, 1, MAX_SLOTS), abreast = read_whole("files", files, 1, MAX_SLOTS)
    box_slots(number, abreast, read_above_zero("spacing", spacing, "meters"), &slots)
    return points_array(&slots)


def column(count, files, spacing):
    """Make the slots of a column: a leader, and behind it ranks of several files, each from the left.

    Parameters
    ----------
    count : int
        1 … 4096 slots. A last rank that is not full stands in the middle.
    files : int
        1 … 4096.
    spacing : float
        Meters between files and between ranks, and from the leader to the first rank, above 0.

    Returns
    -------
    slots : ndarray, shape (count, 2)
        Meters from the reference point, x ahead and y to the left: the leader at (0, 0).

    Raises
    ------
    ValueError
        A number is out of its range.
    """
    cdef vector[Vec2] slots
    cdef Py_ssize_t number = read_whole("count", count, 1, MAX_SLOTS), abreast = read_whole("files", files, 1, MAX_SLOTS)
    column_slots(number, abreast, read_above_zero("spacing", spacing, "meters"), &slots)
    return points_array(&slots)


def wedge(count, spacing):
    """Make the slots of a wedge: a leader, and two wings that fall back from it at 45°.

    Parameters
    ----------
    count : int
        1 … 4096 slots. The left wing has one slot more than the right one, or as many.
    spacing : float
        Meters between neighbors in a wing, above 0.

    Returns
    -------
    slots : ndarray, shape (count, 2)
        Meters from the reference point, x ahead and y to the left: the leader at (0, 0), then left and right in turn.

    Raises
    ------
    ValueError
        A number is out of its range.
    """
    cdef vector[Vec2] slots
    cdef Py_ssize_t number = read_whole("count", count, 1, MAX_SLOTS)
    wedge_slots(number, read_above_zero("spacing", spacing, "meters"), &slots)
    return points_array(&slots)


def band(count, spread, seed=0):
    """Make the slots of a loose band behind its leader, by Poisson disc sampling (Bridson 2007, "Fast Poisson Disk Sampling in
    Arbitrary Dimensions").

    Parameters
    ----------
    count : int
        1 … 4096 slots.
    spread : float
        Meters, above 0: the least distance between two slots. There is hardly a gap with room for another slot.
    seed : int
        0 … 2³¹ − 1. The same seed gives the same slots.

    Returns
    -------
    slots : ndarray, shape (count, 2)
        Meters from the reference point, x ahead and y to the left: the leader at (0, 0), the others at least spread / 2 behind it.

    Raises
    ------
    ValueError
        A number is out of its range.
    """
    cdef vector[Vec2] slots
    cdef Py_ssize_t number = read_whole("count", count, 1, MAX_SLOTS)
    cdef double distance = read_above_zero("spread", spread, "meters")
    cdef uint64_t key = <uint64_t>read_whole("seed", seed, 0, 0x7fffffff)
    with nogil:
        band_slots(number, distance, key, &slots)
    return points_array(&slots)


def assign_slots(positions, slots_world):
    """Assign slots to agents by the least sum of squared distances (Kuhn 1955, the Hungarian method).

    Agents that walk straight to these slots in the same time do not collide (Turpin, Michael & Kumar 2014, CAPT). It takes O(n² m).

    Parameters
    ----------
    positions : array_like, shape (n, 2)
        Meters, within 1e9.
    slots_world : array_like, shape (m, 2)
        Meters in the world, m ≥ n.

    Returns
    -------
    slots : ndarray of int32, shape (n,)
        The slot of each agent. Ties are resolved the same way each time.

    Raises
    ------
    ValueError
        Another shape, more agents than slots, or a number that is not finite or out of its range.
    """
    import numpy as np
    cdef vector[Vec2] agents, places
    read_points("positions", positions, &agents)
    read_points("slots_world", slots_world, &places)
    if agents.size() > places.size():
        raise ValueError(f"slots_world: there are {places.size()} slots for {agents.size()} agents")
    slots = np.empty(agents.size(), np.int32)
    cdef int32_t[::1] out = slots
    with nogil:
        least_squares(agents.data(), agents.size(), places.data(), places.size(), &out[0])
    return slots


def turning_radius(slots, max_speed, speed):
    """Compute the least radius of a turn that a formation can walk.

    The outermost slot is no faster than max_speed, and the innermost does not move backwards.

    Parameters
    ----------
    slots : array_like, shape (n, 2)
        Meters, as of `box`, `column`, `wedge` and `band`.
    max_speed : float
        Meters a second, above 0, of an agent.
    speed : float
        Meters a second, above 0, at most max_speed, of the reference point.

    Returns
    -------
    radius : float
        Meters; 0 for a single file, infinite if speed is max_speed. At twice the greatest |y| of the slots, ranks keep half of their
        spacing on the inner side.

    Raises
    ------
    ValueError
        Another shape, or a number that is not finite or out of its range.
    """
    cdef vector[Vec2] places
    cdef double top = read_above_zero("max_speed", max_speed, "meters a second"), \
        pace = read_above_zero("speed", speed, "meters a second")
    read_points("slots", slots, &places)
    if pace > top:
        raise ValueError(f"speed: must not be above max_speed {top}, is {pace}")
    return least_turning_radius(&places, top, pace)


# ---- formations ----

cdef class Formation:
    """Formation(kind, slots, path, spacing, speed, max_speed, max_lag=None, leader=None)

    A formation whose reference point moves along a path. It tells where each agent should be, and moves nobody.

    Parameters
    ----------
    kind : {"column", "band"}
        A column's slots with the same x are a rank, and ranks change one after the other; a band changes as a whole.
    slots : array_like, shape (n, 2)
        Meters from the reference point, x ahead and y to the left, as of `box`, `column`, `wedge` and `band`; n is 1 … 4096.
    path : ArcPath
        Not tighter than the slots' `turning_radius`, or inner slots move backwards. Slots before its start and beyond its end lie
        straight on.
    spacing : float
        Meters, above 0: between neighbors in a narrowed row, and the width of a file.
    speed : float
        Meters a second, above 0, of the reference point.
    max_speed : float
        Meters a second, at least the speed, of an agent.
    max_lag : float, optional
        Meters behind its slot at which the formation waits for an agent, above half of the spacing; three spacings by default. It
        slows down from half of the spacing on.
    leader : int, optional
        The agent, 0 … n − 1, that takes the slot in front, in the middle.

    Raises
    ------
    ValueError
        An argument is out of its range, or the path has no length.
    """
    cdef FormationData data

    def __cinit__(self, kind, slots, ArcPath path not None, spacing, speed, max_speed, max_lag=None, leader=None):
        cdef vector[Vec2] places
        cdef FormationData* data = &self.data
        if not isinstance(kind, str) or kind not in ("column", "band"):
            raise ValueError(f'kind: must be "column" or "band", is {kind!r}')
        self.set_path(path)
        data.spacing = read_above_zero("spacing", spacing, "meters")
        data.speed, data.max_speed = read_above_zero("speed", speed, "meters a second"), \
            read_above_zero("max_speed", max_speed, "meters a second")
        if data.speed > data.max_speed:
            raise ValueError(f"speed: must not be above max_speed {data.max_speed}, is {data.speed}")
        data.max_lag = 3.0 * data.spacing if max_lag is None else read_above_zero("max_lag", max_lag, "meters")
        if data.max_lag <= 0.5 * data.spacing:
            raise ValueError(f"max_lag: must be above half a spacing, {0.5 * data.spacing} m, is {data.max_lag}")
        read_points("slots", slots, &places)
        data.traveled, data.is_band = 0.0, kind == "band"
        data.leader = -1 if leader is None else <int32_t>read_whole("leader", leader, 0, places.size() - 1)
        form(data, &places)

    def __repr__(self):
        return (f"<Formation, a {'band' if self.data.is_band else 'column'} of {self.data.slots.size()} slots, "
                f"{self.data.traveled:.2f} m of {self.data.path.ends.back():.2f} m traveled>")

    cdef int set_path(self, ArcPath path) except -1:
        if path.data.arcs.empty():
            raise ValueError("path: has no length")
        self.data.path = path.data
        return 0

    cdef vector[Vec2] read_agents(self, positions, size_t count) except *:
        cdef vector[Vec2] agents
        read_points("positions", positions, &agents)
        if agents.size() != count:
            raise ValueError(f"positions: must be one a slot, {count}, is {agents.size()}")
        return agents

    cdef tuple pose_at(self, double along):
        cdef Pose pose = path_pose(&self.data.path, along)
        return pose.at.x, pose.at.y, pose.heading

    def advance(self, dt, positions, clear_width=INFINITY):
        """Move on by a time step; the first one assigns the slots.

        The reference point moves at its speed, slower where a slot would exceed max_speed or an agent lags behind, and waits for an
        agent that is max_lag behind its slot. A formation wider than the path narrows to as many files as fit, one at least. On a
        straight path no two slots come nearer to each other than 1 / √2 of their least distance, and none moves backwards.

        Parameters
        ----------
        dt : float
            Seconds, above 0.
        positions : array_like, shape (n, 2)
            Meters, of the agents.
        clear_width : float
            Meters between the walls at `probe`, 0 or more. The path up to the first probe counts as that wide.

        Returns
        -------
        targets : ndarray, shape (n, 2)
            Meters: where each agent should be then.
        velocities : ndarray, shape (n, 2)
            Meters a second, of the slots.

        Raises
        ------
        ValueError
            Another shape, or a number that is not finite or out of its range.
        """
        cdef double seconds = read_above_zero("dt", dt, "seconds", 1e6), clear = read_number("clear_width", clear_width, 0.0, INFINITY)
        remark_step(seconds)
        cdef vector[Vec2] agents = self.read_agents(positions, self.data.members.size()), targets, velocities
        targets.resize(agents.size())
        velocities.resize(agents.size())
        with nogil:
            advance(&self.data, agents.data(), clear, seconds, targets.data(), velocities.data())
        return points_array(&targets), points_array(&velocities)

    def reassign(self, positions):
        """Assign the slots again, as after a fight.

        Parameters
        ----------
        positions : array_like, shape (n, 2)
            Meters, of the agents.

        Raises
        ------
        ValueError
            Another shape, or a number that is not finite.
        """
        cdef vector[Vec2] agents = self.read_agents(positions, self.data.members.size())
        with nogil:
            assign_places(&self.data, agents.data())

    def reform(self, slots, positions):
        """Take other slots and agents, as when members join or leave.

        The slots are assigned, and the formation waits for agents that have far to go. Rows in a narrow place, or near one, are
        narrowed at once. A longer formation looks farther ahead, so the next step needs the least clear width up to `probe`.

        Parameters
        ----------
        slots : array_like, shape (n, 2)
            Meters from the reference point; n is 1 … 4096 and may differ from before. The leader keeps its number.
        positions : array_like, shape (n, 2)
            Meters, of the agents, in their new order.

        Raises
        ------
        ValueError
            Another shape, no agent with the leader's number, or a number that is not finite. Then nothing has changed.
        """
        cdef vector[Vec2] places, agents
        read_points("slots", slots, &places)
        agents = self.read_agents(positions, places.size())
        if self.data.leader >= <int32_t>places.size():
            raise ValueError(f"slots: must be more than {self.data.leader}, the number of the leader, are {places.size()}")
        with nogil:
            form(&self.data, &places)
            assign_places(&self.data, agents.data())

    def follow(self, ArcPath path not None):
        """Continue along another path.

        Changes of rows go on. Widths ahead are forgotten, so the next step needs the least clear width up to `probe`.

        Parameters
        ----------
        path : ArcPath
            Its start should be the reference point.

        Raises
        ------
        ValueError
            The path has no length.
        """
        self.set_path(path)
        follow_path(&self.data, 0.0)

    @property
    def slot_of(self):
        """ndarray of int32, shape (n,): the slot of each agent, −1 before the first step; in a narrowed row the slot before that."""
        import numpy as np
        cdef size_t agent
        slots = np.full(self.data.members.size(), -1, np.int32)
        for agent in range(self.data.member_of.size()):
            slots[agent] = self.data.members[self.data.member_of[agent]].slot
        return slots

    @property
    def reference(self):
        """(x, y, heading) of the reference point, meters and radians."""
        return self.pose_at(self.data.traveled)

    @property
    def probe(self):
        """(x, y, heading) where the next step needs the clear width, meters and radians: so far ahead that the first row can narrow,
        or end a change to widen before; at most the end of the path."""
        return self.pose_at(probe_distance(&self.data))

    @property
    def distance(self):
        """float: meters of the reference point along the path."""
        return self.data.traveled

    @property
    def stands(self):
        """bool: all rows are in their slots, none is narrowed or changes."""
        return is_in_slots(&self.data)

    @property
    def settled(self):
        """bool: the formation has arrived, and none of its rows changes any more. Where the path ends in a narrow place, rows stay
        narrowed."""
        return is_settled(&self.data)

    @property
    def arrived(self):
        """bool: the reference point is at the end of the path."""
        return self.data.traveled >= self.data.path.ends.back()
