"""Properties of a level's nodes, and the engine's parser of their geometry. Used on the main thread only."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.gd cimport GdStringName

cdef int64_t ALL_LAYERS              # all bits of a mask of 32 layers

cdef struct ParserMethods:          # the engine's names for the parser of one dimension or the other
    const GdStringName* server
    const GdStringName* settings
    const GdStringName* geometry
    const void* parse
    const void* set_geometry_type
    const void* set_mask
    const void* set_source_mode
    const void* set_group

cdef cppclass GeometryParser:
    const ParserMethods* methods
    void* settings                  # Ref of a NavigationMesh or NavigationPolygon
    void* geometry                  # Ref of a NavigationMeshSourceGeometryData3D or 2D

cdef bint is_in_group(void* node, const GdStringName* group) noexcept nogil
cdef int64_t group_size(void* node, const GdStringName* group) noexcept nogil   # in the scene tree of the node
cdef void* tree_root(void* node) noexcept nogil
cdef bint is_in_scene(void* node) noexcept nogil        # it is in the scene tree, and not about to be freed
# (area id, navigation layers) of the floor of a node, −1: none. They are the metadata nav_area and nav_layers of the node itself or
# the nearest node above it that has them. known: results of earlier nodes' parents, by instance id.
cdef tuple ground_of(void* node, dict known)
cdef bint is_ground_told_below(void* node) noexcept nogil       # a node below it has such metadata
cdef void open_parser(GeometryParser* parser, bint plane, int64_t geometry_type, int64_t collision_mask) noexcept nogil
cdef void run_parser(GeometryParser* parser, void* node, bint without_children) noexcept nogil
# Appends to `out` the vertices as a bytearray of float32 triples, in the space of the node, and the triangles as bytes of int32
# triples. False: the parser has found no triangles.
cdef bint parse_node(GeometryParser* parser, void* node, bint without_children, list out) except *
cdef bint read_geometry(GeometryParser* parser, list out) except *         # the same of what the parser has in its `geometry`
cdef void close_parser(GeometryParser* parser) noexcept nogil

cdef cppclass Triangles:
    vector[float] vertices          # triples
    vector[int32_t] corners         # likewise

# The triangles that the parser finds in a Mesh, and in a Shape3D; near: a node of the scene tree: a body may be below it for a moment,
# as below the baker.
cdef int read_mesh(void* mesh, Triangles* out) except -1
cdef int read_shape(void* shape, Baker* baker, void* near, Triangles* out) except -1
