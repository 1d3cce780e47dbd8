"""
Regions: the walkable floors cut into patches, each in one piece, of one area, and never above itself (Mononen, Recast).

Three partitions, from even patches to fast ones. All of them only use the core of a tile; floors in its border stay in no
region.
"""
from libc.stdint cimport int32_t, uint16_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.regions.floor_graph cimport FloorGraph, build_floor_graph
from navpy.baking.regions.monotone cimport partition_monotone
from navpy.baking.regions.region_graph cimport (RegionGraph, compress_ids, describe_regions, drop_small_islands, merge_layers,
                                      merge_small_regions)
from navpy.baking.regions.watershed cimport watershed

cdef enum Partition:
    PARTITION_WATERSHED
    PARTITION_MONOTONE
    PARTITION_LAYERS


cdef int32_t partition_floors(CompactHeightfield compact, FloorGraph* floors, Partition partition) except -1 nogil:
    """→ number of raw regions; the watershed uses up the distance field, whose memory is then given back"""
    cdef vector[uint16_t] distances
    build_floor_graph(compact, floors)
    if partition != PARTITION_WATERSHED:
        return partition_monotone(floors)
    distances.swap(compact.distances)
    return watershed(floors, distances.data(), compact.max_distance)


cdef int build_regions(CompactHeightfield compact, Partition partition, int min_region_area,
                       int merge_region_area) except -1 nogil:
    cdef FloorGraph floors
    cdef RegionGraph graph
    describe_regions(&floors, partition_floors(compact, &floors, partition), &graph)
    drop_small_islands(&graph, min_region_area)
    if partition == PARTITION_LAYERS:
        merge_layers(&graph)
    else:
        merge_small_regions(&graph, merge_region_area)
    compact.region_count = compress_ids(&floors, &graph)
    return 0


cdef int check_areas(int min_region_area, int merge_region_area) except -1:
    if min_region_area < 0 or merge_region_area < 0:
        raise ValueError(f"min_region_area and merge_region_area: must be at least 0 cells, are {min_region_area} and {merge_region_area}")
    return 0


def build_watershed_regions(CompactHeightfield compact not None, int min_region_area, int merge_region_area):
    """
    Give every walkable floor of the core a region; the result is `compact.regions` (0: in no region) and
    `compact.region_count`. Regions lie around the peaks of the distance field: even patches, the best ones for paths.

    min_region_area: islands of fewer cells are dropped, unless they go on in a neighbouring tile.
    merge_region_area: regions of up to as many cells are merged into a neighbour where the result stays simple.
    Needs the distance field and uses it up. Raises ValueError if it is missing or if an area is negative.
    """
    check_areas(min_region_area, merge_region_area)
    if compact.distances.size() != compact.floors.size():
        raise ValueError("compact: must have a distance field, has none yet")
    with nogil:
        build_regions(compact, PARTITION_WATERSHED, min_region_area, merge_region_area)


def build_monotone_regions(CompactHeightfield compact not None, int min_region_area, int merge_region_area):
    """
    As `build_watershed_regions`, without a distance field: every row of columns crosses a region in one run, before small
    ones are merged. The fastest partition, of long thin regions.
    """
    check_areas(min_region_area, merge_region_area)
    with nogil:
        build_regions(compact, PARTITION_MONOTONE, min_region_area, merge_region_area)


def build_layer_regions(CompactHeightfield compact not None, int min_region_area, int merge_region_area):
    """
    As `build_monotone_regions`, but regions of any size are merged until only storeys keep them apart: few large regions,
    with holes in them, which suits tiles. There is nothing left for merge_region_area to do: it is only checked.
    """
    check_areas(min_region_area, merge_region_area)
    with nogil:
        build_regions(compact, PARTITION_LAYERS, min_region_area, merge_region_area)
