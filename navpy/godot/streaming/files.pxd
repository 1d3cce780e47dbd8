"""Files by the engine's FileAccess: in the project (res://), also where this was exported into a pack, and beside it (user://).
Functions with the GIL raise OSError. Its text begins after the file's name."""
from libc.stdint cimport int64_t, uint8_t
from libcpp.vector cimport vector

# A Ref of the FileAccess, for one thread at a time. close_file lets go of it.
cdef void* open_to_read(str path) except NULL
cdef void* open_to_write(str path) except NULL                      # empties the file
cdef void close_file(void** file) noexcept nogil
cdef int64_t file_length(void* file) noexcept nogil
cdef int read_file(void* file, int64_t offset, int64_t size, uint8_t* out) noexcept nogil       # not 0: there are not so many bytes
cdef int write_file(void* file, int64_t offset, const vector[uint8_t]* bytes) except -1
cdef int flush_file(void* file) except -1
cdef int check_replaceable(str path) except -1                      # a regular file, or nothing yet
cdef str linked_file(str path)                                      # the target of symbolic links, which a new file replaces
cdef int rename_file(str path, str new_path) except -1              # replaces a file of that name
cdef void remove_file(str path) noexcept                            # if there is one
