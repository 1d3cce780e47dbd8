"""Path queries on a NavMesh."""
from navpy.navmesh import register_query
from navpy.query.batch import Paths, find_paths
from navpy.query.path_queue import PathQueue, PathTicket
from navpy.query.path_result import PathResult, find_path_between as find_path
from navpy.query.surface import MoveAlongSurfaceResult, RaycastResult, move_along as move_along_surface, raycast_between as raycast

register_query(find_path, find_paths)

__all__ = ["PathQueue", "PathResult", "PathTicket", "Paths", "MoveAlongSurfaceResult", "RaycastResult", "find_path", "find_paths", "move_along_surface",
           "raycast"]
