"""WorldRoute: what NavWorld.route tells."""

__all__ = ["WorldRoute"]


class WorldRoute:
    """The way over the gates between tiles from a start to a goal anywhere in a NavWorld: test ``status``.

    Attributes
    ----------
    status : navpy.PathStatus
        COMPLETE or FAILED.
    reason : navpy.Reason
        NONE, or why there is none.
    length : float
        Meters in the ground plane along the points, around obstacles between them, each times what it costs (the mesh's costs of
        areas, or the filter's); infinite if there is none.
    points : list of (x, y, z)
        Meters: the start, the middle of each gate, both ends of each link, the goal.
    tiles : list of (x, z)
        Tile coordinates, in the order in which the route crosses them.
    """
    __slots__ = ("length", "points", "reason", "status", "tiles")

    def __init__(self, status, reason, length, points, tiles):
        self.status, self.reason, self.length, self.points, self.tiles = status, reason, length, points, tiles

    def __repr__(self):
        return f"<WorldRoute {self.status.name}: {self.length:.2f} m over {len(self.tiles)} tiles>"
