"""Cleans polygons as people and modeling programs make them: vertices are welded, concave polygons split, faults named."""
from libc.math cimport INFINITY, floor
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.algorithm cimport reverse, sort
from libcpp.pair cimport pair
from libcpp.unordered_map cimport unordered_map
from libcpp.unordered_set cimport unordered_set
from libcpp.vector cimport vector

from navpy.base.arrays cimport int_array, point_rows
from navpy.base.arguments cimport read_indices, read_length, read_rows
from navpy.base.interrupts cimport check_signals
from navpy.base.area cimport AREA_WALKABLE
from navpy.mesh.cleanup.convex_split cimport convex_pieces, find_crossing, is_flat
from navpy.base.geom cimport distance3
from navpy.mesh.mesh_view cimport MeshView, Poly
from navpy.mesh.cleanup.t_junctions cimport Junctions, find_junctions
from navpy.mesh.topology cimport (
    FAULT_COINCIDENT, FAULT_DEGENERATE, FAULT_EDGE_SHARED, FAULT_NONE, Fault, check_indices, check_shape, check_vertices,
    clockwise_poly_area2, fault_message, link_polys)

from array import array
from operator import index

cdef enum FaceFault:                    # faults that cleaning cannot mend
    FACE_SOUND
    FACE_CROSSES                        # two edges of the face cross or touch
    FACE_STEEP                          # two corners in a row above each other
    FACE_UNSPLIT                        # no ear was found, as the face comes too near to itself
    FACE_TWICE                          # another face has the same corners

cdef cppclass Soup:
    vector[double] vertices             # meters, 3 a vertex, after welding
    vector[int32_t] original            # by vertex: the least of the indices it was given under
    vector[int32_t] index_of            # by vertex as given: its index now
    vector[Poly] polys
    vector[int32_t] corners
    vector[int32_t] source              # by polygon: the face it comes from
    vector[int32_t] skipped             # faces without area
    vector[int32_t] collapsed           # those of them that had an area before welding
    vector[int32_t] faulty              # faces that were left out for a fault
    int32_t split                       # faces that became several polygons
    int32_t reversed                    # faces that were clockwise
    FaceFault fault
    int32_t face, other, a, b           # where the fault is

cdef double MIN_CELL = 1e-9             # meters; smaller cells of the welding grid could not be numbered


# ---- welding ----

cdef struct CornerPlace:
    double x, y, z
    int32_t vertex


cdef bint place_before(const CornerPlace& a, const CornerPlace& b) noexcept nogil:
    if a.x != b.x:
        return a.x < b.x
    if a.y != b.y:
        return a.y < b.y
    return a.z < b.z if a.z != b.z else a.vertex < b.vertex


cdef inline uint64_t cell_key(int64_t x, int64_t y, int64_t z) noexcept nogil:
    return (<uint64_t>x * 0x9e3779b97f4a7c15ULL) ^ (<uint64_t>y * 0xc2b2ae3d27d4eb4fULL) ^ (<uint64_t>z * 0x165667b19e3779f9ULL)


cdef int32_t find_anchor(const double* points, const double* p, double reach, double cell, const vector[int32_t]* chain,
                         unordered_map[uint64_t, int32_t]* heads) except -2 nogil:
    """The nearest anchor within reach of p, of equally near ones the first by coordinates; −1: none. Cells may share a key and then
    share a chain of anchors; anchors of other cells are beyond the reach."""
    cdef unordered_map[uint64_t, int32_t].iterator found
    cdef int64_t x, y, z, k
    cdef int64_t low[3]
    cdef int64_t high[3]
    cdef int32_t vertex, best = -1
    cdef double distance, best_distance = reach
    for k in range(3):
        low[k], high[k] = <int64_t>floor((p[k] - reach) / cell), <int64_t>floor((p[k] + reach) / cell)
    for x in range(low[0], high[0] + 1):
        for y in range(low[1], high[1] + 1):
            for z in range(low[2], high[2] + 1):
                found = heads.find(cell_key(x, y, z))
                vertex = heads.at(cell_key(x, y, z)) if found != heads.end() else -1
                while vertex >= 0:
                    distance = distance3(p, points + 3 * <size_t>vertex)
                    if distance < best_distance or (distance == best_distance and (best < 0 or is_before(points, vertex, best))):
                        best, best_distance = vertex, distance
                    vertex = chain[0][vertex]
    return best


cdef bint is_before(const double* points, int32_t a, int32_t b) noexcept nogil:
    cdef int k
    for k in range(3):
        if points[3 * <size_t>a + k] != points[3 * <size_t>b + k]:
            return points[3 * <size_t>a + k] < points[3 * <size_t>b + k]
    return a < b


cdef int weld(const double* points, int32_t count, double reach, Soup* soup) except -1 nogil:
    """Move every vertex to an anchor. Anchors are chosen in the order of their coordinates, each farther than the reach from those
    before; every other vertex goes to the nearest anchor. So the order of the vertices does not matter, and no vertex moves by more
    than the reach."""
    cdef vector[CornerPlace] places
    cdef vector[int32_t] anchor, chain, new_index
    cdef unordered_map[uint64_t, int32_t] heads
    cdef CornerPlace place
    cdef pair[uint64_t, int32_t] head
    cdef int32_t i, k, v, last = -1
    cdef double cell = 4.0 * (reach if reach > MIN_CELL else MIN_CELL)
    for i in range(count):
        place.x, place.y, place.z, place.vertex = points[3 * <size_t>i], points[3 * <size_t>i + 1], points[3 * <size_t>i + 2], i
        places.push_back(place)
    sort(places.begin(), places.end(), place_before)
    anchor.resize(count, -1)
    chain.resize(count, -1)
    for i in range(count):
        if i & 255 == 0:
            check_signals()
        v = places[i].vertex
        if last >= 0 and distance3(points + 3 * <size_t>v, points + 3 * <size_t>last) == 0.0:
            anchor[v] = last                    # set below, with the first vertex at this place
            continue
        last = v
        if reach == 0.0 or find_anchor(points, points + 3 * <size_t>v, reach, cell, &chain, &heads) < 0:
            anchor[v] = v
            if reach > 0.0:
                head.first = cell_key(<int64_t>floor(places[i].x / cell), <int64_t>floor(places[i].y / cell),
                                      <int64_t>floor(places[i].z / cell))
                head.second = v
                if heads.find(head.first) != heads.end():
                    chain[v] = heads.at(head.first)
                    heads.erase(head.first)
                heads.insert(head)
    for i in range(count):
        if i & 255 == 0:
            check_signals()
        v = places[i].vertex
        if anchor[v] < 0:
            anchor[v] = find_anchor(points, points + 3 * <size_t>v, reach, cell, &chain, &heads)
        elif anchor[v] != v:
            anchor[v] = anchor[anchor[v]]
    soup.index_of.resize(count)
    new_index.resize(count, -1)                 # by anchor
    for i in range(count):
        v = anchor[i]
        if new_index[v] < 0:
            new_index[v] = <int32_t>soup.original.size()
            soup.original.push_back(i)
            for k in range(3):
                soup.vertices.push_back(points[3 * <size_t>v + k])
        soup.index_of[i] = new_index[v]
    return 0


# ---- faces ----

cdef int add_poly(Soup* soup, const int32_t* outline, int32_t count, int32_t face) except -1 nogil:
    soup.polys.resize(soup.polys.size() + 1)    # all zero
    soup.polys.back().first, soup.polys.back().count = <int32_t>soup.corners.size(), count
    soup.corners.insert(soup.corners.end(), outline, outline + count)
    soup.source.push_back(face)
    return 0


cdef void borrow_soup(Soup* soup, MeshView* view) noexcept nogil:
    view.vertices, view.vertex_count = soup.vertices.data(), <int32_t>soup.original.size()
    view.polys, view.poly_count = soup.polys.data(), <int32_t>soup.polys.size()
    view.corners, view.corner_count = soup.corners.data(), <int32_t>soup.corners.size()


cdef bint split_face(Soup* soup, const vector[int32_t]* outline, int32_t face) except -1 nogil:
    cdef vector[vector[int32_t]] pieces
    cdef MeshView view
    cdef Fault fault
    cdef size_t i
    if not convex_pieces(soup.vertices.data(), outline.data(), <int32_t>outline.size(), &pieces):
        return False
    for i in range(pieces.size()):
        add_poly(soup, pieces[i].data(), <int32_t>pieces[i].size(), face)
        borrow_soup(soup, &view)
        if not check_shape(&view, view.poly_count - 1, 1.0, &fault):
            return False
    return True


cdef bint fail(Soup* soup, FaceFault fault, int32_t face, int32_t a, int32_t b) noexcept nogil:
    soup.fault, soup.face, soup.a, soup.b = fault, face, a, b
    return False


cdef bint has_corner_twice(const vector[int32_t]* outline, int32_t* first, int32_t* second) except -1 nogil:
    """Whether two corners of an outline, whose places in it it gives, are one vertex: the outline touches itself there."""
    cdef vector[pair[int32_t, int32_t]] corners
    cdef size_t i
    corners.resize(outline.size())
    for i in range(outline.size()):
        corners[i].first, corners[i].second = outline[0][i], <int32_t>i
    sort(corners.begin(), corners.end())
    for i in range(1, corners.size()):
        if corners[i].first == corners[i - 1].first:
            first[0], second[0] = corners[i - 1].second, corners[i].second
            return True
    return False


cdef bint add_face(Soup* soup, const MeshView* given, int32_t face) except -1 nogil:
    """Add the polygons of one face."""
    cdef vector[int32_t] outline
    cdef MeshView view
    cdef Fault fault
    cdef int32_t a = 0, b = 0, i, v, polys = <int32_t>soup.polys.size(), corners = <int32_t>soup.corners.size()
    for i in range(given.polys[face].first, given.polys[face].first + given.polys[face].count):
        v = soup.index_of[given.corners[i]]
        if outline.empty() or outline.back() != v:
            outline.push_back(v)
    while outline.size() > 1 and outline.front() == outline.back():
        outline.pop_back()
    if outline.size() < 3:
        return skip_face(soup, given, face)
    add_poly(soup, outline.data(), <int32_t>outline.size(), face)
    borrow_soup(soup, &view)
    if clockwise_poly_area2(&view, &soup.polys[polys]) > 0.0:
        reverse(soup.corners.begin() + corners, soup.corners.end())
        reverse(outline.begin(), outline.end())
        soup.reversed += 1
    if check_shape(&view, polys, 1.0, &fault):
        if not has_corner_twice(&outline, &a, &b):
            return True
        return fail(soup, FACE_CROSSES, face, outline[a], outline[b])
    soup.polys.resize(polys)
    soup.corners.resize(corners)
    soup.source.resize(polys)
    if fault.kind == FAULT_DEGENERATE and is_flat(soup.vertices.data(), outline.data(), <int32_t>outline.size()):
        return skip_face(soup, given, face)
    if fault.kind == FAULT_COINCIDENT:
        return fail(soup, FACE_STEEP, face, fault.a, fault.b)
    if find_crossing(soup.vertices.data(), outline.data(), <int32_t>outline.size(), &a, &b):
        return fail(soup, FACE_CROSSES, face, a, b)
    if fault.kind == FAULT_DEGENERATE:
        return skip_face(soup, given, face)
    if not split_face(soup, &outline, face):
        return fail(soup, FACE_UNSPLIT, face, 0, 0)
    soup.split += 1
    return True


cdef bint skip_face(Soup* soup, const MeshView* given, int32_t face) except -1 nogil:
    cdef Fault fault
    soup.skipped.push_back(face)
    if not is_flat(given.vertices, given.corners + given.polys[face].first, given.polys[face].count) \
            and (check_shape(given, face, 1.0, &fault) or fault.kind != FAULT_DEGENERATE):
        soup.collapsed.push_back(face)
    return True


cdef bint find_duplicate(Soup* soup) except -1 nogil:
    """Two polygons with the same corners."""
    cdef vector[pair[vector[int32_t], int32_t]] keys
    cdef const Poly* poly
    cdef size_t i
    keys.resize(soup.polys.size())
    for i in range(soup.polys.size()):
        poly = &soup.polys[i]
        keys[i].first.assign(soup.corners.begin() + poly.first, soup.corners.begin() + poly.first + poly.count)
        keys[i].second = <int32_t>i
        sort(keys[i].first.begin(), keys[i].first.end())
    sort(keys.begin(), keys.end())
    for i in range(1, keys.size()):
        if keys[i].first == keys[i - 1].first:
            soup.other = soup.source[keys[i].second]
            fail(soup, FACE_TWICE, soup.source[keys[i - 1].second], 0, 0)
            return True
    return False


cdef bint take_edges(const int32_t* corners, int32_t count, unordered_set[uint64_t]* taken) except -1 nogil:
    """Takes the edges of a polygon, from corner to corner. False: one of them is taken, so none of them is."""
    cdef vector[uint64_t] edges
    cdef int32_t k
    for k in range(count):
        edges.push_back(<uint64_t>corners[k] << 32 | <uint64_t>corners[k + 1 if k + 1 < count else 0])
        if taken.count(edges.back()):
            return False
    taken.insert(edges.begin(), edges.end())
    return True


cdef int leave_out_overlapping(Soup* soup) except -1 nogil:
    """Of polygons on the same side of an edge the first one remains: then no edge has more than two polygons, and no two have the same
    corners."""
    cdef unordered_set[uint64_t] taken
    cdef vector[Poly] polys
    cdef vector[int32_t] corners, source
    cdef int32_t i
    polys.swap(soup.polys)
    corners.swap(soup.corners)
    source.swap(soup.source)
    for i in range(<int32_t>polys.size()):
        if i & 255 == 0:
            check_signals()
        if take_edges(corners.data() + polys[i].first, polys[i].count, &taken):
            add_poly(soup, corners.data() + polys[i].first, polys[i].count, source[i])
        else:
            soup.faulty.push_back(source[i])
    return 0


cdef bint clean(Soup* soup, const MeshView* given, double reach, bint leave_out_faulty) except -1 nogil:
    cdef int32_t face
    cdef size_t polys, corners
    soup.fault, soup.split, soup.reversed = FACE_SOUND, 0, 0
    weld(given.vertices, given.vertex_count, reach, soup)
    for face in range(given.poly_count):
        check_signals()
        polys, corners = soup.polys.size(), soup.corners.size()
        if add_face(soup, given, face):
            continue
        if not leave_out_faulty:
            return False
        soup.polys.resize(polys)
        soup.source.resize(polys)
        soup.corners.resize(corners)
        soup.faulty.push_back(face)
        soup.fault = FACE_SOUND
    if leave_out_faulty:
        leave_out_overlapping(soup)
        sort(soup.faulty.begin(), soup.faulty.end())
        return True
    return not find_duplicate(soup)


# ---- Python ----

cdef object as_points(vertices):
    """float64 (n, 3): the buffer itself where it is one, else what numpy makes of it."""
    try:
        view = memoryview(vertices)
    except TypeError:
        view = None
    if view is not None and view.ndim == 2 and view.format == "d" and view.c_contiguous and view.shape[1] == 3 and view.shape[0]:
        return view
    points = read_rows("vertices", vertices, -1, 3, False, INFINITY)
    if points.shape[0] > 0x7fffffff:
        raise ValueError(f"vertices: at most {0x7fffffff}, are {points.shape[0]}")
    return points


cdef object as_areas(areas, Py_ssize_t count):
    ids = read_indices("areas", areas)
    if len(ids) != count:
        raise ValueError(f"areas: must be one a polygon, are {len(ids)} for {count} polygons")
    return ids


cdef int read_faces(polygons, vector[Poly]* faces, vector[int32_t]* corners) except -1:
    cdef Py_ssize_t i = 0
    cdef int32_t corner
    for polygon in polygons:
        check_signals()
        faces.resize(i + 1)
        faces.back().first = <int32_t>corners.size()
        try:
            for vertex in polygon:
                corner = index(vertex)
                corners.push_back(corner)
        except (TypeError, OverflowError):
            raise ValueError(f"polygons: polygon {i} is not a sequence of vertex indices: {polygon!r}") from None
        if corners.size() > 0x7ffffffe:
            raise ValueError(f"polygons: at most {0x7ffffffe} corners")
        faces.back().count = <int32_t>corners.size() - faces.back().first
        i += 1
    return 0


cdef object face_error(const Soup* soup, double reach):
    cdef int32_t a = soup.original[soup.a], b = soup.original[soup.b]
    if soup.fault == FACE_CROSSES:
        return f"polygons: polygon {soup.face} crosses or touches itself, at its edges from vertex {a} and from vertex {b}"
    if soup.fault == FACE_STEEP:
        return f"polygons: polygon {soup.face} has two corners in a row, {a} and {b}, at the same x and z"
    if soup.fault == FACE_TWICE:
        return f"polygons: polygons {soup.face} and {soup.other} have the same corners (weld_distance is {reach:g} m)"
    return f"polygons: polygon {soup.face} is not convex and comes too near to itself to be split"


cdef object edge_error(const Soup* soup, Fault* fault):
    """The message of a fault of link_polys, in the indices that were given."""
    cdef const Poly* poly
    cdef int32_t a = fault.a, b = fault.b, i, k, here, there
    fault.a, fault.b = soup.original[a], soup.original[b]
    if fault.kind != FAULT_EDGE_SHARED:
        fault.poly, fault.other = soup.source[fault.poly], soup.source[fault.other]
        return fault_message(fault)
    sharers = []
    for i in range(<int32_t>soup.polys.size()):
        poly = &soup.polys[i]
        for k in range(poly.count):
            here, there = soup.corners[poly.first + k], soup.corners[poly.first + (k + 1) % poly.count]
            if (here == a and there == b) or (here == b and there == a):
                sharers.append(str(soup.source[i]))
    return f"polygons: more than two polygons share the edge {fault.a}-{fault.b}: {', '.join(sharers)}"


cdef object summary(const Soup* soup, const Junctions* junctions, double reach):
    notes = []
    if soup.skipped.size():
        notes.append(f"{soup.skipped.size()} polygons without area were left out, the first is {soup.skipped[0]}")
    if soup.collapsed.size():
        notes.append(f"{soup.collapsed.size()} of them, the first is {soup.collapsed[0]}, had one before vertices nearer than "
                     f"weld_distance {reach:g} m were joined")
    if soup.faulty.size():
        notes.append(f"{soup.faulty.size()} polygons were left out, the first is {soup.faulty[0]}: they cross themselves, or another "
                     f"polygon lies on the same side of one of their edges")
    if junctions.count:
        notes.append(f"{junctions.count} edges lie along another polygon's edge without sharing both vertices, so nothing leads "
                     f"across: the first is {soup.original[junctions.one.a]}-{soup.original[junctions.one.b]} of polygon "
                     f"{soup.source[junctions.one.poly]} along {soup.original[junctions.other.a]}-"
                     f"{soup.original[junctions.other.b]} of polygon {soup.source[junctions.other.poly]}")
    return "; ".join(notes)


class CleanedPolygons:
    """Polygons that clean_polygons made; vertices, offsets, corners and areas are what NavMesh takes.

    Attributes
    ----------
    vertices : float64 (n, 3) buffer or None
        Meters; None without vertices.
    offsets : array("i")
        Polygon i has the corners offsets[i] … offsets[i+1]−1.
    corners : array("i")
        Vertex indices, counter-clockwise seen from above.
    areas : array("i")
        Area id of each polygon.
    source : array("i")
        The given polygon that each polygon comes from.
    skipped : array("i")
        Given polygons without area, which were left out.
    collapsed : array("i")
        Those of them that had an area before welding.
    faulty : array("i")
        Given polygons that leave_out_faulty has left out.
    welded : int
        Vertices that were joined to another.
    split : int
        Given polygons that were not convex and became several.
    turned : int
        Given polygons that were clockwise.
    t_junctions : int
        Edges that lie along another polygon's edge and do not share both vertices with it.
    message : str
        What was left out and what is not connected; empty without either.
    """

    __slots__ = ("vertices", "offsets", "corners", "areas", "source", "skipped", "collapsed", "faulty", "welded", "split", "turned",
                 "t_junctions", "message")

    def __getstate__(self):
        state = {name: getattr(self, name) for name in self.__slots__}
        if self.vertices is not None:
            state["vertices"] = array("d", memoryview(self.vertices).tobytes())      # a memoryview has no pickle
        return state

    def __setstate__(self, state):
        for name, value in state.items():
            setattr(self, name, value)
        if self.vertices is not None:
            self.vertices = memoryview(self.vertices).cast("B").cast("d", (len(self.vertices) // 3, 3))

    def __repr__(self):
        return f"<CleanedPolygons: {len(self.offsets) - 1}{': ' if self.message else ''}{self.message}>"


def clean_polygons(vertices, polygons, areas=None, *, weld_distance=0.001, leave_out_faulty=False):
    """Clean polygons as people and modeling programs make them.

    Polygons without area in the ground plane are left out; concave ones are split into convex ones, which have the same corners and no
    others.

    Parameters
    ----------
    vertices : float64 (n, 3)
        Meters, Y up; a buffer, or whatever numpy takes for it.
    polygons : iterable of sequences of int
        Vertex indices of simple polygons in the ground plane, either way round.
    areas : iterable of int, optional
        Area id of each polygon; 63, walkable ground, by default.
    weld_distance : float
        Meters in space within which vertices become one; 0 joins equal ones only. The result does not depend on the order of the
        vertices, and no vertex moves by more than the distance.
    leave_out_faulty : bool
        Leave out polygons that cross or touch themselves and, of those on the same side of an edge, all but the first, instead of
        raising ValueError for them.

    Returns
    -------
    CleanedPolygons

    Raises
    ------
    ValueError
        Names the polygons and vertices as given: a vertex that is not finite, an index out of range, fewer than 3 corners, a polygon
        that crosses or touches itself, two with the same corners, an edge of more than two polygons or of two on the same side.
    """
    cdef double reach = read_length("weld_distance", weld_distance)
    cdef bint lenient = leave_out_faulty
    points = as_points(vertices)
    cdef const double[:, ::1] flat
    cdef vector[Poly] faces
    cdef vector[int32_t] corners, neighbors, twins
    cdef MeshView given, view
    cdef Fault fault
    cdef Soup soup
    cdef Junctions junctions
    cdef Py_ssize_t i
    cdef bint good
    read_faces(polygons, &faces, &corners)
    ids = None if areas is None else as_areas(areas, <Py_ssize_t>faces.size())
    given.vertices, given.vertex_count = <const double*>NULL, 0
    if len(points):
        flat = points
        given.vertices, given.vertex_count = &flat[0, 0], <int32_t>flat.shape[0]
    given.polys, given.poly_count = faces.data(), <int32_t>faces.size()
    given.corners, given.corner_count = corners.data(), <int32_t>corners.size()
    if not (check_vertices(&given, &fault) and check_indices(&given, &fault)):
        raise ValueError(fault_message(&fault))
    fault.kind = FAULT_NONE
    with nogil:
        good = clean(&soup, &given, reach, lenient)
        if good:
            borrow_soup(&soup, &view)
            neighbors.resize(soup.corners.size())
            twins.resize(soup.corners.size())
            check_signals()
            good = link_polys(&view, neighbors.data(), twins.data(), &fault)
            check_signals()
        if good:
            find_junctions(&view, neighbors.data(), reach, &junctions)
    if not good:
        raise ValueError(edge_error(&soup, &fault) if fault.kind != FAULT_NONE else face_error(&soup, reach))

    out = CleanedPolygons()
    out.vertices = point_rows(soup.vertices) if soup.original.size() else None
    out.offsets = array("i", [0] + [soup.polys[i].first + soup.polys[i].count for i in range(<Py_ssize_t>soup.polys.size())])
    out.corners, out.source = int_array(soup.corners), int_array(soup.source)
    out.areas = array("i", [AREA_WALKABLE if ids is None else ids[face] for face in out.source])
    out.skipped, out.collapsed, out.faulty = int_array(soup.skipped), int_array(soup.collapsed), int_array(soup.faulty)
    out.welded = given.vertex_count - <Py_ssize_t>soup.original.size()
    out.split, out.turned, out.t_junctions = soup.split, soup.reversed, junctions.count
    out.message = summary(&soup, &junctions, reach)
    return out
