"""Looking up methods of the engine's."""
from libc.stdint cimport int64_t
from navpy.godot.binding.gd cimport BuiltinMethod, VariantType, navpy_gd
from navpy.godot.binding.names cimport intern


cdef const void* find_method(str cls, str method, int64_t hash_) except NULL:
    cdef const void* found = navpy_gd.classdb_get_method_bind(intern(cls), intern(method), hash_)
    if found == NULL:
        raise RuntimeError(f"this Godot has no {cls}.{method} as 4.6 knows it")
    return found


cdef int find_methods(tuple methods, const void** out) except -1:
    for index, cls, method, hash_ in methods:
        out[<int>index] = find_method(cls, method, hash_)
    return 0


cdef BuiltinMethod find_builtin(int variant_type, str method, int64_t hash_) except NULL:
    cdef BuiltinMethod found = navpy_gd.variant_get_ptr_builtin_method(<VariantType>variant_type, intern(method), hash_)
    if found == NULL:
        raise RuntimeError(f"this Godot's built-in type {variant_type} has no {method} as 4.6 knows it")
    return found
