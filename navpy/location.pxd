"""Point location: a uniform grid over the ground plane of every tile, and the polygon that a point stands on or is nearest to."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.core cimport PolyRef
from navpy.mesh cimport MeshView, Tile

cdef struct Location:               # a point on the surface
    PolyRef poly                    # NO_POLY: none within reach
    double point[3]                 # metres, on the polygon
    double distance                 # metres in 3D from the point asked for; infinite where poly is NO_POLY

cdef struct Reach:                  # how far from a point its floor is looked for, metres
    double sideways                 # in the ground plane
    double up                       # above the point
    double down                     # below the point
    double sunken                   # above the point, where there is no other floor for it
    double body                     # below the point, up to which no floor aside is preferred

cdef struct Box:                    # bounds in the ground plane, metres
    double min_x, min_z, max_x, max_z

cdef struct Cells:                  # columns and rows of a grid, the last included
    int32_t min_x, min_z, max_x, max_z

cdef cppclass GridDraft:            # what the grid of a tile is made from, by polygon
    vector[Box] boxes
    vector[Cells] cells

cdef int64_t size_grid(const MeshView* mesh, Tile* tile, GridDraft* draft) except -1 nogil      # entries in all cells
cdef void fill_grid(const Tile* tile, const GridDraft* draft, int32_t entry, int32_t* first, PolyRef* polys) noexcept nogil
cdef PolyRef first_unfindable(const MeshView* mesh) noexcept nogil              # NO_POLY: none
cdef Reach default_reach(const MeshView* mesh) noexcept nogil
cdef bint locate(const MeshView* mesh, const double* point, const Reach* reach, Location* out) noexcept nogil
cdef bint locate_nearest(const MeshView* mesh, const double* point, Location* out) noexcept nogil
cdef double height_at(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil
cdef double closest_on_poly(const MeshView* mesh, PolyRef poly, const double* point, double* out) noexcept nogil
