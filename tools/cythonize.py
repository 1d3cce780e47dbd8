"""Translates modules to C++ with Cython:  cythonize.py FOLDER SHARED [-X DIRECTIVE=VALUE]… SOURCE.pyx…

FOLDER/NAME.cpp is made again when its source, a .pxd that this cimports or an option has changed, and is left untouched
where the text stays the same, so that nothing is compiled in vain. Most of Cython's time goes into its own start and into the
.pxd files: both happen once, and each module is then translated by a copy of the process. SHARED is the module that holds
what all have in common.
"""
import argparse
import gc
import os
import pathlib
import sys
import traceback

import Cython
from Cython.Build.Dependencies import create_dependency_tree
from Cython.Compiler import Errors
from Cython.Compiler.Main import CompilationOptions, Context, compile_single, default_options
from Cython.Compiler.Options import parse_directive_list
from Cython.Compiler.TreeFragment import parse_from_strings

from imports import find_modules, imported_modules, module_name


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
        self.context = Context.from_options(self.options())
        self.dependencies = create_dependency_tree(self.context)
        self.text = f"{Cython.__version__} {shared} {self.directives}"      # what a target depends on, but for files
        Errors.init_thread()
        Errors.open_listing_file(None)
        parse_from_strings("nothing", "")       # the tables of the scanner

    def options(self, **others):
        return CompilationOptions(default_options, cplus=True, compiler_directives=self.directives,
                                  shared_utility_qualified_name=self.shared, **others)

    def read_declarations(self, source):
        """Reads the .pxd files that a module needs. Cython says what is wrong with them, which ends all."""
        files = find_modules()[module_name(source)]
        needed = set().union(*map(imported_modules, files))
        for name in sorted(needed):
            if any(path.suffix == ".pxd" for path in find_modules().get(name, ())):
                self.context.find_module(name)
        if Errors.get_errors_count():
            sys.exit(1)

    def translate(self, source, target, record):
        """Returns whether it went well; Cython has said why not."""
        fresh = target.with_suffix(".new")
        record.unlink(missing_ok=True)
        options = self.options(output_file=str(fresh))
        files = self.dependencies.all_dependencies(str(source))
        # Cython puts the inline functions of all that was read into the module, in this order: only what this one cimports.
        self.context.pxds = {name: read for name, read in sorted(self.context.pxds.items())
                             if self.context.find_pxd_file(name) in files}
        if compile_single(str(source), options, module_name(source), context=self.context).num_errors:
            return False
        if not (target.exists() and target.read_bytes() == fresh.read_bytes()):
            fresh.replace(target)
        record.write_text("\n".join([self.text, *sorted(files)]))
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
            translation.read_declarations(source)
            translation.dependencies.all_dependencies(str(source))
            copies.run(translation.translate, source, target, record)
    copies.await_all()
    sys.exit(copies.failed > 0)


if __name__ == "__main__":
    main()
