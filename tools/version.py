"""The version of navpy, which Godot reads in the same place."""
import configparser

from imports import ROOT


def version(root=ROOT):
    plugin = configparser.ConfigParser()
    plugin.read(root / "addons/navpy/plugin.cfg")
    return plugin["plugin"]["version"].strip('"')
