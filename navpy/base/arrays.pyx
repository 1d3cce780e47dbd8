"""Vectors as buffers that need no numpy."""
from array import array

from libc.stdint cimport int32_t
from libcpp.vector cimport vector


cdef object int_array(const vector[int32_t]& values):
    result = array("i")
    if not values.empty():
        result.frombytes((<const char*>values.data())[:values.size() * sizeof(int32_t)])
    return result


cdef object point_rows(const vector[double]& coordinates):
    result = array("d")
    if coordinates.empty():
        return result
    result.frombytes((<const char*>coordinates.data())[:coordinates.size() * sizeof(double)])
    return memoryview(result).cast("B").cast("d", (len(result) // 3, 3))
