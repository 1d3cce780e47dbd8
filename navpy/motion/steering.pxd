"""Steering behaviours in the ground plane (Reynolds 1999). Each returns a velocity to wish for and applies nothing."""

cdef void seek(const double* position, const double* target, double max_speed, double* velocity) noexcept nogil
cdef void arrive(const double* position, const double* target, double distance_left, double max_speed,
                 double max_deceleration, double dt, double* velocity) noexcept nogil
