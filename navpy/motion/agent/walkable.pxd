"""The part of a navmesh that an agent may walk on: the places of polygons with certain flags that are far enough from walls."""
from libc.stdint cimport uint32_t, uint64_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph, FilterRules
from navpy.query.clearance.clearance_map cimport ClearanceMap

cdef enum:
    ALL_FLAGS = 0xffff              # all flags that a polygon may have

cdef double POINT_TOLERANCE         # meters, in the ground plane, within which two points of the surface are one
cdef double FLOOR_TOLERANCE         # meters between two heights of one floor

cdef cppclass FlagGraph:            # the polygons with at least one of some flags that a filter leaves, packed for searches
    uint32_t flags
    const FilterRules* filter       # NULL: none. Its owner keeps it in step with the mesh
    uint64_t filter_changes         # of the filter, when `rules` was made
    FilterRules rules               # the filter's, with these flags alone
    PortalGraph graph               # unused where is_whole_mesh
    uint64_t rules_version          # of the mesh when the graph was packed
    bint is_whole_mesh              # all polygons have one of the flags: the mesh's own graph is used
    bint is_current                 # the fields above fit the mesh
    FilterRules unblocked_rules     # rules, without the ways that were blocked at the last call of unblocked_graph_of
    PortalGraph unblocked_graph     # packed by unblocked_rules
    bint has_unblocked_graph        # unblocked_rules and unblocked_graph fit the mesh

cdef cppclass WalkableArea:         # one for all agents with the same flags, filter and path radius
    double path_radius              # meters
    shared_ptr[FlagGraph] flag_graph    # NULL: all polygons, no filter
    ClearanceMap clearance_map
    bint has_clearance_map          # the path radius exceeds the radius of the mesh, and clearance_map fits the mesh

cdef cppclass WalkableAreas:        # of a crowd
    vector[shared_ptr[FlagGraph]] flag_graphs
    vector[shared_ptr[WalkableArea]] areas

# out: the area, NULL for all of the mesh as it was baked. False: the area does not exist yet, call make_walkable.
cdef bint find_walkable(WalkableAreas* all, uint32_t flags, const FilterRules* filter, double path_radius,
                        const WalkableArea** out) noexcept nogil
# A new area; update_flag_graph or update_clearance fits it to a mesh.
cdef WalkableArea* make_walkable(WalkableAreas* all, uint32_t flags, const FilterRules* filter, double path_radius) except NULL nogil
cdef void drop_unused(WalkableAreas* all, const vector[const WalkableArea*]* used) noexcept nogil
# The rules of filters have changed: the areas that follow from them are to be fitted to the mesh again. False: no rule has changed.
cdef bint invalidate_filtered(WalkableAreas* all) noexcept nogil
# The mesh has changed, or is another one.
cdef int invalidate(WalkableAreas* all, bint is_other_mesh) except -1 nogil
# Fit the area to the mesh; they do nothing if it fits.
cdef int update_flag_graph(const MeshView* mesh, WalkableArea* walkable) except -1 nogil
cdef int update_clearance(const MeshView* mesh, WalkableArea* walkable) except -1 nogil     # updates the flag graph, too
# The graph of the polygons with the area's flags, without the polygons and edges that ``blocked`` blocks. The flag graph fits the
# mesh.
cdef const PortalGraph* unblocked_graph_of(const MeshView* mesh, const WalkableArea* walkable,
                                           const FilterRules* blocked) except NULL nogil
# True if the straight way from a point on a polygon reaches the end, on the end's floor, with the area's distance from walls.
cdef bint has_line_of_sight(const MeshView* mesh, const WalkableArea* walkable, PolyRef poly, const double* point,
                            const double* end) noexcept nogil

# The farthest place on the straight way from a point on a polygon to the end, with the area's distance from walls. False: the point is
# not in the area.
cdef bint farthest_in_sight(const MeshView* mesh, const WalkableArea* walkable, PolyRef poly, const double* point, const double* end,
                            NearestPoly* out) noexcept nogil


cdef inline const PortalGraph* graph_of(const MeshView* mesh, const WalkableArea* walkable) noexcept nogil:
    """The graph for searches in the area. It fits the mesh."""
    cdef const FlagGraph* flag_graph = walkable.flag_graph.get() if walkable != NULL else NULL
    return mesh.graph if flag_graph == NULL or not flag_graph.is_current or flag_graph.is_whole_mesh else &flag_graph.graph


cdef inline const PortalGraph* graph_at(const MeshView* mesh, const WalkableArea* walkable, PolyRef poly) noexcept nogil:
    """The graph for moves that begin on a polygon. Outside its area, where others may have pushed it, an agent moves on all of the
    mesh."""
    cdef const PortalGraph* graph = graph_of(mesh, walkable)
    return mesh.graph if graph != mesh.graph and graph.costs[poly] < 0.0 else graph
