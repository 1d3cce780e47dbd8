"""Finds the graph of a path index: all vertices, their arcs, and their views of the polygons."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_index cimport PathIndex

# Finds all but the flags. ``region_first``: gets for each region its first vertex, and at last the number of vertices. False: more is
# visible from a vertex than an index holds. The mesh `supports_visibility_graph`.
cdef bint find_indexed_graph(NavView nav, PathIndex* out, vector[int32_t]* region_first) except -1 nogil
