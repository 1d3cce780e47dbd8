"""Whatever NavMesh.from_polygons accepts, validate accepts."""
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import navpy
from navpy.navmesh.navmesh import NavMesh


@st.composite
def soups(draw):
    """Vertices on few places of a grid, near or far from the origin, flat or not, some of them hardly moved; rings over them, most of
    them sorted by their direction from the middle, so that many are simple."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count, side = draw(st.integers(3, 12)), draw(st.integers(2, 4))
    step, origin = draw(st.sampled_from([1e-6, 1e-3, 0.5, 1.0, 1e3])), draw(st.sampled_from([0.0, 1e3, 1e6]))
    vertices = rng.integers(0, side, (count, 3)) * step
    vertices[:, 1] *= draw(st.sampled_from([0.0, 0.1, 1.0]))
    vertices += draw(st.sampled_from([0.0, 1e-4])) * step * rng.normal(size=vertices.shape) + (origin, 0, origin)
    rings = []
    for _ in range(draw(st.integers(1, 5))):
        ring = rng.choice(count, rng.integers(3, min(count, 7) + 1), replace=rng.random() < 0.1)
        if rng.random() < 0.7:
            x, _, z = (vertices[ring] - vertices[ring].mean(0)).T
            ring = ring[np.argsort(np.arctan2(z, x))]
        rings.append(ring.tolist())
    return vertices, rings, draw(st.sampled_from([0.0, 0.001, 0.1]))


def accepted(vertices, rings, weld, **more):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            cleaned = navpy.clean_polygons(vertices, rings, weld_distance=weld, **more)
        except ValueError:
            return None
        return NavMesh(cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.areas)


@settings(max_examples=1500, deadline=None)
@given(soup=soups())
def test_what_is_accepted_is_valid(soup):
    vertices, rings, weld = soup
    strict = accepted(vertices, rings, weld)
    if strict is not None:
        strict.validate()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            NavMesh.from_polygons(vertices, rings, weld_distance=weld).validate()
    lenient = accepted(vertices, rings, weld, leave_out_faulty=True)
    if lenient is not None:
        lenient.validate()


@pytest.mark.parametrize("vertices, ring, weld", [
    ([(0, 0.1, 0), (1, 0, 1), (2, 0.1, 2), (2, 0.2, 0), (0, 0.2, 2), (1, 0, 1)], [1, 2, 5, 4, 3, 0], 0.001),
    ([(0, 2, 2), (0, 0, 1), (2, 3, 1), (1, 0, 2), (0, 2, 2), (3, 0, 0), (1, 0, 0), (2, 1, 0)], [4, 6, 2, 5, 0, 7], 0.0)])
def test_a_polygon_that_touches_itself_along_an_edge_is_refused(vertices, ring, weld):
    """So small and far out that no test of angles tells: two of its corners are one vertex."""
    vertices = np.array(vertices) * 1e-3 + (1e6, 0, 1e6)
    with pytest.raises(ValueError, match="polygon 0 crosses or touches itself"):
        NavMesh.from_polygons(vertices, [ring], weld_distance=weld)
    cleaned = navpy.clean_polygons(vertices, [ring], weld_distance=weld, leave_out_faulty=True)
    assert list(cleaned.faulty) == [0] and len(cleaned.areas) == 0
