"""Elementary functions (Muller 2016, "Elementary Functions: Algorithms and Implementation") that give the same bits on every processor
and with every C library: +, −, ·, /, √ and comparisons of IEEE doubles, and fmod, which is exact."""
from libc.math cimport fabs

from navpy.base.vec2 cimport Vec2, det, dot, vec2

# Errors: below 0.85 ulp of sin, cos and log, 1.2 of exp2, 1.5 of atan2, 1.9 of acos. NaN of NaN.
#
# Radians of any size. Beyond 512 turns they are reduced by the double next to 2π, which moves them by 4e-17 of their value: less than
# half an ulp. NaN of an infinity.
cdef double sin(double x) noexcept nogil
cdef double cos(double x) noexcept nogil
cdef Vec2 unit_vector(double angle) noexcept nogil          # (cos, sin)

# −π … π, the angle of (x, y). Signed zeros and infinities as in C99.
cdef double atan2(double y, double x) noexcept nogil
cdef double acos(double x) noexcept nogil                   # NaN beyond −1 … 1

cdef double log(double x) noexcept nogil                    # −infinity of 0, NaN below 0
cdef double exp2(double x) noexcept nogil                   # 2^x; denormal below −1022, 0 below −1075, infinite from 1024 on


cdef inline double angle_between(Vec2 a, Vec2 b) noexcept nogil:
    """Radians from a to b, above 0 counter-clockwise, π where they are opposite, 0 where one of them is 0."""
    cdef double across = det(a, b) + 0.0, along = dot(a, b) + 0.0       # −0 becomes 0
    return atan2(fabs(across) if along < 0.0 and across == 0.0 else across, along)


cdef inline Vec2 turned(Vec2 a, double angle) noexcept nogil:
    cdef Vec2 to = unit_vector(angle)
    return vec2(a.x * to.x - a.y * to.y, a.x * to.y + a.y * to.x)
