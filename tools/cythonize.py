"""Translates a room's modules to C++ with Cython:  cythonize.py FOLDER SHARED [-X DIRECTIVE=VALUE]… SOURCE.pyx…

FOLDER/NAME.cpp is made again when its source, a .pxd that this cimports or an option has changed, and is left untouched
where the text stays the same, so that nothing is compiled in vain. Cython's start takes longer than most modules, hence
one process for several. SHARED is the module that holds what all have in common.
"""
import argparse
import gc
import os
import pathlib
import sys

import Cython
from Cython.Compiler.Main import CompilationOptions, compile as translate, default_options
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


def read_dependencies(depfile):
    """The files named in a make rule as Cython writes it, one a line."""
    return [line.strip(" \\") for line in depfile.read_text().splitlines()[1:]]


def translate_module(source, target, record, options, options_text):
    """Returns whether it went well; Cython has said why not."""
    fresh, depfile = target.with_suffix(".new"), target.with_suffix(".new.dep")
    record.unlink(missing_ok=True)
    result = translate(str(source), CompilationOptions(options, output_file=str(fresh)), full_module_name=module_name(source))
    if result.num_errors:
        return False
    if not (target.exists() and target.read_bytes() == fresh.read_bytes()):
        fresh.replace(target)
    record.write_text("\n".join([options_text, *read_dependencies(depfile)]))
    fresh.unlink(missing_ok=True)
    depfile.unlink()
    return True


def run_in_child(function, *arguments):
    """Whether a function returned true in a process of its own, whose garbage goes with it."""
    child = os.fork()
    if not child:
        good = False
        try:
            good = function(*arguments)
        finally:
            os._exit(not good)
    return os.waitpid(child, 0)[1] == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("shared")
    parser.add_argument("-X", dest="directives", action="append", default=[])
    parser.add_argument("sources", type=pathlib.Path, nargs="*")
    arguments = parser.parse_args()
    directives = parse_directive_list(",".join(arguments.directives), relaxed_bool=True)
    options = CompilationOptions(default_options, cplus=True, depfile=True, compiler_directives=directives,
                                 shared_utility_qualified_name=arguments.shared)
    options_text = f"{Cython.__version__} {arguments.shared} {directives}"
    gc.disable()
    parse_from_strings("nothing", "")       # the tables of the scanner, once for all
    failures = 0
    for source in map(pathlib.Path.resolve, arguments.sources):
        target = arguments.folder / f"{module_name(source)}.cpp"
        record = target.with_suffix(".made")
        if not is_up_to_date(target, record, options_text):
            failures += not run_in_child(translate_module, source, target, record, options, options_text)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
