"""Files that take a path's place at once: links, permissions, errors and kills."""
import os
import pathlib
import signal
import stat
import subprocess
import sys

import pytest

import navpy
from navpy.base.whole_file import whole_file
from tests.meshes import grid_mesh

WRITE_AND_WAIT = """
import sys, time
from navpy.base.whole_file import whole_file
with whole_file(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    print("written", flush=True)
    time.sleep(60)
"""


@pytest.fixture(params=[True, False], ids=["nameless", "named"])
def place(request, tmp_path, monkeypatch):
    """A file in a folder of its own, on a disk that has files without a name, or has none."""
    if not request.param:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    return tmp_path / "mesh.navmesh"


def write(path, data):
    with whole_file(path) as file:
        file.write(data)


def test_a_link_stays_and_its_target_is_written(place):
    target = place.parent / "deep" / "target"
    target.parent.mkdir()
    target.write_bytes(b"old")
    place.symlink_to(pathlib.Path("deep") / "target")
    write(place, b"new")
    assert place.is_symlink() and target.read_bytes() == b"new" and os.listdir(target.parent) == ["target"]


def test_a_link_to_nothing_gets_its_target(place):
    place.symlink_to("later")
    write(place, b"new")
    assert place.is_symlink() and (place.parent / "later").read_bytes() == b"new"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_permissions_stay(place, mode):
    place.write_bytes(b"old")
    place.chmod(mode)
    write(place, b"new")
    assert stat.S_IMODE(place.stat().st_mode) == mode and place.read_bytes() == b"new"


def test_a_new_file_has_the_permissions_of_any_other(place):
    write(place, b"new")
    (place.parent / "other").write_bytes(b"")
    assert place.stat().st_mode == (place.parent / "other").stat().st_mode


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt(), OSError(28, "no space")])
def test_an_error_leaves_the_old_file_and_no_other(place, error):
    place.write_bytes(b"old")
    with pytest.raises(type(error)), whole_file(place) as file:
        file.write(b"half")
        raise error
    assert place.read_bytes() == b"old" and os.listdir(place.parent) == [place.name]


def test_readers_see_the_old_file_until_the_end(place):
    place.write_bytes(b"old")
    with whole_file(place) as file:
        file.write(b"new")
        file.seek(0)
        assert file.read() == b"new" and place.read_bytes() == b"old"
    assert place.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="files without a name are Linux's")
def test_a_kill_leaves_no_part(tmp_path):
    path = tmp_path / "mesh.navmesh"
    path.write_bytes(b"old")
    process = subprocess.Popen([sys.executable, "-c", WRITE_AND_WAIT, path], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"written\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == [path.name]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        write(tmp_path / "nowhere" / "mesh", b"")


@pytest.mark.parametrize("call", [navpy.NavMesh.load, grid_mesh(1).save, navpy.NavWorld.open,
                                  lambda path: navpy.NavWorld.write(path, [], 4.0)])
@pytest.mark.parametrize("path", [1, None, 2.5, ["mesh"]])
def test_what_is_no_path_is_a_type_error(call, path):
    with pytest.raises(TypeError, match="expected str, bytes or os.PathLike object"):
        call(path)
    os.fstat(1)                     # a file descriptor is not closed


def test_paths_of_bytes_and_objects_are_taken(tmp_path):
    mesh = grid_mesh(1)
    for path in (tmp_path / "a", str(tmp_path / "b"), os.fsencode(tmp_path / "c")):
        mesh.save(path)
        assert navpy.NavMesh.load(path).to_bytes() == mesh.to_bytes()
