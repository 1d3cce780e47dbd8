"""The page of `navpy view` in a browser: its paths are the library's, its picture shows what is in front, what one clicks and drags
happens."""
import hashlib

import numpy as np
import pytest
from click.testing import CliRunner
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from tests import levels
from tests.meshes import INSIDE, meshes, random_points
from tests.playground.browser import NO_WEBGL, Browser
from tests.playground.test_page import set_slider

import navpy
from navpy.studio import cli, debug, web_page, webview

MOST_BYTES = 3_000_000                  # of a house with all stages of its bake, core included
HOUSE = navpy.BakeSettings(agent_radius=0.5, cell_size=0.25)
FIRST, LAST = (-2.0, 0.0, -2.0), (12.0, 3.0, 8.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, means):
    return tmp_path_factory.mktemp("view")


@pytest.fixture(scope="module")
def house(folder):
    """(page, NavMesh): two floors, walls, stairs, with the stages of the bake."""
    level = levels.house()
    stages = navpy.bake_stages(*level, HOUSE)
    layers = [webview.Layer("level", debug.draw_level(*level), shade="--level"), *webview.stage_layers(stages)]
    webview.write_html(folder / "house.html", "a house", "two floors", stages.mesh, [*layers, *webview.navmesh_layers(stages.mesh)])
    return folder / "house.html", stages.mesh


@pytest.fixture
def opened(page, house):
    page.open(page=house[0])
    return page


def write(path, mesh, layers=(), **more):
    webview.write_html(path, "a mesh", "", mesh, [*layers, *webview.navmesh_layers(mesh)], **more)
    return path


def canvas(page):
    return page.driver.find_element(By.ID, "surface")


def offset(page, pixel):
    """From the middle of the canvas, as selenium counts."""
    width, height = page.run("const c = viewer.surface.canvas; return [c.clientWidth, c.clientHeight]")
    return round(pixel[0] - width / 2), round(pixel[1] - height / 2)


def pixel_of(page, place):
    return page.run("return viewer.surface.project(viewer.shown(arguments[0]))", list(place))


def settle(page):
    """Until the picture is drawn as a whole."""
    page.until("!viewer.surface.rest.length && !viewer.surface.stale && !viewer.remembering")


def click(page, place):
    pointer = ActionChains(page.driver, duration=20)
    pointer.move_to_element_with_offset(canvas(page), *offset(page, pixel_of(page, place))).click().perform()
    page.wait()


def colors_at(page, pixels):
    """(n, 4): what the canvas shows at pixels, all of it drawn at once."""
    pixels = [[round(v) for v in pixel] for pixel in pixels]
    return np.array(page.run("""
        const { surface } = viewer, copy = document.createElement("canvas"), budget = surface.budget;
        surface.budget = Infinity;
        surface.draw();
        [copy.width, copy.height] = [surface.canvas.width, surface.canvas.height];
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(surface.canvas, 0, 0);
        surface.budget = budget;
        return arguments[0].map(([x, y]) => [...context.getImageData(x, y, 1, 1).data])""", pixels))


def picture(page, budget):
    """A hash of the picture that is shown in the end, drawn with so many triangles a frame."""
    return page.driver.execute_async_script("""
        const [budget, done] = arguments, { surface } = viewer, kept = surface.budget, adapt = surface.adapt;
        const hash = async () => {
          const copy = document.createElement("canvas");
          [copy.width, copy.height] = [surface.canvas.width, surface.canvas.height];
          const context = copy.getContext("2d", { willReadFrequently: true });
          context.drawImage(surface.canvas, 0, 0);
          const { data } = context.getImageData(0, 0, copy.width, copy.height);
          done([[...new Uint8Array(await crypto.subtle.digest("SHA-256", data))].join(" "), slices]);
        };
        let slices = 0;
        surface.budget = budget;
        surface.paint();
        while (surface.rest.length) { surface.refine(); slices++; }
        hash();
        surface.budget = kept;
        surface.adapt = adapt""", budget)


# ---- paths ----

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


def digest(points, length, status, reason, message):
    return hashlib.sha256(points + repr((float(length), status, reason, message)).encode()).hexdigest()


def digests(page, mesh, pairs):
    """Of each path that the page finds, and that the library finds."""
    found = page.driver.execute_async_script("""const [pairs, done] = arguments, { route } = viewer;
        (async () => {
          const out = [];
          for (const [start, goal] of pairs) {
            await route.set(start, goal);
            const { points, length, status, reason, message } = route.path;
            out.push([[...new Uint8Array(new Float32Array(points).buffer)], length, status, reason, message]);
          }
          done(out);
        })()""", [[list(map(float, end)) for end in pair] for pair in pairs])
    paths = [mesh.find_path(*pair, True) for pair in pairs]
    wanted = [digest(path.points.tobytes(), path.length, path.status.name, path.reason.name, path.message) for path in paths]
    return [digest(bytes(points), *rest) for points, *rest in found], wanted, paths


@pytest.mark.parametrize("kind", ["plain", "links", "links and costs"])
def test_paths_are_the_library_s_bit_by_bit(page, folder, kind):
    rng = np.random.default_rng(3)
    statuses = set()
    for i, mesh in enumerate(list(meshes(3))[:4]):
        mesh = mesh if kind == "plain" else altered(mesh, rng, "costs" in kind)
        page.open(page=write(folder / f"{kind} {i}.html", mesh))
        points = [point for _, point in random_points(mesh, 30, rng) if mesh.locate(point) is not None]
        found, wanted, paths = digests(page, mesh, list(zip(points[::2], points[1::2])))
        assert found == wanted and len(found) > 5
        statuses |= {(path.status.name, bool((path.links >= 0).any())) for path in paths}
    assert {("COMPLETE", False), ("PARTIAL", False)} <= statuses and (kind == "plain" or ("COMPLETE", True) in statuses)


def test_of_two_ways_that_are_equally_long_the_page_takes_the_library_s(page, folder):
    """Around a square pillar, from the middle of one side to the middle of the other."""
    floor = levels.level(levels.box((-10, -1, -10), (10, 0, 10)), levels.box((-2, 0, -2), (2, 3, 2)))
    mesh = navpy.bake(*floor, HOUSE)
    page.open(page=write(folder / "pillar.html", mesh))
    pairs = [((x, 0, z), (-x, 0, -z)) for x, z in ((6, 0), (-6, 0), (0, 6), (0, -6), (5, 5), (-5, 5), (5, -5), (-5, -5))]
    found, wanted, paths = digests(page, mesh, pairs)
    assert found == wanted and all(len(path.points) > 2 for path in paths)


def test_two_clicks_show_a_path_and_its_ends_are_dragged(opened, house):
    click(opened, FIRST)
    assert opened.message() == "Click the goal." and opened.run("return document.querySelectorAll('.handle').length") == 1
    click(opened, LAST)
    numbers, [start, goal] = opened.numbers(), [opened.run(f"return viewer.route.ends.{name}") for name in ("start", "goal")]
    assert np.abs(np.subtract([start, goal], [FIRST, LAST])).max() < 0.3
    path = house[1].find_path(start, goal)
    assert numbers["Path"] == f"{path.length:.2f} m" and numbers["Status"] == "COMPLETE" and opened.message() == path.message
    mark = opened.driver.find_element(By.CSS_SELECTOR, ".handle[data-key=goal]")
    ActionChains(opened.driver, duration=20).click_and_hold(mark).move_by_offset(90, 60).release().perform()
    opened.wait()
    moved = opened.run("return viewer.route.ends.goal")
    assert moved != goal and opened.numbers()["Path"] == f"{house[1].find_path(start, moved).length:.2f} m"
    mark.send_keys(Keys.ARROW_LEFT)
    opened.wait()
    stepped = opened.run("return viewer.route.ends.goal")
    assert stepped[0] == pytest.approx(moved[0] - 0.25, abs=1e-6) and house[1].locate(stepped)[2] < 1e-6
    click(opened, (16, 0, 21))          # one more click begins anew
    assert opened.message() == "Click the goal."
    canvas(opened).send_keys(Keys.ESCAPE)
    opened.wait()
    assert "Click two places" in opened.message() and opened.run("return viewer.surface.layers.has('way')") is False


def test_the_address_holds_what_is_seen(opened, house):
    click(opened, FIRST)
    click(opened, LAST)
    set_slider(opened, "cut", 2.5)
    opened.driver.find_element(By.CSS_SELECTOR, "input[name=by][value=polygon]").find_element(By.XPATH, "..").click()
    opened.run("document.querySelector(\"input[name='island 2']\").click()")
    ActionChains(opened.driver, duration=20).drag_and_drop_by_offset(canvas(opened), 120, -40).perform()
    settle(opened)
    opened.run("viewer.writeAddress()")
    yaw = "return viewer.surface.camera.yaw"
    state, numbers, camera = opened.run("return location.hash.slice(1)"), opened.numbers(), opened.run(yaw)
    place = pixel_of(opened, LAST)
    opened.open(state, page=house[0])
    keep = ("Start", "Goal", "Points", "Status")
    assert {key: opened.numbers()[key] for key in keep} == {key: numbers[key] for key in keep}
    assert opened.run("return [viewer.values.by, [...viewer.navmesh.off]]") == ["polygon", [1]]
    assert opened.run("return viewer.values.cut") == pytest.approx(2.5, abs=0.05)
    assert opened.run(yaw) == pytest.approx(camera, abs=1e-3) and pixel_of(opened, LAST) == pytest.approx(place, abs=2)


def test_an_address_with_nonsense_opens_the_defaults(page, house):
    page.open("camera=1,2,x&by=magic&cut=high&layers=&off=900,-1,x&start=1,2&goal=z", page=house[0])
    assert page.wait() == "ready" and page.run("return [viewer.values.by, viewer.surface.cut, viewer.route.ends]") == [
        "island", None, {"start": None, "goal": None}]


@pytest.mark.parametrize("ends, complete", [(("-2,0,-2", "6,3,10"), True), (("-2,0,-2", "0,0,20"), False)])
def test_a_path_that_the_command_was_asked_for_is_on_the_page(page, folder, ends, complete):
    level, out = folder / "level.ply", folder / "asked.html"
    from navpy.studio.level_files import save_drawing
    save_drawing(level, debug.draw_level(*levels.house()))
    options = ("--agent-radius", "0.5", "--cell-size", "0.25", "--from", ends[0], "--to", ends[1])
    done = CliRunner().invoke(cli.main, ["view", str(level), "-o", str(out), *options])
    assert done.exit_code == (0 if complete else 1)
    page.open(page=out)
    assert page.message().startswith("path of ") == complete and page.run("return viewer.surface.layers.has('way')")
    if not complete:
        assert page.message() in done.stderr and page.run("return document.getElementById('message').className") == "error"


def test_without_a_core_the_page_is_a_viewer_and_says_so(page, folder, monkeypatch):
    monkeypatch.setattr(web_page, "core", lambda: None)
    mesh = navpy.bake(*levels.yard(), HOUSE)
    start, goal = (tuple(mesh.vertices[list(mesh.polygon(i))].mean(0).tolist()) for i in (0, 1))
    page.open(page=write(folder / "bare.html", mesh))
    assert page.wait() == "ready" and page.message().startswith("Paths need the core")
    assert page.run("return viewer.surface.layers.size") > 1
    click(page, start)
    assert page.message().startswith("Paths need the core")
    page.open(page=write(folder / "bare.html", mesh, route=(start, goal, mesh.find_path(start, goal))))
    assert page.message().startswith("path of ") and page.run("return viewer.surface.layers.has('way')")


def test_the_core_is_the_one_that_the_playground_has(house):
    assert web_page.core() is not None and web_page.as_text(web_page.core()) in house[0].read_text()


# ---- the picture ----

def test_a_house_with_all_stages_is_a_small_page(house):
    assert house[0].stat().st_size < MOST_BYTES


def test_all_layers_are_drawn_and_can_be_switched_off(opened):
    settle(opened)
    seen = {picture(opened, 1e9)[0]}
    boxes = opened.driver.find_elements(By.CSS_SELECTOR, "#controls input[type=checkbox]")
    assert len(boxes) == 10             # surface, level, walls, shared edges and six stages
    for box in boxes:
        before = picture(opened, 1e9)[0]
        box.click()
        settle(opened)
        seen.add(picture(opened, 1e9)[0])
        assert picture(opened, 1e9)[0] != before
    assert len(seen) > 9


@pytest.mark.parametrize("budget", [300, 2000])
def test_a_picture_that_is_drawn_part_by_part_is_the_same(opened, budget):
    opened.run("viewer.values['layer 1'] = true; viewer.changed('layer 1')")           # the heightfield, 10,000 triangles
    settle(opened)
    whole, parts = picture(opened, 1e9), picture(opened, budget)
    assert whole[1] == 0 and parts[1] > 4 and parts[0] == whole[0]


def test_what_is_picked_is_what_is_in_front(opened):
    """The nearest triangle along each pixel's ray, of all of them."""
    rng = np.random.default_rng(2)
    pixels = rng.uniform((250, 150), (800, 600), (150, 2))
    layers = opened.run("""return ["surface", "layer 0"].map(name => { const { blocks, lift } = viewer.surface.layers.get(name);
        return [lift, [...blocks.positions], [...blocks.levels[0].index]]; })""")
    triangles = [(lift, np.array(p).reshape(-1, 3)[np.array(index).reshape(-1, 3)]) for lift, p, index in layers]
    found = 0
    for pixel in pixels.tolist():
        ray, hit = opened.run("return [viewer.surface.camera.ray(...arguments[0]), viewer.surface.pick(...arguments[0])]", pixel)
        eye, direction = np.array(ray["eye"]), np.array(ray["direction"])
        nearest = min((distance - lift for lift, corners in triangles for distance in meet(eye, direction, corners)), default=None)
        assert (hit is None) == (nearest is None)
        if hit:
            lift = triangles[0 if hit["name"] == "surface" else 1][0]
            assert hit["depth"] - lift == pytest.approx(nearest, abs=1e-6)
            found += 1
    assert found > 50


def test_a_ray_along_the_side_of_a_block_meets_it(page, folder):
    """Straight down on a level whose blocks begin where the camera is."""
    corners = [(-8, 0, -8), (-8, 0, 8), (0, 0, 8), (0, 0, -8), (8, 0, 8), (8, 0, -8)]
    mesh = navpy.NavMesh.from_polygons(corners, [(0, 1, 2, 3), (3, 2, 4, 5)])
    page.open(page=write(folder / "two.html", mesh))
    met = page.run("""const { blocks } = viewer.surface.layers.get("surface");
        return [[0, 9, 1], [-8, 9, 3], [3, 9, -8], [-8.001, 9, 3]].map(eye => blocks.meet(eye, [0, -1, 0], Infinity)?.along)""")
    assert met == [9, 9, 9, None]


def meet(eye, direction, corners):
    """Lengths along a ray at which it meets triangles (m, 3, 3), by Cramer's rule."""
    a, u, v = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    matrix = np.stack([u, v, np.broadcast_to(-direction, u.shape)], axis=2)
    with np.errstate(all="ignore"):
        there = np.abs(np.linalg.det(matrix)) > 1e-12
        s, t, distance = np.linalg.solve(matrix[there], (eye - a[there])[:, :, None])[:, :, 0].T
    return distance[(s >= 0) & (t >= 0) & (s + t <= 1) & (distance > 0)]


def test_the_floor_under_the_pointer_is_the_one_that_is_seen(opened):
    """The ground floor below the upper one is not seen until that is cut away."""
    opened.driver.find_element(By.ID, "above").click()
    settle(opened)
    pixel = pixel_of(opened, (6, 3, 6.5))
    ActionChains(opened.driver, duration=20).move_to_element_with_offset(canvas(opened), *offset(opened, pixel)).perform()
    opened.until("document.getElementById('readout').textContent")
    height = "return +document.getElementById('readout').textContent.split(', ')[1]"
    assert opened.run(height) == pytest.approx(3.0, abs=0.15)
    assert "island 1" in opened.run("return document.getElementById('readout').textContent")
    set_slider(opened, "cut", 2.0)
    assert opened.run("return viewer.placeOf(viewer.surface.pick(...arguments[0]).place)[1]", pixel) == pytest.approx(0.0, abs=0.15)


def test_a_click_on_a_wall_does_not_reach_the_navmesh_behind_it(opened):
    opened.run("viewer.surface.camera.yaw = 0; viewer.surface.camera.turn(0, -0.5)")
    settle(opened)
    click(opened, (3, 1.5, 14))         # the outside of the house, seen from the south
    assert opened.message() == "There is no navmesh at this place." and opened.run("return viewer.route.ends.start") is None


def test_a_cut_shows_what_was_below(opened):
    place = pixel_of(opened, (6.5, 5.2, 10))            # the roof
    before = colors_at(opened, [place])
    set_slider(opened, "cut", 4.0)
    settle(opened)
    assert (colors_at(opened, [place]) != before).any()
    for key, change in ((Keys.PAGE_DOWN, -1), (Keys.PAGE_UP, 1)):
        height = opened.run("return viewer.surface.cut")
        canvas(opened).send_keys(key)
        assert np.sign(opened.run("return viewer.surface.cut") - height) == change


def test_islands_are_switched_off_and_the_smallest_is_named(opened, house):
    sizes = sorted(debug.island_areas(house[1]), reverse=True)
    text = opened.run("return document.getElementById('islands').innerText")
    assert f"{len(sizes)} ISLANDS" in text.upper() and f"The smallest: island {len(sizes)}, {sizes[-1]:.1f} m²" in text
    rows = opened.run("return [...document.querySelectorAll('#islands .rows div')].map(row => row.innerText.replace('\\n', ' '))")
    assert rows == [f"island {i + 1} {size:.1f} m²" for i, size in enumerate(sizes)]
    place = pixel_of(opened, (8, 0, 21))                # beyond the canal, island 2
    [before] = colors_at(opened, [place])
    opened.driver.find_element(By.CSS_SELECTOR, "input[name='island 2']").click()
    settle(opened)
    [after] = colors_at(opened, [place])
    assert np.abs(before[:3] / before[:3].max() - np.array(debug.DISTINCT[1]) / debug.DISTINCT[1].max()).max() < 0.03
    assert np.ptp(after[:3]) < 20       # the level's gray
    click(opened, (8, 0, 21))
    assert opened.message() == "There is no navmesh at this place."
    opened.driver.find_element(By.CSS_SELECTOR, "#islands h3 button").click()
    assert opened.run("return viewer.navmesh.off.size") == len(sizes)


def test_a_click_on_an_island_looks_at_it(opened):
    before = opened.run("return viewer.surface.camera.distance")
    opened.driver.find_element(By.CSS_SELECTOR, "#islands p button").click()
    settle(opened)
    assert opened.run("return viewer.surface.camera.distance") < before / 2


def test_colors_of_areas(page, folder):
    corners = [(x, 0, z) for x in (0, 4, 6, 9) for z in (0, 8)]
    mesh = navpy.NavMesh.from_polygons(corners, [(0, 1, 3, 2), (2, 3, 5, 4), (4, 5, 7, 6)], [63, 5, 63])
    mesh.set_area_cost(5, 2.5)
    page.open(page=write(folder / "areas.html", mesh, by="area"))
    assert "area 5 (cost 2.5)" in page.run("return document.getElementById('areas').innerText")
    ground, area = colors_at(page, [pixel_of(page, (2, 0, 4)), pixel_of(page, (5, 0, 4))])
    assert np.abs(ground - area).max() > 25
    page.run("document.querySelector('input[name=by][value=island]').click()")
    settle(page)
    ground, area = colors_at(page, [pixel_of(page, (2, 0, 4)), pixel_of(page, (5, 0, 4))])
    assert np.array_equal(ground, area) and page.run("return document.getElementById('areas').innerText") == ""


@pytest.mark.parametrize("below", [0.05, 0.15])
def test_a_level_does_not_hide_the_navmesh_slightly_below_it_but_a_wall_does(page, folder, below):
    floor = levels.level(levels.box((-8, -1, -8), (8, 0, 8)), levels.box((-8, 0, -0.1), (8, 3, 0.1)))
    half = [(-7.5, 0.6), (-7.5, 7.5), (7.5, 7.5), (7.5, 0.6)]
    corners = [(x, -below, z * side) for side in (1, -1) for x, z in half]
    mesh = navpy.NavMesh.from_polygons(corners, [(0, 1, 2, 3), (7, 6, 5, 4)], agent_radius=0.5, agent_height=1.8)
    page.open("camera=0,0.8,30,0,0,0", page=write(folder / "below.html", mesh, [webview.Layer("level", debug.draw_level(*floor))]))
    near, wall = colors_at(page, [pixel_of(page, (0.7, 0, 4)), pixel_of(page, (0.7, 1.5, 0.1))])
    assert near[2] > near[0] + 50       # the first island's blue
    assert np.ptp(wall[:3]) < 20        # the wall's gray, though there is navmesh behind it


def test_the_wheel_zooms_about_what_is_under_the_pointer(opened):
    place = (14.0, 0.0, 20.0)
    before, distance = pixel_of(opened, place), opened.run("return viewer.surface.camera.distance")
    origin = ScrollOrigin.from_element(canvas(opened), *offset(opened, before))
    ActionChains(opened.driver).scroll_from_origin(origin, 0, -400).perform()
    settle(opened)
    assert opened.run("return viewer.surface.camera.distance") < 0.8 * distance
    assert pixel_of(opened, place) == pytest.approx(before, abs=3)


def test_the_right_button_shifts_what_it_has_grasped(opened):
    place = (14.0, 0.0, 20.0)
    before = pixel_of(opened, place)
    actions = ActionChains(opened.driver, duration=20)
    actions.move_to_element_with_offset(canvas(opened), *offset(opened, before))
    actions.w3c_actions.pointer_action.pointer_down(button=2)
    actions.w3c_actions.pointer_action.move_by(-70, -50)
    actions.w3c_actions.pointer_action.pointer_up(button=2)
    actions.perform()
    settle(opened)
    assert pixel_of(opened, place) == pytest.approx([before[0] - 70, before[1] - 50], abs=2)


def test_two_fingers_zoom(opened):
    distance = opened.run("return viewer.surface.camera.distance")
    opened.run("""const { canvas } = viewer.surface, fire = (type, pointerId, x) => canvas.dispatchEvent(new PointerEvent(type,
          { pointerId, clientX: x, clientY: 300, buttons: 1, pointerType: "touch", isPrimary: pointerId === 1, bubbles: true }));
        canvas.setPointerCapture = () => {};
        fire("pointerdown", 1, 400); fire("pointerdown", 2, 500);
        fire("pointermove", 1, 350); fire("pointermove", 2, 550);
        fire("pointerup", 1, 350); fire("pointerup", 2, 550);""")
    assert opened.run("return viewer.surface.camera.distance") == pytest.approx(distance / 2)


def test_keys_turn_and_zoom(opened):
    state = "const { yaw, pitch, distance } = viewer.surface.camera; return [yaw, pitch, distance]"
    first = opened.run(state)
    canvas(opened).send_keys(Keys.ARROW_LEFT, Keys.ARROW_UP, "+")
    yaw, pitch, distance = opened.run(state)
    assert yaw > first[0] and pitch > first[1] and distance < first[2]
    canvas(opened).send_keys("t", Keys.HOME)
    assert opened.run(state)[1] > 1.5 and opened.run("return viewer.surface.camera.yaw") == pytest.approx(0)
    low, high = np.array(opened.run("return [viewer.page.low, viewer.page.high]"))
    corners = [opened.run("return viewer.surface.project(arguments[0])", np.where(mask, high, low).tolist())
               for mask in np.ndindex(2, 2, 2)]
    size = opened.run("const c = viewer.surface.canvas; return [c.clientWidth, c.clientHeight]")
    assert (np.array(corners) > 0).all() and (np.array(corners) < size).all()


# ---- coarse pictures of large levels ----

@pytest.fixture(scope="module")
def terrain(folder):
    """(page, points, triangles): 80,000 triangles of two kinds, side by side."""
    side = 200
    x, z = np.meshgrid(np.arange(side + 1.0), np.arange(side + 1.0))
    points = np.stack([x, 4 * np.sin(x / 20) * np.cos(z / 15), z], -1).reshape(-1, 3).astype(np.float32)
    a = (np.arange(side)[:, None] * (side + 1) + np.arange(side)).reshape(-1, 1)
    triangles = np.concatenate([a + (0, side + 1, 1), a + (1, side + 1, side + 2)])
    kinds = (points[triangles].mean(1)[:, 0] > side / 2).astype(int)
    drawing = debug.Drawing(points, triangles, colors=kinds)
    mesh = navpy.NavMesh.from_polygons([(10, 6, 10), (10, 6, 30), (30, 6, 30), (30, 6, 10)], [(0, 1, 2, 3)], agent_radius=0.5)
    return write(folder / "terrain.html", mesh, [webview.Layer("terrain", drawing)]), points, triangles


def test_coarse_levels_cover_the_same_ground_with_ever_fewer_triangles(page, terrain):
    page.open(page=terrain[0])
    found = page.run("""const { levels, positions } = viewer.surface.layers.get("layer 0").blocks;
        return [[...positions], levels.map(({ cell, index, first, count }) => [cell, [...index], [...first], [...count]])]""")
    places, sizes = np.array(found[0]).reshape(-1, 3), []
    for cell, index, first, count in found[1]:
        assert first == [sum(count[:i]) for i in range(len(count))] and 3 * sum(count) == len(index)
        corners = places[np.array(index).reshape(-1, 3)][:, :, [0, 2]]
        u, v = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        covered = 0.5 * np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).sum()
        assert covered == pytest.approx(200 * 200, abs=4 * 200 * 2.5 * cell)     # but for less than a cell along the border
        sizes.append(len(index) // 3)
    assert len(sizes) > 2 and sizes[0] == 80_000 and all(b < 0.7 * a for a, b in zip(sizes, sizes[1:]))


@pytest.mark.parametrize("budget", [5000, 20_000, 60_000])
def test_while_the_camera_moves_a_picture_stays_within_the_budget(page, terrain, budget):
    page.open(page=terrain[0])
    drawn = page.run("""const { surface } = viewer, draw = surface.drawRange;
        let sum = 0;
        surface.budget = arguments[0];
        surface.drawRange = (layer, first, count) => {
          sum += count * (layer.lines ? 2 : 1);
          draw.call(surface, layer, first, count);
        };
        surface.paint();
        const left = surface.rest.length;
        delete surface.drawRange;
        return [sum, left]""", budget)
    assert budget / 8 < drawn[0] <= budget and drawn[1] > 1


def test_blocks_out_of_sight_are_left_out(page, terrain):
    """Those that stay hold every triangle that a corner of it shows in the picture."""
    page.open("camera=0.4,0.5,30,60,3,60", page=terrain[0])
    shown, all_blocks, matrix, places, index = page.run("""const { surface } = viewer, { blocks } = surface.layers.get("layer 0");
        const matrix = surface.camera.matrix(), shown = blocks.visible(matrix, Infinity).filter((_, i) => i % 2 === 0);
        return [shown, blocks.boxes.length / 6, [...matrix], [...blocks.positions], [...blocks.levels[0].index]]""")
    places = np.array(places).reshape(-1, 3)
    clip = np.column_stack([places, np.ones(len(places))]) @ np.array(matrix).reshape(4, 4)
    inside = (np.abs(clip[:, :2]) < clip[:, 3:]).all(1) & (clip[:, 3] > 0)
    needed = np.unique(np.flatnonzero(inside[np.array(index).reshape(-1, 3)].any(1)) // 1024)
    assert set(needed) <= set(shown) and len(needed) > 1 and len(shown) < 0.7 * all_blocks


# ---- the page around it ----

def test_light_and_dark(opened):
    place = pixel_of(opened, (6, 5.2, 12.9))
    light = colors_at(opened, [place]), opened.run("return getComputedStyle(document.body).backgroundColor")
    opened.driver.find_element(By.ID, "theme").click()
    settle(opened)
    dark = colors_at(opened, [place]), opened.run("return getComputedStyle(document.body).backgroundColor")
    assert dark[0].sum() < light[0].sum() and dark[1] != light[1]


def test_every_control_has_a_name(opened):
    assert opened.run("""return [...document.querySelectorAll("input, button, canvas")].filter(e => !(e.labels?.length ||
        e.textContent.trim() || e.ariaLabel)).map(e => e.outerHTML)""") == []


def test_places_are_those_of_a_level_far_from_the_origin(page, folder):
    mesh = navpy.NavMesh.from_polygons([(x + 50_000, 2, z - 70_000) for x, z in ((0, 0), (0, 8), (8, 8), (8, 0))], [(0, 1, 2, 3)])
    page.open(page=write(folder / "far.html", mesh))
    click(page, (50_002, 2, -69_998))
    assert page.run("return viewer.route.ends.start") == pytest.approx([50_002, 2, -69_998], abs=0.1)


def test_a_narrow_screen_shows_all_without_scrolling_sideways(house):
    narrow = Browser((500, 900))
    try:
        narrow.open(page=house[0])
        assert narrow.wait() == "ready" and narrow.run("return document.documentElement.scrollWidth <= innerWidth")
        assert narrow.run("return viewer.surface.canvas.clientHeight") > 300
        assert narrow.faults() == []
    finally:
        narrow.close()


def test_a_level_without_navmesh_is_shown_and_said_so(page, folder):
    wall = levels.box((0, 0, 0), (10, 8, 0.1))
    page.open(page=write(folder / "empty.html", navpy.NavMesh(), [webview.Layer("level", debug.draw_level(*levels.level(wall)))]))
    assert page.wait() == "ready" and page.message() == "The navmesh has no polygons."
    assert colors_at(page, [pixel_of(page, (5, 4, 0.1))])[0, 3] == 255


def test_without_webgl_it_says_so_at_once(shared, house):
    shared.faults()
    identifier = shared.before_scripts(NO_WEBGL)
    try:
        shared.open(page=house[0])
        assert shared.wait() == "failed" and "has no WebGL 2" in shared.message()
        assert shared.run("return document.getElementById('message').className") == "error"
    finally:
        shared.forget_script(identifier)
    shared.faults()


def test_at_the_width_of_a_phone_all_buttons_are_reached(shared, house):
    shared.be_phone()
    try:
        shared.open(page=house[0])
        assert shared.wait() == "ready" and shared.run("return document.documentElement.scrollWidth") == 390
        places = shared.run("return [...document.querySelectorAll('header button')].map(each => each.getBoundingClientRect().right)")
        assert len(places) == 3 and max(places) <= 390
    finally:
        shared.be_desktop()
    assert shared.faults() == []
