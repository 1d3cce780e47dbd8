"""Code blocks of the README and the pages. Every block has a language, and every language a runner:

python      runs, all blocks of a page in order in one namespace, in a folder of their own
output      is what the blocks of the page before it have printed last
sh          `navpy` runs in the same folder; of other commands the targets, extras and files of this project are there
toml        is valid; with title="level.toml" it is also that file, for all commands of the page
gdscript    compiles in the engine (test_godot_blocks.py); with title="games/museum/door.gd" it is a part of that file of godot_project
            (test_blocks.py), and compiles there
gdscene     runs in the engine without an error (test_godot_blocks.py)
csharp      compiles against a stand-in of the engine's classes (tests/engine/test_csharp.py)
diff        has no line that the code has not (test_blocks.py)
text        is a figure, or what another program prints: nothing to run

A block without a language, an indented one too, is a mistake: RUNNERS is asked for its language.
"""
import contextlib
import dataclasses
import io
import pathlib
import re
import shlex
import textwrap
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^([ ]*)```([\w+-]*)([^\n]*)\n(.*?)^\1```[ ]*$", re.M | re.S)
TITLE = re.compile(r'title="([^"]+)"')
PLACE = re.compile(r"(?<![\w/.-])(?:navpy|tests|bench|tools|godot_project|addons)/[\w./*-]*\w")     # a file or folder of this project
ASSIGNMENT = re.compile(r'\w+=("[^"]*"|\S*)\s*')
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
OTHER_PROGRAMS = {"atos", "gdb", "git", "godot", "llvm-symbolizer", "perf", "python", ".venv/bin/pip", ".venv/bin/python",
                  ".venv/bin/cython", ".venv/bin/pre-commit"}


@dataclasses.dataclass(frozen=True)
class Block:
    page: str               # its path in the project
    line: int
    language: str
    title: str              # the name of the file that it is, or ""
    text: str

    def __str__(self):
        return f"{self.page}:{self.line}"


def blocks_of(path):
    """The fenced blocks of a page, in order."""
    text = path.read_text(encoding="utf-8")
    blocks = []
    for found in FENCE.finditer(text):
        _, language, more, code = found.groups()
        title = (TITLE.findall(more) or [""])[0]
        blocks.append(Block(path.relative_to(ROOT).as_posix(), text.count("\n", 0, found.start()) + 1, language, title,
                            textwrap.dedent(code)))
    return blocks


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def blocks_in(language):
    return [block for block in BLOCKS if block.language == language]


class PageRun:
    """A page whose blocks are run in a folder.

    names    the namespace of its Python
    shown    what was printed so far
    steps    names after each block of Python
    """

    def __init__(self, page, folder):
        self.page, self.folder = page, folder
        self.names, self.shown, self.steps = {"__name__": "__main__"}, "", []

    def run(self):
        with contextlib.chdir(self.folder):
            blocks = blocks_of(ROOT / self.page)
            for block in sorted(blocks, key=lambda block: not block.title):         # files first
                RUNNERS[block.language](self, block)
        return self

    def python(self, block):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            exec(compile("\n" * block.line + block.text, str(ROOT / block.page), "exec"), self.names)
        self.shown += printed.getvalue()
        self.steps.append(dict(self.names))

    def output(self, block):
        assert self.shown.endswith(block.text), f"{block}: it has printed\n{self.shown[-2 * len(block.text):]}"

    def file(self, block):
        tomllib.loads(block.text)
        if block.title:
            pathlib.Path(block.title).write_text(block.text)

    def shell(self, block):
        for line in block.text.replace("\\\n", " ").splitlines():
            line = re.sub(r"(^|\s)#.*", "", line)
            for command in filter(None, map(str.strip, line.split("&&"))):
                self.command(block, command)

    def command(self, block, command):
        while found := ASSIGNMENT.match(command):
            command = command[found.end():]
        program, *given = shlex.split(command)
        missing = [place for place in PLACE.findall(command) if not any(ROOT.glob(place))]
        assert not missing, f"{block}: there is no {missing[0]}"
        if program == "navpy":
            self.navpy(block, given)
        elif program == "make":
            assert set(word for word in given if "=" not in word) <= TARGETS, f"{block}: Makefile has no {command}"
        elif program == "pip":
            for extra in re.findall(r"\[([\w,]+)\]", command):
                assert set(extra.split(",")) <= set(PROJECT["optional-dependencies"]), f"{block}: pyproject.toml has no extra {extra}"
        else:
            known = program in OTHER_PROGRAMS or any(ROOT.glob(program))
            assert known, f"{block}: {program} is neither of this project nor of OTHER_PROGRAMS"

    def navpy(self, block, given):
        """A check may fail: that is an answer."""
        from click.testing import CliRunner

        from navpy.studio import cli
        done = CliRunner().invoke(cli.main, given)
        answered = done.exit_code == 0 or given[0] == "check" and done.exit_code == 1
        assert answered, f"{block}: navpy {shlex.join(given)}: {done.output}"
        self.shown += done.output

    def elsewhere(self, block):
        """Another test runs it, or there is nothing to run."""


RUNNERS = {"python": PageRun.python, "output": PageRun.output, "sh": PageRun.shell, "toml": PageRun.file,
           "gdscript": PageRun.elsewhere, "gdscene": PageRun.elsewhere, "csharp": PageRun.elsewhere,
           "diff": PageRun.elsewhere, "text": PageRun.elsewhere}
