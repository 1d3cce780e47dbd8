"""The geometry of a level, kept by the node that it comes from, so that only what has changed is parsed again."""
from libc.stdint cimport int64_t, uint64_t
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.gd cimport GdTransform3D

cdef struct Tracked:                # a node that geometry is or could be parsed from
    uint64_t id
    bint alone                      # it is parsed without what is below it
    bint has_geometry
    GdTransform3D place             # where it was when last looked at

cdef struct Branch:                 # a node whose children are looked at one by one
    uint64_t id
    int64_t children

cdef struct Source:                 # a node to parse
    uint64_t id
    bint alone                      # without what is below it

cdef class Part:                    # what one source gives, in the baker's space
    cdef bytes vertices             # float32 triples
    cdef bytes triangles            # int32 triples
    cdef int64_t area               # id, -1: as its slope says
    cdef tuple low, high            # meters

cdef class SourceGeometry:
    cdef dict parts                 # instance id → Part, None for a source without geometry
    cdef vector[Tracked] tracked
    cdef unordered_map[uint64_t, size_t] index      # of `tracked`, by id
    cdef vector[Branch] branches
    cdef int64_t members            # of the group, in the modes that have one
    cdef vector[uint64_t] gone      # found by `compare`
    cdef vector[uint64_t] moved
    cdef bint is_outgrown           # something reaches out of the bounds
    cdef bint is_complete           # all sources have been parsed
    cdef list wanted                # instance ids of nodes whose sources are to be parsed anew
    cdef list dropped               # of nodes whose sources give nothing any more
    cdef list touched               # boxes (low, high), meters, in which something else has changed
    cdef object bounds              # of the bake that the tiles belong to, None: none yet

    cdef int collect(self, Baker* baker) except -1
    cdef bint has_notes(self) except -1
    cdef int clear(self) except -1
    cdef list known_parts(self)
    cdef int note(self, uint64_t id, bint alone, Part part) except -1
    cdef bint is_out(self, Part part) except -1
    cdef int walk(self, Baker* baker, vector[Source]* sources) except -1
    cdef list take_notes(self, Baker* baker)
    cdef bint compare(self, Baker* baker, bint everything) noexcept nogil
    cdef bint has_new(self, Baker* baker) noexcept nogil
    cdef int take_differences(self, Baker* baker, list boxes) except -1
    cdef int find_new(self, Baker* baker, list boxes) except -1
    cdef int parse_again(self, Baker* baker, vector[Source]* sources, list boxes) except -1
    cdef int forget(self, uint64_t id, bint for_good, list boxes) except -1
    cdef int take_gone(self, list boxes) except -1

cdef void frame_of(void* node3d, GdTransform3D* frame) noexcept nogil
cdef int sources_of(Baker* baker, void* node, vector[Source]* out) except -1    # none: it isn't among them
cdef tuple level_bounds(Baker* baker, list parts)
