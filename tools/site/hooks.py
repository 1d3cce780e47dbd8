"""What mkdocs is told beyond mkdocs.yml: pages that are made of something else than a file in docs/, and their places.

The reference of Python comes from the stubs of the package, that of Godot from the engine, the bake settings from their table,
contributing and changes from files at the root, tutorials from notebooks, which run meanwhile. None of them is written into docs/."""
import pathlib
import re
import sys

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.site import godot_pages, notebooks, python_pages, settings_page  # noqa: E402

AT_THE_ROOT = {"project/contributing.md": "CONTRIBUTING.md", "project/changelog.md": "CHANGELOG.md",
               "project/security.md": "SECURITY.md", "project/third-party.md": "THIRD_PARTY.md"}
NO_PLAYGROUND = "<!doctype html><title>navpy</title><p><code>make playground</code> builds this page."
made = {}           # {page: text}

python_pages.PACKAGE.mkdir(parents=True, exist_ok=True)         # mkdocstrings forgets a path that is not there when it begins


def on_config(config):
    """Makes all pages, and lists those of the reference in the navigation."""
    python, names = python_pages.write()
    godot, classes = godot_pages.write()
    made.update(python, **godot, **notebooks.write(pathlib.Path(config.docs_dir)))
    made["reference/bake-settings.md"] = settings_page.text()
    for page, file in AT_THE_ROOT.items():
        made[page] = from_the_root((ROOT / file).read_text())
    reference = next(section["Reference"] for section in config.nav if "Reference" in section)
    for entry in reference:
        entry.update({title: pages for title, pages in (("Python", names), ("Godot", classes)) if title in entry})
    return config


def from_the_root(text):
    """A text of a file at the root as that of a page in project/: its links lead to the same places."""
    for page, file in AT_THE_ROOT.items():
        text = text.replace(f"]({file}", f"](../{page}")
    return text.replace("](docs/", "](../")


def on_files(files, config):
    """Adds them to the files of docs/, and a stand-in for the playground where nobody has built that."""
    for page, content in made.items():
        files.append(File.generated(config, page, content=content))
    if files.get_file_from_path("playground/index.html") is None:
        files.append(File.generated(config, "playground/index.html", content=NO_PLAYGROUND))
    for file in list(files):
        if file.src_uri.endswith(".ipynb"):
            files.remove(file)
    return files


def on_page_markdown(markdown, **_):
    """A link to a notebook leads to its page."""
    return re.sub(r"(\]\([^)\s]+)\.ipynb(?=[#)])", r"\1.md", markdown)
