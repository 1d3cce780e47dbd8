"""Fetches what Godot's library is built with into the user's cache folder, once for all checkouts:

    toolchain.py            prints the paths of zig, a C++ compiler for all platforms, and of CPython's sources

Both are pinned by checksum, and appear in the cache by one rename, when they are whole.
"""
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


def fetched(name, fetch):
    """The folder CACHE/NAME. FETCH makes it where it is missing, in a temporary folder that is gone if that fails; others wait."""
    folder = CACHE / name
    if folder.exists():
        return folder
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with tempfile.TemporaryDirectory(dir=CACHE, prefix=f"{name}.", ignore_cleanup_errors=True) as temporary:
            if not folder.exists():
                fetch(pathlib.Path(temporary, "new"))
                pathlib.Path(temporary, "new").rename(folder)
    return folder


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
    return fetched(f"zig-{ZIG}", fetch_zig) / "ziglang/zig"


# -------------------------------------------------------------------------------------------------------------- CPython

def debian_mirrors():
    """The mirror that this machine's apt uses for Debian itself, if any."""
    script = pathlib.Path(__file__).with_name("debian.sh")
    return subprocess.run(["sh", "-c", '. "$0"; debian_mirror', script], capture_output=True, text=True).stdout.split()


def download(address, out):
    with urllib.request.urlopen(address, timeout=60) as answer, open(out, "wb") as file:
        shutil.copyfileobj(answer, file)


def download_cpython(out):
    """From the first of the addresses that has it."""
    addresses = [f"{mirror.rstrip('/')}/{CPYTHON_AT_DEBIAN.format(CPYTHON)}" for mirror in debian_mirrors()]
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
    return fetched(f"cpython-{CPYTHON}", fetch_cpython)


if __name__ == "__main__":
    try:
        print(find_zig(), find_cpython(), sep="\n")
    except OSError as error:        # no space, no permission
        fail(error)
