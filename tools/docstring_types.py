"""Reads types out of docstrings in numpydoc's form, for stubs: what sources say in words, checkers can use."""
import re

PLAIN = {"int": "int", "float": "float", "bool": "bool", "str": "str", "bytes": "bytes", "bytearray": "bytearray",
         "dict": "dict[Any, Any]", "tuple": "tuple[Any, ...]", "list": "list[Any]", "callable": "Callable[..., Any]",
         "concurrent.futures.Executor": "Executor"}
DTYPES = "float64|float32|int64|int32|int8|uint8|uint16|uint32|bool"
NUMPY_ARRAY = re.compile(rf"(\w+ : )?(ndarray|array(_like)?|{DTYPES})\b( of \w+)?,?( shape)? ?\(")
# A docstring without a type that begins with one of these words tells a result of this type.
FIRST_WORDS = {"float": "Meters|m²|Seconds|Cost of", "int": "How many|Number of|Bytes (that|of)|Index of|Counts",
               "bool": "Whether|Is there", "str": "One sentence", "frozenset[int]": "frozenset of"}
BEFORE_A_STOP = re.compile(r"(?:\((?:[^()]|\([^()]*\))*\)|(?![:,.](?:\s|$)).)*")
# Names of parts of a tuple, and their types.
MEASURES = {"x": "float", "y": "float", "z": "float", "distance": "float", "length": "float", "polygon": "int"}
POINT = re.compile(r"\([a-z]\w*(, [a-z]\w*)+\)$")                       # of numbers: (x, y, z)
SHAPE = re.compile(r"\((\w+,|\w+(, \w+)+)\)$")                         # of an array: (n, 3), (n,)
SECTION = r"^{0}\n-{{3,}}\n(.*?)(?=^\w[^\n]*\n-{{3,}}\n|\Z)"
ENTRY = re.compile(r"^([\w*, ]+?) : ([^\n]+)", re.M)


def read_type(text, classes):
    """The annotation that a type in words stands for; None where it has no simple one.

    >>> read_type("PathResult or None", {"PathResult"}), read_type("list of int", ()), read_type("(x, y, z)", ())
    ('PathResult | None', 'list[int]', None)
    """
    text = re.sub(r", (optional|default .*)$", "", text.strip().removesuffix(".").removeprefix("navpy."))
    if text.endswith(" or None"):
        inner = read_type(text.removesuffix(" or None"), classes)
        return inner and f"{inner} | None"
    if text.startswith("list of "):
        return f"list[{result_type(text.removeprefix('list of '), classes) or 'Any'}]"
    if text.startswith("tuple of "):
        return f"tuple[{read_type(text.removeprefix('tuple of '), classes) or 'Any'}, ...]"
    if text.startswith("{"):
        return f"Literal[{text[1:-1]}]" if '"' in text else None
    if text in classes:
        return text
    return PLAIN.get(text)


def array_type(text):
    """The annotation of an array that is returned.

    >>> array_type("float64 (n, 3) or None"), array_type("array of int32, shape (n,)"), array_type("ndarray (n,)")
    ('NDArray[np.float64] | None', 'NDArray[np.int32]', 'NDArray[Any]')
    """
    found = re.search(rf"\b({DTYPES})\b", text)
    kind = f"np.{found[1]}".replace("np.bool", "np.bool_") if found else "Any"
    return f"NDArray[{kind}]" + " | None" * text.endswith("or None")


def tuple_type(text, classes):
    """The annotation of a tuple that is returned; None of what is none. x, y and z are numbers, and so are lengths.

    >>> tuple_type("(polygon, (x, y, z), distance) or None", ()), tuple_type("(int32 (n,), float64 (n, 3))", ())
    ('tuple[int, tuple[float, float, float], float] | None', 'tuple[NDArray[np.int32], NDArray[np.float64]]')
    """
    found = re.fullmatch(r"\((.+)\)( or None)?", text)
    parts = re.findall(r"(?:[^,()]|\([^()]*\))+", found[1]) if found else []
    if len(parts) < 2:
        return None
    types = [result_type(part.strip(), classes) or MEASURES.get(part.strip(), "Any") for part in parts]
    return f"tuple[{', '.join(types)}]" + " | None" * bool(found[2])


def result_type(text, classes):
    """The annotation of a result; None without a simple one."""
    if SHAPE.match(text) and not POINT.match(text):
        return None
    if NUMPY_ARRAY.match(text + " ("):
        return array_type(text)
    return tuple_type(text, classes) or read_type(text, classes)


def section(docstring, name):
    found = re.search(SECTION.format(name), docstring, re.M | re.S)
    return found[1] if found else ""


def read_parameter(text, classes):
    """As read_type, with arrays and points, in whose place anything may be given that numpy takes.

    >>> read_parameter("(x, y, z)", ()), read_parameter("array of float64 (n, 3), optional", ()), read_parameter("(n,) or None", ())
    ('ArrayLike', 'ArrayLike', 'ArrayLike | None')
    """
    text = re.sub(r", (optional|default .*)$", "", text.strip())
    if text.endswith(" or None") and (inner := read_parameter(text.removesuffix(" or None"), classes)):
        return f"{inner} | None"
    if POINT.match(text) or SHAPE.match(text) or NUMPY_ARRAY.match(text + " ("):
        return "ArrayLike"
    return read_type(text, classes)


def read_parameters(docstring, classes):
    """{parameter: annotation} of those that have a simple one."""
    found = {}
    for names, text in ENTRY.findall(section(docstring, "Parameters")):
        annotation = read_parameter(text, classes)
        found |= {name: annotation for name in names.split(", ") if annotation}
    return found


def named_parameters(docstring):
    """All that the section names, in its order."""
    return [name for names, _ in ENTRY.findall(section(docstring, "Parameters")) for name in names.split(", ")]


def read_returns(docstring, classes):
    """The annotation of what a function returns, or of a property, whose docstring begins with its type; None without a simple one."""
    returned = section(docstring, "Returns").partition("\n")[0] or BEFORE_A_STOP.match(docstring)[0]
    returned = returned.rpartition(" : ")[2]
    told = next((kind for kind, words in FIRST_WORDS.items() if re.match(rf"({words})(?!\w)", docstring)), None)
    return result_type(returned[:1].lower() + returned[1:], classes) or result_type(returned, classes) or told
