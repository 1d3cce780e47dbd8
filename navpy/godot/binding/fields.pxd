"""Properties that are declared from a table of settings (navpy.base.field)."""
from navpy.godot.binding.class_spec cimport ClassData

# rows: Field objects, whose values lie at ``first`` + their place in the node's struct. prefix: of the properties' names.
cdef int declare_fields(ClassData* c, rows, size_t first, str prefix=*) except -1
