"""Files that others see whole or not at all."""
import contextlib
import os
from stat import S_IMODE


def path_text(path):
    """A path as text. TypeError for what is no str, bytes or os.PathLike, a file descriptor among them."""
    return os.fsdecode(os.fspath(path))


@contextlib.contextmanager
def whole_file(path):
    """A new binary file to be written and read, which takes the path's place when the block ends.

    Readers of the path see the old file or the new one, never a part, also after a loss of power. If the block raises, the new file is
    gone, and the old one is as it was. A symbolic link stays, and its target is replaced; permissions stay, too.

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
    target = os.path.realpath(path)
    part = f"{target}.{os.urandom(8).hex()}.part"       # of this call alone, whoever else writes to the path
    try:
        nameless = open_nameless(os.path.dirname(target))
        with nameless or open(part, "x+b") as file:
            yield file
            file.flush()
            if nameless is not None:
                handle = file.fileno()
                os.link(f"/proc/self/fd/{handle}", part, src_dir_fd=handle)     # with a handle the link is followed
            if os.path.isfile(target):
                os.chmod(part, S_IMODE(os.stat(target).st_mode))
            os.fsync(file.fileno())
        os.replace(part, target)
        sync_folder(os.path.dirname(target))
    except BaseException as error:
        if os.path.exists(part):
            os.remove(part)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, path) from None
        raise


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
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
