"""Texts of one byte change nothing: neither names of areas, nor metadata, groups and paths."""
from tests.engine.scenarios import InBoth

scenario = InBoth("one_byte_texts.gd")
TOLD = [r"the metadata nav_area is 'n'", "area_costs: the entry c", "nothing was baked: .*'g'", "world_file w"]


@scenario("texts", expected=TOLD)
def test_texts_of_one_byte_overwrite_nothing(seen):
    before = seen["before"]
    assert before[0] > 1 and before[1:] == [False, True]
    for when in ("names", "costs", "metadata", "groups", "paths"):
        assert seen[f"after {when}"] == before, when
    assert seen["area ids"] == [-1]
