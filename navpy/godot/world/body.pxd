"""Driving a CharacterBody3D: gravity, steps, facing. The body owns its position and moves by its own collisions."""
from libc.stdint cimport uint8_t
from navpy.godot.binding.gd cimport GdVector3

cdef struct BodySettings:
    double turn_rate                # degrees a second
    uint8_t face_velocity
    uint8_t climb_steps

cdef void drive_body(void* body, const BodySettings* settings, double climb, const GdVector3* velocity, bint turns,
                     double delta) noexcept nogil
cdef void face(void* body, const GdVector3* velocity, double turn_rate, double delta) noexcept nogil     # degrees a second
cdef bint rest_body(void* body) noexcept nogil          # true: it stands, and need not be driven any more
# Turns a Node3D's front (−Z) to where it goes, by at most so many degrees a second.
cdef void face(void* node3d, const GdVector3* velocity, double turn_rate, double delta) noexcept nogil
