"""Regions: the walkable floors partitioned into connected patches of one area that never lie above themselves (Recast).

There are three partitions. All of them use the core of a tile only; floors in its border are in no region.
"""
from libc.stdint cimport int32_t, uint16_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.regions.floor_graph cimport FloorGraph, build_floor_graph
from navpy.baking.regions.monotone cimport partition_monotone
from navpy.baking.regions.region_graph cimport (
    RegionGraph, compress_ids, describe_regions, drop_small_islands, merge_layers, merge_small_regions)
from navpy.baking.regions.watershed cimport watershed

cdef enum Partition:
    PARTITION_WATERSHED
    PARTITION_MONOTONE
    PARTITION_LAYERS


cdef int32_t partition_floors(CompactHeightfield compact, FloorGraph* floors, Partition partition) except -1 nogil:
    """Give every open floor a region. The watershed uses up the distance field, and its memory is freed. → number of regions"""
    cdef vector[uint16_t] distances
    build_floor_graph(compact, floors)
    if partition != PARTITION_WATERSHED:
        return partition_monotone(floors)
    distances.swap(compact.distances)
    return watershed(floors, distances.data(), compact.max_distance)


cdef int build_regions(CompactHeightfield compact, Partition partition, int min_region_area, int merge_region_area) except -1 nogil:
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
        raise ValueError(f"min_region_area and merge_region_area: must be at least 0 cells, are {min_region_area} and "
                         f"{merge_region_area}")
    return 0


def build_watershed_regions(CompactHeightfield compact not None, int min_region_area, int merge_region_area):
    """Partition the floors by a watershed of the distance field: even patches, the best regions for paths (Recast, rcBuildRegions).

    Parameters
    ----------
    compact : CompactHeightfield
        With a distance field, which is used up. Gets the region of every floor, 0 for none, and ``region_count``.
    min_region_area : int
        Islands of fewer cells are removed, unless they go on in a neighboring tile.
    merge_region_area : int
        Regions of up to so many cells are merged into a neighbor where the result stays simple.

    Raises
    ------
    ValueError
        No distance field, an area below 0.
    """
    check_areas(min_region_area, merge_region_area)
    if compact.distances.size() != compact.floors.size():
        raise ValueError("compact: must have a distance field, has none yet")
    with nogil:
        build_regions(compact, PARTITION_WATERSHED, min_region_area, merge_region_area)


def build_monotone_regions(CompactHeightfield compact not None, int min_region_area, int merge_region_area):
    """Partition the floors into regions that every row of columns crosses in one run; then merge small regions.

    The fastest partition, of long thin regions (Recast, rcBuildRegionsMonotone). The arguments are those of build_watershed_regions;
    no distance field is needed.
    """
    check_areas(min_region_area, merge_region_area)
    with nogil:
        build_regions(compact, PARTITION_MONOTONE, min_region_area, merge_region_area)


def build_layer_regions(CompactHeightfield compact not None, int min_region_area, int merge_region_area):
    """Partition the floors into layers: monotone regions, merged until any further merge would lie above itself.

    Few large regions with holes, which suit tiles (Recast, rcBuildLayerRegions). The arguments are those of build_watershed_regions;
    no distance field is needed, and merge_region_area is only checked.
    """
    check_areas(min_region_area, merge_region_area)
    with nogil:
        build_regions(compact, PARTITION_LAYERS, min_region_area, merge_region_area)
