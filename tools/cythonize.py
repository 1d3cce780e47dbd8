"""Translates modules to C++ with Cython:  cythonize.py FOLDER SHARED [-X DIRECTIVE=VALUE]… SOURCE.pyx…

FOLDER/NAME.cpp is made again when its source, a .pxd that this cimports or an option has changed, and is left untouched
where the text stays the same, so that nothing is compiled in vain. Cython's start takes longer than most modules: each is
translated by a copy of one process, which has also found out what depends on what. SHARED is the module that holds what all
have in common.
"""
import argparse
import gc
import os
import pathlib
import sys
import traceback

import Cython
from Cython.Build.Dependencies import create_dependency_tree
from Cython.Compiler.Main import CompilationOptions, Context, compile_single, default_options
from Cython.Compiler.Options import parse_directive_list
from Cython.Compiler.TreeFragment import parse_from_strings

from imports import module_name


def made_from(record, options):
    """The files that a target was made from by the same options, None where there was no such run."""
    if not record.exists():
        return None
    first, *files = record.read_text().splitlines()
    return files if first == options else None


def is_up_to_date(target, record, options):
    files = made_from(record, options)
    if files is None or not target.exists():
        return False
    made = record.stat().st_mtime_ns
    return all(os.path.exists(path) and os.stat(path).st_mtime_ns <= made for path in files)


class Translation:
    """What translations have in common. Copies of the process see what this one has read."""

    def __init__(self, shared, directives):
        self.directives = parse_directive_list(",".join(directives), relaxed_bool=True)
        self.shared = shared
        self.dependencies = create_dependency_tree(Context.from_options(self.options()))
        self.text = f"{Cython.__version__} {shared} {self.directives}"      # what a target depends on, but for files
        parse_from_strings("nothing", "")       # the tables of the scanner

    def options(self, **others):
        return CompilationOptions(default_options, cplus=True, compiler_directives=self.directives,
                                  shared_utility_qualified_name=self.shared, **others)

    def translate(self, source, target, record):
        """Returns whether it went well; Cython has said why not."""
        fresh = target.with_suffix(".new")
        record.unlink(missing_ok=True)
        if compile_single(str(source), self.options(output_file=str(fresh)), module_name(source)).num_errors:
            return False
        if not (target.exists() and target.read_bytes() == fresh.read_bytes()):
            fresh.replace(target)
        record.write_text("\n".join([self.text, *sorted(self.dependencies.all_dependencies(str(source)))]))
        fresh.unlink(missing_ok=True)
        return True


class Copies:
    """Functions that run in copies of this process, as many at a time as there are processors."""

    def __init__(self):
        self.running = self.failed = 0

    def run(self, function, *arguments):
        if self.running == os.cpu_count():
            self.await_one()
        if not os.fork():
            good = False
            try:
                good = function(*arguments)
            except Exception:
                traceback.print_exc()
            finally:
                os._exit(not good)
        self.running += 1

    def await_one(self):
        self.failed += os.wait()[1] != 0
        self.running -= 1

    def await_all(self):
        while self.running:
            self.await_one()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("shared")
    parser.add_argument("-X", dest="directives", action="append", default=[])
    parser.add_argument("sources", type=pathlib.Path, nargs="*")
    arguments = parser.parse_args()
    gc.disable()
    translation, copies = Translation(arguments.shared, arguments.directives), Copies()
    for source in map(pathlib.Path.resolve, arguments.sources):
        target = arguments.folder / f"{module_name(source)}.cpp"
        record = target.with_suffix(".made")
        if not is_up_to_date(target, record, translation.text):
            translation.dependencies.all_dependencies(str(source))
            copies.run(translation.translate, source, target, record)
    copies.await_all()
    sys.exit(copies.failed > 0)


if __name__ == "__main__":
    main()
