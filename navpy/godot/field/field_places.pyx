"""From world space to the grid and back. The grid lies in the ground plane, turned with its node about the vertical axis."""
from libc.math cimport INFINITY, floor, isfinite, sqrt
from libc.stdint cimport int32_t
from navpy.base.vec2 cimport Vec2, vec2
from navpy.godot.binding.engine cimport global_transform, node_in_tree
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.field.nav_flow_field_data cimport GridFrame, NavFlowField


cdef GridFrame frame_of(NavFlowField* field) noexcept nogil:
    """Outside of the tree, and where the node is nowhere, the last frame."""
    cdef GdTransform3D at
    cdef double x, z, size
    if not node_in_tree(field.owner):
        return field.frame
    global_transform(field.owner, &at)
    x, z = at.basis[0], at.basis[6]
    size = sqrt(x * x + z * z)
    if not (is_finite(&at.origin) and size < INFINITY):
        return field.frame
    field.frame.x, field.frame.y, field.frame.z = at.origin.x, at.origin.y, at.origin.z
    field.frame.cos, field.frame.sin = (x / size, z / size) if size > 0.0 else (1.0, 0.0)
    return field.frame


cdef inline Vec2 turned_back(const GridFrame* frame, double x, double z) noexcept nogil:
    return vec2(frame.cos * x + frame.sin * z, frame.cos * z - frame.sin * x)


cdef Vec2 place_in(const GridFrame* frame, const GdVector3* point) noexcept nogil:
    return turned_back(frame, point.x, point.z)


cdef GdVector3 turned(const GridFrame* frame, Vec2 direction) noexcept nogil:
    cdef GdVector3 out
    out.x, out.y = <float>(frame.cos * direction.x - frame.sin * direction.y), 0
    out.z = <float>(frame.sin * direction.x + frame.cos * direction.y)
    return out


cdef GdVector3 point_of(const GridFrame* frame, Vec2 place) noexcept nogil:
    cdef GdVector3 out = turned(frame, place)
    out.y = <float>frame.y
    return out


cdef Vec2 place_of_cell(const NavFlowField* field, const GridFrame* frame, double x, double y) noexcept nogil:
    cdef Vec2 node = turned_back(frame, frame.x, frame.z)
    return vec2(node.x + x * field.cell_size, node.y + y * field.cell_size)


cdef Vec2 cell_with(const NavFlowField* field, const GridFrame* frame, const GdVector3* point) noexcept nogil:
    cdef Vec2 at = turned_back(frame, point.x - frame.x, point.z - frame.z)
    return vec2(at.x / field.cell_size, at.y / field.cell_size)


cdef bint is_finite(const GdVector3* point) noexcept nogil:
    return isfinite(point.x) and isfinite(point.y) and isfinite(point.z)


cdef int32_t whole(double value) noexcept nogil:
    return <int32_t>max(-2147483648.0, min(floor(value), 2147483647.0))
