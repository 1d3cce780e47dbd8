"""The vehicle of steering behaviours (Reynolds 1999): a point mass in the plan that is pushed by one force and turned by it."""
from libc.math cimport atan2, cos, fabs, sin
from libc.stdint cimport int64_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2, det, dot, vec2

cdef struct Vehicle:
    Vec2 position                   # metres
    Vec2 velocity                   # metres a second
    Vec2 heading                    # unit: of the velocity while it moves, else of the last one
    double mass                     # kilograms, above 0
    double max_speed                # metres a second
    double max_force                # newtons
    double max_turn_rate            # radians a second; infinite: it turns at once

cdef void move_vehicle(Vehicle* vehicle, Vec2 force, double dt) noexcept nogil      # the only place that applies a force

cdef class Vehicles:
    cdef vector[Vehicle] vehicles

cdef double step_length(dt) except -1.0                                 # seconds, or ValueError
cdef Vec2* rows_of(const double[:, ::1] array) noexcept                 # of an (n, 2) array
cdef const Vehicle* other(Vehicles others, Py_ssize_t i) noexcept nogil  # that belongs to vehicle i: a single one to all
cdef int check_others(str name, Vehicles others, Py_ssize_t count) except -1    # 1 or as many, or ValueError


cdef inline double angle_between(Vec2 a, Vec2 b) noexcept nogil:
    """Radians from a to b, above 0 counter-clockwise, π where they are opposite."""
    cdef double turned = det(a, b), along = dot(a, b)
    return atan2(fabs(turned) if along < 0.0 and turned == 0.0 else turned, along)


cdef inline Vec2 parting_direction(int64_t number) noexcept nogil:
    """Unit; another one for each number, by the golden angle: for those in one place, who are to part."""
    return vec2(cos(number * 2.399963229728653), sin(number * 2.399963229728653))


cdef inline Vec2 turned(Vec2 a, double angle) noexcept nogil:
    cdef double c = cos(angle), s = sin(angle)
    return vec2(a.x * c - a.y * s, a.x * s + a.y * c)
