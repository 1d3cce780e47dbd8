"""What others leave of an agent's velocity: ORCA among agents, with the navmesh's borders as walls."""
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.crowd.local_boundary cimport LocalBoundary
from navpy.base.neighbor_grid cimport NeighborGrid, NeighborMemory
from navpy.motion.avoidance.orca cimport Body, NearWall
from navpy.motion.crowd.path_following cimport FollowedPath
from navpy.motion.crowd.right_of_way cimport Manners
from navpy.motion.crowd.walkable cimport Walkable
from navpy.query.surface.flood cimport Flood
from navpy.query.clearance.near_walls cimport WallSearch
from navpy.base.core cimport PolyRef
from navpy.base.vec2 cimport Vec2

cdef enum:
    MOST_CLOSE = 10                 # that count as close to one agent

cdef struct CloseOnes:              # participants that one might touch by the end of the step, the nearest, in their order
    int32_t count
    int32_t others[MOST_CLOSE]

cdef cppclass Avoidance:
    vector[Body] bodies             # those who take part, in the order of the grid, as they were when the step began
    vector[Manners] manners         # parallel
    vector[CloseOnes] close         # parallel
    NeighborGrid grid
    vector[int32_t] others          # slots of agents that do not take part
    vector[int32_t] slots           # scratch: of those who do
    vector[double] places           # scratch, parallel: 2 coordinates of each, metres
    double reach                    # metres, of who sees farthest
    double widest                   # metres, the greatest radius
    double fastest                  # metres a second, the greatest speed
    uint32_t layers                 # bits: those of all
    vector[int32_t] insisting       # participants
    vector[int32_t] near            # scratch

cdef cppclass AvoidanceMemory:      # one a thread
    NeighborMemory neighbors
    vector[Line] lines              # of walls, then of others
    vector[Line] others
    vector[NearWall] walls
    vector[Line] scratch
    bint gives_way                  # does it do half or more of what keeps it from anyone?
    bint meets                      # does anyone of those come towards it?
    bint at_corner                  # does anyone of those go round a corner?
    int32_t lets_pass               # participant that the one in hand gets out of the way of, −1: none
    WallSearch search
    Flood flood
    vector[PolyRef] visited
    vector[int32_t] near

# Who takes part and where, and how many they are; all agents by slot. Then what they are, a range at a time, and at last who of them is let through.
cdef int32_t sort_bodies(Avoidance* all, vector[Agent]* agents) except -1 nogil
cdef void note_bodies(Avoidance* all, vector[Agent]* agents, const vector[FollowedPath]* paths, int32_t first, int32_t end, double dt) noexcept nogil
cdef int agree(Avoidance* all, vector[Agent]* agents) except -1 nogil
# One of them stands from now on.
cdef void stop_body(Avoidance* all, int32_t index, const Agent* agent) noexcept nogil
# Without a look at the others.
cdef void wish_on(Agent* agent) noexcept nogil
# Velocities of participants first … end − 1; boundaries by slot. Ranges may be worked on at once.
cdef int avoid_range(const MeshView* mesh, Avoidance* all, vector[Agent]* agents, vector[LocalBoundary]* boundaries, int32_t first,
                     int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil
# No further in a step than along the surface.
cdef int keep_on_surface(const MeshView* mesh, const Walkable* walkable, Agent* agent, Vec2* velocity, double dt,
                         AvoidanceMemory* memory) except -1 nogil
