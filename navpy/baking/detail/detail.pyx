"""The detail mesh: the polygons at the height of the source, cut into triangles where the source is not flat (Recast,
rcBuildPolyMeshDetail).

The distance between two triangulated surfaces is largest at a vertex of either, or where edges of both cross. So the samples are the
source's vertices inside a polygon, and the places along every edge of the fitted surface where the source bends. The worst sample
becomes a vertex until none deviates by more than the allowed error (Garland & Heckbert 1995). Where layers lie above each other, the
compact heightfield tells the floor that a sample belongs to.
"""
from libc.math cimport INFINITY, NAN, fabs
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport pop_heap, push_heap, sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.base.arrays cimport int_array, point_rows
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.contours.corners cimport side
from navpy.baking.detail.delaunay cimport (
    NO_SAMPLE, Plane, Sample, Triangulation, after, before, can_flip, height_on, insert_in_triangle, insert_on_edge,
    lock_flipped, locate, make_delaunay, next_unchecked, place_sample, plane_of, split_border, start_triangulation)
from navpy.baking.detail.edge_fitting cimport (
    FEW, FittedEdge, EdgeFitting, find_worst_point, find_twins, fit_edges, is_before, deviation)
from navpy.baking.detail.floor_map cimport FloorMap, map_floors, range_of_floor, snap_to_floor
from navpy.baking.detail.source_heights cimport (
    HeightQuery, SourceHeights, SourceView, SourceVertex, bucket_of, source_height, source_heights_along)
from navpy.baking.contours.polygons cimport PolyMesh
from navpy.baking.contours.triangulation cimport NO_EDGE

cdef double GAP = 1.0 / 128.0       # cells between vertices of the detail mesh
cdef double SLACK = 1.0 / 16.0      # cell heights that rasterizing may round a surface down
cdef double REACH = 3.0             # cells: a voxel overhangs its triangle by less than 1.5, and so does an outline

cdef struct WorstSample:            # of a triangle
    double error                    # deviation, meters
    double x, y, z                  # meters
    int32_t triangle, sample

cdef cppclass PolygonFit:           # used for one polygon after the other
    const SourceView* source
    double tolerance                # meters
    int32_t polygon
    EdgeFitting edges
    vector[SourceVertex] inside     # the source's vertices in the polygon's bounds
    vector[HeightQuery] row               # of the polygon's columns
    vector[pair[uint64_t, uint64_t]] order         # of `inside`
    bint sampled                    # whether these are samples of `mesh`
    Triangulation mesh
    vector[int32_t] vertex_names    # of each vertex of `mesh`: its index in the DetailMesh
    vector[WorstSample] worst       # of each triangle; no sample if none deviates too much
    vector[WorstSample] worst_first        # heap of them; entries of triangles that have changed since are stale


# The polygon's edges

cdef int split_edges(PolygonFit* fit, PolyMesh polygons, const vector[double]& vertices,
                     const vector[FittedEdge]& edges) except -1 nogil:
    """Add the vertices of the polygon's edges to the triangulation."""
    cdef int32_t first = polygons.offset_data[fit.polygon], count = polygons.offset_data[fit.polygon + 1] - first
    cdef int32_t i, k, edge, name
    cdef bint along
    for i in range(count):
        if edges[first + i].count == 0:
            continue
        along = is_before(&vertices[3 * <size_t>polygons.corner_data[first + i]],
                          &vertices[3 * <size_t>polygons.corner_data[first + (i + 1) % count]])
        edge = 0
        while fit.mesh.side[edge] != i:
            edge += 1
        for k in range(edges[first + i].count):
            name = edges[first + i].first + (k if along else edges[first + i].count - 1 - k)
            edge = split_border(&fit.mesh, edge, &vertices[3 * <size_t>name])
            fit.vertex_names.push_back(name)
    return 0


# Samples inside

cdef int collect_vertices(PolygonFit* fit) except -1 nogil:
    """Collect the source's vertices in the polygon's bounds, between the heights of its floors."""
    cdef const SourceView* source = fit.source
    cdef const SourceVertex* vertex
    cdef const double* points = fit.mesh.points.data()
    cdef double low_x = points[0], low_z = points[2], high_x = low_x, high_z = low_z
    cdef double low_y = fit.edges.floors.low, high_y = fit.edges.floors.high
    cdef int32_t i, z, row
    for i in range(0, <int32_t>fit.mesh.points.size(), 3):
        low_x, high_x = min(low_x, points[i]), max(high_x, points[i])
        low_z, high_z = min(low_z, points[i + 2]), max(high_z, points[i + 2])
    fit.inside.clear()
    for z in range(bucket_of(low_z, source.low_z, source.buckets_per_meter, source.depth),
                   bucket_of(high_z, source.low_z, source.buckets_per_meter, source.depth) + 1):
        row = z * source.width
        for i in range(source.vertex_first[row + bucket_of(low_x, source.low_x, source.buckets_per_meter, source.width)],
                       source.vertex_first[row + bucket_of(high_x, source.low_x, source.buckets_per_meter, source.width) + 1]):
            vertex = &source.vertices[i]
            if low_x < vertex.x < high_x and low_z < vertex.z < high_z and low_y <= vertex.y <= high_y:
                fit.inside.push_back(vertex[0])
    return 0


cdef bint vertices_are_near(PolygonFit* fit) noexcept nogil:
    """Whether the collected vertices are near the surface."""
    cdef Plane plane
    cdef const SourceVertex* vertex
    cdef int32_t triangle, last = -1
    cdef size_t i
    for i in range(fit.inside.size()):
        vertex = &fit.inside[i]
        triangle = locate(&fit.mesh, vertex.x, vertex.z, max(0, last))
        if triangle < 0:
            continue
        if triangle != last:
            plane = plane_of(&fit.mesh, triangle)
            last = triangle
        if not fabs(height_on(&plane, vertex.x, vertex.z) - vertex.y) <= fit.tolerance:
            return False
    return True


cdef inline bint is_lesser(const Sample* a, const Sample* b) noexcept nogil:
    return a.x < b.x or (a.x == b.x and (a.z < b.z or (a.z == b.z and a.y < b.y)))


cdef inline uint64_t in_order(float value) noexcept nogil:
    """A number of 32 bits that compares as the value does."""
    cdef uint32_t bits
    value = value + 0.0             # −0 is 0
    memcpy(&bits, &value, sizeof(bits))
    return ~bits if bits >> 31 else bits | <uint32_t>1 << 31


cdef int add_vertex_samples(PolygonFit* fit) except -1 nogil:
    """Make samples of the collected vertices, by x, then z, then y: in an order that does not depend on the source, as it decides
    about samples on an edge."""
    cdef const SourceVertex* vertex
    cdef Sample sample
    cdef int32_t triangle = 0
    cdef size_t i
    fit.order.resize(fit.inside.size())
    for i in range(fit.inside.size()):
        vertex = &fit.inside[i]
        fit.order[i].first = in_order(vertex.x) << 32 | in_order(vertex.z)
        fit.order[i].second = in_order(vertex.y) << 32 | i
    sort(fit.order.begin(), fit.order.end())        # of numbers: a function that compares vertices takes several times as long
    sample.next, sample.verified, sample.ceiling = NO_SAMPLE, False, INFINITY
    for i in range(fit.order.size()):
        vertex = &fit.inside[<uint32_t>fit.order[i].second]
        sample.x, sample.y, sample.z = vertex.x, vertex.y, vertex.z
        triangle = place_sample(&fit.mesh, &sample, triangle)
    fit.sampled = True
    return 0


cdef int add_grid_samples(PolygonFit* fit, CompactHeightfield compact) except -1 nogil:
    """Make samples of the centers of the polygon's columns, with the height of the floor."""
    cdef const FloorMap* floors = &fit.edges.floors
    cdef Sample sample
    cdef HeightQuery place
    cdef int32_t x, z, floor, triangle = 0
    cdef size_t i, placed = fit.mesh.samples.size()
    sample.y = NAN
    sample.next, sample.verified, sample.ceiling = NO_SAMPLE, True, INFINITY
    for z in range(floors.depth):
        fit.row.clear()
        sample.z = compact.origin[2] + (compact.z0 + floors.z + z + 0.5) * compact.cell_size
        for x in range(floors.width):
            floor = floors.floor_of[x + z * floors.width]
            if floor < 0:
                continue
            sample.x = compact.origin[0] + (compact.x0 + floors.x + x + 0.5) * compact.cell_size
            triangle = place_sample(&fit.mesh, &sample, triangle)
            if fit.mesh.samples.size() > placed + fit.row.size():
                place.x = sample.x
                range_of_floor(&fit.edges.floors, compact, floor, &place.low_y, &place.high_y)
                fit.row.push_back(place)
        source_heights_along(fit.source, fit.row.data(), fit.row.size(), sample.z, floors.reach)
        for i in range(fit.row.size()):
            fit.mesh.samples[placed].y = fit.row[i].height
            placed += 1
    return 0


# Refining

cdef int verify_sample(PolygonFit* fit, CompactHeightfield compact, Sample* sample) except -1 nogil:
    """Set the sample's height to that of the floor; NaN, which deviates from nothing, if its surface is on another layer."""
    sample.verified = True
    if not snap_to_floor(&fit.edges.floors, compact, sample.x, sample.z, &sample.y, &sample.ceiling):
        sample.y = NAN
    return 0


cdef bint is_less_bad(const WorstSample& a, const WorstSample& b) noexcept nogil:
    if a.error != b.error:
        return a.error < b.error
    if a.x != b.x:
        return a.x > b.x
    if a.z != b.z:
        return a.z > b.z
    return a.y > b.y or (a.y == b.y and a.triangle > b.triangle)


cdef int measure(PolygonFit* fit, CompactHeightfield compact, int32_t triangle) except -1 nogil:
    """Find a triangle's worst sample."""
    cdef Plane plane
    cdef Sample* sample
    cdef WorstSample found
    cdef double off, most
    cdef int32_t i, worst, tries = 0
    fit.mesh.changed[triangle], fit.worst[triangle].sample = False, NO_SAMPLE
    if fit.mesh.first_sample[triangle] == NO_SAMPLE:
        return 0
    plane = plane_of(&fit.mesh, triangle)
    while True:
        most, worst = fit.tolerance, NO_SAMPLE
        i = fit.mesh.first_sample[triangle]
        while i != NO_SAMPLE:
            sample = &fit.mesh.samples[i]
            off = deviation(height_on(&plane, sample.x, sample.z), sample.y, sample.ceiling, fit.tolerance)
            if off >= most and off > fit.tolerance:
                if tries >= FEW and not sample.verified:
                    verify_sample(fit, compact, sample)
                    off = deviation(height_on(&plane, sample.x, sample.z), sample.y, sample.ceiling, fit.tolerance)
                if off > most or (worst != NO_SAMPLE and off == most and is_lesser(sample, &fit.mesh.samples[worst])):
                    most, worst = off, i
            i = sample.next
        if worst == NO_SAMPLE:
            return 0
        sample = &fit.mesh.samples[worst]
        if sample.verified:
            break
        verify_sample(fit, compact, sample)
        tries += 1
    found.error, found.triangle, found.sample = most, triangle, worst
    found.x, found.y, found.z = sample.x, sample.y, sample.z
    fit.worst[triangle] = found
    fit.worst_first.push_back(found)
    push_heap(fit.worst_first.begin(), fit.worst_first.end(), is_less_bad)
    return 0


cdef const WorstSample* worst_of_all(PolygonFit* fit, CompactHeightfield compact) except? NULL nogil:
    """The worst sample of all triangles, NULL if none deviates too much."""
    cdef const WorstSample* first
    cdef const WorstSample* current
    cdef size_t i
    fit.worst.resize(fit.mesh.changed.size())
    for i in range(fit.mesh.changed_ones.size()):
        measure(fit, compact, fit.mesh.changed_ones[i])
    fit.mesh.changed_ones.clear()
    while not fit.worst_first.empty():
        first = fit.worst_first.data()
        current = &fit.worst[first.triangle]
        if first.sample == current.sample and first.error == current.error:
            return current
        pop_heap(fit.worst_first.begin(), fit.worst_first.end(), is_less_bad)
        fit.worst_first.pop_back()
    return NULL


cdef inline bint edge_deviates(PolygonFit* fit, CompactHeightfield compact, int32_t one, int32_t other, double* point) except -1 nogil:
    """Whether the source is too far from the segment between the origins of two half edges, and where."""
    return find_worst_point(&fit.edges, compact, &fit.mesh.points[3 * fit.mesh.origin[one]],
                            &fit.mesh.points[3 * fit.mesh.origin[other]], point)


cdef bint refine_an_edge(PolygonFit* fit, CompactHeightfield compact, int32_t* cursor) except -1 nogil:
    """Check edges that were not checked before, from the cursor on, until one is refined, behind which the cursor moves. → whether one
    was"""
    cdef double point[3]
    cdef double ignored[3]
    cdef int32_t edge = next_unchecked(&fit.mesh, cursor[0])
    while edge != NO_EDGE:
        fit.mesh.checked[edge] = fit.mesh.checked[fit.mesh.twin[edge]] = True
        if edge_deviates(fit, compact, edge, after(edge), point):
            # Where steps are bridged, a flipped edge may be near the source while the triangles beside it are not.
            if not fit.edges.floors.mixed and can_flip(&fit.mesh, edge) and not edge_deviates(
                    fit, compact, before(edge), before(fit.mesh.twin[edge]), ignored):
                lock_flipped(&fit.mesh, edge)
                cursor[0] = edge + 1
                return True
            if insert_on_edge(&fit.mesh, edge, point):
                cursor[0] = edge + 1
                return True
        edge = next_unchecked(&fit.mesh, edge + 1)
    if cursor[0] == 0:
        cursor[0] = <int32_t>fit.mesh.origin.size()     # the next search begins with the edges added by then
    return False


cdef bint fits(PolygonFit* fit, CompactHeightfield compact) except -1 nogil:
    """Whether the surface is near the source everywhere as it is."""
    cdef double point[3]
    cdef int32_t edge
    if not vertices_are_near(fit):
        add_vertex_samples(fit)
        if worst_of_all(fit, compact) != NULL:
            return False
    for edge in range(<int32_t>fit.mesh.origin.size()):
        if fit.mesh.twin[edge] > edge:
            if edge_deviates(fit, compact, edge, after(edge), point):
                return False
            fit.mesh.checked[edge] = fit.mesh.checked[fit.mesh.twin[edge]] = True
    return True


cdef int refine(PolygonFit* fit, CompactHeightfield compact, int32_t room) except -1 nogil:
    """Insert the worst samples until none deviates too much, or `room` vertices are added."""
    cdef const WorstSample* worst
    cdef int32_t cursor = 0
    cdef bint grid = False
    cdef size_t most = fit.mesh.points.size() + 3 * <size_t>room
    while fit.mesh.points.size() < most:
        if fit.edges.floors.mixed and not grid:
            add_grid_samples(fit, compact)
            grid = True
        worst = worst_of_all(fit, compact)
        if worst != NULL:
            insert_in_triangle(&fit.mesh, worst.triangle, worst.sample)
        elif not refine_an_edge(fit, compact, &cursor) and (grid or not fit.edges.floors.mixed):
            return 0
    return 0


# The stage

cdef int64_t cells_of(PolyMesh polygons, int32_t polygon) noexcept nogil:
    cdef int32_t first = polygons.offset_data[polygon], i
    cdef int64_t twice = 0
    for i in range(first + 1, polygons.offset_data[polygon + 1] - 1):
        twice += side(&polygons.grid_vertices[polygons.corner_data[first]],
                      &polygons.grid_vertices[polygons.corner_data[i]], &polygons.grid_vertices[polygons.corner_data[i + 1]])
    return twice // 2


cdef int append_triangles(DetailMesh self, PolygonFit* fit, int32_t known) except -1 nogil:
    """Append the triangles to the detail mesh, and the vertices from `known` on."""
    cdef size_t i
    for i in range(3 * <size_t>known, fit.mesh.points.size()):
        if i % 3 == 0:
            fit.vertex_names.push_back(<int32_t>(self.vertex_data.size() // 3))
        self.vertex_data.push_back(fit.mesh.points[i])
    for i in range(fit.mesh.origin.size()):
        self.triangle_data.push_back(fit.vertex_names[fit.mesh.origin[i]])
    return 0


cdef int fit_polygon(DetailMesh self, PolygonFit* fit, CompactHeightfield compact, PolyMesh polygons,
                     vector[FittedEdge]& edges) except -1 nogil:
    cdef int32_t first = polygons.offset_data[fit.polygon], count = polygons.offset_data[fit.polygon + 1] - first, i, known
    fit.edges.floors.mixed = False
    fit.edges.floors.region = polygons.region_data[fit.polygon]
    map_floors(&fit.edges.floors, compact, polygons)
    fit_edges(&fit.edges, compact, polygons, self.vertex_data, edges)
    start_triangulation(&fit.mesh, self.vertex_data.data(), &polygons.corner_data[first], count)
    fit.vertex_names.assign(polygons.corner_data.begin() + first, polygons.corner_data.begin() + first + count)
    split_edges(fit, polygons, self.vertex_data, edges)
    known = <int32_t>fit.vertex_names.size()
    collect_vertices(fit)
    fit.sampled = False
    fit.worst_first.clear()
    if known == count and not fit.edges.floors.mixed and fits(fit, compact):
        return 0
    if not fit.sampled:
        add_vertex_samples(fit)
    for i in range(<int32_t>fit.mesh.origin.size()):
        fit.mesh.flip_candidates.push_back(i)
    make_delaunay(&fit.mesh)
    refine(fit, compact, <int32_t>cells_of(polygons, fit.polygon))
    return append_triangles(self, fit, known)


cdef int set_corner_heights(DetailMesh self, PolygonFit* fit, CompactHeightfield compact, PolyMesh polygons) except -1 nogil:
    """Move the corners from the voxels' heights to those of the source; a corner without a source near it stays."""
    cdef double top, height
    cdef size_t i
    self.vertex_data = polygons.vertex_data
    for i in range(polygons.grid_vertices.size()):
        top = compact.origin[1] + polygons.grid_vertices[i].y_vx * compact.cell_height
        height = source_height(fit.source, self.vertex_data[3 * i], self.vertex_data[3 * i + 2], top - fit.edges.floors.drop,
                               top + fit.edges.floors.slack, fit.edges.floors.reach)
        if height == height:
            self.vertex_data[3 * i + 1] = height
    return 0


cdef int build_detail(DetailMesh self, CompactHeightfield compact, PolyMesh polygons, const SourceView* source,
                      double sample_distance, double max_error) except -1 nogil:
    cdef PolygonFit fit
    cdef vector[FittedEdge] edges
    cdef int32_t i
    cdef double height = compact.height_vx * compact.cell_height
    fit.source = fit.edges.floors.source = source
    fit.edges.floors.cell_size = compact.cell_size
    fit.mesh.gap = fit.edges.gap = GAP * compact.cell_size
    fit.tolerance = fit.edges.floors.tolerance = max(max_error - fit.mesh.gap, fit.mesh.gap)
    # A voxel is as high as the highest point in it. The source may lie lower by a step that was merged into the voxel, and by the rise
    # of slopes over the cells around a corner. The layer below is at least an agent's height down.
    fit.edges.floors.drop = min(height, (compact.climb_vx + 1) * compact.cell_height + 3.0 * compact.cell_size)
    fit.edges.floors.slack, fit.edges.floors.reach = SLACK * compact.cell_height, REACH * compact.cell_size
    set_corner_heights(self, &fit, compact, polygons)
    self.offset_data.clear()
    self.offset_data.push_back(0)
    if sample_distance < compact.cell_size:
        self.offset_data.resize(polygons.area_data.size() + 1, 0)
        return 0
    find_twins(polygons, edges)
    for i in range(<int32_t>polygons.area_data.size()):
        fit.polygon = fit.edges.floors.polygon = i
        check_signals()
        fit_polygon(self, &fit, compact, polygons, edges)
        self.offset_data.push_back(<int32_t>(self.triangle_data.size() // 3))
    return 0


cdef class DetailMesh:
    """The surface of the polygons, fitted to the source's triangles (Recast, rcPolyMeshDetail).

    Polygons whose own surface (geom.surface_triangle) is within the error of the source have no triangles. The others are covered by
    triangles within the error, and two polygons have the same vertices on a common edge. Steps are bridged: within a cell and a half
    of a step the surface may lie anywhere from the error below the lower tread to as much above the upper one. A polygon gets at most
    as many vertices as it has cells, and an edge two a cell.

    Parameters
    ----------
    compact : CompactHeightfield
    polygons : PolyMesh
        Made of compact.
    heights : SourceHeights
        Under the whole window.
    sample_distance_m : float
        Below the cell size only the corners are moved. Otherwise it has no effect: samples lie where the source bends.
    max_error_m : float
        Meters, at least 0.
    """

    def __init__(self, CompactHeightfield compact not None, PolyMesh polygons not None, SourceHeights heights not None,
                 double sample_distance_m, double max_error_m):
        if not sample_distance_m >= 0.0:
            raise ValueError(f"sample_distance_m: must be at least 0, is {sample_distance_m}")
        if not max_error_m >= 0.0:
            raise ValueError(f"max_error_m: must be at least 0, is {max_error_m}")
        self.triangle_data.clear()
        with nogil:
            build_detail(self, compact, polygons, &heights.view, sample_distance_m, max_error_m)

    @property
    def vertices(self):
        """Meters: float64 (n, 3), a buffer: the polygons' corners as PolyMesh numbers them, then the others."""
        return point_rows(self.vertex_data)

    @property
    def offsets(self):
        """Where each polygon's triangles begin, and where the last one's end: int32 (polygon_count + 1,), a buffer."""
        return int_array(self.offset_data)

    @property
    def triangles(self):
        """Vertex indices, three a triangle: int32 (n * 3,), a buffer."""
        return int_array(self.triangle_data)
