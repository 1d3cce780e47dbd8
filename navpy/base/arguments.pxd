"""Python's arguments into numbers, points and arrays, or a ValueError that names them: "name: must be …, is …". No other module
converts numbers that Python gives. ``unit`` is what the message calls them, "meters" where it is left out."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2

cdef double LARGEST                                             # 1e30, of any coordinate: its square is still a number

# ---- One number ----
cpdef double read_real(str name, value, str unit=*) except? -1.0            # any number, NaN and infinite too
cdef double read_finite(str name, value, str unit=*) except? -1.0
cdef double read_length(str name, value, str unit=*) except -1.0            # finite, not below 0
cdef double read_positive(str name, value, str unit=*) except -1.0          # finite, above 0
cdef double read_limit(str name, value, str unit=*) except -1.0             # not below 0; infinite, or None: no limit
cdef double read_time(str name, value) except? -1.0                          # seconds, infinite too, not NaN
cdef double read_number(str name, value, double low, double high) except? -1.0          # in low … high
cpdef int32_t read_whole(str name, value, int32_t low, int32_t high) except? -1         # a whole number in low … high
cdef uint64_t read_unsigned(str name, value) except? 0                      # a whole number in 0 … 2⁶⁴ − 1

# ---- One point ----
cdef int read_point(str name, point, double* out) except -1                 # (x, y, z), finite or not
cdef int read_place(str name, point, double* out) except -1                 # (x, y, z), finite and within LARGEST
cdef int read_ground_place(str name, point, double* out) except -1          # the same, or (x, z), which is at y 0
cdef int read_extents(str name, extents, double* out) except -1             # three lengths, finite and not below 0
cdef int read_points(str name, points, double most, vector[double]* out) except -1         # (x, y) each
cdef Vec2 read_vec2(str name, point, double most=*) except *                # (x, y) of the plan, none farther than most from 0

# ---- Arrays ----
cpdef object read_array(str name, values, str shape)                        # float64, of any shape: shape is for the message
# int32, of any shape, C-contiguous; floats with whole values will do
cpdef object read_integers(str name, values, str shape)
# float64 (count, columns), C-contiguous, the caller's own memory where it is so already; count −1: however many; none of its numbers
# is farther than ``most`` from 0; with INFINITY any number will do, NaN too. one_for_all: (columns,) will do, too.
cpdef object read_rows(str name, values, Py_ssize_t count, Py_ssize_t columns, bint one_for_all=*, double most=*)
cdef object read_numbers(str name, values, Py_ssize_t count, double low, double high)   # float64 (count,), of one or of so many
cdef object read_indices(str name, values)                                  # array("i") of any whole numbers in order; needs no numpy
# As read_numbers, written to ``out`` and on in steps of so many bytes; one number needs no numpy.
cdef int read_each(str name, values, Py_ssize_t count, double low, double high, double* out, size_t stride) except -1
