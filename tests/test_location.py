"""The surface of polygons whose corners are not in one plane: it holds every corner."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from meshes import delaunay_mesh, grid_mesh
from navpy.bake.pipeline import bake
from navpy.bake.settings import BakeSettings
from navpy.navmesh import NavMesh

CLOSE = (1e-4, 1e-4, 1e-4)


def raised(mesh, seed):
    """The same polygons with vertices of any height."""
    vertices = mesh.vertices
    vertices[:, 1] = np.random.default_rng(seed).uniform(-2, 2, len(vertices))
    return NavMesh.from_polygons(vertices, mesh.polygons)


def bumpy(seed, cell_size=0.25, size=14, roughness=1.5):
    """A baked level of slopes."""
    rng = np.random.default_rng(seed)
    x, z = np.divmod(np.arange(size * size), size)
    corner = np.arange(size * size).reshape(size, size)
    a, b, c, d = corner[:-1, :-1].ravel(), corner[:-1, 1:].ravel(), corner[1:, 1:].ravel(), corner[1:, :-1].ravel()
    vertices = np.column_stack([2 * x, rng.uniform(0, roughness, size * size), 2 * z])
    return bake(vertices, np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])]),
                BakeSettings(cell_size=cell_size, detail_sample_distance=0))     # surfaces are the fans of their corners


def alone(mesh, poly):
    """One polygon as a mesh."""
    return NavMesh.from_polygons(mesh.vertices[list(poly)], [range(len(poly))])


def check_corners(mesh):
    """Each polygon's surface passes through its corners, straight below them and nearest in space."""
    for poly in mesh.polygons:
        single = alone(mesh, poly)
        for vertex in mesh.vertices[list(poly)]:
            below, nearest = single.locate(vertex, CLOSE), single.nearest(vertex)
            assert below is not None, (poly, vertex)
            assert below[1] == pytest.approx(vertex, abs=1e-9) and nearest[1] == pytest.approx(vertex, abs=1e-9)
            assert below[2] <= 1e-9 and nearest[2] <= 1e-9
    for vertex in {v for poly in mesh.polygons for v in poly}:
        point = mesh.vertices[vertex]
        assert mesh.locate(point, CLOSE)[2] <= 1e-9 and mesh.nearest(point)[2] <= 1e-9


def check_triangles(mesh):
    """As many as the corners ask for, none turned over, together as large as the polygons."""
    a, b, c = (mesh.vertices[np.array(mesh.triangles)[k::3]] for k in range(3))
    turn = (c[:, 0] - a[:, 0]) * (b[:, 2] - a[:, 2]) - (b[:, 0] - a[:, 0]) * (c[:, 2] - a[:, 2])
    assert len(turn) == sum(len(poly) - 2 for poly in mesh.polygons)
    assert turn.min() > 1e-9 and turn.sum() / 2 == pytest.approx(mesh.area)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("make", [
    lambda seed: delaunay_mesh(seed, points=30), grid_mesh, lambda seed: grid_mesh(seed, removed=0.05, angle=0.3 + seed)])
def test_corners_of_raised_meshes(make, seed):
    mesh = raised(make(seed), seed)
    check_corners(mesh)
    check_triangles(mesh)


@pytest.mark.parametrize("seed, cell_size", [(0, 0.25), (1, 0.3), (2, 0.2)])
def test_corners_of_baked_meshes(seed, cell_size):
    mesh = bumpy(seed, cell_size)
    assert any(len(poly) > 3 for poly in mesh.polygons)
    check_corners(mesh)
    check_triangles(mesh)


def test_a_corner_in_line_with_the_first_counts():
    vertices = [(0, 0, 0), (0, 2, 2), (0, 0, 4), (4, 0, 4), (4, 0, 0)]
    mesh = NavMesh.from_polygons(vertices, [range(5)])
    assert mesh.locate((0, 2, 2))[1] == (0, 2, 2)
    assert mesh.locate((0, 1, 1), (0, 0.5, 0.5))[1] == (0, 1, 1)


@st.composite
def rings(draw):
    """A convex polygon with corners in line on any of its edges, at lattice points or turned; any heights."""
    real = draw(st.sampled_from([
        [(0, 0), (0, 12), (12, 0)], [(0, 0), (0, 12), (12, 12), (12, 0)], [(0, 0), (-6, 6), (0, 12), (12, 12), (12, 0)]]))
    flat = []
    for (ax, az), (bx, bz) in zip(real, real[1:] + real[:1]):
        parts = sorted(draw(st.sets(st.integers(1, 5), max_size=3)))
        flat += [(ax, az)] + [(ax + (bx - ax) * part / 6, az + (bz - az) * part / 6) for part in parts]
    angle, far = draw(st.sampled_from([0.0, 0.7, 2.0])), draw(st.sampled_from([0.0, 1000.0]))
    heights = draw(st.lists(st.integers(0, 40), min_size=len(flat), max_size=len(flat)))
    single = draw(st.booleans())        # rounded as an engine rounds
    vertices = [(far + x * np.cos(angle) - z * np.sin(angle), y / 8, x * np.sin(angle) + z * np.cos(angle))
                for (x, z), y in zip(flat, heights)]
    return np.array(vertices, dtype=np.float32 if single else np.float64).astype(np.float64)


@given(rings(), st.integers(0, 20), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_the_surface_is_the_same_whichever_corner_is_named_first(ring, turn, random):
    count = len(ring)
    mesh = NavMesh.from_polygons(ring, [range(count)])
    turned = NavMesh.from_polygons(ring, [[(i + turn) % count for i in range(count)]])
    reversed_ = NavMesh.from_polygons(ring, [[(turn - i) % count for i in range(count)]])
    check_corners(mesh)
    assert mesh.triangles == turned.triangles == reversed_.triangles
    for _ in range(5):
        weights = np.array([random.random() + 0.01 for _ in ring])
        point = weights @ ring / weights.sum()
        found = mesh.locate(point, (0.01, 10, 10))
        assert found == turned.locate(point, (0.01, 10, 10)) and mesh.nearest(point) == turned.nearest(point)
    again = NavMesh.from_bytes(mesh.to_bytes())
    assert again.polygons == mesh.polygons
    again.validate()
