"""Flow fields against closed forms and scipy; gradient noise by what makes it one."""
import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.interpolate import RegularGridInterpolator

from navpy.motion import FlowField, Vehicles, follow_field

RELAXATION = 0.5                        # seconds


def test_sampling_is_bilinear_and_goes_on_beyond_the_border():
    rng = np.random.default_rng(4)
    vectors = rng.normal(size=(5, 7, 2))
    field = FlowField((-2.0, 3.0), 0.5, vectors)
    x, y = -2.0 + 0.5 * np.arange(7), 3.0 + 0.5 * np.arange(5)
    places = rng.uniform((-4.0, 1.0), (3.0, 7.0), (2000, 2))
    inside = np.clip(places, (x[0], y[0]), (x[-1], y[-1]))
    oracle = RegularGridInterpolator((y, x), vectors)(inside[:, ::-1])
    assert field.sample(places) == pytest.approx(oracle, abs=1e-12)
    nodes = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    assert field.sample(nodes) == pytest.approx(vectors.reshape(-1, 2), abs=1e-12)
    assert (field.vectors == vectors).all()


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (3, 1)])
def test_a_grid_may_be_one_node_wide(shape):
    vectors = np.random.default_rng(0).normal(size=(*shape, 2))
    field = FlowField((0, 0), 1.0, vectors)
    corners = field.sample([(-9, -9), (9, 9)])
    assert (corners == [vectors[0, 0], vectors[-1, -1]]).all()


def test_there_is_no_field_without_nodes():
    """Not even one that was made without being told of any: it would be sampled where there is nothing."""
    with pytest.raises(TypeError):
        FlowField.__new__(FlowField)


def test_in_a_steady_wind_a_vehicle_comes_to_go_with_it():
    """v' = v + (w − v)·dt/τ."""
    vehicles = Vehicles([(1.0, 1.0)], max_speed=9.0, max_force=1e3)
    field = FlowField((0, 0), 1.0, np.full((2, 2, 2), (1.5, -0.5)))
    for n in range(1, 50):
        vehicles.move(follow_field(vehicles, field), 0.05)
        part = 1.0 - (1.0 - 0.05 / RELAXATION) ** n
        assert vehicles.velocities[0] == pytest.approx((1.5 * part, -0.5 * part))


def test_the_field_is_looked_up_where_the_vehicle_will_be():
    field = FlowField((0, 0), 1.0, [[(0, 0), (0, 1), (0, 2)]])
    vehicles = Vehicles([(0.5, 0.0)], (1.0, 0.0), max_speed=1.0, max_force=1e3)
    for look_ahead in (0.0, 0.5, 1.0):
        force = follow_field(vehicles, field, look_ahead)[0]
        wind = min(0.5 + look_ahead, 1.0)                       # no faster than the vehicle may go
        assert force == pytest.approx(((0.0 - 1.0) / RELAXATION, wind / RELAXATION))


def test_a_whirl_is_followed_round():
    """A field that turns about (0, 0) with 0.5 rad a second: so does the vehicle, at a steady distance near to where it began."""
    x, y = np.meshgrid(np.linspace(-10, 10, 41), np.linspace(-10, 10, 41))
    field = FlowField((-10, -10), 0.5, np.stack([-0.5 * y, 0.5 * x], axis=-1))
    vehicles = Vehicles([(4.0, 0.0)], (0.0, 2.0), max_speed=5.0, max_force=100.0)
    places = []
    for _ in range(round(4 * math.pi / 0.01)):
        vehicles.move(follow_field(vehicles, field), 0.01)
        places.append(vehicles.positions[0])
    assert np.hypot(*np.transpose(places)) == pytest.approx(4.0, rel=0.05)
    angle = np.unwrap(np.arctan2(*np.transpose(places)[::-1]))
    assert angle[-1] == pytest.approx(2 * math.pi, rel=0.05)


@given(st.tuples(st.floats(-20, 20), st.floats(-20, 20)), st.floats(0, 50), st.floats(0, 3))
def test_no_force_is_above_its_limit(position, limit, look_ahead):
    vehicles = Vehicles([position], (3.0, -1.0), max_force=limit)
    assert math.hypot(*follow_field(vehicles, NOISE, look_ahead)[0]) <= limit * (1 + 1e-12)


# ---- noise ----

NOISE = FlowField.perlin(3, (-8.0, -8.0), 0.25, (65, 65), wavelength=3.0, speed=2.0)


def test_noise_is_of_its_seed_alone_and_no_faster_than_asked_for():
    vectors = NOISE.vectors
    assert (FlowField.perlin(3, (-8.0, -8.0), 0.25, (65, 65), 3.0, 2.0).vectors == vectors).all()
    assert not np.allclose(FlowField.perlin(4, (-8.0, -8.0), 0.25, (65, 65), 3.0, 2.0).vectors, vectors)
    assert np.hypot(vectors[..., 0], vectors[..., 1]).max() == pytest.approx(2.0)


def test_noise_is_of_the_place_not_of_the_grid():
    """A window of a larger field is the same field, but for the speed that its fastest place is given."""
    window = FlowField.perlin(3, (-4.0, -2.0), 0.25, (20, 30), 3.0, 2.0).vectors
    large = NOISE.vectors[24:44, 16:46]
    ratio = window / large
    assert ratio == pytest.approx(np.full(ratio.shape, ratio[0, 0, 0]))


def test_noise_has_no_sources():
    """Through the border of any cell of a fine grid flows nothing, though the field changes by as much as it does."""
    cell = 0.01
    v = FlowField.perlin(9, (0.3, 0.7), cell, (400, 400), wavelength=1.0).vectors
    def slope(what, axis):
        return np.gradient(what, cell, axis=axis)[2:-2, 2:-2]
    divergence = slope(v[..., 0], 1) + slope(v[..., 1], 0)
    curl = slope(v[..., 1], 1) - slope(v[..., 0], 0)
    assert np.abs(divergence).max() < 2e-2 * np.abs(curl).max()
    assert np.abs(divergence).mean() < 1e-3 * np.abs(curl).mean()


def test_noise_is_the_curl_of_perlins_noise():
    """Against the noise itself, written down from Perlin 2002: it is 0 at the lattice, so is the way along a stream line there."""
    cell = 1.0 / 64
    v = FlowField.perlin(1, (0.0, 0.0), cell, (257, 257), wavelength=1.0).vectors
    # n along y = 0 is the integral of ∂n/∂x = −v_y by x; along x = 0 of ∂n/∂y = v_x by y
    for speed in (-v[::64, :, 1], v[:, ::64, 0].T):
        noise = np.concatenate([np.zeros((5, 1)), np.cumsum((speed[:, 1:] + speed[:, :-1]) / 2 * cell, axis=1)], axis=1)
        assert np.abs(noise[:, ::64]).max() < 1e-2 * np.abs(noise).max()


def test_what_follows_noise_neither_gathers_nor_thins_out():
    """Particles at random that go with the field are as evenly spread in the end; those from beyond come no farther in than 7.5 m."""
    rng = np.random.default_rng(0)
    field = FlowField.perlin(5, (-25.0, -25.0), 0.1, (501, 501), wavelength=4.0, speed=1.0)
    places = rng.uniform(-13, 13, (20000, 2))
    for _ in range(150):
        middle = places + 0.025 * field.sample(places)
        places = places + 0.05 * field.sample(middle)
    inner = places[(np.abs(places) < 5).all(axis=1)]
    counts = np.histogram2d(*inner.T, bins=10, range=[(-5, 5)] * 2)[0]
    expected = 20000 / 26 ** 2
    assert counts.mean() == pytest.approx(expected, rel=0.05)
    assert counts.std() < 1.5 * math.sqrt(expected)


@pytest.mark.parametrize("call, name", [
    (lambda: FlowField((0, 0), 1.0, np.zeros((2, 2))), "vectors"), (lambda: FlowField((0, 0), 1.0, np.zeros((0, 2, 2))), "vectors"),
    (lambda: FlowField((0, 0), 1.0, np.full((2, 2, 2), math.nan)), "vectors"),
    (lambda: FlowField((0, 0), 0.0, np.zeros((2, 2, 2))), "cell_size"),
    (lambda: FlowField((math.inf, 0), 1.0, np.zeros((2, 2, 2))), "origin"), (lambda: NOISE.sample((1.0, 2.0)), "places"),
    (lambda: FlowField((0, 0), 1.0, [[(0, 0)], [(0, 0), (1, 1)]]), "vectors"), (lambda: FlowField((0, 0), 1.0, "north"), "vectors"),
    (lambda: FlowField.perlin(0, (0, 0), 1.0, (0, 3), 1.0), "shape"), (lambda: FlowField.perlin(0, (0, 0), 1.0, 3, 1.0), "shape"),
    (lambda: FlowField.perlin(0, (0, 0), 1.0, (3, 3, 3), 1.0), "shape"),
    (lambda: FlowField.perlin(0, (1e20, 0), 1.0, (3, 3), 1.0), "wavelength"),
    (lambda: follow_field(Vehicles([(0, 0)]), NOISE, -1.0), "look_ahead"),
])
def test_bad_arguments_are_named(call, name):
    with pytest.raises(ValueError, match=f"^{name}:"):
        call()
