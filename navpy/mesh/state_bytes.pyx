from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.lasting_numbers cimport (
    LastingEdge, LastingNumbers, number_of_edge, number_of_link, numbered_edge, numbered_link, numbered_poly)
from navpy.mesh.mesh_view cimport MeshView


cdef int write_bytes(vector[char]* out, const void* data, size_t size) except -1 nogil:
    if size > 0:
        out.insert(out.end(), <const char*>data, <const char*>data + size)
    return 0


cdef bint read_bytes(Reader* reader, void* data, size_t size) noexcept nogil:
    if reader.failed or size > reader.left:
        reader.failed = True
        return False
    if size > 0:
        memcpy(data, reader.at, size)
    reader.at += size
    reader.left -= size
    return True


cdef uint64_t add_words(uint64_t sum, const char* bytes, size_t size) noexcept nogil:
    cdef uint64_t word
    cdef size_t i = 0
    while i < size:
        word = 0
        memcpy(&word, bytes + i, min(size - i, sizeof(word)))
        sum = (sum ^ word) * 0x100000001B3U
        i += sizeof(word)
    return sum


cdef int write_polys(vector[char]* out, const MeshView* mesh, const LastingNumbers* numbers,
                     const vector[PolyRef]* polys) except -1 nogil:
    cdef int32_t number
    cdef size_t i
    for i in range(polys.size()):
        number = poly_number(mesh, numbers, polys.at(i))
        write_bytes(out, &number, sizeof(number))
    return 0


cdef int write_links(vector[char]* out, const MeshView* mesh, const vector[int32_t]* ids) except -1 nogil:
    cdef int32_t number
    cdef size_t i
    for i in range(ids.size()):
        number = number_of_link(mesh, ids.at(i))
        write_bytes(out, &number, sizeof(number))
    return 0


cdef int write_edges(vector[char]* out, const MeshView* mesh, const LastingNumbers* numbers, const int32_t* edges,
                     size_t count) except -1 nogil:
    cdef LastingEdge edge
    cdef size_t i
    edge.poly, edge.corner = NO_POLY, 0
    for i in range(count):
        if mesh != NULL:
            edge = number_of_edge(mesh, numbers, edges[i])
        write_bytes(out, &edge, sizeof(edge))
    return 0


cdef int read_polys(Reader* reader, const MeshView* mesh, const LastingNumbers* numbers, int64_t count,
                    vector[PolyRef]* out) except -1 nogil:
    cdef int64_t i
    out.resize(count)
    read_bytes(reader, out.data(), count * sizeof(PolyRef))
    for i in range(count):
        out[0][i] = numbered_poly(mesh, numbers, out.at(i)) if mesh != NULL else NO_POLY
    return 0


cdef int read_links(Reader* reader, const MeshView* mesh, int64_t count, vector[int32_t]* out) except -1 nogil:
    cdef int64_t i
    out.resize(count)
    read_bytes(reader, out.data(), count * sizeof(int32_t))
    for i in range(count):
        out[0][i] = numbered_link(mesh, out.at(i))
    return 0


cdef int read_edges(Reader* reader, const MeshView* mesh, const LastingNumbers* numbers, int64_t count, int32_t* out) noexcept nogil:
    cdef LastingEdge edge
    cdef int64_t i
    for i in range(count):
        if not read_bytes(reader, &edge, sizeof(edge)):
            return 0
        out[i] = numbered_edge(mesh, numbers, &edge) if mesh != NULL else -1
    return 0
