"""The plane of two-dimensional nodes. A place (x, y), in pixels, is the place (x, 0, y) / UNITS_PER_METER of space, in meters. So all
of navpy serves both: y, down the screen, is z, down the plan.

UNITS_PER_METER is the project setting navpy/2d/pixels_per_meter, as it was at the start. It is a power of two, so that no number
changes on its way there and back. A level larger by a power of two is the same level to the bit with a setting larger by as much."""
from libc.stdint cimport int64_t
from navpy.godot.binding.gd cimport GdTransform2D, GdTransform3D, GdVector2, GdVector3

cdef extern from *:
    """
    #define NAVPY_FIRST_SPEED 6.25
    #define NAVPY_FIRST_ACCELERATION 15.0
    #define NAVPY_FIRST_DECELERATION 30.0
    #define NAVPY_FIRST_NEAR 1.5
    """
    # First values of agents: 100 px/s, NavigationAgent2D's; accelerations lead to full speed in as long a time as in three dimensions.
    const double FIRST_SPEED "NAVPY_FIRST_SPEED"                    # meters a second
    const double FIRST_ACCELERATION "NAVPY_FIRST_ACCELERATION"      # meters a second²
    const double FIRST_DECELERATION "NAVPY_FIRST_DECELERATION"      # meters a second²
    const double FIRST_NEAR "NAVPY_FIRST_NEAR"                      # meters, target_desired_distance

cdef double UNITS_PER_METER         # pixels: with 16 a body of 8 pixels is 0.5 m wide
cdef double METERS_PER_UNIT


cdef inline double meter_of(bint plane) noexcept nogil:
    """The units of scripts for a meter."""
    return UNITS_PER_METER if plane else 1.0


cdef inline GdVector3 in_space(const GdVector2* at) noexcept nogil:
    cdef GdVector3 out
    out.x, out.y, out.z = <float>(at.x * METERS_PER_UNIT), 0, <float>(at.y * METERS_PER_UNIT)
    return out


cdef inline GdVector2 in_plane(const GdVector3* at) noexcept nogil:
    cdef GdVector2 out
    out.x, out.y = <float>(at.x * UNITS_PER_METER), <float>(at.z * UNITS_PER_METER)
    return out


cdef inline void frame_in_plane(const GdTransform3D* frame, GdTransform2D* out) noexcept nogil:
    out.x.x, out.x.y, out.y.x, out.y.y = frame.basis[0], frame.basis[6], frame.basis[2], frame.basis[8]
    out.origin = in_plane(&frame.origin)


cdef inline void frame_in_space(const GdTransform2D* frame, GdTransform3D* out) noexcept nogil:
    out.basis[0], out.basis[1], out.basis[2] = frame.x.x, 0, frame.y.x
    out.basis[3], out.basis[4], out.basis[5] = 0, 1, 0
    out.basis[6], out.basis[7], out.basis[8] = frame.x.y, 0, frame.y.y
    out.origin = in_space(&frame.origin)


cdef void set_units(double units_per_meter) noexcept nogil      # before any class is registered
cdef bint is_flat(const void* node) noexcept nogil              # a Node2D
cdef bint in_use() noexcept nogil                               # a node of the plane was made
cdef void use_plane() noexcept nogil
cdef void to_space(const void* packed_vector2_array, void* packed_vector3_array) noexcept nogil
cdef void to_plane(const void* packed_vector3_array, void* packed_vector2_array) noexcept nogil
# The array of vectors that a method without arguments returns; plane: of Vector2.
cdef void get_places(const void* method, void* object, bint plane, void* packed_vector3_array) noexcept nogil

cdef bint has_twin(str name)                                    # of a class
cdef str in_pixels(str text)                                    # a help text or a hint, likewise, in the plane's units
cdef str renamed(str text)                                      # as people of the plane read it: with the names of its classes
cdef str second_name(str method)                                # that it has in the plane beside its own, empty: none
cdef str length_text(double meters, bint plane)
cdef str place_text(const GdVector3* place, bint plane)
