"""
The bake, from triangles to a NavMesh: the recipe that calls one stage after the other (Mononen, Recast), for a level in one piece
or for one tile of it at a time.

Only this module of the bake knows NavMesh.
"""
from array import array
from math import ceil
from time import perf_counter

from navpy.bake.areas import mark_volumes, spaces_of_regions
from navpy.bake.compact import CompactHeightfield
from navpy.bake.contours import ContourSet
from navpy.bake.detail import DetailMesh
from navpy.bake.distance_field import blur_distance_field, build_distance_field
from navpy.bake.enclosed import filter_enclosed_spaces, inside_of_solids
from navpy.bake.erosion import erode
from navpy.bake.filters import filter_ledge_spans, filter_low_hanging_obstacles, filter_walkable_low_height_spans
from navpy.bake.ground import Ground
from navpy.bake.heightfield import Heightfield
from navpy.bake.median_filter import median_filter
from navpy.bake.off_mesh_links import generate_links, without_double_jumps
from navpy.bake.outlines import outline_triangles
from navpy.bake.polygons import PolyMesh
from navpy.bake.regions import build_layer_regions, build_monotone_regions, build_watershed_regions
from navpy.bake.source import BakeSource
from navpy.bake.triangle_buckets import TriangleBuckets
from navpy.links import OffMeshLink
from navpy.navmesh import NavMesh
from navpy.reachable import drop_small_islands, keep_polygons, keep_reachable
from navpy.tile import NavMeshTile

STAGES = (                          # name, fraction of a bake in one piece that is over when it starts
    ("rasterize", 0.0),
    ("filter", 0.4),
    ("ground", 0.45),
    ("compact", 0.47),
    ("erode", 0.55),
    ("distance field", 0.6),
    ("regions", 0.65),
    ("contours", 0.8),
    ("polygons", 0.83),
    ("detail", 0.85),
    ("links", 0.95),
    ("navmesh", 0.97),
    ("done", 1.0),
)
PARTITIONS = (build_watershed_regions, build_monotone_regions, build_layer_regions)    # by sample_partition_type
LEDGE_REACH = 1                     # columns beyond a window that the ledge filter looks at
TILES_A_STRIP = 8                   # baked by one call of an executor


class BakeCancelled(Exception):
    """The progress callback returned False."""


class BakeStages:
    """
    What every stage of a bake made, for tools that look inside.

    heightfield: Heightfield, filtered. compact: CompactHeightfield, eroded, with regions. contours: ContourSet.
    polygons: PolyMesh. detail: DetailMesh. links: the generated ones, as generate_links tells them. mesh: NavMesh. warnings: list
    of str, why the mesh is empty or has faults. seconds: dict, how long each stage took. Of a bake in tiles only links, mesh,
    warnings and seconds are kept.
    """

    __slots__ = ("heightfield", "compact", "contours", "polygons", "detail", "links", "mesh", "warnings", "seconds")


class BakedTile:
    """
    One tile as bake_strip makes it.

    tile: NavMeshTile. links: the generated ones. polygon_spaces: None, or the label of each polygon's space among its strip's
    spaces. tallies: dict of counts that the warnings are made of. Of a strip's first tile alone also spaces, the EnclosedSpaces
    of the strip or None, and seconds, dict by stage.
    """

    __slots__ = ("tile", "links", "spaces", "polygon_spaces", "tallies", "seconds")


def bake(vertices, triangles, settings=None, progress=None, **more):
    """
    Bake a NavMesh from the triangles of a level.

    vertices: (n, 3), metres, Y up, as float32. triangles: (m, 3), vertex indices as int32, counter-clockwise seen from
    the walkable side. Two-dimensional C-contiguous buffers of these types are read in place, anything else is converted
    by numpy. settings: BakeSettings, its defaults if None. progress: called as progress(stage, fraction) before each
    stage and at the end, with a name of STAGES, or "tiles" after each tile, and 0 … 1; if it returns False the bake stops.

    Keyword arguments: areas: an area id 0 … 63 a triangle, 0 for those not to be walked on. volumes: BoxVolume, CylinderVolume
    and ConvexVolume objects that mark areas; where two overlap the later wins. seeds: points (x, y, z) where characters begin;
    islands without one are left out. links: OffMeshLinks placed by hand; an end
    without a polygon within its radius is a ValueError. bounds: two corners of the box to bake, by default that
    of the vertices; tiles that are to be replaced one by one later need the same bounds. executor: a
    concurrent.futures.Executor that bakes the tiles of a level with settings.tile_size: of threads (the default, as many as
    there are processors), of processes, or of a cluster such as Dask's; the result is the same to the byte.

    A level on which nothing is walkable gives a NavMesh without polygons; `bake_stages` says why.
    Raises ValueError for geometry that is empty, not finite or out of range and for settings that contradict each
    other; BakeCancelled when stopped.
    """
    return _bake(vertices, triangles, settings, progress, False, **more).mesh


def bake_stages(vertices, triangles, settings=None, progress=None, **more):
    """Bake as `bake` does and return the BakeStages: every stage's result and the warnings."""
    return _bake(vertices, triangles, settings, progress, True, **more)


def _bake(vertices, triangles, settings, progress, keep, *, areas=None, volumes=(), seeds=None, links=(), bounds=None,
          executor=None):
    source = BakeSource(vertices, triangles, settings, areas, volumes, bounds)
    stages = _bake_tiles(source, executor, progress) if source.settings.tile_size else _bake_whole(source, progress, keep)
    stages.mesh.add_links(links)
    if seeds is not None:
        stages.mesh = keep_reachable(stages.mesh, seeds)
    _announce(progress, "done")
    return stages


def bake_tile(vertices, triangles, settings, x, z, *, bounds, areas=None, volumes=()):
    """
    Bake one tile of a level again, for NavMesh.add_tile: x, z are its tile coordinates, bounds those of the whole level's bake.

    vertices, triangles: the level's, or as much of it as touches the tile and a rim of agent_radius and three cells. Everything
    else is as in `bake`. What was told of a closed solid's inside ends at the tile: floors in spaces that reach beyond it stay.
    """
    source = BakeSource(vertices, triangles, settings, areas, volumes, bounds)
    columns, rows = source.tiles
    if not (source.settings.tile_size and 0 <= x < columns and 0 <= z < rows):
        raise ValueError(f"there is no tile ({x}, {z}): the level has {columns} × {rows}" if source.settings.tile_size
                         else "settings.tile_size is 0: the level is baked in one piece")
    return bake_strip(source, x, z, 1, None)[0].tile


def bake_outlines(traversable, obstructions=(), settings=None, progress=None, *, plane_height=0.0, **more):
    """
    Bake a NavMesh from outlines in the ground plane, as TileMap and Polygon2D users have them.

    traversable, obstructions: sequences of outlines, each (n, 2) in metres; x and y become x and z of the mesh, which lies at
    plane_height. What is filled by the rule that `outline_triangles` tells is floor. Everything else is as in `bake`.
    """
    vertices, triangles = outline_triangles(traversable, obstructions, plane_height)
    return bake(vertices, triangles, settings, progress, **more)


# ---- the recipe ----

def voxelize(source, clock, window=None, border_vx=0, subset=None):
    """From triangles to filtered spans over a window (x0, z0, width, depth) of the level's voxel columns, all if None.
    → Heightfield, and the EnclosedSpaces that the window alone cannot decide on, or None."""
    settings, spaces = source.settings, None
    height_vx, climb_vx = settings.height_vx, settings.climb_vx

    # 1. Rasterize: columns of solid spans, marked walkable where the triangle on top is.
    clock.start("rasterize")
    heightfield = Heightfield(*source.bounds, settings.cell_size, settings.cell_height, window)
    heightfield.rasterize(source.vertices, source.triangles, source.marks, climb_vx, subset)

    # 2. Filter: what an agent can step on, what it would fall off, where it does not fit or cannot come from outside.
    clock.start("filter")
    if settings.filter_low_hanging_obstacles:
        filter_low_hanging_obstacles(heightfield, climb_vx)
    if settings.filter_ledge_spans:
        filter_ledge_spans(heightfield, height_vx, climb_vx, settings.slope_vx)
    if settings.filter_walkable_low_height_spans:
        filter_walkable_low_height_spans(heightfield, height_vx)
    if settings.filter_enclosed_spaces:
        spaces = filter_enclosed_spaces(heightfield, border_vx)
    return heightfield, spaces


def polygonize(source, clock, heightfield, ground, window=None, border_vx=0, keep=True):
    """From spans to polygons with their surface over a window that lies inside the heightfield's, all of it if None.
    keep: False frees the heightfield where no later stage needs it. → BakeStages without a mesh."""
    settings, stages = source.settings, BakeStages()
    stages.heightfield, stages.seconds = heightfield, clock.seconds

    # 3. Compact: the floors and where each can be walked to.
    clock.start("compact")
    compact = stages.compact = CompactHeightfield(heightfield, settings.height_vx, settings.climb_vx, border_vx, window)
    if not (keep or settings.link_drop_height or settings.link_climb_height or settings.link_jump_distance):
        heightfield.clear()

    # 4. Erode: keep the agent's radius away from walls and drops, so that it can be planned for as a point.
    clock.start("erode")
    mark_volumes(compact, source.volumes, True)
    erode(compact, settings.radius_vx)
    mark_volumes(compact, source.volumes, False)
    if settings.filter_median_areas:
        median_filter(compact)

    # 5. Distance field: how far each floor is from the border, smoothed to have fewer peaks. Only the watershed needs it.
    clock.start("distance field")
    build_regions = PARTITIONS[settings.sample_partition_type]
    if build_regions is build_watershed_regions:
        build_distance_field(compact)
        blur_distance_field(compact)

    # 6. Regions: patches that are simple to outline.
    clock.start("regions")
    build_regions(compact, settings.region_min_area, settings.region_merge_area)

    # 7. Contours: the regions' outlines, simplified.
    clock.start("contours")
    contours = stages.contours = ContourSet(compact, settings.edge_max_error, settings.edge_max_length_vx)

    # 8. Polygons: convex pieces of the outlines.
    clock.start("polygons")
    polygons = stages.polygons = PolyMesh(contours, settings.vertices_per_polygon)

    # 9. Detail: the polygons' surface, as high as the source triangles under it.
    clock.start("detail")
    stages.detail = DetailMesh(compact, polygons, ground, settings.detail_sample_distance * settings.cell_size,
                               settings.detail_sample_max_error * settings.cell_height)

    # 10. Links: drops, climbs and jumps from the walls.
    clock.start("links")
    stages.links = generate_links(
        heightfield, compact, polygons, agent_radius=settings.agent_radius, agent_height=settings.agent_height,
        agent_max_climb=settings.agent_max_climb, drop_height=settings.link_drop_height,
        climb_height=settings.link_climb_height, jump_distance=settings.link_jump_distance)
    clock.stop()
    return stages


def find_ground(source, clock, heightfield, subset=None):
    """The source triangles under a heightfield's window, for the detail stage to take heights from."""
    clock.start("ground")
    cell, (x, _, z) = source.settings.cell_size, source.bounds[0]
    low = x + heightfield.x0 * cell, z + heightfield.z0 * cell
    high = x + (heightfield.x0 + heightfield.width) * cell, z + (heightfield.z0 + heightfield.depth) * cell
    return Ground(source.vertices, source.triangles, source.marks, low, high, cell, subset)


class _Clock:
    """Announces stages and notes how long each took."""

    __slots__ = ("seconds", "progress", "stage", "since")

    def __init__(self, progress=None):
        self.seconds, self.progress, self.stage, self.since = {}, progress, None, 0.0

    def start(self, stage):
        self.stop()
        _announce(self.progress, stage)
        self.stage, self.since = stage, perf_counter()

    def stop(self):
        if self.stage is not None:
            self.seconds[self.stage] = self.seconds.get(self.stage, 0.0) + perf_counter() - self.since
            self.stage = None


def _agent(settings):
    """What a NavMesh is told of its agent. A surface lies up to its allowed error, about a cell height, off the ground, which
    adds to the highest step."""
    return dict(agent_radius=settings.agent_radius, agent_height=settings.agent_height,
                climb=settings.agent_max_climb + settings.cell_height)


# ---- a level in one piece ----

def _bake_whole(source, progress, keep):
    clock = _Clock(progress)
    heightfield, _ = voxelize(source, clock)
    stages = polygonize(source, clock, heightfield, find_ground(source, clock, heightfield), keep=keep)
    clock.start("navmesh")
    polygons, detail = stages.polygons, stages.detail
    stages.mesh = NavMesh(detail.vertices if polygons.polygon_count else None, polygons.offsets, polygons.corners, polygons.areas,
                          detail.offsets, detail.triangles, **_agent(source.settings))
    _add_links(stages, source.settings)
    clock.stop()
    stages.warnings = _warnings(_tallies(stages), source)
    return stages


# ---- a level in tiles ----

def border_of(settings):
    """Columns that a tile's window is wider on each side: what erosion and the filters look at, and as far as links lead."""
    reach = settings.link_jump_distance / settings.cell_size
    if settings.link_drop_height > 0 or settings.link_climb_height > 0:
        reach = max(reach, 2 * settings.radius_vx + 4)
    return settings.radius_vx + 3 + ceil(reach)


def bake_strip(source, x, z, count, subset):
    """
    The tiles x … x+count−1 of row z as BakedTiles, whatever lies beside them. This is what an executor is given.

    They are voxelized together, so that the rims that they share are so once only; each is the same as baked alone. subset:
    array("i"), the triangles that may touch them.
    """
    size, border = source.settings.tile_size, border_of(source.settings)
    rim, depth = border + LEDGE_REACH, size + 2 * border
    clock = _Clock()
    heightfield, spaces = voxelize(source, clock, (x * size - rim, z * size - rim, count * size + 2 * rim, size + 2 * rim), rim,
                                   subset)
    ground = find_ground(source, clock, heightfield, subset)
    tiles = []
    for i in range(x, x + count):
        stages = polygonize(source, clock, heightfield, ground, (i * size - border, z * size - border, depth, depth), border)
        tiles.append(_baked_tile(stages, spaces, i, z))
    tiles[0].spaces, tiles[0].seconds = spaces, clock.seconds
    return tiles


def _baked_tile(stages, spaces, x, z):
    polygons, detail = stages.polygons, stages.detail
    baked = BakedTile()
    baked.tile = NavMeshTile(detail.vertices if polygons.polygon_count else None, polygons.offsets, polygons.corners,
                             polygons.areas, polygons.portals, detail.offsets, detail.triangles, x=x, z=z)
    baked.links, baked.tallies = stages.links, _tallies(stages)
    baked.spaces, baked.polygon_spaces, baked.seconds = None, None, {}
    if spaces is not None and len(spaces.labels) and polygons.polygon_count:
        by_region = spaces_of_regions(stages.compact, spaces.floors, spaces.labels)
        baked.polygon_spaces = [by_region[region] for region in polygons.regions]
    return baked


def _strips(source):
    """(x, z, count, subset) of the strips that a level is baked in."""
    settings, (columns, rows) = source.settings, source.tiles
    count = -(-columns // TILES_A_STRIP)
    buckets = TriangleBuckets(source.vertices, source.triangles, source.bounds[0], settings.cell_size,
                              settings.tile_size * TILES_A_STRIP, settings.tile_size, border_of(settings) + LEDGE_REACH, count, rows)
    return [(i * TILES_A_STRIP, z, min(TILES_A_STRIP, columns - i * TILES_A_STRIP), buckets.subset(i, z))
            for z in range(rows) for i in range(count)]


def _bake_tiles(source, executor, progress):
    clock, settings = _Clock(), source.settings
    clock.start("strips")
    strips = _strips(source)
    clock.stop()
    baked = _run(source, strips, executor, progress)
    clock.start("navmesh")
    _drop_insides(baked)
    tiles = [tile for strip in baked for tile in strip]
    stages = BakeStages()
    stages.heightfield = stages.compact = stages.contours = stages.polygons = stages.detail = None
    stages.links = [link for tile in tiles for link in tile.links]
    stages.mesh = NavMesh.from_tiles((tile.tile for tile in tiles if tile.tile.polygon_count),
                                     settings.tile_size * settings.cell_size, source.bounds[0], **_agent(settings))
    drop_small_islands(stages.mesh, settings.region_min_area * settings.cell_size ** 2)
    _add_links(stages, settings)
    clock.stop()
    stages.seconds = clock.seconds
    for tile in tiles:
        for stage, seconds in tile.seconds.items():
            stages.seconds[stage] = stages.seconds.get(stage, 0.0) + seconds
    stages.warnings = _warnings({name: sum(tile.tallies[name] for tile in tiles) for name in tiles[0].tallies}, source)
    return stages


def _run(source, strips, executor, progress):
    """Bake the strips with an executor and return what they gave, in order."""
    try:
        import os
        from concurrent.futures import ThreadPoolExecutor, as_completed
    except ImportError:             # inside the engine there are no executors
        return _run_here(source, strips, progress)
    if executor is None:
        usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
        with ThreadPoolExecutor(len(usable)) as threads:
            return _run(source, strips, threads, progress)
    if not callable(getattr(executor, "submit", None)):
        raise ValueError(f"executor must be a concurrent.futures.Executor or None, not {executor!r}")
    shared = isinstance(executor, ThreadPoolExecutor)
    futures = [executor.submit(bake_strip, *((source, *strip) if shared else _packed(source, *strip))) for strip in strips]
    try:
        for done, future in enumerate(as_completed(futures), 1):
            future.result()
            _tell(progress, done / len(strips))
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    return [future.result() for future in futures]


def _run_here(source, strips, progress):
    baked = []
    for strip in strips:
        baked.append(bake_strip(source, *strip))
        _tell(progress, len(baked) / len(strips))
    return baked


def _packed(source, x, z, count, subset):
    """A strip with no more of the level than it needs, to be sent to another process."""
    return source.part(subset), x, z, count, array("i", range(len(subset)))


def _drop_insides(strips):
    """Leave out the polygons in spaces that, seen over all strips, are the insides of solids."""
    for strip, inside in zip(strips, inside_of_solids(strip[0].spaces for strip in strips)):
        for baked in strip if inside else ():
            if baked.polygon_spaces is not None:
                baked.tile = keep_polygons(baked.tile, bytes(space not in inside for space in baked.polygon_spaces))


# ---- links, progress and warnings ----

def _add_links(stages, settings):
    """Put the links in that are ways of their own and have both ends on the mesh; what some begin or end on was left out."""
    radius = 2 * max(settings.cell_size, settings.cell_height)
    found = without_double_jumps(stages.links, settings.cell_size, settings.agent_max_climb)
    links = [OffMeshLink(start, end, radius=radius, width=width, two_way=two_way, kind=kind, id=i)
             for i, (start, end, width, two_way, kind) in enumerate(found, 1)]
    loose = {link.id for link in stages.mesh.add_links(links, strict=False)}
    stages.mesh.remove_links(*loose)
    stages.links = [link for i, link in enumerate(found, 1) if i not in loose]


def _tell(progress, fraction):
    if progress is not None and progress("tiles", fraction) is False:
        raise BakeCancelled("bake stopped between two tiles")


def _announce(progress, stage):
    if progress is not None and progress(stage, dict(STAGES)[stage]) is False:
        raise BakeCancelled(f"bake stopped before stage {stage!r}" if stage != "done" else "bake stopped at its end")


def _tallies(stages):
    return dict(floors=stages.compact.floor_count, regions=stages.compact.region_count,
                unmerged_holes=stages.contours.unmerged_holes, untriangulated=stages.polygons.untriangulated,
                overlapping=stages.polygons.overlapping)


def _warnings(tallies, source):
    """What made the mesh empty or faulty, a sentence each."""
    settings, found = source.settings, []
    if not any(source.marks):
        found.append(f"nothing is walkable: all {len(source.marks)} triangles face down or are as steep as agent_max_slope "
                     f"({settings.agent_max_slope} degrees)")
    elif tallies["floors"] == 0:
        found.append(f"nothing is walkable: every floor is a ledge or has less than agent_height "
                     f"({settings.agent_height} m) above it")
    elif tallies["regions"] == 0:
        found.append(f"nothing is walkable: every floor is within agent_radius ({settings.agent_radius} m) of an edge or on "
                     f"an island of less than {settings.region_min_area} cells (region_min_size)")
    for name, text in (("unmerged_holes", "holes could not be joined to their outline and were filled"),
                       ("untriangulated", "outlines cross themselves and were triangulated in part"),
                       ("overlapping", "polygons overlap others and are not linked to them")):
        if tallies[name]:
            found.append(f"{tallies[name]} {text}")
    return found
