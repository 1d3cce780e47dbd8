"""Path queries on a NavMesh."""
from navpy.navmesh import register_query
from navpy.query.batch import Paths, find_paths
from navpy.query.clearance import edge_clearance, free_parts, narrow_edges
from navpy.query.dijkstra import CostField, nearest_goal, path_costs, path_lengths
from navpy.query.hierarchy import HierarchicalSearch
from navpy.query.islands import island_areas, reachable_polygons
from navpy.query.mesh_path import MeshPath, PointFlag
from navpy.query.overlap import (OverlapResult, find_in_box as polygons_in_box, find_in_circle as polygons_in_circle,
                                 find_in_shape as polygons_in_shape)
from navpy.query.path_cache import PathCache
from navpy.query.path_queue import PathQueue, PathTicket
from navpy.query.path_result import PathResult, find_path_between as find_path
from navpy.query.random_points import RandomState, find_random_points
from navpy.query.surface import (MoveAlongSurfaceResult, RaycastResult, move_along as move_along_surface,
                                 raycast_between as raycast)
from navpy.query.wall_distance import WallResult, wall_distance as distance_to_wall

register_query(find_path, find_paths)

__all__ = ["CostField", "HierarchicalSearch", "MeshPath", "MoveAlongSurfaceResult", "OverlapResult", "PathCache", "PathQueue",
           "PathResult", "PathTicket", "Paths",
           "PointFlag", "RandomState", "RaycastResult", "WallResult", "distance_to_wall", "edge_clearance", "find_path", "find_paths",
           "find_random_points", "free_parts", "island_areas", "move_along_surface", "narrow_edges", "nearest_goal", "path_costs",
           "path_lengths", "polygons_in_box", "polygons_in_circle", "polygons_in_shape", "raycast", "reachable_polygons"]
