"""NavGoalField: the ways from everywhere to the nearest of some goals."""
from libc.stdint cimport int64_t
from libcpp.vector cimport vector
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.map.nav_map_data cimport NavMap
from navpy.godot.map.query cimport GroundState
from navpy.godot.world.nav_filter_data cimport NavFilter
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.goal_field cimport GoalField

cdef enum GoalFieldState:           # NavGoalField.State
    FIELD_READY = 0
    FIELD_NO_NAVMESH = 1
    FIELD_NO_GOAL = 2               # none of the goals is on ground that may be walked on
    FIELD_COSTS_DIFFER = 3          # some ways cost more than others, and the filter has a path_radius

cdef cppclass NavGoalField(Instance):
    NavigationMap* world                 # kept; NULL: made by a script
    NavFilter* filter               # NULL: none
    void* filter_ref                # Ref, keeps it alive
    vector[double] goals            # 3 a goal, meters, in world space
    double max_length               # meters
    int state                       # GoalFieldState of the ground below
    int64_t searches                # how often the field was found
    GroundState ground              # that the field was found on; version 0: on none yet
    const MeshView* mesh            # likewise
    const PortalGraph* graph
    GoalField field
    bint is_wide                    # the filter has a path_radius

# out: a Ref for the new object, of the plane where `map` is.
cdef int make_nav_goal_field(void* out, NavMap* map, NavFilter* filter, const GdVector3* goals, int64_t count,
                             double max_length) except -1 nogil
