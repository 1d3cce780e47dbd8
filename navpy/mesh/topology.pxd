"""Which polygons make a sound mesh, and what follows from them: shared edges, parts that hang together, centers."""
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView, Poly

cdef enum FaultKind:
    FAULT_NONE
    FAULT_NOT_FINITE
    FAULT_TOO_FAR
    FAULT_TOO_FEW
    FAULT_INDEX
    FAULT_COINCIDENT
    FAULT_DEGENERATE
    FAULT_CLOCKWISE
    FAULT_CONCAVE
    FAULT_EDGE_SHARED
    FAULT_EDGE_SAME_WAY
    FAULT_TWIN
    FAULT_ISLAND
    FAULT_DETAIL_INDEX
    FAULT_DETAIL
    FAULT_PLACE
    FAULT_LINK
    FAULT_GRID

cdef struct Fault:                      # the first thing wrong with a mesh
    FaultKind kind
    int32_t poly                        # polygon (or vertex) at fault
    int32_t other                       # second polygon, where there is one
    int32_t a, b                        # vertices concerned

cdef struct PolyShape:                      # of a polygon that is convex
    double clockwise_area2              # m², see `clockwise_poly_area2`
    bint in_line                        # a corner lies in line with those beside it, see geom.pxd
    int32_t least                       # its corner of the least x, then z

cdef bint check_vertices(const MeshView* mesh, Fault* fault) noexcept nogil
cdef bint check_indices(const MeshView* mesh, Fault* fault) noexcept nogil
cdef bint check_shape(const MeshView* mesh, int32_t index, double slack, Fault* fault) noexcept nogil
# and check it
cdef bint measure_shape(const MeshView* mesh, int32_t index, double slack, PolyShape* shape, Fault* fault) noexcept nogil
cdef bint check_detail(const MeshView* mesh, int32_t index, double outline_area2, Fault* fault) noexcept nogil
cdef bint check_topology(const MeshView* mesh, Fault* fault) except -1 nogil    # all of it, what was derived included
cdef double clockwise_poly_area2(const MeshView* mesh, const Poly* poly) noexcept nogil   # m², below 0 where counter-clockwise
cdef bint link_polys(const MeshView* mesh, PolyRef* neighbors, int32_t* twins, Fault* fault) except -1 nogil
cdef void find_center(const MeshView* mesh, PolyRef poly, double* center) noexcept nogil
cdef str fault_message(const Fault* fault)
