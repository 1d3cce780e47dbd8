"""The bake from outlines of a tile, from the outlines within reach alone. What is clipped beyond ends at a window, whose border counts
as a wall, so far away that it makes no difference.

An edge of a polygon on the tile's border is a portal where there is floor beyond. That follows from the sides that lie on the border:
they tell by how much winding numbers differ beyond it."""
from libc.math cimport ceil, floor
from libc.stdint cimport int8_t, int16_t, int32_t
from libc.string cimport memset
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_NONE
from navpy.baking.outlines.convex_polygons cimport merge_convex
from navpy.baking.outlines.noding cimport RawSide
from navpy.baking.outlines.outlines cimport LAYER_AREA, LAYER_TRAVERSABLE
from navpy.baking.outlines.planar_graph cimport GridPoint
from navpy.baking.outlines.stages cimport add_outline, area_at, erode, layer_count, make_triangles
from navpy.baking.outlines.windows cimport OutlineWindow, add_clipped, set_window
from navpy.mesh.mesh_view cimport DEFAULT_FLAGS, Poly
from navpy.mesh.tiles.tile_data cimport SIDE_COUNT, SIDE_NONE, finish_tile

cdef double MARGIN = 4.0            # units, more than rounding moves a point: that a tile's window reaches farther than the radius

cdef struct BorderSide:             # a side that lies on a tile's border
    double begin, end               # units along the border, ascending
    int32_t layer
    int32_t step                    # winding number beyond the border minus that on its inner side

cdef struct BorderStretch:                # of a border
    double begin, end               # units along it, ascending

cdef cppclass Border:
    bint is_closed                  # it is the border of the bounds: there is no floor beyond
    vector[BorderSide] sides
    vector[BorderStretch] open            # where there is floor on both sides, if any sides lie on the border; ascending

cdef cppclass TileWork:
    OutlineWindow tile, around
    Border borders[4]               # by side, as in TileData.portals
    vector[double] ends             # working memory
    vector[int16_t] winding         # likewise
    vector[BorderStretch] portals         # likewise


# ---- where a tile lies ----

cdef void set_tile_size(const Bake* bake, double tile_size, Tiling* tiling) noexcept nogil:
    tiling.size = max(floor(tile_size / bake.unit + 0.5), 1.0)
    tiling.reach = ceil(bake.radius + bake.corner_error + MARGIN) if bake.radius > 0.0 else 0.0


cdef int find_tiles(const Bake* bake, Tiling* tiling) except -1 nogil:
    cdef vector[int32_t] touched            # low and high column, low and high row of each outline
    cdef const double* at = bake.outlines.points.data()
    cdef double low, high, begin
    cdef int32_t i, k, x, z, axis, most, pass_
    for i in range(<int32_t>bake.outlines.layer.size()):
        for axis in range(2):
            low = high = at[2 * bake.outlines.first[i] + axis]
            for k in range(bake.outlines.first[i], bake.outlines.first[i + 1]):
                low, high = min(low, at[2 * k + axis]), max(high, at[2 * k + axis])
            begin, most = (tiling.z if axis else tiling.x) * tiling.size, (tiling.rows if axis else tiling.columns)
            touched.push_back(<int32_t>max(ceil((low - tiling.reach - begin) / tiling.size) - 1.0, 0.0))      # one on the border, too
            touched.push_back(<int32_t>min(floor((high + tiling.reach - begin) / tiling.size), most - 1.0))
    tiling.first.clear()
    tiling.first.resize(<size_t>tiling.columns * tiling.rows + 2, 0)        # counts lie two places on, as in noding
    for pass_ in range(2):
        for i in range(<int32_t>bake.outlines.layer.size()):
            for z in range(touched[4 * i + 2], touched[4 * i + 3] + 1):
                for x in range(touched[4 * i], touched[4 * i + 1] + 1):
                    k = z * tiling.columns + x
                    if pass_ == 0:
                        tiling.first[k + 2] += 1
                    else:
                        tiling.outline_of[tiling.first[k + 1]] = i
                        tiling.first[k + 1] += 1
        if pass_ == 0:
            for i in range(2, <int32_t>tiling.first.size()):
                tiling.first[i] += tiling.first[i - 1]
            tiling.outline_of.resize(tiling.first.back())
    tiling.first.pop_back()
    return 0


cdef int find_lines(const Tiling* tiling, double low, double high, vector[double]* lines) except -1 nogil:
    """Add the lines of all tiles and of the windows around them from low to high: every window within which a side lies cuts it at the
    same places, so neighbors have the same boundary before the erosion and the same curve after it."""
    cdef double line = floor((low - tiling.reach) / tiling.size) * tiling.size
    cdef double at
    cdef int32_t way
    while line - tiling.reach <= high:
        for way in range(-1, 2):
            at = line + way * tiling.reach
            if low < at < high:
                lines.push_back(at)
        line += tiling.size
    return 0


cdef int set_windows(const Bake* bake, const Tiling* tiling, int32_t x, int32_t z, TileWork* work) except -1 nogil:
    cdef const OutlineWindow* bounds = &bake.bounds
    cdef double low_x = x * tiling.size, low_y = z * tiling.size, high_x = low_x + tiling.size, high_y = low_y + tiling.size
    cdef double reach = tiling.reach
    cdef OutlineWindow* around = &work.around
    if bake.is_cropped:
        set_window(around, max(low_x - reach, bounds.low_x), max(low_y - reach, bounds.low_y), min(high_x + reach, bounds.high_x),
                   min(high_y + reach, bounds.high_y))
        work.borders[0].is_closed, work.borders[3].is_closed = low_x <= bounds.low_x, low_y <= bounds.low_y
        work.borders[2].is_closed, work.borders[1].is_closed = high_x >= bounds.high_x, high_y >= bounds.high_y
    else:
        set_window(around, low_x - reach, low_y - reach, high_x + reach, high_y + reach)
    set_window(&work.tile, low_x, low_y, high_x, high_y)
    find_lines(tiling, around.low_x, around.high_x, &around.columns)
    return find_lines(tiling, around.low_y, around.high_y, &around.rows)


# ---- portals ----

cdef inline int8_t side_of(double ax, double ay, double bx, double by, const OutlineWindow* tile) noexcept nogil:
    """The side of a tile on whose line an edge lies."""
    if ax == bx:
        return 0 if ax == tile.low_x else 2 if ax == tile.high_x else SIDE_NONE
    if ay == by:
        return 3 if ay == tile.low_y else 1 if ay == tile.high_y else SIDE_NONE
    return SIDE_NONE


cdef int note_border_side(TileWork* work, double ax, double ay, double bx, double by, int16_t layer, int16_t winding) except -1 nogil:
    """Keep a side that lies on the tile's border. Its winding is that on its left minus that on its right."""
    cdef int8_t side = side_of(ax, ay, bx, by, &work.tile)
    cdef BorderSide one
    cdef bint upward
    if side == SIDE_NONE:
        return 0
    one.layer = layer
    one.begin, one.end = ay if side % 2 == 0 else ax, by if side % 2 == 0 else bx
    upward = one.begin < one.end
    one.step = winding if upward == (side == 0 or side == 1) else -winding      # its left lies beyond
    if not upward:
        one.begin, one.end = one.end, one.begin
    work.borders[side].sides.push_back(one)
    return 0


cdef bint stretch_before(const BorderStretch& a, const BorderStretch& b) noexcept nogil:
    return a.begin < b.begin


cdef int find_open(const Bake* bake, TileWork* work, Border* border, double low, double high, const int16_t* winding, int32_t layers,
                   bint eroded) except -1 nogil:
    """Along the edge of a triangle of the floor: where there is floor beyond, too."""
    cdef BorderStretch one
    cdef size_t i, k
    work.ends.clear()
    work.ends.push_back(low)
    work.ends.push_back(high)
    for i in range(border.sides.size()):
        if low < border.sides[i].begin < high:
            work.ends.push_back(border.sides[i].begin)
        if low < border.sides[i].end < high:
            work.ends.push_back(border.sides[i].end)
    sort(work.ends.begin(), work.ends.end())
    for k in range(work.ends.size() - 1):
        one.begin, one.end = work.ends[k], work.ends[k + 1]
        if one.begin == one.end:
            continue
        work.winding.clear()
        work.winding.insert(work.winding.end(), winding, winding + layers)
        for i in range(border.sides.size()):
            if border.sides[i].begin <= one.begin and one.end <= border.sides[i].end:
                work.winding[border.sides[i].layer] += <int16_t>border.sides[i].step
        if area_at(bake, work.winding.data(), layers, eroded) != AREA_NONE:
            border.open.push_back(one)
    return 0


cdef int find_portals(const Bake* bake, const OutlineMemory* plane, int32_t layers, bint eroded, TileWork* work) except -1 nogil:
    cdef const GridPoint* points = plane.graph.points.data()
    cdef GridPoint a, b
    cdef Border* border
    cdef int32_t edge, side
    cdef bint any_ = False
    for side in range(SIDE_COUNT):
        any_ = any_ or not work.borders[side].sides.empty()
    if not any_:
        return 0
    for edge in range(<int32_t>plane.triangulation.origin.size()):
        if plane.triangulation.twin[edge] >= 0 or plane.area[edge // 3] == AREA_NONE:
            continue
        a, b = points[plane.triangulation.origin[edge]], points[plane.triangulation.origin[edge + 1 if edge % 3 < 2 else edge - 2]]
        side = side_of(a.x, a.y, b.x, b.y, &work.tile)
        if side == SIDE_NONE or work.borders[side].sides.empty():
            continue
        border = &work.borders[side]
        find_open(bake, work, border, min(a.y, b.y) if side % 2 == 0 else min(a.x, b.x),
                  max(a.y, b.y) if side % 2 == 0 else max(a.x, b.x),
                  plane.triangulation.winding.data() + <size_t>(edge // 3) * layers, layers, eroded)
    for side in range(SIDE_COUNT):
        sort(work.borders[side].open.begin(), work.borders[side].open.end(), stretch_before)
    return 0


cdef int portals_along(TileWork* work, const Border* border, double low, double high) except -1 nogil:
    """The stretches of an edge on the border with floor beyond. Where two tiles are rounded differently, there may be edges of a unit:
    what is shorter than the margin counts as what lies beside it."""
    cdef BorderStretch one
    cdef size_t i
    work.portals.clear()
    if border.is_closed or high - low < MARGIN:
        return 0
    if border.sides.empty():
        one.begin, one.end = low, high
        work.portals.push_back(one)
        return 0
    for i in range(border.open.size()):
        one.begin, one.end = max(border.open[i].begin, low), min(border.open[i].end, high)
        if one.begin >= one.end:
            continue
        if one.begin - low < MARGIN:
            one.begin = low
        if high - one.end < MARGIN:
            one.end = high
        if not work.portals.empty() and one.begin - work.portals.back().end < MARGIN:
            work.portals.back().end = one.end
        else:
            work.portals.push_back(one)
    i = 0
    for one in work.portals:
        if one.end - one.begin >= MARGIN:
            work.portals[i] = one
            i += 1
    work.portals.resize(i)
    return 0


# ---- polygons ----

cdef int add_border_point(const Bake* bake, const TileWork* work, int32_t side, double along, TileData* out) except -1 nogil:
    """Add a corner within an edge on the tile's border."""
    out.corners.push_back(<int32_t>(out.vertices.size() // 3))
    if side % 2 == 0:
        out.vertices.push_back((work.tile.low_x if side == 0 else work.tile.high_x) * bake.unit)
        out.vertices.push_back(bake.height)
        out.vertices.push_back(along * bake.unit)
    else:
        out.vertices.push_back(along * bake.unit)
        out.vertices.push_back(bake.height)
        out.vertices.push_back((work.tile.low_y if side == 3 else work.tile.high_y) * bake.unit)
    return 0


cdef int add_border_edge(const Bake* bake, TileWork* work, int8_t side, double begin, double end, TileData* out) except -1 nogil:
    """Add an edge on the tile's border, whose first corner was added, as portals and walls between them."""
    cdef double at = begin
    cdef size_t i, k
    cdef BorderStretch one
    portals_along(work, &work.borders[side], min(begin, end), max(begin, end))
    for k in range(work.portals.size()):
        i = k if begin < end else work.portals.size() - 1 - k
        one = work.portals[i]
        if begin > end:
            one.begin, one.end = one.end, one.begin
        if one.begin != at:
            out.portals.push_back(SIDE_NONE)
            add_border_point(bake, work, side, one.begin, out)
        out.portals.push_back(side)
        at = one.end
        if at != end:
            add_border_point(bake, work, side, at, out)
    if at != end:
        out.portals.push_back(SIDE_NONE)
    return 0


cdef int add_corner(const Bake* bake, const OutlineMemory* plane, int32_t point, vector[int32_t]* index,
                    TileData* out) except -1 nogil:
    cdef GridPoint at = plane.graph.points[point]
    if index.at(point) < 0:
        index[0][point] = <int32_t>(out.vertices.size() // 3)
        out.vertices.push_back(at.x * bake.unit)
        out.vertices.push_back(bake.height)
        out.vertices.push_back(at.y * bake.unit)
    out.corners.push_back(index.at(point))
    return 0


cdef int fill_tile(const Bake* bake, const OutlineMemory* plane, TileWork* work, TileData* out) except -1 nogil:
    """work: NULL for a mesh without tiles."""
    cdef vector[int32_t] index
    cdef Poly poly
    cdef GridPoint a, b
    cdef int32_t i, k, count
    cdef int8_t side
    index.clear()
    index.resize(plane.graph.points.size(), -1)
    memset(&poly, 0, sizeof(Poly))
    poly.flags, poly.first_link = DEFAULT_FLAGS, -1
    for i in range(<int32_t>plane.polygons.size()):
        poly.first, poly.area, count = <int32_t>out.corners.size(), plane.polygon_area[i], <int32_t>plane.polygons[i].size()
        for k in range(count - 1, -1, -1):
            add_corner(bake, plane, plane.polygons[i][k], &index, out)
            if work == NULL:
                continue
            a, b = plane.graph.points[plane.polygons[i][k]], plane.graph.points[plane.polygons[i][k - 1 if k else count - 1]]
            side = side_of(a.x, a.y, b.x, b.y, &work.tile)
            if side == SIDE_NONE:
                out.portals.push_back(SIDE_NONE)
            else:
                add_border_edge(bake, work, side, a.y if side % 2 == 0 else a.x, b.y if side % 2 == 0 else b.x, out)
        poly.count = <int32_t>out.corners.size() - poly.first
        out.polys.push_back(poly)
    return 0


cdef int fill_whole(const Bake* bake, const OutlineMemory* plane, TileData* out) except -1 nogil:
    return fill_tile(bake, plane, NULL, out)


# ---- the bake ----

cdef int add_cut_outline(const Bake* bake, int32_t outline, TileWork* work, OutlineWindow* window,
                         OutlineMemory* plane) except -1 nogil:
    """Add an outline in the last window, and note which of its sides lie on the tile's border."""
    cdef const double* at = bake.outlines.points.data()
    cdef int32_t k, last = bake.outlines.first[outline + 1] - 1
    for k in range(bake.outlines.first[outline], last + 1):
        note_border_side(work, at[2 * last], at[2 * last + 1], at[2 * k], at[2 * k + 1], bake.outlines.layer[outline], 1)
        last = k
    return add_outline(bake, outline, window, &plane.raw)


cdef int cut_curve(const Bake* bake, TileWork* work, OutlineMemory* plane) except -1 nogil:
    """Clip what is left after the erosion to the tile."""
    cdef vector[RawSide] curve
    cdef RawSide side
    curve.swap(plane.raw)
    for side in curve:
        note_border_side(work, side.begin.x, side.begin.y, side.end.x, side.end.y, LAYER_TRAVERSABLE, side.winding)
        add_clipped(&work.tile, side.begin.x, side.begin.y, side.end.x, side.end.y, LAYER_TRAVERSABLE, side.winding, &plane.raw)
    return 0


cdef bint bake_tile(const Bake* bake, const Tiling* tiling, int32_t x, int32_t z, OutlineMemory* plane, TileData* out,
                    Fault* fault) except -1 nogil:
    cdef TileWork work
    cdef const int32_t* near = tiling.outline_of.data() + tiling.first[(z - tiling.z) * tiling.columns + x - tiling.x]
    cdef const int32_t* end = tiling.outline_of.data() + tiling.first[(z - tiling.z) * tiling.columns + x - tiling.x + 1]
    cdef const int32_t* one
    cdef int32_t layers = layer_count(bake), side
    cdef bint eroded = bake.radius > 0.0, has_floor = False
    for side in range(SIDE_COUNT):
        work.borders[side].is_closed = False
    set_windows(bake, tiling, x, z, &work)
    out.x, out.z = x, z
    plane.raw.clear()
    one = near
    while one < end:
        has_floor = has_floor or bake.outlines.layer[one[0]] == LAYER_TRAVERSABLE
        if not eroded:
            add_cut_outline(bake, one[0], &work, &work.around, plane)
        elif bake.outlines.layer[one[0]] < LAYER_AREA:
            add_outline(bake, one[0], &work.around, &plane.raw)
        one += 1
    if not has_floor:
        return finish_tile(out, False, fault)
    if eroded:
        erode(bake, plane)
        cut_curve(bake, &work, plane)
        one = near
        while one < end:
            if bake.outlines.layer[one[0]] >= LAYER_AREA:
                add_cut_outline(bake, one[0], &work, &work.tile, plane)
            one += 1
    make_triangles(bake, plane, layers, eroded)
    find_portals(bake, plane, layers, eroded, &work)
    merge_convex(&plane.graph, &plane.triangulation, &plane.area, &plane.polygons, &plane.polygon_area)
    fill_tile(bake, plane, &work, out)
    return finish_tile(out, False, fault)
