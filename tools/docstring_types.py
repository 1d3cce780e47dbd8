"""Reads types out of docstrings in numpydoc's form, for stubs: what sources say in words, checkers can use."""
import re

PLAIN = {"int": "int", "float": "float", "bool": "bool", "str": "str", "bytes": "bytes", "bytearray": "bytearray", "dict": "dict",
         "tuple": "tuple", "list": "list", "callable": "Callable"}
NUMPY_ARRAY = re.compile(r"(\w+ : )?(ndarray|array(_like)?|float64|float32|int64|int32|uint8)\b( of \w+)?,?( shape)? ?\(")
SECTION = r"^{0}\n-{{3,}}\n(.*?)(?=^\w[^\n]*\n-{{3,}}\n|\Z)"
ENTRY = re.compile(r"^([\w*, ]+?) : ([^\n]+)", re.M)


def read_type(text, classes):
    """The annotation that a type in words stands for; None where it has no simple one.

    >>> read_type("PathResult or None", {"PathResult"}), read_type("list of int", ()), read_type("(x, y, z)", ())
    ('PathResult | None', 'list[int]', None)
    """
    text = re.sub(r", (optional|default .*)$", "", text.strip().removesuffix("."))
    if text.endswith(" or None"):
        inner = read_type(text.removesuffix(" or None"), classes)
        return inner and f"{inner} | None"
    if text.startswith("list of "):
        return f"list[{read_type(text.removeprefix('list of '), classes) or 'Any'}]"
    if text.startswith("{"):
        return "str" if '"' in text else None
    if text in classes:
        return text
    return PLAIN.get(text)


def section(docstring, name):
    found = re.search(SECTION.format(name), docstring, re.M | re.S)
    return found[1] if found else ""


def read_parameters(docstring, classes):
    """{parameter: annotation} of those that have a simple one. Arrays have none: whatever numpy takes will do."""
    found = {}
    for names, text in ENTRY.findall(section(docstring, "Parameters")):
        annotation = read_type(text, classes)
        found |= {name: annotation for name in names.split(", ") if annotation}
    return found


def named_parameters(docstring):
    """All that the section names, in its order."""
    return [name for names, _ in ENTRY.findall(section(docstring, "Parameters")) for name in names.split(", ")]


def read_returns(docstring, classes):
    """The annotation of what a function returns, or of a property, whose docstring begins with its type; None without a simple one."""
    returned = section(docstring, "Returns").partition("\n")[0] or re.split(r"[:,.](?:\s|$)", docstring, maxsplit=1)[0]
    if NUMPY_ARRAY.match(returned + " ("):
        return "ndarray | None" if returned.endswith("or None") else "ndarray"
    returned = returned.rpartition(" : ")[2]
    return read_type(returned[:1].lower() + returned[1:], classes) or read_type(returned, classes)
