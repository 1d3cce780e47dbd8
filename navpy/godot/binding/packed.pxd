"""Arrays and texts of the engine's, from there and back."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport GdString, GdStringName, GdVariant, GdVector3

cdef int bind_packed() except -1

# Of arrays of any kind, by their variant type.
cdef int64_t size_of(int variant_type, const void* array) noexcept nogil
cdef void resize(int variant_type, void* array, int64_t count) noexcept nogil
cdef void array_element(const void* array, int64_t index, GdVariant* out) noexcept nogil       # of an Array; to be destroyed

cdef void strings_append(void* packed_string_array, object text) except *
cdef void vectors_resize(void* packed_vector3_array, int64_t count) noexcept nogil
cdef int64_t vectors_count(const void* packed_vector3_array) noexcept nogil
cdef GdVector3* vectors_data(void* packed_vector3_array) noexcept nogil
cdef const GdVector3* vectors_of(const void* packed_vector3_array) noexcept nogil      # NULL: none
cdef int64_t longs_count(const void* packed_int64_array) noexcept nogil
cdef const int64_t* longs_of(const void* packed_int64_array) noexcept nogil            # NULL: none
cdef void fill_longs(void* packed_int64_array, const int64_t* values, int64_t count) noexcept nogil
cdef const int32_t* ints_of(const void* packed_int32_array, int64_t* count) noexcept nogil     # NULL: none
cdef void fill_ints(void* packed_int32_array, const int32_t* values, int64_t count) noexcept nogil
cdef const float* floats_of(const void* packed_float32_array, int64_t* count) noexcept nogil   # NULL: none
cdef void floats_fill(void* packed_float32_array, const vector[float]* values) noexcept nogil
cdef void floats_read(const void* packed_float32_array, vector[float]* values) except *
cdef const uint8_t* bytes_of(const void* packed_byte_array, int64_t* count) noexcept nogil     # its own, NULL without any
cdef void bytes_fill(void* packed_byte_array, bytes data) except *
cdef str text_of(const GdString* text)
cdef str text_of_name(const GdStringName* name)
cdef str text_of_path(const void* node_path)
