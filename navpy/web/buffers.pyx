"""Arrays for JavaScript, which reads every object with a buffer as a typed array."""
from libcpp.vector cimport vector

from array import array


cdef object doubles(const vector[double]& values):
    """Float64Array."""
    result = array("d")
    if not values.empty():
        result.frombytes((<const char*>values.data())[:values.size() * sizeof(double)])
    return result


cdef object floats(const vector[float]& values):
    """Float32Array."""
    result = array("f")
    if not values.empty():
        result.frombytes((<const char*>values.data())[:values.size() * sizeof(float)])
    return result


cdef object points(object numbers):
    """A Float32Array of x, y, z, … as rows of three."""
    return memoryview(numbers).cast("B").cast("f", (len(numbers) // 3, 3))


cdef object triples(object numbers):
    """An Int32Array as rows of three."""
    return memoryview(numbers).cast("B").cast("i", (len(numbers) // 3, 3))
