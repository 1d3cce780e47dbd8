"""What of a navmesh an agent may walk on: polygons by their flags, and of these what is far enough from walls."""
from libc.stdint cimport uint32_t, uint64_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph, FilterRules
from navpy.query.clearance.clearance_map cimport ClearanceMap

cdef enum:
    ALL_FLAGS = 0xffff              # that polygons may have

cdef double REACHED                 # metres from a point at which an agent stands on it
cdef double FLOOR_TOLERANCE         # metres between two heights of one floor

cdef cppclass Layer:                # polygons that have one of some flags
    uint32_t flags
    FilterRules rules
    PortalGraph graph               # they alone, unless that is all
    uint64_t rules_version          # of the mesh, as packed
    bint is_all                     # no others may be walked on anyway: the mesh's own graph serves
    bint is_current                 # all this fits the mesh
    FilterRules open_rules                # these flags, and without what was shut when it was last asked for
    PortalGraph open_ways           # that, packed
    bint knows_open_ways            # they fit the mesh

cdef cppclass Walkable:             # for agents of the same flags and radius
    double path_radius              # metres
    shared_ptr[Layer] layer         # NULL: all polygons
    ClearanceMap map
    bint has_map                    # the radius is more than that of the mesh, and the map fits the mesh

cdef cppclass Walkables:            # of a crowd
    vector[shared_ptr[Layer]] layers
    vector[shared_ptr[Walkable]] of_radii

# NULL: all of the mesh, as it was baked. False: it has to be made; then it fits no mesh yet.
cdef bint find_walkable(Walkables* all, uint32_t flags, double path_radius, const Walkable** out) noexcept nogil
cdef Walkable* make_walkable(Walkables* all, uint32_t flags, double path_radius) except NULL nogil
cdef void drop_unused(Walkables* all, const vector[const Walkable*]* used) noexcept nogil
cdef void outdate(Walkables* all, bint is_other_mesh) noexcept nogil            # the mesh has changed, or is another one
cdef int fit_layer(const MeshView* mesh, Walkable* walkable) except -1 nogil    # nothing is done where it fits
cdef int fit_map(const MeshView* mesh, Walkable* walkable) except -1 nogil      # likewise; the layer, too
# What is left of it where ways are shut: polygons and edges that are blocked and narrow by some rules. The layer fits the mesh.
cdef const PortalGraph* open_ways_of(const MeshView* mesh, const Walkable* walkable, const FilterRules* shut) except NULL nogil
# Does one walk straight from a point that lies on a polygon to the end, on the same floor, as far from walls as is asked for?
cdef bint has_straight_way(const MeshView* mesh, const Walkable* walkable, PolyRef poly, const double* point,
                           const double* end) noexcept nogil


cdef inline const PortalGraph* graph_of(const MeshView* mesh, const Walkable* walkable) noexcept nogil:
    """Up to date with the mesh."""
    if walkable == NULL or walkable.layer.get() == NULL or not walkable.layer.get().is_current or walkable.layer.get().is_all:
        return mesh.graph
    return &walkable.layer.get().graph


cdef inline const PortalGraph* graph_under(const MeshView* mesh, const Walkable* walkable, PolyRef poly) noexcept nogil:
    """What one goes by who stands on a polygon: who was pushed off what is walkable may walk on all of the mesh."""
    cdef const PortalGraph* graph = graph_of(mesh, walkable)
    return mesh.graph if graph != mesh.graph and graph.costs[poly] < 0.0 else graph
