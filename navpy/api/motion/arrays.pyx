"""Readers of arguments, and arrays of results."""
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_numbers, read_rows
from navpy.base.vec2 cimport Vec2
from navpy.motion.agent.agent cimport Agent

cdef double FARTHEST = 1e9


cdef Vec2* vectors_of(const double[:, ::1] rows) noexcept:
    return <Vec2*>&rows[0, 0] if rows.shape[0] > 0 else NULL


cdef const Circle* circles_of(const double[:, ::1] rows) noexcept:
    return <const Circle*>&rows[0, 0] if rows.shape[0] > 0 else NULL


cdef const double* numbers_of(const double[::1] numbers) noexcept:
    return &numbers[0] if numbers.shape[0] > 0 else NULL


cdef object points_array(const vector[Vec2]* points):
    import numpy as np
    cdef size_t i
    array = np.empty((points.size(), 2))
    cdef Vec2* out = vectors_of(array)
    for i in range(points.size()):
        out[i] = points[0][i]
    return array


cdef object read_circles(str name, circles):
    array = read_rows(name, circles, -1, 3)
    cdef const double[:, ::1] rows = array
    cdef Py_ssize_t i
    for i in range(rows.shape[0]):
        if rows[i, 2] < 0.0:
            raise ValueError(f"{name}: radius {i} must not be below 0, is {rows[i, 2]:g}")
    return array


cdef AgentRows read_agents(positions, velocities, preferred, radii, max_speeds):
    """radii and max_speeds may be one number for all."""
    cdef AgentRows rows = AgentRows.__new__(AgentRows)
    places = read_rows("positions", positions, -1, 2)
    count = len(places)
    rows.arrays = (places, read_rows("velocities", velocities, count, 2), read_rows("preferred", preferred, count, 2),
                   read_numbers("radii", radii, count, 0.0, LARGEST), read_numbers("max_speeds", max_speeds, count, 0.0, LARGEST))
    rows.agents.positions, rows.agents.velocities = numbers_of(places.reshape(-1)), numbers_of(rows.arrays[1].reshape(-1))
    rows.agents.preferred_velocities = numbers_of(rows.arrays[2].reshape(-1))
    rows.agents.radii, rows.agents.max_speeds = numbers_of(rows.arrays[3]), numbers_of(rows.arrays[4])
    rows.agents.count = count
    return rows


# ---- fields of all agents ----

cdef class AgentHolder:
    pass


class AgentColumn:
    """A field of all agents, as numpy's array interface describes it."""

    def __init__(self, holder, size_t first, str kind, tuple shape, tuple strides):
        self.holder = holder
        self.__array_interface__ = {"version": 3, "data": (first, True), "typestr": kind, "shape": shape, "strides": strides}


cdef class AgentColumns:
    """The views of a crowd's agents."""

    cdef object column(self, crowd, vector[Agent]* agents, size_t offset, str kind, bint vectors):
        import numpy as np
        cdef size_t slots = agents.size()
        cdef tuple more = (3,) if vectors else ()
        if slots == 0:
            return np.zeros((0,) + more, kind)
        if self.holder is None:
            self.holder = AgentHolder.__new__(AgentHolder)
            self.holder.crowd = crowd
        return np.asarray(AgentColumn(self.holder, <size_t>agents.data() + offset, kind, (slots,) + more,
                                      (sizeof(Agent),) + ((sizeof(double),) if vectors else ())))

    cdef int make_room(self, vector[Agent]* agents, size_t slots) except -1:
        if slots > agents.capacity() and self.holder is not None:
            self.holder.agents.swap(agents[0])
            agents.reserve(2 * slots)
            agents[0] = self.holder.agents
            self.holder.crowd = self.holder = None
        return 0
