"""Flow fields in the plan: velocities at the nodes of a grid, interpolated between them."""
from libc.stdint cimport int32_t, uint8_t
from navpy.base.vec2 cimport Vec2

cdef struct FlowGrid:
    Vec2 origin                     # meters, of the first node
    double cell                     # meters between nodes
    int32_t rows, columns           # nodes along y and along x, 1 or more each
    const Vec2* velocities          # meters a second, at node row · columns + column; borrowed
    const uint8_t* closed           # by node, other than 0: it is a wall, if its velocity is 0; NULL: no walls; borrowed

cdef struct Corners:                # the four nodes around a place, the first nearest, then its neighbors along x and along y
    int32_t nodes[4]
    double weights[4]               # of sum 1
    double x, y                     # cells from the nearest node, in the direction of the others, 0 … ½
    double right, up                # direction of the others, 1 or −1
    bint open[4]                    # no wall, nor behind the corner of one

cdef Corners corners_of(const FlowGrid* grid, Vec2 place) noexcept nogil
# Of a grid with walls: where to, a vector of length 1, or less where two walls meet, and how fast; 0 where nothing is open.
cdef Vec2 steer(const FlowGrid* grid, Vec2 place, double* speed) noexcept nogil
cdef Vec2 sample_flow(const FlowGrid* grid, Vec2 place) noexcept nogil                       # meters a second
