"""The packed addon in an empty project, and the demo as an exported game, on a machine without Python."""
import pytest

from tests.engine.exported_demo import export_demo, pack_addon, run_demo_in_bare_root
from tests.test_licenses import assert_complete


@pytest.mark.parametrize("scene", ["01_a_character_walks", "14_top_down"])
def test_the_exported_demo_runs_where_there_is_no_python(engine_with_templates, tmp_path, scene):
    game = export_demo(engine_with_templates, pack_addon(tmp_path), tmp_path, scene=scene)
    assert_complete((game / "demo.pck").read_bytes().decode("utf-8", "replace"))       # texts lie in a pack as they are
    run_demo_in_bare_root(game)
