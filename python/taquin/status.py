"""A status line on standard error, like that of tqdm."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TextIO


class StatusLine:
    """Writes the progress of a search over itself; `close` removes it."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._width = 0

    def __call__(self, progress: object) -> None:
        line = str(progress)
        # Spaces remove what is left of a longer line.
        self._stream.write("\r" + line.ljust(self._width))
        self._stream.flush()
        self._width = len(line)

    def close(self) -> None:
        if self._width:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()
            self._width = 0


def reporter(progress: Callable[..., object] | bool | None) -> Callable[..., Any] | None:
    """Returns what receives progress: a callable, a status line for True, or None. Raises `TypeError` for anything else."""
    if progress is None or isinstance(progress, bool):
        return StatusLine() if progress else None
    if not callable(progress):
        raise TypeError(f"progress: expected a callable or a bool, not {type(progress).__name__}")
    return progress
