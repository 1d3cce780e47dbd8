"""Outlines of nodes of the plane, placed in meters."""
from libc.math cimport fabs
from libc.stdint cimport int64_t
from libc.string cimport memset
from navpy.baking.outlines.outlines cimport Outlines, end_points
from navpy.godot.binding.gd cimport GdTransform3D, GdVector2
from navpy.godot.binding.plane cimport METERS_PER_UNIT

cdef double MAX_COORDINATE = 1e9    # meters, that a mesh may have

memset(&WORLD, 0, sizeof(WORLD))
WORLD.basis[0] = WORLD.basis[4] = WORLD.basis[8] = 1


cdef Placing placing_of(const GdTransform3D* space, const GdTransform3D* frame) noexcept nogil:
    """In double: corners that fall together in the space of a node do so in the baker's, too."""
    cdef const float* a = &space.basis[0]
    cdef const float* b = &frame.basis[0]
    cdef double x = <double>space.origin.x - frame.origin.x, y = <double>space.origin.z - frame.origin.z
    cdef Placing out
    out.x_x = (<double>b[0] * a[0] + <double>b[6] * a[6]) * METERS_PER_UNIT
    out.x_y = (<double>b[0] * a[2] + <double>b[6] * a[8]) * METERS_PER_UNIT
    out.y_x = (<double>b[2] * a[0] + <double>b[8] * a[6]) * METERS_PER_UNIT
    out.y_y = (<double>b[2] * a[2] + <double>b[8] * a[8]) * METERS_PER_UNIT
    out.x, out.y = b[0] * x + b[6] * y, b[2] * x + b[8] * y
    return out


cdef bint append_placed(const Placing* placing, const GdVector2* points, int64_t count, double x, double y, int layer, Outlines* out) except -1:
    cdef size_t begin = out.points.size()
    cdef double px, py, placed_x, placed_y
    cdef int64_t i
    if count < 3:
        return True
    for i in range(count):
        px, py = x + points[i].x, y + points[i].y
        placed_x, placed_y = placing.x_x * px + placing.x_y * py + placing.x, placing.y_x * px + placing.y_y * py + placing.y
        if not (fabs(placed_x) <= MAX_COORDINATE and fabs(placed_y) <= MAX_COORDINATE):
            out.points.resize(begin)
            return False
        out.points.push_back(placed_x)
        out.points.push_back(placed_y)
    end_points(layer, out)
    return True
