"""Moves a CharacterBody3D: gravity, steps, facing. The body owns its position and moves by its own collisions."""
from libc.stdint cimport uint8_t
from navpy.godot.binding.gd cimport GdVector3
from navpy.motion.agent.agent cimport Agent

cdef struct BodySettings:
    double turn_rate                # degrees a second
    uint8_t face_velocity
    uint8_t climb_steps

# climb: meters, the height of steps that it climbs.
cdef void drive_body(void* body, const BodySettings* settings, double climb, const GdVector3* velocity, double delta) noexcept nogil
cdef bint is_at_rest(void* body) noexcept nogil         # true: it stands or floats, and needs no further frames to fall
cdef bint floats_in_plane(void* body2d) noexcept nogil  # MOTION_MODE_FLOATING
# Turns the front (−Z) of a Node3D towards its velocity, by at most turn_rate degrees a second.
cdef void face(void* node3d, const GdVector3* velocity, double turn_rate, double delta) noexcept nogil
# Turns the front of a Node3D to the agent's smoothed velocity, less where that is slow.
cdef void face_way(void* node3d, const Agent* agent, double turn_rate, double delta) noexcept nogil
# Radians from a heading to the direction of a velocity (x, z), at most turn_rate (degrees a second) times delta.
cdef double turn_towards(double x, double z, double heading, double turn_rate, double delta) noexcept nogil
