"""The impassable cells of a field's grid as walls of an agent."""
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.grid.cost_grid cimport CostGrid
from navpy.motion.agent.agent cimport Agent
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.avoidance.orca cimport Body, ObstacleNeighbor, ObstacleVertex

# Meters that a body of this radius keeps from walls: its radius where there is room for it.
cdef double clearance_of(const CostGrid* grid, double radius) noexcept nogil
# A velocity in the plan without the part that leads into a wall in a step of dt seconds, or nearer than the clearance, unless the
# agent is so near already.
cdef Vec2 velocity_along_walls(const CostGrid* grid, const Agent* agent, Vec2 velocity, double dt) noexcept nogil
# True if a move between two points of the world ends in a wall, and begins in none.
cdef bint enters_wall(const CostGrid* grid, const double* start, const double* end) noexcept nogil
# Adds the lines of the walls within reach, in meters, of a body. walls, neighbors: working memory.
cdef int collect_grid_lines(const CostGrid* grid, const Body* body, double horizon, double reach, vector[ObstacleVertex]* walls,
                            vector[ObstacleNeighbor]* neighbors, vector[Line]* lines) except -1 nogil
