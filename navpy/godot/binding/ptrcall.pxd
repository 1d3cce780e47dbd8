"""Methods of the engine's, looked up once and called by pointer. A call costs some 10 ns and needs no GIL."""
from libc.stdint cimport int64_t
from navpy.godot.binding.gd cimport BuiltinMethod, GDExtensionBool, GDExtensionConstTypePtr, navpy_gd

# Hashes are those of Godot 4.6's extension_api.json; they name the signature, so any engine with this signature can be asked.
# RuntimeError names what this engine lacks.
cdef const void* find_method(const char* cls, const char* method, int64_t hash_) except NULL
cdef BuiltinMethod find_builtin(int variant_type, const char* method, int64_t hash_) except NULL
cdef void* find_class(const char* name) noexcept            # its tag, for casts


cdef inline void get(const void* method, void* object, void* ret) noexcept nogil:
    """Without arguments. ret: NULL where nothing is returned."""
    navpy_gd.object_method_bind_ptrcall(method, object, NULL, ret)


cdef inline bint get_bool(const void* method, void* object) noexcept nogil:
    cdef GDExtensionBool value = 0
    get(method, object, &value)
    return value


cdef inline int64_t get_int(const void* method, void* object) noexcept nogil:
    cdef int64_t value = 0
    get(method, object, &value)
    return value


cdef inline double get_double(const void* method, void* object) noexcept nogil:
    cdef double value = 0
    get(method, object, &value)
    return value


cdef inline void* get_object(const void* method, void* object) noexcept nogil:
    """A Ref leaves a reference to give back."""
    cdef void* value = NULL
    get(method, object, &value)
    return value


cdef inline void put(const void* method, void* object, const void* argument, void* ret) noexcept nogil:
    cdef const void* args[1]
    args[0] = argument
    navpy_gd.object_method_bind_ptrcall(method, object, <const GDExtensionConstTypePtr*>args, ret)


cdef inline void put2(const void* method, void* object, const void* first, const void* second, void* ret) noexcept nogil:
    cdef const void* args[2]
    args[0], args[1] = first, second
    navpy_gd.object_method_bind_ptrcall(method, object, <const GDExtensionConstTypePtr*>args, ret)


cdef inline void invoke(const void* method, void* object, const void** arguments, void* ret) noexcept nogil:
    """With any number of them."""
    navpy_gd.object_method_bind_ptrcall(method, object, <const GDExtensionConstTypePtr*>arguments, ret)
