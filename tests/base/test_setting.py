"""Which keyword was probably meant."""
import pytest

from navpy.base.setting import MOST_LISTED, unknown_keyword
from navpy.baking.settings import FIELDS
from navpy.motion.agent.agent_params import PARAMS


@pytest.mark.parametrize("known", [[field.name for field in FIELDS], list(PARAMS)], ids=["settings", "agents"])
def test_a_name_with_a_letter_too_few_or_twice_or_two_swapped_is_meant(known):
    for name in known:
        for i in range(len(name) - 1):
            for typed in (name[:i] + name[i + 1:], name[:i] + name[i] + name[i:], name[:i] + name[i + 1] + name[i] + name[i + 2:]):
                if typed not in known:
                    assert unknown_keyword("it", typed, known).endswith(f"{typed!r}; did you mean {name!r}?")


def test_names_that_are_near_to_nothing_list_what_there_is():
    assert unknown_keyword("it", "zzz", ["one"], "entry") == "it has no entry 'zzz'; there is one"
    assert unknown_keyword("it", "zzz", ["one", "two"]) == "it has no parameter 'zzz'; there are one, two"
    many = [f"name_{i}" for i in range(MOST_LISTED + 3)]
    assert unknown_keyword("it", "zzz", many).endswith(f"{many[MOST_LISTED - 1]} and 3 more")
