"""
The detail mesh: the polygons as high as the ground, and cut into triangles where the ground is not flat.

A surface of triangles is farthest from the source's triangles at a vertex of either or where edges of both cross. So these
places are the samples: the source's vertices inside a polygon, and along every edge of the surface the places where the
source bends. The worst sample becomes a vertex until none is off by more than the error allowed (Garland & Heckbert 1995).
Which floor a sample belongs to, where storeys lie over each other, is asked of the compact heightfield.
"""
from libc.math cimport INFINITY, NAN, fabs, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.bake.buffers cimport int_array, point_rows
from navpy.bake.compact cimport CompactHeightfield
from navpy.bake.corners cimport side
from navpy.bake.delaunay cimport (
    NO_EDGE, NO_SAMPLE, Plane, Sample, Triangulation, after, before, can_flip, height_on, insert_in_triangle, insert_on_edge,
    keep_flipped, make_delaunay, place_sample, plane_of, split_border, start_triangulation)
from navpy.bake.floor_map cimport NO_FLOOR, FloorMap, Row, floor_height, map_floors, mapped_height, verify
from navpy.bake.ground cimport (
    Ground, GroundView, Profile, Station, bucket_of, drop_hidden, find_stations, ground_height, ground_profile, keep_off,
    profile_is_near, sort_stations, start_profile)
from navpy.bake.polygons cimport PolyMesh

cdef enum:
    NO_TWIN = -1
    FEW = 8                         # samples are verified one by one, the worst first, before all that are off

cdef double GAP = 1.0 / 128.0       # cells between vertices of the detail mesh
cdef double SLACK = 1.0 / 16.0      # cell heights that rasterizing may round a surface down
cdef double REACH = 3.0             # cells: a voxel overhangs its triangle by less than one and a half, an outline as much

cdef struct Chord:                  # of an edge, between two vertices
    double t0, y0, t1, y1           # 0 … 1 along the edge; metres
    int32_t begin, end              # its stations

cdef struct Edge:                   # of a polygon, one for each corner
    int32_t twin                    # the corner where the same edge of another polygon begins, or NO_TWIN
    int32_t first, count            # vertices on it, from the end with the lesser x, then z
    uint8_t done
    uint8_t mixed                   # as FloorMap has it

cdef struct Corners:                # of a triangle of the surface: vertex indices, the least first
    int32_t a, b, c

cdef cppclass Fitting:              # the polygon at hand and what is used anew for each
    const GroundView* ground
    double tolerance                # metres
    double cell_size                # metres
    int32_t polygon
    FloorMap floors
    Profile profile
    vector[int32_t] near            # triangles of the source
    vector[int32_t] entered         # hash table of vertices
    vector[Sample] inside           # the source's vertices
    vector[Chord] chords
    Triangulation mesh
    vector[int32_t] names           # vertex index of every vertex of `mesh`
    vector[double] error            # metres, of every triangle's worst sample; 0: none is off
    vector[int32_t] worst           # that sample


# Edges

cdef inline double misfit(const Fitting* fit, double surface, double y, double ceiling) noexcept nogil:
    """Metres that the surface is off the floor; above its ceiling, more than the tolerance."""
    cdef double off = fabs(surface - y)
    return off if surface <= ceiling else max(off, surface - ceiling + fit.tolerance)


cdef int32_t worst_station(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, const double* a, const double* b,
                           const Chord* chord, double gap) except -2 nogil:
    """The station of the chord that is off the most, by more than the tolerance, a vertex's gap inside it; −1: none."""
    cdef Station* station
    cdef double off, surface, most
    cdef int32_t i, found, tries = 0
    while True:
        most, found = fit.tolerance, -1
        for i in range(chord.begin, chord.end):
            station = &fit.profile.stations[i]
            surface = chord.y0 + (chord.y1 - chord.y0) * (station.t - chord.t0) / (chord.t1 - chord.t0)
            off = misfit(fit, surface, station.y, station.ceiling)
            if off > most and chord.t0 + gap < station.t < chord.t1 - gap:
                if tries >= FEW and not station.verified:
                    verify_station(fit, compact, polygons, a, b, station)
                    off = misfit(fit, surface, station.y, station.ceiling)
                    if not off > most:
                        continue
                most, found = off, i
        if found < 0 or fit.profile.stations[found].verified:
            return found
        verify_station(fit, compact, polygons, a, b, &fit.profile.stations[found])
        tries += 1


cdef int verify_station(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, const double* a, const double* b,
                        Station* station) except -1 nogil:
    """Give it the height of the floor there; NaN, which compares with nothing, if it is another storey's."""
    station.verified = True
    if not verify(&fit.floors, compact, polygons, a[0] + station.t * (b[0] - a[0]), a[2] + station.t * (b[2] - a[2]),
                  &station.y, &station.ceiling):
        station.y = NAN
    else:
        fit.floors.mixed = fit.floors.mixed or station.crease
    return 0


cdef int add_lattice_stations(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, const double* a, const double* b,
                              double length) except -1 nogil:
    """Stations every half cell, with the height of the floor."""
    cdef Station station
    cdef int32_t i, count = <int32_t>(2.0 * length / fit.cell_size) + 1
    station.crease, station.verified, station.ceiling = False, True, INFINITY
    for i in range(count):
        station.t = (i + 0.5) / count
        station.y = floor_height(&fit.floors, compact, polygons, a[0] + station.t * (b[0] - a[0]),
                                 a[2] + station.t * (b[2] - a[2]))
        if station.y == station.y:
            fit.profile.stations.push_back(station)
    sort_stations(fit.profile.stations)
    return 0


cdef int cut_chords(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, const double* a, const double* b,
                    double length, vector[double]& out) except -1 nogil:
    """Append the vertices that the edge needs, x, y, z each, from a to b."""
    cdef Chord chord, rest
    cdef int32_t at, room = <int32_t>(2.0 * length / fit.cell_size) + 1
    cdef size_t begin = out.size()
    chord.t0, chord.y0, chord.t1, chord.y1 = 0.0, a[1], 1.0, b[1]
    chord.begin, chord.end = 0, <int32_t>fit.profile.stations.size()
    fit.chords.clear()
    fit.chords.push_back(chord)
    while not fit.chords.empty():
        chord = fit.chords.back()
        fit.chords.pop_back()
        at = -1
        if <int32_t>((out.size() - begin) // 3 + fit.chords.size()) < room:
            at = worst_station(fit, compact, polygons, a, b, &chord, GAP * fit.cell_size / length)
        if at >= 0:
            rest = chord
            rest.t0, rest.y0, rest.begin = fit.profile.stations[at].t, fit.profile.stations[at].y, at + 1
            chord.t1, chord.y1, chord.end = fit.profile.stations[at].t, fit.profile.stations[at].y, at
            fit.chords.push_back(rest)
            fit.chords.push_back(chord)
        elif chord.t1 < 1.0:
            out.push_back(a[0] + chord.t1 * (b[0] - a[0]))
            out.push_back(chord.y1)
            out.push_back(a[2] + chord.t1 * (b[2] - a[2]))
    return 0


cdef int fit_edge(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, const double* from_, const double* to,
                  vector[double]& out) except -1 nogil:
    """The vertices that an edge between two corners needs, whichever of its polygons asks: from the lesser x, then z."""
    cdef double a[3]
    cdef double b[3]
    cdef double length
    cdef size_t begin = out.size()
    cdef int k
    for k in range(3):
        a[k], b[k] = from_[k], to[k]
    length = sqrt((b[0] - a[0]) ** 2 + (b[2] - a[2]) ** 2)
    ground_profile(fit.ground, a, b, &fit.profile)
    if profile_is_near(&fit.profile, a[1], b[1], fit.tolerance):
        return 0
    drop_hidden(&fit.profile, a[1], b[1], fit.tolerance, fit.tolerance + fit.floors.drop + fit.floors.slack)
    if profile_is_near(&fit.profile, a[1], b[1], fit.tolerance):
        return 0
    find_stations(&fit.profile)
    cut_chords(fit, compact, polygons, a, b, length, out)
    if fit.floors.mixed:
        out.resize(begin)
        add_lattice_stations(fit, compact, polygons, a, b, length)
        cut_chords(fit, compact, polygons, a, b, length, out)
    return 0


cdef inline bint is_before(const double* a, const double* b) noexcept nogil:
    return a[0] < b[0] or (a[0] == b[0] and a[2] < b[2])


cdef int find_twins(PolyMesh polygons, vector[Edge]& edges) except -1 nogil:
    """Pair the edges that run between the same two corners, in opposite directions."""
    cdef vector[int32_t] latest, earlier    # edges by their lesser corner, chained
    cdef int32_t i, k, a, b, other
    cdef Edge edge
    edge.twin, edge.first, edge.count, edge.done, edge.mixed = NO_TWIN, 0, 0, False, False
    edges.resize(polygons.corner_data.size(), edge)
    latest.resize(polygons.grid_vertices.size(), -1)
    earlier.resize(polygons.corner_data.size())
    for i in range(<int32_t>polygons.area_data.size()):
        for k in range(polygons.offset_data[i], polygons.offset_data[i + 1]):
            a = polygons.corner_data[k]
            b = polygons.corner_data[k + 1 if k + 1 < polygons.offset_data[i + 1] else polygons.offset_data[i]]
            edges[k].first = b          # its other end, until it is fitted
            other = latest[min(a, b)]
            while other >= 0 and not (edges[other].twin == NO_TWIN and polygons.corner_data[other] == b
                                      and edges[other].first == a):
                other = earlier[other]
            if other >= 0:
                edges[k].twin, edges[other].twin = other, k
            earlier[k] = latest[min(a, b)]
            latest[min(a, b)] = k
    return 0


cdef int fit_edges(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, vector[double]& vertices,
                   vector[Edge]& edges) except -1 nogil:
    """Fit those of the polygon's edges that no other polygon has fitted before."""
    cdef vector[double] added
    cdef const double* a
    cdef const double* b
    cdef int32_t k
    cdef bint mixed = False
    for k in range(polygons.offset_data[fit.polygon], polygons.offset_data[fit.polygon + 1]):
        if edges[k].done:
            mixed = mixed or edges[k].mixed
            continue
        a, b = &vertices[3 * <size_t>polygons.corner_data[k]], &vertices[3 * <size_t>edges[k].first]
        if is_before(b, a):
            a, b = b, a
        added.clear()
        fit.floors.mixed = False
        fit_edge(fit, compact, polygons, a, b, added)
        mixed = mixed or fit.floors.mixed
        edges[k].first, edges[k].count, edges[k].done = <int32_t>(vertices.size() // 3), <int32_t>(added.size() // 3), True
        vertices.insert(vertices.end(), added.begin(), added.end())
        if edges[k].twin != NO_TWIN:
            edges[edges[k].twin].first, edges[edges[k].twin].count = edges[k].first, edges[k].count
            edges[edges[k].twin].done, edges[edges[k].twin].mixed = True, fit.floors.mixed
    fit.floors.mixed = mixed
    return 0


cdef int split_edges(Fitting* fit, PolyMesh polygons, const vector[double]& vertices,
                     const vector[Edge]& edges) except -1 nogil:
    """Give the triangulation the vertices of the polygon's edges."""
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
            fit.names.push_back(name)
    return 0


# Samples inside

cdef int collect_faces(Fitting* fit, double low_x, double low_z, double high_x, double high_z) except -1 nogil:
    cdef const GroundView* ground = fit.ground
    cdef int32_t slot
    cdef int x, z
    fit.near.clear()
    fit.profile.mark += 1
    for z in range(bucket_of(low_z, ground.low_z, ground.bucket_size, ground.depth),
                   bucket_of(high_z, ground.low_z, ground.bucket_size, ground.depth) + 1):
        for x in range(bucket_of(low_x, ground.low_x, ground.bucket_size, ground.width),
                       bucket_of(high_x, ground.low_x, ground.bucket_size, ground.width) + 1):
            for slot in range(ground.bucket_first[x + <size_t>z * ground.width],
                              ground.bucket_first[x + <size_t>z * ground.width + 1]):
                if fit.profile.seen[ground.bucket_faces[slot]] != fit.profile.mark:
                    fit.profile.seen[ground.bucket_faces[slot]] = fit.profile.mark
                    fit.near.push_back(ground.faces[ground.bucket_faces[slot]])
    return 0


cdef inline bint enter_vertex(vector[int32_t]& table, int32_t vertex) noexcept nogil:
    """Put the vertex into the hash table, whose size is a power of two; False if it was there."""
    cdef uint32_t mask = <uint32_t>(table.size() - 1), slot = (<uint32_t>vertex * <uint32_t>2654435761) & mask
    while table[slot] >= 0:
        if table[slot] == vertex:
            return False
        slot = (slot + 1) & mask
    table[slot] = vertex
    return True


cdef inline bint is_lesser(const Sample* a, const Sample* b) noexcept nogil:
    return a.x < b.x or (a.x == b.x and (a.z < b.z or (a.z == b.z and a.y < b.y)))


cdef bint sample_first(const Sample& a, const Sample& b) noexcept nogil:
    return is_lesser(&a, &b)


cdef int add_vertex_samples(Fitting* fit) except -1 nogil:
    """The source's vertices inside the polygon."""
    cdef const float* vertex
    cdef const double* points = fit.mesh.points.data()
    cdef double low_x = points[0], low_z = points[2], high_x = low_x, high_z = low_z
    cdef Sample sample
    cdef int32_t i, k, corner, triangle = 0
    cdef size_t size = 16
    for i in range(0, <int32_t>fit.mesh.points.size(), 3):
        low_x, high_x = min(low_x, points[i]), max(high_x, points[i])
        low_z, high_z = min(low_z, points[i + 2]), max(high_z, points[i + 2])
    collect_faces(fit, low_x, low_z, high_x, high_z)
    while size < 4 * fit.near.size():
        size *= 2
    fit.entered.clear()
    fit.entered.resize(size, -1)
    fit.inside.clear()
    sample.next, sample.verified, sample.ceiling = NO_SAMPLE, False, INFINITY
    for i in range(<int32_t>fit.near.size()):
        for k in range(3):
            corner = fit.ground.triangles[3 * <size_t>fit.near[i] + k]
            vertex = fit.ground.vertices + 3 * <size_t>corner
            sample.x, sample.y, sample.z = vertex[0], vertex[1], vertex[2]
            if low_x < sample.x < high_x and low_z < sample.z < high_z and enter_vertex(fit.entered, corner):
                fit.inside.push_back(sample)
    sort(fit.inside.begin(), fit.inside.end(), sample_first)    # one on an edge goes to the triangle that the walk there ends in
    for i in range(<int32_t>fit.inside.size()):
        triangle = place_sample(&fit.mesh, &fit.inside[i], triangle)
    return 0


cdef int add_lattice_samples(Fitting* fit, CompactHeightfield compact, PolyMesh polygons) except -1 nogil:
    """The middles of the polygon's columns, with the height of the floor."""
    cdef const Row* row
    cdef Sample sample
    cdef int32_t i, x, floor, triangle = 0
    cdef size_t placed = fit.mesh.samples.size()
    sample.y = NAN
    sample.next, sample.verified, sample.ceiling = NO_SAMPLE, True, INFINITY
    if not fit.floors.mapped:
        map_floors(&fit.floors, compact, polygons)
    for i in range(<int32_t>fit.floors.rows.size()):
        row = &fit.floors.rows[i]
        for x in range(row.begin, row.end):
            floor = fit.floors.floor_of[row.first + x - row.begin]
            if floor == NO_FLOOR:
                continue
            sample.x = compact.origin[0] + (compact.x0 + x + 0.5) * compact.cell_size
            sample.z = compact.origin[2] + (compact.z0 + fit.floors.z + i + 0.5) * compact.cell_size
            triangle = place_sample(&fit.mesh, &sample, triangle)
            if fit.mesh.samples.size() > placed:
                fit.mesh.samples[placed].y = mapped_height(&fit.floors, compact, floor, sample.x, sample.z)
                placed += 1
    return 0


# Refining

cdef int verify_sample(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, Sample* sample) except -1 nogil:
    """Give it the height of the floor there; NaN, which compares with nothing, if it is another storey's."""
    sample.verified = True
    if not verify(&fit.floors, compact, polygons, sample.x, sample.z, &sample.y, &sample.ceiling):
        sample.y = NAN
    return 0


cdef int measure(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, int32_t triangle) except -1 nogil:
    """Find the triangle's worst sample."""
    cdef Plane plane = plane_of(&fit.mesh, triangle)
    cdef Sample* sample
    cdef double off, most
    cdef int32_t i, worst, tries = 0
    while True:
        most, worst = fit.tolerance, NO_SAMPLE
        i = fit.mesh.first_sample[triangle]
        while i != NO_SAMPLE:
            sample = &fit.mesh.samples[i]
            off = misfit(fit, height_on(&plane, sample.x, sample.z), sample.y, sample.ceiling)
            if off >= most and off > fit.tolerance:
                if tries >= FEW and not sample.verified:
                    verify_sample(fit, compact, polygons, sample)
                    off = misfit(fit, height_on(&plane, sample.x, sample.z), sample.y, sample.ceiling)
                if off > most or (worst != NO_SAMPLE and off == most and is_lesser(sample, &fit.mesh.samples[worst])):
                    most, worst = off, i
            i = sample.next
        if worst == NO_SAMPLE or fit.mesh.samples[worst].verified:
            break
        verify_sample(fit, compact, polygons, &fit.mesh.samples[worst])
        tries += 1
    fit.error[triangle], fit.worst[triangle] = most if worst != NO_SAMPLE else 0.0, worst
    fit.mesh.changed[triangle] = False
    return 0


cdef int32_t worst_triangle(Fitting* fit, CompactHeightfield compact, PolyMesh polygons) except -2 nogil:
    """The triangle with the worst sample of all, −1 if no sample is off."""
    cdef int32_t i, found = -1
    cdef double most = 0.0
    fit.error.resize(fit.mesh.changed.size())
    fit.worst.resize(fit.mesh.changed.size())
    for i in range(<int32_t>fit.mesh.changed.size()):
        if fit.mesh.changed[i]:
            measure(fit, compact, polygons, i)
        if fit.error[i] > most or (found >= 0 and fit.error[i] == most and is_lesser(
                &fit.mesh.samples[fit.worst[i]], &fit.mesh.samples[fit.worst[found]])):
            most, found = fit.error[i], i
    return found


cdef bint find_bend(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, int32_t one, int32_t other,
                    double* point) except -1 nogil:
    """The place between two vertices where the ground is farthest from the segment; False: nowhere too far."""
    cdef const double* a = &fit.mesh.points[3 * one]
    cdef const double* b = &fit.mesh.points[3 * other]
    cdef Chord chord
    cdef int32_t at
    if is_before(b, a):
        a, b = b, a
    ground_profile(fit.ground, a, b, &fit.profile)
    if profile_is_near(&fit.profile, a[1], b[1], fit.tolerance):
        return False
    drop_hidden(&fit.profile, a[1], b[1], fit.tolerance, fit.tolerance + fit.floors.drop + fit.floors.slack)
    if profile_is_near(&fit.profile, a[1], b[1], fit.tolerance):
        return False
    keep_off(&fit.profile)
    find_stations(&fit.profile)
    chord.t0, chord.y0, chord.t1, chord.y1 = 0.0, a[1], 1.0, b[1]
    chord.begin, chord.end = 0, <int32_t>fit.profile.stations.size()
    at = worst_station(fit, compact, polygons, a, b, &chord,
                       fit.mesh.gap / sqrt((b[0] - a[0]) ** 2 + (b[2] - a[2]) ** 2))
    if at < 0:
        return False
    point[0], point[1] = a[0] + fit.profile.stations[at].t * (b[0] - a[0]), fit.profile.stations[at].y
    point[2] = a[2] + fit.profile.stations[at].t * (b[2] - a[2])
    return True


cdef bint mend_an_edge(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, int32_t* cursor) except -1 nogil:
    """Look along the edges not checked yet, from the cursor on, until one has got a vertex. False: there was none."""
    cdef double point[3]
    cdef double ignored[3]
    cdef int32_t edge, _step
    for _step in range(<int32_t>fit.mesh.origin.size()):
        edge = cursor[0] % <int32_t>fit.mesh.origin.size()
        cursor[0] = edge + 1
        if fit.mesh.checked[edge] or fit.mesh.twin[edge] == NO_EDGE:
            continue
        fit.mesh.checked[edge] = fit.mesh.checked[fit.mesh.twin[edge]] = True
        if not find_bend(fit, compact, polygons, fit.mesh.origin[edge], fit.mesh.origin[after(edge)], point):
            continue
        # Where _step are bridged the other diagonal can be near the ground along it and not beside it.
        if not fit.floors.mixed and can_flip(&fit.mesh, edge) and not find_bend(
                fit, compact, polygons, fit.mesh.origin[before(edge)], fit.mesh.origin[before(fit.mesh.twin[edge])], ignored):
            keep_flipped(&fit.mesh, edge)
            return True
        if insert_on_edge(&fit.mesh, edge, point):
            return True
    return False


cdef bint fits(Fitting* fit, CompactHeightfield compact, PolyMesh polygons) except -1 nogil:
    """Whether the surface is near the ground everywhere as it is."""
    cdef double point[3]
    cdef int32_t edge
    if worst_triangle(fit, compact, polygons) >= 0:
        return False
    for edge in range(<int32_t>fit.mesh.origin.size()):
        if fit.mesh.twin[edge] > edge:
            if find_bend(fit, compact, polygons, fit.mesh.origin[edge], fit.mesh.origin[after(edge)], point):
                return False
            fit.mesh.checked[edge] = fit.mesh.checked[fit.mesh.twin[edge]] = True
    return True


cdef int refine(Fitting* fit, CompactHeightfield compact, PolyMesh polygons, int32_t room) except -1 nogil:
    """Insert the worst samples until none is off, or as many vertices as there is room for."""
    cdef int32_t triangle, cursor = 0
    cdef bint lattice = False
    cdef size_t most = fit.mesh.points.size() + 3 * <size_t>room
    while fit.mesh.points.size() < most:
        if fit.floors.mixed and not lattice:
            add_lattice_samples(fit, compact, polygons)
            lattice = True
        triangle = worst_triangle(fit, compact, polygons)
        if triangle >= 0:
            insert_in_triangle(&fit.mesh, triangle, fit.worst[triangle])
        elif not mend_an_edge(fit, compact, polygons, &cursor) and (lattice or not fit.floors.mixed):
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


cdef inline bint comes_first(const Corners& one, const Corners& other) noexcept nogil:
    return one.a < other.a or (one.a == other.a and one.b < other.b)


cdef int append_triangles(DetailMesh self, Fitting* fit, int32_t known) except -1 nogil:
    """
    Write the triangulation out; its vertices from `known` on are new. The triangles are put in an order of their own, as that
    in which they were made depends on where a sample on an edge was looked for first.
    """
    cdef vector[Corners] ordered
    cdef Corners corners
    cdef int32_t* origin
    cdef int32_t k, least
    cdef size_t i
    for i in range(3 * <size_t>known, fit.mesh.points.size()):
        if i % 3 == 0:
            fit.names.push_back(<int32_t>(self.vertex_data.size() // 3))
        self.vertex_data.push_back(fit.mesh.points[i])
    for i in range(fit.mesh.origin.size() // 3):
        origin = &fit.mesh.origin[3 * i]
        least = 0
        for k in range(1, 3):
            if fit.names[origin[k]] < fit.names[origin[least]]:
                least = k
        corners.a, corners.b = fit.names[origin[least]], fit.names[origin[(least + 1) % 3]]
        corners.c = fit.names[origin[(least + 2) % 3]]
        ordered.push_back(corners)
    sort(ordered.begin(), ordered.end(), comes_first)
    for i in range(ordered.size()):
        self.triangle_data.push_back(ordered[i].a)
        self.triangle_data.push_back(ordered[i].b)
        self.triangle_data.push_back(ordered[i].c)
    return 0


cdef int fit_polygon(DetailMesh self, Fitting* fit, CompactHeightfield compact, PolyMesh polygons,
                     vector[Edge]& edges) except -1 nogil:
    cdef int32_t first = polygons.offset_data[fit.polygon], count = polygons.offset_data[fit.polygon + 1] - first, i, known
    fit.floors.mapped = fit.floors.mixed = False
    fit.floors.region = polygons.region_data[fit.polygon]
    fit_edges(fit, compact, polygons, self.vertex_data, edges)
    start_triangulation(&fit.mesh, self.vertex_data.data(), &polygons.corner_data[first], count)
    fit.names.assign(polygons.corner_data.begin() + first, polygons.corner_data.begin() + first + count)
    split_edges(fit, polygons, self.vertex_data, edges)
    known = <int32_t>fit.names.size()
    add_vertex_samples(fit)
    if known == count and not fit.floors.mixed and fits(fit, compact, polygons):
        return 0
    for i in range(<int32_t>fit.mesh.origin.size()):
        fit.mesh.suspects.push_back(i)
    make_delaunay(&fit.mesh)
    refine(fit, compact, polygons, <int32_t>cells_of(polygons, fit.polygon))
    return append_triangles(self, fit, known)


cdef int set_corner_heights(DetailMesh self, Fitting* fit, CompactHeightfield compact, PolyMesh polygons) except -1 nogil:
    """As high as the ground instead of the voxels; what has no ground near it stays where it is."""
    cdef double top, height
    cdef size_t i
    self.vertex_data = polygons.vertex_data
    for i in range(polygons.grid_vertices.size()):
        top = compact.origin[1] + polygons.grid_vertices[i].y_vx * compact.cell_height
        height = ground_height(fit.ground, self.vertex_data[3 * i], self.vertex_data[3 * i + 2], top - fit.floors.drop,
                               top + fit.floors.slack, fit.floors.reach)
        if height == height:
            self.vertex_data[3 * i + 1] = height
    return 0


cdef int build_detail(DetailMesh self, CompactHeightfield compact, PolyMesh polygons, const GroundView* ground,
                      double sample_distance, double max_error) except -1 nogil:
    cdef Fitting fit
    cdef vector[Edge] edges
    cdef int32_t i
    cdef double height = compact.height_vx * compact.cell_height
    fit.ground = fit.floors.ground = ground
    fit.cell_size = fit.floors.cell_size = compact.cell_size
    fit.mesh.gap = GAP * compact.cell_size
    fit.tolerance = fit.floors.tolerance = max(max_error - fit.mesh.gap, fit.mesh.gap)
    # A voxel is as high as its highest place. Its floor may lie lower by a step merged into it and by what slopes rise over
    # the cells around a corner; the storey below is an agent's height down.
    fit.floors.drop = min(height, (compact.climb_vx + 1) * compact.cell_height + 3.0 * compact.cell_size)
    fit.floors.slack, fit.floors.reach = SLACK * compact.cell_height, REACH * compact.cell_size
    start_profile(ground, &fit.profile)
    set_corner_heights(self, &fit, compact, polygons)
    self.offset_data.clear()
    self.offset_data.push_back(0)
    if sample_distance < compact.cell_size:
        self.offset_data.resize(polygons.area_data.size() + 1, 0)
        return 0
    find_twins(polygons, edges)
    for i in range(<int32_t>polygons.area_data.size()):
        fit.polygon = fit.floors.polygon = i
        fit_polygon(self, &fit, compact, polygons, edges)
        self.offset_data.push_back(<int32_t>(self.triangle_data.size() // 3))
    return 0


cdef class DetailMesh:
    """
    The surface of the polygons, on the source's triangles instead of on the voxels (Recast's detail mesh).

    Corners and further vertices are as high as the source under them. Polygons whose own surface (geom.surface_triangle) is
    within max_error_m of the source have no triangles; the others are covered by triangles that are, and two polygons have the
    same vertices on the edge that they share. Steps are bridged: within a cell and a half of one the surface may lie anywhere
    from max_error_m below the lower tread to as much above the upper one. A polygon gets at most as many vertices as it has
    cells, and an edge two a cell.

    sample_distance_m: below the cell size only corners are set. Samples lie where the source bends, so that their spacing has
    no part in it otherwise. max_error_m: metres. Raises ValueError if one of them is negative or not a number.
    """

    def __init__(self, CompactHeightfield compact not None, PolyMesh polygons not None, Ground ground not None,
                 double sample_distance_m, double max_error_m):
        if not sample_distance_m >= 0.0:
            raise ValueError(f"sample_distance_m must be >= 0, not {sample_distance_m}")
        if not max_error_m >= 0.0:
            raise ValueError(f"max_error_m must be >= 0, not {max_error_m}")
        self.triangle_data.clear()
        with nogil:
            build_detail(self, compact, polygons, &ground.view, sample_distance_m, max_error_m)

    @property
    def vertices(self):
        """Metres: float64 (n, 3), a buffer: the polygons' corners as PolyMesh numbers them, then the others."""
        return point_rows(self.vertex_data)

    @property
    def offsets(self):
        """Where each polygon's triangles begin, and where the last one's end: int32 (polygon_count + 1,), a buffer."""
        return int_array(self.offset_data)

    @property
    def triangles(self):
        """Vertex indices, three a triangle: int32 (n * 3,), a buffer."""
        return int_array(self.triangle_data)
