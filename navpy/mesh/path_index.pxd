"""The path index of a navmesh: the taut visibility graph with arc flags (Lauther 2004; Hilger, Köhler, Möhring & Schilling 2009) and
the lengths to landmarks (Goldberg & Harrelson 2005), and the views that its vertices have of the polygons.

The vertices of the graph lie in regions. Each arc has a flag for each region: does a shortest path to a vertex of the region begin
with this arc? So a search leaves out the arcs that lead nowhere near its goal. How far the vertices are from some landmarks tells how
long the rest of a way is at least. The views of a polygon tell which vertices see a place in it, so a search needs no scan from its
ends."""
from libc.stdint cimport int16_t, int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.huge_pages cimport settle_in_huge_pages

cdef enum:
    FLAG_WORDS = 4                  # words of flags of an arc
    MOST_REGIONS = 64 * FLAG_WORDS
    # lengths to them are two cache lines of a vertex: with more, searches expand fewer vertices, but read more of each
    LANDMARKS = 64

cdef struct RegionSet:
    uint64_t words[FLAG_WORDS]      # bit i: region i

cdef struct IndexedVertex:
    double x, y                     # meters
    int32_t first                   # its arcs are first … first + left_count + right_count − 1: of paths that turn left, then right
    int32_t left_count, right_count
    int32_t region
    int32_t corner                  # its half-edge at the clockwise end of its umbrella
    int32_t is_spiral               # not 0: all its arcs count as left ones, and paths may turn into each
    int16_t lengths[LANDMARKS]      # PathIndex.length_units to each landmark; 0: there is no way to it, or no such landmark

cdef struct WallDirections:         # parallel to vertices, in meters
    double right_x, right_y         # along the wall at the clockwise end of the umbrella
    double left_x, left_y           # along the wall at the counter-clockwise end of the umbrella

cdef struct IndexedArc:
    RegionSet flags
    int32_t end                     # with_turns: its last vertex, and the turns that a path along it may take there
    int32_t scanned                 # index in PathIndex.scanned of the polygon in which it ends

cdef struct ScannedPoly:            # a polygon that a line-of-sight scan looked into
    PolyRef poly
    int32_t before                  # index of the scanned polygon in front of it; −1: the eye is in this polygon

cdef struct View:                   # a vertex sees the part of a polygon that lies between two directions
    int32_t seer                    # with_turns: the vertex, and the turns by which a path may leave it in these directions
    int32_t right, left             # half-edges at whose origins the directions point; −1: along the wall at the vertex
    int32_t scanned                 # index in PathIndex.scanned of the polygon

cdef cppclass PathIndex:            # belongs to a NavMesh; searches only read it
    uint64_t version                # of the mesh that it was built for; 0: none was built
    vector[IndexedVertex] vertices
    vector[WallDirections] walls
    vector[IndexedArc] arcs
    vector[ScannedPoly] scanned     # scan by scan, so that those of one line are near each other
    vector[View] views              # by polygon; empty: there are too many, so searches scan from their ends
    # by polygon: its views are views[first_view[i] … first_view[i + 1] − 1]; empty where there are no views
    vector[int32_t] first_view
    vector[int32_t] vertex_of       # by umbrella: its vertex, −1: none; empty where there are views
    int32_t region_count
    float length_unit               # meters


cdef inline int32_t with_turns(int32_t vertex, int32_t turns) noexcept nogil:
    """A vertex and turns that a path may take there, TURN_LEFT and TURN_RIGHT as bits, in one number."""
    return 4 * vertex + turns


cdef inline int32_t vertex_in(int32_t number) noexcept nogil:
    return number >> 2


cdef inline int32_t turns_in(int32_t number) noexcept nogil:
    return number & 3


cdef inline bint leads_to(const IndexedArc* arc, const RegionSet* regions) noexcept nogil:
    """Does an arc lead to any of the regions?"""
    cdef const RegionSet* flags = &arc.flags
    return (flags.words[0] & regions.words[0] | flags.words[1] & regions.words[1]
            | flags.words[2] & regions.words[2] | flags.words[3] & regions.words[3]) != 0


cdef inline void add_region(RegionSet* regions, int32_t region) noexcept nogil:
    regions.words[region >> 6] |= <uint64_t>1 << (region & 63)


cdef inline size_t path_index_bytes(const PathIndex* index) noexcept nogil:
    return sizeof(IndexedVertex) * index.vertices.size() + sizeof(WallDirections) * index.walls.size() \
        + sizeof(IndexedArc) * index.arcs.size() + sizeof(ScannedPoly) * index.scanned.size() \
        + sizeof(View) * index.views.size() + 4 * (index.first_view.size() + index.vertex_of.size())


cdef inline int settle_path_index(PathIndex* index) except -1 nogil:
    """Searches will only read the index from now on, here and there."""
    settle_in_huge_pages(&index.vertices)
    settle_in_huge_pages(&index.walls)
    settle_in_huge_pages(&index.arcs)
    settle_in_huge_pages(&index.scanned)
    settle_in_huge_pages(&index.views)
    return 0


cdef inline int drop_path_index(PathIndex* index) except -1 nogil:
    """Empty the index, and give its memory back."""
    cdef PathIndex none
    index.version = 0
    index.vertices.swap(none.vertices)
    index.walls.swap(none.walls)
    index.arcs.swap(none.arcs)
    index.scanned.swap(none.scanned)
    index.views.swap(none.views)
    index.first_view.swap(none.first_view)
    index.vertex_of.swap(none.vertex_of)
    return 0
