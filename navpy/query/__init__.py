"""Path queries on a NavMesh."""
from navpy.navmesh import register_query
from navpy.query.path import PathResult, find_path_between as find_path, find_paths
from navpy.query.surface import MoveAlongSurfaceResult, RaycastResult, move_along as move_along_surface, raycast_between as raycast

register_query(find_path, find_paths)

__all__ = ["PathResult", "RaycastResult", "find_path", "find_paths", "raycast"]
