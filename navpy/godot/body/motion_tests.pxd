"""The obstacles in a CharacterBody3D's way: its shape moved without moving it, and rays past it."""
from navpy.godot.binding.gd cimport GdPacked, GdTransform3D, GdVector3

cdef struct MotionTests:            # of one body, for one frame
    void* body
    void* collision                 # Ref of a KinematicCollision3D
    void* ray                       # Ref of PhysicsRayQueryParameters3D
    void* space                     # PhysicsDirectSpaceState3D
    GdTransform3D frame             # the body's
    double margin                   # meters, its safe_margin

cdef void begin_tests(MotionTests* tests, void* body) noexcept nogil
cdef void end_tests(MotionTests* tests) noexcept nogil
# True: something stops the body on this motion from `place`. travel: meters, how far it comes.
cdef bint sweep(MotionTests* tests, const GdVector3* place, const GdVector3* motion, GdVector3* travel) noexcept nogil
# Of the last stopped sweep: the number of contacts, their places, and the normal of the met surface.
cdef int contact_count(MotionTests* tests) noexcept nogil
cdef void contact(MotionTests* tests, int index, GdVector3* point, GdVector3* normal) noexcept nogil
# True: a ray from a to b hits something that the body collides with, but not the body.
cdef bint cast_ray(MotionTests* tests, const GdVector3* a, const GdVector3* b, GdVector3* point, GdVector3* normal) noexcept nogil
