"""Off-mesh links that the bake finds: where they are, where they are not, and that the way along each is free."""
import numpy as np
import pytest

from levels import box, level
from navpy.bake.pipeline import bake_stages
from navpy.bake.settings import BakeSettings

FINE = dict(cell_size=0.1, cell_height=0.1, agent_radius=0.3, agent_height=1.5, agent_max_climb=0.3)
DROP, CLIMB, JUMP = 1, 2, 3
TILE_SIZES = (0, 37, 64)


def baked(parts, tile_size=0, **links):
    return bake_stages(*level(*parts), BakeSettings(**FINE, tile_size=tile_size, **links))


def kinds(stages):
    return {link[4] for link in stages.links}


def turned(part, angle, center=(0.0, 0.0)):
    corners, faces = part
    c, s = np.cos(angle), np.sin(angle)
    return [(center[0] + c * (x - center[0]) + s * (z - center[1]), y, center[1] - s * (x - center[0]) + c * (z - center[1]))
            for x, y, z in corners], faces


def platform(height):
    """A platform of 6 m × 6 m in the middle of a ground of 16 m × 16 m."""
    return [box((0, -1, 0), (16, 0, 16)), box((5, -1, 5), (11, height, 11))]


def gap(width, *more, height=8.0, angle=0.0):
    """Two blocks, `width` apart along x, over nothing that can be reached."""
    parts = [box((0, -1, 0), (6, height, 6)), box((6 + width, -1, 0), (12 + width, height, 6)), *more]
    return [turned(part, angle, (6, 3)) for part in parts]


MARGIN = 0.8            # of a gap between two ledges: radius and ledge filter's cell on either side


@pytest.mark.parametrize("tile_size", TILE_SIZES)
@pytest.mark.parametrize("height, links, want", [
    (1.0, dict(link_drop_height=2.0), {DROP}),
    (1.0, dict(link_drop_height=2.0, link_climb_height=0.5), {DROP}),
    (1.0, dict(link_drop_height=2.0, link_climb_height=1.2), {CLIMB}),
    (1.0, dict(link_climb_height=1.2), {CLIMB}),
    (2.5, dict(link_drop_height=2.0, link_climb_height=1.2), set()),
    (1.0, {}, set()),
])
def test_drops_and_climbs_by_their_height(height, links, want, tile_size):
    stages = baked(platform(height), tile_size, **links)
    assert kinds(stages) == want
    mesh = stages.mesh
    for start, end, width, two_way, kind in stages.links:
        assert two_way == (kind == CLIMB)
        assert start[1] == pytest.approx(height, abs=0.11) and end[1] == pytest.approx(0, abs=0.11)
    if want:
        assert len(mesh.links) == len(stages.links) * (2 if want == {CLIMB} else 1)
        top = 6 - 2 * 0.4
        by_side = np.zeros(4)
        for start, end, width, *_ in stages.links:
            by_side[int(np.argmax((start[0] - end[0], end[0] - start[0], start[2] - end[2], end[2] - start[2])))] += width
        pieces = len(stages.links) / 4
        assert np.all(by_side <= top + 1e-6) and np.all(by_side >= top - 0.35 * (pieces + 1))


@pytest.mark.parametrize("blocked, part", [
    (True, box((4.4, -1, 3), (4.6, 5, 13))),            # a wall before the ledge
    (True, box((2, 1.8, 2), (4.9, 2.2, 14))),           # a ceiling over the ground, too low for one who comes over the ledge
    (False, box((2, 3.0, 2), (4.9, 3.4, 14))),
])
def test_what_stands_in_the_way_of_a_drop(blocked, part):
    stages = baked([*platform(1.0), part], link_drop_height=1.5)
    west = [link for link in stages.links if link[1][0] < link[0][0] - 0.1]
    assert bool(west) != blocked
    assert [link for link in stages.links if link[1][0] > link[0][0] + 0.1]


@pytest.mark.parametrize("tile_size", TILE_SIZES)
@pytest.mark.parametrize("angle", [0.0, 0.1, 0.4, np.pi / 2, 2.0, np.pi, 4.0, 5.5])
def test_a_gap_is_jumped_once_and_both_ways(angle, tile_size):
    stages = baked(gap(1.5, angle=angle), tile_size, link_jump_distance=1.5 + MARGIN + 0.4)
    ways = stages.links
    assert ways and {kind for *_, kind in ways} == {JUMP} and all(two_way for _, _, _, two_way, _ in ways)
    assert len(stages.mesh.links) == 2 * len(ways) and stages.mesh.island_count == 1
    assert all(link["start_poly"] >= 0 and link["end_poly"] >= 0 for link in stages.mesh.links)
    # In the ground's frame along the edge: no two cover the same stretch, all together cover it but for seams.
    edge = np.array([np.sin(angle), np.cos(angle)])
    stretches = sorted((np.dot(edge, (start[0], start[2])) - width / 2, np.dot(edge, (start[0], start[2])) + width / 2)
                       for start, _, width, _, _ in ways)
    free = 6 - 2 * 0.4
    covered = sum(high - low for low, high in stretches)
    assert covered <= free + 0.1
    if angle % (np.pi / 2) == 0:
        assert covered >= free - 0.25 * len(ways)
        assert all(after[0] >= before[1] - 1e-6 for before, after in zip(stretches, stretches[1:]))


def test_gaps_too_wide_and_fenced_ones_are_not_jumped():
    assert baked(gap(1.5), link_jump_distance=1.5 + MARGIN).links
    assert not baked(gap(1.5), link_jump_distance=1.5 + MARGIN - 0.11).links
    for angle in (0.0, 0.3, 0.8):
        fence = box((6.7, -1, -2), (6.75, 12, 8))
        assert not baked(gap(1.5, fence, angle=angle), link_jump_distance=3.0).links
        half = box((6.7, -1, -2), (6.75, 12, 3))
        ways = baked(gap(1.5, half, angle=angle), link_jump_distance=3.0).links
        assert ways and all(turned_z(start, -angle) > 3 for start, *_ in ways)


def turned_z(point, angle):
    return turned(([point], []), angle, (6, 3))[0][0][2]
