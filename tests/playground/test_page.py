"""The page in a browser: it starts from its file, tabs show their numbers, marks are dragged, the address holds what is seen."""
import re

import pytest
import trimesh
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By

import navpy
from tests.playground.browser import NO_CORE, NO_WEBGL, PAGE, Browser

MOST_BYTES = 4 << 20
TABS = {
    "stages": {"Triangles", "Polygons", "Bake"},
    "paths": {"A*, centers", "Polyanya", "Nodes searched"},
    "arrive": {"seek: distance", "arrive: speed"},
    "flock": {"Order (1: all go one way)", "Mean speed"},
    "cancel": {"Weighted sum", "Priority", "Context map"},
    "formation": {"The formation", "Room at the probe"},
    "dance": {"VO: turns, arrival", "ORCA: turns, arrival", "Least gap"},
    "doorway": {"Passed", "Flow", "Deepest overlap"},
    "flow": {"Farthest (meters · cost)", "Last wave", "Arrived"},
    "links": {"Links", "Islands without links", "Path"},
    "distance": {"From ? to the goal", "Farthest place"},
    "drop": {"Level", "Polygons", "Path"},
}


GLB = trimesh.Scene([trimesh.creation.box((9, 1, 9))]).export(file_type="glb")


def number(text):
    return float(re.search(r"-?\d+(\.\d+)?", text)[0])


def handle(page, key):
    return page.driver.find_element(By.CSS_SELECTOR, f".handle[data-key={key}]")


def drag(page, key, dx, dy):
    ActionChains(page.driver, duration=20).click_and_hold(handle(page, key)).move_by_offset(dx, dy).release().perform()
    page.wait()


def set_slider(page, name, value):
    page.run("const input = document.querySelector(`[name=${arguments[0]}]`); input.value = arguments[1];"
             "input.dispatchEvent(new Event('input', { bubbles: true }))", name, value)
    page.wait()


def choose(page, name, value):
    page.run("document.querySelector(`[name=${arguments[0]}][value=${arguments[1]}]`).click()", name, value)
    page.wait()


def address_of(page):
    """What the address says a moment after the last change."""
    page.run("playground.remember()")
    return page.run("return location.hash.slice(1)")


def colored_pixels(page, canvas):
    """Colors that a canvas shows: more than one or two, or nothing was drawn."""
    return page.run("""
        const from = document.getElementById(arguments[0]), to = document.createElement("canvas");
        playground.tab.draw();
        [to.width, to.height] = [160, 100];
        const context = to.getContext("2d");
        context.drawImage(from, 0, 0, 160, 100);
        return new Set(new Uint32Array(context.getImageData(0, 0, 160, 100).data.buffer)).size""", canvas)


def test_the_page_is_one_small_file(means):
    text = PAGE.read_text()
    assert len(text.encode()) <= MOST_BYTES
    assert not re.search(r"(src|href)=\"(?!data:)", text.partition('<script type="text/plain"')[0])


@pytest.mark.parametrize("tab", TABS)
def test_each_tab_draws_and_has_its_numbers(page, tab):
    page.open(f"tab={tab}")
    assert page.wait() == "ready", page.message()
    assert TABS[tab] <= page.numbers().keys()
    assert page.run("return document.querySelector('[role=tab][aria-selected=true]').id") == f"tab-{tab}"
    assert colored_pixels(page, page.run("return playground.tab.view")) > 8


def test_tabs_are_left_and_come_back(page):
    page.open()
    for tab in [*TABS, *reversed(TABS)]:
        page.driver.find_element(By.ID, f"tab-{tab}").click()
        assert page.wait() == "ready" and TABS[tab] <= page.numbers().keys()


def test_arrow_keys_choose_the_next_tab(page):
    page.open("tab=stages")
    page.driver.find_element(By.ID, "tab-stages").send_keys(Keys.ARROW_RIGHT)
    page.wait()
    assert page.run("return document.activeElement.id") == "tab-paths" and page.run("return playground.tab.id") == "paths"


def test_a_mark_is_dragged_and_the_address_shows_it(page):
    page.open("tab=paths")
    before, start = page.numbers(), page.values()["start"]
    drag(page, "start", -60, 40)
    after = page.values()["start"]
    assert after[0] < start[0] and after[1] > start[1] and page.numbers() != before
    state, numbers = address_of(page), page.numbers()
    assert f"start={after[0]:.3f}".rstrip("0") in state
    page.open(state)
    assert page.numbers() == numbers


@pytest.mark.parametrize("tab", TABS)
def test_every_mark_of_a_tab_can_be_dragged(page, tab):
    page.open(f"tab={tab}")
    keys = page.run("return [...document.querySelectorAll('.handle')].filter(mark => mark.offsetParent).map(mark => mark.dataset.key)")
    for key in keys:
        drag(page, key, 12, 8)
        said = page.run("const line = document.getElementById('message'); return [line.className, line.textContent]")
        assert "error" not in said[0], f"{key}: {said[1]}"


def test_arrow_keys_move_a_mark(page):
    page.open("tab=distance")
    x, z = page.values()["goal"]
    handle(page, "goal").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    page.wait()
    assert page.values()["goal"] == [x + 0.25, z + 0.25]


def test_marks_stay_in_the_level(page):
    page.open("tab=paths")
    drag(page, "goal", 60, 150)         # beyond the corner of the level, but within the window
    assert page.values()["goal"] == [39.5, 25.5]


def test_an_address_with_nonsense_opens_the_defaults(page):
    page.open("tab=paths&method=magic&start=1,apple&searched=many&more=1")
    assert page.wait() == "ready" and page.values()["method"] == "centers" and page.values()["start"] == [11.5, 10]
    page.open("tab=nowhere")
    assert page.run("return playground.tab.id") == "stages"


@pytest.mark.parametrize("stage", range(9))
def test_each_stage_of_a_bake_is_drawn(page, stage):
    page.open(f"tab=stages&stage={stage}")
    assert page.wait() == "ready" and colored_pixels(page, "surface") > 8


def test_the_middle_of_a_room_is_far_from_its_border(page):
    page.open("tab=stages&stage=3")
    distances = page.run("return [...playground.tab.floors.filter((_, i) => i % 6 === 4)]")
    assert min(distances) == 0 and max(distances) > 10 and len(set(distances)) > 8


def test_a_larger_agent_gets_less_ground(page):
    page.open("tab=stages")
    floors = [number(page.numbers()["Floors"])]
    corners = [number(page.numbers()["Corners kept"])]
    set_slider(page, "cell_size", 0.5)
    floors.append(number(page.numbers()["Floors"]))
    set_slider(page, "cell_size", 0.25)
    set_slider(page, "edge_max_error", 4)
    corners.append(number(page.numbers()["Corners kept"]))
    assert floors[1] < floors[0] / 3 and corners[1] < corners[0]


def test_polyanya_is_never_longer(page):
    page.open("tab=paths")
    for place in ("start=3,3&goal=37,16", "start=11.5,10&goal=37.5,20.5&block=10,8", "start=25,5&goal=37,21&block=10,18"):
        page.open(f"tab=paths&{place}")
        lengths = [number(text) for label, text in page.numbers().items() if label.startswith(("A*", "Polyanya"))]
        assert len(lengths) == 4 and min(lengths) == lengths[3] > 0.0
    choose(page, "method", "exact")
    assert page.run("return playground.tab.steps.length") > 0


def test_the_funnel_is_shown_portal_by_portal(page):
    page.open("tab=paths&method=exact&start=11.5,10&goal=37.5,20.5")
    whole = page.run("return playground.tab.funnel[0].length / 6")
    assert page.values()["portal"] == whole > 5
    set_slider(page, "portal", 3)
    assert page.values()["portal"] == 3 and "portal=3" in address_of(page)


def test_who_avoids_by_velocity_obstacles_alone_oscillates(page):
    page.open("tab=dance")
    rows = page.numbers().items()
    turns = {label.partition(":")[0]: number(text) for label, text in rows if label.endswith("arrival")}
    assert turns["VO"] > 4 * turns["ORCA"]
    for kind in ("vo", "rvo", "hrvo", "orca"):
        choose(page, "kind", kind)
        assert number(page.numbers()["Least gap"]) > -0.02 and page.run("return playground.tab.shape !== undefined")


def test_seek_passes_its_target_and_arrive_rests_there(page):
    page.open("tab=arrive")
    page.play(1, 40.0)
    page.wait()
    numbers = page.numbers()
    assert number(numbers["seek: times past the target"]) >= 2
    assert number(numbers["arrive: distance"]) < 0.05 and number(numbers["arrive: speed"]) < 0.05


def test_a_flock_finds_a_common_way(page):
    page.open("tab=flock&agents=100")
    page.play(900, 1 / 30, "playground.tab.scatter()")
    page.wait()
    assert number(page.numbers()["Order (1: all go one way)"]) > 0.5


def test_a_crowd_goes_through_the_door(page):
    page.open("tab=doorway&agents=20&width=3&speed=4")
    page.play(400, 1 / 15)
    page.wait()
    assert page.numbers()["Passed"] == "20 of 20" and number(page.numbers()["Deepest overlap"]) < 5.0


def farthest(page):
    return number(page.numbers()["Farthest (meters · cost)"])


def test_what_is_painted_costs_and_is_in_the_address(page):
    page.open("tab=flow&agents=20&map=26eA")           # open ground everywhere
    before = farthest(page)
    choose(page, "brush", "D")
    canvas = page.driver.find_element(By.ID, "plan")
    pointer = ActionChains(page.driver, duration=20).move_to_element_with_offset(canvas, 60, -240).click_and_hold()
    pointer.move_by_offset(0, 480).release().perform()
    page.wait()
    assert farthest(page) > before and page.run("return playground.tab.kinds.filter(kind => kind === 3).length") > 50
    state, after = address_of(page), farthest(page)
    page.open(state)
    assert farthest(page) == after


def test_agents_arrive_by_a_field(page):
    page.open("tab=flow&agents=40&map=26eA")
    page.play(500, 1 / 15)
    page.wait()
    assert number(page.numbers()["Arrived"]) > 20


def test_a_sum_of_forces_is_stuck_where_a_context_map_is_not(page):
    page.open("tab=cancel")
    page.play(60, 0.5)
    page.wait()
    numbers = page.numbers()
    assert "to go" in numbers["Weighted sum"] and number(numbers["Context map"]) < 15.0 and "there after" in numbers["Context map"]


@pytest.mark.parametrize("shape", ["box", "column", "wedge", "band"])
def test_a_formation_goes_through_a_gap_and_forms_again(page, shape):
    page.open(f"tab=formation&shape={shape}&count=8&spacing=1&gap=1.4&speed=3&door=18,10&way=8,10&end=42,10")
    seen = set()
    for _half_second in range(30):
        page.play(8, 1 / 15)
        page.wait()
        seen.add(page.numbers()["The formation"])
        places = page.run("return [...playground.tab.places]")
        inside = [(x, y) for x, y in zip(places[::4], places[1::4]) if 17.0 < x < 19.0]
        assert all(abs(y + 10.0) < 0.7 for x, y in inside)
    assert len(seen) == 2 and page.numbers()["The formation"] == "in its slots"
    assert min(places[::4]) > 19.0


def test_links_join_islands(page):
    page.open("tab=links&link_jump_distance=0&link_drop_height=0&link_climb_height=0")
    numbers = page.numbers()
    assert numbers["Links"] == "0" and number(numbers["Islands without links"]) > 1 and numbers["Path"] == "no way"
    page.open("tab=links")
    numbers = page.numbers()
    assert number(numbers["Links"]) > 3 and numbers["Path"] != "no way"
    assert number(numbers["Islands"]) < number(numbers["Islands without links"])


def test_a_wall_closes_the_way(page):
    page.open("tab=distance&asker=2,2&goal=38,24")
    length = number(page.numbers()["From ? to the goal"])
    assert length > ((36 ** 2 + 22 ** 2) ** 0.5)
    page.open("tab=distance&asker=2,2&goal=5,2")
    assert number(page.numbers()["From ? to the goal"]) == pytest.approx(3.0, abs=0.01)


def give_file(page, path):
    page.driver.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(path))


def test_a_level_of_ones_own(page, tmp_path):
    level = tmp_path / "floor.obj"
    level.write_text("v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nf 1 2 3 4\n")
    page.open("tab=drop&start=2,2&goal=18,18")
    give_file(page, level)
    page.until("playground.tab.file")
    numbers = page.numbers()
    assert numbers["Level"] == "floor.obj" and numbers["Triangles"] == "2"
    assert number(numbers["Path"]) == pytest.approx(16 * 2 ** 0.5, abs=0.01)


@pytest.mark.parametrize("name, data, why", [
    ("a.obj", b"v 0 0 0\n", "a.obj: has no triangles"),
    ("b.obj", b"v 0 0 0\nf 1 2 3\n", "b.obj: a face names a vertex that is not there"),
    ("c.glb", b"not binary glTF at all", "c.glb: is no binary glTF"),
    ("d.txt", b"", "d.txt: must be a .glb or an .obj"),
    ("e.obj", b"v 0 0 0\nv 0 0 nan\nv 1 0 0\nf 1 2 3\n", "e.obj: a vertex is no three finite numbers"),
    ("f.glb", GLB[:len(GLB) // 2], f"f.glb: has {len(GLB) // 2} bytes, must have the {len(GLB)} that its header names"),
    ("g.glb", GLB[:15], "g.glb: is no binary glTF"),
])
def test_what_is_no_level_is_said(page, tmp_path, name, data, why):
    page.open("tab=drop")
    (tmp_path / name).write_bytes(data)
    give_file(page, tmp_path / name)
    page.until("document.querySelector('.error')")
    assert page.message() == why


def test_a_glb_is_read_with_its_nodes(page, tmp_path):
    trimesh = pytest.importorskip("trimesh")
    scene = trimesh.Scene()
    scene.add_geometry(trimesh.creation.box((20, 1, 20)), transform=trimesh.transformations.translation_matrix((0, -0.5, 0)))
    scene.add_geometry(trimesh.creation.box((4, 3, 4)), transform=trimesh.transformations.rotation_matrix(0.5, (0, 1, 0)))
    (tmp_path / "two.glb").write_bytes(scene.export(file_type="glb"))
    page.open("tab=drop&start=-8,0&goal=8,0")
    give_file(page, tmp_path / "two.glb")
    page.until("playground.tab.file")
    assert page.numbers()["Triangles"] == "24" and number(page.numbers()["Path"]) > 16.2


def test_light_and_dark(page):
    page.open("tab=paths")
    def background():
        return page.run("return getComputedStyle(document.body).backgroundColor")
    light = background()
    page.driver.find_element(By.ID, "theme").click()
    page.wait()
    assert background() != light


def test_every_control_has_a_name(page):
    for tab in TABS:
        page.open(f"tab={tab}")
        unnamed = page.run("""return [...document.querySelectorAll("input:not([type=file]), button")]
            .filter(e => !(e.labels?.length || e.textContent.trim() || e.getAttribute("aria-label"))).map(e => e.outerHTML)""")
        assert unnamed == []


def test_a_narrow_screen_shows_all_without_scrolling_sideways(means):
    narrow = Browser((500, 900))
    try:
        for tab in TABS:
            narrow.open(f"tab={tab}")
            assert narrow.wait() == "ready"
            assert narrow.run("return document.documentElement.scrollWidth <= innerWidth")
        assert narrow.faults() == []
    finally:
        narrow.close()


def test_any_cut_off_glb_is_one_line_of_the_pages_own(page, tmp_path):
    """Also one whose header names the bytes that are left; one with all places and faces is read."""
    page.open("tab=drop")
    wrong = 0
    for size in range(16, len(GLB), 97):
        data = bytearray(GLB[:size])
        data[8:12] = size.to_bytes(4, "little")
        cut = tmp_path / f"cut{size}.glb"
        cut.write_bytes(data)
        page.run("playground.say(''); playground.tab.file = null")
        give_file(page, cut)
        page.until("(document.querySelector('.error') || playground.tab.file)")
        if not page.run("return playground.tab.file"):
            told = page.message().removeprefix(f"{cut.name}: ")
            assert told.startswith(("cannot be read as .glb, export it again: ", "is no binary glTF"))
            wrong += 1
    assert wrong > 5


def room(size, high):
    """An .obj of a floor with four walls."""
    scene = trimesh.creation.box((size, 1, size)).apply_translation((0, -0.5, 0))
    walls = [trimesh.creation.box((size, high, 0.2)).apply_translation((0, high / 2, z)) for z in (-size / 2, size / 2)]
    return trimesh.util.concatenate([scene, *walls])


def test_a_level_in_centimeters_is_refused_with_what_the_package_says(page, tmp_path):
    shape = room(20.0, 3.0).apply_scale(100)
    shape.export(tmp_path / "room.glb")
    page.open("tab=drop")
    give_file(page, tmp_path / "room.glb")
    page.until("document.querySelector('.error')")
    with pytest.raises(ValueError) as caught:
        navpy.bake(shape.vertices, shape.faces, navpy.BakeSettings(agent_height=1.8))
    cures = [("pass scale=0.01", "scale it by 0.01 in the modeling program"),
             ("set tile_size, or a larger cell_size", "choose a larger cell size")]
    text = str(caught.value)
    for ours, theirs in cures:
        assert ours in text
        text = text.replace(ours, theirs)
    assert page.message() == text


def test_what_looks_wrong_is_said_beside_the_bake(page, tmp_path):
    trimesh.creation.box((0.4, 0.4, 0.4)).export(tmp_path / "small.obj")
    page.open("tab=drop")
    give_file(page, tmp_path / "small.obj")
    page.until("playground.tab.file === 'small.obj' && document.getElementById('message').textContent")
    assert page.message().startswith("the level is 0.4 × 0.4 m, narrower than an agent of 1 m")


def test_without_webgl_it_says_so_at_once_and_what_is_flat_is_drawn(shared):
    """Before the core has started, and after."""
    shared.faults()
    for script, tabs in ((NO_WEBGL + NO_CORE, ("stages", "links", "drop")), (NO_WEBGL, ("stages",))):
        identifier = shared.before_scripts(script)
        try:
            for tab in tabs:
                shared.open(f"tab={tab}", wait=script == NO_WEBGL)
                assert "has no WebGL 2" in shared.message()
                assert shared.run("return document.getElementById('message').className") == "error"
            if script == NO_WEBGL:
                shared.run("document.getElementById('tab-paths').click()")
                shared.until("playground.tab.id === 'paths' && playground.entered")
                assert shared.message() == "" and TABS["paths"] <= shared.numbers().keys()
        finally:
            shared.forget_script(identifier)
    shared.faults()


def test_on_a_narrow_screen_all_tabs_are_reached(shared):
    shared.be_phone()
    try:
        shared.open("tab=paths")
        places = shared.run("""return [...document.querySelectorAll("nav button")].map(each => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            return [left, right, document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === each]; })""")
        assert len(places) == len(TABS) and all(left >= 0 and right <= 390 and is_hit for left, right, is_hit in places)
        assert shared.run("return document.documentElement.scrollWidth") == 390
        shared.driver.find_element(By.ID, "tab-drop").click()
        assert shared.wait() == "ready" and shared.run("return playground.tab.id") == "drop"
    finally:
        shared.be_desktop()
    assert shared.faults() == []
