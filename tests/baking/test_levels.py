"""What bakes take in place of arrays, and what they say about mistakes in their arguments."""
import sys

import numpy as np
import pytest
import trimesh
from hypothesis import given, strategies as st

import navpy
from navpy.api.baking.levels import join_levels, read_level
from tests import levels

SETTINGS = navpy.BakeSettings(agent_radius=0.5)
FLOOR, FACES = [(0, 0, 0), (0, 0, 20), (20, 0, 20), (20, 0, 0)], [(0, 1, 2), (0, 2, 3)]


def house():
    """(Trimesh, Scene of two parts, vertices, triangles) of the same level."""
    vertices, triangles = levels.house()
    mesh = trimesh.Trimesh(vertices, triangles, process=False)
    half = len(triangles) // 2
    scene = trimesh.Scene()
    for name, part in (("first", triangles[:half]), ("second", triangles[half:])):
        scene.add_geometry(trimesh.Trimesh(vertices * (-1, 1, -1), part, process=False), node_name=name,
                           transform=np.diag((-1.0, 1.0, -1.0, 1.0)))          # half a turn
    return mesh, scene, vertices, triangles


def test_a_trimesh_a_scene_and_a_level_bake_as_their_arrays_do():
    mesh, scene, vertices, triangles = house()
    expected = navpy.bake(vertices, triangles, SETTINGS).to_bytes()
    assert navpy.bake(mesh, SETTINGS).to_bytes() == expected
    assert navpy.bake(vertices=mesh, settings=SETTINGS).to_bytes() == expected
    assert navpy.bake(scene, settings=SETTINGS).to_bytes() == expected
    assert navpy.bake_stages(scene, SETTINGS).mesh.to_bytes() == expected
    level = navpy.Level(vertices, triangles, np.zeros(len(triangles), np.int32), ["house"])
    assert navpy.bake(level, SETTINGS).to_bytes() == navpy.bake(*level, SETTINGS).to_bytes() == expected


def test_a_tile_of_a_scene_is_that_of_its_arrays():
    mesh, scene, vertices, triangles = house()
    settings, bounds = navpy.BakeSettings(tile_size=32), ((-4, -2, -4), (24, 9, 24))
    tile = navpy.bake_tile(vertices, triangles, settings, 0, 1, bounds=bounds)
    assert tile.polygon_count and tile == navpy.bake_tile(scene, settings, 0, 1, bounds=bounds)
    turned = np.stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]], axis=1)
    assert tile == navpy.bake_tile(turned * 1024, triangles, settings, 0, 1, bounds=bounds, up="z", scale=1 / 1024)


@given(st.lists(st.tuples(*[st.floats(-1e3, 1e3, width=32)] * 3), min_size=3, max_size=9), st.sampled_from("yz"),
       st.sampled_from((1.0, 0.25, 1000)))
def test_up_is_a_turn_and_keeps_fronts(points, up, scale):
    vertices, _ = read_level(points, [(0, 1, 2)], up, scale)
    turn = trimesh.transformations.rotation_matrix(-np.pi / 2, (1, 0, 0))[:3, :3] if up == "z" else np.eye(3)
    assert np.asarray(vertices) == pytest.approx(np.array(points) @ turn.T * scale, abs=1e-6 * scale * 1e3)
    assert np.linalg.det(turn) == pytest.approx(1)


def test_z_up_arrays_bake_to_the_navmesh_of_the_y_up_level():
    _, _, vertices, triangles = house()
    turned = np.stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]], axis=1)
    volumes = [navpy.BoxVolume((10, 0, 20), (2, 2, 2))]                 # meters with Y up, whatever the level has
    expected = navpy.bake(vertices, triangles, SETTINGS, volumes=volumes)
    assert navpy.bake(turned, triangles, SETTINGS, volumes=volumes, up="z").to_bytes() == expected.to_bytes()


def test_a_navmesh_as_a_trimesh_is_its_surface():
    mesh = navpy.bake(*levels.house(), navpy.BakeSettings(link_drop_height=3.0))
    surface = mesh.to_trimesh()
    across = np.abs(trimesh.triangles.cross(surface.triangles)[:, 1]).sum() / 2
    assert isinstance(surface, trimesh.Trimesh) and across == pytest.approx(mesh.area, rel=1e-6)
    assert (surface.face_normals[:, 1] > 0).all() and np.array_equal(surface.vertices, mesh.vertices)
    of_polygon, by_polygon = surface.face_attributes["polygon"], {}
    for face, polygon in zip(surface.faces, of_polygon):
        by_polygon.setdefault(int(polygon), set()).update(face.tolist())
    assert all(set(mesh.polygons[i]) <= corners for i, corners in by_polygon.items()) and len(by_polygon) == mesh.polygon_count
    assert np.array_equal(surface.face_attributes["area"], mesh.areas[of_polygon])
    assert np.array_equal(surface.face_attributes["island"], mesh.islands[of_polygon])
    surface.vertices += 1.0                                             # a copy
    assert mesh.bounds[0][0] < surface.bounds[0][0]
    assert len(navpy.NavMesh().to_trimesh().faces) == 0


def test_without_trimesh_there_is_one_line(monkeypatch, tmp_path):
    mesh = navpy.bake(FLOOR, FACES)
    (tmp_path / "level.obj").write_text("v 0 0 0\n")
    monkeypatch.setitem(sys.modules, "trimesh", None)
    for call in (mesh.to_trimesh, lambda: navpy.load_level(tmp_path / "level.obj")):
        with pytest.raises(ImportError, match="^trimesh is not installed: run pip install trimesh, or"):
            call()


def test_areas_by_the_names_of_objects():
    _, scene, vertices, triangles = house()
    level = navpy.load_level(scene)
    half = len(triangles) // 2
    assert level.names == ["first", "second"] and level.areas({"sec*": 5}).tolist() == [63] * half + [5] * (len(triangles) - half)
    assert level.areas({"*": 1, "f?rst": 0}, default=2).tolist() == [0] * half + [1] * (len(triangles) - half)
    both = join_levels([level, level])
    assert both.areas({"second": 7}).tolist() == 2 * ([63] * half + [7] * (len(triangles) - half))
    assert np.array_equal(both.vertices[both.triangles[len(triangles):]], level.vertices[level.triangles])
    with pytest.raises(ValueError, match="areas: the level has no object 'secnd'; did you mean 'second'?"):
        level.areas({"secnd": 5})
    with pytest.raises(ValueError, match="areas: 'first': must be a whole number in 0 … 63, is 64"):
        level.areas({"first": 64})


@pytest.mark.parametrize("call, error, message", [
    (lambda: navpy.bake(FLOOR, FACES, up="x"), ValueError, "up: must be 'y' or 'z', is 'x'"),
    (lambda: navpy.bake(FLOOR, FACES, scale=0), ValueError, "scale: must be above 0 and finite, is 0"),
    (lambda: navpy.bake(FLOOR, FACES, scale="m"), ValueError, "scale: must be a number, is 'm'"),
    (lambda: navpy.bake(FLOOR, None), ValueError, "vertices: must be a level or come with triangles, is list alone"),
    (lambda: navpy.bake(vertices=house()[0], triangles=FACES), ValueError,
     "triangles: must be left out where a level is given, which has its own"),
    (lambda: navpy.bake(trimesh.Scene()), ValueError, "level: holds no triangles"),
    (lambda: navpy.bake([(0, 0)], FACES, up="z"), ValueError, r"vertices: must be of shape \(n, 3\), is \(1, 2\)"),
    (lambda: navpy.bake(FLOOR, FACES, setings=SETTINGS), TypeError, r"bake\(\) has no parameter 'setings'; did you mean 'settings'\?"),
    (lambda: navpy.bake_tile(FLOOR, FACES, SETTINGS, 0, 0, bound=1), TypeError,
     r"bake_tile\(\) has no parameter 'bound'; did you mean 'bounds'\?"),
    (lambda: navpy.bake_stages(FLOOR, FACES, qqq=1), TypeError,
     r"bake_stages\(\) has no parameter 'qqq'; there are vertices, triangles, "),
    (lambda: navpy.bake(FLOOR, FACES, volumes=[navpy.BoxVolume((0, 0, 0), (1, 1, 1)), "box"]), ValueError,
     "volume 1: must be a BoxVolume, "),
    (lambda: navpy.bake(FLOOR, FACES, links=[navpy.OffMeshLink((5, 0, 5), (9, 0, 9)), (0, 0, 0)]), ValueError,
     "link 1: must be an OffMeshLink, is "),
    (lambda: navpy.bake(FLOOR, FACES, links=[
        navpy.OffMeshLink((5, 0, 5), (9, 0, 9)), navpy.OffMeshLink((9, 0, 9), (5, 0, 5), two_way=False),
        navpy.OffMeshLink((50, 0, 5), (9, 0, 9))]), ValueError,
     r"link 2: there is no polygon within 0\.5 m of its start, \(50, 0, 5\)"),
    (lambda: navpy.Crowd(navpy.bake(FLOOR, FACES)).add_agent((5, 0, 5), max_spede=1), ValueError,
     "an agent has no parameter 'max_spede'; did you mean 'max_speed'"),
    (lambda: navpy.bake(FLOOR, FACES).find_path((5, 0, 5), (9, 0, 9), radios=1), TypeError,
     r"find_path\(\) has no parameter 'radios'; did you mean 'radius'"),
])
def test_a_mistake_is_one_line_that_names_it(call, error, message):
    with pytest.raises(error, match=f"^{message}") as caught:
        call()
    assert "\n" not in str(caught.value)


@given(st.data())
def test_indices_may_be_floats_with_whole_values_and_others_are_named(data):
    kind = data.draw(st.sampled_from((np.float32, np.float64, np.int64, np.uint16)))
    expected = navpy.bake(FLOOR, FACES, areas=[5, 63]).to_bytes()
    triangles = np.array(FACES, kind)
    assert navpy.bake(FLOOR, triangles, areas=np.array([5, 63], kind)).to_bytes() == expected
    if triangles.dtype.kind == "f":
        row, column = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 2))
        triangles[row, column] += data.draw(st.sampled_from((0.5, 1e-3, np.nan)))
        with pytest.raises(ValueError, match=rf"^triangles\[{row}, {column}\]: must be a whole number, is "):
            navpy.bake(FLOOR, triangles)


@pytest.mark.parametrize("name", ["cell_sise", "agent_heigth"])
def test_a_setting_may_have_any_value_but_not_any_name(name):
    with pytest.raises(TypeError, match=f"BakeSettings has no setting {name!r}; did you mean"):
        navpy.BakeSettings(**{name: 1})
