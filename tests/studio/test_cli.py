"""The command line: what it writes, prints and ends with."""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import threading
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor

import pytest
import trimesh
from click.testing import CliRunner

import navpy
from navpy.studio import cli
from navpy.baking.settings import FIELDS

ROOT = pathlib.Path(__file__).resolve().parents[2]
SMALL = ["--agent-radius", "0.5", "--cell-size", "0.25"]


def run(*arguments):
    return CliRunner().invoke(cli.main, [str(a) for a in arguments])


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    """A floor of 12 m × 8 m that a wall cuts in two."""
    path = tmp_path_factory.mktemp("level") / "level.glb"
    scene = trimesh.Scene([trimesh.creation.box((12, 1, 8))])
    wall = trimesh.creation.box((1, 4, 8))
    scene.add_geometry(wall.apply_translation((0, 2, 0)))
    scene.export(path)
    return path


@pytest.fixture(scope="module")
def baked(level):
    path = level.with_suffix(".navmesh")
    assert run("bake", level, "-o", path, *SMALL).exit_code == 0
    return path


def test_a_bake_is_the_library_s_and_is_summed_up(level, baked):
    from navpy.studio.level_files import load_level
    shape = load_level(level)
    mesh = navpy.bake(shape.vertices, shape.triangles, navpy.BakeSettings(agent_radius=0.5, cell_size=0.25))
    assert baked.read_bytes() == mesh.to_bytes() and mesh.island_count >= 2
    done = run("bake", level, "-o", baked, *SMALL)
    assert f"{mesh.area:,.1f} m²" in done.stdout and f"{baked.stat().st_size:,} bytes" in done.stdout
    assert run("bake", level, "-o", baked, *SMALL, "--quiet").output == ""


@pytest.mark.parametrize("without", ["border_size", "tile_size"])        # only one of them may be set
def test_every_setting_is_an_option(level, tmp_path, monkeypatch, without):
    seen = {}

    def bake_source(source, progress, executor, **options):
        seen.update(settings=source.settings, executor=executor, **options)
        raise ValueError("stop")
    monkeypatch.setattr(cli.pipeline, "bake_source", bake_source)
    chosen, arguments = {}, []
    for field in FIELDS:
        if field.name == without:
            continue
        flag = "--" + field.name.replace("_", "-")
        if field.type is bool:
            chosen[field.name] = not field.default
            arguments.append(flag if not field.default else flag.replace("--", "--no-", 1))
        elif field.choices:
            chosen[field.name] = len(field.choices) - 1
            arguments += [flag, field.choices[-1].lower()]
        else:
            chosen[field.name] = field.type(field.default - 1 if field.name == "vertices_per_polygon" else field.default + 1)
            arguments += [flag, chosen[field.name]]
    chosen["agent_height"] = 5.0
    done = run("bake", level, "-o", tmp_path / "x.navmesh", *arguments, "--agent-height", 5,
               "--seed", "1,2,-3", "--seed", "4,5,6", "--threads", 2)
    assert done.exit_code == 2 and done.stderr.endswith("navpy: error: stop\n")
    assert seen["settings"] == navpy.BakeSettings(**chosen)
    assert seen["seeds"] == [(1, 2, -3), (4, 5, 6)] and seen["executor"] is not None


def threads_of(monkeypatch, *arguments):
    """(workers that the bake's pool may have, threads that baked)"""
    pools, idents, block = [], set(), cli.pipeline.bake_block

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers=None):
            super().__init__(workers)
            pools.append(self._max_workers)

    def bake_block(*given):
        idents.add(threading.get_ident())
        time.sleep(0.01)
        return block(*given)
    monkeypatch.setattr(cli.pipeline, "bake_block", bake_block)
    monkeypatch.setattr(cli, "ThreadPoolExecutor", Pool)
    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", Pool)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3, 5}, raising=False)
    assert run("bake", *arguments).exit_code == 0
    return pools, len(idents)


def test_as_many_threads_bake_as_are_asked_for_or_as_there_are_processors(tmp_path, monkeypatch):
    level = tmp_path / "level.obj"
    level.write_text("v 0 0 0\nv 0 0 40\nv 40 0 40\nv 40 0 0\nf 1 2 3 4\n")
    arguments = [level, "-o", tmp_path / "x.navmesh", "--tile-size", 16, "--quiet"]
    assert threads_of(monkeypatch, *arguments, "--threads", 1) == ([1], 1)
    assert threads_of(monkeypatch, *arguments, "--threads", 2)[0] == [2]
    pools, threads = threads_of(monkeypatch, *arguments)
    assert pools == [3] and threads <= 3


def test_what_is_no_executor_is_said_so():
    with pytest.raises(ValueError, match="executor: must be a concurrent.futures.Executor or None, is 5"):
        navpy.bake([(0, 0, 0), (0, 0, 9), (9, 0, 9)], [(0, 1, 2)], navpy.BakeSettings(tile_size=16), executor=5)


def test_a_level_where_nothing_is_walkable_is_not_passed_on(tmp_path):
    level, out = tmp_path / "down.obj", tmp_path / "x.navmesh"
    level.write_text("v 0 0 0\nv 0 0 10\nv 10 0 10\nv 10 0 0\nf 4 3 2 1\n")
    done = run("bake", level, "-o", out, "--intermediate", tmp_path / "stages", *SMALL)
    assert done.exit_code == 1 and "nothing is walkable" in done.stderr and "--allow-empty" in done.stderr
    assert not out.exists() and (tmp_path / "stages" / "00_level.png").exists()
    assert run("bake", level, "-o", out, "--allow-empty", *SMALL).exit_code == 0
    done = run("check", out, "--json")
    assert done.exit_code == 1 and json.loads(done.stdout)["faults"] == ["the navmesh has no polygons"]
    for command in (["view", out, "-o", tmp_path / "x.png"], ["export", out, "-o", tmp_path / "x.glb"]):
        done = run(*command)
        assert done.exit_code == 2 and done.stderr.startswith(f"navpy: error: {out}: has no polygons; `navpy bake`")


@pytest.mark.parametrize("up", ["y", "z"])
@pytest.mark.parametrize("raised", [0, 9])
def test_a_level_whose_other_axis_points_up_gets_a_hint(tmp_path, up, raised):
    """A floor and, raised, another above it, in the plane of the axis that is not given."""
    corners = [(0, 0), (0, 10), (10, 10), (10, 0)]
    if up == "y":
        rows = [f"v {a} {b} {h}" for h in (0, raised) for a, b in corners[::-1]]
    else:
        rows = [f"v {a} {h} {b}" for h in (0, raised) for a, b in corners]
    level = tmp_path / "level.obj"
    level.write_text("\n".join([*rows, "f 1 2 3 4", "f 5 6 7 8", ""]))
    done = run("bake", level, "-o", tmp_path / "x.navmesh", "--up", up)
    assert done.exit_code != 0 and f"try --up {'z' if up == 'y' else 'y'}" in done.stderr
    assert run("bake", level, "-o", tmp_path / "x.navmesh", "--up", "z" if up == "y" else "y").exit_code == 0


def test_a_bake_in_tiles_says_where_its_stages_come_from(level, tmp_path):
    options = ["--agent-radius", 0.5, "--cell-size", 0.5, "--tile-size", 16]
    done = run("bake", level, "-o", tmp_path / "x.navmesh", "--intermediate", tmp_path / "stages", *options)
    assert done.exit_code == 0 and "a bake in tiles keeps no stages" in done.stderr
    assert any("heightfield" in path.name for path in (tmp_path / "stages").iterdir())
    done = run("view", level, "-o", tmp_path / "x.html", "--stages", *options)
    assert done.exit_code == 0 and "a bake in tiles keeps no stages" in done.stderr
    assert '"name":"heightfield"' in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_intermediate_stages_can_be_opened(level, tmp_path):
    done = run("bake", level, "-o", tmp_path / "x.navmesh", "--agent-radius", 0.5, "--cell-size", 0.5,
               "--intermediate", tmp_path / "stages")
    assert done.exit_code == 0, done.output
    files = {path.name for path in (tmp_path / "stages").iterdir()}
    assert {"00_level.ply", "00_level.png"} <= files and any("surface" in name for name in files)
    for name in files:
        data = (tmp_path / "stages" / name).read_bytes()
        assert data.startswith(b"\x89PNG" if name.endswith("png") else b"ply\n")


@pytest.mark.parametrize("arguments, text", [
    (["nothing.obj"], "nothing.obj: there is no such file"),
    (["level.blend"], "unknown format .blend"),
    (["empty.obj"], "empty.obj: holds no triangles"),
    (["LEVEL", "--agent-radius", "-1"], "agent_radius: must be in 0.0 … 500.0 m, is -1.0"),
    (["LEVEL", "--border-size", "1", "--tile-size", "32"], "border_size"),
    (["LEVEL", "--scale", "0"], "scale: must be above 0"),
    (["LEVEL", "--seed", "1,2"], "must be x,y,z in meters"),
    (["LEVEL", "--seed", "1,nan,2"], "must be x,y,z in meters, finite, such as 1.5,0,-3, is"),
    (["LEVEL", "--threads", "0"], "range 1<=x<=256"),
    (["LEVEL", "--sample-partition-type", "best"], "'watershed', 'monotone', 'layers'"),
    (["LEVEL", "--agent-radus", "1"], "bake has no option '--agent-radus'; did you mean '--agent-radius'? `"),
    (["LEVEL", "--no-filter-ledge-span"], "did you mean '--no-filter-ledge-spans'? `"),
    (["LEVEL", "--area", "water"], "must be NAME=ID, such as water*=5, is 'water'"),
    (["LEVEL", "--area", "watr=5"], "areas: the level has no object 'watr'; there are"),
    (["LEVEL", "--with", "spec.toml"], "spec.toml: there is no such file"),
    (["empyt.obj"], "empyt.obj: there is no such file; did you mean empty.obj?"),
    (["gone/level.obj"], "gone/level.obj: there is no such file, as the folder gone is not there either"),
    ([], "missing argument 'LEVEL"),
])
def test_bad_input_is_one_line_and_two(level, tmp_path, monkeypatch, arguments, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.obj").write_text("v 0 0 0\n")
    (tmp_path / "level.blend").write_text("")
    done = run("bake", *(level if a == "LEVEL" else a for a in arguments), "-o", "x.navmesh")
    assert done.exit_code == 2 and text in done.stderr and "Traceback" not in done.output
    assert not (tmp_path / "x.navmesh").exists()
    assert done.stderr.startswith("navpy: error: ") and done.stderr.count("\n") == 1


def test_check_tells_what_can_be_reached(baked, tmp_path):
    good, bad = ["--from", "2,0.5,-2", "--to", "4,0.5,2"], ["--from", "2,0.5,0", "--to", "-3,0.5,0"]
    assert run("check", baked).exit_code == 0
    assert run("check", baked, *good).exit_code == 0
    done = run("check", baked, *good, *bad)
    mesh = navpy.NavMesh.load(baked)
    message = mesh.find_path((2, 0.5, 0), (-3, 0.5, 0)).message
    assert done.exit_code == 1 and f"FAIL (2, 0.5, 0) → (-3, 0.5, 0): {message}\n" in done.stdout
    (tmp_path / "pairs.csv").write_text("x,y,z,x,y,z\n2,0.5,-2,4,0.5,2\n\n2,0.5,0,-3,0.5,0\n")
    done = run("check", baked, "--pairs", tmp_path / "pairs.csv", "--json")
    found = json.loads(done.stdout)
    assert done.exit_code == 1 and [path["reason"] for path in found["paths"]] == ["NONE", "GOAL_UNREACHABLE"]
    assert found["paths"][0]["length"] == pytest.approx(mesh.find_path((2, 0.5, -2), (4, 0.5, 2)).length)
    for limit in (["--max-length", 4], ["--min-area", 500], ["--max-islands", 1]):
        assert run("check", baked, *good, *limit).exit_code == 1
    assert run("check", baked, *good, "--max-length", 5, "--min-area", 10, "--max-islands", 9).exit_code == 0


def test_check_of_bad_input(baked, tmp_path):
    assert run("check", baked, "--from", "0,0,0").exit_code == 2
    assert run("check", tmp_path / "nothing.navmesh").exit_code == 2
    broken = tmp_path / "broken.navmesh"
    broken.write_bytes(baked.read_bytes()[:-9])
    for command in (["check", broken], ["view", broken], ["export", broken, "-o", tmp_path / "x.glb"]):
        done = run(*command)
        assert done.exit_code == 2 and done.stderr.startswith(f"navpy: error: {broken}: ") and done.stderr.count("\n") == 1
    (tmp_path / "pairs.csv").write_text("0,0,0,1,1,1\n0,0,0,1,1\n")
    done = run("check", baked, "--pairs", tmp_path / "pairs.csv")
    assert done.exit_code == 2 and "line 2 is not six numbers" in done.stderr


@pytest.mark.parametrize("data, text", [
    (b"", "holds no pair"), (b"x,y,z,x,y,z\n", "holds no pair"), (b"# nothing\n\n", "holds no pair"),
    (b"0,0,0,1,1,O\n0,0,0,1,1,1\n", "line 1 is not six numbers"),          # a slip, no line of names
    (b"0,0,0,1,1,nan\n", "line 1 is not six numbers"), (b"0,0,0\n", "line 1 is not six numbers"),
    (bytes(range(256)), "is not a text"), (b"0,0,0,1,1,1\n\0\0\0\n", "is not"),
])
def test_a_file_of_pairs_that_checks_nothing_does_not_pass(baked, tmp_path, data, text):
    (tmp_path / "pairs.csv").write_bytes(data)
    done = run("check", baked, "--pairs", tmp_path / "pairs.csv")
    assert done.exit_code == 2 and done.stderr.count("\n") == 1
    assert f"{tmp_path / 'pairs.csv'}: " in done.stderr and text in done.stderr


@pytest.mark.parametrize("arguments", [
    ["--from", "nan,0,0", "--to", "1,0,0"], ["--from", "0,0,0", "--to", "1,inf,0"], ["--max-length", 5],
    *(["--from", "2,0.5,-2", "--to", "4,0.5,2", option, value] for option, value in
      (("--max-length", -5), ("--max-length", "nan"), ("--min-area", "nan"), ("--min-area", -1), ("--max-islands", -1))),
])
def test_a_limit_that_means_nothing_is_bad_input(baked, arguments):
    done = run("check", baked, *arguments)
    assert done.exit_code == 2 and "Traceback" not in done.output


def test_view_writes_a_picture_and_a_page(level, baked, tmp_path):
    done = run("view", baked, "-o", tmp_path / "a.png", "-o", tmp_path / "a.html", "--level", level, "--stages", *SMALL,
               "--from", "2,0.5,-2", "--to", "4,0.5,2")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    for name in ("level", "walls", "heightfield"):
        assert f'"name":"{name}"' in text
    assert '"start":[2.0,0.5,-2.0],"goal":[4.0,0.5,2.0]' in text
    assert run("view", baked, "--from", "1,2,3").exit_code == 2
    assert run("view", baked, "--stages").exit_code == 2


def test_view_of_links_areas_and_paths_that_are_none(baked, tmp_path):
    """A link joins the halves one way; that no path leads somewhere is one line, on the page and of the command, which writes both."""
    mesh, path = navpy.NavMesh.load(baked), tmp_path / "x.navmesh"
    mesh.add_link((-3, 0.5, 0), (3, 0.5, 0), width=1.0, two_way=False, radius=0.5)
    mesh.set_area_cost(63, 3.0)
    mesh.save(path)
    for start, goal, why in (("-3,0.5,0", "3,0.5,0", None), ("3,0.5,0", "-3,0.5,0", "what leads one way only"),
                             ("3,0.5,0", "99,0,0", "goal (99, 0, 0) is 93"), ("99,0,0", "3,0.5,0", "start (99, 0, 0) is 93")):
        done = run("view", path, "--color", "area", "--from", start, "--to", goal)
        page = (tmp_path / "x.html").read_text(encoding="utf-8")
        assert '"name":"off-mesh links"' in page and "area 63 (cost 3)" in page
        assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
        assert done.stdout.splitlines() == [str(tmp_path / "x.png"), str(tmp_path / "x.html")]
        assert done.exit_code == (0 if why is None else 1), done.output
        if why is None:
            assert done.stderr == "" and '"complete":true' in page
        else:
            assert done.stderr.startswith("navpy: error: no path: ") and why in done.stderr and done.stderr.count("\n") == 1
            assert '"complete":false' in page and why in page


def test_export_is_the_surface(baked, tmp_path):
    assert run("export", baked, "-o", tmp_path / "out.glb").exit_code == 0
    mesh = navpy.NavMesh.load(baked)
    assert len(trimesh.load_mesh(tmp_path / "out.glb").faces) == len(mesh.triangles) // 3
    assert run("export", baked, "-o", tmp_path / "out.txt").exit_code == 2


def test_as_a_command(level, tmp_path):
    done = subprocess.run([sys.executable, "-m", "navpy", "bake", str(level), "-o", str(tmp_path / "x.navmesh"), *SMALL],
                          cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert navpy.NavMesh.load(tmp_path / "x.navmesh").polygon_count > 0 and "polygons" in done.stdout
    assert done.stderr == ""                                # a pipe is not shown a bar, nor an empty line in its place


@pytest.mark.parametrize("library, command", [("click", ["check", "x"]), ("trimesh", ["bake", "LEVEL", "-o", "OUT"])])
def test_a_missing_library_is_one_line(level, tmp_path, library, command):
    arguments = [str(level) if a == "LEVEL" else str(tmp_path / "x.navmesh") if a == "OUT" else a for a in command]
    code = f"import sys; sys.modules[{library!r}] = None; sys.argv = ['navpy', *{arguments!r}]; import navpy.__main__"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and done.stderr.count("\n") == 1
    assert f"{library} is not installed: run pip install {library}, or install navpy-navmesh with its extra cli" in done.stderr


def test_import_navpy_loads_nothing_for_people():
    code = ("import sys, navpy; libraries = {'numpy', 'click', 'rich', 'trimesh', 'matplotlib'} & set(sys.modules); "
            "rooms = {name for name in sys.modules if name.startswith('navpy.studio.')}; sys.exit(', '.join(libraries | rooms) or 0)")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_command_that_does_not_exist_and_the_version():
    done = run("bkae", "x")
    assert done.exit_code == 2 and "has no command 'bkae'; did you mean 'bake'?" in done.stderr and done.stderr.count("\n") == 1
    done = run("--version")
    assert done.exit_code == 0 and done.stdout == f"navpy {navpy.__version__}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal")
@pytest.mark.parametrize("tiles", [[], ["--tile-size", "32"]])
def test_ctrl_c_ends_a_bake_with_one_line(tmp_path, tiles):
    size = 60.0
    (tmp_path / "level.obj").write_text(f"v 0 0 0\nv 0 0 {size}\nv {size} 0 {size}\nv {size} 0 0\nf 1 2 3 4\n")
    stop = ("import os, signal; from navpy.studio import cli; from navpy.baking import pipeline; real = pipeline.cut_into_polygons\n"
            "once = iter([signal.SIGINT])\n"
            "def cut(*given):\n    for stop in once:\n        os.kill(os.getpid(), stop)\n    return real(*given)\n"
            "pipeline.cut_into_polygons = cut; cli.main()")
    done = subprocess.run([sys.executable, "-c", stop, "bake", str(tmp_path / "level.obj"), "-o", str(tmp_path / "x.navmesh"),
                           *tiles], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 130 and done.stderr == "navpy: stopped\n" and not (tmp_path / "x.navmesh").exists()


SPEC = """
seeds = [[3, 0.5, 0]]
[settings]
agent_radius = 0.3
cell_size = 0.3
sample_partition_type = "monotone"
[areas]
"geometry_*" = 5
[costs]
5 = 2.5
[[volumes]]
shape = "box"
center = [4, 1, 3]
size = [1, 2, 1]
[[links]]
start = [-3, 0.5, 0]
end = [3, 0.5, 0]
width = 1.0
two_way = false
id = 7
"""


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_a_file_with_the_level_is_what_the_library_is_told(level, tmp_path, kind):
    spec, out = tmp_path / f"spec.{kind}", tmp_path / "x.navmesh"
    spec.write_text(SPEC if kind == "toml" else json.dumps(tomllib.loads(SPEC)))
    assert run("bake", level, "-o", out, "--with", spec, "--cell-size", 0.25, "--seed", "-3,0.5,0").exit_code == 0
    shape = navpy.load_level(level)
    settings = navpy.BakeSettings(agent_radius=0.3, cell_size=0.25, sample_partition_type=1)        # an option comes before the file
    mesh = navpy.bake(shape, settings, areas=shape.areas({"geometry_*": 5}), volumes=[navpy.BoxVolume((4, 1, 3), (1, 2, 1))],
                      links=[navpy.OffMeshLink((-3, 0.5, 0), (3, 0.5, 0), width=1.0, two_way=False, id=7)],
                      seeds=[(3, 0.5, 0), (-3, 0.5, 0)])
    mesh.set_area_cost(5, 2.5)
    assert out.read_bytes() == mesh.to_bytes() and set(mesh.areas) == {5} and len(mesh.links) == 1
    assert mesh.locate((4, 0.5, 3), (0.1, 0.5, 0.1)) is None
    assert run("bake", level, "-o", out, "--with", spec, "--area", "geometry_1=9", "--cell-size", 0.25).exit_code == 0
    assert 5 in navpy.NavMesh.load(out).areas


@pytest.mark.parametrize("text, message", [
    ("[[link]]\nstart = [0, 0, 0]", "the file has no entry 'link'; did you mean 'links'?"),
    ("[settings]\nagent_radus = 1", "settings has no setting 'agent_radus'; did you mean 'agent_radius'?"),
    ("[[links]]\nstart = [0, 0, 0]\nend = [1, 0, 0]\n[[links]]\nstart = [0, 0, 0]", "link 1: must have start and end, has no end"),
    ("[[links]]\nstart = [0, 0]\nend = [1, 0, 0]", "link 0: start: must be three numbers, is [0, 0]"),
    ("[[links]]\nstart = [0, 0, 0]\nend = [1, 0, 0]\nwdth = 1", "link 0 has no entry 'wdth'; did you mean 'width'?"),
    ("[[volumes]]\nshape = 'ball'", "volume 0: shape must be one of box, cylinder, convex, is 'ball'"),
    ("[[volumes]]\nshape = 'cylinder'\ncenter = [0, 0, 0]\nradius = -1\nheight = 1",
     "volume 0: radius: must be above 0 m, is -1.0"),
    ("[[volumes]]\nshape = 'box'\ncenter = [0, 0, 0]", "volume 0: must have shape and center and size, has no size"),
    ("[costs]\nmud = 2", "costs: mud: must be a whole number in 0 … 63, is 'mud'"),
    ("volumes = 3", "volumes: must be a list, is 3"), ("areas = 3", "areas: must be a table, is 3"),
    ("a = = 3", "Invalid value (at line 1, column 5)"), ("bounds = [1, 2]", "bounds: must be ((x, y, z) least, (x, y, z) greatest)"),
    ("[[links]]\nstart = [-3, 0.5, 0]\nend = [3, 0.5, 0]\n[[links]]\nstart = [-3, 0.5, 0]\nend = [90, 0.5, 0]",
     "link 1: there is no polygon within 0.5 m of its end, (90, 0.5, 0)"),
])
def test_a_mistake_in_a_file_is_one_line(level, tmp_path, text, message):
    spec = tmp_path / "spec.toml"
    spec.write_text(text)
    done = run("bake", level, "-o", tmp_path / "x.navmesh", "--with", spec)
    assert done.exit_code == 2 and message in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert not (tmp_path / "x.navmesh").exists()


def test_what_looks_wrong_is_told_before_the_bake(tmp_path):
    level, out = tmp_path / "level.obj", tmp_path / "x.navmesh"
    trimesh.creation.box((40_000, 4_000, 30_000)).export(level)
    done = run("bake", level, "-o", out, "--cell-size", 100, "--cell-height", 100, "--agent-height", 2)
    assert "navpy: warning: most walls are 3,584 m high or higher, 1,792 times an agent of 2 m" in done.stderr
    assert done.stderr.splitlines()[0].endswith("the level is probably in millimeters: try --scale 0.001")
    done = run("bake", level, "-o", out, "--scale", 0.001)
    assert done.exit_code == 0 and done.stderr == ""
    done = run("bake", level, "-o", out)
    assert done.exit_code == 2 and "or scale the level to meters if it is in millimeters" in done.stderr


def test_view_writes_the_files_that_it_is_told(baked, tmp_path):
    assert run("view", baked, "-o", tmp_path / "a.png").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
    for wrong in (["-o", tmp_path / "a.jpg"], ["-o", tmp_path / "a.png", "-o", tmp_path / "b.png"], ["-o", tmp_path / "no" / "a.png"]):
        done = run("view", baked, *wrong)
        assert done.exit_code == 2 and done.stderr.count("\n") == 1


def test_merged_navmeshes_are_the_library_s(tmp_path):
    floor = [(0, 0, 0), (0, 0, 6), (6, 0, 6), (6, 0, 0)]
    mesh = navpy.NavMesh.from_polygons(floor, [(0, 1, 2, 3)])
    mesh.save(tmp_path / "a.navmesh")
    two = [tmp_path / "a.navmesh", tmp_path / "a.navmesh"]
    done = run("merge", *two, "-o", tmp_path / "b.navmesh", "--place", "0,0,0,0", "--place", "12,0,6,180")
    merged = navpy.NavMesh.load(tmp_path / "b.navmesh")
    assert done.exit_code == 0 and merged.area == pytest.approx(72) and merged.island_count == 1
    assert merged.bounds == (pytest.approx((0, 0, 0)), pytest.approx((12, 0, 6)))
    done = run("merge", *two, "-o", tmp_path / "b.navmesh", "--place", "0,0,0,0")
    assert done.exit_code == 2 and "once for each of the 2 files" in done.stderr and done.stderr.count("\n") == 1


def test_the_summary_counts_all_warnings_that_it_printed(tmp_path):
    """Those about the file, those before the bake and those of the bake."""
    corners = lambda x, size, y, is_up: [(x, y, 0), (x, y, size), (x + size, y, size), (x + size, y, 0)][::1 if is_up else -1]      # noqa: E731
    path = tmp_path / "level.obj"
    for faces, count in (([(0, 20, 0, True)], 0), ([(0, 20, 0, False), (30, 8, 1, True)], 1), ([(0, 20, 0, False)], 2)):
        places = [corner for face in faces for corner in corners(*face)]
        path.write_text("".join("v %g %g %g\n" % place for place in places)
                        + "".join(f"f {4 * i + 1} {4 * i + 2} {4 * i + 3} {4 * i + 4}\n" for i in range(len(faces))))
        done = run("bake", path, "-o", tmp_path / "level.navmesh", "--allow-empty")
        assert done.exit_code == 0 and done.stderr.count("navpy: warning: ") == count, done.stderr
        assert f"warnings {count}" in " ".join(done.stdout.split())


@pytest.mark.parametrize("command", ["bake", "view", "merge", "export", "demo"])
def test_what_cannot_be_written_is_told_before_the_work(level, baked, tmp_path, command):
    made = {"bake": [level], "view": [baked], "merge": [baked, baked], "export": [baked], "demo": ["circle"]}[command]
    ending = {"view": ".png", "export": ".ply", "demo": ".gif"}.get(command, ".navmesh")
    folder = tmp_path / f"folder{ending}"
    folder.mkdir()
    for path, why in ((folder, "is a folder; name a file in it"), (tmp_path / "none" / f"file{ending}", "its folder does not exist")):
        done = run(command, *made, "-o", path)
        assert done.exit_code == 2 and done.stderr.startswith(f"navpy: error: {path}: {why}") and done.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == [folder.name] and not os.listdir(folder)
