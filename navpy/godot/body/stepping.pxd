"""A CharacterBody3D on steps, which move_and_slide neither climbs nor follows down."""
from navpy.godot.binding.gd cimport GdVector3

# move_and_slide by this velocity (meters a second; in a physics frame of delta seconds), and over steps of at most `climb` meters.
cdef void move_and_climb(void* body, const GdVector3* velocity, double climb, double delta) noexcept nogil
# True if a step that move_and_climb would climb stands before the body, in this direction (of any length above 0).
cdef bint is_before_step(void* body, const GdVector3* direction, double climb) noexcept nogil
