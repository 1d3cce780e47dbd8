"""What a bake can be told: one table, from which BakeSettings and the properties of the NavMeshBaker node are made.

Names, units and defaults are those of Godot's NavigationMesh, with these exceptions:

- ``filter_low_hanging_obstacles``, ``filter_ledge_spans`` and ``filter_walkable_low_height_spans`` default to True (Godot:
  False). Without them steps block the way, and the navmesh hangs over ledges and runs under ceilings that are too low.
- What no bake can mean is refused by `BakeSettings.validate`; what Godot rounds is rounded, and `BakeSettings.remarks`
  tells of it.
"""
from math import ceil, floor

from navpy.base.setting import Setting, unknown_keyword

RATIO_NOISE = 1e-6      # relative; engines hand over float32 values, where 0.6 / 0.3 is not quite 2

FIELDS = (
    Setting("cell_size", 0.25, 0.001, 500.0, 0.01, "m", "Width and depth of a voxel column."),
    Setting("cell_height", 0.25, 0.001, 500.0, 0.01, "m", "Height of a voxel."),
    Setting("agent_height", 1.5, 0.0, 500.0, 0.01, "m", "Open space that an agent needs above the floor."),
    Setting("agent_radius", 0.5, 0.0, 500.0, 0.01, "m",
          "Distance that the navmesh keeps from walls and drops; with 0 it still ends a cell before a drop, at the ledge filter."),
    Setting("agent_max_climb", 0.25, 0.0, 500.0, 0.01, "m", "Highest step that an agent walks up or down."),
    Setting("agent_max_slope", 45.0, 0.0, 90.0, 0.02, "degrees", "Steeper slopes are not walkable."),
    Setting("region_min_size", 2.0, 0.0, 10000.0, 0.01, "cells", "Islands smaller than a square of this side are left out."),
    Setting("region_merge_size", 20.0, 0.0, 10000.0, 0.01, "cells",
          "Regions smaller than a square of this side are merged into others where possible."),
    Setting("edge_max_length", 0.0, 0.0, 10000.0, 0.01, "m", "Longer edges along the border are split; 0 splits none."),
    Setting("edge_max_error", 1.3, 0.0, 100.0, 0.01, "cells", "Most that an edge may deviate from the voxels' outline."),
    Setting("vertices_per_polygon", 6, 3, 255, 1, "", "Most vertices that a polygon may have; "
          "beside a tile's border it gets those of its neighbors there in addition.", slider=12),
    Setting("detail_sample_distance", 6.0, 0.0, 10000.0, 0.01, "cells",
          "Below 1 there is no detail mesh; from 1 on heights are sampled wherever the ground bends, however large this is."),
    Setting("detail_sample_max_error", 1.0, 0.0, 10000.0, 0.01, "cell heights",
          "Most that the surface may lie above or below the ground."),
    Setting("sample_partition_type", 0, 0, 2, 1, "", "How the floors are cut into regions: watershed (even patches), monotone "
          "(fastest, long thin ones) or layers (between the two, for tiles).", ("Watershed", "Monotone", "Layers")),
    Setting("link_drop_height", 0.0, 0.0, 500.0, 0.01, "m",
          "Deepest drop that links down are made for, where deeper than the highest step; 0 makes none."),
    Setting("link_climb_height", 0.0, 0.0, 500.0, 0.01, "m",
          "Highest ledge that links up are made for, where higher than the highest step; 0 makes none."),
    Setting("link_jump_distance", 0.0, 0.0, 500.0, 0.01, "m",
          "Widest gap, from brink to brink, that links across are made for; 0 makes none."),
    Setting("tile_size", 0, 0, 4096, 1, "cells", "Side of a tile; 0 bakes the level in one piece."),
    Setting("border_size", 0.0, 0.0, 500.0, 0.01, "m", "Width of the rim, inside the box that is baked, that gets no navmesh but "
          "whose geometry counts, rounded up to whole cells: levels baked box by box meet without a gap. Not with tiles, which do "
          "without."),
    Setting("filter_low_hanging_obstacles", True, None, None, None, "",
          "Makes low obstacles such as curbs and steps walkable where the floor under them is."),
    Setting("filter_ledge_spans", True, None, None, None, "", "Leaves out floors beside a drop deeper than the highest step."),
    Setting("filter_walkable_low_height_spans", True, None, None, None, "",
          "Leaves out floors with less open space above them than an agent needs."),
    Setting("filter_enclosed_spaces", True, None, None, None, "",
          "Leaves out floors inside closed solids, where the ceilings are the backs of faces. Closed rooms with a ceiling thicker "
          "than a cell height stay, as a level may be nothing else; `seeds` of a bake leave those out that no character "
          "begins in."),
    Setting("filter_median_areas", False, None, None, None, "", "Smooths the borders between areas: the median of nine cells."),
)

_BY_NAME = {field.name: field for field in FIELDS}


def _whole(ratio):
    """The ratio itself, or the whole number that it differs from by noise alone."""
    nearest = round(ratio)
    return nearest if abs(ratio - nearest) <= RATIO_NOISE * max(1.0, ratio) else ratio


def _part_of(length, least):
    """The largest part of a length of which that many or more make it whole, and which few digits can write."""
    for count in range(least, least + 9):
        part = float(f"{length / count:.4g}")
        if _whole(length / part) == count:
            return part
    return length / least


class BakeSettings:
    """Settings of a bake, one attribute a row of ``FIELDS``.

    Keyword arguments replace defaults; an unknown name is a TypeError (AttributeError on assignment) that names the closest
    one, a value of the wrong type or beyond its limits a ValueError. Whether the values make sense together is for `validate` to say.
    The properties that end in ``_vx`` and ``_area`` are in voxels and need valid settings.
    """

    __slots__ = tuple(_BY_NAME)
    __hash__ = None             # type: ignore[assignment]

    def __init__(self, **overrides):
        for name in overrides:
            if name not in _BY_NAME:
                raise TypeError(unknown_keyword("BakeSettings", name, _BY_NAME, "setting"))
        for field in FIELDS:
            setattr(self, field.name, overrides.get(field.name, field.default))

    def __setattr__(self, name, value):
        if name not in _BY_NAME:
            raise AttributeError(unknown_keyword("BakeSettings", name, _BY_NAME, "setting"))
        field = _BY_NAME[name]
        converted = field.convert(value)
        field.check(converted)
        object.__setattr__(self, name, converted)

    def __eq__(self, other):
        return self.as_dict() == other.as_dict() if isinstance(other, BakeSettings) else NotImplemented

    def __repr__(self):
        changed = [f"{f.name}={getattr(self, f.name)!r}" for f in FIELDS if getattr(self, f.name) != f.default]
        return f"BakeSettings({', '.join(changed)})"

    def as_dict(self):
        """All settings by name, in the order of FIELDS."""
        return {field.name: getattr(self, field.name) for field in FIELDS}

    def validate(self):
        """Raise ValueError with the first values that contradict each other."""
        if self.border_size > 0 and self.tile_size:
            raise ValueError(f"border_size {self.border_size} m is for levels in one piece, but tile_size is {self.tile_size}: "
                             "set one of them to 0. The tiles at the border of the box look beyond it by themselves")
        for name, voxels, limit in (("agent_height", self.height_vx, 65535), ("agent_radius", self.radius_vx, 32767)):
            if voxels > limit:
                raise ValueError(f"{name} {getattr(self, name)} m is {voxels} voxels, the limit is {limit}")

    def remarks(self):
        """What a bake takes otherwise than it is meant, probably; for valid settings.

        Returns
        -------
        list of str
            A sentence for each, without its full stop.
        """
        found = []
        if 0 < self.agent_radius < self.cell_size * (1 - RATIO_NOISE):
            found.append(f"agent_radius {self.agent_radius:g} m is rounded up to one cell of {self.cell_size:g} m: make "
                         "cell_size smaller for a navmesh nearer to the walls")
        if self.agent_height < self.cell_height * (1 - RATIO_NOISE):
            found.append(f"agent_height {self.agent_height:g} m is rounded up to one cell height of {self.cell_height:g} m")
        climb, climbed = self.agent_max_climb, self.climb_vx * self.cell_height
        if climbed < climb * (1 - RATIO_NOISE):
            found.append(f"agent_max_climb {climb:g} m is rounded down to {climbed:g} m, {self.climb_vx} × cell_height: make "
                         f"cell_height {_part_of(climb, self.climb_vx + 1):g} m, so that every step of {climb:g} m is climbed")
        if self.agent_max_climb >= self.agent_height:
            found.append(f"agent_max_climb {self.agent_max_climb:g} m is not below agent_height {self.agent_height:g} m: "
                         "agents step onto what is taller than they are")
        return found

    @property
    def height_vx(self):
        """Agent height in cell heights, rounded up, at least 1."""
        return max(1, ceil(_whole(self.agent_height / self.cell_height)))

    @property
    def climb_vx(self):
        """Highest step in cell heights, rounded down."""
        return floor(_whole(self.agent_max_climb / self.cell_height))

    @property
    def radius_vx(self):
        """Agent radius in cells, rounded up."""
        return ceil(_whole(self.agent_radius / self.cell_size))

    @property
    def border_vx(self):
        """Rim without navmesh in cells, rounded up."""
        return ceil(_whole(self.border_size / self.cell_size))

    @property
    def edge_max_length_vx(self):
        """Longest border edge in cells, rounded down but at least 1; 0: no limit."""
        return max(1, floor(_whole(self.edge_max_length / self.cell_size))) if self.edge_max_length > 0 else 0

    @property
    def region_min_area(self):
        """Fewest cells of an island: the square of region_min_size."""
        return floor(_whole(self.region_min_size * self.region_min_size))

    @property
    def region_merge_area(self):
        """Cells below which a region is merged into others: the square of region_merge_size."""
        return floor(_whole(self.region_merge_size * self.region_merge_size))
