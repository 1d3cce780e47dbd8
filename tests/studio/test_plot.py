"""Pictures show what is in front; Drawings show what they are of."""

import numpy as np
import pytest

import navpy
from navpy.studio import debug
from navpy.studio import mesh_picture
from navpy.studio import plot
from tests.levels import terrain
from tests.meshes import contains, meshes

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


def test_a_path_that_is_drawn_lies_on_the_surface():
    """From ridge to ridge the straight line between two corners is in the air; along the surface it goes down and up."""
    x = np.arange(7.0)
    vertices = [(a, a % 2, z) for z in (0.0, 4.0) for a in x]
    mesh = navpy.NavMesh.from_polygons(vertices, [(i, i + 7, i + 8, i + 1) for i in range(6)], climb=0.5)
    start, goal = (0.0, 0.0, 1.0), (6.0, 0.0, 2.5)
    path = mesh.find_path(start, goal)
    expected = np.column_stack([x, x % 2, 1.0 + 0.25 * x])
    drawn = debug.path_on_surface(mesh, path)
    np.testing.assert_allclose(drawn[np.isin(np.round(drawn[:, 0], 6), x)][[0, -1]], expected[[0, -1]], atol=1e-6)
    order = np.argsort(drawn[:, 0], kind="stable")
    np.testing.assert_allclose(np.interp(x, drawn[order, 0], drawn[order, 1]), expected[:, 1], atol=1e-6)
    np.testing.assert_allclose(np.interp(x, drawn[order, 0], drawn[order, 2]), expected[:, 2], atol=1e-6)


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
        edges = debug.Edges(mesh)
        drawing = edges.draw(edges.walls() if walls else edges.shared(), debug.WALL)
        ends = drawing.points[drawing.lines].astype(float)
        length = np.linalg.norm((ends[:, 1] - ends[:, 0])[:, (0, 2)], axis=1).sum()
        corners = [(mesh.vertices[ring[k]], mesh.vertices[ring[(k + 1) % len(ring)]], other < 0) for ring, row in
                   zip(mesh.polygons, mesh.neighbors) for k, other in enumerate(row)]
        wanted = sum(np.hypot(*(b - a)[[0, 2]]) for a, b, wall in corners if wall == walls)
        assert length == pytest.approx(wanted if walls else wanted / 2, rel=1e-5)
        for place in (ends[:, 0] + 0.37 * (ends[:, 1] - ends[:, 0])):
            assert mesh.locate(place, (1e-3, 9, 9))[1][1] == pytest.approx(place[1], abs=1e-3)


def test_lines_between_tiles_lie_on_their_borders():
    settings = navpy.BakeSettings(agent_radius=0.5, cell_size=0.25, tile_size=32)
    mesh = navpy.bake([(0, 0, 0), (0, 0, 20), (20, 0, 20), (20, 0, 0)], FLOOR[1], settings, bounds=((0, -1, 0), (20, 5, 20)))
    edges = debug.Edges(mesh)
    ends = mesh.vertices[edges.sides[edges.between_tiles()]][:, :, (0, 2)]
    across = np.abs(ends[:, 0] - ends[:, 1]).argmin(1)                    # the axis along which both ends are at the same place
    places = ends[np.arange(len(ends)), 0, across]
    length = np.abs(ends[:, 0] - ends[:, 1]).max(1).sum()
    assert mesh.tile_size == 8.0 and length == pytest.approx(4 * mesh.area ** 0.5)      # two borders along each axis
    assert set(places.tolist()) == {8.0, 16.0}
    whole = debug.Edges(navpy.bake(*FLOOR, navpy.BakeSettings(agent_radius=0.25)))
    assert not whole.between_tiles().any() and whole.walls().any()


def test_the_colors_of_neighbors_in_the_palette_are_far_apart():
    assert len(np.unique(debug.DISTINCT, axis=0)) == len(debug.DISTINCT) >= 24


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


def test_nothing_to_draw_is_said_so():
    with pytest.raises(ValueError, match="nothing to draw"):
        plot.draw_image("nothing")


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


def test_no_paths_may_be_said_in_any_way():
    mesh = navpy.NavMesh.from_polygons([(0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0)], [(0, 1, 2, 3)])
    alone = np.array(navpy.draw_mesh(mesh, width=200))
    for none in (None, (), [], iter(())):
        assert np.array_equal(navpy.draw_mesh(mesh, paths=none, width=200), alone)
