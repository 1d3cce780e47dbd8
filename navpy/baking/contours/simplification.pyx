"""Simplifies raw contours (Douglas & Peucker 1973; Recast, simplifyContour) between the corners that must be kept.

The two regions at a border simplify it independently, with the same result: distances are computed alike for both directions, and of
equal ones the corner with the lower x, then z, wins.
"""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.contours.corners cimport ACROSS_TILE, ACROSS_WALL, ContourCorner, comes_before, is_straight, same_place

cdef struct Farthest:               # the corner of a chain that is farthest from its chord
    double distance2                # squared distance from the chord, times `scale`
    int32_t corner                  # −1: all lie on the chord


cdef inline int64_t square(int64_t value) noexcept nogil:
    return value * value


cdef inline int64_t length2(const ContourCorner* a, const ContourCorner* b) noexcept nogil:
    return square(b.x_vx - a.x_vx) + square(b.z_vx - a.z_vx)


cdef void search_stretch(const ContourCorner* raw, int32_t begin, int32_t end, const ContourCorner* a, const ContourCorner* b,
                         Farthest* best) noexcept nogil:
    """The corner of raw[begin … end−1] that is farthest from the chord ab. Squared distances are multiplied by the chord's squared
    length, so that there is no division: all but those beyond the chord's ends are whole numbers."""
    cdef int64_t bx = b.x_vx - a.x_vx, bz = b.z_vx - a.z_vx, px, pz, along, chord2 = length2(a, b)
    cdef double scale = <double>max(chord2, 1), distance2
    cdef int32_t i
    for i in range(begin, end):
        px, pz = raw[i].x_vx - a.x_vx, raw[i].z_vx - a.z_vx
        along = px * bx + pz * bz
        if along <= 0:
            distance2 = <double>(px * px + pz * pz) * scale
        elif along >= chord2:
            distance2 = <double>length2(b, &raw[i]) * scale
        else:
            distance2 = <double>(px * bz - bx * pz)
            distance2 *= distance2
        if distance2 > best.distance2 or (
                distance2 == best.distance2 and best.corner >= 0 and comes_before(&raw[i], &raw[best.corner])):
            best.distance2, best.corner = distance2, i


cdef Farthest farthest_corner(const ContourCorner* raw, int32_t count, Chain chain) noexcept nogil:
    """The corner of a chain that is farthest from its chord. Its index lies between those of the ends, so it may wrap."""
    cdef const ContourCorner* a = &raw[chain.begin]
    cdef const ContourCorner* b = &raw[chain.end if chain.end < count else chain.end - count]
    cdef Farthest best
    best.distance2, best.corner = 0.0, -1
    search_stretch(raw, chain.begin + 1, min(chain.end, count), a, b, &best)
    search_stretch(raw, 0, chain.end - count, a, b, &best)
    if 0 <= best.corner <= chain.begin:
        best.corner += count
    return best


cdef inline int32_t across_of(const ContourCorner* raw, int32_t count, Chain chain) noexcept nogil:
    return raw[chain.begin + 1 if chain.begin + 1 < count else 0].across


cdef double allowed_error(const ContourCorner* raw, int32_t count, Chain chain, int32_t region, bint closed,
                          const Tolerance* tolerance) noexcept nogil:
    """Cells that a chain may deviate from its chord; no limit between two regions of one area, where the mesh goes on."""
    cdef int32_t across = across_of(raw, count, chain)
    if tolerance.max_error == 0.0:
        return 0.0
    if across == ACROSS_TILE:
        return INFINITY
    if (closed or across == ACROSS_WALL or tolerance.areas[across] != tolerance.areas[region]
            or same_place(&raw[chain.begin], &raw[chain.end if chain.end < count else chain.end - count])):
        return tolerance.max_error
    return INFINITY


cdef bint mark_first_corners(const ContourCorner* raw, int32_t count, uint8_t* marked) noexcept nogil:
    """Mark the lower left and the upper right corner of a line without corners that must be kept. → whether it is such a line"""
    cdef int32_t i, low = 0, high = 0
    for i in range(count):
        if marked[i]:
            return False
        if comes_before(&raw[i], &raw[low]):
            low = i
        if comes_before(&raw[high], &raw[i]):
            high = i
    marked[low] = marked[high] = True
    return True


cdef int split_chains(const uint8_t* marked, int32_t count, bint closed, vector[Chain]& chains) except -1 nogil:
    """Cut a closed line into chains at its marked corners, of which there is at least one."""
    cdef Chain chain
    cdef int32_t i, first = -1
    chain.cuts = 1 if closed else 0
    for i in range(count):
        if not marked[i]:
            continue
        if first < 0:
            first = i
        else:
            chain.end = i
            chains.push_back(chain)
        chain.begin = i
    chain.end = first + count
    chains.push_back(chain)
    return 0


cdef int32_t next_cut(const ContourCorner* raw, int32_t count, Chain chain, double max_error, int edge_max_length_vx) noexcept nogil:
    """The corner at which a chain must be cut: the one that deviates most, or the middle one of a wall that is too long; −1: none."""
    cdef const ContourCorner* a = &raw[chain.begin]
    cdef const ContourCorner* b = &raw[chain.end if chain.end < count else chain.end - count]
    cdef int32_t middle = (chain.begin + chain.end) // 2
    cdef int64_t chord2 = length2(a, b)
    cdef Farthest worst
    if max_error != INFINITY or chain.cuts > 0:
        worst = farthest_corner(raw, count, chain)
        if worst.corner >= 0 and (chain.cuts > 0 or worst.distance2 > max_error * max_error * <double>max(chord2, 1)):
            return worst.corner
    if (edge_max_length_vx > 0 and middle > chain.begin and chord2 > square(edge_max_length_vx)
            and across_of(raw, count, chain) == ACROSS_WALL):
        return middle
    return -1


cdef int mark_cuts(const ContourCorner* raw, int32_t count, double max_error, int edge_max_length_vx, Chain chain,
                   uint8_t* marked, vector[Chain]& chains) except -1 nogil:
    """Cut a chain until no part deviates by more than max_error. → number of cuts"""
    cdef size_t left = chains.size()
    cdef Chain half
    cdef int32_t cut
    cdef int cuts = 0
    if same_place(&raw[chain.begin], &raw[chain.end if chain.end < count else chain.end - count]):
        chain.cuts = 2
    chains.push_back(chain)
    while chains.size() > left:
        chain = chains.back()
        chains.pop_back()
        if chain.begin >= count:
            chain.begin -= count
            chain.end -= count
        cut = next_cut(raw, count, chain, max_error, edge_max_length_vx) if chain.end - chain.begin > 1 else -1
        if cut < 0:
            continue
        marked[cut if cut < count else cut - count] = True
        cuts += 1
        half.begin, half.end, half.cuts = chain.begin, cut, max(0, chain.cuts - 1)
        chains.push_back(half)
        half.begin, half.end = cut, chain.end
        chains.push_back(half)
    return cuts


cdef bint choose_corners(const ContourCorner* raw, int32_t count, int32_t region, const Tolerance* tolerance, uint8_t* marked,
                         vector[Chain]& chains) except -1 nogil:
    """Mark the corners that a contour keeps when it is simplified. → whether it had no corners that must be kept"""
    cdef Chain chain
    cdef int32_t i
    cdef bint closed
    for i in range(count):
        marked[i] = raw[i].kept
    closed = mark_first_corners(raw, count, marked)
    split_chains(marked, count, closed, chains)
    while not chains.empty():
        chain = chains.back()
        chains.pop_back()
        mark_cuts(raw, count, allowed_error(raw, count, chain, region, closed, tolerance), tolerance.edge_max_length_vx, chain,
                  marked, chains)
    return closed


cdef int refine(const ContourCorner* raw, int32_t count, Chain chain, int32_t region, bint closed, const Tolerance* tolerance,
                uint8_t* marked, vector[Chain]& chains) except -1 nogil:
    """Cut a chain that is within the tolerance once more: where it deviates most, or half way if it is straight. → number of cuts"""
    cdef const ContourCorner* a = &raw[chain.begin]
    cdef const ContourCorner* b = &raw[chain.end if chain.end < count else chain.end - count]
    cdef int32_t half = (chain.end - chain.begin) // 2, cut
    if not is_straight(a, b, chain.end - chain.begin):
        chain.cuts = 1
        return mark_cuts(raw, count, allowed_error(raw, count, chain, region, closed, tolerance), tolerance.edge_max_length_vx,
                         chain, marked, chains)
    if half > 0:
        cut = chain.begin + half if comes_before(a, b) else chain.end - half
        marked[cut if cut < count else cut - count] = True
        return 1
    return 0
