"""The pages for contributors: each name on them is in the source, and their sentences are short and have a noun as subject."""
import functools
import pathlib
import re

import pytest

from tools.imports import SOURCES, module_name

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "docs/architecture.md", *sorted((ROOT / "docs/how-it-works").glob("*.md"))]
ELSEWHERE = {"NavigationAgent3D", "floor_max_angle", "apply_floor_snap", "map_changed"}        # the engine's own names
CODED = ("*.pyx", "*.pxd", "*.py", "*.c", "*.h", "*.cpp", "*.build", "*.mk")
MOST_WORDS = 35
RELATIVES = re.compile(r"(?<![\w-])(who|that|what|one)(?![\w-])", re.I)
pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


@functools.cache
def modules():
    """{module as the pages write it, query/path: text of its .pyx, .pxd or .py}"""
    texts = {}
    for path in SOURCES:
        name = module_name(path).removeprefix("navpy.").replace(".", "/")
        texts[name] = texts.get(name, "") + path.read_text()
    return texts


@functools.cache
def all_words():
    folders = ("navpy", "tools", "addons")
    texts = [path.read_text() for folder in folders for kind in CODED for path in (ROOT / folder).rglob(kind)]
    texts += [(ROOT / "meson.build").read_text()]
    return {word for text in texts for word in re.findall(r"\w+", text)} | {path.stem for path in SOURCES} | ELSEWHERE


def is_defined(name, text):
    return re.search(rf"^\s*(cdef|cpdef|def|class|ctypedef)\b[^=#]*\b{name}\b\s*[(:\[]", text, re.M) is not None


def fault(name):
    """What is wrong with a name in backticks; "" if it is in the source."""
    if "/" not in name:
        lost = [word for word in re.findall(r"[A-Za-z_]\w+", name) if word not in all_words()]
        return f"{name}: {lost[0]} is nowhere in the source" if lost else ""
    if name.startswith(("~/", "build/")):
        return ""
    module, _, function = name.partition(".")
    if module in modules():
        return f"{name}: {module} has no {function}" if function and not is_defined(function, modules()[module]) else ""
    places = [ROOT / name, ROOT / "navpy" / name]
    return "" if any(place.exists() for place in places) and not module.endswith("/*") or name == "mesh/*" \
        else "" if name.endswith("/*") and (ROOT / "navpy" / name[:-2]).is_dir() else f"{name}: no such module, file or folder"


def without_blocks(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


@pages
def test_names_are_in_the_source(page):
    names = set(re.findall(r"`([^`\n]+)`", without_blocks(page.read_text())))
    assert [line for line in map(fault, sorted(names)) if line] == []


@pytest.mark.parametrize("name, is_right", [
    ("query/path.begin_path", True), ("query/path.begin_way", False), ("query/way", False), ("tools/platforms.py", True),
    ("tools/platform.py", False),
    ("begin_path", True), ("begin_no_such_path", False), ("Agent.stage", True), ("mesh/tiles", True), ("mesh/tile", False)])
def test_the_test_itself(name, is_right):
    assert (fault(name) == "") == is_right


def sentences(text):
    """Those of paragraphs and lists: no table, title, block or page's bare list of links."""
    text = re.sub(r"^(\||#|!!!).*$", "", without_blocks(text), flags=re.M)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`\n]*`", "Name", text)).replace("**", "")
    for paragraph in re.split(r"\n\s*\n|\n\s*(?:-|\d+\.) ", text):
        yield from re.split(r"(?<=[\w)%²°][.?!:]) (?=[A-Z(])|; ", " ".join(paragraph.split()))


@pages
def test_sentences_are_plain(page):
    faults = []
    for sentence in sentences(page.read_text()):
        if len(sentence.split()) > MOST_WORDS:
            faults.append(f"{len(sentence.split())} words: {sentence}")
        if len(RELATIVES.findall(sentence)) > 1:
            faults.append(f"two of who, that, what and one: {sentence}")
        if re.match(r"(Who|What|One|That)\b", sentence):
            faults.append(f"no noun as subject: {sentence}")
    assert faults == []
