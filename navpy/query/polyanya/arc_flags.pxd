"""Builds the path index of a navmesh."""
from navpy.base.parallel cimport Runner
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_index cimport PathIndex

# Builds the index for the mesh's own graph, which `supports_visibility_graph`. False: more is visible from a vertex than an index holds;
# the index is empty or unfinished then, and belongs to no version.
cdef bint build_arc_flags(NavView nav, const Runner* runner, PathIndex* out) except -1 nogil
