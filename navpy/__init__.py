"""navpy: navmesh baking, path queries and motion. What is named here is the public interface. Queries and motion are looked up
when they are first used, as the engine's library has only a part of them."""
from navpy.baking.voxels.areas import BoxVolume, ConvexVolume, CylinderVolume
from navpy.baking.outlines.outline_bake import bake_outline_tile, bake_outlines
from navpy.baking.pipeline import BakeCancelled, bake, bake_stages, bake_tile
from navpy.baking.settings import BakeSettings
from navpy.base.core import VERSION, PathStatus, Reason, Status
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh
from navpy.mesh.cleanup.polygon_soup import CleanedPolygons, clean_polygons
from navpy.navmesh.query_filter import QueryFilter
from navpy.navmesh.reachable import keep_reachable
from navpy.mesh.tiles.tile import NavMeshTile
import navpy.query

__version__ = VERSION
__all__ = ["BakeCancelled", "BakeSettings", "BoxVolume", "CleanedPolygons", "ConvexVolume", "CostField", "Crowd",
           "CylinderVolume", "FlowTiles", "GoalField", "IntegrationField", "NavMesh", "NavMeshTile", "NavWorld", "OffMeshLink",
           "PathCorridor", "PathQueue", "PathResult", "PathStatus", "Paths", "PointFlag", "QueryFilter", "Reason", "Status",
           "bake", "bake_outline_tile", "bake_outlines", "bake_stages", "bake_tile", "clean_polygons", "distance_to_wall",
           "distances_to_wall", "find_path", "find_paths", "find_random_points", "keep_reachable", "move_along_surface",
           "moves_along_surface", "nearest_goal", "path_lengths", "raycast", "raycasts"]

ROOMS = {"CostField": "grid", "FlowTiles": "grid", "IntegrationField": "grid", "Crowd": "motion", "NavWorld": "streaming",
         "PathCorridor": "motion"}


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
