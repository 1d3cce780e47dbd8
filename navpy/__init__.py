"""navpy: navmesh baking, path queries and motion. What is named here is the public interface. What Python alone has is looked up when
it is first used, as the engine's library has only a part of it."""
from navpy.baking.voxels.areas import BoxVolume, ConvexVolume, CylinderVolume
from navpy.baking.outlines.outline_bake import bake_outline_tile, bake_outlines
from navpy.baking.settings import BakeSettings
from navpy.base.core import VERSION, PathStatus, Reason, Status
from navpy.base.progress import BakeCancelled
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh
from navpy.mesh.cleanup.polygon_soup import CleanedPolygons, clean_polygons
from navpy.navmesh.query_filter import QueryFilter
from navpy.navmesh.reachable import keep_reachable
from navpy.mesh.tiles.tile import NavMeshTile
import navpy.query

__version__ = VERSION
__all__ = ["BakeCancelled", "BakeSettings", "BoxVolume", "CleanedPolygons", "ConvexVolume", "CostField", "Crowd",
           "CylinderVolume", "FlowTiles", "GoalField", "IntegrationField", "Level", "LevelWarning", "NavMesh", "NavMeshTile",
           "NavWorld", "OffMeshLink", "PathCorridor", "PathQueue", "PathResult", "PathStatus", "Paths", "PointFlag",
           "QueryFilter", "Reason", "Status", "bake", "bake_outline_tile", "bake_outlines", "bake_stages", "bake_tile",
           "check_level", "clean_polygons", "distance_to_wall", "find_path", "find_paths", "find_random_points",
           "keep_reachable", "load_level", "merge_meshes", "move_along_surface", "nearest_goal", "path_lengths", "raycast"]

ROOMS = {"CostField": "grid", "FlowTiles": "grid", "IntegrationField": "grid", "Crowd": "motion", "NavWorld": "streaming",
         "PathCorridor": "motion", "bake": "api.baking.bakes", "bake_stages": "api.baking.bakes", "bake_tile": "api.baking.bakes",
         "check_level": "api.baking.bakes", "Level": "api.baking.levels", "LevelWarning": "api.baking.levels",
         "load_level": "studio.level_files", "merge_meshes": "navmesh.merging"}


def __getattr__(name):
    if name in ROOMS:
        found = getattr(__import__(f"navpy.{ROOMS[name]}", fromlist=[name]), name)
    elif name in navpy.query.__all__ and name in __all__:
        found = getattr(navpy.query, name)
    else:
        raise AttributeError(f"module 'navpy' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__():
    return [*globals(), *__all__]
