"""What the stages give Python: copies of their vectors as buffers of the standard library."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

cdef object int_array(const vector[int32_t]& values)            # array("i")
cdef object point_rows(const vector[double]& coordinates)       # float64 (n, 3); an empty array("d") where there are none
