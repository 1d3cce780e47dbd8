"""Pages of the reference of Python: one for each public class, one for the functions of each package.

mkdocstrings fills them from the stubs of the package, whose signatures have types and keywords; compiled modules have neither."""
import contextlib
import hashlib
import importlib
import inspect
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from tools.imports import ROOT, SOURCES

MADE = ROOT / "build/docs"
PACKAGE = MADE / "package"                                          # where mkdocstrings reads
FOLDER = "reference/python"
PACKAGES = ("navpy", "navpy.query", "navpy.motion", "navpy.grid", "navpy.streaming")        # each with an __all__
MORE = {"navpy.baking.pipeline": ("tile_reach",)}                   # public names of modules that are not
NOT_IN_THE_PACKAGE = ("godot", "web")                               # rooms of Godot's library and of the playground
HEAD = """# Python

`import navpy` brings the names of the first table; those of other packages are in `navpy.query`, `navpy.motion`, `navpy.grid` and
`navpy.streaming`. All arrays are numpy's. Lengths are meters and Y points up, if nothing else is said. `help()` shows the same texts.
"""


def installed():
    """A folder with the package as type checkers see it when it is installed: Python files and stubs.

    It is kept until a source changes, as making the stubs takes longer than all the rest of the site."""
    digest = hashlib.sha256()
    for path in [*SOURCES, *sorted(ROOT.glob("tools/*.py"))]:
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    folder = MADE / digest.hexdigest()[:16]
    if not folder.exists():
        for old in MADE.glob("[0-9a-f]" * 16):
            shutil.rmtree(old)
        MADE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=MADE) as fresh:
            lay_out(pathlib.Path(fresh) / "installed")
            with contextlib.suppress(OSError):             # another process was first
                (pathlib.Path(fresh) / "installed").rename(folder)
    return folder


def lay_out(folder):
    subprocess.run([sys.executable, ROOT / "tools/stubs.py", folder], check=True)
    for path in sorted((ROOT / "navpy").rglob("*.py")) + [ROOT / "navpy/py.typed"]:
        inside = path.relative_to(ROOT)
        if inside.parts[1] not in NOT_IN_THE_PACKAGE:
            (folder / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / inside)


def public_names():
    """{package or module: its public names}; a name that several packages offer is the first one's."""
    known, found = set(), {}
    for package in PACKAGES:
        module = importlib.import_module(package)
        found[package] = [name for name in module.__all__ if id(getattr(module, name)) not in known]
        known |= {id(getattr(module, name)) for name in found[package]}
    return found | MORE


def summary(thing):
    """The first sentence of a docstring behind its signature, as a cell of a table."""
    paragraphs = re.split(r"\n\s*\n", inspect.getdoc(thing) or "")
    text = next((text for text in paragraphs if not re.match(r"[\w.]+\(.*\)$", text, re.S)), "")
    text = re.sub(r"^\w+\([^)]*\): ", "", " ".join(text.split()))
    return re.match(r".*?[.:](?=\s|$)|.*", text)[0].rstrip(":").replace("|", "\\|")


def write():
    """({page: its text}, their part of the navigation)."""
    shutil.rmtree(PACKAGE, ignore_errors=True)
    shutil.copytree(installed(), PACKAGE)
    for stub in list(PACKAGE.rglob("*.pyi")):       # one file a module, and one way to make an object: griffe knows no others
        stub.with_suffix(".py").write_text(re.sub(r"def __new__\(cls(.*)\) -> \w+:", r"def __init__(self\1):", stub.read_text()))
        stub.unlink()
    index, pages, navigation = [HEAD], {}, [f"{FOLDER}/index.md"]
    for package, names in public_names().items():
        module = importlib.import_module(package)
        classes = [name for name in names if inspect.isclass(getattr(module, name))]
        functions = [name for name in names if name not in classes]
        listed = []
        if functions:
            listed.append({"Functions": f"{FOLDER}/{package}.md"})
            blocks = [f"::: {package}.{name}\n" for name in functions]
            pages[f"{FOLDER}/{package}.md"] = "\n".join([f"# Functions of {package}\n", *blocks])
        for name in classes:
            listed.append({name: f"{FOLDER}/{package}.{name}.md"})
            pages[f"{FOLDER}/{package}.{name}.md"] = f"::: {package}.{name}\n    options:\n      heading_level: 1\n"
        navigation.append({package: listed})
        rows = [f"| [`{name}`][{package}.{name}] | {summary(getattr(module, name))} |" for name in [*classes, *functions]]
        index += [f"## {package}\n", "| name | |", "|---|---|", *rows, ""]
    pages[f"{FOLDER}/index.md"] = "\n".join(index)
    return pages, navigation
