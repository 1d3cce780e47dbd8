"""The bake, from triangles to a NavMesh: calls one stage after the other (Recast, Sample_SoloMesh and Sample_TileMesh), for a level in
one piece or tile by tile.

Only this module of the bake knows NavMesh.
"""
from array import array
from math import atan, ceil, degrees, radians, tan
from time import perf_counter

from navpy.baking.voxels.areas import mark_volumes, spaces_of_regions
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.contours.contours import ContourSet
from navpy.baking.detail.detail import DetailMesh
from navpy.baking.voxels.distance_field import blur_distance_field, build_distance_field
from navpy.baking.voxels.enclosed import filter_enclosed_spaces, inside_of_solids
from navpy.baking.voxels.erosion import erode
from navpy.baking.voxels.filters import filter_ledge_spans, filter_low_hanging_obstacles, filter_walkable_low_height_spans
from navpy.baking.detail.source_heights import SourceHeights
from navpy.baking.voxels.heightfield import Heightfield
from navpy.baking.voxels.median_filter import median_filter
from navpy.base.interrupts import run_all
from navpy.base.interrupts import BakeCancelled, report
from navpy.baking.link_generator import generate_links, jump_reach
from navpy.baking.contours.polygons import PolyMesh
from navpy.baking.regions.regions import build_layer_regions, build_monotone_regions, build_watershed_regions
from navpy.baking.settings import RATIO_NOISE
from navpy.baking.contours.layer_separation import separate_layers
from navpy.baking.voxels.triangle_buckets import TriangleBuckets
from navpy.baking.voxels.triangle_soup import has_ramp
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.navmesh.navmesh import NavMesh
from navpy.navmesh.reachable import drop_small_islands, keep_polygons, keep_reachable
from navpy.mesh.tiles.tile import NavMeshTile

STAGES = (                          # name, fraction of a bake in one piece that is over when it starts
    ("rasterize", 0.0),
    ("filter", 0.4),
    ("compact", 0.45),
    ("erode", 0.53),
    ("distance field", 0.58),
    ("regions", 0.63),
    ("contours", 0.78),
    ("polygons", 0.81),
    ("ground", 0.83),
    ("detail", 0.85),
    ("links", 0.95),
    ("navmesh", 0.97),
    ("done", 1.0),
)
PARTITIONS = (build_watershed_regions, build_monotone_regions, build_layer_regions)    # by sample_partition_type
FRINGE = 1                          # columns outside the level, which tell whether a space is open there
LEDGE_REACH = 1                     # columns beyond a window that the ledge filter looks at
TILES_A_BLOCK = 8, 4                # along x and at most along z, baked by one call of an executor
NOT_WALKABLE = b"\0\x40"           # AREA_NONE and AREA_CLOSED of navpy/base/area.pxd
FEWEST_BLOCKS = 32                  # of a level before a block has several rows of tiles, so that all threads have work


class BakeStages:
    """What every stage of a bake made, for tools that look inside; `navpy.api.baking` gives it as arrays.

    Of a bake in tiles only cut_out, links, mesh, warnings and seconds are kept.

    Attributes
    ----------
    heightfield : Heightfield
        Filtered.
    compact : CompactHeightfield
        Eroded, with regions.
    cut_out : int
        Floors that volumes have made not walkable.
    contours : ContourSet
    polygons : PolyMesh
    detail : DetailMesh
    links : list
        The links that were found and kept, as generate_links describes them.
    mesh : NavMesh
    warnings : list of str
        Why the mesh is empty or has faults.
    seconds : dict
        Duration of each stage by its name.
    """

    __slots__ = ("heightfield", "compact", "cut_out", "contours", "polygons", "detail", "links", "mesh", "warnings", "seconds")

    def __repr__(self):
        return f"<BakeStages of {self.mesh!r}, {len(self.warnings)} warning{'s' * (len(self.warnings) != 1)}>"


class BakedTile:
    """One tile as bake_block makes it.

    Attributes
    ----------
    tile : NavMeshTile
    links : list
        The links found, as generate_links describes them.
    polygon_cells : array("i")
        Of each polygon: the number of floors of its region for the region's first polygon, 0 for its others.
    polygon_spaces : list or None
        Of each polygon: the label of its space among those of the block.
    counts : dict
        What the warnings are made of.
    spaces : EnclosedSpaces or None
        Those of the block, on its first tile.
    seconds : dict
        Duration of the block's stages by name, on its first tile.
    """

    __slots__ = ("tile", "links", "spaces", "polygon_cells", "polygon_spaces", "counts", "seconds")


def bake_source(source, progress=None, executor=None, keep=True, links=(), seeds=None):
    """Bake the level of a BakeSource. → BakeStages

    progress, executor, links, seeds: as `navpy.bake` takes them. keep: False frees each stage as soon as no other needs it.
    """
    stages = _bake_tiles(source, executor, progress) if source.settings.tile_size else _bake_whole(source, progress, keep)
    stages.mesh.add_links(links)
    if seeds is not None:
        stages.mesh = keep_reachable(stages.mesh, seeds)
    _report_stage(progress, "done")
    return stages


def tile_of(source, x, z, subset=None):
    """One tile of the level of a BakeSource, as `navpy.bake_tile` bakes it. → NavMeshTile

    subset: array("i"), the triangles within `tile_reach` of the tile's bounds; all if None.
    """
    columns, rows = source.tiles
    if not (source.settings.tile_size and 0 <= x < columns and 0 <= z < rows):
        raise ValueError(f"there is no tile ({x}, {z}): the level has {columns} × {rows}" if source.settings.tile_size
                         else "settings.tile_size is 0: the level is baked in one piece")
    block = bake_block(source, x, z, 1, 1, subset)
    _remove_insides([block], [_inside_around(source, x, z, block[0].spaces)])
    return block[0].tile.with_links(_off_mesh_links(block[0].links, source.settings))


def tile_reach(settings):
    """Meters from a tile's bounds within which triangles of the level affect it."""
    return (border_of(settings) + LEDGE_REACH) * settings.cell_size


# ---- the stages ----

def voxelize(source, clock, window=None, border_vx=0, subset=None):
    """From triangles to filtered spans over a window (x0, z0, width, depth) of the level's columns, all of them if None.

    → Heightfield, and the EnclosedSpaces that the window alone cannot decide on, or None
    """
    settings, spaces = source.settings, None
    height_vx, climb_vx = settings.height_vx, settings.climb_vx

    # 1. Rasterize: columns of solid spans, marked walkable where the triangle on top is.
    clock.start("rasterize")
    window = (0, 0, source.width, source.depth) if window is None else window
    around = widened(window, FRINGE) if border_vx == 0 else window      # a tile's window has a border
    heightfield = Heightfield(*source.bounds, settings.cell_size, settings.cell_height, around)
    heightfield.rasterize(source.vertices, source.triangles, source.marks, climb_vx, subset, True)

    # 2. Filter: low obstacles, ledges, low spaces, insides of closed solids.
    clock.start("filter")
    if settings.filter_low_hanging_obstacles:
        filter_low_hanging_obstacles(heightfield, climb_vx)
    if settings.filter_ledge_spans:
        filter_ledge_spans(heightfield, height_vx, climb_vx)
    if settings.filter_walkable_low_height_spans:
        filter_walkable_low_height_spans(heightfield, height_vx)
    if settings.filter_enclosed_spaces:
        spaces = filter_enclosed_spaces(heightfield, border_vx)
    heightfield.cut(window)
    return heightfield, spaces


def polygonize(source, clock, heightfield, heights=None, window=None, border_vx=0, keep=True):
    """From spans to polygons with their surface, over a window inside the heightfield's, all of it if None. → BakeStages without a
    mesh

    heights: SourceHeights under the heightfield; made here if None. keep: False frees the heightfield and the contours as soon as no
    stage needs them.
    """
    settings, stages, columns = source.settings, BakeStages(), window_of(heightfield)
    stages.heightfield, stages.seconds = heightfield, clock.seconds

    # 3. Compact: the floors and their connections.
    clock.start("compact")
    compact = stages.compact = CompactHeightfield(heightfield, settings.height_vx, settings.climb_vx, border_vx, window)
    if not (keep or settings.link_drop_height or settings.link_climb_height or settings.link_jump_distance):
        heightfield.clear()

    # 4. Erode: keep the agent's radius away from walls and drops, so that paths can be planned for a point.
    clock.start("erode")
    stages.cut_out = mark_volumes(compact, source.volumes, True, source.volume_tables)
    erode(compact, settings.radius_vx)
    stages.cut_out += mark_volumes(compact, source.volumes, False, source.volume_tables)
    if settings.filter_median_areas:
        median_filter(compact)

    # 5 … 8, repeated while polygons of two layers share an edge: each time some of these layers are separated.
    stages.contours, polygons = cut_into_polygons(settings, compact, clock)
    while polygons.overlapping and separate_layers(compact, polygons):
        stages.contours, polygons = cut_into_polygons(settings, compact, _Clock())
    stages.polygons = polygons

    if not keep:
        stages.contours.clear()

    # 9. Detail: the polygons' surface, fitted to the source triangles under it.
    if heights is None:
        heights = find_source_heights(source, clock, columns)
    clock.start("detail")
    stages.detail = DetailMesh(compact, polygons, heights, settings.detail_sample_distance * settings.cell_size,
                               settings.detail_sample_max_error * settings.cell_height)

    # 10. Links: drops, climbs and jumps from the boundary edges.
    clock.start("links")
    stages.links = generate_links(
        heightfield, compact, polygons, agent_radius=settings.agent_radius, agent_height=settings.agent_height,
        agent_max_climb=settings.agent_max_climb, drop_height=settings.link_drop_height,
        climb_height=settings.link_climb_height, jump_distance=settings.link_jump_distance)
    clock.stop()
    return stages


def cut_into_polygons(settings, compact, clock):
    """From eroded floors to ContourSet and PolyMesh."""
    # 5. Distance field: the distance of each floor from the border, smoothed to have fewer peaks. Only the watershed needs it.
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
    contours = ContourSet(compact, settings.edge_max_error, settings.edge_max_length_vx)

    # 8. Polygons: convex pieces of the outlines.
    clock.start("polygons")
    return contours, PolyMesh(contours, settings.vertices_per_polygon)


def widened(window, columns):
    x0, z0, width, depth = window
    return x0 - columns, z0 - columns, width + 2 * columns, depth + 2 * columns


def window_of(heightfield):
    return heightfield.x0, heightfield.z0, heightfield.width, heightfield.depth


def find_source_heights(source, clock, window, subset=None):
    """The source triangles under a window, from which the detail stage takes heights."""
    clock.start("ground")
    cell, (x, _, z) = source.settings.cell_size, source.bounds[0]
    x0, z0, width, depth = window
    low, high = (x + x0 * cell, z + z0 * cell), (x + (x0 + width) * cell, z + (z0 + depth) * cell)
    return SourceHeights(source.vertices, source.triangles, source.marks, low, high, cell, subset)


class _Clock:
    """Announces stages and notes how long each took."""

    __slots__ = ("seconds", "progress", "stage", "since")

    def __init__(self, progress=None):
        self.seconds, self.progress, self.stage, self.since = {}, progress, None, 0.0

    def start(self, stage):
        self.stop()
        _report_stage(self.progress, stage)
        self.stage, self.since = stage, perf_counter()

    def stop(self):
        if self.stage is not None:
            self.seconds[self.stage] = self.seconds.get(self.stage, 0.0) + perf_counter() - self.since
            self.stage = None


def _agent(settings):
    """The agent as NavMesh stores it. A surface may deviate from the ground by its allowed error, about a cell height, which is
    added to the highest step."""
    return dict(agent_radius=settings.agent_radius, agent_height=settings.agent_height,
                climb=settings.agent_max_climb + settings.cell_height)


# ---- a level in one piece ----

def _bake_whole(source, progress, keep):
    clock = _Clock(progress)
    heightfield, _ = voxelize(source, clock)
    stages = polygonize(source, clock, heightfield, border_vx=source.settings.border_vx, keep=keep)
    clock.start("navmesh")
    polygons, detail, counts = stages.polygons, stages.detail, _counts(stages)
    if not keep:                    # freed before the mesh needs room
        heightfield = stages.heightfield = stages.compact = stages.contours = None
    areas, flags = source.areas_and_flags(polygons.areas)
    stages.mesh = NavMesh(detail.vertices if polygons.polygon_count else None, polygons.offsets, polygons.corners, areas,
                          detail.offsets, detail.triangles, flags=flags, **_agent(source.settings))
    _add_links(stages, source.settings)
    clock.stop()
    stages.warnings = _warnings(counts, source)
    return stages


# ---- a level in tiles ----

def border_of(settings):
    """Columns by which a tile's window is wider on each side: the reach of erosion, filters and links."""
    reach = 0
    if settings.link_jump_distance > 0:
        reach = jump_reach(settings.agent_radius, settings.cell_size, settings.link_jump_distance) / settings.cell_size
    if settings.link_drop_height > 0 or settings.link_climb_height > 0:
        reach = max(reach, 2 * settings.radius_vx + 4)
    return settings.radius_vx + 3 + ceil(reach)


def bake_block(source, x, z, columns, rows, subset):
    """The tiles x … x+columns−1 of the rows z … z+rows−1. This is the task that an executor runs. → list of BakedTile

    The tiles are voxelized together, so that their common rims are so once only; each is the same as if baked alone. subset:
    array("i"), the triangles that may touch them.
    """
    size, border = source.settings.tile_size, border_of(source.settings)
    rim, side = border + LEDGE_REACH, size + 2 * border
    clock = _Clock()
    heightfield, spaces = voxelize(source, clock, (x * size - rim, z * size - rim, columns * size + 2 * rim, rows * size + 2 * rim),
                                   rim, subset)
    heights = find_source_heights(source, clock, window_of(heightfield), subset)
    tiles = []
    for k in range(z, z + rows):
        for i in range(x, x + columns):
            stages = polygonize(source, clock, heightfield, heights, (i * size - border, k * size - border, side, side), border)
            tiles.append(_baked_tile(source, stages, spaces, i, k))
    tiles[0].spaces, tiles[0].seconds = spaces, clock.seconds
    return tiles


def _baked_tile(source, stages, spaces, x, z):
    polygons, detail = stages.polygons, stages.detail
    areas, flags = source.areas_and_flags(polygons.areas)
    baked = BakedTile()
    baked.tile = NavMeshTile(detail.vertices if polygons.polygon_count else None, polygons.offsets, polygons.corners,
                             areas, polygons.portals, detail.offsets, detail.triangles, flags=flags, x=x, z=z)
    baked.links, baked.counts = stages.links, _counts(stages)
    baked.polygon_cells = _polygon_cells(stages)
    baked.spaces, baked.polygon_spaces, baked.seconds = None, None, {}
    if spaces is not None and len(spaces.labels) and polygons.polygon_count:
        by_region = spaces_of_regions(stages.compact, spaces.floors, spaces.labels)
        baked.polygon_spaces = [by_region[region] for region in polygons.regions]
    return baked


def _polygon_cells(stages):
    """BakedTile.polygon_cells. The polygons of a region follow each other, and all are on one island."""
    regions, cells = stages.polygons.regions, stages.contours.region_cells
    return array("i", (cells[region] if region != before else 0 for before, region in zip(array("i", [0]) + regions, regions)))


def _blocks(source):
    """(x, z, columns, rows, subset) of the blocks of tiles that a level is baked in."""
    settings, (columns, rows) = source.settings, source.tiles
    width, depth = TILES_A_BLOCK
    across = -(-columns // width)
    depth = max(1, min(depth, across * rows // FEWEST_BLOCKS))
    along = -(-rows // depth)
    size, rim = settings.tile_size, border_of(settings) + LEDGE_REACH
    buckets = TriangleBuckets(source.vertices, source.triangles, source.bounds[0], settings.cell_size, size * width, size * depth, rim,
                              across, along)
    return [(i * width, k * depth, min(width, columns - i * width), min(depth, rows - k * depth), buckets.subset(i, k))
            for k in range(along) for i in range(across)]


def _bake_tiles(source, executor, progress):
    clock, settings = _Clock(), source.settings
    clock.start("blocks")
    blocks = _blocks(source)
    clock.stop()
    baked = _run(source, blocks, executor, progress)
    clock.start("navmesh")
    insides = inside_of_solids(block[0].spaces for block in baked)
    _remove_insides(baked, insides)
    tiles = sorted((tile for block in baked for tile in block), key=lambda baked: (baked.tile.z, baked.tile.x))
    stages = BakeStages()
    stages.heightfield = stages.compact = stages.contours = stages.polygons = stages.detail = None
    stages.links = [link for tile in tiles for link in tile.links]
    stages.mesh = NavMesh.from_tiles((tile.tile for tile in tiles if tile.tile.polygon_count),
                                     settings.tile_size * settings.cell_size, source.bounds[0], **_agent(settings))
    drop_small_islands(stages.mesh, {(tile.tile.x, tile.tile.z): tile.polygon_cells for tile in tiles}, settings.region_min_area)
    _add_links(stages, settings)
    clock.stop()
    stages.seconds = clock.seconds
    for tile in tiles:
        for stage, seconds in tile.seconds.items():
            stages.seconds[stage] = stages.seconds.get(stage, 0.0) + seconds
    counts = {name: sum(tile.counts[name] for tile in tiles) for name in tiles[0].counts}
    stages.cut_out = counts["cut_out"]
    if stages.mesh.polygon_count == 0 and any(inside for inside in insides):
        counts["floors"] = 0           # all floors are inside of solids
    stages.warnings = _warnings(counts, source)
    return stages


def _run(source, blocks, executor, progress):
    """Bake the blocks with an executor. → the results in order"""
    try:
        import os
        from concurrent.futures import ThreadPoolExecutor
    except ImportError:             # inside the engine there are no executors
        return _run_here(source, blocks, progress)
    if executor is None:
        usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
        with ThreadPoolExecutor(len(usable)) as threads:
            return _run(source, blocks, threads, progress)
    if not callable(getattr(executor, "submit", None)):
        raise ValueError(f"executor: must be a concurrent.futures.Executor or None, is {executor!r}")
    shared = isinstance(executor, ThreadPoolExecutor)
    calls = [(bake_block, *((source, *block) if shared else _packed(source, *block))) for block in blocks]
    return run_all(executor, calls, shared, lambda done, count: _report_block(progress, done / count))


def _run_here(source, blocks, progress):
    baked = []
    for block in blocks:
        baked.append(bake_block(source, *block))
        _report_block(progress, len(baked) / len(blocks))
    return baked


def _packed(source, x, z, columns, rows, subset):
    """The arguments of bake_block with only the part of the level that the block needs, for another process."""
    return source.part(subset), x, z, columns, rows, array("i", range(len(subset)))


def _remove_insides(blocks, insides):
    """Leave out the polygons in spaces that are insides of solids: of each block, those with the labels in `insides`."""
    for block, inside in zip(blocks, insides):
        for baked in block if inside else ():
            if baked.polygon_spaces is not None:
                keep = bytes(space not in inside for space in baked.polygon_spaces)
                baked.tile = keep_polygons(baked.tile, keep)
                baked.polygon_cells = array("i", (cells for cells, kept in zip(baked.polygon_cells, keep) if kept))


def _inside_around(source, x, z, spaces):
    """The labels of a tile's spaces that are insides of solids, from as much of the level around it as it takes to tell."""
    if spaces is None or not spaces.labels:
        return frozenset()
    size, (columns, rows) = source.settings.tile_size, source.tiles
    rim, reach = border_of(source.settings) + LEDGE_REACH, size
    while True:
        whole = (size + 2 * reach) ** 2 * 2 > columns * rows * size ** 2
        border = rim if whole else rim + reach
        window = (-rim, -rim, columns * size + 2 * rim, rows * size + 2 * rim) if whole else \
            (x * size - border, z * size - border, size + 2 * border, size + 2 * border)
        heightfield, undecided = voxelize(source, _Clock(), window, border)
        if whole or undecided is None or not undecided.labels:
            break
        reach = 2 * reach + size
    floors = dict(zip(spaces.labels, zip(*[iter(spaces.floors)] * 3)))
    return frozenset(label for label, floor in floors.items() if _was_removed(heightfield, *floor))


def _was_removed(heightfield, x, z, floor_vx):
    """Whether a floor, by its global column and height, is no longer walkable."""
    return not heightfield.is_walkable(x - heightfield.x0, z - heightfield.z0, floor_vx)


# ---- links, progress and warnings ----

def _add_links(stages, settings):
    """Add the found links to the mesh; of those that it kept, `links` is made anew."""
    stages.mesh.add_found_links(_off_mesh_links(stages.links, settings))
    stages.links = [(link.start, link.end, link.width, link.two_way, link.kind) for link in stages.mesh.links]


def _off_mesh_links(found, settings):
    """The found links as OffMeshLinks."""
    radius = 2 * max(settings.cell_size, settings.cell_height)
    return [OffMeshLink(start, end, radius=radius, width=width, two_way=two_way, kind=kind)
            for start, end, width, two_way, kind in found]


def _report_block(progress, fraction):
    if progress is not None and progress("tiles", fraction) is False:
        raise BakeCancelled("bake stopped between two tiles")


def _report_stage(progress, stage):
    if progress is not None:
        report(progress, stage, dict(STAGES)[stage])


def _counts(stages):
    return dict(floors=stages.compact.floor_count, cut_out=stages.cut_out, regions=stages.compact.region_count,
                unmerged_holes=stages.contours.unmerged_holes, untriangulated=stages.polygons.untriangulated,
                overlapping=stages.polygons.overlapping)


def _steep_ramps(source):
    """A warning where triangles that agent_max_slope allows rise more over a cell than agent_max_climb lets the agent step; None where
    there are none. Triangles no higher than such a step are rough ground, not ramps."""
    settings = source.settings
    cell, height, climb = settings.cell_size, settings.cell_height, settings.climb_vx * settings.cell_height
    walked = degrees(atan(climb / cell))
    if walked >= settings.agent_max_slope * (1 - RATIO_NOISE) or not has_ramp(
            source.vertices, source.triangles, source.marks, min(walked + 0.01, 90), climb + height):
        return None
    text = (f"ramps steeper than {walked:.1f} degrees may be impassable: agent_max_climb ({settings.agent_max_climb} m) is "
            f"{settings.climb_vx} × cell_height ({height} m) over a cell of {cell} m")
    if settings.agent_max_slope < 89:
        rise = cell * tan(radians(settings.agent_max_slope))
        text += f"; for agent_max_slope ({settings.agent_max_slope} degrees) make agent_max_climb at least " \
                f"{ceil(rise / height - RATIO_NOISE) * height:.4g} m"
        if climb:
            text += f" or cell_size at most {climb * cell / rise:.3g} m"
    return text


def _warnings(counts, source):
    """Why the mesh is empty or faulty, a sentence for each reason."""
    settings, found = source.settings, []
    if not bytes(source.marks).translate(None, NOT_WALKABLE):
        found.append(f"nothing is walkable: all {len(source.marks)} triangles face down, are steeper than agent_max_slope "
                     f"({settings.agent_max_slope} degrees) or have the area 0")
    elif counts["floors"] == 0:
        inside = ", or is inside a closed solid (filter_enclosed_spaces)" if settings.filter_enclosed_spaces else ""
        found.append(f"nothing is walkable: every floor is a ledge or has less than agent_height "
                     f"({settings.agent_height} m) above it{inside}")
    elif counts["regions"] == 0 and counts["cut_out"] >= counts["floors"]:
        found.append("nothing is walkable: volumes with area 0 cut all floors out")
    elif counts["regions"] == 0:
        others = f"volumes with area 0 cut {counts['cut_out'] / counts['floors']:.0%} of the floors out, and every other one" \
            if counts["cut_out"] else "every floor"
        found.append(f"nothing is walkable: {others} is within agent_radius ({settings.agent_radius} m) of an edge or on "
                     f"an island of less than {settings.region_min_area} cells (region_min_size)")
    for name, text in (("unmerged_holes", "holes could not be joined to their outline and were filled"),
                       ("untriangulated", "outlines cross themselves and were triangulated in part"),
                       ("overlapping", "polygons overlap others and are not linked to them")):
        if counts[name]:
            found.append(f"{counts[name]} {text}")
    steep = _steep_ramps(source)
    if steep is not None:
        found.append(steep)
    return found
