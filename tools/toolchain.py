"""Fetches what Godot's library is built with into the user's cache folder, once for all checkouts:

    toolchain.py            prints the paths of zig, a C++ compiler for all platforms, and of CPython's sources

Both are pinned by checksum, and appear in the cache by one rename, when they are whole.
"""
import contextlib
import fcntl
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "navpy"

ZIG = "0.17.1"
ZIG_WHEELS = {      # SHA-256 of the wheel that Python's package index holds for a machine
    "x86_64": "ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54",
    "aarch64": "b7c5f02fccd40f89b999ee16a1f5ddced56e6182370f8affe494bcf8a28cf07e",
}

CPYTHON = "3.11.2"
CPYTHON_SHA256 = "2411c74bda5bbcfcddaf4531f66d1adc73f247f529aee981b029513aefdbf849"
CPYTHON_FOLDERS = ("Include", "Lib/collections", "Lib/encodings", "Lib/importlib", "Modules", "Objects", "PC", "Parser", "Python")
CPYTHON_AT_DEBIAN = "pool/main/p/python3.11/python3.11_{}.orig.tar.gz"
CPYTHON_AT_PYTHON = "https://www.python.org/ftp/python/{0}/Python-{0}.tgz"


def fail(text):
    sys.exit(f"toolchain: {text}")


def say(text):
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def new_folder(target):
    """A temporary folder that becomes TARGET if the block ends well, and is gone if not. Others wait meanwhile."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{target}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f"{target.name}.", ignore_cleanup_errors=True) as folder:
            yield pathlib.Path(folder, "new")
            if not target.exists():
                pathlib.Path(folder, "new").rename(target)


# ------------------------------------------------------------------------------------------------------------------ zig

def fetch_zig(folder):
    """pip checks the wheel and unpacks it."""
    machine = platform.machine()
    if machine not in ZIG_WHEELS or sys.platform != "linux":
        fail(f"the library is built on Linux on {' or '.join(ZIG_WHEELS)}, this is {sys.platform} on {machine}")
    say(f"fetching the compiler zig {ZIG} (100 MB)")
    wanted = folder.with_name("wanted.txt")
    wanted.write_text(f"ziglang=={ZIG} --hash=sha256:{ZIG_WHEELS[machine]}\n")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:",
           "--require-hashes", "--target", folder, "-r", wanted]
    done = subprocess.run(pip, capture_output=True, text=True)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or done.stderr.splitlines()
        fail(f"pip could not fetch zig: {' '.join(lines[-1:])}")


def find_zig():
    folder = CACHE / f"zig-{ZIG}"
    if not folder.exists():
        with new_folder(folder) as new:
            if not folder.exists():
                fetch_zig(new)
    return folder / "ziglang/zig"


# -------------------------------------------------------------------------------------------------------------- CPython

def debian_mirrors():
    """The mirrors that this machine's apt uses for Debian itself."""
    lists = [pathlib.Path("/etc/apt/sources.list"), *sorted(pathlib.Path("/etc/apt/sources.list.d").glob("*"))]
    text = "\n".join(path.read_text() for path in lists if path.is_file() and path.suffix in (".list", ".sources"))
    return [url.rstrip("/") for url in re.findall(r"^(?:URIs:|deb(?:\s+\[[^]]*\])?)\s+(https?://\S+?/debian/?)(?:\s|$)", text, re.M)]


def download(address, out):
    with urllib.request.urlopen(address, timeout=60) as answer, open(out, "wb") as file:
        shutil.copyfileobj(answer, file)


def download_cpython(out):
    """From the first of the addresses that has it."""
    addresses = [f"{mirror}/{CPYTHON_AT_DEBIAN.format(CPYTHON)}" for mirror in debian_mirrors()[:1]]
    addresses.append(CPYTHON_AT_PYTHON.format(CPYTHON))
    faults = []
    for address in addresses:
        try:
            download(address, out)
            return
        except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
            faults.append(f"{address}: {getattr(error, 'reason', error)}")
    fail(f"CPython's sources cannot be fetched ({'; '.join(faults)})")


def fetch_cpython(folder):
    say(f"fetching CPython {CPYTHON}'s sources (26 MB)")
    archive = folder.with_name("cpython.tar.gz")
    download_cpython(archive)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != CPYTHON_SHA256:
        fail(f"CPython's sources have the SHA-256 {found} instead of {CPYTHON_SHA256}: what was fetched is not Python-{CPYTHON}.tgz")
    top = f"Python-{CPYTHON}"
    with tarfile.open(archive) as packed:
        for member in packed:
            inside = member.name.removeprefix(f"{top}/")
            if inside.startswith(CPYTHON_FOLDERS) or re.fullmatch(r"Lib/\w+\.py|LICENSE", inside):
                packed.extract(member, folder.parent)
    (folder.parent / top).rename(folder)


def find_cpython():
    folder = CACHE / f"cpython-{CPYTHON}"
    if not folder.exists():
        with new_folder(folder) as new:
            if not folder.exists():
                fetch_cpython(new)
    return folder


if __name__ == "__main__":
    try:
        print(find_zig(), find_cpython(), sep="\n")
    except OSError as error:        # no space, no permission
        fail(error)
