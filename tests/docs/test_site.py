"""The site that `make docs` builds: no warning, no dead link, and a description of everything public in the reference."""
import enum
import importlib
import inspect
import json
import os
import pathlib
import subprocess
import sys
import urllib.parse

import pytest

from tests.docs.html_pages import Page
from tools.site.python_pages import MORE, PACKAGES

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLAIN = {*dir(object), *dir(enum.IntFlag), *dir(Exception)}             # members that no class of ours describes
MEMBERS = """
extends SceneTree
func _init():
    for name in ClassDB.get_class_list():
        if ClassDB.class_get_api_type(name) != ClassDB.API_EXTENSION:
            continue
        var own := func(list): return list.map(func(each): return each.name)
        var titles := PROPERTY_USAGE_CATEGORY | PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP
        var properties = ClassDB.class_get_property_list(name, true).filter(func(each): return not each.usage & titles)
        var accessors := []
        for each in properties:
            accessors += [ClassDB.class_get_property_getter(name, each.name), ClassDB.class_get_property_setter(name, each.name)]
        var methods = own.call(ClassDB.class_get_method_list(name, true)).filter(func(each): return each not in accessors)
        print("RESULT ", JSON.stringify({"class": name, "member": own.call(properties), "method": methods,
            "signal": own.call(ClassDB.class_get_signal_list(name, true)),
            "constant": ClassDB.class_get_integer_constant_list(name, true)}))
    quit()
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """{path in the site: Page}"""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--site-dir", folder], cwd=ROOT, capture_output=True, text=True,
                          env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    assert done.returncode == 0 and "WARNING" not in done.stdout + done.stderr, done.stdout + done.stderr
    pages = {path.relative_to(folder).as_posix(): Page(path) for path in folder.rglob("*.html") if path.parent.name != "playground"}
    return folder, pages


pytestmark = pytest.mark.timeout(145)           # seconds, with the build of the site


def test_every_page_has_its_place(site):
    assert {"index.html", "tutorials/python.html", "nodes/nav-agent.html", "reference/python/navpy.Crowd.html",
            "reference/godot/NavAgent2D.html", "reference/bake-settings.html", "project/contributing.html",
            "project/changelog.html"} <= set(site[1])


def test_every_link_leads_somewhere(site):
    folder, pages = site
    dead = []
    for name, page in pages.items():
        for address in {*page.links, *page.loaded}:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme in ("http", "https", "mailto") or name == "404.html":       # its addresses are a server's
                continue
            target = folder / pathlib.PurePosixPath(name).parent / urllib.parse.unquote(parts.path) if parts.path else folder / name
            target = pathlib.Path(os.path.normpath(target))
            there = pages.get(target.relative_to(folder).as_posix()) if target.is_file() else None
            if not target.is_file() or there and parts.fragment and urllib.parse.unquote(parts.fragment) not in there.texts:
                dead.append(f"{name}: {address}")
    assert dead == []


def test_pages_load_nothing_from_elsewhere(site):
    elsewhere = {f"{name}: {address}" for name, page in site[1].items() for address in page.loaded if "//" in address}
    assert elsewhere == set()


def test_the_search_knows_the_reference(site):
    index = json.loads((site[0] / "search/search_index.json").read_text())
    assert any(entry["location"].startswith("reference/python/navpy.Crowd.html#navpy.Crowd.add_agent") for entry in index["docs"])


def public_members():
    """The dotted names of all that is public, members of classes included; those that several packages offer by the first."""
    known, offered = set(), {package: importlib.import_module(package).__all__ for package in PACKAGES}
    for package, names in (offered | MORE).items():
        for name in names:
            thing = getattr(importlib.import_module(package), name)
            if id(thing) in known:
                continue
            known.add(id(thing))
            yield f"{package}.{name}"
            if inspect.isclass(thing):
                members = [member for member in dir(thing) if not member.startswith("_") and member not in PLAIN]
                yield from (f"{package}.{name}.{member}" for member in members)


def test_everything_public_in_python_is_described(site):
    texts = {}
    for name, page in site[1].items():
        if name.startswith("reference/python/"):
            texts |= page.texts
    wanted = list(public_members())
    assert len(wanted) > 500
    assert [name for name in wanted if name not in texts] == []
    assert [name for name in wanted if not texts[name].strip("\n ¶")] == []


def test_every_class_of_godot_is_described(site, run_godot):
    classes = [json.loads(line) for line in run_godot(MEMBERS).values()]
    assert len(classes) > 30
    missing, count = [], 0
    for each in classes:
        page = site[1].get(f"reference/godot/{each['class']}.html")
        for kind in ("member", "method", "signal", "constant"):
            for name in each[kind]:
                text = page.texts.get(f"{kind}-{name}", "") if page else ""
                if kind == "constant":
                    text = text.partition(name)[2].strip(" \n-0123456789")
                count += 1
                if not text.strip("\n ¶"):
                    missing.append(f"{each['class']}: {kind} {name}")
    assert count > 1000
    assert missing == []
