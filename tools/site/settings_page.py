"""The page of the bake settings, from their table."""
from navpy.baking.settings import FIELDS

GODOT_DEFAULTS = {          # NavigationMesh of Godot 4.6; all carry the same names here
    "cell_size": 0.25, "cell_height": 0.25, "agent_height": 1.5, "agent_radius": 0.5, "agent_max_climb": 0.25,
    "agent_max_slope": 45.0, "region_min_size": 2.0, "region_merge_size": 20.0, "edge_max_length": 0.0, "edge_max_error": 1.3,
    "border_size": 0.0,
    "vertices_per_polygon": 6.0, "detail_sample_distance": 6.0, "detail_sample_max_error": 1.0, "sample_partition_type": 0,
    "filter_low_hanging_obstacles": False, "filter_ledge_spans": False, "filter_walkable_low_height_spans": False,
}
NOT_GODOTS = "Godot has no such setting"
REASONS = {                 # of what differs
    "filter_low_hanging_obstacles": "without it curbs and steps block the way",
    "filter_ledge_spans": "without it the navmesh hangs over ledges",
    "filter_walkable_low_height_spans": "without it the navmesh runs under ceilings that are too low",
    "vertices_per_polygon": "it is a count, so a whole number; Godot stores it as a float",
    "link_drop_height": "Godot makes no links; NavigationLink3D nodes are placed by hand",
    "link_climb_height": "Godot makes no links; NavigationLink3D nodes are placed by hand",
    "link_jump_distance": "Godot makes no links; NavigationLink3D nodes are placed by hand",
    "tile_size": "Godot bakes each region in one piece",
    "filter_enclosed_spaces": "Godot keeps the floors inside of solids",
    "filter_median_areas": "Godot's bake has no areas",
}
HEAD = """# Bake settings

The settings of `navpy.BakeSettings` and of the `NavMeshBaker` node. Names, units and defaults are those of Godot's `NavigationMesh`;
the last column gives the reason where one differs. Every value that Godot takes is taken. What is rounded, an `agent_radius` below
`cell_size` for instance, is a configuration warning of the node; `border_size` together with `tile_size` is an error.

This page is made of the table in `navpy/baking/settings.py`.

| setting | unit | default | limits | what it does | Godot's name | Godot's default | why it differs |
|---|---|---|---|---|---|---|---|
"""


def shown(value):
    """A value as Godot's inspector and Python both would be read."""
    return "–" if value is None else ("on" if value else "off") if isinstance(value, bool) else f"{value:g}"


def reason(field):
    """Why Godot has no such setting, another default or another type for it; "" where it has the same. KeyError: nobody says why."""
    theirs = GODOT_DEFAULTS.get(field.name)
    if theirs is None:
        return REASONS.get(field.name, NOT_GODOTS)
    return "" if theirs == field.default and type(theirs) is field.type else REASONS[field.name]


def row(field):
    """One line of the table."""
    theirs = GODOT_DEFAULTS.get(field.name)
    values = "; ".join(f"{i}: {name.lower()}" for i, name in enumerate(field.choices))
    limits = values or ("" if field.type is bool else f"{shown(field.minimum)} … {shown(field.maximum)}")
    cells = (f"`{field.name}`", field.unit, shown(field.default), limits, field.doc, "–" if theirs is None else "the same",
             shown(theirs), reason(field))
    return "| " + " | ".join(cells) + " |"


def text():
    return HEAD + "\n".join(row(field) for field in FIELDS) + "\n"
