"""What the workers of a cluster run. Each worker process keeps its solvers, and so their tables, between tasks."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from taquin._taquin import Journal, Solver
from taquin.errors import InvalidInput

_lock = threading.Lock()
_solvers: dict[tuple[tuple[str, object], ...], Solver] = {}
_cancelled: set[str] = set()


class Options(TypedDict, total=False):
    """The options of the workers' solvers."""

    tables: str
    memory: str | int
    time_limit: float
    expected_boards: int


class _Cancelled(Exception):
    """The driver does not need the result of a task any more."""


@dataclass(frozen=True)
class Rows:
    """The results of the first boards of a task."""

    lengths: list[int]
    moves: list[str | None]
    seconds: float


def cancel(token: str) -> None:
    """Ends the tasks with a token that this process is running."""
    _cancelled.add(token)


def _stop_if_cancelled(token: str) -> None:
    if token in _cancelled:
        raise _Cancelled


def table_folder(tables: str | None) -> str:
    """Returns the folder of this machine for tables, after a test that they can be written."""
    folder = Path(tables).expanduser() if tables is not None else _default_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        hint = "give a folder that exists, or can be created, on every machine"
        raise InvalidInput(f"tables: {folder} on {platform.node()}: {error.strerror}\nhint: {hint}") from error
    return str(folder)


def table_problem(tables: str | None) -> str | None:
    """Returns why the folder of this machine for tables cannot be used, or None."""
    try:
        table_folder(tables)
    except InvalidInput as error:
        return str(error)
    return None


def _default_folder() -> Path:
    """The folder that the program uses."""
    given = os.environ.get("TAQUIN_TABLES")
    if given and given != "none":
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "taquin"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/taquin"
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "taquin"


def _solver(options: Options) -> Solver:
    key = tuple(sorted(options.items()))
    with _lock:
        if key not in _solvers:
            arguments: dict[str, Any] = {**options, "tables": table_folder(options.get("tables"))}
            # One thread for each task: Dask runs as many tasks at a time as a worker has threads.
            _solvers[key] = Solver(threads=1, **arguments)
        return _solvers[key]


def search_parts(token: str, assignment: str, options: Options, patience: float | None, time_limit: float | None) -> str:
    """Searches the parts, or pieces, of a journal and returns its text; `cancel` ends it.

    After `patience` seconds no other part begins, and after `time_limit` seconds the part that is being searched is abandoned.
    """
    solver = _solver(options)
    with tempfile.TemporaryDirectory(prefix="taquin-") as folder:
        file = Path(folder) / "part.jsonl"
        file.write_text(assignment, "utf-8")
        with Journal(file) as journal:
            try:
                solver.run_parts(journal, patience=patience, time_limit=time_limit, progress=lambda _: _stop_if_cancelled(token))
            except _Cancelled:
                pass
        return file.read_text("utf-8")


def solve_rows(token: str, boards: Any, goal: Any, options: Options, optimal: bool, patience: float) -> Rows:
    """Solves consecutive boards, at least one; after `patience` seconds it returns what is done."""
    began = time.perf_counter()
    solver = _solver(options)
    lengths: list[int] = []
    moves: list[str | None] = []
    while len(lengths) < len(boards) and (not lengths or time.perf_counter() - began < patience):
        # As many boards as are done: the next ones are expected to take as long as these together.
        some = boards[len(lengths) : max(1, 2 * len(lengths))]
        try:
            found = solver.solve_many(some, goal, optimal=optimal, progress=lambda _: _stop_if_cancelled(token))
        except _Cancelled:
            break
        lengths.extend(map(int, found[0]))
        moves.extend(found[1])
    return Rows(lengths, moves, time.perf_counter() - began)
