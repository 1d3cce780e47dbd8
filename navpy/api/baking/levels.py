"""Levels as people have them: arrays, trimesh's objects, Z-up data, other units. All become triangles in meters with Y up."""
import os
from math import inf

from navpy.base.arguments import read_array, read_real, read_whole
from navpy.base.setting import unknown_keyword

UP_AXES = ("y", "z")
MAX_AREA = 63                   # walkable ground
MAX_NAMED = 5                   # objects that a warning names


class LevelWarning(UserWarning):
    """Something about a level is probably not meant so: reversed faces, another unit, another axis that points up, objects left out.
    The message has the guess and what to do."""


class Level:
    """Triangles of a level, which bakes take in place of vertices and triangles.

    Attributes
    ----------
    vertices : ndarray of float32, shape (n, 3)
        Meters, Y up.
    triangles : ndarray of int32, shape (m, 3)
        Vertex indices, counter-clockwise seen from the walkable side.
    objects : ndarray of int32, shape (m,)
        For each triangle, the index in `names` of the object that it is of.
    names : list of str
        Of the objects.
    """

    __slots__ = ("vertices", "triangles", "objects", "names")

    def __init__(self, vertices, triangles, objects, names):
        self.vertices, self.triangles, self.objects, self.names = vertices, triangles, objects, names

    def __iter__(self):
        """Yields vertices and triangles, so that a Level can be unpacked."""
        return iter((self.vertices, self.triangles))

    def __repr__(self):
        return f"<Level of {len(self.triangles)} triangles, {len(self.names)} objects>"

    def areas(self, by_name, default=MAX_AREA):
        """Area ids for the `areas` of a bake, by the names of objects.

        Parameters
        ----------
        by_name : dict of str to int
            Names, in which * stands for any text and ? for any letter, and the area id 0 … 63 of the objects with these names. Of
            several that fit, the last one counts.
        default : int
            Area id of all others.

        Returns
        -------
        ndarray of uint8, shape (m,)

        Raises
        ------
        ValueError
            An id that is none; a name that fits no object, with the object whose name is nearest.
        """
        import numpy as np
        from fnmatch import fnmatchcase
        ids = np.full(len(self.names), read_whole("default", default, 0, MAX_AREA), dtype=np.uint8)
        for pattern, area in by_name.items():
            fits = [fnmatchcase(name, pattern) for name in self.names]
            if not any(fits):
                raise ValueError(f"areas: {unknown_keyword('the level', pattern, dict.fromkeys(self.names), 'object')}")
            ids[fits] = read_whole(f"areas: {pattern!r}", area, 0, MAX_AREA)
        return ids[self.objects]


def join_levels(levels):
    """One Level of all of them."""
    import numpy as np
    levels = list(levels)
    if len(levels) == 1:
        return levels[0]
    starts = np.cumsum([0] + [len(level.vertices) for level in levels])
    first_names = np.cumsum([0] + [len(level.names) for level in levels])
    return Level(np.concatenate([level.vertices for level in levels]),
                 np.concatenate([level.triangles + start for level, start in zip(levels, starts)]).astype(np.int32),
                 np.concatenate([level.objects + first for level, first in zip(levels, first_names)]).astype(np.int32),
                 [name for level in levels for name in level.names])


# ---- what a bake is given ----

def is_level(given):
    """Is it a Level, or a Trimesh or Scene of trimesh, which is not imported for this?"""
    return isinstance(given, Level) or hasattr(given, "faces") and hasattr(given, "vertices") or _is_scene(given)


def _is_scene(given):
    return hasattr(given, "geometry") and hasattr(given, "graph")


def read_level(given, triangles=None, up="y", scale=1.0) -> tuple[object, object]:
    """(vertices, triangles) of what a bake was given, in meters with Y up.

    Parameters
    ----------
    given : Level, trimesh.Trimesh, trimesh.Scene, or vertices
    triangles : array of int, shape (m, 3), optional
        Of vertices; None for all others.
    up : {"y", "z"}
        The axis that points up. With "z" each (x, y, z) becomes (x, z, −y), which is a turn, so that fronts stay fronts.
    scale : float
        Meters in one unit.

    Raises
    ------
    ValueError
        up and scale that are none; no triangles.
    """
    check_frame(up, scale)
    if is_level(given):
        if triangles is not None:
            raise ValueError("triangles: must be left out where a level is given, which has its own")
        if not isinstance(given, Level):
            given = level_of_scene(given)
        vertices, triangles = given
    else:
        vertices = given
        if isinstance(given, (str, os.PathLike)):
            raise ValueError(f"vertices: is the path of a file; load_level({os.fspath(given)!r}) reads it")
        if triangles is None:
            raise ValueError(f"vertices: must be a level or come with triangles, is {type(given).__name__} alone")
    if up == "z" or scale != 1.0:
        import numpy as np
        vertices = place(read_array("vertices", vertices, "(n, 3)"), up, scale)
        with np.errstate(over="ignore"):        # too large for float32 becomes infinite, which the bake refuses by name
            vertices = np.ascontiguousarray(vertices, dtype=np.float32)
    return vertices, triangles


def check_frame(up, scale):
    if up not in UP_AXES:
        raise ValueError(f"up: must be 'y' or 'z', is {up!r:.80}")
    if not 0.0 < read_real("scale", scale) < inf:
        raise ValueError(f"scale: must be above 0 and finite, is {scale}")


def place(points, up, scale):
    """Points in meters with Y up, float64 (n, 3)."""
    import numpy as np
    if points.ndim != 2 or points.shape[1] != 3:
        raise ValueError(f"vertices: must be of shape (n, 3), is {points.shape}")
    points = points * scale
    return np.column_stack([points[:, 0], points[:, 2], -points[:, 1]]) if up == "z" else points


def level_of_scene(scene, up="y", scale=1.0, name="level"):
    """The Level in a Trimesh or Scene of trimesh.

    The transforms of a scene are applied; a mirrored object keeps its front. What is no mesh is left out with a LevelWarning.

    Parameters
    ----------
    scene : trimesh.Trimesh or trimesh.Scene
    up, scale
        As read_level takes them.
    name : str or os.PathLike
        Of the level in messages.

    Raises
    ------
    ValueError
        There are no triangles, or they are damaged.
    """
    import numpy as np
    parts, names, ignored = [], [], []
    for node, mesh, transform in _meshes(scene):
        faces = np.asarray(getattr(mesh, "faces", ()), dtype=np.int64).reshape(-1, 3)
        if not len(faces):
            ignored.append(f"{node} ({type(mesh).__name__})")
            continue
        points = np.asarray(mesh.vertices, dtype=np.float64)
        if faces.min() < 0 or faces.max() >= len(points):
            raise ValueError(f"{name}: a face of {node!r} names vertex {faces.max()}, but there are only {len(points)}")
        if transform is not None:
            faces = faces[:, ::-1] if np.linalg.det(transform[:3, :3]) < 0 else faces
            points = points @ transform[:3, :3].T + transform[:3, 3]
        parts.append((points, faces))
        names.append(str(node))
    if not parts:
        raise ValueError(f"{name}: holds no triangles; export its meshes, too")
    if ignored:
        more = " …" if len(ignored) > MAX_NAMED else ""
        warn(f"{name}: no triangles in {', '.join(ignored[:MAX_NAMED])}{more}: left out")
    starts = np.cumsum([0] + [len(points) for points, _ in parts])
    points = place(np.concatenate([points for points, _ in parts]), up, scale)
    triangles = np.concatenate([faces + start for (_, faces), start in zip(parts, starts)])
    if not np.isfinite(points[triangles]).all():
        raise ValueError(f"{name}: has vertices that are not finite")
    objects = np.repeat(np.arange(len(parts), dtype=np.int32), [len(faces) for _, faces in parts])
    return Level(np.ascontiguousarray(points, dtype=np.float32), np.ascontiguousarray(triangles, dtype=np.int32), objects, names)


def _meshes(scene):
    """(name, mesh, transform or None) of all nodes with geometry."""
    if not _is_scene(scene):
        yield (getattr(scene, "metadata", None) or {}).get("name", "mesh"), scene, None
        return
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        yield node, scene.geometry[geometry], transform


def warn(text):
    """A LevelWarning at the line that called navpy."""
    import sys
    import warnings
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("navpy."):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, LevelWarning, stacklevel=level)
