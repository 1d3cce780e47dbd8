"""The source under a segment: where its surfaces bend, and how far they are from the segment."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.baking.detail.source_heights cimport (
    BATCH, FaceBox, SourceFace, SourceView, box_of, bucket_of, count_trailing_zeros, near_faces)

cdef enum:
    INSERTED = 32                   # up to so many are sorted by insertion

cdef double SHORTEST = 1e-9         # of a segment's length; shorter intervals are rounding
cdef double EASILY = 1023.0 / 1024.0        # of a tolerance, within which no rounding takes a height out of the tolerance

cdef struct Needed:                 # which stations are
    double ya, yb                   # heights of the segment's ends, meters
    double tolerance                # meters; those that deviate by more
    double margin                   # 0 … 1 along the segment; those farther from either end

# A segment over a triangle

cdef inline double height_at(const ProfileInterval* interval, double t) noexcept nogil:
    return interval.y0 + (interval.y1 - interval.y0) * (t - interval.t0) / (interval.t1 - interval.t0)


cdef inline void widen_to(ProfileInterval* interval, double side, double along, double y, double to_side, double to_along,
                          double to_y) noexcept nogil:
    """Widen the interval to the point where a triangle's edge crosses the line, or to the edge's beginning if that is on the line. A
    processor cannot foresee which edges do, so selects are faster than branches."""
    cdef double part = side / (side - to_side if side != to_side else 1.0)
    cdef double t = along + part * (to_along - along), at_y = y + part * (to_y - y)
    cdef bint met = (side == 0.0) | ((side < 0.0) & (to_side > 0.0)) | ((side > 0.0) & (to_side < 0.0))
    cdef double early = t if met else INFINITY, late = t if met else -INFINITY
    interval.y0 = at_y if early < interval.t0 else interval.y0
    interval.t0 = early if early < interval.t0 else interval.t0
    interval.y1 = at_y if late > interval.t1 else interval.y1
    interval.t1 = late if late > interval.t1 else interval.t1


cdef inline double least(double a, double b, double c) noexcept nogil:
    b = c if c < b else b
    return b if b < a else a


cdef inline double greatest(double a, double b, double c) noexcept nogil:
    b = c if c > b else b
    return b if b > a else a


cdef inline bint clip_to_face(const SourceFace* face, const double* a, const double* b, ProfileInterval* interval) noexcept nogil:
    """Clip the segment a b to a triangle in plan. → whether anything is left"""
    cdef double dx = b[0] - a[0], dz = b[2] - a[2], length, scale, y
    cdef double px = face.x[0] - a[0], pz = face.z[0] - a[2], qx = face.x[1] - a[0], qz = face.z[1] - a[2]
    cdef double rx = face.x[2] - a[0], rz = face.z[2] - a[2]
    # m²: the side of the segment's line on which each corner lies, and how far along it
    cdef double p = dx * pz - px * dz, q = dx * qz - qx * dz, r = dx * rz - rx * dz, along_p, along_q, along_r
    if least(p, q, r) > 0.0 or greatest(p, q, r) < 0.0:
        return False
    along_p, along_q, along_r = px * dx + pz * dz, qx * dx + qz * dz, rx * dx + rz * dz
    length = dx * dx + dz * dz
    if greatest(along_p, along_q, along_r) < 0.0 or least(along_p, along_q, along_r) > length:
        return False
    interval.t0, interval.t1, interval.y0, interval.y1 = INFINITY, -INFINITY, 0.0, 0.0
    widen_to(interval, p, along_p, face.y[0], q, along_q, face.y[1])
    widen_to(interval, q, along_q, face.y[1], r, along_r, face.y[2])
    widen_to(interval, r, along_r, face.y[2], p, along_p, face.y[0])
    scale = 1.0 / length
    interval.t0, interval.t1 = interval.t0 * scale, interval.t1 * scale
    if not (min(interval.t1, 1.0) - max(interval.t0, 0.0) > SHORTEST):
        return False
    if interval.t0 < 0.0:
        y = height_at(interval, 0.0)
        interval.t0, interval.y0 = 0.0, y
    if interval.t1 > 1.0:
        y = height_at(interval, 1.0)
        interval.t1, interval.y1 = 1.0, y
    return True


cdef inline bint is_near(const ProfileInterval* interval, double ya, double yb, double tolerance) noexcept nogil:
    return (fabs(interval.y0 - ya - interval.t0 * (yb - ya)) <= tolerance
            and fabs(interval.y1 - ya - interval.t1 * (yb - ya)) <= tolerance)


# A segment over the buckets

cdef inline int scan_bucket(const SourceView* source, size_t bucket, const FaceBox* box, const double* a, const double* b,
                            double low_y, double high_y, double low_near, double high_near, EdgeProfile* profile) except -1 nogil:
    cdef SourceFace* face
    cdef ProfileInterval interval
    cdef int32_t slot = source.bucket_first[bucket], end = source.bucket_first[bucket + 1], i
    cdef uint64_t near
    while slot < end:
        near = near_faces(source, slot, min(end - slot, BATCH), box)
        while near:
            i = source.bucket_faces[slot + count_trailing_zeros(near)]
            near &= near - 1
            face = &source.faces[i]
            if face.stamp == source.stamp[0]:
                continue
            face.stamp = source.stamp[0]
            if face.low[1] > high_y or -face.minus_high[1] < low_y:
                continue
            if face.low[1] >= low_near and -face.minus_high[1] <= high_near:
                profile.level.push_back(i)
            elif clip_to_face(face, a, b, &interval):
                profile.intervals.push_back(interval)
        slot += BATCH
    return 0


cdef bint find_profile(const SourceView* source, const double* a, const double* b, double low_y, double high_y, double tolerance,
                       double margin, EdgeProfile* profile) except -1 nogil:
    """Find the intervals of the segment from a to b (x, y, z each) over the triangles that reach into low_y … high_y. →
    profile_is_near; if so there are not all intervals in the profile."""
    cdef double left, right, t0, t1, dz = b[2] - a[2]
    cdef double low_near = max(a[1], b[1]) - EASILY * tolerance, high_near = min(a[1], b[1]) + EASILY * tolerance
    cdef ProfileInterval interval
    cdef size_t i
    cdef FaceBox box = box_of(min(a[0], b[0]), max(a[0], b[0]), low_y, high_y, min(a[2], b[2]), max(a[2], b[2]))
    cdef int bx, bz, first_z, last_z
    source.stamp[0] += 1
    profile.intervals.clear()
    profile.level.clear()
    first_z = bucket_of(min(a[2], b[2]), source.low_z, source.buckets_per_meter, source.depth)
    last_z = bucket_of(max(a[2], b[2]), source.low_z, source.buckets_per_meter, source.depth)
    for bz in range(first_z, last_z + 1):
        # The part of the segment in this row of buckets. The outermost rows extend to infinity.
        left, right = min(a[0], b[0]), max(a[0], b[0])
        if dz != 0.0 and first_z < last_z and 0 < bz < source.depth - 1:
            t0 = max(0.0, min(1.0, (source.low_z + bz * source.bucket_size - a[2]) / dz))
            t1 = max(0.0, min(1.0, (source.low_z + (bz + 1) * source.bucket_size - a[2]) / dz))
            t0, t1 = a[0] + t0 * (b[0] - a[0]), a[0] + t1 * (b[0] - a[0])
            left, right = max(left, min(t0, t1)), min(right, max(t0, t1))
        for bx in range(bucket_of(left, source.low_x, source.buckets_per_meter, source.width),
                        bucket_of(right, source.low_x, source.buckets_per_meter, source.width) + 1):
            scan_bucket(source, bx + <size_t>bz * source.width, &box, a, b, low_y, high_y, low_near, high_near, profile)
    if profile_is_near(profile, a[1], b[1], tolerance, margin):
        return True
    for i in range(profile.level.size()):
        if clip_to_face(&source.faces[profile.level[i]], a, b, &interval):
            profile.intervals.push_back(interval)
    return False


# Leaving intervals out

cdef bint profile_is_near(EdgeProfile* profile, double ya, double yb, double tolerance, double margin) noexcept nogil:
    """Whether all surfaces under the segment, with heights from ya to yb, are within the tolerance of it, apart from those in a margin
    at either end, 0 … 1 along the segment. If not, off_begin … off_end is the part of the segment over the surfaces that are not."""
    cdef const ProfileInterval* interval
    cdef size_t i
    profile.off_begin, profile.off_end = INFINITY, -INFINITY
    for i in range(profile.intervals.size()):
        interval = &profile.intervals[i]
        if interval.t1 > margin and interval.t0 < 1.0 - margin and not is_near(interval, ya, yb, tolerance):
            profile.off_begin = min(profile.off_begin, interval.t0)
            profile.off_end = max(profile.off_end, interval.t1)
    return profile.off_begin > profile.off_end


cdef bint keep_off(EdgeProfile* profile, double margin) noexcept nogil:
    """Keep the intervals in off_begin … off_end, as profile_is_near has set them. → whether there are stations of them between the
    margins: not if a single one reaches from margin to margin."""
    cdef size_t i, kept = 0
    for i in range(profile.intervals.size()):
        if profile.intervals[i].t1 >= profile.off_begin and profile.intervals[i].t0 <= profile.off_end:
            profile.intervals[kept] = profile.intervals[i]
            kept += 1
    profile.intervals.resize(kept)
    return kept > 1 or profile.intervals[0].t0 > margin or profile.intervals[0].t1 < 1.0 - margin


cdef int drop_hidden(EdgeProfile* profile, double ya, double yb, double tolerance, double above) except -1 nogil:
    """Leave out the intervals that surfaces near the segment cover without a gap: those below the segment by more than the tolerance,
    and those above it by more than `above` meters."""
    cdef ProfileInterval interval
    cdef size_t i, kept = 0
    cdef double enter, leave
    sort_intervals(profile.intervals)
    profile.covered.clear()
    for i in range(profile.intervals.size()):
        interval = profile.intervals[i]
        if is_near(&interval, ya, yb, tolerance):
            if profile.covered.empty() or interval.t0 > profile.covered.back().t1 + SHORTEST:
                profile.covered.push_back(interval)
            elif interval.t1 > profile.covered.back().t1:
                profile.covered.back().t1 = interval.t1
    for i in range(profile.intervals.size()):
        interval = profile.intervals[i]
        enter, leave = interval.y0 - ya - interval.t0 * (yb - ya), interval.y1 - ya - interval.t1 * (yb - ya)
        if not ((enter < -tolerance and leave < -tolerance) or (enter > above and leave > above)) or not is_covered(
                profile.covered, interval.t0, interval.t1):
            profile.intervals[kept] = interval
            kept += 1
    profile.intervals.resize(kept)
    return 0


cdef bint is_covered(const vector[ProfileInterval]& parts, double begin, double end) noexcept nogil:
    """Whether one of the parts contains begin … end in its inside, or reaches the segment's own ends."""
    cdef size_t i
    for i in range(parts.size()):
        if (parts[i].t0 < begin - SHORTEST or parts[i].t0 <= 0.0) and (parts[i].t1 > end + SHORTEST or parts[i].t1 >= 1.0):
            return True
    return False


# Stations

cdef inline bint interval_first(const ProfileInterval& a, const ProfileInterval& b) noexcept nogil:
    if a.t0 != b.t0:
        return a.t0 < b.t0
    if a.y0 != b.y0:
        return a.y0 < b.y0
    return a.t1 < b.t1 or (a.t1 == b.t1 and a.y1 < b.y1)


cdef inline bint station_first(const Station& a, const Station& b) noexcept nogil:
    """A total order: the library's sort puts equal ones in another order on each platform."""
    if a.t != b.t:
        return a.t < b.t
    if a.y != b.y:
        return a.y < b.y
    return a.verified < b.verified or (a.verified == b.verified and a.crease < b.crease)


cdef int sort_intervals(vector[ProfileInterval]& intervals) except -1 nogil:
    """Sort by insertion while they are few: the library's sort, called for each segment, takes a twentieth of the detail stage."""
    cdef ProfileInterval interval
    cdef size_t i, k
    if intervals.size() > INSERTED:
        sort(intervals.begin(), intervals.end(), interval_first)
        return 0
    for i in range(1, intervals.size()):
        interval, k = intervals[i], i
        while k > 0 and interval_first(interval, intervals[k - 1]):
            intervals[k] = intervals[k - 1]
            k -= 1
        intervals[k] = interval
    return 0


cdef int sort_stations(vector[Station]& stations) except -1 nogil:
    """Sort by insertion: stations are nearly sorted, unless many surfaces lie above each other."""
    cdef Station station
    cdef size_t i, k, moves = 0
    for i in range(1, stations.size()):
        station, k = stations[i], i
        while k > 0 and station_first(station, stations[k - 1]):
            stations[k] = stations[k - 1]
            k -= 1
        stations[k] = station
        moves += i - k
        if moves > INSERTED * stations.size():
            sort(stations.begin(), stations.end(), station_first)
            return 0
    return 0


cdef inline int add_station(EdgeProfile* profile, const Needed* needed, double t, double y, bint crease) except -1 nogil:
    cdef Station station
    if fabs(needed.ya + (needed.yb - needed.ya) * t - y) > needed.tolerance and needed.margin < t < 1.0 - needed.margin:
        station.t, station.y, station.crease, station.verified, station.ceiling = t, y, crease, False, INFINITY
        profile.stations.push_back(station)
    return 0


cdef int find_stations(EdgeProfile* profile, double ya, double yb, double tolerance, double margin) except -1 nogil:
    """Find the stations of the profile that deviate from the segment, with heights from ya to yb, by more than the tolerance, and are
    not in a margin at either end. Between two stations, sorted, every surface is straight and none intersects another."""
    cdef Needed needed
    needed.ya, needed.yb, needed.tolerance, needed.margin = ya, yb, tolerance, margin
    profile.stations.clear()
    sort_intervals(profile.intervals)
    add_stations(profile, profile.intervals, &needed)
    return 0


cdef int add_stations(EdgeProfile* profile, const vector[ProfileInterval]& intervals, const Needed* needed) except -1 nogil:
    """Add the ends of all intervals, also with the heights of others there, and the points where two intersect."""
    cdef const ProfileInterval* one
    cdef const ProfileInterval* other
    cdef double begin, end, before, behind, t
    cdef size_t i, k
    for i in range(intervals.size()):
        if i > 0 and not interval_first(intervals[i - 1], intervals[i]):
            continue                # a duplicate
        one = &intervals[i]
        add_station(profile, needed, one.t0, one.y0, False)
        add_station(profile, needed, one.t1, one.y1, False)
        for k in range(i + 1, intervals.size()):
            other = &intervals[k]
            begin, end = other.t0, min(one.t1, other.t1)
            if begin >= one.t1:
                break
            if end - begin < SHORTEST:
                continue
            add_station(profile, needed, begin, height_at(one, begin), False)
            add_station(profile, needed, end, height_at(other if end == one.t1 else one, end), False)
            before, behind = height_at(one, begin) - height_at(other, begin), height_at(one, end) - height_at(other, end)
            if (before < 0.0 and behind > 0.0) or (before > 0.0 and behind < 0.0):
                t = begin + (end - begin) * before / (before - behind)
                add_station(profile, needed, t, height_at(one, t), True)
    return 0
