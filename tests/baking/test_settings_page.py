"""docs/reference/bake-settings.md says what the table of settings says."""
import pathlib
import runpy

TOOL = runpy.run_path(str(pathlib.Path(__file__).resolve().parents[2] / "tools/settings_table.py"))


def test_the_page_is_what_the_table_makes():
    assert TOOL["PAGE"].read_text(encoding="utf-8") == TOOL["page"]()


def test_reasons_are_given_for_what_differs_from_godot_and_for_nothing_else():
    assert {field.name for field in TOOL["FIELDS"] if TOOL["differs"](field)} == set(TOOL["REASONS"])
    assert set(TOOL["GODOT_DEFAULTS"]) <= {field.name for field in TOOL["FIELDS"]}
