"""The class ContextSteering: context maps of many agents."""
from libc.math cimport M_PI
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_number, read_numbers, read_positive, read_rows, read_whole
from navpy.api.motion.arrays cimport vectors_of
from navpy.motion.steering.context_steering cimport (
    MAX_SLOTS, MIN_SLOTS, ContextChoice, ContextMaps, choose_direction, clear_maps, resize_maps, write_danger, write_interest)
from navpy.base.vec2 cimport Vec2, subtract

__all__ = ["ContextSteering"]


cdef object read_map(str name, values, Py_ssize_t agents, Py_ssize_t slots, double high):
    rows = read_rows(name, values, agents, slots)
    read_numbers(name, rows.reshape(-1), agents * slots, 0.0, high)
    return rows


cdef class ContextSteering:
    """ContextSteering(slots=16)

    Context maps of any number of agents (Fray 2015, "Context Steering", Game AI Pro 2, chapter 18).

    In each step call `start` with the positions, then `add_interest` and `add_danger` for each behavior, then `choose`.

    Parameters
    ----------
    slots : int
        8 … 64 directions, counter-clockwise from east; each is the center of a sector of 2π / slots.

    Raises
    ------
    ValueError
        slots is no whole number or out of its range.
    """
    cdef ContextMaps maps
    cdef object positions

    def __cinit__(self, slots=16):
        resize_maps(&self.maps, 0, read_whole("slots", slots, MIN_SLOTS, MAX_SLOTS))
        self.positions = read_rows("positions", (), -1, 2)

    def __repr__(self):
        return f"<ContextSteering of {self.maps.agents} agents in {self.maps.slots} directions>"

    @property
    def interest(self):
        """ndarray, shape (n, slots): 0 … 1, a copy."""
        return self.copied(&self.maps.interest)

    @property
    def danger(self):
        """ndarray, shape (n, slots): 0 is free, 1 is no way at all, a copy."""
        return self.copied(&self.maps.danger)

    cdef object copied(self, const vector[double]* values):
        import numpy as np
        return np.array(values[0], dtype=np.float64).reshape(self.maps.agents, self.maps.slots)

    def start(self, positions):
        """Begin a step with empty maps.

        What `choose` remembers of the last step is kept while the number of agents stays the same.

        Parameters
        ----------
        positions : array_like, shape (n, 2)
            Meters.

        Raises
        ------
        ValueError
            Another shape, or a coordinate that is not finite.
        """
        cdef int32_t i
        places = read_rows("positions", positions, -1, 2)
        if len(places) != self.maps.agents:
            resize_maps(&self.maps, <int32_t>len(places), self.maps.slots)
        self.positions = places
        with nogil:
            for i in range(self.maps.agents):
                clear_maps(&self.maps, i)

    def add_interest(self, directions, strength=1.0, falloff=M_PI):
        """Add interest in a direction for each agent; each slot keeps its greatest interest.

        From a falloff of 2.5 sectors on, exactly this direction is chosen if no slot is masked.

        Parameters
        ----------
        directions : array_like, shape (n, 2)
            Vectors of any length, as target − position; 0: no interest.
        strength : float
            0 … 1: interest in the direction itself.
        falloff : float
            Radians, above 0, at most π: the interest falls linearly to 0 at this angle from the direction.

        Raises
        ------
        ValueError
            Another shape, or a number that is not finite or out of its range.
        """
        rows = read_rows("directions", directions, self.maps.agents, 2)
        cdef const Vec2* direction = vectors_of(rows)
        cdef double peak = read_number("strength", strength, 0.0, 1.0), angle = read_number("falloff", falloff, 0.0, M_PI)
        cdef int32_t i
        if angle == 0.0:
            raise ValueError("falloff: must be above 0")
        with nogil:
            for i in range(self.maps.agents):
                write_interest(&self.maps, i, direction[i], peak, angle)

    def add_danger(self, centers, radii, agent_radii=0.0, *, look_ahead):
        """Add the danger of discs for all agents; each slot keeps its greatest danger.

        The danger of a slot is 1 − free distance / look_ahead in the direction of its sector with the least free distance. A disc
        centered exactly at an agent is no danger to it.

        Parameters
        ----------
        centers : array_like, shape (m, 2)
            Meters.
        radii : float or array_like, shape (m,)
            Meters, 0 or more.
        agent_radii : float or array_like, shape (n,)
            Meters, 0 or more.
        look_ahead : float
            Meters, above 0.

        Raises
        ------
        ValueError
            A shape does not fit, or a number is not finite or out of its range.
        """
        places = read_rows("centers", centers, -1, 2)
        cdef const Vec2* center = vectors_of(places)
        cdef const Vec2* agent = vectors_of(self.positions)
        cdef const double[::1] sizes = read_numbers("radii", radii, len(places), 0.0, LARGEST)
        cdef const double[::1] bodies = read_numbers("agent_radii", agent_radii, self.maps.agents, 0.0, LARGEST)
        cdef double ahead = read_positive("look_ahead", look_ahead)
        cdef int32_t i, k, count = len(places)
        with nogil:
            for i in range(self.maps.agents):
                for k in range(count):
                    write_danger(&self.maps, i, subtract(center[k], agent[i]), sizes[k] + bodies[i], ahead)

    def add_maps(self, interest, danger):
        """Add maps of other behaviors; each slot keeps its greatest interest and danger.

        Parameters
        ----------
        interest : array_like, shape (n, slots)
            0 … 1.
        danger : array_like, shape (n, slots)
            0 or more.

        Raises
        ------
        ValueError
            Another shape, or a number out of its range.
        """
        cdef const double[:, ::1] liked = read_map("interest", interest, self.maps.agents, self.maps.slots, 1.0)
        cdef const double[:, ::1] feared = read_map("danger", danger, self.maps.agents, self.maps.slots, LARGEST)
        cdef int32_t i, k
        cdef size_t at = 0
        with nogil:
            for i in range(self.maps.agents):
                for k in range(self.maps.slots):
                    self.maps.interest[at] = max(self.maps.interest[at], liked[i, k])
                    self.maps.danger[at] = max(self.maps.danger[at], feared[i, k])
                    at += 1

    def choose(self, *, danger_limit=1.0, tolerance=0.0, memory=0.0, hysteresis=0.1):
        """Choose a direction for each agent.

        Slots of more danger than the least danger plus the tolerance are masked, and slots of the danger limit or more. Of the others,
        the one of most interest is taken; the direction is where the slopes of interest on both sides meet, within the slot's sector.
        So no direction in a masked slot's sector is ever taken. The speed is the interest there. An agent stops where all slots are
        masked, or only masked slots are of interest.

        Parameters
        ----------
        danger_limit : float
            0 or more.
        tolerance : float
            0 or more.
        memory : float
            0 … 1, the share of the last choice's interest in this one's, for smooth turns. Masks have no memory.
        hysteresis : float
            0 … 1: by so much the interest of another way must exceed that of the way taken last. Where a wide wall hides the target,
            the two ways round it alternate in interest while an agent walks; with 1 it goes on as long as its way has any interest.

        Returns
        -------
        directions : ndarray, shape (n, 2)
            Directions with the share of the full speed, 0 … 1, as their lengths; (0, 0): stop.

        Raises
        ------
        ValueError
            A number is out of its range.
        """
        import numpy as np
        cdef ContextChoice choice
        cdef int32_t i
        choice.danger_limit = read_number("danger_limit", danger_limit, 0.0, LARGEST)
        choice.tolerance = read_number("tolerance", tolerance, 0.0, LARGEST)
        choice.memory = read_number("memory", memory, 0.0, 1.0)
        choice.hysteresis = read_number("hysteresis", hysteresis, 0.0, 1.0)
        directions = np.empty((self.maps.agents, 2))
        cdef Vec2* out = vectors_of(directions)
        with nogil:
            for i in range(self.maps.agents):
                out[i] = choose_direction(&self.maps, i, &choice)
        return directions
