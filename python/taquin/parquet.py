"""Data sets of boards with optimal lengths and moves, in Parquet."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from taquin import _taquin
from taquin.errors import InvalidInput
from taquin.file_lock import try_lock

if TYPE_CHECKING:
    from taquin.types import GoalLike, SizeLike

#: The version of the format: the same arguments give the same bytes as long as it does not change.
FORMAT = 1


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
    progress: Callable[[int, int], object] | None = None,
) -> Path:
    """Writes random boards with their optimal lengths and moves to a Parquet file, and returns its path.

    The columns are `board`, the tiles in row-major order; `length`, the optimal solution length; and `moves`, the letters of an
    optimal solution. With `depths` None all boards are equally likely. Without a path, the file is in the current folder and named
    after the other arguments: boards_3x3_10-12_100_7.parquet.

    Row groups are computed one by one. Each is on disk, in the folder PATH.parts, before the next one begins: if the process is
    killed, the same call continues. The same arguments give the same bytes, whatever the number of threads and the folder of
    `tables`. `progress` is called with the rows that are done and their total. Needs the extra `arrow`.

    >>> import pyarrow.parquet, taquin, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = taquin.dataset((3, 3), (10, 12), 100, 7, folder + "/boards.parquet")
    ...     table = pyarrow.parquet.read_table(path)
    >>> table.num_rows, table.column_names
    (100, ['board', 'length', 'moves'])
    """
    if count < 0 or row_group < 1:
        raise InvalidInput("count must not be negative, and row_group must be at least 1")
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

    target = Path(_file_name(about) if path is None else path).expanduser()
    parts = target.with_name(target.name + ".parts")
    parts.mkdir(parents=True, exist_ok=True)
    with open(parts / "lock", "ab") as lock:
        if not try_lock(lock):
            raise InvalidInput(f"another process is writing {target}\nhint: wait until it ends")
        _open_parts(parts, about)
        groups = range(0, count, row_group)
        for number, first in enumerate(groups):
            part = parts / f"{number:08}.parquet"
            rows_here = min(row_group, count - first)
            if not part.exists():
                with complete_file(part) as temporary:
                    parquet.write_table(computed(number, rows_here), temporary)
            if progress is not None:
                progress(first + rows_here, count)
        with complete_file(target) as temporary, parquet.ParquetWriter(temporary, schema, compression="zstd") as writer:
            for number, _ in enumerate(groups):
                writer.write_table(_read_part(parts / f"{number:08}.parquet", schema))
    shutil.rmtree(parts)
    return target


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


def _open_parts(folder: Path, about: dict[str, str]) -> None:
    """Describes the folder of finished row groups, or checks that it belongs to the same data set."""
    description = folder / "dataset.json"
    if description.exists():
        try:
            found = json.loads(description.read_text("utf-8"))
        except ValueError:
            found = None
        if found != about:
            raise InvalidInput(
                f"{folder} belongs to another data set\nhint: remove it, or repeat the call that began it"
            )
        return
    # What is left of a call that was killed while it removed the folder.
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
        with open(self._temporary, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(self._temporary, self._path)
