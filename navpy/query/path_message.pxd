from navpy.query.path cimport PathBuffer

cdef double remainder(PathBuffer* path) noexcept nogil
cdef str path_message(PathBuffer* path)
