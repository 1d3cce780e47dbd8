"""Python's arguments into numbers, or a ValueError that names them."""
from libc.stdint cimport int32_t

cdef double measure(str name, value) except -1.0                # metres, finite, not below 0
cdef double real(str name, value) except? -1.0                 # any number, NaN too
cdef int32_t whole(str name, value, int32_t low, int32_t high) except? -1     # a whole number in low … high
cdef int read_point(str name, point, double* out) except -1     # three numbers, finite or not
