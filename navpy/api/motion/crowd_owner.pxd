"""CrowdOwner: the part of Crowd that holds the agents and tells where they are and what they do; filters and fields that they
follow."""
from libc.stdint cimport int64_t
from navpy.api.motion.arrays cimport AgentColumns
from navpy.api.streaming.nav_world cimport CrowdLead
from navpy.base.guard cimport Guard, Inside
from navpy.grid.tiles.field_guide cimport FieldGuide
from navpy.mesh.half_edges cimport FilterRules
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport AgentId
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter

cdef class CrowdFilter:
    cdef QueryFilter filter
    cdef FilterRules rules          # as of the last call of follow
    cdef int follow(self) except -1

cdef class CrowdField:
    cdef object field               # owns what the guide borrows
    cdef FieldGuide guide
    cdef int read(self, field) except -1

cdef class CrowdOwner:
    cdef CrowdData data
    cdef NavMesh navmesh            # owns what data.mesh borrows
    cdef CrowdLead lead             # owns what data.guide borrows; None: the navmesh is no part of a NavWorld
    cdef AgentColumns columns
    cdef dict filters               # {QueryFilter: CrowdFilter} of the agents' filters
    cdef dict fields                # {IntegrationField or FlowGroup: CrowdField} that the agents' rows have
    cdef Guard guard
    cdef int64_t changes            # of the mesh and the fields, whose guards a call enters
    cdef int use(self, Inside* inside, object field=*, tuple others=*) except -1
    cdef int change(self, Inside* inside, object field=*) except -1
    cdef Agent* find(self, AgentId agent) except NULL
    cdef Agent* own(self, AgentId agent) except NULL
    cdef int drop_filters(self, bint all_) except -1
    cdef int follow_filters(self) except -1
    cdef list drop_fields(self)
    cdef object column(self, const void* field, str kind, bint vectors)
