"""Path queries on a NavMesh."""
from navpy.base.first_use import import_on_first_use
from navpy.navmesh.mesh_queries import register_query

HOMES = (
    "navpy.api.query.batch",
    "navpy.api.query.clearance",
    "navpy.api.query.dijkstra",
    "navpy.api.query.goal_field",
    "navpy.api.query.mesh_path",
    "navpy.api.query.overlap",
    "navpy.api.query.path_cache",
    "navpy.api.query.path_index",
    "navpy.api.query.path_queue",
    "navpy.api.query.path_result",
    "navpy.api.query.random_points",
    "navpy.api.query.surface_batch",
    "navpy.api.query.surface",
)
__getattr__, __dir__ = import_on_first_use("navpy.query", HOMES)


METHODS = ("find_path", "find_paths", "GoalField", "build_path_index")      # of NavMesh


def look_up_first(name):
    """The stand-in for a method of NavMesh until any of them is first called."""
    def call(*args, **options):
        register_query(*map(__getattr__, METHODS))
        return __getattr__(name)(*args, **options)
    return call


register_query(*map(look_up_first, METHODS))
