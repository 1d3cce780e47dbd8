"""What can be reached, against going from polygon to polygon by their vertices."""
import numpy as np
import pytest

from tests.floods import flat, some_meshes, spiral
from tests.meshes import INSIDE, delaunay_mesh, grid_mesh, random_points
from navpy.navmesh.navmesh import NavMesh
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.query import island_areas, reachable_polygons
from tests.oracles import Ways, with_areas

MESHES = dict(some_meshes())


@pytest.mark.parametrize("name", MESHES)
def test_areas_of_islands(name):
    mesh = MESHES[name]
    areas, islands = np.zeros(mesh.island_count), mesh.islands
    for i, ring in enumerate(mesh.polygons):
        x, z = flat(mesh.vertices[list(ring)]).T
        areas[islands[i]] += abs(np.dot(x, np.roll(z, 1)) - np.dot(z, np.roll(x, 1))) / 2
    assert list(island_areas(mesh)) == pytest.approx(areas, abs=1e-9)
    assert sum(island_areas(mesh)) == pytest.approx(mesh.area)


@pytest.mark.parametrize("seed", range(6))
def test_ways_of_one_direction(seed):
    """Soft areas and links that lead one way only."""
    rng = np.random.default_rng(seed)
    mesh = with_areas(delaunay_mesh(seed, removed=0.45) if seed % 2 else grid_mesh(seed, removed=0.4), rng, 4)
    points = [point for _, point in random_points(mesh, 16, rng, (INSIDE,))]
    mesh.add_links([OffMeshLink(a, b, two_way=bool(i % 2), area=int(rng.integers(1, 5)))
                    for i, (a, b) in enumerate(zip(points, points[8:]))])
    ways = Ways(mesh)
    for poly, point in random_points(mesh, 12, rng, (INSIDE,)):
        assert list(reachable_polygons(mesh, point)) == sorted(ways.reached(poly))


def test_off_the_mesh_and_bad_points():
    assert reachable_polygons(spiral(), (90, 0, 0)) is None and reachable_polygons(NavMesh(), (0, 0, 0)) is None
    assert len(island_areas(NavMesh())) == 0
    with pytest.raises(ValueError, match="^start: must be finite[^\n]*$"):
        reachable_polygons(spiral(), (np.nan, 0, 0))
