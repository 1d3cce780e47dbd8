"""What a NavFlowField holds."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.godot.binding.class_spec cimport GdRect2i
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.grid.cost_grid cimport CostGrid
from navpy.grid.flow cimport Flow
from navpy.grid.integration cimport Integration
from navpy.grid.tiles.field_guide cimport FieldGuide

cdef struct GridFrame:              # of the node, without its scale and its tilt
    double x, y, z                  # meters, in world space: the node's place
    double cos, sin                 # x and z of its first axis, of length 1

cdef cppclass NavFlowField(Instance):
    GdRect2i region                 # cells
    double cell_size                # meters
    double default_cost             # of cells that nothing else is known of
    int32_t method                  # navpy.grid's Method
    uint8_t debug_enabled
    GridFrame frame                 # where it was last in the scene tree
    CostGrid grid                   # x and z of world space, turned back by the frame. No rows: none is laid yet
    GdRect2i laid                   # the region that it was laid for
    double laid_cost                # the default cost then
    vector[Vec2] goals              # in cells from the node, as `region` is
    Integration ways
    Flow flow
    bint is_found                   # ways and flow are those of the goals, the method and the region
    int64_t searches                # how often they were found or repaired
    bint has_changed                # since the last signal
    FieldGuide guide                # that crowds follow
    bint is_followed                # one has it
    vector[uint8_t] marks           # working memory, by cell of the grid with its rim
    vector[int32_t] open
