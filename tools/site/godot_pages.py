"""Pages of the reference of Godot: one for each class of the extension, of the same texts as the editor's help (F1)."""
import re

from tools.engine_classes import read_classes

FOLDER = "reference/godot"
HEAD = """# Godot

Every class of the addon, as the editor's help (F1) has it. Classes whose names end in 2D are those of the plane: the same members,
with `Vector2` for `Vector3` and pixels for meters.

| class | |
|---|---|
"""
KINDS = {"member": "members/member", "method": "methods/method", "signal": "signals/signal", "constant": "constants/constant"}
REFERENCE = re.compile(r"\[(?:(method|member|signal|constant|enum|param) ([^\]]+)|(@?[A-Z]\w+))\]")
BLOCK = re.compile(r"\[codeblock\b[^\]]*\](.*?)\[/codeblock\]", re.S)
CODE = re.compile(r"\[code\b[^\]]*\](.*?)\[/code\]", re.S)
MARKS = {"[b]": "**", "[/b]": "**", "[i]": "*", "[/i]": "*", "[br]": "\n\n"}


class Classes:
    """The classes, and the texts of their help as Markdown."""

    def __init__(self, roots):
        self.roots = roots
        self.anchors = {name: {f"{kind}-{node.get('name')}" for kind, path in KINDS.items() for node in root.findall(path)}
                        | {f"enum-{node.get('enum')}" for node in root.findall(KINDS["constant"])} for name, root in roots.items()}

    def link(self, here, kind, target, shown):
        """A reference in a text of class `here`: a link to what has a page, else code."""
        if shown:
            return f"[{shown}]({shown}.md)" if shown in self.roots else f"`{shown}`"
        owner, _, name = target.rpartition(".")
        anchor = f"{kind}-{name}"
        call = "()" if kind == "method" else ""
        text = f"`{target}{call}`"
        if anchor not in self.anchors.get(owner or here, ()):
            return text
        return f"[{text}]({owner or here}.md#{anchor})"

    def markdown(self, here, text):
        """A text of the help, whose tags are BBCode."""
        out = []
        for i, part in enumerate(BLOCK.split(text or "")):
            out.append(f"\n\n```gdscript\n{part.strip()}\n```\n\n" if i % 2 else self.prose(here, part))
        return "".join(out).strip()

    def prose(self, here, text):
        out = []
        for i, part in enumerate(CODE.split(text)):
            if i % 2:
                out.append(f"`{part}`")
                continue
            part = re.sub(r"([*_<])", r"\\\1", part)
            part = REFERENCE.sub(lambda found: self.link(here, *(group and group.replace("\\", "") for group in found.groups())), part)
            for tag, mark in MARKS.items():
                part = part.replace(tag, mark)
            out.append(re.sub(r"\n+", "\n\n", part))
        return "".join(out)

    def type_of(self, here, node):
        """The type of a property, a parameter or a result, which is a link where it has a page."""
        if node.get("enum"):
            owner, _, name = node.get("enum").rpartition(".")
            return self.link(here, "enum", node.get("enum"), None) if owner or f"enum-{name}" in self.anchors[here] else f"`{name}`"
        return self.link(here, None, None, node.get("type"))

    def parameters(self, here, node):
        shown = []
        for param in node.findall("param"):
            default = f" = `{param.get('default')}`" if param.get("default") else ""
            shown.append(f"{param.get('name')}: {self.type_of(here, param)}{default}")
        return ", ".join(shown)

    def property_lines(self, here):
        for node in self.roots[here].findall(KINDS["member"]):
            name, default = node.get("name"), node.get("default")
            yield f"### {name} {{ #member-{name} data-toc-label='{name}' }}\n"
            yield f"{self.type_of(here, node)}{f' = `{default}`' if default else ''}\n{{ .signature }}\n"
            yield self.markdown(here, node.text) + "\n"

    def method_lines(self, here, kind):
        for node in self.roots[here].findall(KINDS[kind]):
            name, result = node.get("name"), node.find("return")
            yield f"### {name} {{ #{kind}-{name} data-toc-label='{name}' }}\n"
            qualifiers = f"{node.get('qualifiers')} " if node.get("qualifiers") else ""
            returned = f" → {self.type_of(here, result)}" if result is not None and result.get("type") != "void" else ""
            yield f"{qualifiers}{name}({self.parameters(here, node)}){returned}\n{{ .signature }}\n"
            yield self.markdown(here, node.find("description").text) + "\n"

    def constant_lines(self, here):
        nodes = self.roots[here].findall(KINDS["constant"])
        for enumeration in dict.fromkeys(node.get("enum") for node in nodes):
            yield f"### {enumeration} {{ #enum-{enumeration} }}\n"
            yield "| constant | value | |\n|---|---|---|"
            for node in nodes:
                if node.get("enum") == enumeration:
                    text = " ".join(self.markdown(here, node.text).split()).replace("|", "\\|")
                    yield f"| <span id='constant-{node.get('name')}'></span>`{node.get('name')}` | {node.get('value')} | {text} |"
            yield ""

    def page(self, name):
        root = self.roots[name]
        out = [f"# {name}\n", f"Inherits `{root.get('inherits')}`.\n", self.markdown(name, root.find("description").text) + "\n"]
        sections = {"Properties": self.property_lines(name), "Methods": self.method_lines(name, "method"),
                    "Signals": self.method_lines(name, "signal"), "Enumerations": self.constant_lines(name)}
        for title, lines in sections.items():
            lines = list(lines)
            out += [f"## {title}\n", *lines] if lines else []
        return "\n".join(out)

    def brief(self, name):
        text = self.markdown(name, self.roots[name].find("description").text)
        return re.match(r".*?\.(?=\s|$)|[^\n]*", text)[0].replace("|", "\\|")


def write():
    """({page: its text}, their part of the navigation)."""
    classes = Classes(read_classes())
    pages = {f"{FOLDER}/{name}.md": classes.page(name) for name in classes.roots}
    rows = [f"| [{name}]({name}.md) | {classes.brief(name)} |" for name in classes.roots]
    pages[f"{FOLDER}/index.md"] = HEAD + "\n".join(rows) + "\n"
    space, plane = ([name for name in classes.roots if name.endswith("2D") is flat] for flat in (False, True))
    listed = [{title: [{name: f"{FOLDER}/{name}.md"} for name in names]} for title, names in (("3D", space), ("2D", plane))]
    return pages, [f"{FOLDER}/index.md", *listed]
