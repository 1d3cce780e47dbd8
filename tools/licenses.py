"""Writes addons/navpy/licenses.txt:  licenses.py

The licenses of navpy and of all that its library, wheels and pages hold, out of the pinned toolchain. The text is in the
repository, as each artifact takes it from there: addon and exported games, wheels, the playground and the pages of `navpy view`.
THIRD_PARTY.md says what is where.
"""
import re

import toolchain
from imports import ROOT

OUT = ROOT / "addons/navpy/licenses.txt"
RULE = "=" * 100
BSD_2 = """Redistribution and use in source and binary forms, with or without modification, are permitted
provided that the following conditions are met:
1. Redistributions of source code must retain the above copyright notice, this list of conditions
and the following disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions
and the following disclaimer in the documentation and/or other materials provided with the
distribution.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR
IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR
CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER
IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF
THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
"""


def uncommented(text):
    return re.sub(r"^ ?\*+ ?/?|^/\*+|\*+/?$", "", text, flags=re.M).strip() + "\n"


def between(text, first, last):
    return text[text.index(first):text.index(last) + len(last)]


def llvm_text(lib):
    """The license of libc++, libc++abi and libunwind, whose texts differ in the names alone."""
    texts = [(lib / name / "LICENSE.TXT").read_text() for name in ("libcxx", "libcxxabi", "libunwind")]
    named = [re.sub(r"\blib(c\+\+abi|c\+\+|unwind)(?!\w)", "lib…", text) for text in texts]
    assert len(set(named)) == 1, "the licenses of LLVM's libraries are no longer one text"
    return texts[0]


def texts():
    """[(what, text)] in the order of the file."""
    cpython, lib = toolchain.find_cpython(), toolchain.find_zig().parent / "lib"
    wasi = lib / "libc/wasi"
    dtoa, siphash = (cpython / "Python/dtoa.c").read_text(), (cpython / "Python/pyhash.c").read_text()
    return [
        ("navpy", (ROOT / "LICENSE").read_text()),
        ("RVO2, whose functions navpy/motion/avoidance/orca and linear_program follow step by step",
         "Copyright 2008 University of North Carolina at Chapel Hill\n\nApache License, Version 2.0: its text is that of "
         "LLVM's below, without the exceptions."),
        (f"CPython {toolchain.CPYTHON}: the library, and the core of the pages", (cpython / "LICENSE").read_text()),
        ("CPython's dtoa.c, by David M. Gay: the library, and the core of the pages", uncommented(dtoa[:dtoa.index("*/")])),
        ("CPython's SipHash, by Marek Majkowski: the library, and the core of the pages",
         between(siphash, "Copyright (c) 2013  Marek", "THE SOFTWARE.\n </MIT").removesuffix(" </MIT").replace("\n ", "\n")),
        ("LLVM's libc++, libc++abi and libunwind: the library, wheels, and the core of the pages", llvm_text(lib)),
        ("zig's compiler runtime: the library, wheels, and the core of the pages", (lib.parent / "LICENSE").read_text()),
        ("mingw-w64: the library and wheels for Windows", (lib / "libc/mingw/COPYING").read_text()),
        ("musl, from which zig takes functions for Windows, and wasi-libc: the core of the pages",
         (lib / "libc/musl/COPYRIGHT").read_text()),
        ("wasi-libc: the core of the pages", (wasi / "LICENSE").read_text() + "\n" + (wasi / "LICENSE-MIT").read_text()),
        ("cloudlibc, in wasi-libc: the core of the pages", "Copyright (c) 2015-2016 Nuxi, https://nuxi.nl/\n\n" + BSD_2),
    ]


def whole_text():
    parts = [(what, "\n".join(line.rstrip() for line in text.strip("\n").splitlines())) for what, text in texts()]
    listing = "".join(f"  {what}\n" for what, _ in parts)
    chapters = (f"\n{RULE}\n{what}\n{RULE}\n\n{text}\n" for what, text in parts)
    return f"navpy, and what its binary files contain:\n\n{listing}{''.join(chapters)}"


def main():
    OUT.write_text(whole_text(), encoding="utf-8")
    print(OUT.relative_to(ROOT), OUT.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
