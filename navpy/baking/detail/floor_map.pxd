"""FloorMap: which floor a polygon has at a place, and how high the ground is there."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield, NO_NEIGHBOR
from navpy.baking.detail.source_heights cimport SourceView
from navpy.baking.contours.polygons cimport PolyMesh

cdef enum:
    NO_FLOOR = NO_NEIGHBOR
    BEYOND = -2                     # not a column of the map

cdef struct Row:                    # of columns under a polygon and one more around it
    int32_t begin, end              # along x

cdef struct Found:
    int32_t place, floor

cdef cppclass FloorMap:             # for one polygon after the other
    const SourceView* source
    double tolerance                # metres
    double drop, slack              # metres that a surface may lie below and above its voxel's top
    double reach                    # metres, as source_height has it
    double cell_size                # metres
    int32_t polygon, region
    int32_t x, z                    # the column that floor_of begins with
    int32_t width, depth            # columns that it covers
    double low, high                # metres: between these lies the ground of all floors in the rows
    bint mixed                      # a surface hides another, or ends in a high step: samples every cell are needed too
    vector[Row] rows
    vector[int32_t] floor_of        # the polygon's floor in each column, row by row, NO_FLOOR or BEYOND, as all at the rim are
    vector[int32_t] missing         # places in floor_of
    vector[Found] found

cdef int map_floors(FloorMap* map, CompactHeightfield compact, PolyMesh polygons) except -1 nogil
cdef double floor_height(FloorMap* map, CompactHeightfield compact, double x, double z) noexcept nogil
cdef double mapped_height(FloorMap* map, CompactHeightfield compact, int32_t floor, double x, double z) noexcept nogil
cdef bint verify(FloorMap* map, CompactHeightfield compact, double x, double z, double* y, double* ceiling) noexcept nogil
