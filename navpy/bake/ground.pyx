"""
The source surface under a place: the level's own triangles in buckets over the ground plane.

A voxel's top is up to a cell height above the surface that it was made from. Who needs the surface itself asks here, with
the heights between which it must lie. Every answer is a maximum or a minimum over all triangles that touch the place, so
neither the order of the triangles nor the buckets nor the window decide about it.
"""
from libc.math cimport INFINITY, NAN, fabs, sqrt
from libc.stdint cimport int32_t, uint8_t
from libcpp.algorithm cimport sort

from navpy.bake.heightfield cimport AREA_NONE
from navpy.geom cimport area2, border_tolerance, closest_on_segment

cdef enum:
    MAX_BUCKETS_A_SIDE = 4096
    INSERTED = 32                   # so many are sorted by insertion

cdef double LEAST_UP = 0.17         # y of the unit normal: what is steeper than 80° is ground only if it was marked walkable
cdef double FARTHEST = 1e30         # metres; as is_point of geom
cdef double FACES_A_SIDE = 1.5      # of a bucket, if all triangles are alike
cdef double SHORTEST = 1e-9         # of a segment's length; what is shorter is rounding

cdef struct Face:                   # corners of a triangle, metres
    double x[3]
    double y[3]
    double z[3]


# Triangles

cdef inline void load_face(const GroundView* ground, int32_t triangle, Face* face) noexcept nogil:
    cdef const int32_t* corners = ground.triangles + 3 * <size_t>triangle
    cdef const float* vertex
    cdef int i
    for i in range(3):
        vertex = ground.vertices + 3 * <size_t>corners[i]
        face.x[i], face.y[i], face.z[i] = vertex[0], vertex[1], vertex[2]


cdef inline double turn(const Face* face) noexcept nogil:
    """Twice the triangle's area in the ground plane, m²: positive where it faces up."""
    return -area2(face.x[0], face.z[0], face.x[1], face.z[1], face.x[2], face.z[2])


cdef inline double least(const double* three) noexcept nogil:
    return min(three[0], min(three[1], three[2]))


cdef inline double greatest(const double* three) noexcept nogil:
    return max(three[0], max(three[1], three[2]))


cdef bint faces_up(const Face* face, uint8_t area) noexcept nogil:
    """Whether the triangle can be ground. Comparisons with NaN are false."""
    cdef double up = turn(face), ux, uy, uz, vx, vy, vz, nx, nz
    if not (up > 0.0 and up < FARTHEST):
        return False
    if area != AREA_NONE:
        return True
    ux, uy, uz = face.x[1] - face.x[0], face.y[1] - face.y[0], face.z[1] - face.z[0]
    vx, vy, vz = face.x[2] - face.x[0], face.y[2] - face.y[0], face.z[2] - face.z[0]
    nx, nz = uy * vz - uz * vy, ux * vy - uy * vx
    return up * up >= LEAST_UP * LEAST_UP * (nx * nx + up * up + nz * nz)


cdef inline double beside_edge(const float* a, const float* b, double x, double z, double tolerance) noexcept nogil:
    """Twice the area of the triangle of an edge and the place, m²; NaN where that is farther right than the tolerance."""
    cdef double dx = <double>b[0] - a[0], dz = <double>b[2] - a[2], area = (x - a[0]) * dz - dx * (z - a[2])
    if area < 0.0 and area * area > tolerance * tolerance * (dx * dx + dz * dz):
        return NAN
    return area


cdef inline double height_under(const GroundView* ground, int32_t triangle, double x, double z,
                                double tolerance) noexcept nogil:
    """Height of the triangle at a place in it or no farther than the tolerance from it, else NaN. Never outside its own."""
    cdef const int32_t* corners = ground.triangles + 3 * <size_t>triangle
    cdef const float* p = ground.vertices + 3 * <size_t>corners[0]
    cdef const float* q = ground.vertices + 3 * <size_t>corners[1]
    cdef const float* r = ground.vertices + 3 * <size_t>corners[2]
    cdef double at_p, at_q, at_r, y
    at_r = beside_edge(p, q, x, z, tolerance)
    if at_r != at_r:
        return NAN
    at_p = beside_edge(q, r, x, z, tolerance)
    if at_p != at_p:
        return NAN
    at_q = beside_edge(r, p, x, z, tolerance)
    if at_q != at_q:
        return NAN
    if not (min(p[0], min(q[0], r[0])) - tolerance <= x <= max(p[0], max(q[0], r[0])) + tolerance
            and min(p[2], min(q[2], r[2])) - tolerance <= z <= max(p[2], max(q[2], r[2])) + tolerance):
        return NAN
    y = p[1] + ((<double>q[1] - p[1]) * at_q + (<double>r[1] - p[1]) * at_r) / (at_p + at_q + at_r)
    return max(<double>min(p[1], min(q[1], r[1])), min(<double>max(p[1], max(q[1], r[1])), y))


# Buckets

cdef int bucket_of(double at, double low, double size, int count) noexcept nogil:
    """Which of the buckets along an axis; what lies outside the window is in its first or last one."""
    cdef double bucket = (at - low) / size
    return 0 if not bucket > 0.0 else count - 1 if bucket >= count else <int>bucket


cdef inline double widened(const Face* face) noexcept nogil:
    """How far the triangle reaches beyond its corners."""
    return max(border_tolerance(face.x[0], face.z[0]),
               max(border_tolerance(face.x[1], face.z[1]), border_tolerance(face.x[2], face.z[2])))


cdef int find_faces(Ground self, const uint8_t* areas, const int32_t* subset, Py_ssize_t count, double high_x,
                    double high_z) except -1 nogil:
    """Collect the triangles that face up and meet the window."""
    cdef Face face
    cdef Py_ssize_t i
    cdef int32_t triangle
    cdef double wide
    for i in range(count):
        triangle = subset[i] if subset != NULL else <int32_t>i
        load_face(&self.view, triangle, &face)
        if not faces_up(&face, areas[triangle]):
            continue
        wide = widened(&face)
        if (greatest(face.x) + wide >= self.view.low_x and least(face.x) - wide <= high_x
                and greatest(face.z) + wide >= self.view.low_z and least(face.z) - wide <= high_z):
            self.faces.push_back(triangle)
    self.view.faces = self.faces.data()
    self.view.face_count = <int32_t>self.faces.size()
    return 0


cdef void choose_buckets(GroundView* view, double size_x, double size_z, double cell_size) noexcept nogil:
    """A bucket for every few triangles, none smaller than a cell."""
    cdef double size = max(cell_size, FACES_A_SIDE * sqrt(size_x * size_z / max(1, view.face_count)))
    size = max(size, max(size_x, size_z) / MAX_BUCKETS_A_SIDE)
    view.bucket_size = size
    view.width, view.depth = 1 + <int>(size_x / size), 1 + <int>(size_z / size)


cdef bint meets_bucket(const GroundView* view, const Face* face, double wide, int x, int z) noexcept nogil:
    """Whether the bucket does not lie beyond one of the triangle's edges; its bounds are known to meet the bucket."""
    cdef double low_x = view.low_x + x * view.bucket_size - wide, high_x = low_x + view.bucket_size + 2.0 * wide
    cdef double low_z = view.low_z + z * view.bucket_size - wide, high_z = low_z + view.bucket_size + 2.0 * wide
    cdef int i, k = 1
    if x == 0 or z == 0 or x == view.width - 1 or z == view.depth - 1:
        return True                 # these take in what lies outside the window
    for i in range(3):
        # The corner of the bucket that lies farthest to the left of the edge.
        if area2(face.x[i], face.z[i], face.x[k], face.z[k], low_x if face.z[k] < face.z[i] else high_x,
                 low_z if face.x[k] > face.x[i] else high_z) > 0.0:
            return False
        k = k + 1 if k < 2 else 0
    return True


cdef int find_buckets(const GroundView* view, int32_t i, vector[int32_t]& buckets) except -1 nogil:
    """Append the buckets that a face meets."""
    cdef Face face
    cdef double wide
    cdef int x, z, first_x, last_x, first_z, last_z
    cdef bint few
    load_face(view, view.faces[i], &face)
    wide = widened(&face)
    first_x = bucket_of(least(face.x) - wide, view.low_x, view.bucket_size, view.width)
    last_x = bucket_of(greatest(face.x) + wide, view.low_x, view.bucket_size, view.width)
    first_z = bucket_of(least(face.z) - wide, view.low_z, view.bucket_size, view.depth)
    last_z = bucket_of(greatest(face.z) + wide, view.low_z, view.bucket_size, view.depth)
    few = first_x == last_x or first_z == last_z or (last_x - first_x == 1 and last_z - first_z == 1)
    for z in range(first_z, last_z + 1):
        for x in range(first_x, last_x + 1):
            if few or meets_bucket(view, &face, wide, x, z):
                buckets.push_back(x + z * view.width)
    return 0


cdef int fill_buckets(Ground self) except -1 nogil:
    """Counting sort of the faces into all buckets that they meet."""
    cdef GroundView* view = &self.view
    cdef vector[int32_t] buckets        # of all faces, one after the other
    cdef vector[int32_t] ends           # where those of a face end
    cdef int32_t i, total = 0
    cdef size_t k
    self.bucket_first.clear()
    self.bucket_first.resize(<size_t>view.width * view.depth + 1, 0)
    ends.reserve(view.face_count)
    buckets.reserve(4 * <size_t>view.face_count)
    for i in range(view.face_count):
        find_buckets(view, i, buckets)
        ends.push_back(<int32_t>buckets.size())
    for k in range(buckets.size()):
        self.bucket_first[buckets[k]] += 1
    for k in range(self.bucket_first.size()):
        total += self.bucket_first[k]
        self.bucket_first[k] = total
    self.bucket_faces.resize(total)
    k = buckets.size()
    for i in range(view.face_count - 1, -1, -1):
        while k > (<size_t>ends[i - 1] if i > 0 else 0):
            k -= 1
            self.bucket_first[buckets[k]] -= 1
            self.bucket_faces[self.bucket_first[buckets[k]]] = i
    view.bucket_first, view.bucket_faces = self.bucket_first.data(), self.bucket_faces.data()
    return 0


# Questions

cdef double nearest_height(const GroundView* ground, double x, double z, double low_y, double high_y,
                           double reach) noexcept nogil:
    """Height of the nearest point in plan of all triangles, where that is within the heights and the reach; NaN: none is."""
    cdef Face face
    cdef double nearest = INFINITY, height = NAN, away, y, qx, qz, length, along
    cdef int bx, bz, i, k
    cdef int32_t slot
    for bz in range(bucket_of(z - reach, ground.low_z, ground.bucket_size, ground.depth),
                    bucket_of(z + reach, ground.low_z, ground.bucket_size, ground.depth) + 1):
        for bx in range(bucket_of(x - reach, ground.low_x, ground.bucket_size, ground.width),
                        bucket_of(x + reach, ground.low_x, ground.bucket_size, ground.width) + 1):
            for slot in range(ground.bucket_first[bx + <size_t>bz * ground.width],
                              ground.bucket_first[bx + <size_t>bz * ground.width + 1]):
                load_face(ground, ground.faces[ground.bucket_faces[slot]], &face)
                for i in range(3):
                    k = i + 1 if i < 2 else 0
                    away = closest_on_segment(x, z, face.x[i], face.z[i], face.x[k], face.z[k], &qx, &qz)
                    if away > reach or away > nearest:
                        continue
                    length = (face.x[k] - face.x[i]) ** 2 + (face.z[k] - face.z[i]) ** 2
                    along = ((qx - face.x[i]) * (face.x[k] - face.x[i]) + (qz - face.z[i]) * (face.z[k] - face.z[i])) / length
                    y = face.y[i] + along * (face.y[k] - face.y[i])
                    if low_y <= y <= high_y and (away < nearest or y > height):
                        nearest, height = away, y
    return height


cdef double ground_height(const GroundView* ground, double x, double z, double low_y, double high_y,
                          double reach) noexcept nogil:
    """
    Height of the highest source surface at (x, z) that lies between low_y and high_y; where there is none, of the surface
    nearest in plan that does, no farther away than `reach`. NaN: there is none either. All in metres.
    """
    cdef double height = -INFINITY, y, tolerance = border_tolerance(x, z)
    cdef size_t bucket = bucket_of(x, ground.low_x, ground.bucket_size, ground.width) + <size_t>ground.width * bucket_of(
        z, ground.low_z, ground.bucket_size, ground.depth)
    cdef int32_t slot
    for slot in range(ground.bucket_first[bucket], ground.bucket_first[bucket + 1]):
        y = height_under(ground, ground.faces[ground.bucket_faces[slot]], x, z, tolerance)
        if low_y <= y <= high_y and y > height:
            height = y
    height = height if height > -INFINITY else nearest_height(ground, x, z, low_y, high_y, reach)
    return height + 0.0             # of 0 and −0 the comparisons take either


cdef inline double height_at(const Stretch* stretch, double t) noexcept nogil:
    return stretch.enter.y + (stretch.leave.y - stretch.enter.y) * (t - stretch.enter.t) / (stretch.leave.t - stretch.enter.t)


cdef inline void widen(Stretch* stretch, double t, double y) noexcept nogil:
    if t < stretch.enter.t:
        stretch.enter.t, stretch.enter.y = t, y
    if t > stretch.leave.t:
        stretch.leave.t, stretch.leave.y = t, y


cdef struct Corner:                 # of a triangle, seen from a segment
    double side                     # m²: on which side of its line
    double along                    # m²: how far along it
    double y


cdef inline Corner seen_from(const float* vertex, const double* a, double dx, double dz) noexcept nogil:
    cdef double x = vertex[0] - a[0], z = vertex[2] - a[2]
    cdef Corner corner
    corner.side, corner.along, corner.y = dx * z - x * dz, x * dx + z * dz, vertex[1]
    return corner


cdef inline void widen_to(Stretch* stretch, const Corner* from_, const Corner* to, double scale) noexcept nogil:
    """Widen the stretch to where a triangle's edge crosses the line; to where the edge begins, if that is on the line."""
    cdef double part = 0.0
    if from_.side != 0.0:
        if (from_.side < 0.0) == (to.side < 0.0) or to.side == 0.0:
            return
        part = from_.side / (from_.side - to.side)
    widen(stretch, (from_.along + part * (to.along - from_.along)) * scale, from_.y + part * (to.y - from_.y))


cdef int add_stretch(const GroundView* ground, int32_t triangle, const double* a, const double* b,
                     vector[Stretch]& stretches) except -1 nogil:
    """Enter where the segment comes onto the triangle and where it leaves it, if it meets it."""
    cdef const int32_t* corners = ground.triangles + 3 * <size_t>triangle
    cdef double dx = b[0] - a[0], dz = b[2] - a[2], length = dx * dx + dz * dz, y
    cdef Corner p = seen_from(ground.vertices + 3 * <size_t>corners[0], a, dx, dz)
    cdef Corner q = seen_from(ground.vertices + 3 * <size_t>corners[1], a, dx, dz)
    cdef Corner r = seen_from(ground.vertices + 3 * <size_t>corners[2], a, dx, dz)
    cdef Stretch stretch
    if (p.side > 0.0 and q.side > 0.0 and r.side > 0.0) or (p.side < 0.0 and q.side < 0.0 and r.side < 0.0):
        return 0
    if (p.along < 0.0 and q.along < 0.0 and r.along < 0.0) or (p.along > length and q.along > length and r.along > length):
        return 0
    stretch.enter.t, stretch.leave.t, stretch.enter.y, stretch.leave.y = INFINITY, -INFINITY, 0.0, 0.0
    widen_to(&stretch, &p, &q, 1.0 / length)
    widen_to(&stretch, &q, &r, 1.0 / length)
    widen_to(&stretch, &r, &p, 1.0 / length)
    if not (min(stretch.leave.t, 1.0) - max(stretch.enter.t, 0.0) > SHORTEST):
        return 0
    if stretch.enter.t < 0.0:
        y = height_at(&stretch, 0.0)
        stretch.enter.t, stretch.enter.y = 0.0, y
    if stretch.leave.t > 1.0:
        y = height_at(&stretch, 1.0)
        stretch.leave.t, stretch.leave.y = 1.0, y
    stretch.enter.ceiling = stretch.leave.ceiling = INFINITY
    stretch.enter.crease = stretch.leave.crease = stretch.enter.verified = stretch.leave.verified = False
    stretches.push_back(stretch)
    return 0


cdef inline bint stretch_first(const Stretch& a, const Stretch& b) noexcept nogil:
    if a.enter.t != b.enter.t:
        return a.enter.t < b.enter.t
    if a.enter.y != b.enter.y:
        return a.enter.y < b.enter.y
    return a.leave.t < b.leave.t or (a.leave.t == b.leave.t and a.leave.y < b.leave.y)


cdef inline bint station_first(const Station& a, const Station& b) noexcept nogil:
    return a.t < b.t or (a.t == b.t and a.y < b.y)


cdef inline bint is_near(const Station* station, double ya, double yb, double tolerance) noexcept nogil:
    return fabs(station.y - ya - station.t * (yb - ya)) <= tolerance


cdef bint profile_is_near(Profile* profile, double ya, double yb, double tolerance) noexcept nogil:
    """
    Whether all surfaces under the segment are within the tolerance of heights from ya at its start to yb at its end. Where
    they are not, `off_begin` … `off_end` is the part of the segment over those that are not.
    """
    cdef const Stretch* stretch
    cdef size_t i
    profile.off_begin, profile.off_end = INFINITY, -INFINITY
    for i in range(profile.stretches.size()):
        stretch = &profile.stretches[i]
        if not (is_near(&stretch.enter, ya, yb, tolerance) and is_near(&stretch.leave, ya, yb, tolerance)):
            profile.off_begin = min(profile.off_begin, stretch.enter.t)
            profile.off_end = max(profile.off_end, stretch.leave.t)
    return profile.off_begin > profile.off_end


cdef void keep_off(Profile* profile) noexcept nogil:
    """Leave out what lies beside the part that profile_is_near has found to be off."""
    cdef size_t i, kept = 0
    for i in range(profile.stretches.size()):
        if profile.stretches[i].leave.t >= profile.off_begin and profile.stretches[i].enter.t <= profile.off_end:
            profile.stretches[kept] = profile.stretches[i]
            kept += 1
    profile.stretches.resize(kept)


cdef int drop_hidden(Profile* profile, double ya, double yb, double tolerance, double above) except -1 nogil:
    """
    Leave out what surfaces near the segment lie over, and what lies more than `above` metres over them: all that is wholly
    beside where one of those surfaces is met without a gap.
    """
    cdef Stretch stretch
    cdef size_t i, kept = 0
    cdef double enter, leave
    cdef vector[Station] covered        # t: from, y: to
    cdef Station part
    sort_stretches(profile.stretches)
    part.t = part.y = -INFINITY
    for i in range(profile.stretches.size()):
        stretch = profile.stretches[i]
        if is_near(&stretch.enter, ya, yb, tolerance) and is_near(&stretch.leave, ya, yb, tolerance):
            if covered.empty() or stretch.enter.t > covered.back().y + SHORTEST:
                part.t, part.y = stretch.enter.t, stretch.leave.t
                covered.push_back(part)
            elif stretch.leave.t > covered.back().y:
                covered.back().y = stretch.leave.t
    for i in range(profile.stretches.size()):
        stretch = profile.stretches[i]
        enter = stretch.enter.y - ya - stretch.enter.t * (yb - ya)
        leave = stretch.leave.y - ya - stretch.leave.t * (yb - ya)
        if not ((enter < -tolerance and leave < -tolerance) or (enter > above and leave > above)) or not is_covered(
                covered, stretch.enter.t, stretch.leave.t):
            profile.stretches[kept] = stretch
            kept += 1
    profile.stretches.resize(kept)
    return 0


cdef bint is_covered(const vector[Station]& parts, double begin, double end) noexcept nogil:
    """Whether one of the parts goes beyond the beginning and the end, where the segment does."""
    cdef size_t i
    for i in range(parts.size()):
        if (parts[i].t < begin - SHORTEST or parts[i].t <= 0.0) and (parts[i].y > end + SHORTEST or parts[i].y >= 1.0):
            return True
    return False


cdef int sort_stretches(vector[Stretch]& stretches) except -1 nogil:
    cdef Stretch stretch
    cdef size_t i, k
    if stretches.size() > INSERTED:
        sort(stretches.begin(), stretches.end(), stretch_first)
        return 0
    for i in range(1, stretches.size()):
        stretch, k = stretches[i], i
        while k > 0 and stretch_first(stretch, stretches[k - 1]):
            stretches[k] = stretches[k - 1]
            k -= 1
        stretches[k] = stretch
    return 0


cdef int sort_stations(vector[Station]& stations) except -1 nogil:
    """Nearly sorted they are already, unless many surfaces lie over each other."""
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


cdef int find_stations(Profile* profile) except -1 nogil:
    """
    Find the stations of the profile, in order: between two of them every surface is straight and none cuts through another.
    """
    profile.stations.clear()
    sort_stretches(profile.stretches)
    add_stations(profile.stretches, profile.stations)
    sort_stations(profile.stations)
    return 0


cdef int add_stations(vector[Stretch]& stretches, vector[Station]& stations) except -1 nogil:
    """The ends of all stretches, with the heights of those above and below, and where two cut through each other."""
    cdef Station crease, beside
    cdef double begin, end, before, behind
    cdef size_t i, k
    crease.crease, crease.verified, crease.ceiling = True, False, INFINITY
    beside.crease, beside.verified, beside.ceiling = False, False, INFINITY
    for i in range(stretches.size()):
        if i > 0 and not stretch_first(stretches[i - 1], stretches[i]):
            continue                # the same once more
        stations.push_back(stretches[i].enter)
        stations.push_back(stretches[i].leave)
        for k in range(i + 1, stretches.size()):
            begin, end = stretches[k].enter.t, min(stretches[i].leave.t, stretches[k].leave.t)
            if begin >= stretches[i].leave.t:
                break
            if end - begin < SHORTEST:
                continue
            beside.t, beside.y = begin, height_at(&stretches[i], begin)
            stations.push_back(beside)
            beside.t, beside.y = end, height_at(&stretches[k if end == stretches[i].leave.t else i], end)
            stations.push_back(beside)
            before = height_at(&stretches[i], begin) - height_at(&stretches[k], begin)
            behind = height_at(&stretches[i], end) - height_at(&stretches[k], end)
            if (before < 0.0 and behind > 0.0) or (before > 0.0 and behind < 0.0):
                crease.t = begin + (end - begin) * before / (before - behind)
                crease.y = height_at(&stretches[i], crease.t)
                stations.push_back(crease)
    return 0


cdef inline int scan_bucket(const GroundView* ground, size_t bucket, const double* a, const double* b,
                            Profile* profile) except -1 nogil:
    cdef int32_t slot, i
    for slot in range(ground.bucket_first[bucket], ground.bucket_first[bucket + 1]):
        i = ground.bucket_faces[slot]
        if profile.seen[i] != profile.mark:
            profile.seen[i] = profile.mark
            add_stretch(ground, ground.faces[i], a, b, profile.stretches)
    return 0


cdef int start_profile(const GroundView* ground, Profile* profile) except -1 nogil:
    """Make it ready for use with the ground."""
    profile.seen.clear()
    profile.seen.resize(ground.face_count, 0)
    profile.mark = 0
    return 0


cdef int ground_profile(const GroundView* ground, const double* a, const double* b, Profile* profile) except -1 nogil:
    """Find the stretches of the segment from a to b (x, y, z each, of which y is not read) over the triangles."""
    cdef double left, right, t0, t1, dz = b[2] - a[2]
    cdef int bx, bz, first_z, last_z
    profile.mark += 1
    profile.stretches.clear()
    first_z = bucket_of(min(a[2], b[2]), ground.low_z, ground.bucket_size, ground.depth)
    last_z = bucket_of(max(a[2], b[2]), ground.low_z, ground.bucket_size, ground.depth)
    for bz in range(first_z, last_z + 1):
        # The part of the segment in this row of buckets; the outermost rows reach to infinity.
        left, right = min(a[0], b[0]), max(a[0], b[0])
        if dz != 0.0 and first_z < last_z and 0 < bz < ground.depth - 1:
            t0 = max(0.0, min(1.0, (ground.low_z + bz * ground.bucket_size - a[2]) / dz))
            t1 = max(0.0, min(1.0, (ground.low_z + (bz + 1) * ground.bucket_size - a[2]) / dz))
            t0, t1 = a[0] + t0 * (b[0] - a[0]), a[0] + t1 * (b[0] - a[0])
            left, right = max(left, min(t0, t1)), min(right, max(t0, t1))
        for bx in range(bucket_of(left, ground.low_x, ground.bucket_size, ground.width),
                        bucket_of(right, ground.low_x, ground.bucket_size, ground.width) + 1):
            scan_bucket(ground, bx + <size_t>bz * ground.width, a, b, profile)
    return 0


cdef class Ground:
    """
    Index of the triangles that can be ground: those that face up and are walkable or no steeper than 80 degrees.

    vertices: float32 (n, 3), metres. triangles: int32 (m, 3), valid indices. areas: uint8 (m,), 0 is not walkable. low, high:
    corners (x, z) in metres of the window that will be asked about, triangles elsewhere are left out. cell_size: metres.
    subset: int32 (k,), the triangles to look at, all if None. The buffers are borrowed, not copied.
    Raises ValueError for buffers of other shapes, an index out of range in the subset, or a window that is not finite.
    """

    def __init__(self, const float[:, ::1] vertices not None, const int32_t[:, ::1] triangles not None,
                 const uint8_t[::1] areas not None, low, high, double cell_size, const int32_t[::1] subset=None):
        cdef Py_ssize_t i, count = triangles.shape[0] if subset is None else subset.shape[0]
        cdef double high_x = high[0], high_z = high[1]
        cdef const int32_t* chosen = NULL
        if (vertices.shape[0] > 0 and vertices.shape[1] != 3) or (triangles.shape[0] > 0 and triangles.shape[1] != 3):
            raise ValueError(f"vertices and triangles must have 3 columns, not {vertices.shape[1]} and {triangles.shape[1]}")
        if areas.shape[0] != triangles.shape[0]:
            raise ValueError(f"areas has {areas.shape[0]} entries for {triangles.shape[0]} triangles")
        self.view.low_x, self.view.low_z = low[0], low[1]
        if not (0.0 <= high_x - self.view.low_x < FARTHEST and 0.0 <= high_z - self.view.low_z < FARTHEST
                and 0.0 < cell_size < FARTHEST):
            raise ValueError(f"the window {tuple(low)} … {tuple(high)} with cells of {cell_size} m must be finite, "
                             "high above low")
        if subset is not None:
            for i in range(count):
                if not 0 <= subset[i] < triangles.shape[0]:
                    raise ValueError(f"subset names triangle {subset[i]}, there are {triangles.shape[0]}")
        self.owners = (vertices, triangles, areas, subset)
        self.view.vertices = &vertices[0, 0] if vertices.shape[0] > 0 else NULL
        self.view.triangles = &triangles[0, 0] if triangles.shape[0] > 0 else NULL
        if count > 0:
            chosen = &subset[0] if subset is not None else NULL
        self.faces.clear()
        self.bucket_first.clear()
        with nogil:
            if count > 0:
                find_faces(self, &areas[0], chosen, count, high_x, high_z)
            choose_buckets(&self.view, high_x - self.view.low_x, high_z - self.view.low_z, cell_size)
            fill_buckets(self)

    @property
    def face_count(self):
        """Number of triangles in the index."""
        return self.view.face_count

    def height(self, double x, double z, double low_y, double high_y, double reach):
        """
        Height in metres of the highest source surface at (x, z) between low_y and high_y; where there is none, of the nearest
        in plan within `reach` that is; None where that fails too.
        """
        cdef double found = ground_height(&self.view, x, z, low_y, high_y, reach)
        return found if found == found else None

    def profile(self, a, b):
        """The stations of the segment from a to b, each (x, z): a sorted list of (t, y), t from 0 at a to 1 at b."""
        cdef Profile profile
        cdef double from_[3]
        cdef double to[3]
        from_[0], from_[1], from_[2] = a[0], 0.0, a[1]
        to[0], to[1], to[2] = b[0], 0.0, b[1]
        start_profile(&self.view, &profile)
        ground_profile(&self.view, from_, to, &profile)
        find_stations(&profile)
        return [(station.t, station.y) for station in profile.stations]
