"""Builds docs/playground/index.html:  build_playground.py

One page that needs no server and no other file: the scripts of navpy/web/page joined, and the core, compressed, as text.
"""
import base64
import gzip
import sys

import build
from imports import ROOT

SOURCES = ROOT / "navpy/web/page"
OUT = ROOT / "docs/playground/index.html"
WORKER = ("wasi", "calls", "worker")                    # in the worker
FRAME = ("link", "address", "colors", "panel", "plan", "shapes", "levels", "surface", "handles", "page")


def read(*names):
    return "\n".join((SOURCES / name).read_text().removeprefix('"use strict";\n') for name in names)


def script(*names):
    """One script out of several, which share one scope. An HTML parser ends it at this tag alone, wherever it stands."""
    text = '"use strict";\n' + read(*names)
    if "</script" in text:
        sys.exit("playground: a script holds the text </script, which would end it in the page")
    return text


def page(core):
    """Text of the page. core: bytes of WebAssembly."""
    tabs = sorted(f"tabs/{path.name}" for path in (SOURCES / "tabs").glob("*.js"))
    parts = {
        "STYLE": read("style.css"),
        "WORKER": script(*(f"core/{name}.js" for name in WORKER)),
        "WASM": base64.b64encode(gzip.compress(core, 9, mtime=0)).decode(),
        "SCRIPTS": script(*(f"frame/{name}.js" for name in FRAME), *tabs, "main.js"),
    }
    text = (SOURCES / "index.html").read_text()
    for name, part in parts.items():
        head, found, tail = text.partition(f"@{name}@")
        if not found:
            sys.exit(f"playground: index.html has no place for @{name}@")
        text = head + part + tail
    return text


def main():
    core = build.build_browser().read_bytes()
    text = page(core).encode()
    OUT.parent.mkdir(parents=True, exist_ok=True)
    if not (OUT.exists() and OUT.read_bytes() == text):
        OUT.write_bytes(text)
    print(OUT.relative_to(ROOT), len(text), "bytes, of which the core", len(core), "before compression")


if __name__ == "__main__":
    main()
