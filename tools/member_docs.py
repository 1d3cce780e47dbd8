"""Docstrings of attributes in stubs, of what is written elsewhere: in `#:` comments behind the attributes, in the sections of the
class's docstring, in a table of fields."""
import ast
import inspect
import re

from docstring_types import section

ENTRY = re.compile(r"^([\w*, ]+?)(?: : ([^\n]+))?(?:\n|\Z)((?:    [^\n]*\n?|\n)+)?", re.M)
DECLARED = re.compile(r"^    (?:cdef (?:readonly|public) \S+ )?(\w+)(?: = \w+)?\s+#: ([^\n]+)", re.M)
PAIR = re.compile(r"\{(.*?)\|.*?\}")      # words for space and for the plane
FIELD = re.compile(r'^    Setting\("(\w+)", ([\w.]+), .*?, "([^"]*)",\n((?:\s*"[^"]*"\n?)+)', re.M)


def field_rows(source):
    """[(name, default, unit, text)] of a table of fields in a module's source."""
    return [(name, default, unit, PAIR.sub(r"\1", "".join(re.findall(r'"([^"]*)"', text))))
            for name, default, unit, text in FIELD.findall(source)]


def field_type(default):
    """The name of a field's type."""
    return "bool" if default in ("True", "False") else "float" if "." in default else "int"


def numpydoc_rows(source):
    """The table as the docstring of a function lists it."""
    return "\n".join(f"{name} : {field_type(default)}{' in ' * bool(unit)}{unit}, default {default}\n    {text}"
                     for name, default, unit, text in field_rows(source))


def comments(source, name):
    """{attribute: text} of the `#:` comments in a class of a module's source."""
    blocks = re.findall(rf"^(?:cdef )?class {name}\b.*?(?=^\S|\Z)", source, re.M | re.S)
    return dict(DECLARED.findall("".join(blocks)))


def entries(docstring):
    """{name: text} of what the sections Attributes and Parameters of a class's docstring say."""
    found = {}
    for names, kind, text in ENTRY.findall(section(docstring, "Parameters")) + ENTRY.findall(section(docstring, "Attributes")):
        said = inspect.cleandoc(text)
        found |= {name: f"{kind}: {said}" if kind and said else said or kind for name in names.split(", ")}
    return found


class AddMemberDocs(ast.NodeTransformer):
    """Puts a docstring behind each attribute of a class, and into each property, that has none but elsewhere.

    source: text of the module. written: {attribute: text} that the stub's writer knows of beside it."""

    def __init__(self, source, written=()):
        self.source, self.written = source, dict(written)

    def visit_ClassDef(self, statement):
        docs = entries(ast.get_docstring(statement) or "") | comments(self.source, statement.name) | self.written
        body = []
        for part, following in zip(statement.body, [*statement.body[1:], None]):
            body.append(part)
            text = docs.get(attribute(part))
            if isinstance(part, ast.FunctionDef):
                if text and ast.get_docstring(part) is None:
                    part.body.insert(0, ast.Expr(ast.Constant(text)))
            elif text and not (isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)):
                body.append(ast.Expr(ast.Constant(text)))
        statement.body = body
        return statement


def attribute(part):
    """The name of the attribute or property that a statement of a class declares; None of others."""
    match part:
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case ast.FunctionDef(name=name, decorator_list=[ast.Name(id="property")]):
            return name
    return None
