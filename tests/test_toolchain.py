"""What the build fetches: bad ground gets one line that names it, and leaves nothing behind in the cache."""
import gzip
import io
import tarfile

import pytest

from tools import toolchain


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(toolchain, "CACHE", tmp_path / "cache")
    return tmp_path / "cache"


def fault(find):
    """What the script says at its end, which must be one line."""
    with pytest.raises(SystemExit) as end:
        find()
    assert str(end.value).count("\n") == 0
    return str(end.value)


def left_behind(cache):
    return [path.name for path in cache.iterdir() if path.suffix != ".lock"]


def serve(monkeypatch, tmp_path, content):
    """Has CPython's sources come from a file."""
    archive = tmp_path / "served.tgz"
    archive.write_bytes(content)
    monkeypatch.setattr(toolchain, "debian_mirrors", lambda: [])
    monkeypatch.setattr(toolchain, "CPYTHON_AT_PYTHON", archive.as_uri())


def archive_of(names):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as packed:
        for name in names:
            packed.addfile(tarfile.TarInfo(name))
    return out.getvalue()


def test_a_wrong_checksum(cache, monkeypatch, tmp_path):
    serve(monkeypatch, tmp_path, gzip.compress(b"something else"))
    said = fault(toolchain.find_cpython)
    assert toolchain.CPYTHON_SHA256 in said and f"Python-{toolchain.CPYTHON}.tgz" in said
    assert left_behind(cache) == []


def test_no_network(cache, monkeypatch):
    monkeypatch.setattr(toolchain, "debian_mirrors", lambda: ["http://127.0.0.1:9/debian"])
    monkeypatch.setattr(toolchain, "CPYTHON_AT_PYTHON", "http://127.0.0.1:9/{0}.tgz")
    said = fault(toolchain.find_cpython)
    assert said.startswith("toolchain: CPython's sources cannot be fetched (http://127.0.0.1:9/debian/pool/") and "refused" in said
    assert left_behind(cache) == []


def test_pip_without_a_package_index(cache, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    said = fault(toolchain.find_zig)
    assert said.startswith("toolchain: pip could not fetch zig: ERROR: ") and "ziglang" in said
    assert left_behind(cache) == []


def test_a_machine_without_zig(cache, monkeypatch):
    monkeypatch.setattr(toolchain.platform, "machine", lambda: "riscv64")
    assert fault(toolchain.find_zig) == ("toolchain: the library is built on Linux on x86_64 or aarch64, "
                                                "this is linux on riscv64")
    assert left_behind(cache) == []


def test_a_full_disk(cache, monkeypatch, tmp_path):
    """tools/toolchain.py and setup.py end with the system's line."""
    def write(*_):
        raise OSError(28, "No space left on device")
    serve(monkeypatch, tmp_path, b"")
    monkeypatch.setattr(toolchain, "download", write)
    with pytest.raises(OSError, match="No space left"):
        toolchain.find_cpython()
    assert left_behind(cache) == []


def test_fetched_once_and_only_what_is_compiled(cache, monkeypatch, tmp_path):
    top = f"Python-{toolchain.CPYTHON}"
    wanted = ["Include/Python.h", "LICENSE", "Lib/abc.py"]
    content = archive_of([f"{top}/{name}" for name in (*wanted, "Lib/test/big.py", "Doc/index.rst")])
    serve(monkeypatch, tmp_path, content)
    monkeypatch.setattr(toolchain, "CPYTHON_SHA256", toolchain.hashlib.sha256(content).hexdigest())
    folder = toolchain.find_cpython()
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()) == wanted
    monkeypatch.setattr(toolchain, "download", None)
    assert toolchain.find_cpython() == folder
