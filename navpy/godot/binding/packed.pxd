"""Arrays and texts of the engine's, from there and back."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from navpy.godot.binding.gd cimport (
    GdString, GdStringName, GdVariant, GdVector2, GdVector3, PACKED_BYTE_ARRAY, PACKED_FLOAT32_ARRAY, PACKED_INT32_ARRAY,
    PACKED_INT64_ARRAY, PACKED_VECTOR2_ARRAY, PACKED_VECTOR3_ARRAY)

# Of arrays of any kind, by their variant type.
cdef int64_t size_of(int variant_type, const void* array) noexcept nogil
cdef void resize(int variant_type, void* array, int64_t count) noexcept nogil
cdef void array_element(const void* array, int64_t index, GdVariant* out) noexcept nogil       # of an Array; to be destroyed
cdef const void* elements(int variant_type, const void* packed, int64_t* count) noexcept nogil         # NULL: none
cdef void* resized_elements(int variant_type, void* packed, int64_t count) noexcept nogil      # to be filled; NULL: none
cdef void fill(int variant_type, void* packed, const void* values, int64_t count) noexcept nogil       # anew

# Lets go of the value in `target` and puts another there. Of an Array it is the same array, not a copy.
cdef void assign(int variant_type, void* target, const void* value) noexcept nogil

cdef void dictionary_keys(const void* dictionary, void* array) noexcept nogil                   # into an Array that is there, in order
cdef void dictionary_values(const void* dictionary, void* array) noexcept nogil                 # likewise

# A Dictionary of plain values: texts as keys; numbers, texts and lists of numbers.
cdef int put_values(void* dictionary, dict values) except -1
cdef dict values_of(const void* dictionary)                     # anything else is left out

cdef void strings_append(void* packed_string_array, object text) except *
cdef list strings_of(const void* packed_string_array)
cdef void fill_bytes(void* packed_byte_array, bytes data) except *
cdef str text_of(const GdString* text)
cdef str text_of_name(const GdStringName* name)
cdef str text_of_path(const void* node_path)
cdef str text_of_variant(const GdVariant* variant)              # as str() of a script

# The elements of an array, and their number; NULL where it is empty.

cdef inline const uint8_t* bytes_of(const void* packed_byte_array, int64_t* count) noexcept nogil:
    return <const uint8_t*>elements(PACKED_BYTE_ARRAY, packed_byte_array, count)

cdef inline const int32_t* ints_of(const void* packed_int32_array, int64_t* count) noexcept nogil:
    return <const int32_t*>elements(PACKED_INT32_ARRAY, packed_int32_array, count)

cdef inline const int64_t* longs_of(const void* packed_int64_array, int64_t* count) noexcept nogil:
    return <const int64_t*>elements(PACKED_INT64_ARRAY, packed_int64_array, count)

cdef inline const float* floats_of(const void* packed_float32_array, int64_t* count) noexcept nogil:
    return <const float*>elements(PACKED_FLOAT32_ARRAY, packed_float32_array, count)

cdef inline const GdVector2* vectors2_of(const void* packed_vector2_array, int64_t* count) noexcept nogil:
    return <const GdVector2*>elements(PACKED_VECTOR2_ARRAY, packed_vector2_array, count)

cdef inline const GdVector3* vectors_of(const void* packed_vector3_array, int64_t* count) noexcept nogil:
    return <const GdVector3*>elements(PACKED_VECTOR3_ARRAY, packed_vector3_array, count)


cdef inline void fill_ints(void* packed_int32_array, const int32_t* values, int64_t count) noexcept nogil:
    fill(PACKED_INT32_ARRAY, packed_int32_array, values, count)

cdef inline void fill_longs(void* packed_int64_array, const int64_t* values, int64_t count) noexcept nogil:
    fill(PACKED_INT64_ARRAY, packed_int64_array, values, count)

cdef inline void fill_floats(void* packed_float32_array, const float* values, int64_t count) noexcept nogil:
    fill(PACKED_FLOAT32_ARRAY, packed_float32_array, values, count)

cdef inline GdVector3* resize_vectors(void* packed_vector3_array, int64_t count) noexcept nogil:
    return <GdVector3*>resized_elements(PACKED_VECTOR3_ARRAY, packed_vector3_array, count)

cdef inline GdVector2* resize_vectors2(void* packed_vector2_array, int64_t count) noexcept nogil:
    return <GdVector2*>resized_elements(PACKED_VECTOR2_ARRAY, packed_vector2_array, count)
