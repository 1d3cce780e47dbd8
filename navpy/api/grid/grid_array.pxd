"""Arrays that show memory of the core without a copy."""

cdef class GridArray:               # a buffer for numpy.asarray
    cdef object owner               # of the memory
    cdef const void* data
    cdef Py_ssize_t shape[3]
    cdef Py_ssize_t strides[3]
    cdef int axes
    cdef bytes format
    cdef Py_ssize_t itemsize

# float32 (rows, columns), so many elements from one row to the next; read-only.
cdef object show_floats(owner, const float* data, Py_ssize_t rows, Py_ssize_t columns, Py_ssize_t stride)
# float64 (rows, columns, 2), without gaps; read-only.
cdef object show_vectors(owner, const double* data, Py_ssize_t rows, Py_ssize_t columns)
