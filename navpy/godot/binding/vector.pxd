"""Points between the engine, with 32 bits, and the core, with 64."""
from navpy.base.vec2 cimport Vec2, vec2
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3


cdef inline void put_place(const GdVector3* point, double* out) noexcept nogil:
    out[0], out[1], out[2] = point.x, point.y, point.z


cdef inline GdVector3 vector_of(const double* place) noexcept nogil:
    cdef GdVector3 out
    out.x, out.y, out.z = <float>place[0], <float>place[1], <float>place[2]
    return out


cdef inline bint is_same_number(float a, float b) noexcept nogil:
    return a == b or (a != a and b != b)


cdef inline bint is_same_place(const GdVector3* a, const GdVector3* b) noexcept nogil:
    """True for the same coordinates; two that are no numbers are the same, too."""
    return is_same_number(a.x, b.x) and is_same_number(a.y, b.y) and is_same_number(a.z, b.z)


cdef inline Vec2 plan_of(const GdVector3* vector) noexcept nogil:
    """A place or a velocity in the plan (x, −z). This is not the plane of two-dimensional nodes: its (x, y) is (x, z) of space."""
    return vec2(vector.x, -vector.z)


cdef inline GdVector3 out_of_plan(Vec2 plan) noexcept nogil:
    """With y = 0."""
    cdef GdVector3 out
    out.x, out.y, out.z = <float>plan.x, 0, <float>-plan.y
    return out


cdef inline void transform_point(const GdTransform3D* frame, const double* place, double* out) noexcept nogil:
    """Transforms a point from the frame's space to world space; `out` may be the same point."""
    cdef const float* b = &frame.basis[0]
    cdef double x = place[0], y = place[1], z = place[2]
    out[0] = b[0] * x + b[1] * y + b[2] * z + frame.origin.x
    out[1] = b[3] * x + b[4] * y + b[5] * z + frame.origin.y
    out[2] = b[6] * x + b[7] * y + b[8] * z + frame.origin.z
