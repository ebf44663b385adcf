"""Data sets: complete, resumable, the same bytes."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
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
    for name, size, depths in [("a", (3, 3), None), ("b", (4, 4), (10, 25))]:
        one = taquin.dataset(size, depths, 60, 3, tmp_path / f"{name}1.parquet", row_group=25, threads=1)
        two = taquin.dataset(size, depths, 60, 3, tmp_path / f"{name}2.parquet", row_group=25, tables=tmp_path / "tables")
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
    (parts / "00000000.parquet").write_bytes(b"")
    with pytest.raises(taquin.InvalidInput, match="another data set"):
        taquin.dataset((3, 3), None, 10, 2, tmp_path / "a.parquet")


def test_what_a_killed_call_left_is_not_mixed_with_another_data_set(tmp_path: Path) -> None:
    expected = taquin.dataset((3, 3), (3, 4), 20, 1, tmp_path / "b.parquet").read_bytes()
    # Killed while it removed the folder: the description is gone.
    parts = tmp_path / "a.parquet.parts"
    parts.mkdir()
    (parts / "00000000.parquet").write_bytes(taquin.dataset((3, 3), (9, 9), 20, 1, tmp_path / "c.parquet").read_bytes())
    assert taquin.dataset((3, 3), (3, 4), 20, 1, tmp_path / "a.parquet").read_bytes() == expected


def test_two_processes_do_not_write_the_same_data_set(tmp_path: Path) -> None:
    def again(_done: int, _all: int) -> None:
        script = f"import taquin; taquin.dataset((3, 3), (3, 4), 20, 1, {str(tmp_path / 'a.parquet')!r})"
        other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        assert other.returncode == 1 and "InvalidInput: another process is writing" in other.stderr

    path = taquin.dataset((3, 3), (3, 4), 20, 1, tmp_path / "a.parquet", progress=again)
    assert path.exists() and [path] == list(tmp_path.iterdir())


def test_a_damaged_row_group_is_named(tmp_path: Path) -> None:
    def damage(done: int, _all: int) -> None:
        if done == 20:
            (tmp_path / "a.parquet.parts/00000000.parquet").write_bytes(b"PAR1 and nothing else PAR1")

    with pytest.raises(taquin.InvalidInput, match="00000000.parquet is damaged"):
        taquin.dataset((3, 3), (3, 4), 20, 1, tmp_path / "a.parquet", row_group=10, progress=damage)


def test_a_file_named_after_the_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert str(taquin.dataset((3, 3), (5, 9), 10, 7)) == "boards_3x3_5-9_10_7.parquet"
    assert str(taquin.dataset("2x3", None, 10, 7, goal="spiral")) == "boards_2x3_all_10_7_spiral.parquet"
    assert taquin.dataset("2x2", 3, 1, 7, goal="1 2/3 0").exists()


def test_a_wrong_call_does_not_block_its_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.parquet"
    wrong: list[tuple[object, object, object, object, str]] = [
        (50, 10, 7, None, "the farthest are 31 moves"),
        ([20, 25], 10, 7, None, "depths: expected a depth as in 30"),
        ((3, 2.5), 10, 7, None, "depths: expected an integer, not float"),
        (-5, 10, 7, None, "depths: -5 is less than 0"),
        ((3, 4), 10, -1, None, "seed: -1 is less than 0"),
        ((3, 4), 10, 2**64, None, "is more than 18446744073709551615"),
        ((3, 4), 10, None, None, "seed: expected an integer, not NoneType"),
        ((3, 4), 1.5, 7, None, "count: expected an integer"),
        ((3, 4), 10, 7, "yes", "progress: expected a callable or a bool, not str"),
    ]
    for depths, count, seed, progress, message in wrong:
        with pytest.raises((taquin.InvalidInput, TypeError), match=message):
            taquin.dataset((3, 3), depths, count, seed, path, progress=progress)  # type: ignore[arg-type]
        assert not list(tmp_path.iterdir()), message

    def stop(_done: int, _all: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(taquin.InvalidInput, match="none is farther"):
        taquin.dataset((4, 4), 99, 5, 1, path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(KeyboardInterrupt):
        taquin.dataset((3, 3), 3, 5, 1, path, progress=stop)
    # Row groups that are finished are kept.
    assert [file.name for file in tmp_path.iterdir()] == ["a.parquet.parts"]
    with pytest.raises(taquin.InvalidInput, match="another data set"):
        taquin.dataset((3, 3), 4, 5, 1, path)
    assert taquin.dataset((3, 3), 3, 5, 1, path, progress=True) == path
    assert list(tmp_path.iterdir()) == [path] and "5 of 5 rows" in capsys.readouterr().err


def test_integers_of_numpy(tmp_path: Path) -> None:
    expected = taquin.dataset((3, 3), (5, 9), 20, 7, tmp_path / "a.parquet", row_group=10).read_bytes()
    five, nine, twenty, seven, ten = np.array([5, 9, 20, 7, 10])
    path = taquin.dataset((3, 3), (five, nine), twenty, seven, tmp_path / "b.parquet", row_group=ten)
    assert path.read_bytes() == expected
    one = taquin.dataset((3, 3), 5, 20, 7, tmp_path / "c.parquet")
    assert taquin.dataset((3, 3), five, 20, 7, tmp_path / "d.parquet").read_bytes() == one.read_bytes()


def test_a_complete_file_is_kept(tmp_path: Path) -> None:
    path = taquin.dataset((3, 3), (5, 9), 20, 7, tmp_path / "a.parquet", row_group=10)
    before = path.stat()
    done: list[int] = []
    assert taquin.dataset((3, 3), (5, 9), 20, 7, path, row_group=10, progress=lambda rows, _: done.append(rows)) == path
    assert done == [20] and path.stat() == before
    other, words = tmp_path / "other.parquet", tmp_path / "words.parquet"
    parquet.write_table(parquet.read_table(path).replace_schema_metadata(None), other)
    words.write_text("not Parquet")
    for file, seed in ((path, 8), (other, 7), (words, 7)):
        kept = file.read_bytes()
        with pytest.raises(taquin.InvalidInput, match="is not this data set"):
            taquin.dataset((3, 3), (5, 9), 20, seed, file, row_group=10)
        assert file.read_bytes() == kept
    # An empty file is a temporary one.
    (tmp_path / "empty.parquet").touch()
    assert taquin.dataset((3, 3), (5, 9), 20, 7, tmp_path / "empty.parquet", row_group=10).read_bytes() == path.read_bytes()
    assert len(list(tmp_path.iterdir())) == 4


def test_wrong_paths(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "b.parquet.parts").touch()
    for path in (tmp_path / "folder", tmp_path / "file/a.parquet", tmp_path / "b.parquet", ""):
        with pytest.raises(taquin.InvalidInput, match="path: "):
            taquin.dataset((3, 3), 3, 5, 1, path)
    assert len(list(tmp_path.iterdir())) == 3


def test_no_rows_and_wrong_arguments(tmp_path: Path) -> None:
    assert parquet.read_table(taquin.dataset((3, 3), None, 0, 1, tmp_path / "none.parquet")).num_rows == 0
    with pytest.raises(taquin.InvalidInput):
        taquin.dataset((3, 3), None, -1, 1, tmp_path / "a.parquet")
    with pytest.raises(taquin.InvalidInput, match="none is farther"):
        taquin.dataset((4, 4), 99, 5, 1, tmp_path / "a.parquet")
