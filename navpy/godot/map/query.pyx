"""The navmesh of a map as a filter leaves it, and the options of path searches on it."""
from navpy.godot.world.world cimport world_mesh, world_query_area
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport SearchExtents, default_extents, locate, locate_nearest
from navpy.motion.crowd.walkable cimport graph_of
from navpy.query.path cimport PathOptions, default_options

cdef double HEIGHT_ERROR = 0.1          # meters that a straight line between two points of a path is off the ground at most: below a step


cdef bint begin_query(NavWorld* world, NavFilter* filter, MapQuery* out) except -1 nogil:
    cdef const MeshView* mesh = world_mesh(world)
    out.area = NULL
    if mesh == NULL or mesh.island_count == 0:
        return False
    world_query_area(world, filter, &out.area)
    out.nav = view_of(mesh, graph_of(mesh, out.area))
    return True


cdef bint find_floor(NavView nav, const double* point, double margin, NearestPoly* out) noexcept nogil:
    cdef SearchExtents reach = default_extents(nav.mesh)
    reach.horizontal = max(reach.horizontal, margin)
    return locate(nav, point, &reach, out)


cdef bint find_ground(NavView nav, const double* point, NearestPoly* out) noexcept nogil:
    return find_floor(nav, point, 0.0, out) or locate_nearest(nav, point, NULL, out)


cdef PathOptions path_options(const MapQuery* query) noexcept nogil:
    cdef PathOptions options = default_options()
    options.allow_partial = options.start_anywhere = True
    options.height_error = HEIGHT_ERROR
    if query.area != NULL and query.area.has_clearance_map:
        options.clearance, options.radius = &query.area.clearance_map, query.area.clearance_map.radius
    return options
