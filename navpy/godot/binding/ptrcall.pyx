"""Looking up methods and classes of the engine's. A module looks up its methods as it is imported."""
from libc.stdint cimport int64_t
from navpy.godot.binding.gd cimport BuiltinMethod, VariantType, navpy_gd
from navpy.godot.binding.names cimport intern


cdef const void* find_method(const char* cls, const char* method, int64_t hash_) except NULL:
    cdef const void* found = navpy_gd.classdb_get_method_bind(intern(cls), intern(method), hash_)
    if found == NULL:
        raise RuntimeError(f"this Godot has no {cls.decode()}.{method.decode()} as 4.6 knows it")
    return found


cdef BuiltinMethod find_builtin(int variant_type, const char* method, int64_t hash_) except NULL:
    cdef BuiltinMethod found = navpy_gd.variant_get_ptr_builtin_method(<VariantType>variant_type, intern(method), hash_)
    if found == NULL:
        raise RuntimeError(f"this Godot's built-in type {variant_type} has no {method.decode()} as 4.6 knows it")
    return found


cdef void* find_class(const char* name) noexcept:
    return navpy_gd.classdb_get_class_tag(intern(name))
