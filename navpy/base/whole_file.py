"""Files that others see whole or not at all."""
import contextlib
import os
from stat import S_IMODE


@contextlib.contextmanager
def whole_file(path):
    """A new binary file to be written and read, which takes the path's place when the block ends.

    Readers of the path see the old file or the new one, never a part. If the block raises, the new file is gone, and the old one is as
    it was.

    Parameters
    ----------
    path : str or os.PathLike

    Raises
    ------
    OSError
        The file cannot be written. It names the path.
    """
    path = os.fsdecode(os.fspath(path))
    part = f"{path}.{os.urandom(8).hex()}.part"         # of this call alone, whoever else writes to the path
    try:
        with open(part, "x+b") as file:
            yield file
        if os.path.isfile(path):
            os.chmod(part, S_IMODE(os.stat(path).st_mode))
        os.replace(part, path)
    except BaseException as error:
        if os.path.exists(part):
            os.remove(part)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, path) from None
        raise
