"""Demos play to pictures and pages, and show what their captions say."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
from itertools import islice

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image
from scipy.spatial.distance import pdist

from navpy.studio import cli
from navpy.studio.demos import crossing
from navpy.studio.demos import formation
from navpy.studio import player

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*arguments):
    return CliRunner().invoke(cli.main, ["demo", *map(str, arguments)])


def page_data(path):
    return json.loads(re.search(r"const page = (\{.*\});\n", path.read_text(encoding="utf-8")).group(1))


def swerves_of(recording):
    return {panel.title: int(snapshot.note.removeprefix("swerves: "))
            for panel, snapshot in zip(recording.panels, recording.frames[-1])}


# ---- what is written ----

@pytest.mark.parametrize("name", player.NAMES)
def test_every_demo_plays_to_a_picture_and_a_page(name, tmp_path):
    gif, page = tmp_path / "x.gif", tmp_path / "x.html"
    done = run(name, "-o", gif, "--seconds", 0.4, "--size", 200)
    assert done.exit_code == 0, done.output
    summary = rf"{gif}: 8 frames · 0\.40 s · least gap between discs -?[\d.]+ m · {gif.stat().st_size:,} bytes\n"
    assert re.fullmatch(summary, done.output)
    with Image.open(gif) as image:
        assert image.n_frames == 8 and image.width == 200 and image.info["duration"] == 50
        shown = []
        for k in (0, 7):
            image.seek(k)
            shown.append(np.asarray(image.convert("RGB")))
        assert (shown[0] != shown[1]).any()
    assert run(name, "-o", page, "--seconds", 0.4).exit_code == 0
    text, data = page.read_text(encoding="utf-8"), page_data(page)
    assert not re.search(r"https?://|src=|@(title|caption|data)@", text) and len(text) < 500_000
    assert len(data["frames"]) == 8 and data["frames"][0] != data["frames"][7]
    for panel, snapshot in zip(data["panels"], data["frames"][3]):
        assert len(snapshot["at"]) == 2 * len(snapshot["to"]) and len(panel["colors"]) in (0, len(snapshot["to"]))


def test_fewer_frames_a_second_last_as_long(tmp_path):
    assert run("crossing", "-o", tmp_path / "x.gif", "--seconds", 1, "--size", 150, "--fps", 10).exit_code == 0
    with Image.open(tmp_path / "x.gif") as image:
        assert image.n_frames == 10 and image.info["duration"] == 100


def test_without_a_file_it_is_called_like_the_demo(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("crossing", "--seconds", 0.1, "--size", 150, "--quiet")
    assert done.exit_code == 0 and done.output == "" and (tmp_path / "crossing.gif").exists()


def test_the_page_holds_the_places_of_the_demo(tmp_path):
    recording = player.record("flocking", 0.5)
    player.write(tmp_path / "x.html", recording)
    data = page_data(tmp_path / "x.html")
    for snapshots, shown in zip(recording.frames, data["frames"]):
        assert np.reshape(shown[0]["at"], (-1, 2)) / 100 == pytest.approx(snapshots[0].positions, abs=0.0051)
        assert np.cos(np.radians(shown[0]["to"]) - snapshots[0].headings).min() > np.cos(np.radians(0.6))


def test_the_page_s_script_draws_every_frame(tmp_path):
    node = shutil.which("node")
    if node is None:
        return
    player.write(tmp_path / "x.html", player.record("formation", 0.3))
    script = re.search(r"<script>(.*)</script>", (tmp_path / "x.html").read_text(encoding="utf-8"), re.S).group(1)
    page = ("let arcs = 0, next = null; const found = {};"
            "const brush = new Proxy({}, {get: (_, name) => name === 'arc' ? () => arcs++ : () => {}, set: () => true});"
            "const element = () => ({style: {}, clientWidth: 600, getContext: () => brush});"
            "globalThis.document = {querySelector: name => found[name] ??= element()}; globalThis.window = {innerHeight: 800};"
            "globalThis.requestAnimationFrame = step => { next = step; };" + script +
            "for (let time = 0; time <= 1000; time += 10) next(time);"
            "console.log(JSON.stringify([arcs, found.output.textContent, found.button.textContent, found.input.value]));")
    (tmp_path / "run.js").write_text(page)
    done = subprocess.run([node, tmp_path / "run.js"], capture_output=True, text=True, check=True)
    arcs, clock, button, value = json.loads(done.stdout)
    assert arcs >= 6 * formation.COUNT and arcs % formation.COUNT == 0
    assert (clock, button, value) == ("0.3 s", "Play", 5)


# ---- what is shown ----

@pytest.mark.parametrize("name", ["circle", "doorway"])
def test_nobody_walks_into_another_and_all_arrive(name):
    recording = player.record(name)
    radius = recording.panels[0].radii
    gaps = [pdist(snapshots[0].positions).min() - 2 * radius for snapshots in recording.frames]
    assert min(gaps) >= -0.1 * radius
    assert recording.least_gap == pytest.approx(min(gaps))
    there, _, count = recording.frames[-1][0].note.split()[:3]
    assert there == count == str(len(recording.frames[-1][0].positions))


def test_vo_swerves_more_than_rvo_and_rvo_more_than_orca():
    recording = player.record("crossing")
    swerves = swerves_of(recording)
    assert swerves["VO"] > swerves["RVO"] > swerves["ORCA"] and swerves["RVO"] > swerves["HRVO"]
    for snapshot in recording.frames[-1]:
        assert np.hypot(*(snapshot.positions - crossing.GOALS).T).max() < 0.5


def test_the_formation_narrows_and_is_itself_again():
    recording = player.record("formation")
    last = recording.frames[-1][0]
    assert last.note == "arrived" and np.hypot(*(last.positions - last.marks).T).max() < 0.01
    places = np.unique(np.round(last.marks[:, 1], 3))
    assert np.diff(places) == pytest.approx([formation.SPACING] * (formation.FILES - 1))
    (west, east), (south, north) = formation.GAP
    for snapshots in recording.frames:
        x, y = snapshots[0].positions.T
        inside = (x > west) & (x < east) & (y > 0)
        assert (abs(y[inside] - 0.5 * (south + north)) <= 0.5 * (north - south) - formation.RADIUS + 0.01).all()
    assert recording.least_gap > -0.01


def test_boids_come_to_go_the_way_of_their_neighbors():
    def agreement(snapshot):
        away = np.hypot(*(snapshot.positions[:, None] - snapshot.positions[None]).transpose(2, 0, 1))
        near = np.argsort(away, axis=1)[:, 1:5]
        return np.cos(snapshot.headings[near] - snapshot.headings[:, None]).mean()
    frames = player.record("flocking").frames
    assert agreement(frames[0][0]) < 0.3 < 0.9 < agreement(frames[-1][0])


def test_frames_are_the_same_each_time():
    from navpy.studio.demos import steering
    first, second = (list(islice(steering.frames(), 40)) for _ in range(2))
    for one, other in zip(first, second):
        for a, b in zip(one, other):
            assert np.array_equal(a.positions, b.positions)


# ---- what is wrong ----

@pytest.mark.parametrize("arguments, text", [
    (["circus"], "no demo is called 'circus'; there are steering, flocking, crossing, circle, doorway, formation"),
    (["circle", "-o", "x.mp4"], "x.mp4: must end with .gif or .html"),
    (["circle", "-o", "nowhere/x.gif"], "nowhere/x.gif: its folder does not exist"),
])
def test_a_bad_name_is_one_line(tmp_path, monkeypatch, arguments, text):
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.exit_code == 2 and done.stderr.startswith(f"navpy: error: {text}") and done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [["--seconds", "nan"], ["--seconds", 0], ["--size", 5], ["--fps", 7]])
def test_a_bad_number_is_told(tmp_path, arguments):
    done = run("circle", "-o", tmp_path / "x.gif", *arguments)
    assert done.exit_code == 2 and done.stderr.startswith("navpy: error: invalid value") and done.stderr.count("\n") == 1


def test_a_page_needs_no_matplotlib_and_a_picture_names_it(tmp_path):
    for ending, code in (("html", 0), ("gif", 2)):
        arguments = ["navpy", "demo", "crossing", "--seconds", "0.1", "-o", str(tmp_path / f"x.{ending}")]
        code_text = f"import sys; sys.modules['matplotlib'] = None; sys.argv = {arguments!r}; import navpy.__main__"
        done = subprocess.run([sys.executable, "-c", code_text], cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert done.returncode == code, done.stderr
    assert done.stderr == ("navpy: error: matplotlib is not installed: run pip install matplotlib, or install navpy-navmesh with its "
                           "extra cli\n")
