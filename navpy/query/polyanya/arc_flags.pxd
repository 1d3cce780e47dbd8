"""Builds the path index of a navmesh, and asks it which edges of the visibility graph may lead to a goal."""
from libc.stdint cimport int32_t
from navpy.base.parallel cimport Runner
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_index cimport PathIndex, RegionSet
from navpy.query.polyanya.visibility_graph cimport VisibilityGraph

# Builds the index for the mesh's own graph, which `supports_visibility_graph`. False: more is visible from a vertex than an index holds.
cdef bint build_arc_flags(NavView nav, const Runner* runner, PathIndex* out) except -1 nogil
# First arc of a vertex for paths that turn left or right, if the index has `count` of them; −1: the index does not tell.
cdef int32_t first_arc(const PathIndex* index, const VisibilityGraph* visibility, int32_t vertex, int32_t turn, int32_t count) noexcept nogil
# Adds the region of a vertex to a set. False: the index does not know the vertex.
cdef bint add_region(const PathIndex* index, const VisibilityGraph* visibility, int32_t vertex, RegionSet* regions) noexcept nogil
