"""What pip builds navpy with: meson-python, in a folder that stays, so that a second install of the checkout, say with an
extra, compiles nothing again."""
import sysconfig

from mesonpy import build_sdist, get_requires_for_build_sdist, get_requires_for_build_wheel    # noqa: F401  (called by pip)
from mesonpy import build_wheel as build_in


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = f"build/package-{sysconfig.get_platform()}-{sysconfig.get_python_version()}"
    return build_in(wheel_directory, {"build-dir": folder, **(config_settings or {})}, metadata_directory)
