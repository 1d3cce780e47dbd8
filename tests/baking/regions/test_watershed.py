"""The watershed against the textbook's: all floors of one level at a time, by sets and without queues."""
import numpy as np
import pytest
from hypothesis import assume, given, settings
from scipy.ndimage import binary_dilation, binary_fill_holes

from tests.make_columns import terrain
from tests.make_regions import columns_of, partitioned, rooms
from navpy.api.baking.compact import floor_distances, floor_regions
from navpy.baking.voxels.distance_field import blur_distance_field, build_distance_field

SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
RINGS = 8                   # that regions grow by at a level before new ones start


def expand(region, steps, candidates, rings):
    """Regions grow into the candidates ring by ring, each of which joins the region that began the fewest steps away."""
    while rings:
        joining = {}
        for x, z in candidates:
            offers = [(steps[x + i, z + k], region[x + i, z + k]) for i, k in SIDES if region.get((x + i, z + k), 0) > 0]
            if region[x, z] == 0 and offers:
                joining[x, z] = min(offers)
        if not joining:
            return
        for place, (distance, name) in joining.items():
            region[place], steps[place] = name, distance + 1
        rings -= 1


def touches_another(region, x, z, own):
    """Whether another region lies beside a floor, or at a corner of it past the side before."""
    for (i, k), (m, n) in zip(SIDES, SIDES[1:] + SIDES[:1]):
        if (x + i, z + k) in region:
            if {region[x + i, z + k], region.get((x + i + m, z + k + n), 0)} - {0, own}:
                return True
    return False


def flood(region, steps, seed, own, deep):
    """A new region of the deep floors that hang together with the seed and keep apart from other regions. → whether it has any"""
    reached, stack = set(), [seed]
    while stack:
        x, z = stack.pop()
        if (x, z) in reached or region[x, z] or touches_another(region, x, z, own):
            continue
        reached.add((x, z))
        stack.extend((x + i, z + k) for i, k in SIDES if (x + i, z + k) in deep)
    for place in reached:
        region[place], steps[place] = own, 0
    return bool(reached)


def flooded(distances):
    """Region of every (x, z), for {(x, z): distance} of floors on one flat level, before regions are merged (Haumont et al. 2003)."""
    region, steps, count = dict.fromkeys(distances, 0), {}, 0
    top = max((max(distances.values()) + 1) // 2 - 1, 0)
    for level in range(top, -1, -1):
        open_now = {place for place, distance in distances.items() if min(distance // 2, top) >= level}
        expand(region, steps, open_now, RINGS if level else -1)
        # In the order of the levels that they were open at, and of the columns.
        for seed in sorted(open_now, key=lambda place: (-min(distances[place] // 2, top), place[1], place[0])):
            deep = {place for place, distance in distances.items() if distance >= 2 * level - 2}
            if region[seed] == 0 and flood(region, steps, seed, count + 1, deep):
                count += 1
    expand(region, steps, set(distances), -1)
    return region


def all_meet_a_wall(plan):
    """Whether the outline of every region meets a wall: those without are merged whatever their size."""
    for name in set(plan[plan > 0].tolist()):
        padded = np.pad(plan, 1)
        filled = binary_fill_holes(padded == name)
        if (padded[binary_dilation(filled) & ~filled] > 0).all():
            return False
    return True


def plan_of(compact, values):
    x, z = columns_of(compact).T
    plan = np.zeros((compact.depth, compact.width), int)
    plan[z, x] = values
    return plan


def check_against_the_textbook(heights, blur):
    """→ whether there was something to compare"""
    compact = terrain(heights)
    build_distance_field(compact)
    if blur:
        blur_distance_field(compact)
    places = list(map(tuple, columns_of(compact).tolist()))
    if not places:
        return False
    expected = flooded(dict(zip(places, floor_distances(compact).tolist())))
    assert min(expected.values()) > 0
    expected = plan_of(compact, [expected[place] for place in places])
    if not all_meet_a_wall(expected):
        return False
    compact = partitioned([heights], blur=blur)
    found = plan_of(compact, floor_regions(compact))
    pairs = np.unique(np.stack([expected, found])[:, expected > 0], axis=1)
    assert pairs.shape[1] == expected.max() == found.max(), (expected, found)
    return True


@pytest.mark.parametrize("blur", [False, True])
@given(rooms())
@settings(max_examples=60, deadline=None)
def test_the_regions_of_rooms_are_the_textbooks(blur, heights):
    assume(check_against_the_textbook(heights, blur))


@pytest.mark.parametrize("seed", range(4))
def test_the_regions_of_ground_with_pillars_are_the_textbooks(seed):
    rng, heights = np.random.default_rng(seed), np.full((40, 40), 3)
    for x, z in rng.integers(0, 40, (25, 2)):
        heights[z:z + rng.integers(1, 3), x:x + rng.integers(1, 3)] = 0
    assert check_against_the_textbook(heights, False)


@pytest.mark.parametrize("width", range(2, 9))
def test_the_regions_of_two_halls_and_their_corridor_are_the_textbooks(width):
    heights = np.zeros((21, 60), int)
    heights[:, :21] = heights[:, 39:] = heights[6:6 + width] = 3
    assert check_against_the_textbook(heights, False)
