"""Coming to a part of a joined mesh from another part counts for so many meters, once."""
import math

import numpy as np
import pytest

import navpy.query  # noqa: F401
from navpy import NavMesh, QueryFilter
from navpy.navmesh.merging import copy_mesh, merge_meshes
from navpy.api.query.corridor_search import corridor
from tests.meshes import random_points
from tests.oracles import Ways


def rectangle(x0, z0, x1, z1, columns=1, rows=1):
    xs, zs = np.linspace(x0, x1, columns + 1), np.linspace(z0, z1, rows + 1)
    points = [(x, 0.0, z) for x in xs for z in zs]
    polygons = [[i * (rows + 1) + k, i * (rows + 1) + k + 1, (i + 1) * (rows + 1) + k + 1, (i + 1) * (rows + 1) + k]
                for i in range(columns) for k in range(rows)]
    return NavMesh.from_polygons(points, polygons)


@pytest.mark.parametrize("points", ["centers", "midpoints", "clamped"])
@pytest.mark.parametrize("filtered", [False, True])
def test_the_cost_is_dijkstras(points, filtered):
    rng = np.random.default_rng(11)
    dearer = found = 0
    for _ in range(12):
        parts = [rectangle(4 * i, 4 * k, 4 * i + 4, 4 * k + 4, *rng.integers(1, 4, 2)) for i in range(3) for k in range(3)
                 if rng.random() < 0.9]
        tolls = [float(rng.choice([0.0, 1.0, 4.0, 20.0])) for _ in parts]
        mesh = merge_meshes(parts, enter_costs=tolls)
        for i in range(5):
            mesh.add_link(*(point for _, point in random_points(mesh, 2, rng, kinds=(2,))), radius=0.0, two_way=bool(i % 2), id=i)
        regions = np.repeat(np.arange(len(parts)), [part.polygon_count for part in parts])
        penalties = np.where(rng.random(mesh.polygon_count) < 0.3, rng.uniform(0, 5, mesh.polygon_count), 0.0) if filtered else None
        filter = QueryFilter(mesh) if filtered else None
        for poly in np.flatnonzero(penalties) if filtered else ():
            filter.set_penalty([poly], penalties[poly])
        ways = Ways(mesh, penalties=penalties, regions=regions, enter_costs=np.array(tolls)[regions])
        without = Ways(mesh, penalties=penalties)
        ends = random_points(mesh, 24, rng)
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            way, cost = corridor(mesh, a, start, b, goal, points, filter), ways.cost(a, start, b, goal, points)
            if way is None:
                assert np.isinf(cost)
                continue
            found += 1
            assert way[1] == pytest.approx(cost, rel=1e-12, abs=1e-12)
            dearer += cost > without.cost(a, start, b, goal, points) * (1 + 1e-9)
    assert found > 80 and dearer > 30


DETOUR = [rectangle(0, 4, 4, 20), rectangle(4, 16, 8, 20), rectangle(8, 4, 12, 20)]


def ring(toll, columns=1, **more):
    """Three parts in a row, the middle one with a toll, and a way round it that is 20 m longer from (1, 2) to (11, 2)."""
    parts = [rectangle(0, 0, 4, 4), rectangle(4, 0, 8, 4, columns), rectangle(8, 0, 12, 4), *DETOUR]
    return merge_meshes(parts, enter_costs=[0.0, toll, 0.0, 0.0, 0.0, 0.0], **more)


def goes_round(path):
    return max(path.points[:, 2]) > 10


@pytest.mark.parametrize("columns", [1, 2, 5])
@pytest.mark.parametrize("radius", [None, 0.5])
def test_it_counts_once_however_many_polygons_a_part_has(columns, radius):
    start, goal = (1, 0, 2), (11, 0, 2)
    extra = ring(1e6, columns).find_path(start, goal, radius=radius)
    assert goes_round(extra)
    longer = extra.length - 10                  # where costs differ a corridor is chosen by the middles of its portals, nearly
    assert not goes_round(ring(0.8 * longer, columns).find_path(start, goal, radius=radius))
    assert goes_round(ring(1.25 * longer, columns).find_path(start, goal, radius=radius))


def test_who_is_there_already_pays_nothing():
    mesh = ring(1000.0, 3)
    inside = mesh.find_path((4.5, 0, 2), (7.5, 0, 2))
    assert inside.length == pytest.approx(3) and not goes_round(mesh.find_path((5, 0, 2), (11, 0, 2)))
    assert not goes_round(mesh.find_path((1, 0, 2), (4.1, 0, 2)))       # from either side it costs the same
    copy = copy_mesh(mesh)
    assert not goes_round(copy.find_path((5, 0, 2), (11, 0, 2))) and goes_round(copy.find_path((1, 0, 2), (11, 0, 2)))


@pytest.mark.parametrize("into", [False, True])
def test_a_link_into_a_part_pays_too(into):
    """Across a gap of a meter; without links one goes round."""
    parts = [rectangle(0, 0, 4, 4), rectangle(5, 0, 8, 4), rectangle(8, 0, 12, 4), *DETOUR]
    mesh = merge_meshes(parts, enter_costs=[0.0, 1000.0 if into else 0.0, 0.0, 0.0, 0.0, 0.0])
    mesh.add_link((3.5, 0, 2), (5.5, 0, 2))
    assert goes_round(mesh.find_path((1, 0, 2), (11, 0, 2))) == into


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf, "much"])
def test_other_costs_are_refused(bad):
    with pytest.raises(ValueError, match="enter_costs"):
        merge_meshes([rectangle(0, 0, 4, 4), rectangle(4, 0, 8, 4)], enter_costs=[0.0, bad])
