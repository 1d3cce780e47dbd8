"""Arrays of Python callers: their memory borrowed for as long as a computation takes, and vectors given back as buffers."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

cdef class Borrowed:                # the memory of a buffer, C-contiguous; let go of with this object
    cdef Py_buffer buffer
    cdef bint held                  # the buffer is to be released
    cdef const void* data           # NULL where there are no elements
    cdef Py_ssize_t rows            # length of the first axis

cdef Borrowed borrow(str name, data, str type_code, Py_ssize_t columns)
cdef object int_array(const vector[int32_t]& values)            # array("i")
cdef object point_rows(const vector[double]& coordinates)       # float64 (n, 3); an empty array("d") where there are none
