"""Arrays for JavaScript."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

cdef object doubles(const vector[double]& values)
cdef object floats(const vector[float]& values)
cdef object points(object numbers)
cdef object triples(object numbers)
