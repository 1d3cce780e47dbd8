"""The path index of a navmesh: arc flags (Lauther 2004; Hilger, Köhler, Möhring & Schilling 2009) of the taut visibility graph.

The vertices of the visibility graph lie in regions. Each arc has a flag for each region: does a shortest path from the arc's vertex to a
vertex of the region begin with this arc? Searches then leave out the arcs that lead nowhere near their goal."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

cdef enum:
    FLAG_WORDS = 4                  # words of flags of an arc
    MOST_REGIONS = 64 * FLAG_WORDS

cdef struct RegionSet:
    uint64_t words[FLAG_WORDS]      # bit i: region i

cdef struct IndexedVertex:
    int32_t first                   # its arcs are first … first + left_count + right_count − 1: of paths that turn left, then right
    int32_t left_count, right_count     # 0 where searches use intervals
    int32_t region

cdef cppclass PathIndex:            # belongs to a NavMesh; searches only read it
    uint64_t version                # of the mesh that it was built for; 0: none was built
    vector[int32_t] vertex_of       # by umbrella: index of its vertex, −1: none
    vector[IndexedVertex] vertices
    vector[RegionSet] flags         # by arc
    int32_t region_count


cdef inline bint has_flag(const PathIndex* index, int32_t arc, const RegionSet* regions) noexcept nogil:
    """Does an arc lead to any of the regions?"""
    cdef const RegionSet* flags = &index.flags[arc]
    return (flags.words[0] & regions.words[0] | flags.words[1] & regions.words[1]
            | flags.words[2] & regions.words[2] | flags.words[3] & regions.words[3]) != 0


cdef inline size_t path_index_bytes(const PathIndex* index) noexcept nogil:
    return 4 * index.vertex_of.size() + sizeof(IndexedVertex) * index.vertices.size() + sizeof(RegionSet) * index.flags.size()


cdef inline void drop_path_index(PathIndex* index) noexcept nogil:
    cdef vector[RegionSet] no_flags
    index.version = 0
    index.flags.swap(no_flags)          # gives the memory back
