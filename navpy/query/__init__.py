"""Path queries on a NavMesh."""
from navpy.navmesh import register_query
from navpy.query.islands import island_areas, reachable_polygons
from navpy.query.overlap import (OverlapResult, find_in_box as polygons_in_box, find_in_circle as polygons_in_circle,
                                 find_in_shape as polygons_in_shape)
from navpy.query.path import PathResult, find_path_between as find_path, find_paths
from navpy.query.random_points import RandomState, find_random_points
from navpy.query.surface import (MoveAlongSurfaceResult, RaycastResult, move_along as move_along_surface,
                                 raycast_between as raycast)
from navpy.query.wall_distance import WallResult, wall_distance as distance_to_wall

register_query(find_path, find_paths)

__all__ = ["MoveAlongSurfaceResult", "OverlapResult", "PathResult", "RandomState", "RaycastResult", "WallResult",
           "distance_to_wall", "find_path", "find_paths", "find_random_points", "island_areas", "move_along_surface",
           "polygons_in_box", "polygons_in_circle", "polygons_in_shape", "raycast", "reachable_polygons"]
