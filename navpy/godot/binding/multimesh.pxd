"""Many bodies without a node each: instances of a MultiMesh."""
from libc.stdint cimport int64_t

cdef struct Stance:                 # of an instance
    double position[3]              # meters
    double yaw                      # radians, anticlockwise seen from above; 0: it looks to −Z

# plane: in two dimensions. False: the MultiMesh has another format. Instances keep their colors and custom data as long as there are
# as many as before.
cdef bint show(void* multimesh, const Stance* stances, int64_t count, bint plane) noexcept nogil
