"""The licenses of what navpy's files contain are inside each of them: addon, wheel, pages. test_export looks into an exported game."""
import html
import pathlib
import re
import sys
import tomllib
import zipfile

import pyproject_metadata
import pytest
from tests import levels
from tests.engine.exported_demo import pack_addon

import navpy
from navpy.studio import web_page, webview

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))         # scripts, which import each other

import build_playground  # noqa: E402
import licenses  # noqa: E402

HOLDERS = ("Copyright (c) 2026 navpy contributors", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2", "David M. Gay", "Marek Majkowski",
           "LLVM Exceptions to the Apache 2.0 License", "mingw-w64 project", "Rich Felker", "Nuxi", "University of North Carolina")


def assert_complete(text):
    assert [holder for holder in HOLDERS if holder not in text] == []


def shown(page):
    """What a reader sees under "Licenses" of a page."""
    part = re.search(r'<details class="foot" id="licenses"><summary>Licenses</summary><pre>(.*?)</pre></details>', page, re.S)
    return html.unescape(part[1])


def test_the_text_is_that_of_the_pinned_sources():
    text = licenses.OUT.read_text(encoding="utf-8")
    assert text == licenses.whole_text(), "tools/licenses.py writes it anew"
    assert_complete(text)


def test_the_addon_has_them(tmp_path):
    with zipfile.ZipFile(pack_addon(tmp_path)) as archive:
        assert_complete(archive.read("addons/navpy/licenses.txt").decode())
        assert "MIT License" in archive.read("addons/navpy/LICENSE").decode()


def test_the_playground_shows_them():
    assert_complete(shown(build_playground.page(b"")))


@pytest.mark.parametrize("core", [b"core", None])
def test_a_page_of_navpy_view_shows_them_with_the_core_alone(core, tmp_path, monkeypatch):
    monkeypatch.setattr(web_page, "core", lambda: core)
    mesh = navpy.bake(*levels.house())
    webview.write_html(tmp_path / "mesh.html", "a mesh", "", mesh, webview.navmesh_layers(mesh))
    text = shown((tmp_path / "mesh.html").read_text(encoding="utf-8"))
    if core:
        assert_complete(text)
    else:
        assert text == ""           # nothing of others is in it


def test_the_wheel_will_have_them():
    """pyproject.toml lists them; tests/package/test_wheels.py looks into the wheels, where they were built."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project["project"] |= {"version": "0", "dynamic": []}
    listed = pyproject_metadata.StandardMetadata.from_pyproject(project, ROOT).license_files
    assert_complete("".join((ROOT / file).read_text(encoding="utf-8") for file in listed))
    assert {"LICENSE", "THIRD_PARTY.md"} <= {str(file) for file in listed}
