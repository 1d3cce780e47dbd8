"""Paths of wide agents across links: the same choices and points as those of narrow ones, where there is room for both."""
import pytest

from navpy import NavMesh, PathStatus, QueryFilter


def two_floors():
    """10 m × 10 m, one 3 m above the other."""
    corners = [(x, y, z) for y in (0, 3) for x, z in ((0, 0), (0, 10), (10, 10), (10, 0))]
    return NavMesh.from_polygons(corners, [range(4), range(4, 8)], agent_radius=0.5, climb=0.5)


@pytest.mark.parametrize("radius", [0.5, 1.0])
def test_a_ladder_straight_up_has_a_point_at_either_end(radius):
    """They differ in height alone."""
    mesh = two_floors()
    mesh.add_link((5, 0, 5), (5, 3, 5), id=4)
    for start, foot, head, goal in (((2, 0, 2), (5, 0, 5), (5, 3, 5), (8, 3, 8)), ((8, 3, 8), (5, 3, 5), (5, 0, 5), (2, 0, 2))):
        path = mesh.find_path(start, goal, radius=radius)
        assert path.status == PathStatus.COMPLETE and path.points.tolist() == [list(p) for p in (start, foot, head, goal)]
        assert list(path.links) == [-1, 4, -1, -1] and path.length == pytest.approx(2 * 18 ** 0.5 + 3)


@pytest.mark.parametrize("radius", [0.5, 1.0])
@pytest.mark.parametrize("penalty, rides", [(0.0, True), (10.0, True), (11.0, False), (100.0, False)])
def test_a_link_back_onto_its_own_polygon_enters_it_once_more(penalty, rides, radius):
    """A moving walkway of 12 m at a tenth of the cost saves 10.8 m."""
    mesh = NavMesh.from_polygons([(0, 0, 0), (0, 0, 10), (20, 0, 10), (20, 0, 0)], [range(4)], agent_radius=0.5)
    mesh.add_link((4, 0, 5), (16, 0, 5), area=7)
    mesh.set_area_cost(7, 0.1)
    rules = QueryFilter(mesh)
    rules.set_penalty([0], penalty)
    path = mesh.find_path((2, 0, 5), (18, 0, 5), filter=rules, radius=radius)
    assert path.status == PathStatus.COMPLETE and (max(path.links) >= 0) == rides
