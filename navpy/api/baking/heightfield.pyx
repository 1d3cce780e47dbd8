"""Heightfields made by hand and looked at, for tests and pictures."""
from libc.stdint cimport int32_t

from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.voxels.heightfield cimport Heightfield, append_rows, check_empty
from navpy.baking.voxels.span_merger cimport MAX_HEIGHT_VX, SpanMerger, add_surface, floor_at, floor_rank, start_merging
from navpy.base.arguments cimport read_whole
from navpy.base.area cimport AREA_CLOSED


cdef int32_t column_of(Heightfield field, x, z) except -1:
    if not (0 <= x < field.width and 0 <= z < field.depth):
        raise ValueError(f"column: must be one of {field.width} × {field.depth}, is ({x}, {z})")
    return x + z * field.width


def fill_spans(Heightfield field not None, spans, int merge_vx=0):
    """Fill an empty field with solid intervals instead of triangles, merged as Heightfield.rasterize does.

    Parameters
    ----------
    field : Heightfield
    spans : iterable of (x, z, bottom_vx, top_vx, area)
        x and z are counted from the window's first column. area: 0 is no floor, 64 a closed one.
    merge_vx : int
        Cell heights, at least 0.

    Raises
    ------
    ValueError
        A span that does not fit, a negative merge_vx, a field that is filled already.
    """
    cdef SpanMerger merger
    check_empty(field, merge_vx)
    start_merging(&merger, <size_t>field.width * field.depth)
    for x, z, bottom_vx, top_vx, area in spans:
        column = column_of(field, x, z)
        if not 0 <= bottom_vx < top_vx <= MAX_HEIGHT_VX:
            raise ValueError(f"spans: must have 0 <= bottom_vx < top_vx <= {<int>MAX_HEIGHT_VX}, has {bottom_vx} and {top_vx}")
        rank = floor_rank(read_whole("area", area, 0, AREA_CLOSED))
        add_surface(&merger, column, bottom_vx * 2 + 1, top_vx * 2 + 1, floor_at(rank, top_vx))
    append_rows(field, &merger, 0, field.depth, 0, field.width, merge_vx)
    field.filled = True


def column_spans(Heightfield field not None, x, z):
    """Spans of the window's column (x, z): a list of (bottom_vx, top_vx, area), upwards. ValueError outside the window."""
    cdef int32_t column = column_of(field, x, z)
    return [(field.spans[i].bottom_vx, field.spans[i].top_vx, field.spans[i].area)
            for i in range(field.first[column], field.first[column + 1])]


def column_flags(Heightfield field not None, x, z):
    """SpanFlag bits of the spans of the window's column (x, z): a list, upwards. ValueError outside the window."""
    cdef int32_t column = column_of(field, x, z)
    return [field.spans[i].flags for i in range(field.first[column], field.first[column + 1])]


def level_bounds(field):
    """The level's box: two corners (x, y, z), meters, of a Heightfield or a CompactHeightfield."""
    cdef double* low
    cdef double* high
    if isinstance(field, CompactHeightfield):
        low, high = (<CompactHeightfield>field).origin, (<CompactHeightfield>field).bounds_max
    else:
        low, high = (<Heightfield?>field).origin, (<Heightfield?>field).bounds_max
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])
