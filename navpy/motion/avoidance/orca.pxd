"""ORCA, optimal reciprocal collision avoidance: half-planes of velocities with which an agent avoids collisions for a time horizon, if
every other agent takes its share of the avoidance (van den Berg, Guy, Lin & Manocha 2011, "Reciprocal n-Body Collision Avoidance").
Names and steps are those of its reference implementation, RVO2."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.motion.avoidance.linear_program cimport Line
from navpy.base.neighbor_grid cimport NeighborGrid, NeighborMemory
from navpy.base.parallel cimport Runner
from navpy.base.vec2 cimport Vec2

cdef struct Body:                   # what others see of an agent
    Vec2 position                   # meters
    Vec2 velocity                   # meters a second
    double radius                   # meters

cdef struct OrcaParams:             # of one agent
    Vec2 preferred_velocity         # meters a second
    double max_speed                # meters a second
    double neighbor_distance        # meters within which it avoids other agents
    double time_horizon             # seconds without a collision with other agents
    double time_horizon_obstacles   # seconds without a collision with obstacles
    int32_t max_neighbors           # other agents that it avoids at most, the nearest ones

cdef struct ObstacleVertex:         # where an edge of an obstacle begins; the solid lies to the left of the edge
    Vec2 point                      # meters
    Vec2 direction                  # unit, of the edge to the next vertex
    int32_t next, previous          # indices of vertices; a single wall is two vertices, each of them next and previous to the other
    bint convex                     # True: the solid has a convex corner here

cdef cppclass OrcaScene:
    vector[Body] bodies
    vector[OrcaParams] params       # parallel to bodies
    vector[ObstacleVertex] obstacles
    double time_step                # seconds
    NeighborGrid grid               # scratch

cdef struct ObstacleNeighbor:
    double square                   # m², squared distance to the edge
    int32_t vertex                  # index of the vertex where the edge begins

cdef cppclass OrcaMemory:           # one for each thread
    vector[Line] lines              # ORCA lines of obstacles, then of other agents
    vector[Line] scratch
    NeighborMemory neighbors
    vector[ObstacleNeighbor] obstacle_neighbors

# Adds a polygon, counter-clockwise round its solid, or the two ends of a wall; no point twice in a row.
cdef int add_obstacle(const Vec2* points, int32_t count, vector[ObstacleVertex]* out) except -1 nogil
# Collects the edges that are nearer to a point than range_, in meters, and have the point on their right side; nearest first. Every
# step-th vertex begins an edge.
cdef int find_obstacle_neighbors(const ObstacleVertex* obstacles, int32_t count, int32_t step, Vec2 point, double range_,
                                 vector[ObstacleNeighbor]* out) except -1 nogil
# The ORCA line of the obstacle's edge that begins at a vertex. Returns False if the edge has no line, or a line so far implies it.
cdef bint obstacle_line(const Body* agent, const ObstacleVertex* obstacles, int32_t vertex, double time_horizon, const Line* lines,
                        int32_t count, Line* out) noexcept nogil
# The ORCA line of another agent. share: the agent's part of the avoidance, 0 … 1. Inverses of the time horizon and of the time step,
# per second; agents that collide are to be apart after the step. is_first: breaks the tie of two agents in one place with one
# velocity; it must be true for one of the two.
cdef void agent_line(const Body* agent, const Body* other, double share, double inverse_horizon, double inverse_step, bint is_first,
                     Line* out) noexcept nogil
# The velocity within the lines that is nearest to the preferred one; if no velocity is within all lines, the result of linear program
# 3. The first obstacle_count lines are those of obstacles.
cdef int solve_lines(const vector[Line]* lines, int32_t obstacle_count, double max_speed, Vec2 preferred_velocity,
                     vector[Line]* scratch, Vec2* new_velocity) except -1 nogil
# New velocities of all agents of a scene, the same bits with any runner. positions: of the bodies.
cdef int compute_new_velocities(OrcaScene* scene, const Vec2* positions, const Runner* runner, Vec2* new_velocities) except -1 nogil
