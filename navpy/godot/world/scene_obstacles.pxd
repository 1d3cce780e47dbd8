"""The NavigationObstacle3D and NavigationObstacle2D nodes of the scene tree. Callers hold the lock (threads.pxd)."""
from libcpp.vector cimport vector
from navpy.godot.world.navigation_map cimport NavigationMap

cdef void add_scene_obstacle(void* node) noexcept nogil
cdef void remove_scene_obstacle(void* node) noexcept nogil      # any other node is ignored
cdef bint has_scene_obstacles() noexcept nogil
# Reads all obstacles again and puts them into their worlds. delta: seconds since the last physics frame, 0: it is none.
cdef void update_scene_obstacles(const vector[NavigationMap*]* worlds, double delta) noexcept nogil
cdef void forget_world(const NavigationMap* world) noexcept nogil    # before it is freed
