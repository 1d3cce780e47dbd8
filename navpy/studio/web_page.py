"""Joins scripts, styles and data to one HTML file, which needs no network. It needs no module of navpy: the playground is built by it,
too."""
import html
import os
import pathlib
import re

NAVPY = pathlib.Path(__file__).resolve().parent.parent
SCRIPTS = NAVPY / "web/page"
CORE = "web/navpy.wasm.gz"                  # the core for browsers: in an installed package, and in a checkout's build/browser/navpy
WORKER = ("core/unpack", "core/wasi", "core/calls", "core/worker")      # the core's own thread

DIGITS = "".join(char for char in map(chr, range(33, 127)) if char not in "<>&\"'`\\@-")      # 85, of no meaning within a script's tag


def style(*names):
    """Style sheets of the pages, joined."""
    return "\n".join((SCRIPTS / f"{name}.css").read_text(encoding="utf-8") for name in names)


def script(*names):
    """One script out of several, which share one scope.

    Raises
    ------
    ValueError
        A script holds the tag that would end it in the page, wherever it stands."""
    parts = ((SCRIPTS / f"{name}.js").read_text(encoding="utf-8").removeprefix('"use strict";\n') for name in names)
    text = '"use strict";\n' + "\n".join(parts)
    if "</script" in text:
        raise ValueError("a script holds the text </script, which would end it in the page")
    return text


def as_text(data):
    """Bytes as text of five digits to the base of 85 for four bytes, 6 % less than base64; `unpacked` of the page reads it.
    A last part of n bytes has n + 1 digits."""
    import numpy as np
    digits, spare = np.frombuffer(DIGITS.encode(), np.uint8), -len(data) % 4
    words = np.frombuffer(data + bytes(spare), ">u4").astype(np.uint32)
    text = np.empty((len(words), 5), np.uint8)
    for i in range(4, -1, -1):
        words, rest = np.divmod(words, np.uint32(85))
        text[:, i] = digits[rest]
    return text.tobytes()[:5 * len(text) - spare].decode()


def fill(template, parts):
    """A template with a part in place of each @NAME@, and of each one that a part holds none."""
    return re.sub(r"@([A-Za-z]+)@", lambda found: parts[found[1]], template)


def licenses():
    """Those of navpy and of all that the core holds, as HTML."""
    places = (NAVPY / "web/licenses.txt", NAVPY.parent / "addons/navpy/licenses.txt")
    return html.escape(next(place for place in places if place.exists()).read_text(encoding="utf-8"), quote=False)


def core():
    """The core for browsers, gzipped bytes of WebAssembly; None where it was not built."""
    for folder in (NAVPY, NAVPY.parent / "build/browser/navpy"):
        if os.path.exists(folder / CORE):
            return (folder / CORE).read_bytes()
    return None
