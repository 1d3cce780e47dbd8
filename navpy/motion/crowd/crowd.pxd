"""Crowd: many agents on one NavMesh, each with its request, its path and the velocity it wishes for."""
from libcpp.vector cimport vector
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.crowd.crowd_threads cimport SharedStep
from navpy.navmesh.navmesh cimport NavMesh

cdef class Crowd

cdef class AgentHolder:
    cdef Crowd crowd                # while its agents lie where the arrays look
    cdef vector[Agent] agents       # as they lay there, once the crowd's are elsewhere

cdef class Crowd:
    cdef CrowdData data
    cdef SharedStep shared
    cdef NavMesh navmesh            # keeps what data.mesh borrows alive
    cdef Agent* find(self, AgentId agent) except NULL
    cdef list memories              # of threads that have stepped it
    cdef int do_phases(self, int phases, double dt, executor) except -1
    cdef AgentHolder holder         # what arrays look at, None: there are none
    cdef object column(self, char* first, bint vectors)
    cdef int make_room(self, size_t slots) except -1
