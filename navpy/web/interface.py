"""The functions that JavaScript calls by their names: all that the modules of this room define."""
from navpy.web import arbiters, avoidance, baked, crowds, distances, fields, marches, paths, surfaces, vehicles

MODULES = (arbiters, avoidance, baked, crowds, distances, fields, marches, paths, surfaces, vehicles)
FUNCTIONS = {name: found for module in MODULES for name, found in vars(module).items()
             if callable(found) and not isinstance(found, type) and getattr(found, "__module__", None) == module.__name__}
