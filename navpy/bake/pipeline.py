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
from navpy.bake.heightfield import Heightfield, mark_walkable_triangles
from navpy.bake.median_filter import median_filter
from navpy.bake.off_mesh_links import generate_links
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
    ("compact", 0.45),
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
TILES_A_PIECE = 8                   # baked by one call of an executor: enough to outweigh its hand-over


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
    """One tile as bake_tile_of makes it: the NavMeshTile, the generated links, what its undecided spaces are, and its tallies.

    spaces: EnclosedSpaces or None, and polygon_spaces, the label of each polygon's space among them. tallies: dict of counts
    that the warnings are made of. seconds: dict by stage.
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
    islands without one are left out. links: placed by hand, each the keyword
    arguments of NavMesh.add_link. bounds: two corners of the box to bake, by default that
    of the vertices; tiles that are to be replaced one by one later need the same bounds. executor: a
    concurrent.futures.Executor that bakes the tiles of a level with settings.tile_size: of threads (the default, as many as
    there are processors), of processes, or of a cluster such as Dask's; the result is the same to the byte.

    A level on which nothing is walkable gives a NavMesh without polygons; `bake_stages` says why.
    Raises ValueError for geometry that is empty, not finite or out of range and for settings that contradict each
    other; BakeCancelled when stopped.
    """
    return bake_stages(vertices, triangles, settings, progress, **more).mesh


def bake_stages(vertices, triangles, settings=None, progress=None, *, areas=None, volumes=(), seeds=None, links=(), bounds=None,
                executor=None):
    """Bake as `bake` does and return the BakeStages: every stage's result and the warnings."""
    source = BakeSource(vertices, triangles, settings, areas, volumes, bounds)
    stages = _bake_tiles(source, executor, progress) if source.settings.tile_size else _bake_whole(source, progress)
    for link in links:
        stages.mesh.add_link(**link)
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
    return bake_tile_of(source, x, z, _buckets(source).subset(x, z)).tile


def bake_outlines(traversable, obstructions=(), settings=None, progress=None, *, plane_height=0.0, **more):
    """
    Bake a NavMesh from outlines in the ground plane, as TileMap and Polygon2D users have them.

    traversable, obstructions: sequences of outlines, each (n, 2) in metres; x and y become x and z of the mesh, which lies at
    plane_height. What is filled by the rule that `outline_triangles` tells is floor. Everything else is as in `bake`.
    """
    vertices, triangles = outline_triangles(traversable, obstructions, plane_height)
    return bake(vertices, triangles, settings, progress, **more)


# ---- one window ----

def bake_window(source, window=None, border_vx=0, subset=None, progress=None):
    """All stages over a window (x0, z0, width, depth) of the level's voxel columns, the whole level if None. → BakeStages
    without a mesh, and the EnclosedSpaces that the window alone cannot decide on, or None."""
    settings, volumes = source.settings, source.volumes
    height_vx, climb_vx = settings.height_vx, settings.climb_vx
    stages, spaces = BakeStages(), None
    stages.seconds, stages.warnings = {}, []
    clock = _Clock(stages.seconds, progress)

    # 1. Rasterize: columns of solid spans, marked walkable where the triangle on top is.
    clock.start("rasterize")
    heightfield = stages.heightfield = Heightfield(*source.bounds, settings.cell_size, settings.cell_height, window)
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

    # 3. Compact: the floors and where each can be walked to.
    clock.start("compact")
    compact = stages.compact = CompactHeightfield(heightfield, height_vx, climb_vx, border_vx)

    # 4. Erode: keep the agent's radius away from walls and drops, so that it can be planned for as a point.
    clock.start("erode")
    mark_volumes(compact, volumes, True)
    erode(compact, settings.radius_vx)
    mark_volumes(compact, volumes, False)
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
    low, high = _window_corners(source, heightfield)
    ground = Ground(source.vertices, source.triangles, source.marks, low, high, settings.cell_size, subset)
    stages.detail = DetailMesh(compact, polygons, ground, settings.detail_sample_distance * settings.cell_size,
                               settings.detail_sample_max_error * settings.cell_height)

    # 10. Links: drops, climbs and jumps from the walls.
    clock.start("links")
    stages.links = generate_links(
        heightfield, compact, polygons, agent_radius=settings.agent_radius, agent_height=settings.agent_height,
        agent_max_climb=settings.agent_max_climb, drop_height=settings.link_drop_height,
        climb_height=settings.link_climb_height, jump_distance=settings.link_jump_distance)
    clock.stop()
    return stages, spaces


class _Clock:
    """Announces stages and notes how long each took."""

    __slots__ = ("seconds", "progress", "stage", "since")

    def __init__(self, seconds, progress):
        self.seconds, self.progress, self.stage, self.since = seconds, progress, None, 0.0

    def start(self, stage):
        self.stop()
        _announce(self.progress, stage)
        self.stage, self.since = stage, perf_counter()

    def stop(self):
        if self.stage is not None:
            self.seconds[self.stage] = perf_counter() - self.since
            self.stage = None


def _window_corners(source, heightfield):
    """((x, z), (x, z)) of the window, metres."""
    cell, (x, _, z) = source.settings.cell_size, source.bounds[0]
    return ((x + heightfield.x0 * cell, z + heightfield.z0 * cell),
            (x + (heightfield.x0 + heightfield.width) * cell, z + (heightfield.z0 + heightfield.depth) * cell))


def _agent(settings):
    """What a NavMesh is told of its agent. A surface lies up to its allowed error, about a cell height, off the ground, which
    adds to the highest step."""
    return dict(agent_radius=settings.agent_radius, agent_height=settings.agent_height,
                climb=settings.agent_max_climb + settings.cell_height)


# ---- a level in one piece ----

def _bake_whole(source, progress):
    stages, _ = bake_window(source, progress=progress)
    clock = _Clock(stages.seconds, progress)
    clock.start("navmesh")
    polygons, detail = stages.polygons, stages.detail
    stages.mesh = NavMesh(detail.vertices if polygons.polygon_count else None, polygons.offsets, polygons.corners, polygons.areas,
                          detail.offsets, detail.triangles, **_agent(source.settings))
    _add_links(stages.mesh, stages.links, source.settings)
    clock.stop()
    stages.warnings = _warnings(_tallies(stages), source)
    return stages


# ---- a level in tiles ----

def border_of(settings):
    """Columns that a tile's window is wider on each side: what erosion and the filters look at, and as far as links lead."""
    reach = max(settings.link_jump_distance, 0.0) / settings.cell_size
    if settings.link_drop_height > 0 or settings.link_climb_height > 0:
        reach = max(reach, 2 * settings.radius_vx + 4)
    return settings.radius_vx + 3 + ceil(reach)


def _buckets(source):
    settings = source.settings
    return TriangleBuckets(source.vertices, source.triangles, source.bounds[0], settings.cell_size, settings.tile_size,
                           border_of(settings), *source.tiles)


def bake_tile_of(source, x, z, subset=None):
    """One tile of a level, whatever its neighbours are, as a BakedTile. subset: array("i"), the triangles that it may need."""
    size, border = source.settings.tile_size, border_of(source.settings)
    window = (x * size - border, z * size - border, size + 2 * border, size + 2 * border)
    stages, spaces = bake_window(source, window, border, subset)
    polygons, detail = stages.polygons, stages.detail
    baked = BakedTile()
    baked.tile = NavMeshTile(detail.vertices if polygons.polygon_count else None, polygons.offsets, polygons.corners,
                             polygons.areas, polygons.portals, detail.offsets, detail.triangles, x=x, z=z)
    baked.links, baked.spaces, baked.polygon_spaces = stages.links, spaces, None
    if spaces is not None and polygons.polygon_count:
        by_region = spaces_of_regions(stages.compact, spaces.floors, spaces.labels)
        baked.polygon_spaces = [by_region[region] for region in polygons.regions]
    baked.tallies, baked.seconds = _tallies(stages), stages.seconds
    return baked


def bake_piece(source, places):
    """Some tiles of a level; places: (x, z, subset) each. What an executor is given."""
    return [bake_tile_of(source, x, z, subset) for x, z, subset in places]


def _bake_tiles(source, executor, progress):
    started = perf_counter()
    buckets = _buckets(source)
    columns, rows = source.tiles
    places = [(x, z, buckets.subset(x, z)) for z in range(rows) for x in range(columns)]
    bucketed = perf_counter()
    pieces = [places[i:i + TILES_A_PIECE] for i in range(0, len(places), TILES_A_PIECE)]
    tiles = [baked for piece in _run(source, pieces, executor, progress) for baked in piece]
    assembled = perf_counter()
    _drop_insides(tiles)
    low, settings = source.bounds[0], source.settings
    stages = BakeStages()
    stages.heightfield = stages.compact = stages.contours = stages.polygons = stages.detail = None
    stages.links = [link for baked in tiles for link in baked.links]
    stages.mesh = NavMesh.from_tiles((baked.tile for baked in tiles if baked.tile.polygon_count),
                                     settings.tile_size * settings.cell_size, low, **_agent(settings))
    drop_small_islands(stages.mesh, settings.region_min_area * settings.cell_size ** 2)
    _add_links(stages.mesh, stages.links, settings)
    stages.seconds = {"buckets": bucketed - started}
    for baked in tiles:
        for stage, seconds in baked.seconds.items():
            stages.seconds[stage] = stages.seconds.get(stage, 0.0) + seconds
    stages.seconds["navmesh"] = perf_counter() - assembled
    stages.warnings = _warnings({name: sum(baked.tallies[name] for baked in tiles) for name in tiles[0].tallies}, source)
    return stages


def _run(source, pieces, executor, progress):
    """Bake the pieces with an executor and return what they gave, in order."""
    try:
        from concurrent.futures import ThreadPoolExecutor, as_completed
    except ImportError:             # inside the engine there are no executors
        return _run_here(source, pieces, progress)
    if executor is None:
        with ThreadPoolExecutor() as threads:
            return _run(source, pieces, threads, progress)
    if isinstance(executor, ThreadPoolExecutor):
        futures = [executor.submit(bake_piece, source, piece) for piece in pieces]
    else:
        futures = [executor.submit(bake_piece, *_packed(source, piece)) for piece in pieces]
    try:
        for done, future in enumerate(as_completed(futures), 1):
            future.result()
            _tell(progress, done / len(pieces))
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    return [future.result() for future in futures]


def _run_here(source, pieces, progress):
    found = []
    for piece in pieces:
        found.append(bake_piece(source, piece))
        _tell(progress, len(found) / len(pieces))
    return found


def _packed(source, piece):
    """A piece with no more of the level than it needs, to be sent to another process."""
    needed = array("i", sorted({triangle for _, _, subset in piece for triangle in subset}))
    number = {triangle: i for i, triangle in enumerate(needed)}
    return source.part(needed), [(x, z, array("i", [number[triangle] for triangle in subset])) for x, z, subset in piece]


def _drop_insides(tiles):
    """Leave out the polygons in spaces that, seen over all tiles, are the insides of solids."""
    for baked, inside in zip(tiles, inside_of_solids(baked.spaces for baked in tiles)):
        if inside and baked.polygon_spaces is not None:
            baked.tile = keep_polygons(baked.tile, bytes(space not in inside for space in baked.polygon_spaces))


# ---- links, progress and warnings ----

def _add_links(mesh, links, settings):
    mesh.add_links([OffMeshLink(start, end, radius=2 * settings.cell_size, width=width, two_way=two_way, kind=kind)
                    for start, end, width, two_way, kind in links], strict=False)


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
