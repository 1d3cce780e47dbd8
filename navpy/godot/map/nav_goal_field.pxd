"""NavGoalField: the shortest ways from everywhere to the nearest of some goals."""
from libc.stdint cimport uint64_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.map.nav_map_data cimport NavMap
from navpy.godot.world.world_data cimport NavWorld
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView
from navpy.motion.agent.walkable cimport FlagGraph
from navpy.query.goal_field cimport GoalField

cdef cppclass NavGoalField(Instance):
    NavWorld* world                 # kept; NULL: made by a script
    void* filter                    # Ref of a NavFilter, NULL: none
    vector[GdVector3] goals         # in world space
    double max_length               # meters
    GoalField field                 # empty: nothing is known yet, or no goal is on the ground
    NavView nav                     # what it was found over
    shared_ptr[FlagGraph] held      # whose graph `nav` borrows; NULL: the navmesh's own
    uint64_t version                # of the map; 0: it has not been found yet
    uint64_t filter_changes         # of the filter's rules

# out: a Ref that gets a new one, of the plane where `map` is. filter: a NavFilter, NULL: none.
cdef int make_nav_goal_field(void* out, NavMap* map, void* filter, const GdVector3* goals, size_t count, double max_length) except -1 nogil
