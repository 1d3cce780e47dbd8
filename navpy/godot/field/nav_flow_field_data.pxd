"""The state of a NavFlowField."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.map cimport map
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.godot.binding.class_spec cimport GdRect2i
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.grid.cost_grid cimport CostGrid
from navpy.grid.flow cimport Flow
from navpy.grid.integration cimport Integration
from navpy.grid.tiles.field_guide cimport FieldGuide
from navpy.grid.tiles.flow_tiles cimport FlowTiles
from navpy.grid.tiles.tile_flow cimport DirectionSource

cdef struct GridFrame:              # of the node, without its scale and its tilt
    double x, y, z                  # meters, in world space: the node's place
    double cos, sin                 # x and z of its first axis, of length 1

cdef enum FollowFault:                    # why a crowd cannot follow
    NO_FAULT
    NO_GOALS
    TURNED

cdef struct Answer:                 # of flow tiles to one of many points
    Vec2 direction
    DirectionSource guide

cdef cppclass GoalSet:
    vector[Vec2] goals              # in cells from the node, as `region` is
    bint is_found                   # the rest is of the goals, the grid and the way in which ways are found
    FieldGuide guide                # by a whole field or by flow tiles; crowds follow it
    Integration ways                # of a whole field
    Flow flow
    bint is_followed                # a crowd has the guide
    FollowFault fault                     # why those who followed last have lost it, or could not begin

ctypedef map[int64_t, GoalSet].iterator SetIterator

cdef cppclass NavFlowField(Instance):
    GdRect2i region                 # cells
    double cell_size                # meters
    double default_cost             # of cells that nothing else is known of
    int32_t method                  # navpy.grid's Method
    int64_t sector_size             # cells; 0: whole fields, else flow tiles
    double update_budget            # milliseconds a frame, of flow tiles
    uint8_t debug_enabled
    int64_t debug_goal_set
    GridFrame frame                 # where it was last in the scene tree
    CostGrid grid                   # x and z of world space, turned back by the frame. No rows: none is laid yet
    GdRect2i laid                   # the region that it was laid for
    double laid_cost                # the default cost then
    map[int64_t, GoalSet] goal_sets  # by number; 0 is there always
    int64_t last_set                # the last number that was given
    FlowTiles tiles
    bint is_tiled                   # they are those of the grid, in sectors of sector_size
    int64_t searches                # how often ways were found or repaired
    bint has_changed                # since the last signal
    bint has_work                   # the budget was spent before all that flow tiles were asked for was done
    bint is_awake                   # it has physics frames
    vector[Answer] answers          # working memory, by point
    vector[uint8_t] marks           # by cell of the grid with its rim
    vector[int32_t] open
