"""Crowds: agents by their numbers, in the order in which they were added."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.parallel cimport Runner, serial_runner
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.agent_params cimport AgentParams, default_params
from navpy.motion.crowd.crowd_agents cimport AgentId, crowd_add, crowd_agent, crowd_place, crowd_set_mesh, crowd_set_params
from navpy.motion.crowd.crowd_requests cimport crowd_request_path
from navpy.motion.crowd.crowd_step cimport crowd_step
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.guide cimport no_guide
from navpy.web.buffers cimport floats

from navpy.motion.agent.agent_params import PARAMS


cdef class WebCrowd:
    """A crowd on a navmesh, or on the fields that its agents follow."""

    cdef int read_params(self, settings, AgentParams* params) except -1:
        cdef dict values = params[0]
        for name, value in zip(settings[::2], settings[1::2]):
            if name not in PARAMS:
                raise ValueError(f"{name}: no such parameter of an agent, there are {', '.join(PARAMS)}")
            values[name] = PARAMS[name].convert(value)
            PARAMS[name].check(values[name])
        params[0] = values
        return 0

    cdef AgentId id_of(self, Py_ssize_t number) except -1:
        if not 0 <= number < <Py_ssize_t>self.ids.size():
            raise ValueError(f"agent: must be in 0 … {<Py_ssize_t>self.ids.size() - 1}, is {number}")
        return self.ids[number]


def new_crowd(NavMesh mesh=None):
    """WebCrowd without agents."""
    cdef WebCrowd crowd = WebCrowd()
    crowd.data.guide, crowd.mesh, crowd.followed = no_guide(), mesh, []
    crowd_set_mesh(&crowd.data, &mesh.view if mesh is not None else NULL)
    return crowd


def add_agents(WebCrowd crowd, positions, *settings):
    """Add agents at float32 (3 n,) meters, with names and values of agents' parameters in turn. → the number of the first one"""
    cdef AgentParams params = default_params()
    cdef size_t first = crowd.ids.size()
    cdef double at[3]
    cdef Py_ssize_t i
    crowd.read_params(settings, &params)
    for i in range(0, len(positions) - 2, 3):
        at[0], at[1], at[2] = positions[i], positions[i + 1], positions[i + 2]
        crowd.ids.push_back(crowd_add(&crowd.data, at, &params))
    return first


def set_params(WebCrowd crowd, Py_ssize_t first, Py_ssize_t count, *settings):
    """Change parameters of ``count`` agents."""
    cdef AgentParams params
    cdef Py_ssize_t i
    for i in range(first, first + count):
        params = crowd_agent(&crowd.data, crowd.id_of(i)).params[0]
        crowd.read_params(settings, &params)
        crowd_set_params(&crowd.data, crowd.id_of(i), &params)


def send(WebCrowd crowd, Py_ssize_t first, targets):
    """Request paths for agents from a number on, one for each target of float32 (3 n,) meters."""
    cdef double at[3]
    cdef Py_ssize_t i
    for i in range(len(targets) // 3):
        at[0], at[1], at[2] = targets[3 * i], targets[3 * i + 1], targets[3 * i + 2]
        crowd_request_path(&crowd.data, crowd.id_of(first + i), at, True)


def place(WebCrowd crowd, Py_ssize_t agent, double x, double y, double z):
    """Put an agent somewhere else, meters."""
    cdef double at[3]
    at[0], at[1], at[2] = x, y, z
    crowd_place(&crowd.data, crowd.id_of(agent), at)


def step(WebCrowd crowd, double dt, int steps):
    """Make steps of dt seconds.

    Returns
    -------
    places : float32 (7 n,)
        Of each agent: its position and velocity, x, y, z, in meters and meters a second, and the Status of its request.
    """
    cdef Runner runner = serial_runner()
    cdef vector[float] out
    cdef const Agent* agent
    cdef int32_t k
    cdef size_t i
    for _step in range(steps):
        crowd_step(&crowd.data, dt, &runner)
    out.resize(7 * crowd.ids.size())
    for i in range(crowd.ids.size()):
        agent = crowd_agent(&crowd.data, crowd.ids[i])
        for k in range(3):
            out[7 * i + k], out[7 * i + 3 + k] = <float>agent.position[k], <float>agent.velocity[k]
        out[7 * i + 6] = agent.status
    return floats(out)
