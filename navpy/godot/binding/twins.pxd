"""Classes for two dimensions, made of those for three."""
from navpy.godot.binding.class_spec cimport ClassData

# The declaration of the class of the plane that has the same struct and functions.
cdef ClassData twin_of(const ClassData* declared) except *
