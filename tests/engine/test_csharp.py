"""The C# classes that the plugin writes: they compile with the scripts of the page, and call the engine by the right names."""
import re
import subprocess

import pytest

from tests.docs.blocks import BLOCKS
from tests.engine.godot_run import EDITOR_NOISE
from tests.engine.scenarios import HERE

WRITER = "res://addons/navpy/editor/csharp_writer.gd"
MAIN = """
using System;
using Godot;
using Navpy;

public static class Program
{
    static void Check(bool holds, string what) { if (!holds) { Console.WriteLine("WRONG: " + what); Environment.Exit(1); } }

    public static void Main()
    {
        var node = new Node("NavAgent");
        var agent = new NavAgent(node);
        agent.MaxSpeed = 4.5f;
        Check((float)node.Values["max_speed"] == 4.5f && agent.MaxSpeed == 4.5f, "a property");
        node.Values["requestPath"] = 2L;
        Check(agent.RequestPath(new Vector3(1, 2, 3)) == NavAgent.StatusEnum.Failure, "what a method returns");
        Check(GodotObject.Log[0] == "requestPath/1", "what it calls");
        var heard = 0;
        Action hear = () => heard++;
        agent.TargetReached += hear;
        ((Action)node.Heard["target_reached"])();
        Check(heard == 1, "a signal");
        agent.TargetReached -= hear;
        Check(node.Heard.Count == 0, "a signal that is heard no more");
        NavMap.Of(node);
        Check(GodotObject.Log[1] == "NavMap.of/1", "a static method");
        try { new NavAgent(new Node("Crowd")); Check(false, "another class"); } catch (ArgumentException) { }
        new Hero()._Ready();
        new Hero { }.GetNode("NavAgent");
        Console.WriteLine("all is right");
    }
}
"""


@pytest.fixture(scope="module")
def written(make_project, run_godot):
    project = make_project(copy=True)
    run_godot(project=project, args=["--import"], expected=EDITOR_NOISE)
    run_godot(project=project, args=["-s", WRITER])
    return (project / "Navpy.cs").read_text()


def test_it_has_all_classes_and_their_members(written, members):
    for name, root in members.items():
        body = re.search(rf"    public class {name}\n(.*?)^    }}", written, re.S | re.M)[1]
        wanted = {node.get("name") for path in ("methods/method", "members/member", "signals/signal") for node in root.findall(path)}
        accessors = {node.get(kind) for node in root.findall("members/member") for kind in ("getter", "setter")}
        said = set(re.findall(r'(?:Self\.\w+\(|ClassCallStatic\("\w+", )"(\w+)"', body))
        missing = {spelled(each) for each in wanted - accessors if not each.startswith("_")} - {spelled(each) for each in said}
        assert not missing, name


def spelled(member):
    """requestPath and request_path are one method."""
    return member.replace("_", "").lower()


def test_it_compiles_with_the_scripts_of_the_page_and_calls_the_engine(written, tmp_path):
    sources = {"Navpy.cs": written, "Main.cs": MAIN, "Godot.cs": (HERE / "stand_ins/Godot.cs").read_text()}
    sources |= {f"page_{i}.cs": block.text for i, block in enumerate(block for block in BLOCKS if block.language == "csharp")}
    for name, text in sources.items():
        (tmp_path / name).write_text(text)
    run = subprocess.run(["mcs", "-out:all.exe", "-warnaserror", *sources], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    said = subprocess.run(["mono", "all.exe"], cwd=tmp_path, capture_output=True, text=True)
    assert said.stdout.strip() == "all is right", said.stdout + said.stderr
