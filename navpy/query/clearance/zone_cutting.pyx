"""Cuts zones out of convex polygons."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.query.clearance.wall_zones cimport HalfPlane, Zone

THIN = 1e-6
SAME = 2.5e-7


cdef inline double beyond(const HalfPlane* line, const PieceCorner* at) noexcept nogil:
    """Meters that a place is outside of a line, below 0 inside."""
    return line.nx * at.x + line.ny * at.y - line.c


cdef void reach_of(const HalfPlane* line, const Piece* piece, double* least, double* most) noexcept nogil:
    cdef double off
    cdef size_t i
    least[0] = most[0] = beyond(line, &piece.corners[0])
    for i in range(1, piece.corners.size()):
        off = beyond(line, &piece.corners[i])
        least[0], most[0] = min(least[0], off), max(most[0], off)


cdef int keep_side(const Piece* piece, const HalfPlane* line, double side, Piece* out) except -1 nogil:
    """The part of a piece outside (side 1) or inside (−1) of a line. Corners near the line are taken to lie on it, so that the
    parts on both sides share them."""
    cdef const PieceCorner* a
    cdef const PieceCorner* b
    cdef PieceCorner corner
    cdef size_t i, count = piece.corners.size()
    cdef double from_, to, t
    out.corners.clear()
    out.way_out = piece.way_out
    for i in range(count):
        a = &piece.corners[i]
        b = &piece.corners[i + 1 if i + 1 < count else 0]
        from_, to = side * beyond(line, a), side * beyond(line, b)
        corner = a[0]
        if from_ >= -SAME:
            if from_ <= SAME and to < -SAME:
                corner.edge = -1                # the cut begins here
            out.corners.push_back(corner)
        if (from_ > SAME and to < -SAME) or (from_ < -SAME and to > SAME):
            t = from_ / (from_ - to)
            corner.x, corner.y = a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)
            corner.edge = -1 if to < from_ else a.edge
            out.corners.push_back(corner)
    return 0


cdef bint misses(const Piece* piece, const Zone* zone) noexcept nogil:
    """True if one of the zone's lines alone keeps it off the piece."""
    cdef double least, most
    cdef int32_t i
    for i in range(zone.count):
        reach_of(&zone.lines[i], piece, &least, &most)
        if least >= -THIN:
            return True
    return False


cdef bint cut_zone(Cutter* cutter, const Piece* piece, const Zone* zone) except -1 nogil:
    """The convex parts of a piece outside of a zone, as the first of cutter.parts, and the one inside, as cutter.rest; false where
    the zone covers nothing of it."""
    cdef double least, most
    cdef int32_t i
    cutter.part_count = 0
    cutter.rest.corners, cutter.rest.way_out = piece.corners, piece.way_out
    if cutter.parts.size() < <size_t>zone.count:
        cutter.parts.resize(zone.count)
    for i in range(zone.count):
        reach_of(&zone.lines[i], &cutter.rest, &least, &most)
        if least >= -THIN:
            return False
        if most > THIN:
            keep_side(&cutter.rest, &zone.lines[i], 1.0, &cutter.parts[cutter.part_count])
            keep_side(&cutter.rest, &zone.lines[i], -1.0, &cutter.inside)
            cutter.rest.corners.swap(cutter.inside.corners)
            cutter.part_count += 1
    return True


cdef int cut_all(Cutter* cutter, const Zone* zone) except -1 nogil:
    """Cut one zone out of all pieces."""
    cdef size_t i, count = cutter.pieces.size(), kept = 0
    cdef int32_t k
    for i in range(count):
        if cutter.pieces[i].way_out or misses(&cutter.pieces[i], zone) or not cut_zone(cutter, &cutter.pieces[i], zone):
            if kept < i:
                cutter.pieces[kept].corners.swap(cutter.pieces[i].corners)
                cutter.pieces[kept].way_out = cutter.pieces[i].way_out
            kept += 1
            continue
        for k in range(cutter.part_count):
            cutter.made.push_back(cutter.parts[k])
        if zone.one_way:
            cutter.rest.way_out = True
            cutter.made.push_back(cutter.rest)
    cutter.pieces.resize(kept)
    cutter.pieces.insert(cutter.pieces.end(), cutter.made.begin(), cutter.made.end())
    cutter.made.clear()
    return 0


cdef int cut_zones(Cutter* cutter, const vector[Zone]* zones) except -1 nogil:
    cdef size_t i
    cdef bint one_way
    for one_way in range(2):            # zones of walls that nothing crosses go first
        for i in range(zones.size()):
            if zones.at(i).one_way == one_way:
                cut_all(cutter, &zones[0][i])
    return 0
