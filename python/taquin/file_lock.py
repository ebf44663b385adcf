"""A lock on a file, which the system releases if the process dies."""

from __future__ import annotations

import sys
from typing import IO, Any

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: Windows locks bytes of a file: one that nothing is written to.
_PLACE = 1 << 40


def try_lock(file: IO[Any]) -> bool:
    """Locks an open file until it is closed; returns False if another process holds its lock."""
    try:
        if sys.platform == "win32":
            position = file.tell()
            file.seek(_PLACE)
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            finally:
                file.seek(position)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        # Without locks in the file system, nothing can be told.
        return True
    return True
