"""States as bytes: plain data as it lies in memory, polygons and edges by their lasting numbers."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.lasting_numbers cimport LastingNumbers, number_of_poly
from navpy.mesh.mesh_view cimport MeshView

cdef cppclass Reader:
    const char* at
    size_t left
    bint failed                                 # a read went beyond the end of the bytes

cdef int write_bytes(vector[char]* out, const void* data, size_t size) except -1 nogil
cdef bint read_bytes(Reader* reader, void* data, size_t size) noexcept nogil       # False: the bytes have ended
cdef uint64_t add_words(uint64_t sum, const char* bytes, size_t size) noexcept nogil        # FNV-1a on 64-bit words
# Without a mesh, or with NULL for one that is not the state's, there are no polygons and no edges.
cdef int write_polys(vector[char]* out, const MeshView* mesh, const LastingNumbers* numbers,
                     const vector[PolyRef]* polys) except -1 nogil
cdef int write_links(vector[char]* out, const MeshView* mesh, const vector[int32_t]* ids) except -1 nogil
cdef int write_edges(vector[char]* out, const MeshView* mesh, const LastingNumbers* numbers, const int32_t* edges,
                     size_t count) except -1 nogil
cdef int read_polys(Reader* reader, const MeshView* mesh, const LastingNumbers* numbers, int64_t count,
                    vector[PolyRef]* out) except -1 nogil
cdef int read_links(Reader* reader, const MeshView* mesh, int64_t count, vector[int32_t]* out) except -1 nogil
cdef int read_edges(Reader* reader, const MeshView* mesh, const LastingNumbers* numbers, int64_t count, int32_t* out) noexcept nogil


cdef inline int32_t poly_number(const MeshView* mesh, const LastingNumbers* numbers, PolyRef poly) noexcept nogil:
    return number_of_poly(mesh, numbers, poly) if mesh != NULL else NO_POLY
