"""RVO2's linear programs 1, 2 and 3: the velocity nearest to a preferred one that half-planes and a maximum speed permit (van den
Berg, Guy, Lin & Manocha 2011, "Reciprocal n-Body Collision Avoidance"; the incremental linear programming of de Berg et al.,
"Computational Geometry", chapter 4)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2

cdef struct Line:                   # a half-plane of velocities: the line and all velocities to the left of it
    Vec2 point                      # meters a second
    Vec2 direction                  # unit

# The result of programs 1 and 2 is the permitted velocity that is nearest to ``velocity``. With ``optimize_direction``, ``velocity``
# is a unit vector, and the result is the permitted velocity that is farthest in its direction.

# The result on the line of index line_index, within the lines before it and the maximum speed. Returns False if no velocity is
# permitted.
cdef bint linear_program1(const Line* lines, int32_t line_index, double max_speed, Vec2 velocity, bint optimize_direction,
                          Vec2* out) noexcept nogil
# The result within all lines and the maximum speed. Returns count; or, if program 1 fails, the index of the line where it fails, with
# the result within the lines before it.
cdef int32_t linear_program2(const Line* lines, int32_t count, double max_speed, Vec2 velocity, bint optimize_direction,
                             Vec2* out) noexcept nogil
# After program 2 has failed at a line: the velocity that minimizes the greatest violation of a line. out: first the result of program
# 2. The first obstacle_count lines hold in any case.
cdef int linear_program3(const Line* lines, int32_t count, int32_t obstacle_count, int32_t failed_line, double max_speed,
                         vector[Line]* scratch, Vec2* out) except -1 nogil
