"""FloorMap: the floor of a polygon in each column under it, and the height of the source there (Recast: height patch)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield, NO_NEIGHBOR
from navpy.baking.detail.source_heights cimport SourceView
from navpy.baking.contours.polygons cimport PolyMesh

cdef enum:
    NO_FLOOR = NO_NEIGHBOR
    BEYOND = -2                     # the column is not in the map

cdef struct FloorRow:                    # of the columns under a polygon and one around it
    int32_t begin, end              # columns along x

cdef struct FoundFloor:
    int32_t place, floor

cdef cppclass FloorMap:             # used for one polygon after the other
    const SourceView* source
    double tolerance                # meters
    double drop, slack              # meters that a source surface may lie below and above its voxel's top
    double reach                    # meters; see source_height
    double cell_size                # meters
    int32_t polygon, region
    int32_t x, z                    # the first column of floor_of
    int32_t width, depth            # columns of floor_of
    double low, high                # meters: the source surfaces of all floors of the map lie between
    bint mixed                      # a surface hides another or ends in a high step: samples in every cell are needed
    vector[FloorRow] rows
    vector[int32_t] floor_of        # the polygon's floor in each column, row by row; NO_FLOOR; BEYOND, as in all columns at the rim
    vector[int32_t] missing         # indices into floor_of
    vector[FoundFloor] found

cdef int map_floors(FloorMap* map, CompactHeightfield compact, PolyMesh polygons) except -1 nogil
cdef double floor_height(FloorMap* map, CompactHeightfield compact, double x, double z) noexcept nogil
cdef void range_of_floor(FloorMap* map, CompactHeightfield compact, int32_t at, double* low, double* high) noexcept nogil
cdef bint snap_to_floor(FloorMap* map, CompactHeightfield compact, double x, double z, double* y, double* ceiling) noexcept nogil
