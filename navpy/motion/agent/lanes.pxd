"""Lanes of agents that walk abreast: the corners of a path moved aside, each within the room beside it."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.vec2 cimport Vec2
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.path_following cimport FollowedPath

cdef struct LaneCorner:             # a point of the path that is still to be walked; the first one is where the agent is
    NearestPoly at                  # on the shortest path
    NearestPoly moved               # in the lane
    NearestPoly beside              # a radius farther outward
    Vec2 outward                    # unit vector in the plan, away from the turn's inside
    double share                    # 0 … 1: the lane's part of the room, from the unit's inner edge to its outer one
    double room                     # meters, outward; 0: the point stays
    double shift                    # meters, outward
    bint turns_left

cdef cppclass LaneWork:             # scratch
    vector[LaneCorner] corners
    vector[PolyRef] visited

# Moves the corners of a shortest path that are still before the agent to its lane, where it has one. Their number stays. A path that
# cannot be moved stays as it is, to the bit.
cdef int move_to_lane(const MeshView* mesh, Agent* agent, FollowedPath* path, LaneWork* work) except -1 nogil
