"""The class Vehicles, and readers for functions that take vehicles."""
from libcpp.vector cimport vector
from navpy.motion.steering.vehicle cimport Vehicle

cdef class Vehicles:
    cdef vector[Vehicle] vehicles
    cdef object column(self, int field)

cdef double read_time_step(dt) except -1.0                                      # seconds
cdef int remark_step(double seconds) except -1                                  # warns where milliseconds are meant, most likely
cdef const Vehicle* other(Vehicles others, Py_ssize_t i) noexcept nogil         # of vehicle i; a single other is that of all
cdef int check_others(str name, Vehicles others, Py_ssize_t count) except -1    # ValueError: neither 1 nor count
