"""What a level looks like as a whole: where its faces look, how high its walls are, which of its closed pieces are inside out. It
tells a level that is turned, reversed or in another unit from one that is meant so."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.splitmix cimport scramble
from navpy.base.union_find cimport root_of, unite
from navpy.baking.voxels.triangle_soup cimport SoupBuffers, TriangleSoup, borrow_soup

cdef double UPRIGHT2 = 3.0458649e-4             # squared sine of 1 degree: walls as people build them, unlike cliffs
cdef double HOLLOW = 1e-6                       # of a piece's box: less volume than this is none but rounding

cdef enum:
    BINS = 256                  # of heights: four for each power of 2
    # of the bins, which begins at 2^-20 m, as IEEE doubles have the exponent and the first two bits of the fraction
    LOWEST = 4 * (1023 - 20)
    UNSEEN = -1

cdef struct Sums:               # of all faces, projected along the axes, m²
    double up, down             # those that look there
    double forward, back        # along +z and -z
    double up_moment            # m³: those that look up, times their heights
    double down_moment

cdef struct Component:              # connected triangles
    double volume6              # m³, six times, if it is closed: below 0 where its faces look inward
    uint64_t border             # 0 where each edge has a triangle on both sides, which go along it in opposite directions
    double low[3]               # its box, meters
    double high[3]


cdef inline int bin_of(double height) noexcept nogil:
    cdef int64_t bits
    memcpy(&bits, &height, sizeof(bits))
    return <int>min(max((bits >> 50) - LOWEST, <int64_t>0), <int64_t>(BINS - 1))


cdef inline double least_of(int64_t bin) noexcept nogil:
    """The least height in a bin."""
    cdef int64_t bits = (bin + LOWEST) << 50
    cdef double height
    memcpy(&height, &bits, sizeof(height))
    return height


cdef void add_up(const TriangleSoup* soup, Sums* sums, int64_t* walls) noexcept nogil:
    """walls: how many there are in each bin of heights."""
    cdef const int32_t* corners = soup.triangles
    cdef const float* a
    cdef const float* b
    cdef const float* c
    cdef double ux, uy, uz, vx, vy, vz, x, y, z, up, down, middle
    cdef int32_t _i
    for _i in range(soup.triangle_count):
        a, b = soup.vertices + 3 * <size_t>corners[0], soup.vertices + 3 * <size_t>corners[1]
        c = soup.vertices + 3 * <size_t>corners[2]
        corners += 3
        ux, uy, uz = <double>b[0] - a[0], <double>b[1] - a[1], <double>b[2] - a[2]
        vx, vy, vz = <double>c[0] - a[0], <double>c[1] - a[1], <double>c[2] - a[2]
        x, y, z = 0.5 * (uy * vz - uz * vy), 0.5 * (uz * vx - ux * vz), 0.5 * (ux * vy - uy * vx)
        middle = (<double>a[1] + b[1] + c[1]) * (1.0 / 3.0)
        up, down = max(y, 0.0), max(-y, 0.0)
        sums.up += up
        sums.down += down
        sums.forward += max(z, 0.0)
        sums.back += max(-z, 0.0)
        sums.up_moment += up * middle
        sums.down_moment += down * middle
        if y * y < UPRIGHT2 * (x * x + y * y + z * z):
            walls[bin_of(<double>max(a[1], max(b[1], c[1])) - min(a[1], min(b[1], c[1])))] += 1


cdef double median_height(const int64_t* walls) noexcept nogil:
    cdef int64_t count = 0, seen = 0
    cdef int i
    for i in range(BINS):
        count += walls[i]
    for i in range(BINS):
        seen += walls[i]
        if 2 * seen > count:
            return least_of(i)
    return 0.0


cdef class LevelShape:
    """LevelShape(vertices, triangles)

    Where the faces of a level look, and how high its walls are. Areas are those of the faces' projections along the axis that they
    look along.

    Parameters
    ----------
    vertices : buffer of float32, shape (n, 3)
        Meters, finite.
    triangles : buffer of int32, shape (m, 3)
        Vertex indices, all in range.

    Attributes
    ----------
    up, down, forward, back : float
        m² of the faces that look up, down, along +z and along −z.
    up_height, down_height : float
        Mean heights in meters of the faces that look up and down, weighted by their areas; 0 where there are none.
    wall_height : float
        Median height in meters of the upright triangles, rounded down by less than a fifth; 0 where there are none.
    """
    cdef readonly double up, down, forward, back, up_height, down_height, wall_height

    def __init__(self, vertices, triangles):
        cdef SoupBuffers given = borrow_soup(vertices, triangles)
        cdef int64_t[BINS] walls
        cdef Sums sums
        memset(&sums, 0, sizeof(sums))
        memset(walls, 0, sizeof(walls))
        with nogil:
            add_up(&given.soup, &sums, walls)
            self.wall_height = median_height(walls)
        self.up, self.down, self.forward, self.back = sums.up, sums.down, sums.forward, sums.back
        self.up_height = sums.up_moment / sums.up if sums.up > 0.0 else 0.0
        self.down_height = sums.down_moment / sums.down if sums.down > 0.0 else 0.0


# ---- pieces ----

cdef inline uint64_t bits_of(float value) noexcept nogil:
    cdef float number = value + <float>0.0          # -0 is 0
    cdef uint32_t bits
    memcpy(&bits, &number, sizeof(bits))
    return bits


cdef int weld(const float* vertices, int32_t count, vector[int32_t]* first) except -1 nogil:
    """first: of each vertex, the first one in the same place. Found in a hash table with linear probing."""
    cdef vector[int32_t] table
    cdef const float* at
    cdef const float* other
    cdef uint64_t mask = 1, slot
    cdef int32_t i
    while mask < 2 * <uint64_t>count:
        mask *= 2
    table.resize(mask, UNSEEN)
    mask -= 1
    first.resize(count)
    at = vertices
    for i in range(count):
        slot = scramble((bits_of(at[0]) | bits_of(at[1]) << 32) ^ bits_of(at[2]) * <uint64_t>0x9E3779B97F4A7C15) & mask
        while table[slot] != UNSEEN:
            other = vertices + 3 * <size_t>table[slot]
            if other[0] == at[0] and other[1] == at[1] and other[2] == at[2]:
                break
            slot = (slot + 1) & mask
        if table[slot] == UNSEEN:
            table[slot] = i
        first[0][i] = table[slot]
        at += 3
    return 0


cdef inline uint64_t edge_key(int32_t a, int32_t b) noexcept nogil:
    """Of a directed edge; that of the opposite direction is its negative. A sum of keys is 0 where all edges cancel out, and else only
    by a chance of 2^-64."""
    return scramble(<uint64_t>a << 32 | <uint32_t>b) if a < b else <uint64_t>0 - scramble(<uint64_t>b << 32 | <uint32_t>a)


cdef int find_pieces(const TriangleSoup* soup, const int32_t* first, vector[Component]* out,
                     vector[int32_t]* piece_of) except -1 nogil:
    """The pieces, without their borders. piece_of: of each triangle."""
    cdef vector[int32_t] parent, number
    cdef const int32_t* corners = soup.triangles
    cdef const float* o
    cdef const float* p
    cdef Component* piece
    cdef Component empty
    cdef double at[3][3]
    cdef int32_t i, _i, root
    cdef int k, axis
    parent.resize(soup.vertex_count)
    for i in range(soup.vertex_count):
        parent[i] = i
    for _i in range(soup.triangle_count):
        unite(parent.data(), first[corners[0]], first[corners[1]])
        unite(parent.data(), first[corners[1]], first[corners[2]])
        corners += 3
    number.resize(soup.vertex_count, UNSEEN)
    piece_of.resize(soup.triangle_count)
    empty.volume6, empty.border = 0.0, 0
    for axis in range(3):
        empty.low[axis], empty.high[axis] = INFINITY, -INFINITY
    corners = soup.triangles
    for i in range(soup.triangle_count):
        root = root_of(parent.data(), first[corners[0]])
        if number[root] == UNSEEN:
            number[root] = <int32_t>out.size()
            out.push_back(empty)
        piece_of[0][i] = number[root]
        piece, o = &out[0][number[root]], soup.vertices + 3 * <size_t>root
        for k in range(3):
            p = soup.vertices + 3 * <size_t>corners[k]
            for axis in range(3):
                at[k][axis] = <double>p[axis] - o[axis]
        piece.volume6 += at[0][0] * (at[1][1] * at[2][2] - at[1][2] * at[2][1]) + at[0][1] * (at[1][2] * at[2][0] - at[1][0]
                                                                                              * at[2][2]) \
            + at[0][2] * (at[1][0] * at[2][1] - at[1][1] * at[2][0])
        corners += 3
    for i in range(soup.vertex_count):
        root = number[root_of(parent.data(), i)]
        if root != UNSEEN:
            piece, p = &out[0][root], soup.vertices + 3 * <size_t>i
            for axis in range(3):
                piece.low[axis], piece.high[axis] = min(piece.low[axis], p[axis]), max(piece.high[axis], p[axis])
    return 0


cdef void find_borders(const TriangleSoup* soup, const int32_t* first, const int32_t* piece_of, const uint8_t* chosen,
                       Component* pieces) noexcept nogil:
    """Those of the chosen pieces."""
    cdef const int32_t* corners = soup.triangles
    cdef int32_t i, a, b, c
    for i in range(soup.triangle_count):
        if chosen[piece_of[i]]:
            a, b, c = first[corners[0]], first[corners[1]], first[corners[2]]
            pieces[piece_of[i]].border += edge_key(a, b) + edge_key(b, c) + edge_key(c, a)
        corners += 3


cdef inline double box_volume(const Component* piece) noexcept nogil:
    return (piece.high[0] - piece.low[0]) * (piece.high[1] - piece.low[1]) * (piece.high[2] - piece.low[2])


cdef inline double plan_area(const Component* piece) noexcept nogil:
    return (piece.high[0] - piece.low[0]) * (piece.high[2] - piece.low[2])


cdef inline double narrowness(const Component* piece) noexcept nogil:
    """Meters: the lesser of its width and its depth."""
    return min(piece.high[0] - piece.low[0], piece.high[2] - piece.low[2])


cdef inline bint holds(const Component* outer, const Component* inner, int axis) noexcept nogil:
    return outer.low[axis] <= inner.low[axis] and inner.high[axis] <= outer.high[axis]


cdef bint is_larger(const Component& a, const Component& b) noexcept nogil:
    return box_volume(&a) > box_volume(&b)


cdef bint is_cavity(const Component* piece, const vector[Component]* solids) noexcept nogil:
    """Is it perhaps the inside of a hollow solid? solids: the largest first."""
    cdef size_t i
    for i in range(solids.size()):
        if box_volume(&solids[0][i]) < box_volume(piece):
            return False
        if holds(&solids[0][i], piece, 0) and holds(&solids[0][i], piece, 1) and holds(&solids[0][i], piece, 2):
            return True
    return False


cdef int list_inside_out(const TriangleSoup* soup, double agent_radius, double agent_height, vector[Component]* out) except -1 nogil:
    cdef vector[int32_t] first, piece_of
    cdef vector[uint8_t] chosen
    cdef vector[Component] pieces, solids, inward
    cdef const Component* ground = NULL
    cdef size_t i
    cdef bint has_candidates = False
    weld(soup.vertices, soup.vertex_count, &first)
    find_pieces(soup, first.data(), &pieces, &piece_of)
    chosen.resize(pieces.size())
    for i in range(pieces.size()):
        chosen[i] = pieces[i].volume6 < -6.0 * HOLLOW * box_volume(&pieces[i]) and narrowness(&pieces[i]) >= 2.0 * agent_radius
        has_candidates = has_candidates or chosen[i]
    if not has_candidates:
        return 0
    find_borders(soup, first.data(), piece_of.data(), chosen.data(), pieces.data())
    for i in range(pieces.size()):
        if chosen[i] and pieces[i].border == 0:
            inward.push_back(pieces[i])
        elif ground == NULL or plan_area(&pieces[i]) > plan_area(ground):
            ground = &pieces[i]
    if inward.empty():
        return 0
    for i in range(pieces.size()):
        chosen[i] = pieces[i].volume6 > 0.0
    find_borders(soup, first.data(), piece_of.data(), chosen.data(), pieces.data())
    for i in range(pieces.size()):
        if chosen[i] and pieces[i].border == 0:
            solids.push_back(pieces[i])
    sort(solids.begin(), solids.end(), is_larger)
    for i in range(inward.size()):
        if (inward[i].high[1] - inward[i].low[1] < agent_height or ground != NULL and holds(ground, &inward[i], 0)
            and holds(ground, &inward[i], 2)) \
                and not is_cavity(&inward[i], &solids):
            out.push_back(inward[i])
    return 0


def find_inside_out(vertices, triangles, double agent_radius, double agent_height):
    """The closed pieces of a level that are solids with all of their faces turned inward.

    A piece is what triangles with corners in the same places connect. It is closed where each of its edges has a triangle on both
    sides. One with its faces inward is meant so where it is a room, or a cavity in a solid, and does not matter where it is too narrow
    for an agent to stand on. So it counts only where it is as wide as an agent and lies in no box of a closed solid, and where either
    it is too low to be a room, or it stands within the outline of the largest other piece, as on a floor.

    Parameters
    ----------
    vertices : buffer of float32, shape (n, 3)
        Meters, finite.
    triangles : buffer of int32, shape (m, 3)
        Vertex indices, all in range.
    agent_radius, agent_height : float
        Meters.

    Returns
    -------
    list of tuple
        ((x, y, z) least, (x, y, z) greatest) of each, meters.
    """
    cdef SoupBuffers given = borrow_soup(vertices, triangles)
    cdef vector[Component] found
    with nogil:
        list_inside_out(&given.soup, agent_radius, agent_height, &found)
    return [((piece.low[0], piece.low[1], piece.low[2]), (piece.high[0], piece.high[1], piece.high[2])) for piece in found]
