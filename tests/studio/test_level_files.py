"""Levels from files: every format gives the same triangles, scenes are flattened, damage is one line."""
import sys

import numpy as np
import pytest
import trimesh

from navpy.api.baking.levels import Level, LevelWarning
from navpy.studio import debug
from navpy.studio import level_files

ANGLE = np.radians(30)


def box():
    return trimesh.creation.box((4.0, 1.0, 2.0))


def corners(level):
    """The level's triangles as a sorted array, each from its least corner on: their order and numbering do not count."""
    rows = []
    for triangle in np.round(level.vertices[level.triangles], 4) + 0.0:
        first = min(range(3), key=lambda k: tuple(triangle[k]))
        rows.append(tuple(np.roll(triangle, -first, axis=0).ravel()))
    return np.array(sorted(rows))


@pytest.mark.parametrize("kind", level_files.FORMATS)
def test_every_format_gives_the_triangles_that_were_written(tmp_path, kind):
    path = tmp_path / f"box.{kind}"
    box().export(path)
    level = level_files.load_level(path)
    assert level.vertices.dtype == np.float32 and level.triangles.dtype == np.int32
    expected = Level(box().vertices.astype(np.float32), box().faces, None, None)
    np.testing.assert_allclose(corners(level), corners(expected), atol=1e-4)


def test_a_scene_is_placed_and_named_and_a_mirrored_object_keeps_its_front(tmp_path):
    scene = trimesh.Scene()
    turned = trimesh.transformations.rotation_matrix(ANGLE, (0, 1, 0))
    turned[:3, 3] = (10, 0, 0)
    scene.add_geometry(box(), node_name="turned", transform=turned)
    scene.add_geometry(box(), node_name="mirrored", transform=np.diag((-1.0, 1.0, 1.0, 1.0)))
    scene.export(tmp_path / "scene.glb")
    level = level_files.load_level(tmp_path / "scene.glb")
    assert sorted(level.names) == ["mirrored", "turned"]
    for name in level.names:
        part = level.triangles[level.objects == level.names.index(name)]
        a, b, c = (level.vertices[part[:, k]].astype(float) for k in range(3))
        assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(8.0, rel=1e-5)     # volume: fronts outside
    part = level.vertices[level.triangles[level.objects == level.names.index("turned")]].reshape(-1, 3)
    assert part[:, 0].max() == pytest.approx(10 + 2 * np.cos(ANGLE) + np.sin(ANGLE), abs=1e-5)
    # Which of its corners that is tells the direction of the turn.
    x, z = 2 * np.cos(ANGLE) + np.sin(ANGLE), np.cos(ANGLE) - 2 * np.sin(ANGLE)
    assert part[part[:, 0].argmax()][[0, 2]] == pytest.approx((10 + x, z), abs=1e-5)


def test_polygons_of_an_obj_are_cut_and_indices_from_the_end_understood(tmp_path):
    path = tmp_path / "five.obj"
    path.write_text("v 0 0 0\nv 0 0 2\nv 2 0 2\nv 2 0 0\nv 1 0 -1\nf 1 2 3 4 5\nv 5 0 0\nv 5 0 1\nv 6 0 1\nv 6 0 0\nf -4 -3 -2 -1\n")
    level = level_files.load_level(path)
    a, b, c = (level.vertices[level.triangles[:, k]] for k in range(3))
    assert len(level.triangles) == 5 and np.cross(b - a, c - a)[:, 1].sum() / 2 == pytest.approx(4 + 1 + 1)
    assert (np.cross(b - a, c - a)[:, 1] > 0).all()


def test_up_and_scale(tmp_path):
    path = tmp_path / "level.obj"
    path.write_text("v 0 0 0\nv 200 0 0\nv 0 100 0\nf 1 2 3\n")        # a floor that faces up where z does
    level = level_files.load_level(path, up="z", scale=0.01)
    np.testing.assert_allclose(level.vertices[level.triangles[0]], [(0, 0, 0), (2, 0, 0), (0, 0, -1)], atol=1e-7)


def test_what_is_no_mesh_is_left_out_with_a_warning(tmp_path):
    scene = trimesh.Scene([box(), trimesh.PointCloud(np.eye(3))])
    scene.export(tmp_path / "mixed.glb")
    with pytest.warns(LevelWarning, match="PointCloud"):
        assert len(level_files.load_level(tmp_path / "mixed.glb").triangles) == 12


@pytest.mark.parametrize("kind", ["glb", "ply", "stl", "gltf"])
def test_a_truncated_file_is_one_line(tmp_path, kind):
    path = tmp_path / f"box.{kind}"
    box().export(path)
    data = path.read_bytes()
    for size in (0, 3, 40, len(data) // 2, len(data) - 7):
        path.write_bytes(data[:size])
        with pytest.raises(ValueError) as caught:
            level_files.load_level(path)
        assert "\n" not in str(caught.value) and str(path) in str(caught.value)


@pytest.mark.parametrize("kind", ["obj", "ply", "stl"])
def test_text_that_is_not_utf_8_is_read_without_another_library(tmp_path, kind, monkeypatch):
    """Names and comments in Latin-1, as old tools write them."""
    monkeypatch.setitem(sys.modules, "charset_normalizer", None)
    name = "W\u00fcrfel".encode("latin-1")
    if kind == "obj":
        data = b"o " + name + b"\n" + box().export(file_type="obj").encode()
    elif kind == "stl":
        data = b"solid " + name + b"\n" + box().export(file_type="stl_ascii").encode().partition(b"\n")[2]
    else:
        data = box().export(file_type="ply").replace(b"\nelement vertex", b"\ncomment " + name + b"\nelement vertex", 1)
    (tmp_path / f"box.{kind}").write_bytes(data)
    level = level_files.load_level(tmp_path / f"box.{kind}")
    assert len(level.triangles) == 12
    assert kind != "obj" or level.names == ["W\u00fcrfel"]


@pytest.mark.parametrize("text", ["", "v 0 0 0\n", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 9\n", "v 0 0 0\nv 1 nan 0\nv 0 0 1\nf 1 2 3\n",
                                  "v 0 0 0\nv 1 0 0\nv 0 x 1\nf 1 2 3\n"])
def test_an_obj_that_is_empty_or_wrong_is_one_line(tmp_path, text):
    path = tmp_path / "bad.obj"
    path.write_text(text)
    with pytest.raises(ValueError) as caught:
        level_files.load_level(path)
    assert "\n" not in str(caught.value) and "bad.obj" in str(caught.value)


def test_what_is_asked_for_wrongly(tmp_path):
    (tmp_path / "level.blend").write_text("")
    with pytest.raises(ValueError, match=r"unknown format \.blend; must be one of \.obj"):
        level_files.load_level(tmp_path / "level.blend")
    with pytest.raises(OSError):
        level_files.load_level(tmp_path / "nothing.obj")
    box().export(tmp_path / "box.obj")
    with pytest.raises(ValueError, match="up: must be"):
        level_files.load_level(tmp_path / "box.obj", up="x")
    with pytest.raises(ValueError, match="scale"):
        level_files.load_level(tmp_path / "box.obj", scale=0.0)


@pytest.mark.parametrize("kind", level_files.FORMATS)
def test_triangles_are_read_back_as_they_were_saved(tmp_path, kind):
    drawing = debug.draw_level(box().vertices, box().faces)
    level_files.save_drawing(tmp_path / f"out.{kind}", drawing)
    np.testing.assert_allclose(corners(level_files.load_level(tmp_path / f"out.{kind}")),
                               corners(Level(drawing.points, drawing.triangles, None, None)), atol=1e-4)


def test_two_gltf_files_in_one_folder_do_not_share_buffers(tmp_path):
    for width in (2.0, 7.0):
        drawing = debug.draw_level(trimesh.creation.box((width, 1, 1)).vertices, box().faces)
        level_files.save_drawing(tmp_path / f"{width:g}.gltf", drawing)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2.gltf", "7.gltf"]
    for width in (2.0, 7.0):
        assert np.ptp(level_files.load_level(tmp_path / f"{width:g}.gltf").vertices[:, 0]) == width


def test_lines_are_saved_with_their_ends(tmp_path):
    path = debug.draw_path([(0, 0, 0), (1, 0, 0), (1, 2, 0)])
    level_files.save_drawing(tmp_path / "path.ply", path)
    lines = (tmp_path / "path.ply").read_text().splitlines()
    assert lines[-2:] == ["0 1 214 32 72", "1 2 214 32 72"] and "element edge 2" in lines
    level_files.save_drawing(tmp_path / "path.obj", path)
    assert (tmp_path / "path.obj").read_text().splitlines()[-2:] == ["l 1 2", "l 2 3"]
    with pytest.raises(ValueError, match="must be .ply or .obj"):
        level_files.save_drawing(tmp_path / "path.stl", path)
