"""Python's arguments into numbers, or a ValueError that names them."""

cdef double measure(str name, value) except -1.0                # metres, finite, not below 0
cdef int read_point(str name, point, double* out) except -1     # three numbers, finite or not
