"""Makes the Godot project that a reader of docs/tutorials/godot.md has after a step:  tutorial_project.py FOLDER [STEP]

The scenes come from the page's tables of nodes and the scripts from its blocks of GDScript, whose first line names the file. A node or a file
that a later step names again is changed by it. Without STEP all steps are done. tools/stage_addon.py FOLDER adds the addon.
"""
import argparse
import math
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/tutorials/godot.md"
PROJECT = 'config_version=5\n[application]\nconfig/name="Tutorial"\nrun/main_scene="res://level.tscn"\nconfig/features=PackedStringArray("4.6")\n' \
          '[editor_plugins]\nenabled=PackedStringArray("res://addons/navpy/plugin.cfg")\n'
STEP = re.compile(r"^## (\d+)\. ", re.MULTILINE)
ROW = re.compile(r"^\|([^|]*)\|([^|]*)\| `(\w+)` \|([^|]*)\|([^|]*)\|$", re.MULTILINE)
SCRIPT = re.compile(r"```gdscript\n# (\w+\.gd)\n(.*?)```", re.DOTALL)
SETTING = re.compile(r"`(\w+) = ([^`]+)`")


def steps(text):
    """{number of a step: its text}"""
    parts = STEP.split(text)
    return {int(number): body for number, body in zip(parts[1::2], parts[2::2])}


class Scene:
    """A scene of the page: its nodes as {name: [parent's name, type, {property: value}]}, in order."""

    def __init__(self):
        self.nodes = {}

    def take(self, below, name, of_type, settings):
        node = self.nodes.setdefault(name, [below, of_type, {}])
        node[2].update(settings)

    def path(self, name):
        """The path of a node from the root, as a scene file names parents."""
        parent = self.nodes[name][0]
        return "." if not parent else name if not self.nodes[parent][0] else f"{self.path(parent)}/{name}"

    def text(self):
        """The scene file."""
        outside, inside, nodes = {}, [], []
        for name, (parent, of_type, settings) in self.nodes.items():
            lines = [f"{key} = {value_text(key, value, outside, inside)}" for key, value in settings.items()]
            kind = f'instance=ExtResource("{outside.setdefault(of_type, of_type)}")' if of_type.endswith(".tscn") else f'type="{of_type}"'
            place = f' parent="{self.path(parent)}"' if parent else ""
            nodes += [f'[node name="{name}" {kind}{place}]', *lines]
        files = [f'[ext_resource type="{"Script" if name.endswith(".gd") else "PackedScene"}" path="res://{name}" id="{name}"]' for name in outside]
        return "\n".join(["[gd_scene format=3]", *files, *inside, *nodes, ""])


def value_text(key, shown, outside, inside):
    """A value as a scene file has it; what it refers to is added to the files `outside` and the resources `inside`."""
    if shown.endswith(".gd"):
        return f'ExtResource("{outside.setdefault(shown, shown)}")'
    if shown[0] == "(":
        parts = [float(part) for part in shown[1:-1].split(",")]
        in_radians = [math.radians(part) for part in parts] if key == "rotation" else parts
        return f"Vector{len(parts)}({', '.join(map(repr, in_radians))})"
    if shown[0].isupper():
        inside.append(f'[sub_resource type="{shown}" id="{len(inside)}"]')
        return f'SubResource("{len(inside) - 1}")'
    return shown


def project_files(text, last=None):
    """{file name: text} of scenes and scripts after the step `last` of the page's text, or after all."""
    scenes, files, scene = {}, {}, None
    for number, body in steps(text).items():
        if last is not None and number > last:
            break
        for first, below, name, of_type, settings in ROW.findall(body):
            if first.strip():
                scene = scenes.setdefault(first.strip(" `"), Scene())
            scene.take(below.strip(" `"), name, of_type.strip(" `"), dict(SETTING.findall(settings)))
        files.update(SCRIPT.findall(body))
    return files | {name: scene.text() for name, scene in scenes.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("step", type=int, nargs="?")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, content in {"project.godot": PROJECT, **project_files(PAGE.read_text(), arguments.step)}.items():
        (arguments.folder / name).write_text(content)
