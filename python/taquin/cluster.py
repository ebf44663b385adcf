"""Many boards, or one hard board, on the workers of a Dask cluster: a laptop, Slurm, Kubernetes or a cloud.

>>> from dask.distributed import Client, LocalCluster  # doctest: +SKIP
>>> client = Client(LocalCluster(n_workers=2, threads_per_worker=1))  # doctest: +SKIP
>>> lengths, moves = taquin.cluster.solve_many(client, boards, path="labels.parquet")  # doctest: +SKIP
>>> solution = taquin.cluster.solve(client, board, journal="search.jsonl", progress=True)  # doctest: +SKIP

What is done is on disk before the driver goes on: a call that was killed, repeated with the same file, runs only what is missing.
Every worker needs the same version of this package. Needs the extra `dask`; docs/cluster.md is the guide.
"""

from __future__ import annotations

import json
import math
import os
import random
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from taquin._taquin import Journal, Progress, Solution, Solver, as_array
from taquin.cluster_client import Client, Tasks, check, check_tables, log, tasks
from taquin.cluster_rows import Results
from taquin.cluster_tasks import Options, search_parts, solve_rows, table_folder
from taquin.errors import Error, InvalidInput, Stopped
from taquin.status import StatusLine, reporter
from taquin.types import BoardLike, BoardsLike, GoalLike, SizeLike

__all__ = ["BatchProgress", "SearchProgress", "solve", "solve_many"]

#: How often progress is reported while nothing happens, in seconds.
_INTERVAL = 0.5

#: The tasks for each thread of the workers: one runs, the next is there when it ends.
_QUEUED = 2

#: Toward the end, tasks take at least the time for which they are planned divided by this. A task of Dask costs about 10 ms.
_LEAST = 10

#: The most boards of a task.
_MOST_BOARDS = 50_000

#: How often the workers of one and the same work may be lost, four at a time, before the driver gives up.
_MOST_LOSSES = 10

#: A task returns what is done after this many times the seconds for which it was planned.
_PATIENCE = 3.0

#: A part that takes longer than twice that, and than these seconds, which reading the tables may take, is abandoned and divided.
_LONG = 30.0

#: The pieces of a divided part.
_PIECES = 128


@dataclass(frozen=True)
class SearchProgress:
    """What a search on a cluster has done so far."""

    #: Seconds since this call began.
    elapsed: float
    #: No solution is shorter than this.
    lower_bound: int
    #: The length of the best solution so far, if there is one.
    length: int | None
    #: The parts of the iteration, and those that are done; 0 before the first iteration.
    parts: int
    parts_done: int
    #: The nodes expanded in them, or before the first iteration.
    expanded: int
    #: The tasks that run or wait, 0 while the driver runs an iteration itself, and the workers.
    tasks: int
    workers: int
    #: The seconds that the rest of the iteration is expected to take, if that is known.
    remaining: float | None

    def __str__(self) -> str:
        best = "" if self.length is None else f", best {self.length}"
        rest = "" if self.remaining is None else f", {self.remaining:,.0f} s left of the iteration"
        parts = f"{self.parts_done} of {self.parts} parts, " if self.parts else ""
        return (
            f"{self.elapsed:,.1f} s: at least {self.lower_bound} moves{best}; {parts}"
            f"{self.expanded:,} expanded, {self.tasks} tasks on {self.workers} workers{rest}"
        )


@dataclass(frozen=True)
class BatchProgress:
    """How many boards of a batch are done."""

    #: Seconds since this call began.
    elapsed: float
    #: The boards, and those that are done.
    boards: int
    done: int
    #: The tasks that run or wait, and the workers.
    tasks: int
    workers: int

    def __str__(self) -> str:
        return f"{self.elapsed:,.1f} s: {self.done:,} of {self.boards:,} boards, {self.tasks} tasks on {self.workers} workers"


_Reporter: TypeAlias = Callable[[Any], object]


class _Reports:
    """Calls a progress callback now and then."""

    def __init__(self, progress: _Reporter | bool | None) -> None:
        self._callback: _Reporter | None = reporter(progress)
        self._last = -math.inf
        self.began = time.monotonic()
        #: The best lower bound so far: the driver can prove more than the bound of the next iteration.
        self.lower_bound = 0

    def elapsed(self) -> float:
        return time.monotonic() - self.began

    def report(self, describe: Callable[[], object], now: bool = False) -> None:
        if self._callback is not None and (now or time.monotonic() - self._last >= _INTERVAL):
            self._callback(describe())
            self._last = time.monotonic()

    def close(self) -> None:
        if isinstance(self._callback, StatusLine):
            self._callback.close()


@dataclass(frozen=True)
class _Work:
    """Parts of an iteration, or pieces of one that takes long."""

    parts: tuple[int, ...]
    #: The pieces, and into how many its only part is divided.
    pieces: tuple[int, ...] = ()
    of: int = 0


def _options(
    tables: str | os.PathLike[str] | None, memory: str | int | None, time_limit: float | None, task_seconds: float
) -> Options:
    """Returns the options of the workers' solvers; checks them here, where an exception has no traceback of a worker."""
    Solver(threads=1, tables=tables, memory=memory, time_limit=time_limit)
    if not 0 < task_seconds < math.inf:
        raise InvalidInput(f"task_seconds: {task_seconds} is not a positive number of seconds")
    options = Options()
    if tables is not None:
        options["tables"] = os.fspath(tables)
    if memory is not None:
        options["memory"] = memory
    return options


def solve_many(
    client: Client,
    boards: BoardsLike,
    goal: GoalLike | None = None,
    *,
    size: SizeLike | None = None,
    optimal: bool = False,
    tables: str | os.PathLike[str] | None = None,
    memory: str | int | None = None,
    time_limit: float | None = None,
    path: str | os.PathLike[str] | None = None,
    task_seconds: float = 2.0,
    progress: Callable[[BatchProgress], object] | bool | None = None,
) -> tuple[NDArray[np.int32], list[str | None]]:
    """Solves many boards on a cluster; returns lengths and moves in the order of the boards, as `Solver.solve_many` does.

    `time_limit` is for each board, not for the call: a board whose search stopped at it without a solution has length -2.
    Unsolvable boards have length -1. The number of boards in a task follows from the seconds that boards took so far, so that a
    task takes about `task_seconds`; one that takes much longer returns what is done, and the rest is sent again. Tables are built
    once on each machine, in the folder `tables`.

    With a `path` that ends in .jsonl or .parquet, results are also written to this file, in order. Those that are done are kept in
    PATH.done until then: the same call continues after a crash. Arguments are checked before the first task begins.
    """
    check(client)
    reports = _Reports(progress)
    options = _options(tables, memory, time_limit, task_seconds)
    array = as_array(boards, size)
    options["expected_boards"] = max(1, len(array))
    if time_limit is not None:
        options["time_limit"] = time_limit
    # Without boards, only the goal and the options are checked.
    Solver(threads=1).solve_many(array[:0], goal, optimal=optimal)
    check_tables(client, options.get("tables"))
    results = Results(array, goal, optimal, None if path is None else Path(path).expanduser())
    try:
        with tasks(client, tuple) as running:
            _run_batch(running, results, goal, options, optimal, task_seconds, reports)
        results.finish()
    finally:
        results.close()
        reports.close()
    return results.lengths, results.moves


def _run_batch(
    running: Tasks[tuple[int, int]],
    results: Results,
    goal: GoalLike | None,
    options: Options,
    optimal: bool,
    task_seconds: float,
    reports: _Reports,
) -> None:
    missing = deque(results.missing())
    left = sum(end - first for first, end in missing)
    losses: dict[int, int] = {}
    seconds = 0.0
    measured = 0

    def describe() -> BatchProgress:
        workers = len(running.workers())
        return BatchProgress(reports.elapsed(), len(results.boards), results.done(), len(running), workers)

    def submit(most: int, worker: str | None = None) -> None:
        nonlocal left
        first, end = missing.popleft()
        last = min(end, first + most)
        if last < end:
            missing.appendleft((last, end))
        left -= last - first
        log.debug("boards %d to %d", first, last - 1)
        work = (results.boards[first:last], goal, options, optimal, _PATIENCE * task_seconds)
        running.submit((first, last), "taquin_boards", solve_rows, *work, worker=worker)

    # The first board of each machine builds its tables; the others would build them again meanwhile.
    for address in running.hosts().values():
        if missing:
            submit(1, address)
    preparing = len(running)
    while running or missing:
        while not preparing and missing and len(running) < _QUEUED * running.slots():
            # Before the first result nothing is known of the boards; tasks that take too long return what is done.
            planned = _MOST_BOARDS if not measured else int(task_seconds * measured / max(seconds, 1e-9))
            fair = math.ceil(left / (_QUEUED * running.slots()))
            least = 1 if not measured else planned // _LEAST
            submit(max(1, least, min(planned, fair, _MOST_BOARDS)))
        reports.report(describe)
        ended = running.next(_INTERVAL)
        if ended is None:
            continue
        (first, last), rows = ended
        if rows is None:
            losses[first] = losses.get(first, 0) + 1
            if losses[first] > _MOST_LOSSES:
                raise Error(f"workers are lost whenever they solve boards {first} to {last - 1}\nhint: do they have enough memory?")
            missing.append((first, last))
            left += last - first
        else:
            done = first + len(rows.lengths)
            results.add(first, rows)
            if done < last:
                missing.append((done, last))
                left += last - done
            if not preparing:
                seconds += rows.seconds
                measured += done - first
        preparing = max(0, preparing - 1)
    reports.report(describe, now=True)


def solve(
    client: Client,
    board: BoardLike,
    goal: GoalLike | None = None,
    *,
    journal: str | os.PathLike[str],
    tables: str | os.PathLike[str] | None = None,
    memory: str | int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    task_seconds: float = 10.0,
    progress: Callable[[SearchProgress], object] | bool | None = None,
) -> Solution:
    """Solves one board of 17 to 25 cells optimally on a cluster.

    This process runs the short iterations, on `threads` threads, and divides the long ones into parts for the workers. A task has
    as many parts as are expected to take `task_seconds`; one that takes much longer returns what is done, and the rest is sent
    again in smaller groups. A part that takes long by itself is divided into pieces. A solution cancels what is left.

    Every part that is done is in the file `journal` before the driver goes on. The same call continues after a crash, and
    `taquin solve --gap 0 --resume FILE` and `taquin split` continue it without Dask. When the call has taken `time_limit` seconds,
    it raises `Stopped`.
    """
    check(client)
    reports = _Reports(progress)
    options = _options(tables, memory, time_limit, task_seconds)
    driver = Solver(threads=threads, tables=table_folder(options.get("tables")), memory=memory)
    check_tables(client, options.get("tables"))
    with Journal(Path(journal).expanduser(), board, goal) as book:
        prepared: set[str] = set()
        try:
            while True:
                rest = None if time_limit is None else max(0.0, time_limit - reports.elapsed())
                if book.is_solved or not book.open_parts:
                    workers = len(client.nthreads())

                    def note(found: Progress, workers: int = workers) -> None:
                        reports.report(lambda: _search_progress(book, reports, workers, found))

                    solution = driver.advance(book, time_limit=rest, progress=note)
                    if solution is not None:
                        return solution
                with tasks(client, _Work) as running:
                    search = _Iteration(running, book, options, task_seconds, time_limit, reports)
                    search.prepare(prepared)
                    search.run()
        finally:
            reports.close()


def _halves(numbers: list[int]) -> list[tuple[int, ...]]:
    """Divides numbers in two; returns those halves that are not empty."""
    half = math.ceil(len(numbers) / 2)
    return [tuple(part) for part in (numbers[:half], numbers[half:]) if part]


class _Iteration:
    """The open parts of an iteration on the workers."""

    def __init__(
        self,
        running: Tasks[_Work],
        journal: Journal,
        options: Options,
        task_seconds: float,
        time_limit: float | None,
        reports: _Reports,
    ) -> None:
        self._running = running
        self._journal = journal
        self._options = options
        self._task_seconds = task_seconds
        self._time_limit = time_limit
        self._reports = reports
        self._bound = journal.lower_bound
        self._losses: dict[int, int] = {}
        #: Parts in no order, so that neighbours, which take about as long, are in different tasks.
        self._open = journal.open_parts or []
        random.Random(self._bound).shuffle(self._open)
        #: What was sent before, and pieces.
        self._again: deque[_Work] = deque()
        for part, of in journal.divided_parts:
            self._divide(part, of)

    def prepare(self, prepared: set[str]) -> None:
        """Lets one worker of each machine build or read the tables, unless their views are known."""
        text = self._journal.assignment([])
        views = json.dumps(json.loads(text.splitlines()[1])["views"])
        if views in prepared:
            return
        for address in self._running.hosts().values():
            self._running.submit(_Work(()), "taquin_tables", search_parts, text, self._options, None, None, worker=address)
        while self._running:
            self._next()
        prepared.add(views)

    def run(self) -> None:
        """Runs all parts, or until one has a solution."""
        while not self._journal.is_solved and (self._running or self._open or self._again):
            while (self._open or self._again) and len(self._running) < _QUEUED * self._running.slots():
                self._submit(self._again.popleft() if self._again else self._group())
            ended = self._next()
            if ended is not None:
                self._note(*ended)
        self._reports.report(self._describe, now=True)

    def _next(self) -> tuple[_Work, Any] | None:
        self._reports.report(self._describe)
        if self._time_limit is not None and self._reports.elapsed() >= self._time_limit:
            raise Stopped("time limit reached", self._journal.lower_bound)
        return self._running.next(_INTERVAL)

    def _group(self) -> _Work:
        """Takes as many parts as fill a task, fewer toward the end."""
        iteration = self._journal.iteration
        fair = math.ceil(len(self._open) / (_QUEUED * self._running.slots()))
        if iteration is None or not iteration.done:
            planned = 4
        else:
            planned = int(self._task_seconds * iteration.done / max(iteration.seconds, 1e-3))
        count = max(1, planned // _LEAST, min(fair, planned))
        group, self._open = sorted(self._open[:count]), self._open[count:]
        return _Work(tuple(group))

    def _submit(self, work: _Work) -> None:
        patience = _PATIENCE * self._task_seconds
        limit: float | None = max(2 * patience, _LONG)
        if work.of:
            log.debug("bound %d part %d pieces %s of %d", self._bound, work.parts[0], list(work.pieces), work.of)
            assignment = self._journal.piece_assignment(work.parts[0], work.of, work.pieces)
            limit = None
        else:
            log.debug("bound %d parts %s", self._bound, list(work.parts))
            assignment = self._journal.assignment(work.parts)
        self._running.submit(work, f"taquin_bound_{self._bound}", search_parts, assignment, self._options, patience, limit)

    def _note(self, work: _Work, text: str | None) -> None:
        first = work.parts[0]
        if text is None:
            self._losses[first] = self._losses.get(first, 0) + 1
            if self._losses[first] > _MOST_LOSSES:
                raise Error(f"workers are lost whenever they search part {first}\nhint: do they have enough memory?")
            added = True
        else:
            added = self._merge(text) > 0
            if self._journal.is_solved:
                return
        if work.of:
            still_open = set(self._journal.open_pieces(first, work.of))
            left = [piece for piece in work.pieces if piece in still_open]
            self._again.extend(_Work(work.parts, half, work.of) for half in _halves(left))
            return
        still_open = set(self._journal.open_parts or [])
        left = [part for part in work.parts if part in still_open]
        if left and not added:
            # Within its time the task has not even searched the first of its parts.
            self._divide(left.pop(0), _PIECES)
        self._again.extend(_Work(half) for half in _halves(left))

    def _divide(self, part: int, of: int) -> None:
        """Sends a part in pieces, to all workers at once."""
        if part in self._open:
            self._open.remove(part)
        pieces = self._journal.open_pieces(part, of)
        tasks_of_part = min(len(pieces), _QUEUED * self._running.slots())
        groups = (tuple(pieces[number::tasks_of_part]) for number in range(tasks_of_part))
        self._again.extend(_Work((part,), group, of) for group in groups)

    def _merge(self, text: str) -> int:
        """Records what a task has done; returns how many parts or pieces were new."""
        with tempfile.TemporaryDirectory(prefix="taquin-") as folder:
            file = Path(folder) / "part.jsonl"
            file.write_text(text, "utf-8")
            with Journal(file) as part:
                return self._journal.merge(part)

    def _describe(self) -> SearchProgress:
        known = _search_progress(self._journal, self._reports, len(self._running.workers()))
        iteration = self._journal.iteration
        remaining = None
        if iteration and iteration.done:
            remaining = (iteration.parts - iteration.done) * iteration.seconds / iteration.done / self._running.slots()
        return replace(known, tasks=len(self._running), remaining=remaining)


def _search_progress(journal: Journal, reports: _Reports, workers: int, driver: Progress | None = None) -> SearchProgress:
    """Describes a search without tasks; `driver` is the progress of the driver's own iterations."""
    iteration = journal.iteration
    incumbent = journal.incumbent
    reports.lower_bound = max(reports.lower_bound, journal.lower_bound, driver.lower_bound if driver else 0)
    return SearchProgress(
        elapsed=reports.elapsed(),
        lower_bound=reports.lower_bound,
        length=None if incumbent is None else len(incumbent),
        parts=iteration.parts if iteration else 0,
        parts_done=iteration.done if iteration else 0,
        expanded=iteration.expanded if iteration else driver.expanded if driver else 0,
        tasks=0,
        workers=workers,
        remaining=None,
    )
