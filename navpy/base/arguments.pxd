"""Python's arguments into numbers, or a ValueError that names them."""
from libc.stdint cimport int32_t

cdef double LARGEST                                             # 1e30, of any coordinate: its square is still a number

cdef double measure(str name, value) except -1.0                # metres, finite, not below 0
cdef double read_number(str name, value, double low, double high) except? -1.0          # in low … high
cdef double real(str name, value) except? -1.0                 # any number, NaN too
cdef int32_t whole(str name, value, int32_t low, int32_t high) except? -1     # a whole number in low … high
cdef int read_point(str name, point, double* out) except -1     # three numbers, finite or not
# float64 (count, columns), C-contiguous, the caller's own memory where it is so already; count −1: however many; none of its numbers is
# farther than ``most`` from 0. one_for_all: (columns,) will do, too.
cdef object read_rows(str name, values, Py_ssize_t count, Py_ssize_t columns, bint one_for_all=*, double most=*)
cdef object read_numbers(str name, values, Py_ssize_t count, double low, double high)   # float64 (count,), of one or of so many
