"""Path queries on a NavMesh. The names here are looked up in their modules when they are first used: the engine's library is
without those that only Python asks for."""
from navpy.navmesh.mesh_queries import register_query

HOMES = {
    "api.query.batch": ("Paths", "find_paths"),
    "api.query.clearance": ("WidePathFinder", "edge_clearance", "free_parts", "narrow_edges"),
    "api.query.dijkstra": ("PathCosts", "nearest_goal", "path_costs", "path_lengths"),
    "api.query.goal_field": ("GoalField",),
    "api.query.hierarchy": ("HierarchicalSearch",),
    "api.query.mesh_path": ("MeshPath", "PointFlag"),
    "api.query.overlap": ("OverlapResult", "polygons_in_box", "polygons_in_circle", "polygons_in_shape"),
    "api.query.path_cache": ("PathCache",),
    "api.query.path_index": ("build_path_index",),
    "api.query.path_queue": ("PathQueue", "PathTicket"),
    "api.query.path_result": ("PathResult", "find_path_between as find_path"),
    "api.query.random_points": ("RandomState", "find_random_points"),
    "api.query.surface_batch": ("Raycasts", "SurfaceMoves", "WallDistances", "distances_to_wall", "moves_along_surface", "raycasts"),
    "api.query.surface": ("MoveAlongSurfaceResult", "RaycastResult", "WallResult", "distance_to_wall", "island_areas",
                          "move_along_surface", "raycast", "reachable_polygons"),
}
PLACES = {entry.split()[-1]: (module, entry.split()[0]) for module, entries in HOMES.items() for entry in entries}

__all__ = sorted(PLACES)


def __getattr__(name):
    if name not in PLACES:
        raise AttributeError(f"module 'navpy.query' has no attribute {name!r}")
    module, known_as = PLACES[name]
    found = globals()[name] = getattr(__import__(f"navpy.{module}", fromlist=[known_as]), known_as)
    return found


def __dir__():
    return [*globals(), *__all__]


METHODS = ("find_path", "find_paths", "GoalField", "build_path_index")      # of NavMesh


def look_up_first(name):
    """What a method of NavMesh calls until one of them is first called."""
    def call(*args, **options):
        register_query(*map(__getattr__, METHODS))
        return __getattr__(name)(*args, **options)
    return call


register_query(*map(look_up_first, METHODS))
