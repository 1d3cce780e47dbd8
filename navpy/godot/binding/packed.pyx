"""Arrays and texts of the engine's: how long they are, what is in them, and filling them."""
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.ptrcall cimport find_builtin

cdef enum:
    TYPES = 64
    FROM_STRING_NAME = 2            # constructors of a String
    FROM_NODE_PATH = 3

cdef BuiltinMethod sizes[TYPES]     # by variant type, as the next
cdef BuiltinMethod resizes[TYPES]
cdef BuiltinMethod strings_push_back, array_get


cdef int bind_packed() except -1:
    global strings_push_back, array_get
    cdef int variant_type
    for variant_type in (ARRAY, PACKED_BYTE_ARRAY, PACKED_INT32_ARRAY, PACKED_INT64_ARRAY, PACKED_FLOAT32_ARRAY, PACKED_VECTOR3_ARRAY):
        sizes[variant_type] = find_builtin(variant_type, "size", 3173160232)
        resizes[variant_type] = find_builtin(variant_type, "resize", 848867239)
    strings_push_back = find_builtin(PACKED_STRING_ARRAY, "push_back", 816187996)
    array_get = find_builtin(ARRAY, "get", 708700221)
    return 0


# ---- arrays -----------------------------------------------------------------------------------------------------

cdef int64_t size_of(int variant_type, const void* array) noexcept nogil:
    cdef int64_t count = 0
    sizes[variant_type](<void*>array, NULL, &count, 0)
    return count


cdef void resize(int variant_type, void* array, int64_t count) noexcept nogil:
    cdef int64_t error = 0
    cdef const void* args[1]
    args[0] = &count
    resizes[variant_type](array, <const GDExtensionConstTypePtr*>args, &error, 1)


cdef void array_element(const void* array, int64_t index, GdVariant* out) noexcept nogil:
    cdef const void* args[1]
    args[0] = &index
    out.o[0] = out.o[1] = out.o[2] = 0
    array_get(<void*>array, <const GDExtensionConstTypePtr*>args, out, 1)


cdef void strings_append(void* packed_string_array, object text) except *:
    cdef GdString string
    cdef GDExtensionBool failed = 0
    cdef const void* args[1]
    navpy_gd.string_new_with_utf8_chars(&string, text.encode())
    args[0] = &string
    strings_push_back(packed_string_array, <const GDExtensionConstTypePtr*>args, &failed, 1)
    navpy_gd.dtor[<int>STRING](&string)


cdef void vectors_resize(void* packed_vector3_array, int64_t count) noexcept nogil:
    resize(PACKED_VECTOR3_ARRAY, packed_vector3_array, count)


cdef int64_t vectors_count(const void* packed_vector3_array) noexcept nogil:
    return size_of(PACKED_VECTOR3_ARRAY, packed_vector3_array)


cdef GdVector3* vectors_data(void* packed_vector3_array) noexcept nogil:
    return <GdVector3*>navpy_gd.packed_vector3_array_operator_index(packed_vector3_array, 0)


cdef const GdVector3* vectors_of(const void* packed_vector3_array) noexcept nogil:
    if vectors_count(packed_vector3_array) == 0:
        return NULL
    return <const GdVector3*>navpy_gd.packed_vector3_array_operator_index_const(packed_vector3_array, 0)


cdef int64_t longs_count(const void* packed_int64_array) noexcept nogil:
    return size_of(PACKED_INT64_ARRAY, packed_int64_array)


cdef const int64_t* longs_of(const void* packed_int64_array) noexcept nogil:
    if longs_count(packed_int64_array) == 0:
        return NULL
    return navpy_gd.packed_int64_array_operator_index_const(packed_int64_array, 0)


cdef void fill_longs(void* packed_int64_array, const int64_t* values, int64_t count) noexcept nogil:
    resize(PACKED_INT64_ARRAY, packed_int64_array, count)
    if count > 0:
        memcpy(navpy_gd.packed_int64_array_operator_index(packed_int64_array, 0), values, count * sizeof(values[0]))


cdef const int32_t* ints_of(const void* packed_int32_array, int64_t* count) noexcept nogil:
    count[0] = size_of(PACKED_INT32_ARRAY, packed_int32_array)
    if count[0] == 0:
        return NULL
    return navpy_gd.packed_int32_array_operator_index_const(packed_int32_array, 0)


cdef void fill_ints(void* packed_int32_array, const int32_t* values, int64_t count) noexcept nogil:
    resize(PACKED_INT32_ARRAY, packed_int32_array, count)
    if count > 0:
        memcpy(navpy_gd.packed_int32_array_operator_index(packed_int32_array, 0), values, count * sizeof(values[0]))


cdef const float* floats_of(const void* packed_float32_array, int64_t* count) noexcept nogil:
    count[0] = size_of(PACKED_FLOAT32_ARRAY, packed_float32_array)
    if count[0] == 0:
        return NULL
    return navpy_gd.packed_float32_array_operator_index_const(packed_float32_array, 0)


cdef void floats_fill(void* packed_float32_array, const vector[float]* values) noexcept nogil:
    cdef int64_t count = <int64_t>values.size()
    resize(PACKED_FLOAT32_ARRAY, packed_float32_array, count)
    if count > 0:
        memcpy(navpy_gd.packed_float32_array_operator_index(packed_float32_array, 0), values.data(), count * sizeof(float))


cdef void floats_read(const void* packed_float32_array, vector[float]* values) except *:
    cdef int64_t count
    cdef const float* data = floats_of(packed_float32_array, &count)
    values.resize(count)
    if count > 0:
        memcpy(values.data(), data, count * sizeof(float))


cdef const uint8_t* bytes_of(const void* packed_byte_array, int64_t* count) noexcept nogil:
    count[0] = size_of(PACKED_BYTE_ARRAY, packed_byte_array)
    return navpy_gd.packed_byte_array_operator_index_const(packed_byte_array, 0) if count[0] > 0 else NULL


cdef void bytes_fill(void* packed_byte_array, bytes data) except *:
    cdef int64_t count = len(data)
    resize(PACKED_BYTE_ARRAY, packed_byte_array, count)
    if count > 0:
        memcpy(navpy_gd.packed_byte_array_operator_index(packed_byte_array, 0), PyBytes_AS_STRING(data), count)


# ---- texts ------------------------------------------------------------------------------------------------------

cdef str text_of(const GdString* text):
    cdef int64_t length = navpy_gd.string_to_utf8_chars(text, NULL, 0)
    cdef bytes buffer = b"\0" * length
    navpy_gd.string_to_utf8_chars(text, PyBytes_AS_STRING(buffer), length)
    return buffer.decode("utf-8", "replace")


cdef str string_from(int constructor, const void* source):
    cdef GdString text
    cdef const void* args[1]
    args[0] = source
    navpy_gd.variant_get_ptr_constructor(<VariantType>STRING, constructor)(&text, <const GDExtensionConstTypePtr*>args)
    result = text_of(&text)
    navpy_gd.dtor[<int>STRING](&text)
    return result


cdef str text_of_name(const GdStringName* name):
    return string_from(FROM_STRING_NAME, name)


cdef str text_of_path(const void* node_path):
    return string_from(FROM_NODE_PATH, node_path)
