"""Surface: triangles as half edges, fitted to the floors that they lie over."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.bake.compact cimport CompactHeightfield
from navpy.bake.corners cimport ContourCorner

cdef enum:
    NO_EDGE = -1

cdef cppclass EdgeRings:            # polygons as rings of half edges; half edge 3t + k starts at corner k of triangle t
    vector[int32_t] origin          # vertex index
    vector[int32_t] before
    vector[int32_t] after
    vector[int32_t] twin            # the other polygon's half edge, NO_EDGE at the contour's border
    vector[int32_t] poly            # union-find over triangles
    vector[int32_t] size            # corners of the polygon, valid at its root
    vector[uint8_t] gone            # inside of a merged polygon

cdef cppclass FloorMap:             # the floors that a region's triangles lie over
    vector[int32_t] floor_of        # one a column: NOT_COVERED, NO_FLOOR or the floor
    vector[int32_t] columns         # those covered
    double tolerance                # cell heights that a polygon may lie above or below a floor
    bint fits_anyhow                # floors and vertices are all within the tolerance of each other

cdef int map_floors(FloorMap* map, CompactHeightfield compact, int32_t region, const vector[ContourCorner]& vertices,
                    const EdgeRings* rings) except -1 nogil
cdef int fit_triangles(const FloorMap* map, CompactHeightfield compact, vector[ContourCorner]& vertices,
                       EdgeRings* rings) except -1 nogil
cdef bint fits(const FloorMap* map, CompactHeightfield compact, const vector[ContourCorner]& vertices,
               const vector[int32_t]& ring) except -1 nogil
