"""Arrays and texts of the engine's: their length, their elements, and filling them."""
from cpython.bytes cimport PyBytes_AS_STRING
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.ptrcall cimport find_builtin

cdef enum:
    TYPES = 64
    FROM_ITS_KIND = 1               # constructor of any type
    FROM_STRING_NAME = 2            # constructors of a String
    FROM_NODE_PATH = 3

ctypedef const void* (*ReadElement)(const void* packed, GDExtensionInt index) noexcept nogil
ctypedef void* (*WriteElement)(void* packed, GDExtensionInt index) noexcept nogil

cdef BuiltinMethod sizes[TYPES]     # by variant type, as the next
cdef BuiltinMethod resizes[TYPES]
cdef ReadElement readers[TYPES]     # of packed arrays, as the next
cdef WriteElement writers[TYPES]
cdef size_t element_sizes[TYPES]    # bytes
cdef BuiltinMethod strings_push_back = find_builtin(PACKED_STRING_ARRAY, b"push_back", 816187996)
cdef BuiltinMethod strings_get = find_builtin(PACKED_STRING_ARRAY, b"get", 2162347432)
cdef BuiltinMethod array_get = find_builtin(ARRAY, b"get", 708700221)
cdef BuiltinMethod dictionary_keys_of = find_builtin(DICTIONARY, b"keys", 4144163970)
cdef BuiltinMethod dictionary_values_of = find_builtin(DICTIONARY, b"values", 4144163970)


cdef int bind_arrays() except -1:
    cdef int variant_type
    for variant_type in (ARRAY, PACKED_BYTE_ARRAY, PACKED_INT32_ARRAY, PACKED_INT64_ARRAY, PACKED_FLOAT32_ARRAY, PACKED_STRING_ARRAY,
                         PACKED_VECTOR2_ARRAY, PACKED_VECTOR3_ARRAY):
        sizes[variant_type] = find_builtin(variant_type, b"size", 3173160232)
        resizes[variant_type] = find_builtin(variant_type, b"resize", 848867239)
    bind_elements(PACKED_BYTE_ARRAY, <ReadElement>navpy_gd.packed_byte_array_operator_index_const,
                  <WriteElement>navpy_gd.packed_byte_array_operator_index, sizeof(uint8_t))
    bind_elements(PACKED_INT32_ARRAY, <ReadElement>navpy_gd.packed_int32_array_operator_index_const,
                  <WriteElement>navpy_gd.packed_int32_array_operator_index, sizeof(int32_t))
    bind_elements(PACKED_INT64_ARRAY, <ReadElement>navpy_gd.packed_int64_array_operator_index_const,
                  <WriteElement>navpy_gd.packed_int64_array_operator_index, sizeof(int64_t))
    bind_elements(PACKED_FLOAT32_ARRAY, <ReadElement>navpy_gd.packed_float32_array_operator_index_const,
                  <WriteElement>navpy_gd.packed_float32_array_operator_index, sizeof(float))
    bind_elements(PACKED_VECTOR2_ARRAY, <ReadElement>navpy_gd.packed_vector2_array_operator_index_const,
                  <WriteElement>navpy_gd.packed_vector2_array_operator_index, sizeof(GdVector2))
    bind_elements(PACKED_VECTOR3_ARRAY, <ReadElement>navpy_gd.packed_vector3_array_operator_index_const,
                  <WriteElement>navpy_gd.packed_vector3_array_operator_index, sizeof(GdVector3))
    return 0


cdef void bind_elements(int variant_type, ReadElement read, WriteElement write, size_t size) noexcept:
    readers[variant_type], writers[variant_type], element_sizes[variant_type] = read, write, size


bind_arrays()


# ---- arrays ----

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


cdef void dictionary_keys(const void* dictionary, void* array) noexcept nogil:
    dictionary_keys_of(<void*>dictionary, NULL, array, 0)


cdef void dictionary_values(const void* dictionary, void* array) noexcept nogil:
    dictionary_values_of(<void*>dictionary, NULL, array, 0)


cdef void strings_append(void* packed_string_array, object text) except *:
    cdef GdString string
    cdef GDExtensionBool failed = 0
    cdef const void* args[1]
    navpy_gd.string_new_with_utf8_chars(&string, text.encode())
    args[0] = &string
    strings_push_back(packed_string_array, <const GDExtensionConstTypePtr*>args, &failed, 1)
    navpy_gd.dtor[<int>STRING](&string)


cdef str string_at(const void* packed_string_array, int64_t index):
    cdef GdString string
    cdef const void* args[1]
    args[0] = &index
    navpy_gd.ctor0[<int>STRING](&string, NULL)
    strings_get(<void*>packed_string_array, <const GDExtensionConstTypePtr*>args, &string, 1)
    text = text_of(&string)
    navpy_gd.dtor[<int>STRING](&string)
    return text


cdef list strings_of(const void* packed_string_array):
    cdef int64_t i
    return [string_at(packed_string_array, i) for i in range(size_of(PACKED_STRING_ARRAY, packed_string_array))]


# ---- values of any type ----

cdef void construct_from(int variant_type, int constructor, const void* source, void* out) noexcept nogil:
    cdef const void* args[1]
    args[0] = source
    navpy_gd.variant_get_ptr_constructor(<VariantType>variant_type, constructor)(out, <const GDExtensionConstTypePtr*>args)


cdef void assign(int variant_type, void* target, const void* value) noexcept nogil:
    navpy_gd.dtor[variant_type](target)
    construct_from(variant_type, FROM_ITS_KIND, value, target)


# ---- packed arrays ----

cdef const void* elements(int variant_type, const void* packed, int64_t* count) noexcept nogil:
    count[0] = size_of(variant_type, packed)
    return readers[variant_type](packed, 0) if count[0] > 0 else NULL


cdef void* resized_elements(int variant_type, void* packed, int64_t count) noexcept nogil:
    resize(variant_type, packed, count)
    return writers[variant_type](packed, 0) if count > 0 else NULL


cdef void fill(int variant_type, void* packed, const void* values, int64_t count) noexcept nogil:
    cdef void* out = resized_elements(variant_type, packed, count)
    if count > 0:
        memcpy(out, values, count * element_sizes[variant_type])


cdef void fill_bytes(void* packed_byte_array, bytes data) except *:
    fill(PACKED_BYTE_ARRAY, packed_byte_array, PyBytes_AS_STRING(data), len(data))


# ---- texts ----

cdef str text_of(const GdString* text):
    cdef vector[char] buffer            # no bytes object: CPython has those of one byte once for all
    buffer.resize(navpy_gd.string_to_utf8_chars(text, NULL, 0))
    navpy_gd.string_to_utf8_chars(text, buffer.data(), <int64_t>buffer.size())
    return PyUnicode_DecodeUTF8(buffer.data(), <Py_ssize_t>buffer.size(), "replace")


cdef str string_from(int constructor, const void* source):
    cdef GdString text
    construct_from(STRING, constructor, source, &text)
    result = text_of(&text)
    navpy_gd.dtor[<int>STRING](&text)
    return result


cdef str text_of_name(const GdStringName* name):
    return string_from(FROM_STRING_NAME, name)


cdef str text_of_path(const void* node_path):
    return string_from(FROM_NODE_PATH, node_path)


cdef str text_of_variant(const GdVariant* variant):
    cdef GdString text
    navpy_gd.variant_stringify(variant, &text)
    result = text_of(&text)
    navpy_gd.dtor[<int>STRING](&text)
    return result


# ---- plain values ----

cdef int put_variant(GdVariant* out, object value) except -1:
    """A text, a number, or a list of numbers."""
    cdef GdString text
    cdef void* array = NULL
    cdef int64_t whole, i
    cdef double number
    if isinstance(value, str):
        navpy_gd.string_new_with_utf8_chars(&text, (<str>value).encode())
        navpy_gd.var_from[<int>STRING](out, &text)
        navpy_gd.dtor[<int>STRING](&text)
    elif isinstance(value, list):
        navpy_gd.ctor0[<int>ARRAY](&array, NULL)
        resize(ARRAY, &array, len(value))
        for i in range(len(value)):
            put_variant(<GdVariant*>navpy_gd.array_operator_index(&array, i), value[i])         # the former element is null
        navpy_gd.var_from[<int>ARRAY](out, &array)
        navpy_gd.dtor[<int>ARRAY](&array)
    elif isinstance(value, int):
        whole = value
        navpy_gd.var_from[<int>INT](out, &whole)
    else:
        number = value
        navpy_gd.var_from[<int>FLOAT](out, &number)
    return 0


cdef int put_values(void* dictionary, dict values) except -1:
    cdef GdVariant key
    cdef GdVariant* place
    for name, value in values.items():
        put_variant(&key, name)
        place = <GdVariant*>navpy_gd.dictionary_operator_index(dictionary, &key)
        navpy_gd.variant_destroy(place)
        put_variant(place, value)
        navpy_gd.variant_destroy(&key)
    return 0


cdef object value_of(const GdVariant* variant):
    """None for what is neither a text, a number nor an array of them."""
    cdef int type = navpy_gd.variant_get_type(variant)
    cdef const void* inside = navpy_gd.var_ptr[type](<void*>variant) if type in (BOOL, INT, FLOAT, STRING, STRING_NAME, ARRAY) \
        else NULL
    if inside == NULL:
        return None
    if type == STRING or type == STRING_NAME:
        return text_of(<const GdString*>inside) if type == STRING else text_of_name(<const GdStringName*>inside)
    if type == BOOL:
        return (<const uint8_t*>inside)[0] != 0
    if type == INT:
        return (<const int64_t*>inside)[0]
    if type == FLOAT:
        return (<const double*>inside)[0]
    return list_of(inside)


cdef dict values_of(const void* dictionary):
    cdef void* keys = NULL
    cdef void* values = NULL
    navpy_gd.ctor0[<int>ARRAY](&keys, NULL)
    navpy_gd.ctor0[<int>ARRAY](&values, NULL)
    dictionary_keys(dictionary, &keys)
    dictionary_values(dictionary, &values)
    found = zip(list_of(&keys), list_of(&values))
    navpy_gd.dtor[<int>ARRAY](&values)
    navpy_gd.dtor[<int>ARRAY](&keys)
    return {key: value for key, value in found if isinstance(key, str) and value is not None}


cdef list list_of(const void* array):
    cdef GdVariant element
    cdef int64_t i
    cdef list found = []
    for i in range(size_of(ARRAY, array)):
        array_element(array, i, &element)
        found.append(value_of(&element))
        navpy_gd.variant_destroy(&element)
    return found
