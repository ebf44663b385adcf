"""The results of many boards on disk: those that are done while the rest is computed, then all in order."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from taquin._taquin import __version__
from taquin.cluster_tasks import Rows
from taquin.errors import InvalidInput
from taquin.file_lock import try_lock
from taquin.parquet import complete_file, pyarrow

#: The endings of JSON lines.
_JSON_LINES = (".jsonl", ".ndjson")

#: The rows of a row group of Parquet.
_ROW_GROUP = 10_000


class Results:
    """Lengths and moves of boards, in memory and, with a path, in the file PATH.done until all are known."""

    def __init__(self, boards: NDArray[Any], goal: object, optimal: bool, path: Path | None) -> None:
        self.boards = boards
        count = len(boards)
        self.lengths: NDArray[np.int32] = np.zeros(count, np.int32)
        self.moves: list[str | None] = [None] * count
        self._known = np.zeros(count, np.bool_)
        self._path = path
        self._log: IO[str] | None = None
        if path is None:
            return
        if path.suffix not in (*_JSON_LINES, ".parquet"):
            raise InvalidInput(f"path: {path} must end in .jsonl, .ndjson or .parquet")
        if path.is_dir():
            raise InvalidInput(f"path: {path} is not a file")
        if path.suffix == ".parquet":
            pyarrow()
        digest = hashlib.sha256(np.ascontiguousarray(boards, np.uint16).tobytes()).hexdigest()
        about = {"boards": digest, "shape": list(boards.shape), "goal": str(goal), "optimal": optimal, "version": __version__}
        self._done_path = path.with_name(path.name + ".done")
        try:
            self._log = self._opened(about)
        except OSError as error:
            raise InvalidInput(f"path: {self._done_path}: {error.strerror}") from error

    def _opened(self, about: dict[str, Any]) -> IO[str]:
        file = open(self._done_path, "a", encoding="utf-8")
        try:
            if not try_lock(file):
                raise InvalidInput(f"another process is writing {self._done_path}\nhint: wait until it ends")
            self._read(about)
            if not self._done_path.stat().st_size:
                _write(file, about)
        except BaseException:
            file.close()
            raise
        return file

    def _read(self, about: dict[str, Any]) -> None:
        """Reads the results of a call that was interrupted."""
        data = self._done_path.read_bytes()
        # What follows the last line break was cut off by a crash.
        whole = data.rfind(b"\n") + 1
        try:
            rows = [json.loads(line) for line in data[:whole].decode("utf-8").splitlines()]
            if len(rows) == 1 and rows[0] != about and rows[0].keys() == about.keys():
                # A call that was killed before its first result blocks no other.
                whole = 0
            elif rows and rows[0] != about:
                hint = "remove it, or repeat the call that began it"
                raise InvalidInput(f"{self._done_path} belongs to other boards or options\nhint: {hint}")
            for row in rows[1:]:
                self._set(row["first"], row["lengths"], row["moves"])
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            if isinstance(error, InvalidInput):
                raise
            raise InvalidInput(f"{self._done_path} is damaged: {error}\nhint: remove it") from error
        os.truncate(self._done_path, whole)

    def _set(self, first: int, lengths: list[int], moves: list[str | None]) -> None:
        end = first + len(lengths)
        self.lengths[first:end] = lengths
        self.moves[first:end] = moves
        self._known[first:end] = True

    def missing(self) -> list[tuple[int, int]]:
        """Returns the ranges of boards without a result."""
        edges = np.flatnonzero(np.diff(np.concatenate(([True], self._known, [True])).astype(np.int8)))
        return [(int(first), int(end)) for first, end in zip(edges[::2], edges[1::2], strict=True)]

    def done(self) -> int:
        """Returns how many boards have a result."""
        return int(self._known.sum())

    def add(self, first: int, rows: Rows) -> None:
        """Adds results; they are on disk then."""
        if self._log is not None:
            _write(self._log, {"first": first, "lengths": rows.lengths, "moves": rows.moves})
        self._set(first, rows.lengths, rows.moves)

    def close(self) -> None:
        """Closes the file, from which another call continues; removes it if it has no results."""
        if self._log is not None:
            self._log.close()
            if not self._known.any():
                self._done_path.unlink(missing_ok=True)

    def finish(self) -> None:
        """Writes all results in order."""
        if self._path is None:
            return
        self.close()
        with complete_file(self._path) as temporary:
            if self._path.suffix == ".parquet":
                self._write_parquet(temporary)
            else:
                with open(temporary, "w", encoding="utf-8") as file:
                    file.writelines(line + "\n" for line in self._json_lines())
        self._done_path.unlink(missing_ok=True)

    def _json_lines(self) -> Iterator[str]:
        for board, length, moves in zip(self.boards, self.lengths, self.moves, strict=True):
            yield json.dumps({"board": board.tolist(), "length": int(length), "moves": moves}, separators=(",", ":"))

    def _write_parquet(self, temporary: Path) -> None:
        arrow, parquet = pyarrow()
        cells = math.prod(self.boards.shape[1:])
        flat = self.boards.reshape(-1, cells)
        tile = arrow.uint8() if cells <= 256 else arrow.uint16()
        schema = arrow.schema(
            [
                arrow.field("board", arrow.list_(tile, cells), nullable=False),
                arrow.field("length", arrow.int32(), nullable=False),
                arrow.field("moves", arrow.string()),
            ]
        )
        with parquet.ParquetWriter(temporary, schema, compression="zstd") as writer:
            for first in range(0, len(flat), _ROW_GROUP):
                end = first + _ROW_GROUP
                tiles = arrow.array(np.ascontiguousarray(flat[first:end]).reshape(-1))
                columns = [
                    arrow.FixedSizeListArray.from_arrays(tiles, type=schema.field("board").type),
                    arrow.array(self.lengths[first:end]),
                    arrow.array(self.moves[first:end], arrow.string()),
                ]
                writer.write_table(arrow.table(columns, schema=schema))


def _write(file: IO[str], value: object) -> None:
    file.write(json.dumps(value, separators=(",", ":")) + "\n")
    file.flush()
    os.fsync(file.fileno())
