"""Runs first in the engine's Python, which looks for built-in modules at top level only: without the parent's path it
finds navpy.base.core as well."""
import sys

import _frozen_importlib


class BuiltInSubmodules:
    def find_spec(name, path=None, target=None):
        return _frozen_importlib.BuiltinImporter.find_spec(name)


sys.meta_path.append(BuiltInSubmodules)
