"""Walking abreast: the lanes of agents that begin to walk to one goal."""
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector
from navpy.base.neighbor_grid cimport NeighborGrid
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.lanes cimport LaneWork
from navpy.motion.agent.path_following cimport FollowedPath


cdef cppclass Lanes:                # of a crowd
    vector[int32_t] queue           # slots of agents whose path awaits its lane; some may be there no more
    vector[double] places           # scratch: 2 coordinates each, meters, of the agents that walk
    vector[int32_t] slots           # scratch, parallel: their slots
    vector[int32_t] near            # scratch
    NeighborGrid grid               # scratch
    LaneWork work                   # scratch

# Has an agent a lane at all? Its request leads it, and it sees others.
cdef bint may_have_lane(const Agent* agent) noexcept nogil
# All agents in the queue whose path is of this version take their lanes. active: slots of all agents that walk.
cdef int take_lanes(const MeshView* mesh, uint32_t mesh_version, vector[Agent]* agents, vector[FollowedPath]* paths,
                    const vector[int32_t]* active, Lanes* lanes) except -1 nogil
