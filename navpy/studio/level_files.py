"""Reads levels from files and writes drawings of navmeshes, by trimesh: OBJ, glTF, GLB, PLY and STL."""
import io
import os
from typing import Any, Literal

import numpy as np

from navpy.api.baking.levels import Level, check_frame, is_level, level_of_scene
from navpy.base.extras import require
from navpy.base.whole_file import whole_file

FORMATS = ("obj", "gltf", "glb", "ply", "stl")


def format_of(path):
    """The format of a file by its extension, one of FORMATS. ValueError for others."""
    extension = os.path.splitext(os.fspath(path))[1][1:].lower()
    if extension not in FORMATS:
        raise ValueError(f"{path}: unknown format {'.' + extension if extension else 'without an extension'}; "
                         f"must be one of .{', .'.join(FORMATS)}: export it as one of these")
    return extension


def load_level(path: Any, up: Literal["y", "z"] = "y", scale: float = 1.0) -> Level:
    """Read the Level in a file, or in a Trimesh or Scene of trimesh, for `bake` and its like.

    The transforms of a scene are applied; a mirrored object keeps its front. Polygons are cut into triangles. Objects that are no
    meshes are left out with a LevelWarning.

    Parameters
    ----------
    path : str, os.PathLike, trimesh.Trimesh or trimesh.Scene
        A file is an .obj, .gltf, .glb, .ply or .stl.
    up : {"y", "z"}
        The file's axis that points up.
    scale : float
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
    ImportError
        trimesh, which reads the file, is not installed; the message says how to.
    """
    check_frame(up, scale)
    if is_level(path):
        return level_of_scene(path, up, scale)
    kind = format_of(path)
    with open(path, "rb"):
        pass                            # raises OSError for a missing file, where trimesh raises other errors
    return level_of_scene(_read_scene(path, kind), up, scale, path)


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
        raise ValueError(f"{path}: cannot be read as .{kind}, export it again: {text[:200]}") from None


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
    if drawing.triangles is None and kind not in ("ply", "obj"):
        raise ValueError(f"{path}: must be .ply or .obj, as it is a drawing of lines or points")
    if drawing.triangles is None:
        text = io.StringIO()
        _write_lines(text, kind, drawing, colors)
        data = text.getvalue()
    else:
        data = _exported(trimesh, kind, drawing, colors)
    with whole_file(path) as file:
        file.write(data.encode() if isinstance(data, str) else data)


def _exported(trimesh, kind, drawing, colors):
    """The content of a file of triangles."""
    if kind in ("ply", "stl"):
        mesh = trimesh.Trimesh(drawing.points, drawing.triangles, process=False)
        if len(colors):
            mesh.visual.face_colors = colors
    else:               # these formats have colors of vertices, so each triangle gets its own
        corners = drawing.points[drawing.triangles].reshape(-1, 3)
        mesh = trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3), process=False)
        if len(colors):
            mesh.visual.vertex_colors = np.repeat(colors, 3, axis=0)
    if kind == "gltf":  # trimesh by itself writes the buffers beside the file, always under the same names
        return require("trimesh.exchange.gltf").export_gltf(trimesh.Scene(mesh), merge_buffers=True, embed_buffers=True)["model.gltf"]
    return mesh.export(file_type=kind)


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
