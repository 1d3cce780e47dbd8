"""Area volumes: they give the floors inside them an area id or cut them out (Recast, rcMarkBoxArea, rcMarkCylinderArea,
rcMarkConvexPolyArea). Also: which enclosed space a region lies in."""
from libc.math cimport INFINITY, ceil, fabs, floor, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector

from navpy.base.tolerances cimport MAX_COORDINATE
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.base.area cimport AREA_COUNT, AREA_NONE, AREA_WALKABLE
from navpy.base.arrays cimport Borrowed, borrow, int_array
from navpy.base.arguments cimport read_number, read_whole
from navpy.base.elementary cimport unit_vector
from navpy.base.vec2 cimport Vec2
from navpy.base.geom cimport border_tolerance, clockwise_area2, distance2

cdef double SLACK = 1e-6            # cells: a cell center this near to a border lies on it, so that rounding does not decide

cdef enum:
    AXIS_X = 0
    AXIS_Y = 1
    AXIS_Z = 2

cdef struct AreaShape:                  # an upright prism
    double low[3]                   # its box, meters
    double high[3]
    double radius                   # of a cylinder, meters; 0: the base is an outline
    const double* outline           # x and z of its corners, in either sense of rotation
    int32_t count                   # corners
    uint8_t area


cdef void cross_disc(const AreaShape* shape, int axis, double at, double* low, double* high) noexcept nogil:
    cdef int other = AXIS_X + AXIS_Z - axis
    cdef double center = 0.5 * (shape.low[other] + shape.high[other])
    cdef double off = at - 0.5 * (shape.low[axis] + shape.high[axis])
    cdef double half = sqrt(max(shape.radius * shape.radius - off * off, 0.0))
    low[0], high[0] = center - half, center + half


cdef void cross_outline(const AreaShape* shape, int axis, double at, double* low, double* high) noexcept nogil:
    cdef const double* a = shape.outline + 2 * (shape.count - 1)
    cdef const double* b = shape.outline
    cdef int own = axis // 2
    cdef int other = 1 - own        # of the corners' two coordinates
    cdef double x
    cdef int32_t _i
    low[0], high[0] = INFINITY, -INFINITY
    for _i in range(shape.count):
        if min(a[own], b[own]) <= at <= max(a[own], b[own]):
            x = b[other] if a[own] == b[own] else a[other] + (at - a[own]) / (b[own] - a[own]) * (b[other] - a[other])
            low[0], high[0] = min(low[0], x), max(high[0], x)
        a = b
        b += 2


cdef inline void cross(const AreaShape* shape, int axis, double at, double* low, double* high) noexcept nogil:
    """The interval along the other axis that the base covers where its own axis is at: of the nearest place in its box."""
    at = min(max(at, shape.low[axis]), shape.high[axis])
    if shape.radius > 0.0:
        cross_disc(shape, axis, at, low, high)
    else:
        cross_outline(shape, axis, at, low, high)


cdef inline bint centers_in(double low, double high, double origin, double cell, double* first, double* last) noexcept nogil:
    """The cells of the global grid whose center lies in low … high, meters. False where there is none."""
    first[0] = ceil((low - origin) / cell - 0.5 - SLACK)
    last[0] = floor((high - origin) / cell - 0.5 + SLACK)
    return first[0] <= last[0]


cdef inline double cell_at(double low, double high, double origin, double cell) noexcept nogil:
    """The cell of the global grid that the middle of low … high lies in."""
    return floor((0.5 * (low + high) - origin) / cell)


cdef inline bint within_window(double first, double last, int window, int count, int* begin, int* end) noexcept nogil:
    """The part of cells first … last of the global grid that a window of some cells has, begin … end − 1. False where it has none."""
    first, last = max(first - window, 0.0), min(last - window, count - 1.0)
    if first > last:
        return False
    begin[0], end[0] = <int>first, <int>last + 1
    return True


cdef int mark_floors(CompactHeightfield compact, size_t column, double lowest_vx, double highest_vx, const uint8_t* marked,
                     int64_t* closed) noexcept nogil:
    """Mark the floors of a column from one height to another; closed counts those that are not walkable any more. → how many there
    are, walkable or not"""
    cdef int32_t i
    cdef int count = 0
    for i in range(compact.first[column], compact.first[column + 1]):
        if lowest_vx <= compact.floors[i].y_vx <= highest_vx:
            count += 1
            if compact.areas[i] != AREA_NONE:
                compact.areas[i] = marked[compact.areas[i]]
                closed[0] += compact.areas[i] == AREA_NONE
    return count


cdef void mark_columns(CompactHeightfield compact, const AreaShape* shape, double z, double first_x, double last_x,
                       const uint8_t* marked, int64_t* closed) noexcept nogil:
    """Mark columns of a row of the global grid. A floor's voxel reaches down from its y_vx, so the floor of a shape that ends within
    it may be higher than the shape by nearly a voxel: it counts where the shape meets no other floor."""
    cdef double low = (shape.low[AXIS_Y] - compact.origin[AXIS_Y]) / compact.cell_height
    cdef double high = (shape.high[AXIS_Y] - compact.origin[AXIS_Y]) / compact.cell_height
    cdef size_t row
    cdef int x, begin, end, row_begin, row_end
    if within_window(z, z, compact.z0, compact.depth, &row_begin, &row_end) and \
            within_window(first_x, last_x, compact.x0, compact.width, &begin, &end):
        row = <size_t>row_begin * compact.width
        for x in range(begin, end):
            if not mark_floors(compact, row + x, low - 0.5 - SLACK, high + 0.5 + SLACK, marked, closed):
                mark_floors(compact, row + x, low, high + 1.0 - SLACK, marked, closed)


cdef int64_t mark_shape(CompactHeightfield compact, const AreaShape* shape, const uint8_t* marked) noexcept nogil:
    """Mark the columns whose center the shape covers, and of two neighbors between whose centers it passes the nearer one: so no way
    from center to center leads through it. A shape between four centers marks the column that it lies in. marked: by the area of a
    floor, what it becomes. → the number of floors that are not walkable any more"""
    cdef int64_t closed = 0
    cdef const double* origin = compact.origin
    cdef double cell = compact.cell_size, low, high, first, last, first_x, last_x, first_z, last_z
    cdef bint meets_row = centers_in(shape.low[AXIS_Z], shape.high[AXIS_Z], origin[AXIS_Z], cell, &first_z, &last_z)
    cdef bint meets_column = centers_in(shape.low[AXIS_X], shape.high[AXIS_X], origin[AXIS_X], cell, &first_x, &last_x)
    cdef int i, begin, end
    if meets_row and within_window(first_z, last_z, compact.z0, compact.depth, &begin, &end):
        for i in range(compact.z0 + begin, compact.z0 + end):
            cross(shape, AXIS_Z, origin[AXIS_Z] + (i + 0.5) * cell, &low, &high)
            if not centers_in(low, high, origin[AXIS_X], cell, &first, &last):
                first = last = cell_at(low, high, origin[AXIS_X], cell)
            mark_columns(compact, shape, i, first, last, marked, &closed)
    if meets_column and within_window(first_x, last_x, compact.x0, compact.width, &begin, &end):
        for i in range(compact.x0 + begin, compact.x0 + end):
            cross(shape, AXIS_X, origin[AXIS_X] + (i + 0.5) * cell, &low, &high)
            if not centers_in(low, high, origin[AXIS_Z], cell, &first, &last):
                mark_columns(compact, shape, cell_at(low, high, origin[AXIS_Z], cell), i, i, marked, &closed)
    if not (meets_row or meets_column):
        mark_columns(compact, shape, cell_at(shape.low[AXIS_Z], shape.high[AXIS_Z], origin[AXIS_Z], cell),
                     cell_at(shape.low[AXIS_X], shape.high[AXIS_X], origin[AXIS_X], cell),
                     cell_at(shape.low[AXIS_X], shape.high[AXIS_X], origin[AXIS_X], cell), marked, &closed)
    return closed


cdef void find_spaces(CompactHeightfield compact, const int32_t* floors, const int32_t* labels, Py_ssize_t count,
                      vector[int32_t]& spaces) noexcept nogil:
    cdef Py_ssize_t i
    cdef int32_t x, z, k, column
    for i in range(count):
        x, z = floors[3 * i] - compact.x0, floors[3 * i + 1] - compact.z0
        if not (0 <= x < compact.width and 0 <= z < compact.depth):
            continue
        column = x + z * compact.width
        for k in range(compact.first[column], compact.first[column + 1]):
            if compact.floors[k].y_vx == floors[3 * i + 2]:
                spaces[compact.regions[k]] = labels[i]
    spaces[0] = 0


cdef tuple read_coordinates(str name, values, str axes):
    """As many coordinates as there are axes."""
    try:
        given = tuple(values)
    except TypeError:
        given = ()
    if len(given) != len(axes):
        raise ValueError(f"{name}: must be {len(axes)} numbers ({', '.join(axes)}), is {values!r}")
    return tuple([read_number(f"{name}.{axis}", value, -MAX_COORDINATE, MAX_COORDINATE) for axis, value in zip(axes, given)])


cdef double read_length(str name, value) except? -1.0:
    cdef double length = read_number(name, value, -MAX_COORDINATE, MAX_COORDINATE)
    if length <= 0.0:
        raise ValueError(f"{name}: must be above 0 m, is {length}")
    return length


cdef int check_outline(const double* corners, int32_t count) except -1:
    """ValueError unless the outline is convex, in either sense of rotation. Collinear corners are allowed."""
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double area = 0.0, right_turn
    cdef int32_t i, way, last_way = 0, first_way = 0, changes = 0
    for i in range(1, count - 1):
        area += clockwise_area2(corners[0], corners[1], corners[2 * i], corners[2 * i + 1], corners[2 * i + 2], corners[2 * i + 3])
    for i in range(count):
        a, b = corners + 2 * ((i + count - 1) % count), corners + 2 * i
        c = corners + 2 * ((i + 1) % count)
        if b[0] == c[0] and b[1] == c[1]:
            raise ValueError(f"outline: must not repeat a corner, {i} and {(i + 1) % count} are both ({b[0]:g}, {b[1]:g})")
        right_turn = clockwise_area2(a[0], a[1], b[0], b[1], c[0], c[1])
        if (right_turn if area < 0.0 else -right_turn) > border_tolerance(b[0], b[1]) * distance2(a[0], a[1], c[0], c[1]):
            raise ValueError(f"outline: must be convex, is not at corner {i}, ({b[0]:g}, {b[1]:g})")
        if fabs(c[0] - b[0]) > border_tolerance(b[0], b[1]):
            way = 1 if c[0] > b[0] else -1
            first_way = first_way if first_way else way
            changes += last_way != 0 and way != last_way
            last_way = way
    if changes + (first_way != last_way) > 2:
        raise ValueError("outline: must be convex, goes round more than once")
    if fabs(area) < 2e-10:
        raise ValueError("outline: must have an area, has none")
    return 0


cdef class Volume:
    """What BoxVolume, CylinderVolume and ConvexVolume have in common: an upright prism that marks the floors inside it.

    Volumes do not change, compare by value and can be pickled.

    Attributes
    ----------
    area : int
        Area id 0 … 63 of the floors inside; 0 cuts them out.
    eroded : bool
        True: marked before erosion, so that the navmesh keeps the agent's radius from what is cut out. False: marked after it, so
        that the area has the borders of the volume.
    bounds : tuple
        ((x, y, z) least, (x, y, z) greatest), meters.
    """
    cdef AreaShape shape
    cdef vector[double] outline_data
    cdef readonly int area
    cdef readonly bint eroded
    cdef tuple arguments            # of the constructor, without area and eroded

    cdef int place(self, tuple arguments, double bottom, double top, area, eroded) except -1:
        """Set what all volumes have. The subclass has set its outline, or its box and radius."""
        cdef size_t i
        cdef int axis
        self.arguments = arguments
        self.area = self.shape.area = <uint8_t>read_whole("area", area, 0, AREA_WALKABLE)
        self.eroded = self.area == AREA_NONE if eroded is None else eroded
        self.shape.low[AXIS_Y], self.shape.high[AXIS_Y] = bottom, top
        self.shape.outline, self.shape.count = self.outline_data.data(), <int32_t>(self.outline_data.size() // 2)
        for i in range(self.outline_data.size()):
            axis = AXIS_X if i % 2 == 0 else AXIS_Z
            self.shape.low[axis] = min(self.outline_data[i], self.shape.low[axis] if i > 1 else INFINITY)
            self.shape.high[axis] = max(self.outline_data[i], self.shape.high[axis] if i > 1 else -INFINITY)
        return 0

    @property
    def bounds(self):
        return tuple([self.shape.low[k] for k in range(3)]), tuple([self.shape.high[k] for k in range(3)])

    def __reduce__(self):
        return type(self), (*self.arguments, self.area, self.eroded)

    def __eq__(self, other):
        return self.__reduce__() == other.__reduce__() if isinstance(other, Volume) else NotImplemented

    def __hash__(self):
        return hash(self.__reduce__())

    def __repr__(self):
        values = ", ".join([repr(value) for value in self.arguments])
        return f"{type(self).__name__}({values}, area={self.area}, eroded={self.eroded})"


cdef class BoxVolume(Volume):
    """A box, turned about the vertical through its center.

    Parameters
    ----------
    center, size : (x, y, z)
        Meters; sizes above 0.
    yaw : float
        Radians, counter-clockwise seen from above.
    area : int
        Area id 0 … 63; 0 cuts out.
    eroded : bool, optional
        See Volume; True for area 0 only when left out.
    """

    def __init__(self, center, size, yaw=0.0, area=AREA_NONE, eroded=None):
        cdef double x, y, z, width, height, depth, u, v
        cdef Vec2 right
        cdef int i
        center, size = read_coordinates("center", center, "xyz"), read_coordinates("size", size, "xyz")
        turned = read_number("yaw", yaw, -MAX_COORDINATE, MAX_COORDINATE)
        x, y, z = center
        width, height, depth = [read_length(f"size.{axis}", value) for axis, value in zip("xyz", size)]
        right = unit_vector(turned)
        self.outline_data.clear()
        for i in range(4):
            u = 0.5 * width if i == 1 or i == 2 else -0.5 * width
            v = 0.5 * depth if i >= 2 else -0.5 * depth
            self.outline_data.push_back(x + u * right.x + v * right.y)
            self.outline_data.push_back(z - u * right.y + v * right.x)
        self.place((center, size, turned), y - 0.5 * height, y + 0.5 * height, area, eroded)


cdef class CylinderVolume(Volume):
    """An upright cylinder, half its height above its center.

    Parameters
    ----------
    center : (x, y, z)
        Meters.
    radius, height : float
        Meters, above 0.
    area, eroded
        See BoxVolume.
    """

    def __init__(self, center, radius, height, area=AREA_NONE, eroded=None):
        cdef double x, y, z, r = read_length("radius", radius), tall = read_length("height", height)
        center = read_coordinates("center", center, "xyz")
        x, y, z = center
        self.shape.radius = r
        self.shape.low[AXIS_X], self.shape.high[AXIS_X] = x - r, x + r
        self.shape.low[AXIS_Z], self.shape.high[AXIS_Z] = z - r, z + r
        self.place((center, r, tall), y - 0.5 * tall, y + 0.5 * tall, area, eroded)


cdef class ConvexVolume(Volume):
    """An upright prism over a convex polygon.

    Parameters
    ----------
    outline : sequence of (x, z)
        At least three corners in order, either way round, meters; not concave, none the same as the next.
    bottom, top : float
        Heights, meters; top above bottom.
    area, eroded
        See BoxVolume.
    """

    def __init__(self, outline, bottom, top, area=AREA_NONE, eroded=None):
        cdef double low = read_number("bottom", bottom, -MAX_COORDINATE, MAX_COORDINATE)
        cdef double high = read_number("top", top, -MAX_COORDINATE, MAX_COORDINATE)
        try:
            given = list(outline)
        except TypeError:
            raise ValueError(f"outline: must be corners (x, z), is {outline!r}") from None
        corners = tuple([read_coordinates(f"outline[{i}]", corner, "xz") for i, corner in enumerate(given)])
        if len(corners) < 3:
            raise ValueError(f"outline: must have at least 3 corners, has {len(corners)}")
        if not low < high:
            raise ValueError(f"top: must be above bottom, {low}, is {high}")
        self.outline_data.clear()
        for x, z in corners:
            self.outline_data.push_back(x)
            self.outline_data.push_back(z)
        check_outline(self.outline_data.data(), <int32_t>len(corners))
        self.place((corners, low, high), low, high, area, eroded)


def check_volumes(volumes):
    """The volumes in a tuple. ValueError: one is none."""
    given = tuple(volumes)
    for index, volume in enumerate(given):
        if not isinstance(volume, Volume):
            raise ValueError(f"volume {index}: must be a BoxVolume, CylinderVolume or ConvexVolume, is {volume!r:.80}")
    return given


def mark_volumes(CompactHeightfield compact not None, volumes, bint eroded, tables=None):
    """Give the walkable floors inside volumes their area (Recast, rcMarkBoxArea, rcMarkCylinderArea, rcMarkConvexPolyArea).

    Inside is a floor whose column's center lies in the volume's base, its border included, and whose height is at most half a cell
    height outside the volume's. A volume thinner than a cell is as wide as one: of two columns between whose centers it passes it has
    the nearer one, and where it lies between four centers the column of its own. Likewise it has the floor whose voxel its top lies
    in, where it meets no other. Where volumes overlap the last one wins, but a floor that is not walkable stays so, whatever made
    it that. A window of the grid is marked as the whole grid is.

    Parameters
    ----------
    compact : CompactHeightfield
    volumes : iterable of Volume
    eroded : bool
        Mark the volumes whose ``eroded`` is the same: True before erosion, False after it.
    tables : sequence of bytes, optional
        Of each volume, what a floor inside becomes, by its area: 64 bytes. The volume's area when left out.

    Returns
    -------
    int
        Floors that are not walkable any more.

    Raises
    ------
    ValueError
        Anything that is no volume.
    """
    cdef vector[AreaShape] shapes
    cdef vector[uint8_t] marked     # AREA_COUNT a shape
    cdef const uint8_t[::1] table
    cdef int64_t closed = 0
    cdef size_t i
    kept = check_volumes(volumes)   # the shapes point into them
    for index, volume in enumerate(kept):
        if (<Volume>volume).eroded == eroded:
            shapes.push_back((<Volume>volume).shape)
            table = bytes([volume.area]) * AREA_COUNT if tables is None else tables[index]
            marked.insert(marked.end(), &table[0], &table[0] + AREA_COUNT)
    with nogil:
        for i in range(shapes.size()):
            closed += mark_shape(compact, &shapes[i], marked.data() + AREA_COUNT * i)
    return closed


def spaces_of_regions(CompactHeightfield compact not None, floors, labels):
    """The enclosed space that each region lies in. Connected floors lie in the same space, so a region lies in one.

    Parameters
    ----------
    compact : CompactHeightfield
        With regions.
    floors, labels : buffer of int32
        Those of the EnclosedSpaces that the heightfield's filter gave; floors outside of compact's window are not looked at.

    Returns
    -------
    array("i")
        A label for each of region_count + 1 regions; 0 for the open air, and for the ground without region.

    Raises
    ------
    ValueError
        Not three numbers in floors for each label; compact has no regions yet.
    """
    cdef Borrowed given_floors = borrow("floors", floors, "i", 0), given_labels = borrow("labels", labels, "i", 0)
    cdef vector[int32_t] spaces
    if given_floors.rows != 3 * given_labels.rows:
        raise ValueError(f"floors: must be three numbers a label, are {given_floors.rows} for {given_labels.rows} labels")
    if compact.regions.size() != compact.floors.size():
        raise ValueError("compact: must have regions, has none yet")
    spaces.resize(compact.region_count + 1)
    find_spaces(compact, <const int32_t*>given_floors.data, <const int32_t*>given_labels.data, given_labels.rows, spaces)
    return int_array(spaces)
