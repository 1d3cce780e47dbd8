"""Writes stubs, by which type checkers and editors know what an import does not show them:  stubs.py FOLDER

FOLDER/navpy/….pyi for each .pyx file that a user's import leads to. stubgen-pyx makes them of the sources; then names of C, which no
Python module has, go, and so do the values of enumerations' members, which come from C, too. Types that arguments and results
have in docstrings alone are added, and docstrings of attributes that are described elsewhere (member_docs.py). Packages that look up
names on first use get a stub that imports them; BakeSettings gets one with an argument and an attribute for each row of its table.
"""
import ast
import copy
import functools
import logging
import pathlib
import re
import sys
import tempfile

from stubgen_pyx import StubgenPyx, StubgenPyxConfig
from stubgen_pyx.parsing.context import context_for_paths

from docstring_types import named_parameters, read_parameters, read_returns
from imports import ROOT, SOURCES, find_modules, imported_modules, module_name
from member_docs import AddMemberDocs, field_rows, field_type, numpydoc_rows

ENUMERATIONS = {"IntEnum", "IntFlag"}
RETURNED = {"__init__": "None", "__new__": "Any", "__len__": "int", "__hash__": "int", "__contains__": "bool", "__eq__": "bool",
            "__ne__": "bool", "__bool__": "bool", "__repr__": "str", "__str__": "str", "__reduce__": "tuple[Any, ...]"}
generator = StubgenPyx(StubgenPyxConfig(exclude_attribution=True, resolve_ctypedef_aliases=True))
context = context_for_paths([path for path in SOURCES if path.suffix == ".pyx"])       # read once: the .pxd files


def put_stub(name, text):
    source = source_of(name, ".pyx") or source_of(name, ".py")
    stub = pathlib.Path(sys.argv[1], source.relative_to(ROOT)).with_suffix(".pyi")
    stub.parent.mkdir(parents=True, exist_ok=True)
    stub.write_text(text + "\n")


@functools.cache
def find_classes():
    """{class: its module} of navpy outside Godot's library."""
    return {name: module_name(path) for path in SOURCES if path.suffix in (".py", ".pyx") and not {"godot", "web"} & {*path.parts}
            for name in re.findall(r"^(?:cdef )?class (\w+)", path.read_text(), re.M)}


def source_of(name, kind):
    return next((path for path in find_modules().get(name, ()) if path.suffix == kind), None)


@functools.cache
def read_module(name):
    """Syntax tree of a Python module, or of the stub of a compiled one; None of what has only declarations of C."""
    source, compiled = source_of(name, ".py"), source_of(name, ".pyx")
    if source:
        return ast.parse(source.read_text())
    if not compiled:
        return None
    with tempfile.NamedTemporaryFile("r", suffix=".pyi") as stub:
        result = generator.convert_single_file(compiled, pathlib.Path(stub.name), _context=context)
        if result.error:
            sys.exit(f"{compiled}: {result.error}")
        return ast.parse(stub.read())


def defines(name, wanted):
    """Whether a module has something of this name in Python."""
    tree = read_module(name)
    return tree is not None and any(wanted in names_of(statement) and not is_of_c(statement) for statement in tree.body)


def names_of(statement):
    match statement:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {target.id for target in targets if isinstance(target, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.ImportFrom(names=names):
            return {alias.asname or alias.name for alias in names}
    return set()


def is_of_c(statement):
    """Whether a statement stands for a struct or a typedef."""
    match statement:
        case ast.ClassDef(bases=[ast.Name(id="TypedDict")]) | ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
    return False


class DropNamesOfC(ast.NodeTransformer):
    """Takes out of a stub what only C has: its imports, structs and typedefs; `...` is put where their names were used."""

    def __init__(self, source):
        self.source = source

    def starts_in_c(self, name):
        """Whether a class has `__cinit__` in place of `__init__`."""
        text = re.search(rf"^cdef class {name}\b.*?(?=^\S|\Z)", self.source, re.M | re.S)
        return text is not None and "def __cinit__(" in text[0] and "def __init__(" not in text[0]

    def visit_Module(self, module):
        self.gone = set().union(*(names_of(statement) for statement in module.body if is_of_c(statement)))
        module.body = [statement for statement in module.body if not is_of_c(statement)]
        return self.generic_visit(module)

    def visit_ImportFrom(self, statement):
        if statement.module.startswith("navpy"):
            here = [alias for alias in statement.names
                    if find_modules().get(f"{statement.module}.{alias.name}") or defines(statement.module, alias.name)]
            self.gone |= {alias.asname or alias.name for alias in statement.names if alias not in here}
            statement.names = here
        return statement if statement.names else None

    def visit_Name(self, name):
        return ast.Constant(...) if name.id in self.gone and isinstance(name.ctx, ast.Load) else name

    def visit_FunctionDef(self, function):
        """Cython takes the arguments of operators by their place alone."""
        if function.name == "__dealloc__":
            return None
        if function.name.startswith("__") and function.name not in ("__init__", "__call__"):
            function.args.posonlyargs += function.args.args
            function.args.args = []
        return self.generic_visit(function)

    def visit_ClassDef(self, statement):
        """The members of an enumeration get their values from C; arguments of a `__cinit__` are those of `__new__`."""
        self.generic_visit(statement)
        for part in list(statement.body):
            if names_of(part) == {"__init__"} and self.starts_in_c(statement.name):
                if len(part.args.args) == 1:            # Cython ignores the arguments, and a class that inherits it has its own
                    statement.body.remove(part)
                    continue
                part.name, part.args.args[0].arg, part.returns = "__new__", "cls", ast.Name(statement.name)
        if ENUMERATIONS & {base.id for base in statement.bases if isinstance(base, ast.Name)}:
            statement.body = [ast.Assign([member.target], ast.Constant(...)) if isinstance(member, ast.AnnAssign) else
                              ast.Assign(member.targets, ast.Constant(...)) if isinstance(member, ast.Assign) else member
                              for member in statement.body]
        return statement


class AddTypesOfDocstrings(ast.NodeTransformer):
    """Annotates what has no type but in its docstring."""

    def __init__(self, module):
        self.module = module

    def visit_Module(self, module):
        self.generic_visit(module)
        named = {node.id for node in ast.walk(module) if isinstance(node, ast.Name)}
        elsewhere = {name: home for name, home in find_classes().items() if name in named and home != self.module}
        imports = [("typing", "Any"), ("typing", "Literal"), ("collections.abc", "Callable"), ("concurrent.futures", "Executor"),
                   ("numpy.typing", "ArrayLike"), ("numpy.typing", "NDArray")]
        imports += [(home, name) for name, home in elsewhere.items()]
        module.body[1:1] = [ast.ImportFrom(home, [ast.alias(name)], 0) for home, name in imports if name in named]
        if "np" in named:
            module.body.insert(1, ast.Import([ast.alias("numpy", "np")]))
        return module

    def visit_AnnAssign(self, statement):
        """What a class of C declares as an object has its type in the comment behind it."""
        if ast.unparse(statement.annotation) in ("object", "Final[object]"):
            comment = re.search(rf"\bobject {statement.target.id}\s+#: ([^\n]+)", source_of(self.module, ".pyx").read_text())
            statement.annotation = ast.parse(comment and read_returns(comment[1], find_classes()) or "Any", mode="eval").body
        return statement

    def visit_FunctionDef(self, function):
        docstring = ast.get_docstring(function) or ""
        if function.returns and ast.unparse(function.returns) == "object":
            function.returns = None
        if seen := re.search(r"see navpy\.query\.(\w+)", docstring):
            function.args = ast.parse(ast.unparse(query_arguments(seen[1]))).body[0].args
            function.returns = query_arguments(seen[1]).returns
            docstring = ast.get_docstring(query_arguments(seen[1]))
        if "{params}" in docstring:
            docstring = docstring.replace("{params}", numpydoc_rows(agent_table()))
            function.body[0].value.value = docstring
        types, arguments = read_parameters(docstring, find_classes()), function.args
        if elsewhere := re.search(r"^ +As of (find_path)\b", docstring, re.M):
            types |= read_parameters(ast.get_docstring(query_arguments(elsewhere[1])), find_classes())
        if arguments.kwarg:
            self.spell_out_keywords(function, docstring, elsewhere and elsewhere[1])
        if seen:
            arguments.args[0] = ast.arg("self")
        defaults = dict(zip(reversed(arguments.posonlyargs + arguments.args), reversed(arguments.defaults)))
        defaults |= dict(zip(arguments.kwonlyargs, arguments.kw_defaults))
        for argument in arguments.posonlyargs + arguments.args + arguments.kwonlyargs:
            if argument.arg in types and not argument.annotation:
                default = defaults.get(argument)
                or_none = " | None" if isinstance(default, ast.Constant) and default.value is None else ""
                argument.annotation = ast.parse(types[argument.arg] + or_none, mode="eval").body
        if not function.returns:
            returned = RETURNED.get(function.name) or read_returns(docstring, find_classes())
            returned = returned or ("Any" if self.returns_something(function.name) else "None")
            function.returns = ast.parse(returned, mode="eval").body
        for argument in arguments.posonlyargs + arguments.args + arguments.kwonlyargs:
            if not argument.annotation and argument.arg not in ("self", "cls"):
                argument.annotation = ast.Name("Any")
        return function

    def returns_something(self, name):
        """Whether a function of this name returns a value; the source says so where the docstring has no type."""
        source = source_of(self.module, ".pyx").read_text()
        bodies = [found[0] for found in re.finditer(rf"^( *)c?p?def (?:[\w.]+ )*{name}\(.*?(?=^(?:\1)?\S|\Z)", source, re.M | re.S)]
        return not bodies or any(re.search(r"\b(return +[^\s#]|yield\b)", body) for body in bodies)

    def spell_out_keywords(self, function, docstring, elsewhere):
        """Puts the keywords that a docstring describes, its own or that of a function of navpy.query, or an agent's parameters, in the
        place of `**options`, in the docstring, too."""
        arguments = function.args
        known, named = {argument.arg for argument in arguments.args + arguments.kwonlyargs}, named_parameters(docstring)
        if elsewhere:
            known |= {argument.arg for argument in query_arguments(elsewhere).args.args}
            named += named_parameters(ast.get_docstring(query_arguments(elsewhere)))
        more = [(name, None) for name in named if name not in known]
        if self.module == "navpy.api.motion.crowd":
            more = agent_parameters()
        if more:
            arguments.kwonlyargs += [ast.arg(name, kind and ast.Name(kind)) for name, kind in more]
            arguments.kw_defaults += [ast.Constant(...)] * len(more)
            arguments.kwarg = None
            if own := ast.get_docstring(function):
                function.body[0].value.value = re.sub(r"\*\*\w+(?=\n)", ", ".join(name for name, _ in more), own)


def query_arguments(name):
    """The definition of a function, or of what makes a class, of navpy.query. Its first argument is a mesh."""
    homes = names_on_first_use(ast.parse(source_of("navpy.query", ".py").read_text()))
    home = next(module for module, names in homes.items() if name in names)
    found = next(statement for statement in read_module(home).body if names_of(statement) == {name})
    if isinstance(found, ast.ClassDef):
        docstring = ast.get_docstring(found)
        found = next(part for part in found.body if names_of(part) & {"__init__", "__new__"})
        found = ast.FunctionDef(name, copy.copy(found.args), [ast.Expr(ast.Constant(docstring))], [], ast.Name(name), lineno=0)
        found.args.args = (found.args.posonlyargs + found.args.args)[1:]
        found.args.posonlyargs = []
    return found


@functools.cache
def agent_table():
    """The source of the table of an agent's parameters."""
    return source_of("navpy.motion.agent.agent_params", ".pyx").read_text()


@functools.cache
def agent_parameters():
    """[(name, type)] of an agent's table."""
    return [(name, field_type(default)) for name, default, _, _ in field_rows(agent_table())]


def has_slots(tree):
    classes = [statement for statement in tree.body if isinstance(statement, ast.ClassDef)]
    return any("__slots__" in names_of(part) for statement in classes for part in statement.body)


def spell_out_slots(tree):
    """Gives classes with `__slots__` an attribute for each."""
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            known = set().union(*map(names_of, statement.body))
            slots = sum([ast.literal_eval(part.value) for part in statement.body if names_of(part) == {"__slots__"}], ())
            statement.body += [ast.AnnAssign(ast.Name(slot), ast.Name("Any"), simple=1) for slot in slots if slot not in known]
    if has_slots(tree):
        tree.body.insert(1, ast.ImportFrom("typing", [ast.alias("Any")], 0))


def write_slots_stub(name):
    """Writes the stub of a Python module that has classes with `__slots__`."""
    tree = read_module(name)
    spell_out_slots(tree)
    AddMemberDocs(source_of(name, ".py").read_text()).visit(tree)
    put_stub(name, ast.unparse(ast.fix_missing_locations(tree)))


def write_stub(name):
    """Writes the stub of a compiled module; returns the modules that it names."""
    tree = DropNamesOfC(source_of(name, ".pyx").read_text()).visit(read_module(name))
    spell_out_slots(tree)
    sources = filter(None, (source_of(name, kind) for kind in (".pyx", ".pxd")))
    docs = AddMemberDocs("".join(source.read_text() for source in sources))
    tree = docs.visit(AddTypesOfDocstrings(name).visit(tree))
    put_stub(name, ast.unparse(ast.fix_missing_locations(tree)))
    imports = [statement for statement in tree.body if isinstance(statement, ast.ImportFrom)]
    submodules = {f"{statement.module}.{alias.name}" for statement in imports for alias in statement.names}
    return {statement.module for statement in imports} | submodules


def public_names(name):
    """The list __all__ of a module."""
    source = source_of(name, ".pyx") or source_of(name, ".py")
    return ast.literal_eval(re.search(r"^__all__ = (\[.*?\])", source.read_text(), re.M | re.S)[1])


def names_on_first_use(tree):
    """What a package says of names that it looks up on first use: {module: names}."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and names_of(statement) == {"HOMES"}:
            homes = ast.literal_eval(statement.value)
            return homes if isinstance(homes, dict) else {module: public_names(module) for module in homes}
    return {}


def rooms_on_first_use(tree):
    """The packages inside a package that it imports on first use, and those that it imports at once."""
    found = [alias.name.partition(".")[2] for statement in tree.body if isinstance(statement, ast.Import)
             for alias in statement.names if "." in alias.name]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "look_up_on_first_use" and len(node.args) > 2:
            found += ast.literal_eval(node.args[2])
    return found


def names_at_once(tree):
    """The names that a package's list __all__ spells out."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and names_of(statement) == {"__all__"}:
            return {name.value for name in statement.value.elts if isinstance(name, ast.Constant)}
    return set()


def write_package_stub(name, homes):
    """Writes the stub of a package: an import of each name that it offers, with the `as` that tells checkers so."""
    tree = read_module(name)
    at_once = names_at_once(tree)
    found = [(statement.module, alias.name) for statement in tree.body if isinstance(statement, ast.ImportFrom)
             for alias in statement.names if alias.name in at_once]
    found += [(module, name) for module, names in homes.items() for name in names]
    lines = [f'"""{ast.get_docstring(tree)}"""', *(f"from {module} import {name} as {name}" for module, name in found)]
    if any("__version__" in names_of(statement) for statement in tree.body):
        lines.append("__version__: str")
    lines += [f"from {name} import {room} as {room}" for room in rooms_on_first_use(tree)]
    lines.append(f"__all__ = {sorted(name for module, name in found)}")
    put_stub(name, "\n".join(lines))


def described(row):
    """What a row of the table of settings says: its unit and its text."""
    unit, text = row.args[5].value, row.args[6].value
    return f"{unit}: {text}" if unit else text


def write_settings_stub(name):
    """Writes the stub of BakeSettings, whose source has a table in place of arguments and attributes."""
    tree = read_module(name)
    table = next(statement.value.elts for statement in tree.body if names_of(statement) == {"FIELDS"})
    settings = next(statement for statement in tree.body if names_of(statement) == {"BakeSettings"})
    rows = [(row.args[0].value, row.args[1]) for row in table]          # name, default
    attributes = "\n".join(f"{row}: {type(default.value).__name__}" for row, default in rows)
    named = {row.args[0].value for row in table if any(isinstance(part, ast.Tuple) for part in row.args)}      # choices have names
    arguments = ", ".join(f"{row}: {type(default.value).__name__}{' | str' * (row in named)} = {ast.unparse(default)}"
                          for row, default in rows)
    settings.body[1:1] = ast.parse(f"{attributes}\ndef __init__(self, *, {arguments}) -> None: ...").body
    settings.body = [part for part in settings.body if not (isinstance(part, ast.FunctionDef) and part.args.kwarg)
                     and names_of(part) != {"__slots__"}]
    AddMemberDocs("", {row.args[0].value: described(row) for row in table}).visit(settings)
    text = ast.unparse(ast.fix_missing_locations(tree))
    put_stub(name, text.replace("__hash__ = None", "__hash__ = None  # type: ignore[assignment]"))


def main():
    logging.disable()           # it doubts each .pxd that a .pyx completes
    waiting = set()
    for path in SOURCES:
        if path.suffix == ".py" and "studio" not in path.parts:
            name, tree = module_name(path), ast.parse(path.read_text())
            homes = names_on_first_use(tree)
            waiting |= imported_modules(path) | homes.keys()
            if homes:
                write_package_stub(name, homes)
            elif name == "navpy.baking.settings":
                write_settings_stub(name)
            elif has_slots(tree):
                write_slots_stub(name)
    done = set()
    while waiting:
        name = waiting.pop()
        if name not in done and source_of(name, ".pyx") and not name.startswith(("navpy.godot", "navpy.web")):
            waiting |= write_stub(name)
        done.add(name)


if __name__ == "__main__":
    main()
