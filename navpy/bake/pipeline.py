"""
The bake, from triangles to a NavMesh: the recipe that calls one stage after the other (Mononen, Recast).

Only this module of the bake knows NavMesh. Numpy is imported only where the input is not already in the right buffers.
"""
from math import frexp, ldexp

from navpy.bake.compact import CompactHeightfield
from navpy.bake.contours import ContourSet
from navpy.bake.distance_field import blur_distance_field, build_distance_field
from navpy.bake.erosion import erode
from navpy.bake.filters import filter_ledge_spans, filter_low_hanging_obstacles, filter_walkable_low_height_spans
from navpy.bake.heightfield import Heightfield, bounds_of, check_geometry, mark_walkable_triangles
from navpy.bake.polygons import PolyMesh
from navpy.bake.regions import build_watershed_regions
from navpy.bake.settings import BakeSettings
from navpy.navmesh import NavMesh

STAGES = (                          # name, fraction of the whole bake that is over when it starts
    ("rasterize", 0.0),
    ("filter", 0.45),
    ("compact", 0.55),
    ("erode", 0.7),
    ("distance field", 0.75),
    ("regions", 0.8),
    ("contours", 0.93),
    ("polygons", 0.97),
    ("navmesh", 0.99),
    ("done", 1.0),
)


class BakeCancelled(Exception):
    """The progress callback returned False."""


class BakeStages:
    """What every stage of a bake made, for tools that look inside.

    heightfield: Heightfield, filtered. compact: CompactHeightfield, eroded, with distances and regions.
    contours: ContourSet. polygons: PolyMesh. mesh: NavMesh. warnings: list of str, why the mesh is empty or has faults.
    """

    __slots__ = ("heightfield", "compact", "contours", "polygons", "mesh", "warnings")


def bake(vertices, triangles, settings=None, progress=None):
    """
    Bake a NavMesh from the triangles of a level.

    vertices: (n, 3), metres, Y up, as float32. triangles: (m, 3), vertex indices as int32, counter-clockwise seen from
    the walkable side. Two-dimensional C-contiguous buffers of these types are read in place, anything else is converted
    by numpy. settings: BakeSettings, its defaults if None. progress: called as progress(stage, fraction) before each
    stage and at the end, with a name of STAGES and 0 … 1; if it returns False the bake stops.

    A level on which nothing is walkable gives a NavMesh without polygons; `bake_stages` says why.
    Raises ValueError for geometry that is empty, not finite or out of range and for settings that contradict each
    other; BakeCancelled when stopped.
    """
    return bake_stages(vertices, triangles, settings, progress).mesh


def bake_stages(vertices, triangles, settings=None, progress=None):
    """Bake as `bake` does and return the BakeStages: every stage's result and the warnings."""
    settings = BakeSettings() if settings is None else settings
    if not isinstance(settings, BakeSettings):
        raise ValueError(f"settings must be BakeSettings or None, not {settings!r}")
    settings.validate()
    vertices = _as_buffer("vertices", vertices, "f")
    triangles = _as_buffer("triangles", triangles, "i")
    check_geometry(vertices, triangles)
    _check_resolution(bounds_of(vertices), settings)
    stages = BakeStages()
    stages.warnings = []
    height_vx, climb_vx = settings.height_vx, settings.climb_vx

    # 1. Rasterize: columns of solid spans, marked walkable where the triangle on top is.
    _announce(progress, "rasterize")
    areas = mark_walkable_triangles(vertices, triangles, settings.agent_max_slope)
    heightfield = stages.heightfield = Heightfield(*bounds_of(vertices), settings.cell_size, settings.cell_height)
    heightfield.rasterize(vertices, triangles, areas, climb_vx)

    # 2. Filter: what an agent can step on, what it would fall off, where it does not fit.
    _announce(progress, "filter")
    if settings.filter_low_hanging_obstacles:
        filter_low_hanging_obstacles(heightfield, climb_vx)
    if settings.filter_ledge_spans:
        filter_ledge_spans(heightfield, height_vx, climb_vx, settings.slope_vx)
    if settings.filter_walkable_low_height_spans:
        filter_walkable_low_height_spans(heightfield, height_vx)

    # 3. Compact: the floors and where each can be walked to.
    _announce(progress, "compact")
    compact = stages.compact = CompactHeightfield(heightfield, height_vx, climb_vx)

    # 4. Erode: keep the agent's radius away from walls and drops, so that it can be planned for as a point.
    _announce(progress, "erode")
    erode(compact, settings.radius_vx)

    # 5. Distance field: how far each floor is from the border, smoothed to have fewer peaks.
    _announce(progress, "distance field")
    build_distance_field(compact)
    blur_distance_field(compact)

    # 6. Regions: patches along the ridges of the distance field.
    _announce(progress, "regions")
    build_watershed_regions(compact, settings.region_min_area, settings.region_merge_area)

    # 7. Contours: the regions' outlines, simplified.
    _announce(progress, "contours")
    contours = stages.contours = ContourSet(compact, settings.edge_max_error, settings.edge_max_length_vx)

    # 8. Polygons: convex pieces of the outlines.
    _announce(progress, "polygons")
    polygons = stages.polygons = PolyMesh(contours, settings.vertices_per_polygon)

    # 9. NavMesh: who neighbours whom. A floor is stored up to a cell height above the ground it was rasterized from.
    _announce(progress, "navmesh")
    stages.mesh = NavMesh(
        polygons.vertices if polygons.polygon_count else None, polygons.offsets, polygons.corners, polygons.areas,
        agent_radius=settings.agent_radius, agent_height=settings.agent_height,
        climb=settings.agent_max_climb + settings.cell_height)
    stages.warnings = _warnings(stages, settings, areas)
    _announce(progress, "done")
    return stages


def _announce(progress, stage):
    if progress is not None and progress(stage, dict(STAGES)[stage]) is False:
        raise BakeCancelled(f"bake stopped before stage {stage!r}" if stage != "done" else "bake stopped at its end")


def _as_buffer(name, data, code):
    """A non-empty (n, 3) C-contiguous buffer of float32 ("f") or int32 ("i"): the data itself if it is one."""
    try:
        view = memoryview(data)
    except TypeError:
        view = None
    if view is None or view.ndim != 2 or view.format != code or not view.c_contiguous:
        view = memoryview(_converted(name, data, code))
    if 0 in view.shape:
        raise ValueError(f"{name} is empty: there is nothing to bake")
    if view.ndim != 2 or view.shape[1] != 3:
        raise ValueError(f"{name} must have shape (n, 3), not {view.shape}")
    return view


def _check_resolution(bounds, settings):
    """A float32 has 24 bits: far out its steps become as large as the voxels, and the level is no longer what it was."""
    for axes, name in (((0, 2), "cell_size"), ((1,), "cell_height")):
        farthest = max(abs(corner[axis]) for corner in bounds for axis in axes)
        step = ldexp(1.0, frexp(farthest)[1] - 24) if farthest else 0.0
        if step > getattr(settings, name):
            raise ValueError(f"vertices reach {farthest:g} m from the origin, where float32 knows steps of {step:g} m only: too "
                             f"coarse for {name} {getattr(settings, name)} m; move the level nearer to the origin")


def _converted(name, data, code):
    import numpy as np
    try:
        source = np.asarray(data)
        result = np.ascontiguousarray(source, dtype=np.float64 if code == "f" else np.int64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} cannot be read as numbers: {error}") from None
    if code == "f":
        with np.errstate(over="ignore"):        # too large for float32 becomes infinite, which is refused by name
            return result.astype(np.float32)
    if result.size and (source.dtype.kind not in "iu" or result.min() < -2**31 or result.max() >= 2**31):
        raise ValueError(f"{name} must be 32-bit integers, not {source.dtype} from {source.min()} to {source.max()}")
    return result.astype(np.int32)


def _warnings(stages, settings, areas):
    found = []
    if not any(areas):
        found.append(f"nothing is walkable: all {len(areas)} triangles face down or are as steep as agent_max_slope "
                     f"({settings.agent_max_slope} degrees)")
    elif stages.compact.floor_count == 0:
        found.append(f"nothing is walkable: every floor is a ledge or has less than agent_height "
                     f"({settings.agent_height} m) above it")
    elif stages.compact.region_count == 0:
        found.append(f"nothing is walkable: every floor is within agent_radius ({settings.agent_radius} m) of an edge or on "
                     f"an island of less than {settings.region_min_area} cells (region_min_size)")
    for count, text in (
            (stages.contours.unmerged_holes, "holes could not be joined to their outline and were filled"),
            (stages.polygons.untriangulated, "outlines cross themselves and were triangulated in part"),
            (stages.polygons.overlapping, "polygons overlap others and are not linked to them")):
        if count:
            found.append(f"{count} {text}")
    return found
