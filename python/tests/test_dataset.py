"""Data sets: complete, resumable, the same bytes."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

import taquin

parquet = pytest.importorskip("pyarrow.parquet")


def test_columns(tmp_path: Path) -> None:
    path = taquin.dataset((3, 3), (5, 9), 250, 7, tmp_path / "a.parquet", row_group=100)
    table = parquet.read_table(path)
    assert table.num_rows == 250 and parquet.ParquetFile(path).num_row_groups == 3
    for row in table.to_pylist():
        board = taquin.Board(row["board"])
        assert 5 <= row["length"] <= 9 and len(row["moves"]) == row["length"]
        assert board.play(row["moves"]).is_solved()
    assert not (tmp_path / "a.parquet.parts").exists()


def test_the_same_arguments_give_the_same_bytes(tmp_path: Path) -> None:
    for size, depths in [((3, 3), None), ((4, 4), (10, 25))]:
        one = taquin.dataset(size, depths, 60, 3, tmp_path / "1.parquet", row_group=25, threads=1)
        two = taquin.dataset(size, depths, 60, 3, tmp_path / "2.parquet", row_group=25, tables=tmp_path / "tables")
        assert one.read_bytes() == two.read_bytes()


def test_a_killed_process_continues(tmp_path: Path) -> None:
    arguments = f"(4, 4), (10, 20), 400, 1, {str(tmp_path / 'k.parquet')!r}, row_group=20"
    expected = taquin.dataset((4, 4), (10, 20), 400, 1, tmp_path / "whole.parquet", row_group=20)
    parts = tmp_path / "k.parquet.parts"
    for _ in range(3):
        child = subprocess.Popen([sys.executable, "-c", f"import taquin; taquin.dataset({arguments})"])
        before = len(list(parts.glob("*.parquet")))
        end = time.monotonic() + 20
        while child.poll() is None and len(list(parts.glob("*.parquet"))) < before + 2 and time.monotonic() < end:
            time.sleep(0.002)
        child.kill()
        child.wait()
    done: list[int] = []
    path = taquin.dataset(
        (4, 4), (10, 20), 400, 1, tmp_path / "k.parquet", row_group=20, progress=lambda rows, _: done.append(rows)
    )
    assert path.read_bytes() == expected.read_bytes() and done[-1] == 400


def test_another_data_set_is_not_continued(tmp_path: Path) -> None:
    parts = tmp_path / "a.parquet.parts"
    parts.mkdir()
    (parts / "dataset.json").write_text('{"seed": "1"}')
    with pytest.raises(taquin.InvalidInput, match="another data set"):
        taquin.dataset((3, 3), None, 10, 2, tmp_path / "a.parquet")


def test_no_rows_and_wrong_arguments(tmp_path: Path) -> None:
    assert parquet.read_table(taquin.dataset((3, 3), None, 0, 1, tmp_path / "none.parquet")).num_rows == 0
    with pytest.raises(taquin.InvalidInput):
        taquin.dataset((3, 3), None, -1, 1, tmp_path / "a.parquet")
    with pytest.raises(taquin.InvalidInput, match="none is farther"):
        taquin.dataset((4, 4), 99, 5, 1, tmp_path / "a.parquet")
