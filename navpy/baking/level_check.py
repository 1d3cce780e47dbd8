"""Says what is probably wrong with a level before it is baked: reversed faces, another unit, another axis that points up.

Each threshold follows from what a level that is meant so can be, and in doubt nothing is said. What its author has to do depends on
where the level comes from, so each front end has a table of cures.
"""
from navpy.baking.voxels.level_shape import LevelShape, find_inside_out
from navpy.baking.voxels.triangle_soup import bounds_of

# Along a vertical line through a level faces that look up and down alternate: n of them that look up have at most n + 1 that look down
# between, above and below them, which for n = 1 is twice as many.
MOST_DOWN = 2.0
# The sum of the faces' projections along an axis is that of the ground that lies open there: solids, closed rooms and walls with two
# sides add nothing. So an axis along which it covers most of the level's outline points up.
OPEN = 0.5
STOREY = 2.0                    # heights of an agent: about what a wall is high, as agents go through doors
COLUMN_BYTES = 32               # that a bake needs at its peak for a column with one floor
MOST_COLUMNS = (1 << 30) // COLUMN_BYTES # of a bake in one piece: a gigabyte
UNITS = ((1000.0, "millimeters"), (100.0, "centimeters"))       # in a meter; the larger first


class LevelRemark:
    """What is probably wrong with a level.

    Attributes
    ----------
    kind : str
        "reversed", "inside out", "unit", "small", "large"; or the axis that probably points up, "z" or "-z".
    text : str
        What was found, without a full stop.
    scale : float
        Of kind "unit": meters in one unit.
    """

    __slots__ = ("kind", "text", "scale")

    def __init__(self, kind, text, scale=1.0):
        self.kind, self.text, self.scale = kind, text, scale

    def with_cure(self, cures):
        """The text, followed by what to do. cures: a str for each kind, with {scale} in it where the remark's is wanted."""
        return f"{self.text}: {cures[self.kind].format(scale=self.scale)}"


def level_remarks(source):
    """What is probably wrong with the level of a BakeSource.

    Returns
    -------
    list of LevelRemark
        Empty for most levels.
    """
    shape = LevelShape(source.vertices, source.triangles)
    bounds, settings = bounds_of(source.vertices), source.settings         # the source's own may be those of a part
    found = (_reversed(shape, bounds), _turned(shape, bounds), _unit(shape, settings), _small(bounds, settings), _large(source))
    return [remark for remark in found if remark is not None]


def bake_remarks(remarks, cures):
    """The lines to say before a bake. → list of str

    ValueError where a level is in another unit and so large by it that its bake would take all memory."""
    lines = {remark.kind: remark.with_cure(cures) for remark in remarks}
    if "unit" in lines and "large" in lines:
        raise ValueError(f"{lines['unit']}. {lines['large']}")
    return list(lines.values())


def inside_out_remarks(source):
    """What is wrong with closed pieces of a BakeSource's level. → list of at most one LevelRemark

    It takes longer than the other remarks, as the pieces have to be found first."""
    found = find_inside_out(source.vertices, source.triangles, source.settings.agent_radius, source.settings.agent_height)
    if not found:
        return []
    where = ", ".join(f"{value:g}" for value in found[0][0])
    which = f"a closed piece at ({where}) is" if len(found) == 1 else f"{len(found):,} closed pieces, the first at ({where}), are"
    return [LevelRemark("inside out", f"{which} inside out, and nobody can stand on the back of a face")]


def _reversed(shape, bounds):
    """Faces that look down are more than those that look up can have around them. What they are more by lies in the lower half of the
    level, and is no ceiling: solids add as much to one as to the other."""
    if shape.down > MOST_DOWN * shape.up:
        height = (shape.down * shape.down_height - shape.up * shape.up_height) / (shape.down - shape.up)
        if shape.up == 0.0 or height < (bounds[0][1] + bounds[1][1]) / 2:
            return LevelRemark("reversed", f"most faces look down, {shape.down:,.4g} m² of them and {shape.up:,.4g} m² up, so their "
                                           "corners are probably in clockwise order")


def _turned(shape, bounds):
    width, height, depth = (high - low for low, high in zip(*bounds))
    open_up, open_z = _share(shape.up - shape.down, width * depth), _share(shape.forward - shape.back, width * height)
    for axis, lies_open in (("z", open_z), ("-z", -open_z)):
        if lies_open > OPEN > abs(open_up):
            return LevelRemark(axis, f"ground that lies open along {axis} is {100 * lies_open:.0f} % of the level's outline, and "
                                     f"{max(100 * open_up, 0.0):.0f} % upward, so {axis} is probably the axis that points up")


def _share(part, whole):
    return part / whole if whole else 0.0


def _unit(shape, settings):
    agents = _share(shape.wall_height, settings.agent_height)
    for factor, unit in UNITS:
        if agents >= STOREY * factor / 2:           # half a storey in this unit
            return LevelRemark("unit", f"most walls are {shape.wall_height:,.4g} m high or higher, {agents:,.0f} times an agent of "
                                       f"{settings.agent_height:g} m, so the level is probably in {unit}", 1 / factor)


def _large(source):
    columns = 0 if source.settings.tile_size else source.width * source.depth
    if columns > MOST_COLUMNS:
        return LevelRemark("large", f"the level is {source.width:,} × {source.depth:,} cells, so its bake in one piece takes "
                                    f"{columns * COLUMN_BYTES / 1e9:.1f} GB or more")


def _small(bounds, settings):
    width, depth = (bounds[1][axis] - bounds[0][axis] for axis in (0, 2))
    wide = 2 * settings.agent_radius
    if max(width, depth) < wide:
        return LevelRemark("small", f"the level is {width:.3g} × {depth:.3g} m, narrower than an agent of {wide:g} m, so one of them "
                                    "is probably in another unit")
