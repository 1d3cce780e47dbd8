"""navpy: navmesh baking, path queries and motion. What is named here is the public interface."""
from navpy.bake.areas import BoxVolume, ConvexVolume, CylinderVolume
from navpy.bake.pipeline import BakeCancelled, bake, bake_outlines, bake_stages, bake_tile
from navpy.bake.settings import BakeSettings
from navpy.core import PathStatus, Reason, Status
from navpy.off_mesh_link import OffMeshLink
from navpy.motion.crowd import Crowd
from navpy.motion.path_corridor import PathCorridor
from navpy.navmesh import NavMesh
from navpy.polygon_soup import CleanedPolygons, clean_polygons
from navpy.query import (PathQueue, PathResult, Paths, PointFlag, distance_to_wall, find_path, find_paths, find_random_points,
                         move_along_surface, nearest_goal, path_lengths, raycast)
from navpy.query_filter import QueryFilter
from navpy.reachable import keep_reachable
from navpy.tile import NavMeshTile

__all__ = ["BakeCancelled", "BakeSettings", "BoxVolume", "CleanedPolygons", "ConvexVolume", "Crowd", "CylinderVolume", "NavMesh",
           "NavMeshTile", "OffMeshLink", "PathCorridor", "PathQueue", "PathResult", "PathStatus", "Paths", "PointFlag", "QueryFilter",
           "Reason", "Status", "bake", "bake_outlines", "bake_stages", "bake_tile", "clean_polygons", "distance_to_wall", "find_path",
           "find_paths", "find_random_points", "keep_reachable", "move_along_surface", "nearest_goal", "path_lengths", "raycast"]
