"""NavPath: the result of find_path."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.mesh.mesh_view cimport MeshView
from navpy.query.path cimport PathBuffer

cdef enum:                          # NavPath.Status; the first three are PathStatusCode's
    NAV_PATH_SEARCHING = 3

cdef cppclass NavPath(Instance):
    int status                      # of NavPath.Status
    int reason                      # ReasonCode
    bint is_pending                 # a baker was at work when it was searched: another path may be there soon
    double length                   # meters
    double off_by                   # meters: how far the end named by the reason is off the navmesh
    double start_offset             # meters from the start to where the path begins
    double goal_offset              # meters from the goal to where the path ends; infinite without a path
    uint64_t version                # of the map
    vector[double] points           # 3 a point, meters
    vector[PolyRef] polys           # parallel: a polygon at each point
    vector[int32_t] areas           # parallel: the area of the ground, or of the link, that leads on from each point
    vector[int32_t] links           # parallel: id of the link that begins at each point, −1: none
    vector[uint64_t] link_nodes     # parallel: instance id of the link's node, 0: none, or a baked link
    vector[PolyRef] corridor        # polygons from start to goal

cdef NavPath* new_nav_path(bint plane, void* out) noexcept nogil            # out: a Ref that gets it
cdef int write_nav_path(NavPath* path, NavigationMap* world, const MeshView* mesh, const PathBuffer* found) except -1 nogil
cdef void refuse_nav_path(NavPath* path, NavigationMap* world, int reason) noexcept nogil     # there is no path
cdef void finish_nav_path(NavPath* path) noexcept nogil         # emits `finished`
