"""What a node needs beside the module that declares it: each of these places is checked for every class, by name."""
import pathlib
import re

import pytest

from navpy.baking.settings import FIELDS
from navpy.motion.agent.agent_params import GROUPS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GODOT = ROOT / "navpy/godot"
DECLARED = re.compile(r'c\.declare\(b"(\w+)", b"(\w+)"')
NAMED = re.compile(r'c\.(?:flag|number|layers|vector3|color|property|reading|method|signal)\(\s*(?:prefix \+ )?b"(\w+)"|'
                   r'\.alias\(b"(\w+)"')
CONSTANT = re.compile(r'c\.constant\(b"(\w+)", b"(\w+)"')
REFERENCE = re.compile(r"\[(member|method|signal|enum) (?:(\w+)\.)?(\w+)\]")

PARAMS = [field.name for rows in GROUPS.values() for field in rows]
FROM_TABLES = {"NavMeshBaker": [field.name for field in FIELDS], "NavAgent": PARAMS, "Crowd": ["agent_" + name for name in PARAMS]}

SOURCES = {path: path.read_text() for path in sorted(GODOT.rglob("*.pyx"))}
MODULES = {name: path for path, text in SOURCES.items() for name, _ in DECLARED.findall(text)}
PARENTS = {name: parent for text in SOURCES.values() for name, parent in DECLARED.findall(text)}


def declarations(name):
    """The text of the class's module, and of those that declare a part of it."""
    text = SOURCES[MODULES[name]]
    parts = re.findall(r"^from (navpy\.godot\.[\w.]+) cimport .*\bdeclare_", text, re.M)
    return "".join([text, *(SOURCES[ROOT / (part.replace(".", "/") + ".pyx")] for part in parts)])


def members(name):
    text = declarations(name)
    found = {either for pair in NAMED.findall(text) for either in pair if either}
    found |= {enumeration for enumeration, _ in CONSTANT.findall(text)}
    return found | set(FROM_TABLES.get(name, ()))


def test_there_are_classes():
    assert {"NavAgent", "NavMeshBaker", "NavMeshData", "NavLink", "Crowd", "NavObstacle", "NavModifierVolume"} <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_registration_lists_it(name):
    registered = re.search(r"^NODES = \(([^)]*)\)", (GODOT / "registration.pyx").read_text(), re.M).group(1)
    stem = MODULES[name].stem
    assert stem in re.findall(r"\w+", registered), f"navpy/godot/registration.pyx, NODES: {stem} is missing"


@pytest.mark.parametrize("name", MODULES)
def test_it_has_an_icon(name):
    assert (ROOT / f"addons/navpy/icons/{name}.svg").exists(), f"addons/navpy/icons/{name}.svg is missing"
    named = (ROOT / "addons/navpy/navpy.gdextension").read_text()
    assert f'{name} = "icons/{name}.svg"' in named, f"addons/navpy/navpy.gdextension, icons: {name} is missing"


@pytest.mark.parametrize("name", [name for name in MODULES if PARENTS[name] not in ("Resource", "RefCounted")])
def test_it_has_a_page_that_the_site_lists(name):
    page = "nodes/" + re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower().replace("nav-mesh", "navmesh") + ".md"
    assert (ROOT / "docs" / page).exists(), f"docs/{page} is missing"
    assert page in (ROOT / "mkdocs.yml").read_text(), f"mkdocs.yml does not list {page}"


@pytest.mark.parametrize("name", MODULES)
def test_its_references_are_counted_if_it_counts_them(name):
    declared = re.search(rf'^NAVPY_CLASS\(\w+, "{name}", (\w+)\)', (GODOT / "class_spec.h").read_text(), re.M)
    is_counted = PARENTS[name] in ("Resource", "RefCounted")
    assert declared is None or declared[1] == str(is_counted).lower(), f"navpy/godot/class_spec.h, NAVPY_CLASS of {name}"


@pytest.mark.parametrize("name", MODULES)
def test_its_help_speaks_of_members_that_are_there(name):
    text = re.sub(r'"\s*\n\s*b"', "", declarations(name))
    wrong = [f"[{kind} {other or name}.{member}]" for kind, other, member in REFERENCE.findall(text)
             if (other or name) in MODULES and member not in members(other or name)]
    assert not wrong, f"{MODULES[name].name}: {', '.join(wrong)}"
