"""Makes the Godot project that a reader of docs/tutorials/godot.md has after a step:  tutorial_project.py FOLDER [STEP]

The scenes come from the page's tables of nodes, and the scripts from its blocks of GDScript, whose first line names the file. A node
or a file that a later step names again is changed by it. Without STEP all steps are done. tools/stage_addon.py FOLDER adds the addon.
"""
import argparse
import math
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/tutorials/godot.md"
PROJECT = """config_version=5
[application]
config/name="Tutorial"
config/features=PackedStringArray("4.6")
run/main_scene="res://level.tscn"
[editor_plugins]
enabled=PackedStringArray("res://addons/navpy/plugin.cfg")
"""
STEP = re.compile(r"^## (\d+)\. ", re.MULTILINE)
ROW = re.compile(r"^\| `([\w.]+)` \| `(\w+)` \| `([\w.]+)` \|([^|]*)\|$", re.MULTILINE)     # below, node, type, properties
SCRIPT = re.compile(r"```gdscript\n# (\w+\.gd)\n(.*?)```", re.DOTALL)
SETTING = re.compile(r"`(\w+) = ([^`]+)`")
VALUES = {".gd": "Script", ".tscn": "PackedScene"}      # engine's type of a file


class Scene:
    """A scene of the page.

    nodes     {name: [parent's name, type, {property: value}]}, in order
    files     names of the files that it refers to
    made      types of the resources that it holds
    """

    def __init__(self):
        self.nodes, self.files, self.made = {}, [], []

    def take(self, below, name, of_type, settings):
        self.nodes.setdefault(name, [below, of_type, {}])[2].update(settings)

    def path(self, name):
        """The path of a node from the root, as a scene file names parents."""
        parent = self.nodes[name][0]
        if not parent:
            return "."
        return f"{self.path(parent)}/{name}" if self.nodes[parent][0] else name

    def refer(self, file):
        if file not in self.files:
            self.files.append(file)
        return f'ExtResource("{file}")'

    def value(self, key, shown):
        """A value as a scene file has it."""
        if shown.endswith(".gd"):
            return self.refer(shown)
        if shown.startswith("../"):
            return f'NodePath("{shown}")'
        if shown[0] == "(":
            parts = [float(part) for part in shown[1:-1].split(",")]
            parts = [math.radians(part) for part in parts] if key == "rotation" else parts
            return f"Vector{len(parts)}({', '.join(map(repr, parts))})"
        if shown[0].isupper():
            self.made.append(shown)
            return f'SubResource("{len(self.made)}")'
        return shown

    def text(self):
        """The scene file."""
        nodes = []
        for name, (parent, of_type, settings) in self.nodes.items():
            kind = f"instance={self.refer(of_type)}" if of_type.endswith(".tscn") else f'type="{of_type}"'
            nodes.append(f'[node name="{name}" {kind}' + (f' parent="{self.path(parent)}"]' if parent else "]"))
            nodes += [f"{key} = {self.value(key, shown)}" for key, shown in settings.items()]
        files = [f'[ext_resource type="{VALUES[pathlib.Path(name).suffix]}" path="res://{name}" id="{name}"]' for name in self.files]
        made = [f'[sub_resource type="{of_type}" id="{i}"]' for i, of_type in enumerate(self.made, 1)]
        return "\n".join(["[gd_scene format=3]", *files, *made, *nodes, ""])


def steps(text):
    """{number of a step: its text}"""
    parts = STEP.split(text)
    return {int(number): body for number, body in zip(parts[1::2], parts[2::2])}


def project_files(text, last=None):
    """{file name: text} of scenes and scripts after the step `last` of the page's text, or after all."""
    scenes, scripts = {}, {}
    for number, body in steps(text).items():
        if last is not None and number > last:
            break
        for below, name, of_type, settings in ROW.findall(body):
            if below.endswith(".tscn"):
                scenes[below] = Scene()
            scene = scenes.get(below) or next(each for each in scenes.values() if below in each.nodes)
            scene.take("" if below in scenes else below, name, of_type, dict(SETTING.findall(settings)))
        scripts.update(SCRIPT.findall(body))
    return {**scripts, **{name: scene.text() for name, scene in scenes.items()}}


def write_project(folder, last=None):
    for name, content in {"project.godot": PROJECT, **project_files(PAGE.read_text(), last)}.items():
        (folder / name).write_text(content)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("step", type=int, nargs="?")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    write_project(arguments.folder, arguments.step)
