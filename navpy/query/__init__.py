"""Path queries on a NavMesh."""
from navpy.base.first_use import look_up_on_first_use
from navpy.navmesh.mesh_queries import register_query

HOMES = {
    "navpy.api.query.batch": ("Paths", "find_paths"),
    "navpy.api.query.clearance": ("WidePathFinder", "edge_clearance", "free_parts", "narrow_edges"),
    "navpy.api.query.dijkstra": ("PathCosts", "nearest_goal", "path_costs", "path_lengths"),
    "navpy.api.query.goal_field": ("GoalField",),
    "navpy.api.query.mesh_path": ("MeshPath", "PointFlag"),
    "navpy.api.query.overlap": ("OverlapResult", "polygons_in_box", "polygons_in_circle", "polygons_in_shape"),
    "navpy.api.query.path_cache": ("PathCache",),
    "navpy.api.query.path_index": ("build_path_index",),
    "navpy.api.query.path_queue": ("PathQueue", "PathTicket"),
    "navpy.api.query.path_result": ("PathResult", "find_path"),
    "navpy.api.query.random_points": ("RandomState", "find_random_points"),
    "navpy.api.query.surface_batch": ("Raycasts", "SurfaceMoves", "WallDistances", "distances_to_wall", "moves_along_surface",
                                      "raycasts"),
    "navpy.api.query.surface": ("MoveAlongSurfaceResult", "RaycastResult", "WallResult", "distance_to_wall", "island_areas",
                          "move_along_surface", "raycast", "reachable_polygons"),
}
__getattr__, __dir__, __all__ = look_up_on_first_use("navpy.query", HOMES)


METHODS = ("find_path", "find_paths", "GoalField", "build_path_index")      # of NavMesh


def look_up_first(name):
    """The stand-in for a method of NavMesh until any of them is first called."""
    def call(*args, **options):
        register_query(*map(__getattr__, METHODS))
        return __getattr__(name)(*args, **options)
    return call


register_query(*map(look_up_first, METHODS))
