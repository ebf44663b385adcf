"""Boards on the workers of a local cluster: results, lost workers and drivers, journals, and what is refused."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import taquin
from taquin import Journal, Solver
from taquin.cluster_tasks import solve_rows

distributed = pytest.importorskip("distributed")
cluster = pytest.importorskip("taquin.cluster")

ROOT = Path(__file__).parents[2]
#: It takes a second and has an iteration that is worth dividing; the solution has 64 moves.
BOARD = taquin.scramble((3, 6), seed=6)
LENGTH = 64
#: Nothing listens on other interfaces.
LOOPBACK = {"host": "127.0.0.1", "protocol": "tcp", "dashboard_address": "127.0.0.1:0", "silence_logs": 50}


@pytest.fixture(scope="module")
def local() -> Iterator[object]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **LOOPBACK) as local, distributed.Client(local) as client:
        yield client


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("tables"))


def program() -> str:
    built = [ROOT / "target" / profile / "taquin" for profile in ("debug", "release")]
    found = shutil.which("taquin") or next((str(path) for path in built if path.exists()), None)
    if found is None:
        pytest.skip("the program is not built")
    return found


def parts(journal: Path) -> list[tuple[int, int]]:
    lines = [json.loads(line) for line in journal.read_text("utf-8").splitlines()]
    return [(line["bound"], line["part"]) for line in lines if line["kind"] == "part"]


def assert_solved(journal: Path) -> None:
    done = parts(journal)
    assert len(done) == len(set(done)) > 100, "no part is recorded twice"
    with Journal(journal) as solved:
        assert solved.is_solved and solved.incumbent is not None and len(solved.incumbent) == LENGTH


@pytest.fixture(autouse=True)
def frequent_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a fast machine a search takes less than the usual time between two reports."""
    monkeypatch.setattr(cluster, "_INTERVAL", 0.01)


def kill_a_worker(client: object) -> None:
    """Kills a worker process; its nanny starts another."""
    pids = list(client.run(os.getpid).values())  # type: ignore[attr-defined]
    os.kill(pids[0], signal.SIGKILL)


def test_a_search_with_a_worker_killed(local: object, tables: str, tmp_path: Path) -> None:
    journal = tmp_path / "search.jsonl"
    seen: list[object] = []
    killed = threading.Event()

    def watch(progress: object) -> None:
        seen.append(progress)
        if progress.parts_done > 0 and progress.tasks and not killed.is_set():  # type: ignore[attr-defined]
            killed.set()
            kill_a_worker(local)

    solution = cluster.solve(local, BOARD, journal=journal, tables=tables, progress=watch, task_seconds=0.3)
    assert killed.is_set() and solution.length == LENGTH and solution.optimal
    assert "of 1000 parts" in " ".join(map(str, seen))
    # The driver reports its own iterations.
    assert seen[0].tasks == 0 and 0 < seen[0].lower_bound < LENGTH and seen[0].workers == 2  # type: ignore[attr-defined]
    assert len([progress for progress in seen if progress.tasks == 0]) > 2  # type: ignore[attr-defined]
    assert_solved(journal)
    # The nodes are those of the undivided search, in all iterations but the last.
    whole = tmp_path / "whole.jsonl"
    Solver(threads=1, gap=0, tables=tables).solve(BOARD, journal=whole)
    assert nodes(journal) == nodes(whole)
    # A journal with a solution needs no worker.
    before = journal.read_bytes()
    assert cluster.solve(local, BOARD, journal=journal, tables=tables).length == LENGTH
    assert journal.read_bytes() == before


def nodes(journal: Path) -> dict[int, int]:
    """The nodes expanded by proved iterations."""
    found: dict[int, int] = {}
    for line in map(json.loads, journal.read_text("utf-8").splitlines()):
        if line["kind"] == "part":
            found[line["bound"]] = found.get(line["bound"], 0) + line["expanded"]
    return {bound: count for bound, count in found.items() if bound < LENGTH}


def test_a_long_part_is_divided(local: object, tables: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search = cluster.search_parts

    def impatient(token: str, assignment: str, *rest: object) -> str:
        """Abandons some parts, as if they took too long."""
        last = json.loads(assignment.splitlines()[-1])
        if last["kind"] == "assignment" and last["parts"] and last["parts"][0] % 50 == 0:
            return assignment
        result: str = search(token, assignment, *rest)
        return result

    monkeypatch.setattr(cluster, "search_parts", impatient)
    journal = tmp_path / "search.jsonl"
    solution = cluster.solve(local, BOARD, journal=journal, tables=tables, task_seconds=0.1)
    assert solution.length == LENGTH and solution.optimal
    assert_solved(journal)
    pieces = [(line["bound"], line["part"], line["number"]) for line in lines(journal) if line["kind"] == "piece"]
    assert len(pieces) == len(set(pieces)) >= 128, "no piece is recorded twice"
    assert not {piece[:2] for piece in pieces} & set(parts(journal))


def test_pieces_that_are_done_are_not_repeated(local: object, tables: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    solver = Solver(threads=1, tables=tables)
    path = tmp_path / "search.jsonl"
    with Journal(path, BOARD) as journal:
        assert solver.advance(journal) is None
        assert journal.open_parts
        part = journal.open_parts[3]
        for pieces in ([0, 2], [5]):
            file = tmp_path / "piece.jsonl"
            file.write_text(journal.piece_assignment(part, 8, pieces), "utf-8")
            with Journal(file) as divided:
                solver.run_parts(divided)
                assert journal.merge(divided) == len(pieces)
                assert journal.merge(divided) == 0
        assert journal.divided_parts == [(part, 8)] and journal.open_pieces(part, 8) == [1, 3, 4, 6, 7]
        assert part in journal.open_parts
        with pytest.raises(taquin.Error):
            journal.piece_assignment(part, 8, [8])
        with pytest.raises(taquin.Error):
            journal.piece_assignment(10**6, 8, [0])
    with caplog.at_level("DEBUG", logger="taquin.cluster"):
        assert cluster.solve(local, BOARD, journal=path, tables=tables, task_seconds=0.1).length == LENGTH
    sent = [message for message in caplog.messages if "pieces" in message]
    assert sent and not any(f"{done}" in message.split("[")[1].split("]")[0].split(", ") for done in (0, 2, 5) for message in sent)
    assert_solved(path)


def lines(journal: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in journal.read_text("utf-8").splitlines()]


DRIVER = """
import logging, sys
import distributed, taquin.cluster
logging.basicConfig(filename=sys.argv[4], format="%(message)s")
logging.getLogger("taquin.cluster").setLevel(logging.DEBUG)
client = distributed.Client(sys.argv[1])
taquin.cluster.solve(client, sys.argv[2], journal=sys.argv[3], tables=sys.argv[5], task_seconds=0.1)
"""


def test_a_killed_driver_continues(local: object, tables: str, tmp_path: Path) -> None:
    journal, log = tmp_path / "search.jsonl", tmp_path / "log"
    address = local.scheduler.address  # type: ignore[attr-defined]
    arguments = [sys.executable, "-c", DRIVER, address, str(BOARD), str(journal), str(log), tables]
    driver = subprocess.Popen(arguments)
    while driver.poll() is None and (not journal.exists() or len(parts_so_far(journal)) < 200):
        time.sleep(0.02)
    driver.kill()
    driver.wait()
    before = set(parts_so_far(journal))
    assert len(before) >= 200
    log.unlink()
    subprocess.run(arguments, check=True)
    assert_solved(journal)
    lines = [line.split(" ", 3) for line in log.read_text().splitlines() if line.startswith("bound")]
    sent = {(int(bound), part) for _, bound, _, numbers in lines for part in json.loads(numbers)}
    assert sent and not sent & before, "nothing that was recorded is run again"


def parts_so_far(journal: Path) -> list[tuple[int, int]]:
    text = journal.read_text("utf-8")
    lines = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
    return [(line["bound"], line["part"]) for line in lines if line["kind"] == "part"]


def test_journals_are_those_of_the_program(local: object, tables: str, tmp_path: Path) -> None:
    resume = [program(), "--tables", tables, "solve", "--gap", "0", "--output", "moves", "--resume"]
    # Begun on the cluster, ended by the program.
    journal = tmp_path / "begun.jsonl"
    with pytest.raises(KeyboardInterrupt):
        cluster.solve(local, BOARD, journal=journal, tables=tables, progress=interrupt, task_seconds=0.1)
    with Journal(journal) as begun:
        assert not begun.is_solved and begun.open_parts
    ended = subprocess.run([*resume, str(journal), str(BOARD)], check=True, capture_output=True, text=True)
    assert len(ended.stdout.removeprefix("tile: ").strip()) == LENGTH
    assert_solved(journal)
    # Begun by the program, ended on the cluster.
    journal = tmp_path / "parts/search.jsonl"
    split = [program(), "--tables", tables, "split", str(BOARD), "--parts", "2", "--into", str(journal.parent)]
    files = subprocess.run(split, check=True, capture_output=True, text=True).stdout.split()
    with Journal(files[0]) as first, Journal(journal) as whole:
        assert Solver(threads=1, tables=tables).run_parts(first, patience=0.05) > 0
        assert 0 < whole.merge(first) < 500
    assert cluster.solve(local, BOARD, journal=journal, tables=tables).length == LENGTH
    assert_solved(journal)


def interrupt(progress: object) -> None:
    if progress.parts_done > 0 and progress.tasks:  # type: ignore[attr-defined]
        raise KeyboardInterrupt


def test_gnu_parallel(tables: str, tmp_path: Path) -> None:
    """The recipe of docs/cluster.md."""
    if shutil.which("parallel") is None:
        pytest.skip("GNU parallel is not installed")
    text = (ROOT / "docs/cluster.md").read_text("utf-8")
    recipe = text.split("```sh\n# GNU parallel\n")[1].split("```")[0]
    (tmp_path / "board.txt").write_text(str(BOARD))
    environment = {**os.environ, "TAQUIN_TABLES": tables, "PATH": f"{Path(program()).parent}:{os.environ['PATH']}"}
    run = subprocess.run(["sh", "-eu", "-c", recipe], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()[-1].removeprefix("tile: ").strip()) == LENGTH


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_many_boards(local: object, tables: str, tmp_path: Path, ending: str) -> None:
    boards = taquin.scramble((4, 4), depth=(5, 25), count=300, seed=3)
    boards[17, [14, 15]] = boards[17, [15, 14]] if 0 not in boards[17, 14:] else boards[17, [14, 15]]
    boards[40, [0, 1]] = boards[40, [1, 0]] if 0 not in boards[40, :2] else boards[40, [0, 1]]
    path = tmp_path / f"rows.{ending}"
    lengths, moves = cluster.solve_many(local, boards, tables=tables, path=path)
    expected, _ = Solver(threads=1).solve_many(boards)
    assert (lengths == expected).all() and (lengths == -1).any(), "unsolvable rows are reported"
    assert all((text is None) == (length == -1) for text, length in zip(moves, lengths, strict=True))
    if ending == "jsonl":
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        assert [row["length"] for row in rows] == lengths.tolist() and [row["moves"] for row in rows] == moves
        assert rows[7]["board"] == boards[7].reshape(4, 4).tolist()
    else:
        table = pytest.importorskip("pyarrow.parquet").read_table(path)
        assert table["length"].to_pylist() == lengths.tolist() and table["moves"].to_pylist() == moves
    assert list(tmp_path.iterdir()) == [path]


def test_many_boards_continue(local: object, tables: str, tmp_path: Path) -> None:
    boards = taquin.scramble((4, 4), depth=(5, 25), count=200, seed=4)
    path = tmp_path / "rows.jsonl"

    def stop(progress: object) -> None:
        if progress.done >= 20:  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster.solve_many(local, boards, tables=tables, path=path, progress=stop, task_seconds=0.001)
    kept = tmp_path / "rows.jsonl.done"
    done = sum(len(json.loads(line)["lengths"]) for line in kept.read_text().splitlines()[1:])
    assert not path.exists() and done >= 20
    # A line that was cut off is dropped.
    with open(kept, "a") as file:
        file.write('{"first":0,"len')
    with pytest.raises(taquin.InvalidInput, match="other boards"):
        cluster.solve_many(local, boards[:50], tables=tables, path=path)
    first: list[int] = []
    lengths, _ = cluster.solve_many(
        local, boards, tables=tables, path=path, progress=lambda progress: first.append(progress.done)
    )
    assert first[0] >= done and (lengths == Solver(threads=1).distances(boards)).all()


def test_results_that_cannot_be_continued(local: object, tables: str, tmp_path: Path) -> None:
    path, kept = tmp_path / "rows.jsonl", tmp_path / "rows.jsonl.done"
    boards = [[1, 2, 0, 3]]

    def again(_progress: object) -> None:
        with pytest.raises(taquin.InvalidInput, match="another process is writing"):
            cluster.solve_many(local, boards, tables=tables, path=path)

    assert cluster.solve_many(local, boards, tables=tables, path=path, progress=again)[1] == ["L"]
    kept.write_text("not JSON\n")
    with pytest.raises(taquin.InvalidInput, match="is damaged"):
        cluster.solve_many(local, boards, tables=tables, path=path)
    assert kept.read_text() == "not JSON\n"


def test_a_task_returns_what_is_done(local: object, tables: str) -> None:
    boards = taquin.scramble((4, 4), depth=(5, 25), count=40, seed=5)
    expected = Solver(threads=1).distances(boards)
    for patience, done in ((0.0, 1), (60.0, 40)):
        rows = solve_rows("token", boards, None, {"tables": tables}, False, patience)
        assert rows.lengths == expected[:done].tolist() and len(rows.moves) == done
    # Every task but the last ones is too long, so its rest is sent again.
    lengths, _ = cluster.solve_many(local, boards, tables=tables, task_seconds=1e-9)
    assert (lengths == expected).all()


def test_an_interrupted_call_frees_the_workers(local: object, tables: str) -> None:
    boards = taquin.scramble((5, 5), count=4, seed=1)

    def stop(progress: object) -> None:
        if progress.elapsed > 1 and progress.tasks:  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster.solve_many(local, boards, optimal=True, tables=tables, progress=stop)
    began = time.monotonic()
    # Each worker has one thread, which is busy until the task has ended.
    for address in local.nthreads():  # type: ignore[attr-defined]
        future = local.submit(os.getpid, key=f"free-{address}", workers=[address], pure=False)  # type: ignore[attr-defined]
        assert future.result(timeout=20)
    assert time.monotonic() - began < 10


def test_no_boards_and_wrong_boards(local: object, tmp_path: Path) -> None:
    lengths, moves = cluster.solve_many(local, np.zeros((0, 16), np.uint8))
    assert len(lengths) == 0 and moves == []
    wrong = taquin.scramble((3, 3), count=5, seed=1)
    wrong[3, 0] = wrong[3, 1]
    with pytest.raises(taquin.InvalidInput, match="3"):
        cluster.solve_many(local, wrong)
    with pytest.raises(TypeError):
        cluster.solve_many(local, np.zeros((2, 9)))
    with pytest.raises(taquin.InvalidInput, match="must end in"):
        cluster.solve_many(local, [[1, 0, 2, 3]], path=tmp_path / "rows.csv")


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_no_boards_in_a_file(local: object, tables: str, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"rows.{ending}"
    assert cluster.solve_many(local, np.zeros((0, 16), int), tables=tables, path=path)[1] == []
    assert list(tmp_path.iterdir()) == [path]
    if ending == "parquet":
        table = pytest.importorskip("pyarrow.parquet").read_table(path)
        assert table.num_rows == 0 and table.schema.field("board").type.list_size == 16


def test_wrong_arguments_start_no_tasks(local: object, tables: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def submit(*_: object, **__: object) -> None:
        raise AssertionError("a task was started")

    monkeypatch.setattr("taquin.cluster_client.Tasks.submit", submit)
    file = tmp_path / "file"
    file.touch()
    wrong: list[tuple[dict[str, object], str]] = [
        ({"goal": "foo"}, "is not a goal"),
        ({"goal": "1 2 3/0 4 5/6 7 8"}, "must have the same size"),
        ({"time_limit": -1}, "time_limit: -1"),
        ({"memory": "foo"}, "memory: "),
        ({"tables": 3}, "expected str, bytes or os.PathLike"),
        ({"tables": file}, "tables: "),
        ({"task_seconds": 0}, "task_seconds: 0 is not"),
        ({"task_seconds": float("nan")}, "task_seconds: nan is not"),
        ({"progress": 5}, "progress: expected a callable or a bool, not int"),
    ]
    for options, message in wrong:
        with pytest.raises((taquin.InvalidInput, TypeError), match=message):
            cluster.solve_many(local, [[1, 0, 2, 3]], **{"tables": tables, "path": tmp_path / "rows.jsonl", **options})
        with pytest.raises((taquin.InvalidInput, TypeError), match=message):
            cluster.solve(local, BOARD, **{"tables": tables, "journal": tmp_path / "search.jsonl", **options})
        assert list(tmp_path.iterdir()) == [file], message
    (tmp_path / "rows.jsonl").mkdir()
    with pytest.raises(taquin.InvalidInput, match="is not a file"):
        cluster.solve_many(local, [[1, 0, 2, 3]], tables=tables, path=tmp_path / "rows.jsonl")


def test_a_call_without_results_does_not_block_its_path(local: object, tables: str, tmp_path: Path) -> None:
    path, kept = tmp_path / "rows.jsonl", tmp_path / "rows.jsonl.done"
    header = b""

    def stop(_progress: object) -> None:
        nonlocal header
        header = kept.read_bytes()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster.solve_many(local, [[1, 0, 2, 3]], tables=tables, path=path, progress=stop)
    assert not list(tmp_path.iterdir())
    # The same after a crash.
    kept.write_bytes(header)
    assert cluster.solve_many(local, [[1, 2, 0, 3]], tables=tables, path=path)[1] == ["L"]
    assert list(tmp_path.iterdir()) == [path]


def test_wrong_searches(local: object, tables: str, tmp_path: Path) -> None:
    journal = tmp_path / "search.jsonl"
    with pytest.raises(taquin.InvalidInput, match="cannot be resumed or divided"):
        cluster.solve(local, "0 1 3/4 2 5/7 8 6", journal=journal, tables=tables)
    unsolvable = "2 1 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 0"
    with pytest.raises(taquin.Unsolvable):
        cluster.solve(local, unsolvable, journal=journal, tables=tables)
    assert not journal.exists()
    Journal(journal, "1 2 3 4 5 6/7 8 9 10 11 12/13 0 14 15 16 17").close()
    with pytest.raises(taquin.Error, match="another board"):
        cluster.solve(local, BOARD, journal=journal, tables=tables)
    with Journal(journal), pytest.raises(taquin.Error, match="another process is using"):
        Journal(journal)
    with pytest.raises(taquin.Error, match="closed"):
        closed = Journal(journal)
        closed.close()
        Solver().advance(closed)
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(taquin.Error, match="tables"):
        cluster.solve(local, BOARD, journal=tmp_path / "other.jsonl", tables=file)
    with pytest.raises(taquin.Error, match="tables"):
        cluster.solve_many(local, [[1, 0, 2, 3]], tables=file)


def test_wrong_clients(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="Client"):
        cluster.solve_many("client", [[1, 0, 2, 3]])
    with distributed.LocalCluster(n_workers=0, processes=False, **LOOPBACK) as empty:
        client = distributed.Client(empty)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("taquin.cluster_client._FIRST_WORKER", 0.2)
            with pytest.raises(taquin.Error, match="no workers"):
                cluster.solve_many(client, [[1, 0, 2, 3]])
        for module, message in [
            ("raise ModuleNotFoundError(\"No module named 'taquin'\")", "cannot import taquin"),
            ("__version__ = '0.0.1'", "has taquin 0.0.1"),
        ]:
            (tmp_path / "taquin.py").write_text(module)
            command = [sys.executable, "-m", "distributed.cli.dask_worker", empty.scheduler_address, "--no-nanny"]
            command += ["--no-dashboard", "--host", "127.0.0.1"]
            environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
            worker = subprocess.Popen(command, env=environment, cwd=tmp_path, stderr=subprocess.DEVNULL)
            try:
                client.wait_for_workers(1, timeout=30)
                with pytest.raises(taquin.Error, match=message):
                    cluster.solve_many(client, [[1, 0, 2, 3]])
            finally:
                worker.terminate()
                worker.wait()
            while client.nthreads():
                time.sleep(0.05)
        client.close()
        with pytest.raises(taquin.Error, match="not connected"):
            cluster.solve_many(client, [[1, 0, 2, 3]])
