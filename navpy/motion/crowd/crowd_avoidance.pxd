"""Collision avoidance of a crowd: among agents, with the navmesh's borders and the outlines of obstacles as walls."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.neighbor_grid cimport NeighborMemory
from navpy.base.vec2 cimport Vec2
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.avoidance.orca cimport ObstacleNeighbor, ObstacleVertex
from navpy.motion.agent.local_boundary cimport LocalBoundary
from navpy.motion.crowd.participants cimport Avoidance
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.query.surface.flood cimport Flood

cdef cppclass AvoidanceMemory:      # one for each task
    NeighborMemory neighbors
    vector[Line] agent_lines        # of other agents
    vector[double] agent_weights    # parallel
    vector[Line] lines              # of obstacles' outlines, of walls, then of agents
    vector[double] weights          # parallel
    vector[ObstacleNeighbor] walls
    vector[ObstacleVertex] grid_walls   # sides of impassable cells near the agent
    int32_t steps_aside_for         # index of the participant whose lane it has to leave, −1: none
    WallSearch search
    Flood flood
    vector[PolyRef] visited
    vector[int32_t] near

# 4. Sets the new velocities of a range of the sequence. boundaries: by slot. Several ranges may run at once.
cdef int avoid_range(const MeshView* mesh, Avoidance* avoidance, vector[Agent]* agents, vector[LocalBoundary]* boundaries,
                     int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil

# Changes the agent's velocity towards its preferred one by as much as its body can in dt seconds, without avoidance.
cdef void approach_preferred_velocity(Agent* agent, double dt) noexcept nogil
# Truncates a velocity so that a step of dt seconds stays on the surface and out of a field's walls. With a mesh sets the agent's
# next_ground, next_poly and has_next_ground.
cdef int truncate_to_surface(const MeshView* mesh, const LocalBoundary* boundary, Agent* agent, Vec2* velocity, double dt,
                             AvoidanceMemory* memory) except -1 nogil
