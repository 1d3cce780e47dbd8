"""What a level has beside its triangles, for the command line: a TOML or JSON file with settings, areas, volumes, links and the
like."""
import json
import os
import tomllib

from navpy import BoxVolume, ConvexVolume, CylinderVolume, OffMeshLink
from navpy.baking.settings import FIELDS
from navpy.base.arguments import read_real, read_whole
from navpy.base.setting import unknown_keyword

FORMATS = (".toml", ".json")
SETTINGS = [field.name for field in FIELDS]
LINK_KEYS = ("start", "end", "radius", "width", "two_way", "area", "kind", "id")
VOLUMES = {                     # by shape: the class, what it needs, and what it may have
    "box": (BoxVolume, ("center", "size"), ("yaw", "area", "eroded")),
    "cylinder": (CylinderVolume, ("center", "radius", "height"), ("area", "eroded")),
    "convex": (ConvexVolume, ("outline", "bottom", "top"), ("area", "eroded")),
}


class LevelSpec:
    """What the file holds. All lengths are in meters, with Y up, as those of the navmesh.

    Attributes
    ----------
    settings : dict
        Bake settings by name.
    areas : dict of str to int
        Area ids by names of objects, as Level.areas takes them.
    volumes : list of Volume
    links : list of OffMeshLink
    seeds : list of (x, y, z)
    bounds : ((x, y, z), (x, y, z)) or None
    costs : dict of int to float
        Of a meter, by area id.
    exit_only : list of int
        Area ids that paths leave but do not enter.
    """

    __slots__ = ("settings", "areas", "volumes", "links", "seeds", "bounds", "costs", "exit_only")

    def __init__(self, settings=(), areas=(), volumes=(), links=(), seeds=(), bounds=None, costs=(), exit_only=()):
        self.settings, self.areas = _settings(_table("settings", settings)), _table("areas", areas)
        self.volumes = [_volume(f"volume {i}", given) for i, given in enumerate(_list("volumes", volumes))]
        self.links = [_link(f"link {i}", given) for i, given in enumerate(_list("links", links))]
        self.seeds, self.bounds = _list("seeds", seeds), bounds
        self.costs = {_area("costs", area): read_real(f"costs: {area}", cost) for area, cost in _table("costs", costs).items()}
        self.exit_only = _list("exit_only", exit_only)

    def apply(self, mesh):
        """Give a baked navmesh the costs and the exit-only areas."""
        for area, cost in self.costs.items():
            mesh.set_area_cost(area, cost)
        if self.exit_only:
            mesh.set_exit_only_areas(self.exit_only)


def read_spec(path):
    """The LevelSpec in a file.

    Parameters
    ----------
    path : str or os.PathLike
        Of a .toml or .json file.

    Raises
    ------
    OSError
        The file cannot be read.
    ValueError
        One line, with the file and what in it is wrong. A link or a volume is named by its index, which begins at 0.
    """
    kind = os.path.splitext(os.fspath(path))[1].lower()
    if kind not in FORMATS:
        raise ValueError(f"{path}: must be a {' or '.join(FORMATS)} file")
    with open(path, "rb") as file:
        data = file.read()
    try:
        text = data.decode("utf-8-sig")
        given = _table("file", tomllib.loads(text) if kind == ".toml" else json.loads(text))
        for name in given:
            if name not in LevelSpec.__slots__:
                raise ValueError(unknown_keyword("the file", name, LevelSpec.__slots__, "entry"))
        return LevelSpec(**given)
    except ValueError as error:                     # those of the parsers and of the encoding, too
        raise ValueError(f"{path}: {error}") from None


def _table(name, given):
    if given == ():
        return {}
    if not isinstance(given, dict):
        raise ValueError(f"{name}: must be a table, is {given!r:.80}")
    return given


def _list(name, given):
    if not isinstance(given, (list, tuple)):
        raise ValueError(f"{name}: must be a list, is {given!r:.80}")
    return list(given)


def _settings(given):
    for name in given:
        if name not in SETTINGS:
            raise ValueError(unknown_keyword("settings", name, SETTINGS, "setting"))
    return given


def _area(name, text):
    """The keys of JSON and TOML are texts."""
    return read_whole(f"{name}: {text}", int(text) if text.isdecimal() else text, 0, 63)


def _check_keys(name, given, needed, optional):
    for key in _table(name, given):
        if key not in needed and key not in optional:
            raise ValueError(unknown_keyword(name, key, (*needed, *optional), "entry"))
    for key in needed:
        if key not in given:
            raise ValueError(f"{name}: must have {' and '.join(needed)}, has no {key}")


def _link(name, given):
    _check_keys(name, given, LINK_KEYS[:2], LINK_KEYS[2:])
    try:
        return OffMeshLink(**given)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _volume(name, given):
    shape = _table(name, given).get("shape")
    if shape not in VOLUMES:
        raise ValueError(f"{name}: shape must be one of {', '.join(VOLUMES)}, is {shape!r}")
    kind, needed, optional = VOLUMES[shape]
    _check_keys(name, given, ("shape", *needed), optional)
    try:
        return kind(**{key: value for key, value in given.items() if key != "shape"})
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
