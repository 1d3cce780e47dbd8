"""The plane of two-dimensional nodes. A place (x, y), in pixels, is the place (x, 0, y) / UNITS_PER_METER of space, in meters: so all of navpy
serves both, and y, which points down the screen, is z, which points down the plan.

UNITS_PER_METER is a power of two, so that no number changes on its way there and back."""
from libc.stdint cimport int64_t
from navpy.godot.binding.gd cimport GdTransform2D, GdTransform3D, GdVector2, GdVector3

cdef extern from *:
    """
    #define NAVPY_UNITS_PER_METER 16.0
    """
    const double UNITS_PER_METER "NAVPY_UNITS_PER_METER"        # pixels: a body of 8 pixels is 0.5 m wide


cdef inline double meter_of(bint plane) noexcept nogil:
    """What scripts have for a meter."""
    return UNITS_PER_METER if plane else 1.0


cdef inline GdVector3 in_space(const GdVector2* at) noexcept nogil:
    cdef GdVector3 out
    out.x, out.y, out.z = <float>(at.x / UNITS_PER_METER), 0, <float>(at.y / UNITS_PER_METER)
    return out


cdef inline GdVector2 in_plane(const GdVector3* at) noexcept nogil:
    cdef GdVector2 out
    out.x, out.y = <float>(at.x * UNITS_PER_METER), <float>(at.z * UNITS_PER_METER)
    return out


cdef inline void frame_in_space(const GdTransform2D* frame, GdTransform3D* out) noexcept nogil:
    out.basis[0], out.basis[1], out.basis[2] = frame.x.x, 0, frame.y.x
    out.basis[3], out.basis[4], out.basis[5] = 0, 1, 0
    out.basis[6], out.basis[7], out.basis[8] = frame.x.y, 0, frame.y.y
    out.origin = in_space(&frame.origin)


cdef bint is_flat(const void* node) noexcept nogil              # a Node2D
cdef bint in_use() noexcept nogil                               # a node of the plane was made
cdef void use_plane() noexcept nogil
cdef void to_space(const void* packed_vector2_array, void* packed_vector3_array) noexcept nogil
cdef void to_plane(const void* packed_vector3_array, void* packed_vector2_array) noexcept nogil

cdef bint has_twin(str name)                                    # of a class
cdef str in_pixels(str text)                                    # a help text, likewise, in the plane's units
cdef str renamed(str text)                                      # as people of the plane read it: with the names of its classes
cdef str length_text(double meters, bint plane)
cdef str place_text(const GdVector3* place, bint plane)
