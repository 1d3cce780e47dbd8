"""Collision avoidance of a crowd: ORCA among agents, with the navmesh's borders as walls."""
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.crowd.local_boundary cimport LocalBoundary
from navpy.base.neighbor_grid cimport NeighborGrid, NeighborMemory
from navpy.motion.avoidance.orca cimport Body, ObstacleNeighbor
from navpy.motion.crowd.path_following cimport FollowedPath
from navpy.motion.crowd.right_of_way cimport AvoidanceRole
from navpy.motion.crowd.walkable cimport WalkableArea
from navpy.query.surface.flood cimport Flood
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.base.core cimport PolyRef
from navpy.base.vec2 cimport Vec2

cdef enum:
    MOST_CLOSE = 10                 # participants that count as close to one

cdef struct CloseOthers:            # the nearest participants that one might touch by the end of the step, in ascending order
    int32_t count
    int32_t others[MOST_CLOSE]

cdef cppclass Avoidance:            # participants of a step, numbered in the order of the grid
    vector[Body] bodies             # as they were at the begin of the step
    vector[AvoidanceRole] roles     # parallel
    vector[CloseOthers] close       # parallel
    NeighborGrid grid
    vector[int32_t] bystanders      # slots of agents that do not take part
    vector[int32_t] slots           # scratch: of those that do
    vector[double] places           # scratch, parallel: 2 coordinates of each, meters
    double greatest_reach           # meters, the greatest neighbor_distance
    double greatest_radius          # meters
    double greatest_speed           # meters a second
    uint32_t layers                 # bits: all layers that participants are on
    vector[int32_t] pressing        # participants that press
    vector[int32_t] near            # scratch

cdef cppclass AvoidanceMemory:      # one for each task
    NeighborMemory neighbors
    vector[Line] lines              # of walls, then of agents
    vector[Line] agent_lines
    vector[ObstacleNeighbor] walls
    vector[Line] scratch
    bint gives_way                  # the participant has half or more of the avoidance with any other
    bint meets_oncoming             # any of those comes towards it
    bint others_turn                # any of those has a corner ahead
    int32_t steps_aside_for         # participant, −1: none
    WallSearch search
    Flood flood
    vector[PolyRef] visited
    vector[int32_t] near

# 1. All agents that take part, sorted by place; returns how many there are.
cdef int32_t sort_participants(Avoidance* avoidance, vector[Agent]* agents) except -1 nogil
# 2. Their bodies and roles. Several ranges may run at once.
cdef void describe_range(Avoidance* avoidance, vector[Agent]* agents, const vector[FollowedPath]* paths, int32_t first, int32_t end,
                         double dt) noexcept nogil
# 3. The priorities of those that press.
cdef int inherit_priorities(Avoidance* avoidance, vector[Agent]* agents) except -1 nogil
# 4. Their new velocities; boundaries by slot. Several ranges may run at once.
cdef int avoid_range(const MeshView* mesh, Avoidance* avoidance, vector[Agent]* agents, vector[LocalBoundary]* boundaries, int32_t first,
                     int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil

# A participant stands from now on.
cdef void set_standing(Avoidance* avoidance, int32_t index, const Agent* agent) noexcept nogil
# Without avoidance the new velocity is the preferred one.
cdef void take_preferred_velocity(Agent* agent) noexcept nogil
# Truncates a velocity so that a step of dt seconds stays on the surface, and notes in the agent where the step leads.
cdef int keep_on_surface(const MeshView* mesh, const WalkableArea* walkable, Agent* agent, Vec2* velocity, double dt,
                         AvoidanceMemory* memory) except -1 nogil
