"""Paths across one link against the lengths that geometry gives: straight ahead, at its edge, and mirrored."""
import numpy as np
import pytest

import navpy.query  # noqa: F401
from navpy.api.query.polyanya import ExactFinder
from navpy.navmesh.navmesh import NavMesh


def two_floors(gap=2.0, side=4.0):
    """Two squares, side by side along x with a gap between."""
    corners = [(x, 0, z) for x in (0, side, side + gap, 2 * side + gap) for z in (0, side)]
    return NavMesh.from_polygons(corners, [(0, 1, 3, 2), (4, 5, 7, 6)])


def length(mesh, a, start, b, goal):
    found = ExactFinder(mesh).path(a, (start[0], 0, start[1]), b, (goal[0], 0, goal[1]))
    return None if found is None else found[0]


def straight(start, goal, leave, land):
    """By a link of no width."""
    return np.hypot(*np.subtract(leave, start)) + np.hypot(*np.subtract(land, leave)) + np.hypot(*np.subtract(goal, land))


def across(start, goal, low, high, samples=20001):
    """By a link from x 4 to x 6 whose width is low … high along z: the best of many places."""
    z = np.linspace(low, high, samples)
    return (np.hypot(4 - start[0], z - start[1]) + 2.0 + np.hypot(goal[0] - 6, goal[1] - z)).min()


ENDS = [((1.0, 1.0), (9.0, 3.0)), ((1.0, 3.5), (7.0, 0.5)), ((3.5, 0.2), (6.5, 0.3)), ((2.0, 2.0), (8.0, 2.0))]


@pytest.mark.parametrize("start, goal", ENDS)
def test_a_link_without_width(start, goal):
    mesh = two_floors()
    mesh.add_link((4, 0, 1.5), (6, 0, 2.5))
    assert length(mesh, 0, start, 1, goal) == pytest.approx(straight(start, goal, (4, 1.5), (6, 2.5)), rel=1e-12)


@pytest.mark.parametrize("start, goal", ENDS)
@pytest.mark.parametrize("middle, width", [(2.0, 4.0), (1.0, 1.0), (3.0, 0.5)])
def test_a_wide_link_is_crossed_where_the_path_is_shortest(start, goal, middle, width):
    mesh = two_floors()
    mesh.add_link((4, 0, middle), (6, 0, middle), width=width)
    want = across(start, goal, middle - width / 2, middle + width / 2)
    assert length(mesh, 0, start, 1, goal) == pytest.approx(want, rel=1e-8)


def test_one_way_links_lead_one_way():
    mesh = two_floors()
    mesh.add_link((4, 0, 2), (6, 0, 2), width=1.0, two_way=False)
    assert length(mesh, 0, (1, 1), 1, (9, 1)) is not None and length(mesh, 1, (9, 1), 0, (1, 1)) is None


def test_where_the_goal_lies_behind_the_landing():
    """A link that lands in the middle of the other floor: what lies back towards the start is seen as in a mirror."""
    mesh = two_floors()
    mesh.add_link((4, 0, 2), (8, 0, 2), width=2.0)
    start, goal = (1.0, 1.0), (6.5, 2.5)
    z = np.linspace(1, 3, 20001)
    want = (np.hypot(4 - start[0], z - start[1]) + 4.0 + np.hypot(goal[0] - 8, goal[1] - z)).min()
    assert length(mesh, 0, start, 1, goal) == pytest.approx(want, rel=1e-8)


def test_a_path_takes_a_link_once():
    """Two links to and fro between two floors that hang together anyway: the ways across them are few, however long the search is."""
    side = 4.0
    mesh = NavMesh.from_polygons([(x, 0, z) for x in (0, side, 2 * side) for z in (0, side)], [(0, 1, 3, 2), (2, 3, 5, 4)])
    for z in (1.0, 3.0):
        mesh.add_link((1, 0, z), (7, 0, z), width=0.5)
    finder = ExactFinder(mesh)
    found = finder.path(0, (0.5, 0, 0.5), 1, (7.5, 0, 3.5))
    assert found[0] == pytest.approx(np.hypot(7, 3)) and set(found[3]) == {-1}
    assert finder.link_nodes <= 2 * 2 * 3 * len(mesh.links)
