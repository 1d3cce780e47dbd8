"""Pictures show what is in front; a page is whole in itself and finds the paths that the library finds."""
import json
import re
import shutil
import subprocess

import numpy as np
import pytest

import navpy
from navpy.studio import debug
from navpy.studio import mesh_picture
from navpy.studio import plot
from navpy.studio import webview
from navpy.api.query.corridor import CorridorSearch, refine
from tests.levels import terrain
from tests.meshes import INSIDE, contains, meshes, random_points

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


def test_rounded_areas_tell_the_polygons_of_detail_triangles():
    """Of hundreds of triangles whose areas are sums of rounded numbers, each lies in the polygon that it is said to belong to."""
    mesh = navpy.bake(*terrain(), navpy.BakeSettings(cell_size=0.3, detail_sample_distance=1.0, detail_sample_max_error=0.1))
    triangles, polys = debug.surface_triangles(mesh)
    assert len(triangles) > 300 and (np.diff(polys) >= 0).all() and set(polys) == set(range(mesh.polygon_count))
    for middle, poly in zip(mesh.vertices[triangles].mean(axis=1), polys):
        assert contains(mesh.vertices[list(mesh.polygon(int(poly)))][:, ::2], middle[::2])


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
    assert tuple(map(tuple, page["mesh"]["polygons"])) == mesh.polygons
    assert [layer["name"] for layer in page["layers"]] == ["level", "surface"]


def altered(mesh, rng, costs):
    """The mesh with random links, some wide, some one way only, with an exit-only area, polygons that nobody walks on, and with costs
    that differ or none."""
    polys = [tuple(mesh.polygon(i)) for i in range(mesh.polygon_count)]
    mesh = navpy.NavMesh.from_polygons(mesh.vertices, polys, rng.integers(60, 64, len(polys)), climb=0.5)
    mesh.set_area_cost(60, 4.0 if costs else 1.0)
    mesh.set_area_cost(61, 0.5 if costs else 1.0)
    mesh.set_exit_only_areas([62])
    points = [point for _, point in random_points(mesh, 12, rng, kinds=(INSIDE,))]
    for start, end in zip(points[::2], points[1::2]):
        mesh.add_link(start, end, radius=0.1, width=float(rng.choice((0.0, 0.3, 2.0))), two_way=bool(rng.integers(2)),
                      area=int(rng.integers(60, 64)))
    mesh.set_flags(rng.choice(len(polys), 2, replace=False).tolist(), 0)
    return mesh


def run_in_the_page(tmp_path, input_, expression):
    """What an expression with the page's functions has as its value for some input, or None without node."""
    node = shutil.which("node")
    if node is None:
        return None
    (tmp_path / "in.json").write_text(json.dumps(input_))
    (tmp_path / "run.js").write_text(f"""{webview.library()}
        const input = JSON.parse(require("fs").readFileSync(process.argv[2]));
        console.log(JSON.stringify({expression}));""", encoding="utf-8")
    done = subprocess.run([node, tmp_path / "run.js", tmp_path / "in.json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def paths_in_the_page(tmp_path, meshes_, pairs):
    """([what the page finds, {length, cost, points, line} or None], [PathResult]) for (mesh, start, goal), or None without node."""
    cases = [{"mesh": i, "ends": [dict(zip(("poly", "point"), meshes_[i].locate(point))) for point in ends]} for i, *ends in pairs]
    found = run_in_the_page(tmp_path, {"meshes": [webview.mesh_data(mesh) for mesh in meshes_], "cases": cases},
                            "input.cases.map(c => NavpyPath.findPath(input.meshes[c.mesh], ...c.ends))")
    return None if found is None else (found, [meshes_[i].find_path(start, goal) for i, start, goal in pairs])


def least_cost(mesh, start, goal):
    """Of the library's corridor between two places."""
    ends = [end for place in (start, goal) for end in mesh.locate(place)[:2]]
    search = CorridorSearch(mesh, *ends)
    search.advance()
    return refine(mesh, search.corridor, search.entries, ends[1], ends[3])[1][3]


@pytest.mark.parametrize("kind", ["plain", "links", "links and costs"])
def test_the_page_s_paths_are_those_of_the_library(tmp_path, kind):
    """Pairs of points on meshes of many shapes, plain and with links and an exit-only area, and with costs."""
    rng = np.random.default_rng(3)
    meshes_ = [mesh if kind == "plain" else altered(mesh, rng, "costs" in kind) for mesh in meshes(3)]
    pairs = []
    for i, mesh in enumerate(meshes_):
        points = [point for _, point in random_points(mesh, 40, rng) if mesh.locate(point) is not None]
        pairs += [(i, start, goal) for start, goal in zip(points[::2], points[1::2])]
    answer = paths_in_the_page(tmp_path, meshes_, pairs)
    if answer is None:                                      # there is nothing to run the page's functions
        return
    for found, path, case in zip(*answer, pairs):
        assert (found is None) == (path.status == navpy.PathStatus.FAILED), case
        if found is None:
            continue
        assert found["length"] == pytest.approx(path.length, abs=1e-5), case
        if "costs" in kind:
            assert found["cost"] == pytest.approx(least_cost(meshes_[case[0]], *case[1:]), rel=1e-6, abs=1e-9), case
        else:
            assert path.algorithm == "exact" and len(found["points"]) == len(path.points), case
    assert sum(found is not None for found in answer[0]) > 80 and None in answer[0]
    assert kind == "plain" or sum((path.links >= 0).any() for path in answer[1]) > 10


def test_a_path_of_the_page_and_of_the_picture_lies_on_the_surface(tmp_path):
    """From ridge to ridge the straight line between two corners is in the air; along the surface it goes down and up."""
    x = np.arange(7.0)
    vertices = [(a, a % 2, z) for z in (0.0, 4.0) for a in x]
    mesh = navpy.NavMesh.from_polygons(vertices, [(i, i + 7, i + 8, i + 1) for i in range(6)], climb=0.5)
    start, goal = (0.0, 0.0, 1.0), (6.0, 0.0, 2.5)
    path = mesh.find_path(start, goal)
    expected = np.column_stack([x, x % 2, 1.0 + 0.25 * x])
    drawn = debug.path_on_surface(mesh, path)
    np.testing.assert_allclose(drawn[np.isin(np.round(drawn[:, 0], 6), x)][[0, -1]], expected[[0, -1]], atol=1e-6)
    answer = paths_in_the_page(tmp_path, [mesh], [(0, start, goal)])
    for line in (drawn, *(np.array(found["line"]) for found in (answer[0] if answer else ()))):
        order = np.argsort(line[:, 0], kind="stable")
        np.testing.assert_allclose(np.interp(x, line[order, 0], line[order, 1]), expected[:, 1], atol=1e-6)
        np.testing.assert_allclose(np.interp(x, line[order, 0], line[order, 2]), expected[:, 2], atol=1e-6)


def test_a_path_over_a_link_is_an_arc_there_and_on_the_ground_elsewhere():
    x = [0, 2, 4, 6, 8, 10]
    mesh = navpy.NavMesh.from_polygons([(a, a % 4, z) for a in x for z in (0, 4)],
                                       [(0, 1, 3, 2), (2, 3, 5, 4), (6, 7, 9, 8), (8, 9, 11, 10)])
    mesh.add_link((3.5, 0.5, 2), (6.5, 1.5, 2), radius=0.1)
    path = mesh.find_path((0, 0, 2), (10, 2, 2))
    drawn = debug.path_on_surface(mesh, path)
    ground = (drawn[:, 0] <= 3.5) | (drawn[:, 0] >= 6.5)
    assert drawn[0].tolist() == [0, 0, 2] and drawn[-1].tolist() == [10, 2, 2] and (drawn[:, 2] == 2).all()
    np.testing.assert_allclose(drawn[ground, 1], np.interp(drawn[ground, 0], x, [a % 4 for a in x]), atol=1e-6)
    assert {2.0, 8.0} <= set(drawn[:, 0]) and (~ground).sum() == 11
    assert (drawn[~ground, 1] > np.interp(drawn[~ground, 0], (3.5, 6.5), (0.5, 1.5))).all()
    assert debug.path_on_surface(mesh, mesh.find_path((0, 0, 2), (99, 0, 2))).shape == (0, 3)


def test_walls_and_shared_edges_lie_on_the_surface():
    """Every place of the lines is as high as the triangles there, and they are as long as the polygons' edges."""
    rng = np.random.default_rng(3)
    grid = np.arange(25)
    points = np.column_stack([np.repeat(grid, 25), 2.0 * rng.random(625), np.tile(grid, 25)]).astype(np.float32)
    a = (25 * np.repeat(grid[:-1], 24) + np.tile(grid[:-1], 24))[:, None]
    triangles = np.concatenate([a + (0, 1, 26), a + (0, 26, 25)])
    mesh = navpy.bake(points, triangles, navpy.BakeSettings(agent_max_climb=1.0, agent_max_slope=80, agent_radius=0.5))
    assert len(mesh.triangles) // 3 > sum(len(ring) - 2 for ring in mesh.polygons)
    for walls in (True, False):
        drawing = debug.draw_edges(mesh, walls)
        ends = drawing.points[drawing.lines].astype(float)
        length = np.linalg.norm((ends[:, 1] - ends[:, 0])[:, (0, 2)], axis=1).sum()
        corners = [(mesh.vertices[ring[k]], mesh.vertices[ring[(k + 1) % len(ring)]], other < 0) for ring, row in
                   zip(mesh.polygons, mesh.neighbors) for k, other in enumerate(row)]
        wanted = sum(np.hypot(*(b - a)[[0, 2]]) for a, b, wall in corners if wall == walls)
        assert length == pytest.approx(wanted if walls else wanted / 2, rel=1e-5)
        for place in (ends[:, 0] + 0.37 * (ends[:, 1] - ends[:, 0])):
            assert mesh.locate(place, (1e-3, 9, 9))[1][1] == pytest.approx(place[1], abs=1e-3)


def test_the_stages_of_a_bake_show_what_they_are():
    """A floor of 4 m on each side: distances grow to its middle, one region, one contour, and the picture of each."""
    stages = navpy.bake_stages(*FLOOR, navpy.BakeSettings(agent_radius=0.25))
    drawings = debug.draw_stages(stages)
    assert list(drawings) == ["heightfield", "distances", "regions", "traced contours", "contours", "polygons"]
    distances = drawings["distances"]
    middles = distances.points[distances.triangles].mean(1)[:, (0, 2)]
    rim = 2.0 - np.abs(middles - 2.0).max(1)                # meters from the nearest side of the floor
    assert distances.colors[rim < 0.6].max() < distances.colors[rim > 1.6].min()
    assert len(set(drawings["regions"].colors)) == 1 and len(drawings["contours"]) == 4
    assert drawings["heightfield"].points[:, (0, 2)].min(0).tolist() == [0, 0]


def test_what_has_one_color_is_told_with_its_size_and_cost():
    mesh = navpy.NavMesh.from_polygons([(x, 0, z) for x in (0, 4, 6, 9, 12) for z in (0, 8)],
                                       [(0, 1, 3, 2), (4, 5, 7, 6), (6, 7, 9, 8)], [63, 63, 5])
    mesh.set_area_cost(5, 2.5)
    mesh.set_exit_only_areas([5])
    assert [(name, size) for name, size, _ in debug.legend_rows(mesh, "island")] == [("island 1", 48), ("island 2", 32)]
    colors = debug.draw_surface(mesh, "island")
    of_islands = [color for _, _, color in debug.legend_rows(mesh, "island")]
    assert [tuple(colors.palette[k].tolist()) for k in colors.colors] == [of_islands[k] for k in (1, 1, 0, 0, 0, 0)]
    rows = debug.legend_rows(mesh, "area")
    assert [(name, size) for name, size, _ in rows] == [("area 63", 56), ("area 5 (cost 2.5, exit only)", 24)]
    drawing = debug.draw_surface(mesh, "area")
    assert {tuple(drawing.palette[k].tolist()) for k in drawing.colors} == {color for _, _, color in rows}
    assert debug.legend_rows(mesh, "polygon") == [] == debug.legend_rows(navpy.NavMesh(), "area")


def test_a_picture_is_as_wide_as_asked_for_and_a_long_text_is_not_cut_off():
    drawing, sizes = stacked([0], [0]), {}
    for words, width in ((1, 300), (1, 600), (60, 600)):
        image = plot.draw_image("title", "word " * words, solids=[drawing], width=width, legend=[("floor", (9, 9, 9))])
        sizes[words, width] = image.size
        assert np.array(image)[:, -20:].min() > 230          # nothing runs into the right edge
    assert sizes[1, 600][0] == pytest.approx(sizes[1, 300][0] + 300, abs=2)
    assert sizes[60, 600][0] == sizes[1, 600][0] and sizes[60, 600][1] > sizes[1, 600][1] + 60


def test_a_level_far_from_the_origin_is_shown_near_it(tmp_path):
    """Graphics processors count in float32; the axes tell the true place."""
    points = [(x + 50_000, y, z - 70_000) for x, y, z in FLOOR[0]]
    mesh = navpy.NavMesh.from_polygons(points, [(0, 1, 2, 3)])
    webview.write_html(tmp_path / "page.html", "far", "", mesh, [webview.Layer("surface", [debug.draw_surface(mesh)])])
    page = page_of(tmp_path / "page.html")[1]
    assert page["origin"] == [50_002, 0, -69_998]
    axis = page["figure"]["layout"]["scene"]["xaxis"]
    assert abs(axis["range"][0]) < 3 and abs(axis["range"][1]) < 3
    assert [float(text) - 50_002 for text in axis["ticktext"]] == axis["tickvals"]


def test_links_are_drawn_from_end_to_end_and_point_where_they_lead_one_way():
    mesh = navpy.NavMesh.from_polygons([(x, 0, z) for x in (0, 4, 6, 9) for z in (0, 8)], [(0, 1, 3, 2), (4, 5, 7, 6)])
    mesh.add_link((3, 0, 1), (7, 0, 1), radius=0.1, width=4.0)
    found = debug.directed_links(mesh)
    assert [(link.start_poly, link.end_poly) for link in found] == [(0, 1), (1, 0)]
    assert sorted(found[0].leave[:, 2]) == sorted(found[1].leave[:, 2]) == [0.0, 3.0]     # 2 m to each side, as far as there is floor
    both = debug.draw_links(mesh)
    assert set(map(tuple, both.points[np.isin(both.points[:, 0], (3, 7))].round(4))) == {(x, 0, z) for x in (3, 7) for z in (0, 3)}
    mesh.remove_links(0)
    assert not len(debug.draw_links(mesh))
    mesh.add_link((3, 0, 1), (7, 0, 1), radius=0.1, width=4.0, two_way=False)
    assert len(debug.draw_links(mesh)) == len(both) + 2                                 # the head of an arrow


def test_the_page_s_ray_meets_the_nearest_surface_that_one_may_walk_on(tmp_path):
    mesh = navpy.NavMesh.from_polygons([(x, y, z) for y in (0, 3, 5) for x, _, z in FLOOR[0]],
                                       [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)])
    mesh.set_flags([2], 0)
    rays = [([1, 9, 1], [0, -2, 0]), ([1, 2, 1], [0.5, -1, 0]), ([9, 9, 9], [0, -1, 0])]
    hits = run_in_the_page(tmp_path, {"mesh": webview.mesh_data(mesh), "rays": rays},
                           "input.rays.map(ray => NavpySurface.pick(input.mesh, ...ray))")
    assert hits is None or hits == [{"poly": 1, "point": [1, 3, 1]}, {"poly": 0, "point": [2, 0, 1]}, None]


def test_nothing_to_draw_is_said_so(tmp_path):
    with pytest.raises(ValueError, match="nothing to draw"):
        plot.draw_image("nothing")
    with pytest.raises(ValueError, match="nothing to draw"):
        webview.write_html(tmp_path / "x.html", "nothing", "", navpy.NavMesh(), [])


def test_a_picture_of_a_mesh_shows_its_level_and_each_path_in_a_color_of_its_own():
    level = ([(0, 0, 0), (0, 0, 20), (20, 0, 20), (20, 0, 0)], [(0, 1, 2), (0, 2, 3)])
    mesh = navpy.bake(*level, navpy.BakeSettings(agent_radius=0.5))
    path, drawn = mesh.find_path((2, 0, 2), (18, 0, 3)), [(2.0, 0.0, 16.0), (16.0, 0.0, 18.0)]
    image = np.array(navpy.draw_mesh(mesh, level=level, paths=[path, drawn], title="floor", width=400))
    without = np.array(navpy.draw_mesh(mesh, level=level, title="floor", width=400))
    assert image.shape == without.shape
    changed = (image != without).any(-1)
    for color, other in (mesh_picture.PATH_COLORS[:2], mesh_picture.PATH_COLORS[1::-1]):
        near = (np.abs(image.astype(int) - color).max(-1) < 12) & changed
        assert near.sum() > 200, f"no line of color {color} beside that of {other}"
    with pytest.raises(ValueError, match="color|by"):
        navpy.draw_mesh(mesh, color="rainbow")


def test_a_failed_path_of_one_point_draws_the_mesh_alone():
    mesh = navpy.NavMesh.from_polygons([(0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0)], [(0, 1, 2, 3)])
    failed = mesh.find_path((50, 0, 50), (1, 0, 1))
    assert np.array_equal(navpy.draw_mesh(mesh, paths=[failed], width=200), navpy.draw_mesh(mesh, width=200))
