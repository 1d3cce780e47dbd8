"""Box stairs between two floors: every stair that Godot's NavigationServer3D climbs is climbed.

GODOT holds what Godot 4.6.3 reaches on its own bake (NavigationMesh with the settings here and its other defaults, no filters,
then map_get_path from the lower floor to the upper one): a row for each rise of a step, a digit for each tread, 1 where the path
arrives.
"""
import pytest

from navpy import BakeSettings, PathStatus, bake

STEPS = 10
RISES = (0.12, 0.15, 0.18, 0.2, 0.22, 0.25, 0.3, 0.4)                  # meters
TREADS = (0.2, 0.22, 0.25, 0.28, 0.3, 0.35, 0.4, 0.5)
GODOT = {                   # cell_size, cell_height, agent_radius, agent_max_climb: rows
    (0.25, 0.25, 0.5, 0.25): (
        "11111111", "10111111", "00111111", "10111111",
        "01111111", "00111111", "00000000", "00000000"),
    (0.25, 0.25, 0.5, 0.5): (
        "11111111", "11111111", "11111111", "11111111",
        "11111111", "11111111", "10111111", "00111111"),
    (0.2, 0.1, 0.4, 0.4): (
        "11111111", "11111111", "11111111", "11111111",
        "11111111", "11111111", "11111111", "11111111"),
    (0.25, 0.1, 0.25, 0.3): (
        "11111111", "11111111", "10111111", "00111111",
        "00111111", "00111111", "00111111", "00000000"),
    (0.3, 0.2, 0.3, 0.4): (
        "11111111", "11111111", "11111111", "11111111",
        "00110111", "00001111", "00000111", "00000111"),
    (0.1, 0.05, 0.3, 0.25): (
        "11111111", "11111111", "11111111", "11111111",
        "11111111", "11111111", "00000000", "00000000"),
}


def add_box(vertices, triangles, x0, x1, top):
    """A box 6 m wide from x0 to x1, down to 0.5 m below the lower floor."""
    first = len(vertices)
    vertices += [(x, y, z) for x in (x0, x1) for y in (-0.5, top) for z in (-3.0, 3.0)]
    for a, b, c, d in ((2, 3, 7, 6), (0, 4, 5, 1), (0, 1, 3, 2), (4, 6, 7, 5), (0, 2, 6, 4), (1, 5, 7, 3)):
        triangles += [(first + a, first + b, first + c), (first + a, first + c, first + d)]


def reaches_top(rise, tread, settings):
    """Whether a path leads up the stair, over a bake with these settings."""
    vertices, triangles, foot, height = [], [], STEPS * tread, STEPS * rise
    add_box(vertices, triangles, -6.0, 0.0, 0.0)
    for i in range(STEPS):
        add_box(vertices, triangles, i * tread, (i + 1) * tread, (i + 1) * rise)
    add_box(vertices, triangles, foot, foot + 6.0, height)
    mesh = bake(vertices, triangles, settings)
    return mesh.find_path((-3.0, 0.0, 0.0), (foot + 3.0, height, 0.0)).status == PathStatus.COMPLETE


def settings_of(values, tile_size=0):
    names = "cell_size", "cell_height", "agent_radius", "agent_max_climb"
    return BakeSettings(tile_size=tile_size, **dict(zip(names, values)))


@pytest.mark.parametrize("values", GODOT)
def test_what_godot_climbs_is_climbed(values):
    settings = settings_of(values)
    missed = [(rise, tread) for rise, row in zip(RISES, GODOT[values]) for tread, reached in zip(TREADS, row)
              if reached == "1" and not reaches_top(rise, tread, settings)]
    assert not missed


@pytest.mark.parametrize("values", GODOT)
def test_in_tiles_too(values):
    settings = settings_of(values, 32)
    assert all(reaches_top(rise, 0.4, settings) for rise, row in zip(RISES, GODOT[values]) if row[TREADS.index(0.4)] == "1")


@pytest.mark.parametrize("values", GODOT)
def test_steps_higher_than_the_climb_are_not(values):
    rises = [rise for rise in (*RISES, 0.6) if rise > values[3] + 0.01]
    assert rises and not any(reaches_top(rise, tread, settings_of(values)) for rise in rises for tread in TREADS)


@pytest.mark.parametrize("cell_height", [0.1, 0.08, 0.15, 0.2, 0.5])
def test_a_stair_as_high_as_the_climb_is_climbed_with_the_cell_height_that_the_remark_names(cell_height):
    settings = BakeSettings(cell_size=0.1, cell_height=cell_height, agent_radius=0.3)
    told = next(remark for remark in settings.remarks() if remark.startswith("agent_max_climb"))
    settings.cell_height = float(told.split("make cell_height ")[1].split(" m")[0])
    assert not settings.remarks() and reaches_top(0.25, 0.3, settings) and not reaches_top(0.3, 0.3, settings)


@pytest.mark.parametrize("climb, cell_height", [(0.25, 0.25), (0.25, 0.1), (0.5, 0.1)])
def test_a_single_step_is_joined_by_the_cells_that_it_counts_as(climb, cell_height):
    """At any height of the lower floor. `climb` of the mesh, which driven bodies climb, covers all steps that are joined."""
    settings, joined, parted = BakeSettings(agent_max_climb=climb, cell_height=cell_height), [], []
    for rise in (0.05 + 0.02 * i for i in range(30)):
        for floor in (0.003 + cell_height * i / 5 for i in range(5)):
            vertices, triangles = [], []            # the lowest box pins where cells begin
            for x0, x1, top in ((-2.0, 14.0, -3.0), (0.0, 6.0, floor), (6.0, 12.0, floor + rise)):
                add_box(vertices, triangles, x0, x1, top)
            found = bake(vertices, triangles, settings).find_path((2, floor, 0), (10, floor + rise, 0))
            (joined if found.status == PathStatus.COMPLETE else parted).append(rise)
    cells = settings.climb_vx * cell_height
    assert min(parted) > cells - 1e-9 and cells < max(joined) < cells + cell_height + 1e-9
    assert max(joined) <= bake(vertices, triangles, settings).climb
