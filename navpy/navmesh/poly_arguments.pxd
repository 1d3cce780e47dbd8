"""Polygons, links and areas as Python code names them; ValueError where they are none."""
from libc.stdint cimport uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView

# Polygon indices from a buffer of int32 or any iterable. version: of the mesh when they were obtained, those gone since are left out;
# None: all must be there.
cdef object as_polygons(polygons)       # what read_polygons reads without a call of Python code
cdef int read_polygons(const MeshView* view, polygons, version, vector[PolyRef]* out) except -1

cdef uint64_t read_areas(str name, areas) except? 0xffffffffffffffffU      # bits of area ids
cdef list read_ids(ids)             # of links, ascending, each once

# By tiles, so that they are of use to copies of the mesh.
cdef dict by_tiles(const MeshView* view, dict entries)
cdef dict from_tiles(const MeshView* view, dict entries)
