"""The common part of NavObstacle and the engine's NavigationObstacle3D: agents avoid them, and bakers cut them out."""
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.motion.crowd.crowd_agents cimport AgentId

cdef double REST_TIME               # seconds, the default of WorldObstacle.rest_time
cdef double MOVE_THRESHOLD          # meters, likewise

cdef cppclass WorldObstacle:
    void* node
    NavigationMap* world                 # NULL: it is in none
    double radius                   # meters, in the node's space, as height
    double height
    vector[GdVector3] vertices      # meters, in the node's space; y is ignored
    GdVector3 velocity              # meters a second
    uint32_t avoidance_layers
    uint8_t avoidance_enabled
    uint8_t affect_navigation_mesh
    uint8_t carve_navigation_mesh
    uint8_t carve_when_resting
    uint8_t is_engine_node          # a NavigationObstacle3D
    double rest_time                # seconds
    double move_threshold           # meters
    GdTransform3D anchor            # of the node when it came to rest, or when it moved last
    double rested                   # seconds since then
    bint is_resting
    bint is_cut_out                 # bakers have its prisms
    bint is_fault_told              # why they cannot have them
    Vec2 moved_from                 # meters in the plan, where it was before the frame of its last move
    Vec2 moved_to                   # meters, where that took it
    int64_t moved_frame             # physics frame of its last move, 0: none
    AgentId circle                  # in the world's own crowd; no agent's: there is none

# Outlines in the space of a node, of which y is ignored.
cdef void get_outline(const vector[GdVector3]* outline, void* packed_vector3_array) noexcept nogil
# False, after saying so: a corner is not finite.
cdef bint set_outline_of(void* node, const char* name, vector[GdVector3]* outline, const void* packed_vector3_array) noexcept nogil
# Convex pieces, lists of (x, z) in world space. ValueError: it crosses itself.
cdef list convex_pieces(const vector[GdVector3]* outline, const GdTransform3D* frame, str name)

cdef void enter_world(WorldObstacle* obstacle, NavigationMap* world) noexcept nogil
cdef void exit_world(WorldObstacle* obstacle) noexcept nogil
cdef bint waits_for_rest(const WorldObstacle* obstacle) noexcept nogil  # True: advance_rest is to be called
cdef void update_avoidance(WorldObstacle* obstacle) noexcept nogil      # after a change of its properties or place
cdef void update_carving(WorldObstacle* obstacle) noexcept nogil        # likewise
cdef void advance_rest(WorldObstacle* obstacle, double delta) noexcept nogil    # once a physics frame; with 0 s after a move
