"""What a class declares is checked by the C++ compiler: members whose functions or fields do not fit do not compile."""
import pathlib
import subprocess

import pytest

from tools.platforms import this_machine
from tools.toolchain import find_zig

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FRAME = """
#include "class_spec.h"
struct Node : Instance { double width; int64_t count; uint8_t on; float ratio; int16_t small; GdVector3 at; };
struct Other : Instance { double width; };
static double get_width(Node *node) { return node->width; }
static void set_width(Node *node, double width) { node->width = width; }
static void set_count(Node *node, int64_t count) { node->count = count; }
static int64_t add(Node *node, int64_t a, double b) { return node->count + a + int64_t(b); }
static void get_points(Node *, GdPackedVector3Array *) {}
static void set_points(Node *, const GdPackedVector3Array *) {}
static void get_ids(Node *, GdPackedInt64Array *) {}
static void take(Node *, GdNode *) {}
static void find_node(Node *, GdRef<GdNode> *) {}
static float as_float(Node *node) { return node->ratio; }
static double of_other(Other *other) { return other->width; }
static void on_notification(Node *, int32_t) {}
static void on_anything(Node *, double) {}
void declare() {
    ClassSpec<Node> c;
    Node *node = nullptr;
    (void)node, (void)get_width, (void)set_width, (void)set_count, (void)add, (void)get_points, (void)set_points,
        (void)get_ids, (void)take, (void)find_node;
    (void)as_float, (void)of_other, (void)on_notification, (void)on_anything;
    %s
}
"""
GOOD = [
    'c.declare("Node", "Node3D", "", "");',
    'c.number("width", &node->width, "").range("0,1").at_least(0);',
    'c.number("ratio", &node->ratio, "");',
    'c.flag("on", &node->on, "");',
    'c.vector3("at", &node->at, "");',
    'c.property("width", get_width, set_width, "");',
    'c.property("points", get_points, set_points, "");',
    'c.reading("ids", get_ids, "");',
    'c.method("add", add, "", "a", "b").optional(1).constant();',
    'c.method("take", take, "", "node");',
    'c.property("node", find_node, take, "");',
    "c.on_notification(on_notification);",
]
BAD = {
    "a field of a type that the engine has no value for": 'c.number("small", &node->small, "");',
    "a whole number as a flag": 'c.flag("count", &node->count, "");',
    "a function of another class": 'c.method("width", of_other, "");',
    "a result that the engine has no value for": 'c.method("ratio", as_float, "");',
    "an argument without a name": 'c.method("add", add, "", "a");',
    "a name too many": 'c.method("add", add, "", "a", "b", "c");',
    "getter and setter of two types": 'c.property("width", get_width, set_count, "");',
    "getter and setter of two arrays": 'c.property("points", get_ids, set_points, "");',
    "a callback with other arguments": "c.on_notification(on_anything);",
}


@pytest.fixture(scope="module")
def compiles(tmp_path_factory):
    """compiles(statement) → (whether it does, what the compiler said)"""
    headers = list((ROOT / "build").rglob("gdextension_interface.h"))
    assert headers, "the extension is not built: run make build"
    source = tmp_path_factory.mktemp("class_spec") / "declare.cpp"

    def compile_frame(statement):
        source.write_text(FRAME % statement)
        done = subprocess.run([find_zig(), "c++", "-target", this_machine().triple, "-std=c++17", "-c", "-Wall", "-Werror",
                               "-o", source.with_suffix(".o"), f"-I{headers[0].parent}",
                               f"-I{ROOT / 'navpy/godot'}", source], capture_output=True, text=True)
        return done.returncode == 0, done.stderr
    return compile_frame


def test_what_fits_compiles(compiles):
    good, said = compiles("\n    ".join(GOOD))
    assert good, said


@pytest.mark.parametrize("statement", BAD.values(), ids=BAD.keys())
def test_what_does_not_fit_does_not_compile(compiles, statement):
    good, said = compiles(statement)
    assert not good and "error:" in said
