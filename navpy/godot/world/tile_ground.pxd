"""The ground of a TileMapLayer's tiles, which have navigation polygons. Used on the main thread only."""
from libc.stdint cimport uint32_t
from libcpp.vector cimport vector
from navpy.godot.binding.gd cimport GdTransform3D

cdef bint has_tile_ground(void* layer) except -1
# Outlines of the tiles' polygons, as (navigation layers, list of points (x, z)), meters in world space. frame: the layer's.
cdef list tile_outlines(void* layer, const GdTransform3D* frame)
# The NavMesh of such outlines in world space, less what others cover; None: nothing is walkable. Each bit of its polygons' flags stands for
# the navigation layers in `masks`.
cdef object tile_navmesh(list outlines, list covered, vector[uint32_t]* masks)
