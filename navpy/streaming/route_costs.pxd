"""RouteCosts: what the ways of a world's coarse graph cost to one who asks for a route, by the costs of areas and a filter's rules."""
from libc.stdint cimport int32_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector
from navpy.mesh.half_edges cimport FilterRules
from navpy.mesh.mesh_view cimport MeshView
from navpy.streaming.world_index cimport WorldIndex

cdef cppclass RouteCosts:
    FilterRules rules               # for areas, flags and kinds of links; area_costs has AREA_COUNT entries
    vector[double] classes          # by class of the world: cost of a meter, −1: it may not be used
    double least                    # the least of them; 1 without
    bint uniform                    # all cost the same and none is left out, or nothing is known of the world's classes

ctypedef shared_ptr[RouteCosts] RouteCostsRef

# The costs for rules, NULL: none, on a mesh with the world's tiles. Rules of single polygons and links do not count: they are those of
# loaded ground.
cdef int price_routes(const WorldIndex* world, const MeshView* mesh, const FilterRules* rules, RouteCosts* out) except -1 nogil
cdef bint are_same_costs(const RouteCosts* a, const RouteCosts* b) noexcept nogil
# Of the way inside a tile from its gate `from_` to its gate `to`, as they are numbered there; infinite: it may not be taken.
cdef double way_cost(const WorldIndex* world, const RouteCosts* costs, int32_t tile, int32_t from_, int32_t to) noexcept nogil
# Of taking a gate from the tile on one of its sides to that on the other one; infinite: it may not be taken.
cdef double gate_cost(const WorldIndex* world, const RouteCosts* costs, int32_t gate, int side) noexcept nogil
