"""The page of the bake settings says why one differs from Godot's."""
from navpy.baking.settings import FIELDS
from tools.site.settings_page import GODOT_DEFAULTS, REASONS, reason, text


def test_every_setting_has_a_line():
    lines = text().splitlines()
    assert [sum(line.startswith(f"| `{field.name}` |") for line in lines) for field in FIELDS] == [1] * len(FIELDS)


def test_reasons_are_given_for_what_differs_from_godot_and_for_nothing_else():
    """A reason that is missing is a KeyError."""
    assert {field.name for field in FIELDS if reason(field)} >= set(REASONS)
    assert set(GODOT_DEFAULTS) <= {field.name for field in FIELDS}
