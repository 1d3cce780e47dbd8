"""The velocity nearest to a wanted one that several half-planes and a speed limit leave (van den Berg et al. 2011, section 5.3; the
incremental linear programming of de Berg et al., Computational Geometry, chapter 4)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2

cdef struct Line:                   # a half-plane: what lies on the line or to the left of it
    Vec2 point                      # metres a second
    Vec2 direction                  # of length 1

# The nearest to ``wanted`` on the line of index ``last`` that the lines before it and the speed leave; false: there is none.
cdef bint solve_on_line(const Line* lines, int32_t last, double max_speed, Vec2 wanted, bint by_direction, Vec2* out) noexcept nogil
# The nearest to ``wanted``, or with ``by_direction`` the farthest in that direction, of length 1. Returns how many lines it satisfies:
# all, or those before the first that leaves nothing, ``out`` being what they leave.
cdef int32_t solve_plane(const Line* lines, int32_t count, double max_speed, Vec2 wanted, bint by_direction, Vec2* out) noexcept nogil
# From such an ``out`` on: the velocity that goes least against any line, of those from ``failed`` on; the first ``fixed`` ones hold.
cdef int solve_safest(const Line* lines, int32_t count, int32_t fixed, int32_t failed, double max_speed, vector[Line]* scratch,
                      Vec2* out) except -1 nogil
