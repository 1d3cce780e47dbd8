"""From what a class declares to a class of the engine's, and the engine's calls of it."""
from libc.stdint cimport uint8_t
from navpy.godot.binding.class_spec cimport ClassData, Instance

cdef const ClassData* register_class(const ClassData* declared) except NULL         # a copy, which stays
cdef void* create_instance(void* cls, uint8_t notify) noexcept nogil                # a new object of a registered class
cdef Instance* instance_of(void* object, const ClassData* cls) noexcept nogil       # NULL: not of that class

cdef const ClassData* registered_class(size_t index) noexcept                       # NULL: there are no more
cdef void make_ready(Instance* instance) noexcept nogil                             # first values of an instance that knows its class
