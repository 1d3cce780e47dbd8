"""The geometry of a level, kept for each source node, so that only changed nodes are parsed again."""
from libc.stdint cimport int64_t, uint64_t
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport Baker
from navpy.godot.baker.source_parts cimport SourcePart
from navpy.godot.binding.gd cimport GdTransform3D

cdef struct Source:                 # a node to parse
    uint64_t id                     # instance id
    bint without_children           # the nodes below it are not parsed with it

cdef struct TrackedSource:          # a source that was parsed
    uint64_t id                     # instance id
    bint without_children           # as above
    bint has_geometry
    GdTransform3D transform         # in world space, when it was last compared

cdef struct Branch:                 # a node whose children are sources of their own
    uint64_t id                     # instance id
    int64_t children                # number of its children when it was last listed

cdef struct ChangedPlace:           # where a script has changed something
    double x, z, radius             # meters, in world space

cdef class SourceGeometry:
    cdef dict parts                 # instance id → its Parts
    cdef dict layers                # instance id → CellSource
    cdef bint has_layers
    cdef Py_ssize_t next_layer      # of these, which compare_layers was at
    cdef vector[TrackedSource] tracked
    cdef unordered_map[uint64_t, size_t] index      # of `tracked`, by id
    cdef vector[Branch] branches
    cdef int64_t members            # number of nodes in the group, in the modes with a group
    cdef vector[uint64_t] gone_ids  # sources that find_differences has found to be gone
    cdef vector[uint64_t] moved_ids     # sources that find_differences has found to be moved
    cdef bint is_outgrown           # geometry reaches out of the bounds
    cdef bint is_complete           # all sources have been parsed
    cdef list changed_ids           # instance ids of nodes whose sources are to be parsed again
    cdef vector[ChangedPlace] changed_places
    cdef list excluded_ids          # instance ids of nodes whose geometry is to be left out
    cdef list changed_boxes         # (low, high), meters: boxes in which volumes or moved sources have changed the level
    cdef object bounds              # (low, high) of the bake that the tiles belong to, None: there is none yet

    cdef int collect(self, Baker* baker) except -1
    cdef bint has_changes(self) except -1
    cdef int clear(self) except -1
    cdef list known_parts(self)
    cdef int forget_changes(self) except -1
    cdef int store_parts(self, Baker* baker, uint64_t id, bint without_children, object parts) except -1
    cdef int read_layer(self, Baker* baker, Source source, const GdTransform3D* frame, list boxes) except -1
    cdef int find_near(self, Baker* baker, list boxes, vector[Source]* sources) except -1
    cdef bint exceeds_bounds(self, SourcePart part) except -1
    cdef int list_sources(self, Baker* baker, vector[Source]* sources) except -1
    cdef list take_changes(self, Baker* baker)
    cdef bint find_differences(self, Baker* baker, bint everything) noexcept nogil
    cdef bint has_new_sources(self, Baker* baker) noexcept nogil
    cdef int apply_differences(self, Baker* baker, list boxes) except -1
    cdef int parse_new_sources(self, Baker* baker, list boxes) except -1
    cdef int note_growth(self, Baker* baker, list boxes) except -1
    cdef bint exceeds(self, object least, object greatest) except -1
    cdef int compare_layers(self, Baker* baker, int64_t calls, list boxes) except -1
    cdef int parse_again(self, Baker* baker, vector[Source]* sources, list boxes) except -1
    cdef int forget_source(self, uint64_t id, bint for_good, list boxes) except -1
    cdef int forget_gone_sources(self, list boxes) except -1

cdef void upright_frame(void* node3d, GdTransform3D* frame) noexcept nogil
cdef int sources_of(Baker* baker, void* node, vector[Source]* out) except -1    # none where the baker doesn't collect the node
cdef double tile_side(const Baker* baker) noexcept nogil         # meters, 0: a level in one piece
cdef tuple level_bounds(Baker* baker, list parts)
