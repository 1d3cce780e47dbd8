"""What is no regular file where a file is to be written: pipes and devices stay, folders and what may not be written are one line."""
import errno
import os
import shutil
import socket
import stat
import threading

import pytest

import navpy
from navpy.base.whole_file import whole_file
from navpy.studio.level_files import save_drawing
from tests.meshes import grid_mesh

pytestmark = pytest.mark.skipif(os.name != "posix", reason="such files are Unix's")
NULL = os.makedev(1, 3)                 # of nodes of our own, never those of the system
TILE = navpy.bake([(0, 0, 0), (0, 0, 8), (8, 0, 8), (8, 0, 0)], [(0, 1, 2), (0, 2, 3)], navpy.BakeSettings(tile_size=32)).tile(0, 0)


def write(path):
    with whole_file(path) as file:
        file.write(b"new")


def write_picture(path):
    from navpy.studio.cli import save_picture
    from navpy.studio.mesh_picture import draw_mesh
    save_picture(path, draw_mesh(grid_mesh(2), width=60))


def write_page(path):
    from navpy.studio.cli import write_page
    write_page(path, "title", "", grid_mesh(2), None, None, None, "island")


def write_surface(path):
    from navpy.studio import debug
    save_drawing(f"{path}", debug.draw_surface(grid_mesh(2)))


def write_demo(path):
    from navpy.studio import player
    player.write(path, player.record("circle", 0.05))


WRITERS = {"": write, ".navmesh": lambda path: grid_mesh(2).save(path),
           ".navworld": lambda path: navpy.NavWorld.write(path, [TILE], 8.0),
           ".png": write_picture, ".html": write_page, ".ply": write_surface, ".demo.html": write_demo}
writers = pytest.mark.parametrize("ending", WRITERS)


def read_in_thread(path, out):
    def read():
        with open(path, "rb") as file:
            out.append(file.read())
    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


@writers
@pytest.mark.parametrize("through", ["itself", "a link"])
def test_a_pipe_stays_and_gets_what_a_file_would_hold(tmp_path, ending, through):
    pipe, plain, got = tmp_path / f"pipe{ending}", tmp_path / f"plain{ending}", []
    os.mkfifo(pipe)
    target = pipe
    if through == "a link":
        target = tmp_path / f"link{ending}"
        target.symlink_to(pipe)
    thread = read_in_thread(pipe, got)
    WRITERS[ending](target)
    thread.join(30)
    WRITERS[ending](plain)
    assert stat.S_ISFIFO(os.stat(target).st_mode) and got == [plain.read_bytes()]
    assert target == pipe or target.is_symlink()


@writers
def test_a_device_stays(tmp_path, ending):
    device = tmp_path / f"null{ending}"
    try:
        os.mknod(device, 0o600 | stat.S_IFCHR, NULL)
        device.open("wb").close()
    except PermissionError:
        pytest.skip("a device node is root's to make, or may not be opened here")
    WRITERS[ending](device)
    assert stat.S_ISCHR(device.stat().st_mode) and os.listdir(tmp_path) == [device.name]


def test_standard_output_is_written_through(tmp_path):
    read, end = os.pipe()
    grid_mesh(1).save(f"/proc/self/fd/{end}" if os.path.isdir("/proc/self/fd") else f"/dev/fd/{end}")
    os.close(end)
    with open(read, "rb") as file:
        assert navpy.NavMesh.from_bytes(file.read()) == grid_mesh(1)


def one_line(call, kind, path):
    with pytest.raises(OSError) as caught:
        call(path)
    assert caught.value.errno == kind and caught.value.filename == str(path) and "\n" not in str(caught.value)


@writers
def test_what_cannot_be_written_is_one_line_that_names_it(tmp_path, ending):
    write = WRITERS[ending]
    folder, hut = tmp_path / f"folder{ending}", tmp_path / f"socket{ending}"
    folder.mkdir()
    one_line(write, errno.EISDIR, folder)
    one_line(write, errno.ENOENT, tmp_path / "none" / f"file{ending}")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(hut))
        one_line(write, errno.ENXIO, hut)
        assert stat.S_ISSOCK(hut.stat().st_mode)
    loop = tmp_path / f"loop{ending}"
    loop.symlink_to(loop)
    one_line(write, errno.ELOOP, loop)
    assert loop.is_symlink() and sorted(os.listdir(tmp_path)) == sorted(path.name for path in (folder, hut, loop))


def as_nobody(monkeypatch):
    """Root may write everywhere: then os.access is asked as another user."""
    if os.geteuid() == 0:
        monkeypatch.setattr(os, "access", lambda path, mode: bool(os.stat(path).st_mode & stat.S_IWUSR))


def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "mesh"
    path.write_bytes(b"old")
    path.chmod(0o444)
    as_nobody(monkeypatch)
    one_line(write, errno.EACCES, path)
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["mesh"]


@pytest.mark.parametrize("nameless", [True, False])
def test_owner_group_and_permissions_stay(tmp_path, monkeypatch, nameless):
    if os.geteuid() != 0:
        pytest.skip("only root gives files away")
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    path = tmp_path / "mesh"
    path.write_bytes(b"old")
    shutil.chown(path, 12345, 54321)
    path.chmod(0o640)
    write(path)
    found = path.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode), path.read_bytes()) == (12345, 54321, 0o640, b"new")


@pytest.mark.parametrize("nameless", [True, False])
def test_what_is_secret_is_so_from_the_first_byte(tmp_path, monkeypatch, nameless):
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    path = tmp_path / "mesh"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with whole_file(path) as file:
        assert stat.S_IMODE(os.fstat(file.fileno()).st_mode) == 0o600


def test_the_umask_is_that_of_new_files(tmp_path):
    before = os.umask(0o027)
    try:
        write(tmp_path / "mesh")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "mesh").stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["", "folder/", "new/"])
def test_a_name_of_no_file_is_refused(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        write(name)
    assert os.listdir(tmp_path) == ["folder"] and not os.listdir(tmp_path / "folder")
