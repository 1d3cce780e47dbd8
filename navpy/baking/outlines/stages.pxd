"""What a bake from outlines works with, and the stages from raw sides to triangles."""
from libc.stdint cimport int16_t, int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.outlines.constrained_delaunay cimport ConstrainedTriangulation
from navpy.baking.outlines.faces cimport Faces
from navpy.baking.outlines.noding cimport RawSide
from navpy.baking.outlines.offset cimport Cycles
from navpy.baking.outlines.outlines cimport Outlines
from navpy.baking.outlines.planar_graph cimport PlanarGraph
from navpy.baking.outlines.windows cimport OutlineWindow

cdef cppclass Bake:
    Outlines outlines               # in units, whole numbers; left of each lies what it encloses, or it is a hole
    OutlineWindow bounds                   # where there may be ground: those given, or of the traversable outlines
    bint is_cropped                 # bounds were given: outlines may reach beyond them
    double unit                     # a unit of the grid in the outlines' unit: a power of two
    double radius, corner_error     # units
    double height                   # of the mesh

cdef cppclass OutlineMemory:                # the working memory of a bake
    vector[RawSide] raw
    PlanarGraph graph
    ConstrainedTriangulation triangulation
    vector[uint8_t] area            # by triangle, AREA_NONE where there is no floor
    Faces faces
    vector[uint8_t] free            # by half edge, whether the face on its left is
    Cycles cycles
    vector[vector[int32_t]] polygons
    vector[uint8_t] polygon_area

cdef int32_t layer_count(const Bake* bake) noexcept nogil
cdef int add_outline(const Bake* bake, int32_t outline, OutlineWindow* window, vector[RawSide]* out) except -1 nogil
# of the raw sides, with their areas
cdef int make_triangles(const Bake* bake, OutlineMemory* plane, int32_t layers, bint eroded) except -1 nogil
# The area id of a place with these winding numbers, one a layer; AREA_NONE where there is no floor.
cdef int area_at(const Bake* bake, const int16_t* winding, int32_t layers, bint eroded) noexcept nogil
cdef int erode(const Bake* bake, OutlineMemory* plane) except -1 nogil  # from raw sides to those around what is free after the erosion
