"""Reads levels from files and writes drawings of navmeshes, by trimesh: OBJ, glTF, GLB, PLY and STL."""
import io
import os
import warnings

import numpy as np

from navpy.studio.extras import require

FORMATS = ("obj", "gltf", "glb", "ply", "stl")
UP_AXES = ("y", "z")


class Level:
    """Triangles of a level. vertices: float32 (n, 3), meters, Y up. triangles: int32 (m, 3). objects: int32 (m,), for each triangle
    the index of its object's name in names, a list of str."""

    __slots__ = ("vertices", "triangles", "objects", "names")

    def __init__(self, vertices, triangles, objects, names):
        self.vertices, self.triangles, self.objects, self.names = vertices, triangles, objects, names

    def __iter__(self):
        """Yields vertices, triangles and names, so that a Level can be unpacked."""
        return iter((self.vertices, self.triangles, self.names))


def format_of(path):
    """The format of a file by its extension, one of FORMATS. ValueError for others."""
    extension = os.path.splitext(os.fspath(path))[1][1:].lower()
    if extension not in FORMATS:
        raise ValueError(f"{path}: unknown format {'.' + extension if extension else 'without an extension'}; "
                         f"must be one of .{', .'.join(FORMATS)}")
    return extension


def load_level(path, up="y", scale=1.0):
    """
    Reads the Level in a file.

    The transforms of a scene are applied; a mirrored object keeps its front. Polygons are cut into triangles. Objects that are no
    meshes are left out with a warning.

    Parameters
    ----------
    path : str or os.PathLike
    up : str, optional
        "y" or "z": the file's axis that points up.
    scale : float, optional
        Meters in one unit of the file.

    Returns
    -------
    Level

    Raises
    ------
    OSError
        The file cannot be read.
    ValueError
        The file is damaged, empty or of an unknown format, or an argument is out of range.
    """
    if up not in UP_AXES:
        raise ValueError(f"up must be 'y' or 'z', not {up!r}")
    if not (np.isfinite(scale) and scale > 0):
        raise ValueError(f"scale must be above 0 and finite, not {scale}")
    kind = format_of(path)
    with open(path, "rb"):
        pass                            # raises OSError for a missing file, where trimesh raises other errors
    parts, names = _parts(_read_scene(path, kind), path)
    if not parts:
        raise ValueError(f"{path}: holds no triangles")
    starts = np.cumsum([0] + [len(points) for points, _ in parts])
    points = np.concatenate([points for points, _ in parts]) * scale
    if up == "z":
        points = np.column_stack([points[:, 0], points[:, 2], -points[:, 1]])
    triangles = np.concatenate([faces + start for (_, faces), start in zip(parts, starts)])
    if not np.isfinite(points[triangles]).all():
        raise ValueError(f"{path}: has vertices that are not finite")
    objects = np.repeat(np.arange(len(parts), dtype=np.int32), [len(faces) for _, faces in parts])
    return Level(np.ascontiguousarray(points, dtype=np.float32), np.ascontiguousarray(triangles, dtype=np.int32), objects, names)


def _read_scene(path, kind):
    """The trimesh Scene in a file. ValueError in place of any error that trimesh raises for a damaged file."""
    trimesh = require("trimesh")
    options = {"split_object": True, "group_material": False, "skip_materials": True} if kind == "obj" else {}
    try:
        _check_size(path, kind)
        text = None if kind in ("gltf", "glb") else _utf8(path, kind)
        return trimesh.load_scene(os.fspath(path) if text is None else io.BytesIO(text), file_type=kind, process=False, **options)
    except MemoryError:
        raise
    except Exception as error:
        text = " ".join(str(error).split()) or type(error).__name__
        raise ValueError(f"{path}: cannot be read as .{kind}: {text[:200]}") from None


def _utf8(path, kind):
    """The bytes of a file whose text is not UTF-8, decoded as Latin-1 and encoded as UTF-8; None if its text is UTF-8 already. Only
    names and comments change: numbers and keywords are the same in both encodings."""
    with open(path, "rb") as file:
        data = file.read()
    if kind == "ply":
        end = data.find(b"end_header") + 1
    else:
        end = len(data) if kind == "obj" or _is_text_stl(data[:596]) else 0
    try:
        data[:end].decode("utf-8")
    except UnicodeDecodeError:
        return data[:end].decode("latin-1").encode("utf-8") + data[end:]
    return None


def _is_text_stl(data):
    return data[:5] == b"solid" and b"facet" in data


def _check_size(path, kind):
    """ValueError for a binary STL file that is shorter than its header says: trimesh would read it as text, or as empty."""
    if kind != "stl":
        return
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        head, rest = file.read(84), file.read(512)
    if _is_text_stl(head + rest):
        return
    count = int.from_bytes(head[80:84], "little")
    if len(head) < 84 or size < 84 + 50 * count:
        raise ValueError(f"has {size} bytes, must have {84 + 50 * count} for the {count} triangles that its header names")


def _parts(scene, path):
    """[(points float64 (n, 3), faces int64 (m, 3))] of all meshes, in the space of the scene, and the meshes' names."""
    parts, names, ignored = [], [], []
    for node in scene.graph.nodes_geometry:
        transform, name = scene.graph[node]
        mesh = scene.geometry[name]
        faces = np.asarray(getattr(mesh, "faces", ()), dtype=np.int64).reshape(-1, 3)
        if not len(faces):
            ignored.append(f"{name} ({type(mesh).__name__})")
            continue
        points = np.asarray(mesh.vertices, dtype=np.float64)
        if faces.min() < 0 or faces.max() >= len(points):
            raise ValueError(f"{path}: a face of {name!r} names vertex {faces.max()}, but there are only {len(points)}")
        if np.linalg.det(transform[:3, :3]) < 0:
            faces = faces[:, ::-1]
        parts.append((points @ transform[:3, :3].T + transform[:3, 3], faces))
        names.append(str(node))
    if ignored and parts:
        warnings.warn(f"{path}: no triangles in {', '.join(ignored[:5])}{' …' if len(ignored) > 5 else ''}: left out", stacklevel=3)
    return parts, names


def save_drawing(path, drawing):
    """
    Writes a Drawing of navpy.studio.debug: triangles with their colors in any of FORMATS, lines and points as .ply or .obj.

    Parameters
    ----------
    path : str or os.PathLike
        Its extension selects the format.
    drawing : Drawing

    Raises
    ------
    ValueError
        The format is unknown, or cannot hold lines or points.
    """
    kind = format_of(path)
    trimesh = require("trimesh")
    colors = np.column_stack([drawing.palette[drawing.colors], np.full(len(drawing.colors), 255)]).astype(np.uint8)
    if drawing.triangles is not None:
        mesh = trimesh.Trimesh(drawing.points, drawing.triangles, process=False)
        if len(drawing.triangles):
            mesh.visual.face_colors = colors
        if kind == "gltf":
            _write_gltf(path, trimesh.Scene(mesh))
        else:
            mesh.export(os.fspath(path), file_type=kind)
        return
    if kind not in ("ply", "obj"):
        raise ValueError(f"{path}: must be .ply or .obj, as it is a drawing of lines or points")
    with open(path, "w", encoding="ascii") as file:
        _write_lines(file, kind, drawing, colors)


def _write_gltf(path, scene):
    """Writes one file with embedded buffers: trimesh by itself writes them beside it, always under the same names."""
    files = require("trimesh.exchange.gltf").export_gltf(scene, merge_buffers=True, embed_buffers=True)
    with open(path, "wb") as file:
        file.write(files["model.gltf"])


def _write_lines(file, kind, drawing, colors):
    lines = drawing.lines if drawing.lines is not None else np.zeros((0, 2), dtype=np.int32)
    if kind == "obj":
        file.writelines("v %.9g %.9g %.9g\n" % tuple(point) for point in drawing.points)
        file.writelines("l %d %d\n" % (a + 1, b + 1) for a, b in lines)
        if drawing.lines is None:
            file.writelines("p %d\n" % (i + 1) for i in range(len(drawing.points)))
        return
    file.write(f"ply\nformat ascii 1.0\nelement vertex {len(drawing.points)}\n")
    file.write("property float x\nproperty float y\nproperty float z\n")
    rgb = "property uchar red\nproperty uchar green\nproperty uchar blue\n"
    if drawing.lines is None:
        file.write(f"{rgb}end_header\n")
        file.writelines("%.9g %.9g %.9g %d %d %d\n" % (*point, *color[:3]) for point, color in zip(drawing.points, colors))
        return
    file.write(f"element edge {len(lines)}\nproperty int vertex1\nproperty int vertex2\n{rgb}end_header\n")
    file.writelines("%.9g %.9g %.9g\n" % tuple(point) for point in drawing.points)
    file.writelines("%d %d %d %d %d\n" % (*line, *color[:3]) for line, color in zip(lines, colors))
