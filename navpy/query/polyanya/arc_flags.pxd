"""Builds the path index of a navmesh."""
from navpy.base.parallel cimport Runner
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_index cimport PathIndex

cdef enum IndexOutcome:
    INDEX_BUILT = 0
    INDEX_TOO_LARGE = 1                 # more is visible from a vertex than an index holds
    INDEX_CANCELLED = 2

# Called now and then with the part of the index built so far, 0 … 1; false cancels the build.
ctypedef bint (*Progress)(void* context, double fraction) except -1

# Builds the index for the mesh's own graph, which `supports_visibility_graph`; the GIL is free meanwhile. progress: may be NULL.
# Returns an IndexOutcome; but for INDEX_BUILT the index is unfinished and belongs to no version.
cdef int build_arc_flags(NavView nav, const Runner* runner, Progress progress, void* context, PathIndex* out) except -1
