"""What floors belong to: volumes give those inside them an area or cut them out (Recast, rcMarkBoxArea,
rcMarkCylinderArea and rcMarkConvexPolyArea), and regions are told the enclosed space that they lie in."""
from libc.math cimport INFINITY, ceil, cos, fabs, floor, sin, sqrt
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.voxels.heightfield cimport AREA_NONE
from navpy.base.geom cimport area2, border_tolerance, distance2

from array import array

cdef double SLACK = 1e-6            # cells: a cell centre this near to a border lies on it, rounding does not decide
cdef double MAX_COORDINATE = 1e9    # metres
cdef int MAX_AREA = 63

cdef enum:
    AXIS_X = 0
    AXIS_Y = 1
    AXIS_Z = 2

cdef struct Shape:                  # an upright prism
    double low[3]                   # its box, metres
    double high[3]
    double radius                   # of a cylinder, metres; 0: its base is an outline
    const double* outline           # x and z of its corners, in either sense of rotation
    int32_t count                   # corners
    uint8_t area


cdef void cross_disc(const Shape* shape, double z, double* low, double* high) noexcept nogil:
    cdef double x = 0.5 * (shape.low[AXIS_X] + shape.high[AXIS_X])
    cdef double off = z - 0.5 * (shape.low[AXIS_Z] + shape.high[AXIS_Z])
    cdef double half = sqrt(max(shape.radius * shape.radius - off * off, 0.0))
    low[0], high[0] = x - half, x + half


cdef void cross_outline(const Shape* shape, double z, double* low, double* high) noexcept nogil:
    """From where to where along x a convex outline reaches at z, which is not outside of its box."""
    cdef const double* a = shape.outline + 2 * (shape.count - 1)
    cdef const double* b = shape.outline
    cdef double x
    cdef int32_t _i
    low[0], high[0] = INFINITY, -INFINITY
    for _i in range(shape.count):
        if min(a[1], b[1]) <= z <= max(a[1], b[1]):
            x = b[0] if a[1] == b[1] else a[0] + (z - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
            low[0], high[0] = min(low[0], x), max(high[0], x)
        a = b
        b += 2


cdef bint cell_range(double low, double high, double origin, double cell, int window, int count,
                     int* first, int* last) noexcept nogil:
    """Which of the window's cells have their centre between two places, metres; counted in the global grid, so that every
    window gives the same answer. False for none."""
    cdef double a = ceil((low - origin) / cell - 0.5 - SLACK) - window
    cdef double b = floor((high - origin) / cell - 0.5 + SLACK) - window
    if not (a < count and b >= 0.0):
        return False
    first[0], last[0] = <int>max(a, 0.0), <int>min(b, count - 1.0)
    return first[0] <= last[0]


cdef void mark_row(CompactHeightfield compact, int z, int first_x, int last_x, double lowest_vx, double highest_vx,
                   uint8_t area) noexcept nogil:
    cdef int32_t i
    cdef size_t row = <size_t>z * compact.width
    for i in range(compact.first[row + first_x], compact.first[row + last_x + 1]):
        if compact.areas[i] != AREA_NONE and lowest_vx <= compact.floors[i].y_vx <= highest_vx:
            compact.areas[i] = area


cdef void mark_shape(CompactHeightfield compact, const Shape* shape) noexcept nogil:
    """Mark row by row the columns whose centre the shape covers."""
    cdef double lowest_vx = (shape.low[AXIS_Y] - compact.origin[AXIS_Y]) / compact.cell_height - 0.5 - SLACK
    cdef double highest_vx = (shape.high[AXIS_Y] - compact.origin[AXIS_Y]) / compact.cell_height + 0.5 + SLACK
    cdef double centre, low, high
    cdef int z, first_z, last_z, first_x, last_x
    if not cell_range(shape.low[AXIS_Z], shape.high[AXIS_Z], compact.origin[AXIS_Z], compact.cell_size, compact.z0,
                      compact.depth, &first_z, &last_z):
        return
    for z in range(first_z, last_z + 1):
        centre = compact.origin[AXIS_Z] + (<double>compact.z0 + z + 0.5) * compact.cell_size
        centre = min(max(centre, shape.low[AXIS_Z]), shape.high[AXIS_Z])
        if shape.radius > 0.0:
            cross_disc(shape, centre, &low, &high)
        else:
            cross_outline(shape, centre, &low, &high)
        if cell_range(low, high, compact.origin[AXIS_X], compact.cell_size, compact.x0, compact.width, &first_x, &last_x):
            mark_row(compact, z, first_x, last_x, lowest_vx, highest_vx, shape.area)


cdef int find_spaces(CompactHeightfield compact, const int32_t[::1] floors, const int32_t[::1] labels,
                     int32_t[::1] spaces) except -1:
    cdef Py_ssize_t i
    cdef int32_t x, z, k, column
    for i in range(labels.shape[0]):
        x, z = floors[3 * i] - compact.x0, floors[3 * i + 1] - compact.z0
        if not (0 <= x < compact.width and 0 <= z < compact.depth):
            continue
        column = x + z * compact.width
        for k in range(compact.first[column], compact.first[column + 1]):
            if compact.floors[k].y_vx == floors[3 * i + 2]:
                spaces[compact.regions[k]] = labels[i]
    spaces[0] = 0
    return 0


# ---- Python ----

cdef double number(str name, value) except? -1.0:
    cdef double result
    try:
        result = value
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be a number, not {value!r}") from None
    if not fabs(result) <= MAX_COORDINATE:
        raise ValueError(f"{name} must be finite and within {MAX_COORDINATE:g}, not {result}")
    return result


cdef double extent(str name, value) except? -1.0:
    cdef double result = number(name, value)
    if result <= 0.0:
        raise ValueError(f"{name} must be above 0 m, not {result}")
    return result


cdef tuple numbers(str name, values, tuple parts):
    """As many finite numbers as there are parts."""
    try:
        given = tuple(values)
    except TypeError:
        given = ()
    if len(given) != len(parts):
        raise ValueError(f"{name} must be {len(parts)} numbers ({', '.join(parts)}), not {values!r}")
    return tuple([number(f"{part} of {name}", value) for part, value in zip(parts, given)])


cdef int area_id(value) except -1:
    cdef int result
    try:
        result = value.__index__()
    except (AttributeError, TypeError, ValueError, OverflowError):
        result = -1
    if not 0 <= result <= MAX_AREA:
        raise ValueError(f"area must be a whole number in 0 … {MAX_AREA}, not {value!r}")
    return result


cdef int check_outline(const double* corners, int32_t count) except -1:
    """Convex, whichever way it goes round; corners in line are fine."""
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double area = 0.0, turn
    cdef int32_t i, way, last_way = 0, first_way = 0, changes = 0
    for i in range(1, count - 1):
        area += area2(corners[0], corners[1], corners[2 * i], corners[2 * i + 1], corners[2 * i + 2], corners[2 * i + 3])
    for i in range(count):
        a, b = corners + 2 * ((i + count - 1) % count), corners + 2 * i
        c = corners + 2 * ((i + 1) % count)
        if b[0] == c[0] and b[1] == c[1]:
            raise ValueError(f"outline: corners {i} and {(i + 1) % count} are both at ({b[0]:g}, {b[1]:g})")
        turn = area2(a[0], a[1], b[0], b[1], c[0], c[1])
        if (turn if area < 0.0 else -turn) > border_tolerance(b[0], b[1]) * distance2(a[0], a[1], c[0], c[1]):
            raise ValueError(f"outline is not convex at corner {i}, ({b[0]:g}, {b[1]:g})")
        if fabs(c[0] - b[0]) > border_tolerance(b[0], b[1]):
            way = 1 if c[0] > b[0] else -1
            first_way = first_way if first_way else way
            changes += last_way != 0 and way != last_way
            last_way = way
    if changes + (first_way != last_way) > 2:
        raise ValueError("outline is not convex: it goes round more than once")
    if fabs(area) < 2e-10:
        raise ValueError("outline has no area")
    return 0


cdef class Volume:
    """What BoxVolume, CylinderVolume and ConvexVolume have in common: an upright prism that marks the floors inside it.

    area: 0 … 63; 0 cuts out. eroded: True: marked before erosion, so that the navmesh keeps the agent's radius from a
    cut-out; False: after it, so that the area's borders are where the volume's are. bounds: ((x, y, z) least, (x, y, z)
    greatest), metres. Volumes do not change, compare by value and can be pickled.
    """
    cdef Shape shape
    cdef vector[double] outline_data
    cdef readonly int area
    cdef readonly bint eroded
    cdef tuple arguments            # of the constructor, without area and eroded

    cdef int place(self, tuple arguments, double bottom, double top, area, eroded) except -1:
        """Set what is not of the subclass; its outline, or its cylinder's box and radius, is there already."""
        cdef size_t i
        cdef int axis
        self.arguments = arguments
        self.area = self.shape.area = area_id(area)
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
    """A box around its center (x, y, z), of a size (x, y, z) in metres, turned by yaw radians about the vertical through
    its center, counter-clockwise seen from above. See Volume for area and eroded, which by default is True for area 0
    only. ValueError: a number that is not finite, a size not above 0, an area outside 0 … 63."""

    def __init__(self, center, size, yaw=0.0, area=AREA_NONE, eroded=None):
        cdef double x, y, z, width, height, depth, c, s, u, v
        cdef int i
        center, size = numbers("center", center, ("x", "y", "z")), numbers("size", size, ("x", "y", "z"))
        turned = number("yaw", yaw)
        x, y, z = center
        width, height, depth = [extent(f"{part} of size", value) for part, value in zip("xyz", size)]
        c, s = cos(turned), sin(turned)
        self.outline_data.clear()
        for i in range(4):
            u = 0.5 * width if i == 1 or i == 2 else -0.5 * width
            v = 0.5 * depth if i >= 2 else -0.5 * depth
            self.outline_data.push_back(x + u * c + v * s)
            self.outline_data.push_back(z - u * s + v * c)
        self.place((center, size, turned), y - 0.5 * height, y + 0.5 * height, area, eroded)


cdef class CylinderVolume(Volume):
    """An upright cylinder around its center (x, y, z), metres, half its height above and below it. See Volume for area and
    eroded, which by default is True for area 0 only. ValueError: a number that is not finite, a radius or height not above
    0, an area outside 0 … 63."""

    def __init__(self, center, radius, height, area=AREA_NONE, eroded=None):
        cdef double x, y, z, r = extent("radius", radius), tall = extent("height", height)
        center = numbers("center", center, ("x", "y", "z"))
        x, y, z = center
        self.shape.radius = r
        self.shape.low[AXIS_X], self.shape.high[AXIS_X] = x - r, x + r
        self.shape.low[AXIS_Z], self.shape.high[AXIS_Z] = z - r, z + r
        self.place((center, r, tall), y - 0.5 * tall, y + 0.5 * tall, area, eroded)


cdef class ConvexVolume(Volume):
    """An upright prism over a convex polygon: outline (n, 2), x and z of its corners in order, either way round, between
    the heights bottom and top; metres. See Volume for area and eroded, which by default is True for area 0 only.
    ValueError: a number that is not finite, fewer than three corners, one that is concave (it is named) or the same as
    the next, top not above bottom, an area outside 0 … 63."""

    def __init__(self, outline, bottom, top, area=AREA_NONE, eroded=None):
        cdef double low = number("bottom", bottom), high = number("top", top)
        try:
            given = list(outline)
        except TypeError:
            raise ValueError(f"outline must be corners (x, z), not {outline!r}") from None
        corners = tuple([numbers(f"corner {i} of outline", corner, ("x", "z")) for i, corner in enumerate(given)])
        if len(corners) < 3:
            raise ValueError(f"outline needs at least 3 corners, has {len(corners)}")
        if not low < high:
            raise ValueError(f"top must be above bottom, not {high} and {low}")
        self.outline_data.clear()
        for x, z in corners:
            self.outline_data.push_back(x)
            self.outline_data.push_back(z)
        check_outline(self.outline_data.data(), <int32_t>len(corners))
        self.place((corners, low, high), low, high, area, eroded)


def mark_volumes(CompactHeightfield compact not None, volumes, bint eroded):
    """Give the walkable floors inside the volumes whose ``eroded`` is as asked their area, in the volumes' order.

    Inside is a floor whose column's centre lies in the volume's base, its border included, and whose height is at most
    half a cell height outside of the volume's. The last of several volumes wins, but a floor that is not walkable, one
    cut out by an earlier volume too, stays so. To be called before erosion with True and after it with False. A window of
    the grid is marked as the whole grid is. Raises ValueError for anything that is no volume.
    """
    cdef vector[Shape] shapes
    cdef size_t i
    kept = list(volumes)            # the shapes point into them
    for index, volume in enumerate(kept):
        if not isinstance(volume, Volume):
            raise ValueError(f"volumes[{index}] must be a BoxVolume, CylinderVolume or ConvexVolume, not {volume!r}")
        if (<Volume>volume).eroded == eroded:
            shapes.push_back((<Volume>volume).shape)
    with nogil:
        for i in range(shapes.size()):
            mark_shape(compact, &shapes[i])


def spaces_of_regions(CompactHeightfield compact not None, const int32_t[::1] floors, const int32_t[::1] labels):
    """The space that each region lies in, array("i") of region_count + 1; 0 for the open air and for the ground without
    region. floors, labels: the EnclosedSpaces' that the heightfield's filter gave; those outside of compact's window are not
    looked at. Floors that are connected lie in the same space, so a region lies in one. Raises ValueError where there is not
    a label for every floor, or compact has no regions yet."""
    spaces = array("i", bytes(4 * (compact.region_count + 1)))
    if floors.shape[0] != 3 * labels.shape[0]:
        raise ValueError(f"floors: must be three numbers a label, are {floors.shape[0]} for {labels.shape[0]} labels")
    if compact.regions.size() != compact.floors.size():
        raise ValueError("compact has no regions yet: build them first")
    if floors.shape[0] > 0:
        find_spaces(compact, floors, labels, spaces)
    return spaces
