"""A level as the bake takes it: checked, with its settings and the bounds of its voxel grid.

Floors that differ in their polygons' flags are kept apart by classes: numbers that stand for an area id and flags each, and take the
place of area ids until there are polygons.

Numpy is imported only where the input is not in buffers of the right types.
"""
from array import array
from math import floor, frexp, inf, ldexp

from navpy.base.arguments import read_array, read_integers
from navpy.baking.voxels.areas import check_volumes
from navpy.baking.voxels.heightfield import MAX_COLUMNS
from navpy.baking.voxels.triangle_buckets import extract
from navpy.baking.voxels.triangle_soup import bounds_of, check_vertices, mark_walkable_triangles, place_tolerance
from navpy.baking.settings import BakeSettings

MAX_TILES = 1 << 20
OTHER_UNIT = ", or scale the level to meters if it is in millimeters or centimeters"
MAX_CLASSES = 64                # as many as area ids, whose place they take


class BakeSource:
    """What all tiles of a bake share.

    Attributes
    ----------
    vertices : buffer of float32, shape (n, 3)
        Meters.
    triangles : buffer of int32, shape (m, 3)
    marks : buffer of uint8, shape (m,)
        Area id of each triangle, or its class where there are classes; 0 where it is not walkable.
    volumes : tuple of Volume
    classes : tuple of (area, flags) or None
        By class.
    volume_tables : list of bytes or None
        Where there are classes, those that floors get in each volume, by class: its area with their own flags.
    settings : BakeSettings
    bounds : ((x, y, z), (x, y, z))
        Meters; the voxel grid begins at the first corner.
    """

    __slots__ = ("vertices", "triangles", "marks", "volumes", "classes", "volume_tables", "settings", "bounds")

    def __init__(self, vertices, triangles, settings, areas=None, volumes=(), bounds=None, classes=None):
        """Check all arguments; ValueError for the first fault."""
        self.settings = BakeSettings() if settings is None else settings
        if not isinstance(self.settings, BakeSettings):
            raise ValueError(f"settings: must be BakeSettings or None, is {settings!r}")
        self.settings.validate()
        self.vertices = as_buffer("vertices", vertices, "f")
        self.triangles = as_buffer("triangles", triangles, "i")
        check_vertices(self.vertices)
        areas = None if areas is None else area_ids(areas, len(self.triangles))
        self.marks = mark_walkable_triangles(self.vertices, self.triangles, self.settings.agent_max_slope, areas)
        self.volumes = check_volumes(volumes)
        self.classes = None if classes is None else checked_classes(classes, areas)
        self.volume_tables = self._volume_tables()
        self.bounds = bounds_of(self.vertices) if bounds is None else checked_bounds(bounds)
        self._check_resolution()
        self._check_size()

    def part(self, subset):
        """The same bake with the triangles of a subset only, to be sent elsewhere; subset: array("i") of indices."""
        part = BakeSource.__new__(BakeSource)
        vertices, triangles = extract(self.vertices, self.triangles, subset)
        part.__setstate__((vertices, triangles, bytes([self.marks[i] for i in subset]), self.volumes, self.classes,
                           self.settings.as_dict(), self.bounds))
        return part

    def __getstate__(self):
        """For another process: buffers as bytes."""
        return (bytes(self.vertices), bytes(self.triangles), bytes(self.marks), self.volumes, self.classes, self.settings.as_dict(),
                self.bounds)

    def __setstate__(self, state):
        vertices, triangles, marks, self.volumes, self.classes, settings, self.bounds = state
        self.vertices = _rows(vertices, "f")
        self.triangles = _rows(triangles, "i")
        self.marks = memoryview(marks)
        self.settings = BakeSettings(**settings)
        self.volume_tables = self._volume_tables()

    def areas_and_flags(self, numbers):
        """Area ids and flags of polygons, two buffers of int32, from their area ids or classes; None for flags where there are no
        classes."""
        if self.classes is None:
            return numbers, None
        pairs = [self.classes[number] for number in numbers]
        return array("i", (area for area, _ in pairs)), array("i", (flags for _, flags in pairs))

    def _volume_tables(self):
        if self.classes is None:
            return None
        number = {pair: i for i, pair in reversed(list(enumerate(self.classes)))}
        missing = [(volume.area, flags) for volume in self.volumes if volume.area for _, flags in self.classes
                   if (volume.area, flags) not in number]
        if missing:
            raise ValueError(f"classes: must contain {missing[0]}, as floors with these flags may lie in a volume of this area")
        return [bytes(number[volume.area, flags] if volume.area else 0 for _, flags in self.classes).ljust(MAX_CLASSES, b"\0")
                for volume in self.volumes]

    @property
    def width(self):
        """Voxel columns along x."""
        return self._columns(0)

    @property
    def depth(self):
        """Voxel columns along z."""
        return self._columns(2)

    @property
    def tiles(self):
        """Tiles along x and along z; (1, 1) for a bake in one piece."""
        size = self.settings.tile_size
        return (-(-self.width // size), -(-self.depth // size)) if size else (1, 1)

    def _columns(self, axis):
        return max(1, floor((self.bounds[1][axis] - self.bounds[0][axis]) / self.settings.cell_size + 0.5))

    def _check_resolution(self):
        """ValueError where the level is so far out that the steps of float32, of 24 bits, are larger than the voxels, or that corners
        of tiles a cell apart would be taken for one, so that tiles could not be joined."""
        for axes, name in (((0, 2), "cell_size"), ((1,), "cell_height")):
            farthest = max(abs(corner[axis]) for corner in self.bounds for axis in axes)
            step = ldexp(1.0, frexp(farthest)[1] - 24) if farthest else 0.0
            if step > getattr(self.settings, name):
                raise ValueError(f"vertices reach {farthest:g} m from the origin, where float32 knows steps of {step:g} m only: "
                                 f"too coarse for {name} {getattr(self.settings, name)} m; move the level nearer to the origin")
            if self.settings.tile_size and name == "cell_size" and place_tolerance(farthest) >= self.settings.cell_size:
                raise ValueError(f"vertices reach {farthest:g} m from the origin, where float32 tells places apart that are "
                                 f"{place_tolerance(farthest):.3g} m from each other: too coarse to join tiles of cell_size "
                                 f"{self.settings.cell_size} m; move the level nearer to the origin, or make cell_size larger")

    def _check_size(self):
        """ValueError for a level that is too small or too large, before anything is allocated."""
        settings = self.settings
        across = [self.bounds[1][axis] - self.bounds[0][axis] for axis in (0, 2)]
        if min(across) / settings.cell_size < 0.5:
            raise ValueError(f"the level is {across[0]:g} × {across[1]:g} m along x and z, less than half a cell of cell_size "
                             f"{settings.cell_size} m: make cell_size smaller, or turn the level if its up is not Y")
        columns = settings.tile_size ** 2 if settings.tile_size else self.width * self.depth
        if columns > MAX_COLUMNS:
            raise ValueError(f"the level is {self.width} × {self.depth} cells of {settings.cell_size} m, that is "
                             f"{self.width * self.depth:.3g} columns, the limit is {MAX_COLUMNS:.3g}: make cell_size larger or "
                             f"set tile_size{OTHER_UNIT}" if not settings.tile_size else
                             f"a tile is {settings.tile_size} × {settings.tile_size} cells, that is {columns:.3g} columns, the limit "
                             f"is {MAX_COLUMNS:.3g}: make tile_size smaller")
        if 2 * settings.border_vx >= min(self.width, self.depth):
            raise ValueError(f"border_size {settings.border_size} m leaves nothing of the {across[0]:g} × {across[1]:g} m that are "
                             "baked: make it smaller, or the box larger")
        tiles = self.tiles[0] * self.tiles[1]
        if tiles > MAX_TILES:
            raise ValueError(f"the level is {self.tiles[0]} × {self.tiles[1]} tiles of {settings.tile_size} cells, the limit is "
                             f"{MAX_TILES}: make tile_size or cell_size larger{OTHER_UNIT}")
        height = (self.bounds[1][1] - self.bounds[0][1]) / settings.cell_height
        if height > 65535:
            raise ValueError(f"the level is {height:.0f} cell heights of {settings.cell_height} m high, the limit is 65535: make "
                             f"cell_height larger{OTHER_UNIT}")


def _rows(data, code):
    """Bytes as a buffer (n, 3), also of no rows at all."""
    return memoryview(data or bytes(12)).cast(code, (max(len(data) // 12, 1), 3))[:len(data) // 12]


def checked_bounds(bounds):
    """((x, y, z), (x, y, z)) as floats; ValueError where they are not a box."""
    try:
        low, high = (tuple(float(value) for value in corner) for corner in bounds)
        good = len(low) == len(high) == 3 and all(-inf < a <= b < inf for a, b in zip(low, high))
    except (TypeError, ValueError):
        good = False
    if not good:
        raise ValueError(f"bounds: must be ((x, y, z) least, (x, y, z) greatest), finite, is {bounds!r}")
    return low, high


def as_buffer(name, data, code):
    """A non-empty (n, 3) C-contiguous buffer of float32 ("f") or int32 ("i"): the data itself if it is one."""
    try:
        view = memoryview(data)
    except TypeError:
        view = None
    if view is None or view.ndim != 2 or view.format != code or not view.c_contiguous:
        view = memoryview(_converted(name, data, code))
    if 0 in view.shape:
        raise ValueError(f"{name}: must not be empty, there is nothing to bake")
    if view.ndim != 2 or view.shape[1] != 3:
        raise ValueError(f"{name}: must be of shape (n, 3), is {view.shape}")
    return view


def checked_classes(classes, areas):
    """A tuple of (area, flags), the first not walkable; ValueError for others, and where areas name more classes."""
    found = tuple((area, flags) for area, flags in classes)
    if not (0 < len(found) <= MAX_CLASSES and [i for i, (area, _) in enumerate(found) if area == 0] == [0]):
        raise ValueError(f"classes: must be 1 to {MAX_CLASSES}, the first with area 0 and no other, are {len(found)}: {found!r:.80}")
    for area, flags in found:
        if not (isinstance(area, int) and isinstance(flags, int) and 0 <= area < MAX_CLASSES and 0 <= flags <= 0xffff):
            raise ValueError(f"classes: must be (area id 0 … {MAX_CLASSES - 1}, flags 0 … {0xffff:#x}), one is {(area, flags)!r:.80}")
    if areas is None or max(areas, default=0) >= len(found):
        raise ValueError(f"areas: must be classes below {len(found)}, one a triangle")
    return found


def area_ids(areas, count):
    """A buffer of uint8 (count,), each 0 … 63."""
    try:
        view = memoryview(areas)
        if view.ndim != 1 or view.format != "B" or not view.c_contiguous:
            view = None
    except TypeError:
        view = None
    if view is None:
        import numpy as np
        given = read_integers("areas", areas, "(m,)")
        if given.ndim != 1 or given.size and not 0 <= given.min() <= given.max() <= 255:
            raise ValueError(f"areas: must be area ids, whole numbers, one a triangle, is {areas!r:.80}")
        view = memoryview(np.ascontiguousarray(given, dtype=np.uint8))
    if len(view) != count:
        raise ValueError(f"areas: must be one for each of the {count} triangles, are {len(view)}")
    return view


def _converted(name, data, code):
    if code == "i":
        return read_integers(name, data, "(n, 3)")
    import numpy as np
    with np.errstate(over="ignore"):            # too large for float32 becomes infinite, which is refused by name
        return np.ascontiguousarray(read_array(name, data, "(n, 3)"), dtype=np.float32)
