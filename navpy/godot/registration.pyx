"""What entry.c calls: the classes and their help pages, in and out of the engine."""
import navpy.core


def register_classes():
    """Called once at level SCENE."""


def register_docs():
    """Called once at level EDITOR, only in the editor."""


def unregister_classes():
    """Called once at the end, also when register_classes failed half-way."""
