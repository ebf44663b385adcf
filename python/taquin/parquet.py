"""Data sets of boards with optimal lengths and moves, in Parquet."""

from __future__ import annotations

import json
import operator
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from taquin import _taquin
from taquin.errors import InvalidInput
from taquin.file_lock import try_lock
from taquin.status import StatusLine, reporter

if TYPE_CHECKING:
    from taquin.types import GoalLike, SizeLike

#: The version of the format: the same arguments give the same bytes as long as it does not change.
FORMAT = 1

#: Seeds have 64 bits.
_MOST_SEED = 2**64 - 1


def dataset(
    size: SizeLike,
    depths: int | tuple[int, int] | None,
    count: int,
    seed: int,
    path: str | os.PathLike[str] | None = None,
    *,
    goal: GoalLike | None = None,
    row_group: int = 10_000,
    threads: int | None = None,
    tables: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], object] | bool | None = None,
) -> Path:
    """Writes random boards with their optimal lengths and moves to a Parquet file, and returns its path.

    The columns are `board`, the tiles in row-major order; `length`, the optimal solution length; and `moves`, the letters of an
    optimal solution. With `depths` None all boards are equally likely. Without a path, the file is in the current folder and named
    after the other arguments: boards_3x3_10-12_100_7.parquet.

    Row groups are computed one by one. Each is on disk, in the folder PATH.parts, before the next one begins: if the process is
    killed, the same call continues. The same arguments give the same bytes, whatever the number of threads and the folder of
    `tables`. If the file is already complete, the call returns at once; a file with other contents is never overwritten.

    `progress` is called with the rows that are done and their total; True shows a status line. Needs the extra `arrow`.

    >>> import pyarrow.parquet, taquin, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = taquin.dataset((3, 3), (10, 12), 100, 7, folder + "/boards.parquet")
    ...     table = pyarrow.parquet.read_table(path)
    >>> table.num_rows, table.column_names
    (100, ['board', 'length', 'moves'])
    """
    count = _integer("count", count, 0)
    row_group = _integer("row_group", row_group, 1)
    seed = _integer("seed", seed, 0, _MOST_SEED)
    depths = _depths(depths)
    report = reporter(progress)
    arrow, parquet = pyarrow()
    start = _taquin.scramble(size, goal=goal, seed=0)
    rows, cols = start.size
    cells = rows * cols
    about = {
        "format": str(FORMAT),
        "size": f"{rows}x{cols}",
        "depths": json.dumps(depths),
        "count": str(count),
        "seed": str(seed),
        "row_group": str(row_group),
        "goal": str(goal if goal is None or isinstance(goal, str) else _taquin.Board(goal)),
        "generator": f"taquin {_taquin.__version__}",
    }
    schema = arrow.schema(
        [
            arrow.field("board", arrow.list_(arrow.uint8() if cells <= 256 else arrow.uint16(), cells), nullable=False),
            arrow.field("length", arrow.uint16(), nullable=False),
            arrow.field("moves", arrow.string(), nullable=False),
        ],
        metadata=about,
    )
    # A small size is always solved by its table, also in the last row group of a process that continues: another method could
    # find another optimal solution.
    expected = 10_000 if cells <= 12 else None
    worker = _taquin.Solver(threads=threads, tables=tables, expected_boards=expected)

    def computed(number: int, rows_here: int) -> Any:
        boards = _taquin.scramble(
            (rows, cols), depth=depths, count=rows_here, seed=seed, stream=number, goal=goal, solver=worker
        )
        lengths, moves = worker.solve_many(boards, goal, size=(rows, cols), optimal=True, on_unsolvable="raise")
        flat = arrow.array(np.ascontiguousarray(boards).reshape(-1))
        columns = [
            arrow.FixedSizeListArray.from_arrays(flat, type=schema.field("board").type),
            arrow.array(lengths.astype(np.uint16)),
            arrow.array(moves, arrow.string()),
        ]
        return arrow.table(columns, schema=schema)

    def note(done: int) -> None:
        if isinstance(report, StatusLine):
            report(f"{done:,} of {count:,} rows")
        elif report is not None:
            report(done, count)

    target = Path(_file_name(about) if path is None else path).expanduser()
    parts = target.with_name(target.name + ".parts") if target.name else target
    try:
        if _is_complete(target, about):
            # What a call that was killed while it removed the folder left.
            if _described(parts) == about:
                shutil.rmtree(parts, ignore_errors=True)
            note(count)
            return target
        # A depth that no board has is an error before anything is written.
        _taquin.scramble((rows, cols), depth=depths, count=0, seed=seed, goal=goal, solver=worker)
        with _parts_folder(parts, target, about):
            groups = range(0, count, row_group)
            for number, first in enumerate(groups):
                part = parts / f"{number:08}.parquet"
                rows_here = min(row_group, count - first)
                if not part.exists():
                    with complete_file(part) as temporary:
                        parquet.write_table(computed(number, rows_here), temporary)
                note(first + rows_here)
            with complete_file(target) as temporary, parquet.ParquetWriter(temporary, schema, compression="zstd") as writer:
                for number, _ in enumerate(groups):
                    writer.write_table(_read_part(parts / f"{number:08}.parquet", schema))
    finally:
        if isinstance(report, StatusLine):
            report.close()
    return target


def _integer(name: str, value: object, least: int, most: int | None = None) -> int:
    """Returns an argument as an integer of Python; numpy has integers of its own."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: expected an integer, not {type(value).__name__}") from None
    if number < least:
        raise InvalidInput(f"{name}: {number} is less than {least}")
    if most is not None and number > most:
        raise InvalidInput(f"{name}: {number} is more than {most}")
    return number


def _depths(depths: object) -> int | tuple[int, int] | None:
    if depths is None:
        return None
    if isinstance(depths, tuple) and len(depths) == 2:
        return _integer("depths", depths[0], 0), _integer("depths", depths[1], 0)
    if not hasattr(depths, "__index__"):
        raise TypeError(f"depths: expected a depth as in 30, or a pair as in (30, 40), not {depths!r}")
    return _integer("depths", depths, 0)


def _is_complete(target: Path, about: dict[str, str]) -> bool:
    """Returns whether the data set is written already; raises an exception if its path is that of something else."""
    arrow, parquet = pyarrow()
    try:
        exists = target.exists()
        if not target.name or (exists and not target.is_file()):
            raise InvalidInput(f"path: {target} is not a file")
        # A temporary file is created before it is written.
        if not exists or not target.stat().st_size:
            return False
        found = parquet.read_schema(target).metadata or {}
    except arrow.ArrowInvalid:
        found = {}
    except OSError as error:
        raise InvalidInput(f"path: {target}: {error.strerror or error}") from error
    # The same format of another version of the package has the same rows.
    if any(found.get(key.encode()) != value.encode() for key, value in about.items() if key != "generator"):
        raise InvalidInput(f"{target} exists and is not this data set\nhint: remove it, or give another path")
    return True


def _file_name(about: dict[str, str]) -> str:
    """Names a data set after its arguments."""
    goal = [] if about["goal"] == "None" else [about["goal"]]
    words = [about["size"], about["depths"].replace("null", "all"), about["count"], about["seed"], *goal]
    return "_".join(["boards", *("-".join(re.findall(r"\w+", word)) for word in words)]) + ".parquet"


def _read_part(part: Path, schema: Any) -> Any:
    arrow, parquet = pyarrow()
    try:
        return parquet.read_table(part, schema=schema)
    except arrow.ArrowInvalid as error:
        raise InvalidInput(f"{part} is damaged: {error}\nhint: remove it, and repeat the call") from error


def pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError("data sets need pyarrow\nhint: pip install 'taquin[arrow]'") from error


@contextmanager
def _parts_folder(folder: Path, target: Path, about: dict[str, str]) -> Iterator[None]:
    """The folder of finished row groups, locked. It is removed in the end, unless an exception leaves some of them in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = open(folder / "lock", "ab")
    except OSError as error:
        raise InvalidInput(f"path: {error.filename}: {error.strerror}") from error
    keep = True
    try:
        with lock:
            if not try_lock(lock):
                raise InvalidInput(f"another process is writing {target}\nhint: wait until it ends")
            _open_parts(folder, about)
            keep = False
            try:
                yield
            except BaseException:
                keep = _has_rows(folder)
                raise
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def _has_rows(folder: Path) -> bool:
    return any(folder.glob("*.parquet"))


def _described(folder: Path) -> object:
    """Returns the description of the folder of finished row groups, or None."""
    try:
        return json.loads((folder / "dataset.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _open_parts(folder: Path, about: dict[str, str]) -> None:
    """Describes the folder of finished row groups, or checks that it belongs to the same data set."""
    description = folder / "dataset.json"
    if description.exists() and _has_rows(folder):
        if _described(folder) != about:
            raise InvalidInput(
                f"{folder} belongs to another data set\nhint: remove it, or repeat the call that began it"
            )
        return
    # What is left of a call that was killed before its first row group, or while it removed the folder.
    for part in folder.glob("*.parquet*"):
        part.unlink()
    with complete_file(description) as temporary:
        temporary.write_text(json.dumps(about), "utf-8")


class complete_file:
    """A file that is complete or absent: written beside its place, synchronized, then renamed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._temporary = path.with_name(path.name + ".tmp")

    def __enter__(self) -> Path:
        return self._temporary

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self._temporary.unlink(missing_ok=True)
            return
        try:
            with open(self._temporary, "rb+") as file:
                os.fsync(file.fileno())
            os.replace(self._temporary, self._path)
        except OSError:
            self._temporary.unlink(missing_ok=True)
            raise
