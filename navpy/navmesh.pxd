"""NavMesh: convex polygons, who neighbours whom, and which polygon a point stands on."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef

cdef struct Poly:
    int32_t first                   # its corners are corners[first … first+count−1]; edge i runs from corner i to corner i+1
    int32_t count                   # corners, ≥ 3
    int32_t island                  # polygons that reach each other carry the same label, 0 … island_count−1
    int32_t area                    # area id, 63 = walkable ground

cdef struct MeshView:               # what algorithms borrow; valid as long as the NavMesh it came from lives
    const double* vertices          # metres, 3 a vertex
    const Poly* polys
    const int32_t* corners          # vertex indices, counter-clockwise seen from above (normal up)
    const PolyRef* neighbors        # parallel to corners: polygon across edge i, NO_POLY at a wall
    const int32_t* twins            # parallel to corners: index of the same edge in the neighbour, −1 at a wall
    const double* centers           # metres, 3 a polygon: mean of its corners
    int32_t vertex_count
    int32_t poly_count
    int32_t corner_count
    int32_t island_count
    const int32_t* cell_first       # uniform grid over the ground plane: polygons of cell x + z*grid_width are
    const PolyRef* cell_polys       # cell_polys[cell_first[i] … cell_first[i+1]−1]
    double grid_min_x, grid_min_z   # metres
    double grid_cell                # metres
    int32_t grid_width, grid_depth
    double climb                    # metres: a floor this far above the feet is still the floor one stands on
    double agent_radius             # metres, as baked; 0 where unknown
    double agent_height             # metres, as baked; 0 where unknown

cdef struct Location:               # a point on the surface
    PolyRef poly                    # NO_POLY: none within reach
    double point[3]                 # metres, on the polygon
    double distance                 # metres in 3D from the point asked for; infinite where poly is NO_POLY

cdef struct Reach:                  # how far from a point its floor is looked for, metres
    double sideways                 # in the ground plane
    double up                       # above the point
    double down                     # below the point

cdef Reach default_reach(const MeshView* mesh) noexcept nogil
cdef bint locate(const MeshView* mesh, const double* point, const Reach* reach, Location* out) noexcept nogil
cdef bint locate_nearest(const MeshView* mesh, const double* point, Location* out) noexcept nogil
cdef double height_at(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil
cdef double closest_on_poly(const MeshView* mesh, PolyRef poly, const double* point, double* out) noexcept nogil

cdef class NavMesh:
    cdef MeshView view
    cdef vector[double] vertex_data
    cdef vector[Poly] poly_data
    cdef vector[int32_t] corner_data
    cdef vector[PolyRef] neighbor_data
    cdef vector[int32_t] twin_data
    cdef vector[double] center_data
    cdef vector[int32_t] cell_first_data
    cdef vector[PolyRef] cell_poly_data
    cdef object __weakref__
    cdef int assemble(self, bint flip) except -1
