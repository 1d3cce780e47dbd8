"""The ground of a TileMapLayer's tiles, which have navigation polygons. Used on the main thread only."""
from libc.stdint cimport uint32_t
from libcpp.vector cimport vector
from navpy.baking.outlines.outlines cimport Outlines
from navpy.godot.binding.gd cimport GdTransform3D

cdef class TileGround:              # the polygons of all cells of a layer
    cdef Outlines outlines          # meters in world space; their layer is the place in `masks`
    cdef vector[uint32_t] masks     # distinct combinations of navigation layers

cdef bint has_tile_ground(void* layer) except -1
cdef TileGround tile_ground(void* layer, const GdTransform3D* frame)       # frame: the layer's
# The NavMesh of a layer's ground in world space, less that of others; None: nothing is walkable. Each bit of its polygons' flags
# stands for the navigation layers in `masks`.
cdef object tile_navmesh(TileGround ground, list others, vector[uint32_t]* masks)
