"""Bakes as Python calls them: of arrays, levels and trimesh's objects. What is probably wrong with a level is said before it is
baked."""
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from functools import wraps
from inspect import signature
from typing import Any, Literal, TypeVar

from navpy.api.baking.levels import is_level, read_level, warn
from navpy.baking.level_check import bake_remarks, inside_out_remarks, level_remarks
from navpy.baking.pipeline import BakeStages, bake_source, tile_of
from navpy.baking.settings import FIELDS, BakeSettings
from navpy.baking.source import BakeSource
from navpy.base.setting import unknown_keyword
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.mesh.tiles.tile import NavMeshTile
from navpy.navmesh.navmesh import NavMesh

CURES = {                       # what to do about a LevelRemark, by its kind
    "reversed": "turn them round, triangles[:, ::-1]",
    "inside out": "turn their triangles round, or have the modeling program recalculate its normals",
    "unit": "pass scale={scale:g}",
    "small": "pass scale, or other settings",
    "large": "set tile_size, or a larger cell_size",
    "z": 'pass up="z"',
    "-z": "turn the level, vertices[:, [0, 2, 1]] * [1, -1, 1]",
}
CURES_TURNED = {**CURES, "-z": 'leave out up="z"'}         # of a level that came with it


SETTINGS = {field.name for field in FIELDS}
Function = TypeVar("Function", bound=Callable[..., Any])
Progress = Callable[[str, float], object]


def takes_level(function: Function) -> Function:
    """A function of vertices and triangles that also takes a level in place of the two. A keyword that it does not have is a TypeError
    with the nearest one."""
    known = list(signature(function).parameters)

    @wraps(function)
    def call(*arguments, **named):
        for name in named:
            if name in SETTINGS:
                raise TypeError(f"{function.__name__}(): {name} is a setting: pass settings=navpy.BakeSettings({name}=…)")
            if name not in known:
                raise TypeError(unknown_keyword(f"{function.__name__}()", name, known))
        if arguments and is_level(arguments[0]):
            arguments = arguments[0], None, *arguments[1:]
        elif "vertices" in named and is_level(named["vertices"]):
            named.setdefault("triangles", None)
        return function(*arguments, **named)
    return call         # type: ignore[return-value]


@takes_level
def bake(vertices: Any, triangles: Any = None, settings: BakeSettings | None = None, progress: Progress | None = None, *,
         up: Literal["y", "z"] = "y", scale: float = 1.0, areas: Any = None, classes: Any = None, volumes: Iterable[Any] = (),
         seeds: Iterable[Any] | None = None, links: Iterable[OffMeshLink] = (), bounds: Any = None,
         executor: Executor | None = None) -> NavMesh:
    """Bake a NavMesh from the triangles of a level.

    What is probably wrong with the level is said first, by a LevelWarning that has the guess and what to do (`check_level`). Whether
    single solids are inside out is only looked at where a level is given, as that takes up to a tenth of a bake.

    Parameters
    ----------
    vertices : array of float32, shape (n, 3)
        Meters, Y up. In place of vertices and triangles a Level (`load_level`), or a Trimesh or Scene of trimesh: `bake(scene,
        settings)`.
    triangles : array of int32, shape (m, 3)
        Vertex indices, counter-clockwise seen from the walkable side. Two-dimensional C-contiguous buffers of these types are read in
        place; everything else is converted by numpy, floats with whole values too.
    settings : BakeSettings, optional
        The defaults when left out.
    progress : callable, optional
        Called as progress(stage, fraction) before each stage and at the end, with a name of STAGES, or "tiles" after each block of
        tiles, and 0 … 1. The bake stops if it returns False.
    up : {"y", "z"}
        The level's axis that points up. With "z" each vertex (x, y, z) becomes (x, z, −y). Volumes, seeds, links and bounds are those
        of the navmesh: meters, Y up.
    scale : float
        Meters in one unit of the level.
    areas : array of int, shape (m,), optional
        Area ids 0 … 63; 0 is not walkable. Where floors of several triangles lie less than a step above each other, the highest one
        counts, and of those within the same voxel the one with the lowest id: so a special area counts before ordinary ground, 63, and
        0 before all others. `Level.areas` makes them from names of objects.
    classes : sequence of (area, flags), optional
        What the numbers in `areas` stand for, in place of area ids: polygons get this area and these flags, and none extends over two
        classes. At most 64, the first with area 0. Of floors within the same voxel the one with the lowest number counts. There must
        be a class of each volume's area with all flags.
    volumes : iterable of BoxVolume, CylinderVolume and ConvexVolume
        Mark areas; where two overlap the later one wins. The flags of the floor stay.
    seeds : iterable of (x, y, z), optional
        Where characters begin; islands without one are left out.
    links : iterable of OffMeshLink
        Placed by hand; ValueError for an end without a polygon within its radius.
    bounds : ((x, y, z), (x, y, z)), optional
        Corners of the box to bake; those of the vertices when left out. Tiles that are replaced later need the same bounds. A solid
        that is cut through by the box counts as open unless its wall stands within a cell of it.
    executor : concurrent.futures.Executor, optional
        Bakes the tiles of a level with settings.tile_size: on threads (the default, as many as there are processors), in processes, or
        on a cluster such as Dask's. The result is the same to the byte.

    Returns
    -------
    NavMesh
        Without polygons if nothing is walkable; a LevelWarning tells why.

    Raises
    ------
    ValueError
        Geometry that is empty, not finite or out of range; settings that contradict each other; a level that looks as if it was in
        centimeters or millimeters, and whose bake in one piece would take more than a gigabyte. A bad link or volume is named by its
        index.
    BakeCancelled
        When progress returned False.
    """
    source = _checked_source(vertices, triangles, up, scale, settings, areas, volumes, bounds, classes)
    stages = bake_source(source, progress, executor, False, links, seeds)
    if not stages.mesh.polygon_count:
        for text in stages.warnings:
            warn(text)
    return stages.mesh


@takes_level
def bake_stages(vertices: Any, triangles: Any = None, settings: BakeSettings | None = None, progress: Progress | None = None, *,
                up: Literal["y", "z"] = "y", scale: float = 1.0, areas: Any = None, classes: Any = None, volumes: Iterable[Any] = (),
                seeds: Iterable[Any] | None = None, links: Iterable[OffMeshLink] = (), bounds: Any = None,
                executor: Executor | None = None) -> BakeStages:
    """Bake as `bake` does. → BakeStages, with every stage's result and the warnings"""
    source = _checked_source(vertices, triangles, up, scale, settings, areas, volumes, bounds, classes)
    return bake_source(source, progress, executor, True, links, seeds)


@takes_level
def bake_tile(vertices: Any, triangles: Any, settings: BakeSettings, x: int, z: int, *, bounds: Any, up: Literal["y", "z"] = "y",
              scale: float = 1.0, areas: Any = None, classes: Any = None, volumes: Iterable[Any] = ()) -> NavMeshTile:
    """Bake one tile of a level again, for NavMesh.add_tile. The tile has the links that begin on it.

    Where air under a ceiling reaches beyond the tile, as much around it is voxelized as is needed to tell whether it is the inside of
    a closed solid.

    A change of the level alters the tiles within `tile_reach` meters of it; where it opens or closes a building, all tiles that the
    inside reaches. `NavMesh.unconnected_tiles` names tiles that still have to be baked. Two things are decided for the whole mesh
    and not for a tile: small islands (region_min_size) that reach its border stay, and so do islands that `seeds` would leave out
    (`navpy.navmesh.reachable.keep_reachable` leaves them out afterwards).

    Parameters
    ----------
    vertices, triangles, settings, up, scale, areas, classes, volumes
        Those of the whole level, as in `bake`.
    x, z : int
        Tile coordinates.
    bounds : ((x, y, z), (x, y, z))
        Those of the whole level's bake.

    Returns
    -------
    NavMeshTile
    """
    return tile_of(BakeSource(*read_level(vertices, triangles, up, scale), settings, areas, volumes, bounds, classes), x, z)


@takes_level
def check_level(vertices: Any, triangles: Any = None, settings: BakeSettings | None = None, *, up: Literal["y", "z"] = "y",
                scale: float = 1.0, bounds: Any = None) -> list[str]:
    """What is probably wrong with a level, before it is baked.

    Parameters
    ----------
    vertices, triangles, settings, up, scale, bounds
        As in `bake`.

    Returns
    -------
    list of str
        A line for each guess, with what to do; empty for a level that looks sound. Most faces look down; closed solids inside out;
        walls a hundred or a thousand times as high as the agent's; another axis that points up; a level narrower than the agent; a
        bake in one piece that takes more than a gigabyte.

    Raises
    ------
    ValueError
        What no bake takes, as in `bake`.
    """
    source = BakeSource(*read_level(vertices, triangles, up, scale), settings, None, (), bounds)
    return [remark.with_cure(_cures(up)) for remark in _remarks(source, True)]


def _checked_source(vertices, triangles, up, scale, settings, areas, volumes, bounds, classes):
    """The BakeSource, after a warning about what looks wrong."""
    source = BakeSource(*read_level(vertices, triangles, up, scale), settings, areas, volumes, bounds, classes)
    for text in bake_remarks(_remarks(source, triangles is None), _cures(up)):
        warn(text)
    return source


def _remarks(source, with_pieces):
    return level_remarks(source) + (inside_out_remarks(source) if with_pieces else [])


def _cures(up):
    return CURES_TURNED if up == "z" else CURES
