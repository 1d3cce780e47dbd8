"""Properties that are fields of a node's struct."""
from navpy.godot.binding.class_spec cimport ClassData, MethodSpec, PropertySpec
from navpy.godot.binding.gd cimport GDExtensionConstTypePtr

# rows: Setting objects (navpy.base.setting), whose values lie at ``first`` + their place in the node's struct. prefix: of the
# properties' names.
cdef int declare_rows(ClassData* c, rows, size_t first, str prefix=*) except -1

# Getters and setters of any such property, and of the bits of a mask.
cdef void get_setting(const MethodSpec* getter, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil
cdef void set_setting(const MethodSpec* setter, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil
cdef void get_layer(const MethodSpec* method, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil
cdef void set_layer(const MethodSpec* method, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil

# pixels for a meter in the plane, else 1
cdef double unit_of(const PropertySpec* property, const void* instance) noexcept nogil
cdef double read_number(const PropertySpec* property, const void* instance) noexcept nogil      # a bool, too
