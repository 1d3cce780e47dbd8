"""Files that others see whole or not at all."""
import contextlib
import errno
import os
from stat import S_IMODE, S_ISDIR, S_ISREG


def path_text(path):
    """A path as text. TypeError for what is no str, bytes or os.PathLike, a file descriptor among them."""
    return os.fsdecode(os.fspath(path))


@contextlib.contextmanager
def whole_file(path):
    """A new binary file to be written and read, which takes the path's place when the block ends.

    Readers of the path see the old file or the new one, never a part, also after a loss of power. If the block raises, the new file is
    gone, and the old one is as it was. A symbolic link stays, and its target is replaced. Permissions stay, and the owner where the
    system lets it. What is no regular file, such as a pipe or a device, is written into when the block ends.

    Parameters
    ----------
    path : str or os.PathLike

    Raises
    ------
    OSError
        The file cannot be written. It names the path.
    TypeError
        No path.
    """
    path = path_text(path)
    try:
        old = writable_file(path)
        target = os.path.realpath(path)
        is_replaced = old is None or S_ISREG(old.st_mode) and os.path.exists(target)
        with replaced(target, old) if is_replaced else written_through(path) as file:
            yield file
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), path) from None


def writable_file(path):
    """os.stat_result of what is at the path, None where there is nothing. OSError: it may not be written, or is a folder."""
    try:
        old = os.stat(path)
    except FileNotFoundError:
        if not os.path.basename(path):
            raise
        return None
    if S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return old


@contextlib.contextmanager
def replaced(target, old):
    """A new file in place of a regular one, with the permissions and the owner of the old one, if there was one."""
    part = f"{target}.{os.urandom(8).hex()}.part"       # of this call alone, whoever else writes to the path
    try:
        nameless = open_nameless(os.path.dirname(target))
        with nameless or open(part, "x+b") as file:
            if old is not None:
                take_over(part if nameless is None else file.fileno(), old)     # before anything is in it
            yield file
            file.flush()
            if nameless is not None:
                handle = file.fileno()
                os.link(f"/proc/self/fd/{handle}", part, src_dir_fd=handle)     # with a handle the link is followed
            os.fsync(file.fileno())
        os.replace(part, target)
        sync_folder(os.path.dirname(target))
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise


@contextlib.contextmanager
def written_through(path):
    """A file without a name, whose content goes into a pipe or a device when the block ends."""
    from shutil import copyfileobj
    from tempfile import TemporaryFile
    with TemporaryFile() as file:
        yield file
        file.seek(0)
        with open(path, "wb") as out:
            copyfileobj(file, out)


def take_over(new, old):
    """Give a file, by its path or handle, the owner, group and permissions of another one. Only root gives a file away; anyone may
    give it a group of the user's."""
    now = os.stat(new)
    for name, user, group in (("st_gid", -1, old.st_gid), ("st_uid", old.st_uid, -1)):
        if getattr(now, name) != getattr(old, name):
            with contextlib.suppress(PermissionError):
                os.chown(new, user, group)
    os.chmod(new, S_IMODE(old.st_mode))


def open_nameless(folder):
    """A new file without a name, which is gone with its process; None where the system or the disk has no such files."""
    if not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return os.fdopen(os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666), "w+b")
    except (AttributeError, OSError):
        return None


def sync_folder(folder):
    """Have the disk keep a folder's names, where folders can be opened."""
    if os.name == "posix":
        with contextlib.suppress(PermissionError):      # of a folder that may be written, and not be read
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
