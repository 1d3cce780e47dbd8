"""Pictures show what is in front; a page is whole in itself and finds the paths that the library finds."""
import json
import re
import shutil
import subprocess

import numpy as np
import pytest
from meshes import meshes, random_points

import navpy
from navpy import debug, plot, webview

FLOOR = ([(0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0)], [(0, 1, 2), (0, 2, 3)])


def stacked(heights, colors):
    """Squares over each other."""
    points = [(x, y, z) for y in heights for x, _, z in FLOOR[0]]
    triangles = [tuple(4 * i + k for k in t) for i in range(len(heights)) for t in FLOOR[1]]
    return debug.Drawing(points, triangles, colors=np.repeat(colors, 2))


def seen_colors(drawing, **view):
    canvas = plot.Canvas(plot.Camera(drawing.points, width=120, **view))
    canvas.add_triangles(drawing)
    return {tuple(c) for c in np.round(canvas.color).astype(int)} - {plot.BACKGROUND}


@pytest.mark.parametrize("order", [1, -1])
def test_from_above_only_the_upper_square_is_seen(order):
    drawing = stacked([0, 3][::order], [0, 1][::order])
    assert len(seen_colors(drawing, elevation=90)) == 1
    assert len(seen_colors(drawing, elevation=30)) == 2


def test_the_picture_covers_what_the_triangles_cover():
    drawing = stacked([0], [0])
    canvas = plot.Canvas(plot.Camera(drawing.points, azimuth=0, elevation=90, width=200))
    canvas.add_triangles(drawing)
    pixels = np.isfinite(canvas.depth).sum() / canvas.camera.scale ** 2
    assert pixels == pytest.approx(16.0, rel=0.03)


def test_a_triangle_s_depth_is_that_of_its_plane():
    drawing = debug.Drawing([(0, 0, 0), (4, 3, 0), (0, 1, 5)], [(0, 1, 2)])
    camera = plot.Camera(drawing.points, width=150)
    canvas = plot.Canvas(camera)
    canvas.add_triangles(drawing)
    pixel = np.flatnonzero(np.isfinite(canvas.depth))
    seen = np.column_stack([pixel % camera.shape[1], pixel // camera.shape[1]]).astype(float)
    points = np.column_stack([(seen - 1) / camera.scale + camera.low, canvas.depth[pixel]]) @ camera.axes
    normal = np.cross((4, 3, 0), (0, 1, 5))
    assert len(pixel) > 1000 and np.abs(points @ normal).max() < 1e-6


def test_ticks_are_round_and_inside():
    assert plot.ticks(-3.2, 11.9, 8) == [-2, 0, 2, 4, 6, 8, 10]
    assert plot.ticks(0.0, 1.0, 4) == [0.0, 0.5, 1.0]


def test_surface_triangles_tell_their_polygons():
    for mesh in meshes(2):
        triangles, polys = debug.surface_triangles(mesh)
        for triangle, poly in zip(triangles, polys):
            assert set(triangle) <= set(mesh.polygon(int(poly)))
        assert debug.island_areas(mesh).sum() == pytest.approx(mesh.area)


class Detailed:
    """A mesh whose polygons have more triangles than corners − 2."""
    vertices = np.array([(0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (1, 1, 1), (4, 0, 0), (4, 0, 2)], dtype=float)
    polygons = [(0, 1, 2, 3), (), (3, 2, 6, 5)]
    triangles = [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 3, 2, 6, 3, 6, 5]


def test_detail_triangles_tell_their_polygons():
    assert debug.surface_triangles(Detailed)[1].tolist() == [0, 0, 0, 0, 2, 2]


def page_of(path):
    text = path.read_text(encoding="utf-8")
    return text, json.loads(re.search(r"\nconst page = (.*?);\n", text).group(1).replace("<\\/", "</"))


def baked_box(tmp_path):
    mesh = navpy.bake(*FLOOR, navpy.BakeSettings(agent_radius=0.25))
    path = tmp_path / "page.html"
    webview.write_html(path, "A <floor>", "of 16 m²", mesh, [webview.Layer("level", [debug.draw_level(*FLOOR)]),
                                                           webview.Layer("surface", [debug.draw_surface(mesh)])])
    return mesh, path


def test_the_page_is_whole_in_itself(tmp_path):
    mesh, path = baked_box(tmp_path)
    text, page = page_of(path)
    from plotly.offline import get_plotlyjs
    ours = text.replace(get_plotlyjs(), "")
    assert len(text) - len(ours) > 1_000_000                # plotly itself is in it
    assert "http" not in ours and not re.search(r"<(script|link|img|iframe)[^>]*(src|href)\s*=", text[:2000] + ours)
    assert "<title>A &lt;floor&gt;</title>" in text
    assert page["mesh"]["vertices"] == mesh.vertices.ravel().tolist()
    assert [tuple(ring) for ring in page["mesh"]["polygons"]] == mesh.polygons
    assert [layer["name"] for layer in page["layers"]] == ["level", "surface"]


def test_the_page_s_paths_are_those_of_the_library(tmp_path):
    """Pairs of points on meshes of many shapes; without node there is nothing to run the page's functions."""
    node = shutil.which("node")
    if node is None:
        return
    cases, expected = [], []
    for seed, mesh in enumerate(meshes(3)):
        points = random_points(mesh, 40, np.random.default_rng(seed))
        for (_, start), (_, goal) in zip(points[::2], points[1::2]):
            ends = [mesh.locate(start)[:2], mesh.locate(goal)[:2]]
            cases.append({"mesh": seed, "ends": [{"poly": poly, "point": point} for poly, point in ends]})
            expected.append(mesh.find_path(start, goal))
    (tmp_path / "in.json").write_text(json.dumps({"meshes": [webview.mesh_data(mesh) for mesh in meshes(3)], "cases": cases}))
    script = """const input = JSON.parse(require("fs").readFileSync(process.argv[1])), paths = require(process.argv[2]);
        console.log(JSON.stringify(input.cases.map(c => {
            const p = paths.findPath(input.meshes[c.mesh], ...c.ends); return p && p.length; })))"""
    done = subprocess.run([node, "-e", script, tmp_path / "in.json", webview.HERE / "webview.js"], capture_output=True, text=True,
                          check=True)
    found = json.loads(done.stdout)
    for length, path, case in zip(found, expected, cases):
        if length is None:
            assert path.status == navpy.PathStatus.FAILED, case
        else:
            assert length == pytest.approx(path.length, abs=1e-6), case
    assert sum(length is not None for length in found) > 100 and None in found


def test_the_page_s_ray_meets_the_nearest_surface(tmp_path):
    node = shutil.which("node")
    if node is None:
        return
    mesh = navpy.NavMesh.from_polygons([(x, y, z) for y in (0, 3) for x, _, z in FLOOR[0]], [(0, 1, 2, 3), (4, 5, 6, 7)])
    script = f"""const p = require(process.argv[1]), mesh = {json.dumps(webview.mesh_data(mesh))};
        console.log(JSON.stringify([p.pick(mesh, [1, 9, 1], [0, -2, 0]), p.pick(mesh, [1, 2, 1], [0.5, -1, 0]),
                                    p.pick(mesh, [9, 9, 9], [0, -1, 0])]))"""
    done = subprocess.run([node, "-e", script, webview.HERE / "webview.js"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [{"poly": 1, "point": [1, 3, 1]}, {"poly": 0, "point": [2, 0, 1]}, None]


def test_nothing_to_draw_is_said_so(tmp_path):
    with pytest.raises(ValueError, match="nothing to draw"):
        plot.draw_png(tmp_path / "x.png", "nothing")
    with pytest.raises(ValueError, match="nothing to draw"):
        webview.write_html(tmp_path / "x.html", "nothing", "", navpy.NavMesh(), [])
