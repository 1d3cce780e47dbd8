import pytest
from hypothesis import given, strategies as st

from tests.make_columns import heightfield_of
from navpy.api.baking.heightfield import column_spans
from navpy.baking.voxels.filters import filter_ledge_spans, filter_low_hanging_obstacles, filter_walkable_low_height_spans

GROUND = [(0, 10, 63)]


def areas(field, x=0, z=0):
    return [area for _, _, area in column_spans(field, x, z)]


def around(spans, west=GROUND, east=GROUND, north=GROUND, south=GROUND):
    """A column with four given neighbors, corners on ground, and a rim so that none lies on the edge."""
    rows = [[GROUND] * 5 for _ in range(5)]
    rows[2][2], rows[2][1], rows[2][3], rows[1][2], rows[3][2] = spans, west, east, north, south
    return heightfield_of(rows)


def ledge_area(height_vx=4, climb_vx=2, **columns):
    field = around(columns.pop("spans", GROUND), **columns)
    filter_ledge_spans(field, height_vx, climb_vx)
    return areas(field, 2, 2)


def test_a_low_obstacle_gets_the_area_of_the_floor_below():
    field = heightfield_of([[[(0, 1, 7), (2, 4, 0)], [(0, 1, 7), (2, 5, 0)], [(0, 1, 0), (2, 3, 0)]]])
    filter_low_hanging_obstacles(field, 3)
    assert [areas(field, x) for x in range(3)] == [[7, 7], [7, 0], [0, 0]]


def test_a_closed_floor_just_above_another_stays_closed():
    field = heightfield_of([[[(0, 1, 7), (2, 4, 64)]]])
    filter_low_hanging_obstacles(field, 3)
    assert areas(field) == [7, 0]


def test_a_pile_of_obstacles_is_not_climbed():
    field = heightfield_of([[[(0, 1, 63), (2, 3, 0), (4, 5, 0), (6, 7, 63), (8, 9, 0)]]])
    filter_low_hanging_obstacles(field, 2)
    assert areas(field) == [63, 63, 0, 63, 63]


def test_low_space_is_not_walkable():
    field = heightfield_of([[[(0, 1, 63), (5, 6, 63), (9, 10, 63)]]])
    filter_walkable_low_height_spans(field, 4)
    assert areas(field) == [63, 0, 63]


def test_flat_ground_is_no_ledge():
    assert ledge_area() == [63]


@pytest.mark.parametrize("side", ["west", "east", "north", "south"])
def test_a_drop_on_any_side_is_a_ledge(side):
    assert ledge_area(**{side: [(0, 8, 63)]}) == [63]
    assert ledge_area(**{side: [(0, 7, 63)]}) == [0]
    assert ledge_area(**{side: []}) == [0]


@pytest.mark.parametrize("side", ["west", "east", "north", "south"])
def test_a_drop_to_a_floor_above_another_one_is_a_ledge_from_the_same_height_on(side):
    assert ledge_area(**{side: [(0, 1, 63), (5, 8, 63)]}) == [63]
    assert ledge_area(**{side: [(0, 1, 63), (5, 7, 63)]}) == [0]


def test_a_wall_beside_is_no_ledge():
    assert ledge_area(west=[(0, 30, 0)], east=[(0, 13, 63)]) == [63]


def test_a_hole_too_low_to_fall_through_is_no_ledge():
    assert ledge_area(west=[(13, 20, 0)]) == [63]
    assert ledge_area(west=[(14, 20, 0)]) == [0]
    assert ledge_area(west=[(0, 2, 63), (13, 20, 0)]) == [63]
    assert ledge_area(west=[(0, 2, 63), (14, 20, 0)]) == [0]


def test_one_that_climbs_higher_than_it_is_tall_falls_under_what_it_could_step_on():
    assert ledge_area(height_vx=2, climb_vx=4, east=[(12, 13, 63)]) == [0]
    assert ledge_area(height_vx=3, climb_vx=4, east=[(12, 13, 63)]) == [63]


def test_a_low_ceiling_keeps_from_falling():
    assert ledge_area(spans=[(0, 10, 63), (13, 15, 0)], west=[(0, 2, 63)]) == [63, 0]
    assert ledge_area(spans=[(0, 10, 63), (14, 15, 0)], west=[(0, 2, 63)]) == [0, 0]


def test_floors_that_can_be_stepped_to_make_no_ledge_however_far_apart_they_are():
    assert ledge_area(west=[(0, 9, 63)], east=[(0, 11, 63)]) == [63]
    assert ledge_area(west=[(0, 8, 63)], east=[(0, 12, 63)]) == [63]
    assert ledge_area(west=[(0, 8, 63)], east=[(0, 10, 63)], north=[(0, 12, 63)]) == [63]
    assert ledge_area(west=[(0, 8, 63)], east=[(0, 13, 63)]) == [63]     # a wall, not a step
    assert ledge_area(west=[(0, 7, 63)], east=[(0, 12, 63)]) == [0]      # a drop


def test_the_edge_of_the_heightfield_drops_off():
    field = heightfield_of([[GROUND] * 4 for _ in range(3)])
    filter_ledge_spans(field, 4, 2)
    assert {(x, z) for x in range(4) for z in range(3) if areas(field, x, z) == [63]} == {(1, 1), (2, 1)}


span = st.tuples(st.integers(0, 40), st.integers(1, 9), st.sampled_from([0, 63])).map(lambda s: (s[0], s[0] + s[1], s[2]))
columns = st.lists(span, max_size=4)


@given(st.lists(columns, min_size=9, max_size=9))
def test_filters_keep_the_solid_and_the_removing_ones_only_remove(cells):
    field = heightfield_of([cells[0:3], cells[3:6], cells[6:9]])
    spans = [column_spans(field, x, z) for x in range(3) for z in range(3)]
    filter_ledge_spans(field, 4, 2)
    filter_walkable_low_height_spans(field, 4)
    after = [column_spans(field, x, z) for x in range(3) for z in range(3)]
    for old, new in zip(spans, after):
        assert [s[:2] for s in old] == [s[:2] for s in new]
        assert all(b[2] in (0, a[2]) for a, b in zip(old, new))


def expected_ledge(columns, floor, ceiling, height_vx, climb_vx):
    """The rule for a floor under a ceiling, by going over every open space of the four columns beside."""
    for spans in columns:
        tops = [(-10 ** 6, spans[0][0] if spans else 65535)]        # no ground: a drop without end
        tops += [(top, above) for (_, top, _), above in zip(spans, [bottom for bottom, _, _ in spans[1:]] + [65535])]
        if any(top < floor - climb_vx and min(above, ceiling) - max(floor, top) >= height_vx for top, above in tops):
            return True
    return False


low_span = st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda s: (s[0], s[0] + s[1], 63))
mostly_one = st.one_of(st.lists(low_span, min_size=1, max_size=1), st.lists(low_span, max_size=3))


@given(st.lists(mostly_one, min_size=25, max_size=25), st.integers(1, 6), st.integers(0, 5),
       st.sampled_from([0, 65535 - 24]))
def test_ledges_against_every_open_space(cells, height_vx, climb_vx, lift_vx):
    lifted = [[(bottom + lift_vx, top + lift_vx, area) for bottom, top, area in spans] for spans in cells]
    field = heightfield_of([lifted[5 * z:5 * z + 5] for z in range(5)], 65535)
    before = [[column_spans(field, x, z) for x in range(5)] for z in range(5)]
    filter_ledge_spans(field, height_vx, climb_vx)
    for x, z in ((x, z) for x in range(1, 4) for z in range(1, 4)):
        beside = [before[z][x - 1], before[z][x + 1], before[z - 1][x], before[z + 1][x]]
        for k, (_, top, _) in enumerate(before[z][x]):
            ceiling = before[z][x][k + 1][0] if k + 1 < len(before[z][x]) else 65535
            ledge = expected_ledge(beside, top, ceiling, height_vx, climb_vx)
            assert areas(field, x, z)[k] == (0 if ledge else 63)


def test_bad_agents_are_refused():
    field = heightfield_of([[GROUND]])
    with pytest.raises(ValueError, match="climb_vx"):
        filter_low_hanging_obstacles(field, -1)
    with pytest.raises(ValueError, match="height_vx"):
        filter_ledge_spans(field, 0, 1)
    with pytest.raises(ValueError, match="height_vx"):
        filter_walkable_low_height_spans(field, 0)
