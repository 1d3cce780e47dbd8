"""The crowd of the page."""
from libcpp.vector cimport vector

from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.navmesh.navmesh cimport NavMesh

cdef class WebCrowd:
    cdef CrowdData data
    cdef NavMesh mesh                   # owns what data.mesh borrows; None: there is none
    cdef list followed                  # grids whose fields agents follow or followed: they own what data.field_guides borrows
    cdef vector[AgentId] ids            # by number

    cdef int read_params(self, settings, AgentParams* params) except -1
    cdef AgentId id_of(self, Py_ssize_t number) except -1
