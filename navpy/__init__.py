"""navpy: navmesh baking, path queries and motion. What is named here is the public interface. What Python alone has is looked up when
it is first used, as the engine's library has only a part of it."""
import sys

if "navpy.base.core" not in sys.builtin_module_names:
    __import__("navpy.compiled")        # no import statement: the engine's library, whose modules are built in, is without it

from navpy.baking.voxels.areas import BoxVolume, ConvexVolume, CylinderVolume
from navpy.baking.outlines.outline_bake import bake_outline_tile, bake_outlines
from navpy.baking.settings import BakeSettings
from navpy.base.core import VERSION, PathStatus, Reason, Status
from navpy.base.first_use import look_up_on_first_use
from navpy.base.interrupts import BakeCancelled
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh
from navpy.mesh.cleanup.polygon_soup import CleanedPolygons, clean_polygons
from navpy.navmesh.query_filter import QueryFilter
from navpy.navmesh.reachable import keep_reachable
from navpy.mesh.tiles.tile import NavMeshTile

import navpy.query      # noqa: F401  (gives NavMesh its methods that search)

HOMES = {
    "navpy.api.baking.bakes": ("bake", "bake_stages", "bake_tile", "check_level"),
    "navpy.api.baking.levels": ("Level", "LevelWarning"),
    "navpy.grid": ("CostField", "FlowTiles", "IntegrationField"),
    "navpy.motion": ("Crowd", "PathCorridor"),
    "navpy.navmesh.merging": ("merge_meshes",),
    "navpy.query": ("GoalField", "PathQueue", "PathResult", "Paths", "PointFlag", "distance_to_wall", "distances_to_wall",
                    "find_path", "find_paths", "find_random_points", "move_along_surface", "moves_along_surface", "nearest_goal",
                    "path_lengths", "raycast", "raycasts"),
    "navpy.streaming": ("NavWorld",),
    "navpy.studio.level_files": ("load_level",),
    "navpy.studio.mesh_picture": ("draw_mesh",),
}
__getattr__, __dir__, LOOKED_UP = look_up_on_first_use("navpy", HOMES, ("grid", "motion", "streaming"))

__version__ = VERSION
__all__ = ["BakeCancelled", "BakeSettings", "BoxVolume", "CleanedPolygons", "ConvexVolume", "CylinderVolume", "NavMesh", "NavMeshTile",
           "OffMeshLink", "PathStatus", "QueryFilter", "Reason", "Status", "bake_outline_tile", "bake_outlines", "clean_polygons",
           "keep_reachable", *LOOKED_UP]
