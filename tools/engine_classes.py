"""The classes of the extension as the engine tells of them: members by its doctool, the texts of the editor's help."""
import contextlib
import os
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

from tools.help_pages import help_pages

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROJECT = 'config_version=5\n[application]\nconfig/name="docs"\n'
EXTENSION = "res://addons/navpy/navpy.gdextension"


def find_godot():
    return subprocess.run([ROOT / "tools/get_godot.sh"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


@contextlib.contextmanager
def addon_project():
    """A new project with the built addon."""
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        (project / "project.godot").write_text(PROJECT)
        (project / "addons").mkdir()
        (project / "addons/navpy").symlink_to(ROOT / "addons/navpy")
        (project / ".godot").mkdir()
        (project / ".godot/extension_list.cfg").write_text(EXTENSION + "\n")
        yield project


def run_doctool(godot, project, *args):
    """Has the engine write doc_classes/….xml into the project; with --gdextension-docs those of extensions alone, without texts."""
    subprocess.run([godot, "--headless", "--path", project, "--doctool", project, *args], capture_output=True, check=True)


def read_classes():
    """{class: its XML} of the extension's classes, with all texts.

    The editor is started twice, as in a new home it shows no extension's help."""
    godot = find_godot()
    with addon_project() as project, tempfile.TemporaryDirectory() as folder:
        run_doctool(godot, project, "--gdextension-docs")
        found = {path.stem: ElementTree.parse(path).getroot() for path in sorted(project.glob("doc_classes/*.xml"))}
        home = {name: folder for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
        subprocess.run([godot, "--headless", "--path", project, "--editor", "--quit-after", "10"], env={**os.environ, **home},
                       capture_output=True, check=True)
        with help_pages(godot, project, home) as pages:
            for name, root in found.items():
                add_texts(root, pages.page(name))
    return found


def add_texts(root, page):
    """Puts the texts of a help page into what doctool wrote of its class."""
    root.find("description").text = page[""][1]
    for node in root.iter():
        if node.tag in ("method", "signal"):
            node.find("description").text = page[node.get("name")][1]
        elif node.tag in ("member", "constant"):
            node.text = page[node.get("name")][1]
        for attribute in ("type", "enum"):
            if node.get(attribute):
                node.set(attribute, re.sub(rf"^{root.get('name')}\.", "", node.get(attribute)))
