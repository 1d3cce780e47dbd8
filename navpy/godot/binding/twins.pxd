"""Classes for two dimensions, made of those for three."""
from navpy.godot.binding.class_spec cimport ClassData, Instance

# The declaration of the class of the plane that has the same struct and functions.
cdef ClassData twin_of(const ClassData* declared) except *
cdef int note_first_values(const ClassData* cls) except -1      # of such a class, once it is registered
cdef void put_first_values(Instance* instance) noexcept nogil   # in place of the sister's
