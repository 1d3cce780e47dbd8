"""Places and velocities of the engine in the plan (x, −z) of the core's vectors, and back. That is not the plane of two-dimensional
nodes, whose (x, y) is (x, z) of space."""
from navpy.base.vec2 cimport Vec2, vec2
from navpy.godot.binding.gd cimport GdVector3


cdef inline Vec2 plan_of(const GdVector3* vector) noexcept nogil:
    return vec2(vector.x, -vector.z)


cdef inline GdVector3 out_of_plan(Vec2 plan) noexcept nogil:
    """With y = 0."""
    cdef GdVector3 out
    out.x, out.y, out.z = <float>plan.x, 0, <float>-plan.y
    return out
