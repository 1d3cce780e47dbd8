"""Builds docs/playground/index.html:  build_playground.py

One page that needs no server and no other file: the scripts of navpy/web/page joined, and the core, compressed, as text.
"""
import sys

from imports import ROOT

import setup

sys.path.insert(0, str(ROOT / "navpy/studio"))
import web_page  # noqa: E402  (without the package, which need not be compiled)

OUT = ROOT / "docs/playground/index.html"
FRAME = ("link", "address", "theme", "colors", "panel", "plan", "shapes", "levels", "blocks", "camera", "surface", "handles", "page")


def page(core):
    """Text of the page. core: gzipped bytes of WebAssembly."""
    tabs = sorted(path.stem for path in (web_page.SCRIPTS / "tabs").glob("*.js"))
    return web_page.fill((web_page.SCRIPTS / "index.html").read_text(encoding="utf-8"), {
        "STYLE": web_page.style("style"),
        "WORKER": web_page.script(*web_page.WORKER),
        "WASM": web_page.as_text(core),
        "LICENSES": web_page.licenses(),
        "SCRIPTS": web_page.script(*(f"frame/{name}" for name in FRAME), *(f"tabs/{name}" for name in tabs), "main"),
    })


def main():
    core = setup.build_browser().read_bytes()
    text = page(core).encode()
    OUT.parent.mkdir(parents=True, exist_ok=True)
    if not (OUT.exists() and OUT.read_bytes() == text):
        OUT.write_bytes(text)
    print(OUT.relative_to(ROOT), len(text), "bytes, of which the core", len(core), "before it is text")


if __name__ == "__main__":
    main()
