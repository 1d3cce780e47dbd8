"""Builds all that a release ships into dist/, with SHA256SUMS:  release.py

Refuses a tree with changes, and a version that CHANGELOG.md does not describe. docs/project/release.md has the steps around it.
"""
import hashlib
import re
import shutil
import subprocess
import sys

from imports import ROOT
from version import version

DIST = ROOT / "dist"
TARGETS = (("addon",), ("addon", "PLATFORM=windows.arm64"), ("wheels",), ("playground",))


def refusal(root=ROOT):
    """Why the tree of ROOT cannot be released, in one line; "" if it can."""
    status = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True)
    changed = status.stdout.splitlines()
    number = version(root)
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        return f"the tree has changes that are not committed: {changed[0][3:]}{more}"
    if not re.search(rf"^## \[{re.escape(number)}\]", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.M):
        return f"CHANGELOG.md has no entry ## [{number}], the version of addons/navpy/plugin.cfg"
    return ""


def write_sums(folder):
    """SHA256SUMS of all files in a folder, as sha256sum checks them."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


def main():
    fault = refusal()
    if fault:
        sys.exit(f"release: {fault}")
    shutil.rmtree(DIST, ignore_errors=True)
    for target in TARGETS:
        subprocess.run(["make", *target], cwd=ROOT, check=True)
    shutil.copy(ROOT / "docs/playground/index.html", DIST / f"navpy-playground-{version()}.html")
    write_sums(DIST)
    print((DIST / "SHA256SUMS").read_text(), end="")


if __name__ == "__main__":
    main()
