"""Fits the edges of the detail mesh to the source (Douglas & Peucker 1973; Recast, buildPolyDetail).

Along an edge the source is straight between the stations of its profile. The worst station becomes a vertex until none deviates by
more than the tolerance.
"""
from libc.math cimport INFINITY, NAN
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.geom cimport distance2
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.detail.floor_map cimport floor_height, snap_to_floor
from navpy.baking.contours.polygons cimport PolyMesh
from navpy.baking.detail.edge_profile cimport (
    Station, drop_hidden, find_stations, find_profile, keep_off, profile_is_near, sort_stations)

cdef enum:
    NO_TWIN = -1


cdef inline bint deviates(EdgeFitting* fit, const double* a, const double* b, double gap) except -1 nogil:
    """Whether a surface that may be the floor's deviates from the segment by more than the tolerance, not within `gap` of its ends, 0
    … 1 along it: no vertex can be there. Sets the profile."""
    cdef double tolerance = fit.floors.tolerance
    if find_profile(fit.floors.source, a, b, fit.floors.low, fit.floors.high, tolerance, gap, &fit.profile):
        return False
    drop_hidden(&fit.profile, a[1], b[1], tolerance, tolerance + fit.floors.drop + fit.floors.slack)
    return not profile_is_near(&fit.profile, a[1], b[1], tolerance, gap)


cdef inline double surface_at(const Chord* chord, double t) noexcept nogil:
    return chord.y0 + (chord.y1 - chord.y0) * (t - chord.t0) / (chord.t1 - chord.t0)


cdef int32_t worst_station(EdgeFitting* fit, CompactHeightfield compact, const double* a, const double* b,
                           const Chord* chord, double gap) except -2 nogil:
    """The station that deviates most from the chord, by more than the tolerance and not within `gap` of its ends; −1: none."""
    cdef Station* station
    cdef double off, surface, most
    cdef int32_t i, found, tries = 0
    while True:
        most, found = fit.floors.tolerance, -1
        for i in range(chord.begin, chord.end):
            station = &fit.profile.stations[i]
            surface = surface_at(chord, station.t)
            off = deviation(surface, station.y, station.ceiling, fit.floors.tolerance)
            if off > most and chord.t0 + gap < station.t < chord.t1 - gap:
                if tries >= FEW and not station.verified:
                    verify_station(fit, compact, a, b, station)
                    off = deviation(surface, station.y, station.ceiling, fit.floors.tolerance)
                    if not off > most:
                        continue
                most, found = off, i
        if found < 0 or fit.profile.stations[found].verified:
            return found
        verify_station(fit, compact, a, b, &fit.profile.stations[found])
        tries += 1


cdef int verify_station(EdgeFitting* fit, CompactHeightfield compact, const double* a, const double* b,
                        Station* station) except -1 nogil:
    """Set the station's height to that of the floor; NaN, which deviates from nothing, if its surface is on another layer."""
    station.verified = True
    if not snap_to_floor(&fit.floors, compact, a[0] + station.t * (b[0] - a[0]), a[2] + station.t * (b[2] - a[2]),
                         &station.y, &station.ceiling):
        station.y = NAN
    else:
        fit.floors.mixed = fit.floors.mixed or station.crease
    return 0


cdef int add_grid_stations(EdgeFitting* fit, CompactHeightfield compact, const double* a, const double* b,
                           double length) except -1 nogil:
    """Add stations every half cell, with the height of the floor."""
    cdef Station station
    cdef int32_t i, count = <int32_t>(2.0 * length / fit.floors.cell_size) + 1
    station.crease, station.verified, station.ceiling = False, True, INFINITY
    for i in range(count):
        station.t = (i + 0.5) / count
        station.y = floor_height(&fit.floors, compact, a[0] + station.t * (b[0] - a[0]),
                                 a[2] + station.t * (b[2] - a[2]))
        if station.y == station.y:
            fit.profile.stations.push_back(station)
    sort_stations(fit.profile.stations)
    return 0


cdef int cut_chords(EdgeFitting* fit, CompactHeightfield compact, const double* a, const double* b, double length) except -1 nogil:
    """Fill `added` with the vertices that the edge needs, x, y, z each, from a to b."""
    cdef Chord chord, rest
    cdef int32_t at, room = <int32_t>(2.0 * length / fit.floors.cell_size) + 1
    chord.t0, chord.y0, chord.t1, chord.y1 = 0.0, a[1], 1.0, b[1]
    chord.begin, chord.end = 0, <int32_t>fit.profile.stations.size()
    fit.added.clear()
    fit.chords.clear()
    fit.chords.push_back(chord)
    while not fit.chords.empty():
        chord = fit.chords.back()
        fit.chords.pop_back()
        at = -1
        if <int32_t>(fit.added.size() // 3 + fit.chords.size()) < room:
            at = worst_station(fit, compact, a, b, &chord, fit.gap / length)
        if at >= 0:
            rest = chord
            rest.t0, rest.y0, rest.begin = fit.profile.stations[at].t, fit.profile.stations[at].y, at + 1
            chord.t1, chord.y1, chord.end = fit.profile.stations[at].t, fit.profile.stations[at].y, at
            fit.chords.push_back(rest)
            fit.chords.push_back(chord)
        elif chord.t1 < 1.0:
            fit.added.push_back(a[0] + chord.t1 * (b[0] - a[0]))
            fit.added.push_back(chord.y1)
            fit.added.push_back(a[2] + chord.t1 * (b[2] - a[2]))
    return 0


cdef int fit_edge(EdgeFitting* fit, CompactHeightfield compact, const double* a, const double* b) except -1 nogil:
    """Fill `added` with the vertices that an edge needs, from the end with the lower x, then z, whichever polygon's edge it is."""
    cdef double length
    fit.added.clear()
    if is_before(b, a):
        a, b = b, a
    length = distance2(a[0], a[2], b[0], b[2])
    if not deviates(fit, a, b, fit.gap / length):
        return 0
    find_stations(&fit.profile, a[1], b[1], -1.0, fit.gap / length)        # also those that are near, as the chords change
    sort_stations(fit.profile.stations)
    cut_chords(fit, compact, a, b, length)
    if fit.floors.mixed:
        add_grid_stations(fit, compact, a, b, length)
        cut_chords(fit, compact, a, b, length)
    return 0


cdef int find_twins(PolyMesh polygons, vector[FittedEdge]& edges) except -1 nogil:
    """Pair the edges between the same two corners in opposite directions."""
    cdef vector[int32_t] latest, earlier    # linked lists of the edges with the same lower corner
    cdef int32_t i, k, a, b, other
    cdef FittedEdge edge
    edge.twin, edge.first, edge.count, edge.done, edge.mixed = NO_TWIN, 0, 0, False, False
    edges.resize(polygons.corner_data.size(), edge)
    latest.resize(polygons.grid_vertices.size(), -1)
    earlier.resize(polygons.corner_data.size())
    for i in range(<int32_t>polygons.area_data.size()):
        for k in range(polygons.offset_data[i], polygons.offset_data[i + 1]):
            a = polygons.corner_data[k]
            b = polygons.corner_data[k + 1 if k + 1 < polygons.offset_data[i + 1] else polygons.offset_data[i]]
            edges[k].first = b          # the edge's other end, until it is fitted
            other = latest[min(a, b)]
            while other >= 0 and not (edges[other].twin == NO_TWIN and polygons.corner_data[other] == b
                                      and edges[other].first == a):
                other = earlier[other]
            if other >= 0:
                edges[k].twin, edges[other].twin = other, k
            earlier[k] = latest[min(a, b)]
            latest[min(a, b)] = k
    return 0


cdef int fit_edges(EdgeFitting* fit, CompactHeightfield compact, PolyMesh polygons, vector[double]& vertices,
                   vector[FittedEdge]& edges) except -1 nogil:
    """Fit the polygon's edges that were not fitted for another polygon."""
    cdef int32_t k
    cdef bint mixed = False
    for k in range(polygons.offset_data[fit.floors.polygon], polygons.offset_data[fit.floors.polygon + 1]):
        if edges[k].done:
            mixed = mixed or edges[k].mixed
            continue
        fit.floors.mixed = False
        fit_edge(fit, compact, &vertices[3 * <size_t>polygons.corner_data[k]], &vertices[3 * <size_t>edges[k].first])
        mixed = mixed or fit.floors.mixed
        edges[k].first, edges[k].count, edges[k].done = <int32_t>(vertices.size() // 3), <int32_t>(fit.added.size() // 3), True
        vertices.insert(vertices.end(), fit.added.begin(), fit.added.end())
        if edges[k].twin != NO_TWIN:
            edges[edges[k].twin].first, edges[edges[k].twin].count = edges[k].first, edges[k].count
            edges[edges[k].twin].done, edges[edges[k].twin].mixed = True, fit.floors.mixed
    fit.floors.mixed = mixed
    return 0


cdef bint find_worst_point(EdgeFitting* fit, CompactHeightfield compact, const double* one, const double* other,
                           double* point) except -1 nogil:
    """Find the place between two vertices where the source is farthest from the segment. → whether it is too far"""
    cdef const double* a = one
    cdef const double* b = other
    cdef Chord chord
    cdef double gap = fit.gap / distance2(one[0], one[2], other[0], other[2])
    cdef int32_t at
    if is_before(b, a):
        a, b = b, a
    if not deviates(fit, a, b, gap) or not keep_off(&fit.profile, gap):
        return False
    find_stations(&fit.profile, a[1], b[1], fit.floors.tolerance, gap)
    sort_stations(fit.profile.stations)
    chord.t0, chord.y0, chord.t1, chord.y1 = 0.0, a[1], 1.0, b[1]
    chord.begin, chord.end = 0, <int32_t>fit.profile.stations.size()
    at = worst_station(fit, compact, a, b, &chord, gap)
    if at < 0:
        return False
    point[0], point[1] = a[0] + fit.profile.stations[at].t * (b[0] - a[0]), fit.profile.stations[at].y
    point[2] = a[2] + fit.profile.stations[at].t * (b[2] - a[2])
    return True
