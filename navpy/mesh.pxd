"""What a navmesh is to those who read it: convex polygons, who neighbours whom, and a grid to find them by."""
from libc.stdint cimport int32_t
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
