"""Splits a simple polygon into convex ones: ear clipping, then triangles are merged where the result is convex (Hertel & Mehlhorn)."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int32_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.geom cimport border_tolerance, distance2


cdef inline bint in_box(const double* a, const double* b, const double* p) noexcept nogil:
    return (a[0] <= p[0] <= b[0] or b[0] <= p[0] <= a[0]) and (a[2] <= p[2] <= b[2] or b[2] <= p[2] <= a[2])


cdef bint segments_meet(const double* a, const double* b, const double* c, const double* d) noexcept nogil:
    cdef double abc, abd, cda, cdb
    if (a[0] < c[0] and b[0] < c[0] and a[0] < d[0] and b[0] < d[0]) or (a[0] > c[0] and b[0] > c[0] and a[0] > d[0] and b[0] > d[0]):
        return False
    abc, abd, cda, cdb = left_turn(a, b, c), left_turn(a, b, d), left_turn(c, d, a), left_turn(c, d, b)
    if ((abc > 0.0 and abd < 0.0) or (abc < 0.0 and abd > 0.0)) and ((cda > 0.0 and cdb < 0.0) or (cda < 0.0 and cdb > 0.0)):
        return True
    return (abc == 0.0 and in_box(a, b, c)) or (abd == 0.0 and in_box(a, b, d)) \
        or (cda == 0.0 and in_box(c, d, a)) or (cdb == 0.0 and in_box(c, d, b))


cdef bint find_crossing(const double* vertices, const int32_t* outline, int32_t count, int32_t* a, int32_t* b) noexcept nogil:
    """Two edges that cross or touch, other than neighbors in their common corner; a and b are the vertices that begin them."""
    cdef const double* p
    cdef const double* q
    cdef const double* r
    cdef int32_t i, k
    for i in range(count):
        p, q = vertex_at(vertices, outline[i]), vertex_at(vertices, outline[(i + 1) % count])
        r = vertex_at(vertices, outline[(i + 2) % count])
        a[0], b[0] = outline[i], outline[(i + 1) % count]
        if left_turn(p, q, r) == 0.0 and (q[0] - p[0]) * (r[0] - q[0]) + (q[2] - p[2]) * (r[2] - q[2]) < 0.0:
            return True
        for k in range(i + 2, count if i > 0 else count - 1):
            if segments_meet(p, q, vertex_at(vertices, outline[k]), vertex_at(vertices, outline[(k + 1) % count])):
                b[0] = outline[k]
                return True
    return False


cdef bint is_flat(const double* vertices, const int32_t* outline, int32_t count) noexcept nogil:
    """Do all corners lie on a line in the ground plane, as near as rounding lets them?"""
    cdef const double* a = vertex_at(vertices, outline[0])
    cdef const double* far = a
    cdef const double* p
    cdef int32_t i
    cdef double reach = 0.0, distance
    for i in range(1, count):
        p = vertex_at(vertices, outline[i])
        distance = distance2(a[0], a[2], p[0], p[2])
        if distance > reach:
            reach, far = distance, p
    for i in range(1, count):
        p = vertex_at(vertices, outline[i])
        if fabs(left_turn(a, far, p)) > border_tolerance(p[0], p[2]) * reach:
            return False
    return True


# ---- splitting a concave face ----

cdef bint is_in_line(const double* vertices, const int32_t* outline, int32_t count, int32_t first, int32_t last) noexcept nogil:
    """Do the corners between two others follow each other along the line between these? They may be off it by half of what a convex
    polygon allows, so that any three of them are in line."""
    cdef const double* a = vertex_at(vertices, outline[first % count])
    cdef const double* b = vertex_at(vertices, outline[last % count])
    cdef const double* p
    cdef double dx = b[0] - a[0], dz = b[2] - a[2], length = sqrt(dx * dx + dz * dz), along, before = 0.0
    cdef int32_t i
    for i in range(first + 1, last):
        p = vertex_at(vertices, outline[i % count])
        along = (p[0] - a[0]) * dx + (p[2] - a[2]) * dz
        if along <= before or along >= length * length or fabs(left_turn(a, b, p)) > 0.5 * border_tolerance(p[0], p[2]) * length:
            return False
        before = along
    return True


cdef int find_turns(const double* vertices, const int32_t* outline, int32_t count, vector[int32_t]* turns) except -1 nogil:
    """Positions in the outline of the corners that are not in line, beginning with that of the least x, then z."""
    cdef int32_t i, start = 0, anchor
    for i in range(1, count):
        if vertex_at(vertices, outline[i])[0] < vertex_at(vertices, outline[start])[0] \
                or (vertex_at(vertices, outline[i])[0] == vertex_at(vertices, outline[start])[0]
                    and vertex_at(vertices, outline[i])[2] < vertex_at(vertices, outline[start])[2]):
            start = i
    anchor = start
    turns.push_back(start)
    for i in range(start + 1, start + count):
        if not is_in_line(vertices, outline, count, anchor, i + 1):
            turns.push_back(i % count)
            anchor = i
    return 0


cdef cppclass Ears:                     # the outline left, a linked list; all by turn
    vector[const double*] at
    vector[int32_t] previous, next
    vector[double] quality              # of the ear at this turn: its height over its width; 0: no ear

cdef double ON_DIAGONAL = 1e-12         # factor on the quality of an ear whose diagonal nearly touches another corner


cdef double ear_quality(const Ears* ears, int32_t i) noexcept nogil:
    cdef int32_t a = ears.previous[i], c = ears.next[i], k = ears.next[c]
    cdef const double* p = ears.at[a]
    cdef const double* q = ears.at[i]
    cdef const double* r = ears.at[c]
    cdef const double* s
    cdef double area = left_turn(p, q, r), aside, ab, bc, ca
    if not area > 0.0:
        return 0.0
    ca = distance2(r[0], r[2], p[0], p[2])
    while k != a:
        s = ears.at[k]
        aside = left_turn(r, p, s)
        if left_turn(p, q, s) >= 0.0 and left_turn(q, r, s) >= 0.0 and aside >= -border_tolerance(s[0], s[2]) * ca:
            if aside >= 0.0:
                return 0.0
            area *= ON_DIAGONAL
        k = ears.next[k]
    ab, bc = distance2(p[0], p[2], q[0], q[2]), distance2(q[0], q[2], r[0], r[2])
    ab = ab if ab > bc else bc
    ca = ca if ca > ab else ab
    return area / (ca * ca)


cdef bint cut_ears(const double* vertices, const int32_t* outline, const vector[int32_t]* turns,
                   vector[int32_t]* triangles) except -1 nogil:
    """Triangles of a simple polygon, as positions in `turns`, by ear clipping (Meisters 1975), fattest ear first."""
    cdef Ears ears
    cdef int32_t i, best, left = <int32_t>turns.size()
    cdef bint fresh = True
    for i in range(left):
        ears.at.push_back(vertex_at(vertices, outline[turns[0][i]]))
        ears.previous.push_back(i - 1 if i > 0 else left - 1)
        ears.next.push_back(i + 1 if i + 1 < left else 0)
    for i in range(left):
        ears.quality.push_back(ear_quality(&ears, i))
    i = 0
    while left > 3:
        best = i
        for _ in range(left):
            i = ears.next[i]
            if ears.quality[i] > ears.quality[best]:
                best = i
        if ears.quality[best] == 0.0:           # a corner inside an ear may have become convex by now
            if fresh:
                return False
            for _ in range(left):
                i = ears.next[i]
                ears.quality[i] = ear_quality(&ears, i)
            fresh = True
            continue
        fresh = False
        triangles.push_back(ears.previous[best])
        triangles.push_back(best)
        triangles.push_back(ears.next[best])
        ears.next[ears.previous[best]], ears.previous[ears.next[best]] = ears.next[best], ears.previous[best]
        ears.quality[ears.previous[best]] = ear_quality(&ears, ears.previous[best])
        i = ears.next[best]
        ears.quality[i] = ear_quality(&ears, i)
        left -= 1
    triangles.push_back(ears.previous[i])
    triangles.push_back(i)
    triangles.push_back(ears.next[i])
    return left_turn(ears.at[ears.previous[i]], ears.at[i], ears.at[ears.next[i]]) > 0.0


cdef int32_t position_of(const vector[int32_t]* piece, int32_t value) noexcept nogil:
    cdef int32_t i = 0
    while piece[0][i] != value:
        i += 1
    return i


cdef bint merge_pieces(const double* vertices, const int32_t* outline, const vector[int32_t]* turns, vector[int32_t]* one,
                       vector[int32_t]* other, int32_t a, int32_t b) except -1 nogil:
    """Merge `other`, which has the edge b → a, into `one`, which has a → b, if the result is convex."""
    cdef vector[int32_t] merged
    cdef int32_t n = <int32_t>one.size(), m = <int32_t>other.size(), i, k
    i, k = position_of(one, b), position_of(other, a)
    if left_turn(vertex_at(vertices, outline[turns[0][one[0][(i + n - 2) % n]]]), vertex_at(vertices, outline[turns[0][a]]),
                 vertex_at(vertices, outline[turns[0][other[0][(k + 1) % m]]])) < 0.0:
        return False
    if left_turn(vertex_at(vertices, outline[turns[0][other[0][(k + m - 2) % m]]]), vertex_at(vertices, outline[turns[0][b]]),
                 vertex_at(vertices, outline[turns[0][one[0][(i + 1) % n]]])) < 0.0:
        return False
    for _ in range(n):                          # from b round to a
        merged.push_back(one[0][i % n])
        i += 1
    for _ in range(m - 2):                      # and on between a and b
        k += 1
        merged.push_back(other[0][k % m])
    one.swap(merged)
    other.clear()
    return True


cdef int merge_triangles(const double* vertices, const int32_t* outline, const vector[int32_t]* turns,
                         const vector[int32_t]* triangles, vector[vector[int32_t]]* pieces) except -1 nogil:
    """Convex pieces of triangles: remove diagonals that convexity does not need, longest first (Hertel & Mehlhorn 1983)."""
    cdef vector[pair[uint64_t, int32_t]] sides
    cdef vector[pair[double, int32_t]] diagonals
    cdef vector[int32_t] moved
    cdef vector[int32_t] piece
    cdef pair[uint64_t, int32_t] side
    cdef pair[double, int32_t] diagonal
    cdef const double* p
    cdef const double* q
    cdef int32_t t, k, a, b, one, other
    cdef size_t i
    for t in range(<int32_t>(triangles.size() // 3)):
        piece.assign(triangles.begin() + 3 * t, triangles.begin() + 3 * t + 3)
        pieces.push_back(piece)
        moved.push_back(t)
        for k in range(3):
            a, b = piece[k], piece[(k + 1) % 3]
            side.first, side.second = (<uint64_t>(a if a < b else b) << 32) | <uint64_t>(b if a < b else a), 3 * t + k
            sides.push_back(side)
    sort(sides.begin(), sides.end())
    for i in range(1, sides.size()):
        if sides[i].first == sides[i - 1].first:
            p = vertex_at(vertices, outline[turns[0][triangles[0][sides[i].second]]])
            q = vertex_at(vertices, outline[turns[0][triangles[0][sides[i].second - sides[i].second % 3 + (sides[i].second + 1) % 3]]])
            diagonal.first, diagonal.second = -distance2(p[0], p[2], q[0], q[2]), <int32_t>i
            diagonals.push_back(diagonal)
    sort(diagonals.begin(), diagonals.end())
    for diagonal in diagonals:
        side = sides[diagonal.second]
        one, other = side.second // 3, sides[diagonal.second - 1].second // 3
        while moved[one] != one:
            one = moved[one]
        while moved[other] != other:
            other = moved[other]
        a, b = triangles[0][side.second], triangles[0][side.second - side.second % 3 + (side.second + 1) % 3]
        if merge_pieces(vertices, outline, turns, &pieces[0][one], &pieces[0][other], a, b):
            moved[other] = one
    return 0


cdef bint convex_pieces(const double* vertices, const int32_t* outline, int32_t count, vector[vector[int32_t]]* out) except -1 nogil:
    """Convex polygons, as vertex indices, of a simple one; false where no ear is found, as it comes too near to itself. Corners in
    line are put back on their edge, so that neighbors still share its parts."""
    cdef vector[int32_t] turns, triangles, polygon
    cdef vector[vector[int32_t]] pieces
    cdef size_t p, k
    cdef int32_t a, b, i
    find_turns(vertices, outline, count, &turns)
    if turns.size() < 3 or not cut_ears(vertices, outline, &turns, &triangles):
        return False
    merge_triangles(vertices, outline, &turns, &triangles, &pieces)
    for p in range(pieces.size()):
        if pieces[p].empty():
            continue
        polygon.clear()
        for k in range(pieces[p].size()):
            a, b = pieces[p][k], pieces[p][k + 1 if k + 1 < pieces[p].size() else 0]
            polygon.push_back(outline[turns[a]])
            if b == (a + 1 if a + 1 < <int32_t>turns.size() else 0):
                i = (turns[a] + 1) % count
                while i != turns[b]:
                    polygon.push_back(outline[i])
                    i = (i + 1) % count
        out.push_back(polygon)
    return True
