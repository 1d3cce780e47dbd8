"""The demo as an exported game on systems that are older than Debian's Godot can be."""
import pytest

from tests.engine.exported_demo import export_demo, pack_addon, run_demo_in_bare_root
from tests.platforms.conftest import OLD_LINUX
from tools.toolchain import CACHE


@pytest.fixture(scope="module")
def game(native, means, tmp_path_factory):
    """The demo with an engine for older systems."""
    template = means(CACHE / "platforms/godot.linux/godot")
    folder = tmp_path_factory.mktemp("older")
    return export_demo(native.program, pack_addon(folder), folder, template)


@pytest.mark.parametrize("release", OLD_LINUX, ids=OLD_LINUX.values())
def test_the_exported_demo_runs_on_an_older_linux_without_python(game, means, release):
    run_demo_in_bare_root(game, root=means(CACHE / "platforms" / release))
