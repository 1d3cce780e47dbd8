"""The picture of a body on steps: a node below it glides up and down where the body's height jumps."""
from libc.stdint cimport int64_t, uint64_t
from navpy.godot.binding.gd cimport GdVector3

cdef struct Glide:
    uint64_t node                   # instance id of the node that `shift` was added to; 0: none
    GdVector3 shift                 # meters, in the space of the node's parent: the addition to its position
    double offset                   # meters that the node is above where its body has it
    double speed                    # meters a second, at which the offset changes
    int64_t frame                   # physics frame of the last update
    bint was_on_floor               # then
    GdVector3 place                 # meters, of the body then

# After the body has moved; a second time in a frame adds what it has moved since. most: meters, the highest step. feet: meters, height
# of the body's origin over the floor.
cdef void glide(Glide* state, void* body, void* node, double most, double feet, double delta) noexcept nogil
cdef void end_glide(Glide* state) noexcept nogil            # the node is where the scene has it
