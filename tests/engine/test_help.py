"""The texts of the help pages: every reference leads somewhere, and the pages of two dimensions speak of pixels."""
import configparser
import re

import pytest

from tests.engine.godot_run import ROOT
from tools.help_pages import help_pages

OURS = re.compile(r"Nav(?!igation)\w+|Crowd\w*")
FOREIGN = re.compile(r"\w*3D\b|\b(?:Vector3|AABB|NavigationMesh|meters?|millimeters?|m/s|heights?|floors?|slopes?|steep|box|"
                     r"balls?|GridMaps?|CSG|in space|ground plane|seen from above)\b|\(level|, level\)")


@pytest.fixture(scope="module")
def pages(godot, make_project, editor_home):
    with help_pages(godot, make_project(), editor_home["environment"]) as found:
        yield found


def ours(pages):
    return [name for name in pages.parents if OURS.fullmatch(name)]


def test_every_member_has_a_text_and_every_class_an_icon(pages):
    assert [f"{name}.{member}" for name in ours(pages) for member, (_, text) in pages.page(name).items() if not text] == []
    told = configparser.ConfigParser()
    told.optionxform = str
    told.read(ROOT / "addons/navpy/navpy.gdextension")
    icons = {name: path.strip('"') for name, path in told["icons"].items()}
    assert sorted(icons) == sorted(ours(pages))
    assert [path for path in icons.values() if not (ROOT / "addons/navpy" / path).exists()] == []


def test_no_reference_is_dead(pages):
    assert len(ours(pages)) >= 23
    assert [found for name in ours(pages) for found in pages.dead_references(name)] == []


def test_a_dead_reference_is_found(pages):
    text = "[member NavAgent.radius] [NavAgent] [member radius] [NavNobody] [code][member x][/code]"
    of_go = "[param way] [param target] [enum NavAgent.Status] [constant NavAgent.RUNNING]"
    pages.known["NavNone"] = {"": ("", text), "go": ("func NavNone.go(way: int)", of_go)}
    assert pages.dead_references("NavNone") == ["NavNone.: [member radius]", "NavNone.: [NavNobody]", "NavNone.go: [param target]"]


def test_pages_of_two_dimensions_are_in_their_words(pages):
    plane = [name for name in ours(pages) if name.endswith("2D")]
    assert len(plane) >= 9
    texts = {f"{name}.{member}": text for name in plane for member, (_, text) in pages.page(name).items()}
    assert {member: FOREIGN.findall(text) for member, text in texts.items() if FOREIGN.search(text)} == {}
    sisters = re.compile(rf"\b(?:{'|'.join({name.removesuffix('2D') for name in plane} & {*pages.parents})})\b")
    assert {member: sisters.findall(text) for member, text in texts.items() if sisters.search(text)} == {}
