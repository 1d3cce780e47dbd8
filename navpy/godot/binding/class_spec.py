"""The rows in which a node declares itself: once, for registration, the editor's help and the configuration dock.

A type is written as Godot's documentation writes it: "float", "Vector3", "NavMeshData" (an object of that class) or
"NavAgent.Status" (an enumeration of that class). Addresses of C functions and offsets of C fields are plain integers.
"""

BUILTIN_TYPES = {
    "void": 0, "bool": 1, "int": 2, "float": 3, "String": 4, "Vector3": 9, "AABB": 16, "Transform3D": 18, "Color": 20,
    "StringName": 21, "RID": 23, "Callable": 25, "Dictionary": 27, "PackedByteArray": 29, "PackedInt32Array": 30,
    "PackedInt64Array": 31, "PackedFloat32Array": 32, "PackedStringArray": 34, "PackedVector3Array": 36,
}
INT, OBJECT = 2, 24

USAGE_STORAGE, USAGE_EDITOR, USAGE_CLASS_IS_ENUM, USAGE_READ_ONLY = 2, 4, 1 << 16, 1 << 28
USAGE_DEFAULT = USAGE_STORAGE | USAGE_EDITOR

METHOD_NORMAL, METHOD_CONST = 1, 4


def variant_type(name):
    """Godot's number for a type name; enumerations are integers, everything unknown is an object."""
    if "." in name:
        return INT
    return BUILTIN_TYPES.get(name, OBJECT)


class Argument:
    """One argument of a method or signal. `default` is a number or a bool, None where the caller must give it."""

    def __init__(self, name, type, default=None):
        self.name, self.type, self.default = name, type, default


class Method:
    """A method. `call` is the address of a ptrcall; `aliases` are further names under which the same method is found."""

    def __init__(self, name, call, doc, arguments=(), returns="void", const=False, aliases=()):
        self.name, self.call, self.doc, self.returns, self.const = name, call, doc, returns, const
        self.arguments, self.aliases = tuple(arguments), tuple(aliases)

    @property
    def flags(self):
        return METHOD_NORMAL | (METHOD_CONST if self.const else 0)


class Property:
    """A property: either the C field at `offset` of the instance, read and written by shared accessors that keep it
    finite and within `minimum` … `maximum`, or a `getter` (and `setter`) of its own, both addresses of ptrcalls."""

    def __init__(self, name, type, doc, default=None, offset=None, getter=None, setter=None, hint=0, hint_string="",
                 minimum=None, maximum=None, usage=USAGE_DEFAULT, group=None, getter_name=None):
        self.name, self.type, self.doc, self.default = name, type, doc, default
        self.offset, self.getter, self.setter = offset, getter, setter
        self.hint, self.hint_string, self.usage, self.group = hint, hint_string, usage, group
        self.minimum, self.maximum = minimum, maximum
        self.getter_name = getter_name or ("is_" if type == "bool" else "get_") + name
        if setter is None and offset is None:
            self.usage = USAGE_EDITOR | USAGE_READ_ONLY if usage == USAGE_DEFAULT else usage

    @property
    def setter_name(self):
        return "set_" + self.name


class Signal:
    def __init__(self, name, doc, arguments=()):
        self.name, self.doc, self.arguments = name, doc, tuple(arguments)


class Enumeration:
    """`values`: (name, number, doc) triples."""

    def __init__(self, name, values):
        self.name, self.values = name, tuple(values)


class NodeClass:
    """A class as the engine is told of it. `make`, `destroy`, `notify` and the values of `virtuals` are addresses."""

    def __init__(self, name, inherits, brief, description, make, destroy, notify=0, changed=0,
                 enumerations=(), properties=(), methods=(), signals=(), virtuals=()):
        self.name, self.inherits, self.brief, self.description = name, inherits, brief, description
        self.make, self.destroy, self.notify, self.changed = make, destroy, notify, changed
        self.enumerations, self.properties = tuple(enumerations), tuple(properties)
        self.methods, self.signals, self.virtuals = tuple(methods), tuple(signals), dict(virtuals)
