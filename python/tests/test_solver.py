"""Solving one board, options, limits, interruption."""

import io
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import taquin
from taquin import Board, Solver
from taquin.status import StatusLine

TEXT = "0 1 3/4 2 5/7 8 6"
UNSOLVABLE = "1 2 3/4 5 6/8 7 0"
#: A 24-puzzle whose optimal solution takes hours to prove.
HARD = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"


def test_a_solution(solver: Solver) -> None:
    solution = solver.solve(TEXT)
    assert (solution.length, len(solution), solution.moves, solution.optimal) == (4, 4, "LULU", True)
    assert (solution.lower_bound, solution.stop_reason, solution.unsolvable) == (4, None, None)
    assert solution.boards()[0] == solution.start == Board(TEXT)
    assert solution.boards()[-1] == solution.goal and len(solution.tiles) == 4
    assert solution.stats.expanded > 0 and solution.method and bool(solution)


def test_solutions_pickle(solver: Solver) -> None:
    for board, goal in [(TEXT, None), ("1 2 3/8 4 0/7 6 5", "spiral"), (UNSOLVABLE, None)]:
        solution = solver.solve(board, goal, on_unsolvable="report")
        copy = pickle.loads(pickle.dumps(solution))
        assert copy == solution and hash(copy) == hash(solution) and copy.stats == solution.stats
        assert hash(copy.stats) == hash(solution.stats)
        for name in ["length", "moves", "optimal", "lower_bound", "method", "unsolvable", "stop_reason", "start", "goal"]:
            assert getattr(copy, name) == getattr(solution, name), name
        assert copy.stats.expanded == solution.stats.expanded


def test_solutions_are_compared_by_what_they_say(solver: Solver) -> None:
    one, same, other = solver.solve(TEXT), Solver(algorithm="bfs").solve(TEXT), solver.solve("1 2 3/4 5 6/7 0 8")
    assert one == same and one != other and len({one, same, other}) == 2
    assert one != TEXT and one != solver.solve(UNSOLVABLE, on_unsolvable="report")


def test_goals(solver: Solver) -> None:
    spiral = "1 2 3/8 4 0/7 6 5"
    assert solver.solve(spiral, "spiral").length == 1
    assert solver.solve(spiral, goal=[[1, 2, 3], [8, 0, 4], [7, 6, 5]]).length == 1
    assert solver.solve(spiral + " -> spiral").length == 1


def test_unsolvable_boards_raise_or_are_reported(solver: Solver) -> None:
    with pytest.raises(taquin.Unsolvable, match="no move changes the parity") as caught:
        solver.solve(UNSOLVABLE)
    assert caught.value.reachable_goals == ["spiral"]
    reported = solver.solve(UNSOLVABLE, on_unsolvable="report")
    assert (reported.length, reported.moves, bool(reported)) == (-1, "", False)
    assert reported.unsolvable and "parity" in reported.unsolvable
    with pytest.raises(taquin.InvalidInput, match="on_unsolvable"):
        solver.solve(TEXT, on_unsolvable="ignore")  # type: ignore[arg-type]


def test_options() -> None:
    solver = Solver(threads=1, algorithm="wastar", weight=1.5, heuristic="manhattan", memory="1 GiB", node_limit=10**6)
    assert solver.solve(TEXT).length == 4
    copy = pickle.loads(pickle.dumps(solver))
    assert repr(copy) == repr(solver) and copy.solve(TEXT).length == 4
    assert Solver(metric="multi").solve("0 1 2/3 4 5", "1 2 0/3 4 5").length == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "astr"}, "astar"),
        ({"algorithm": "bfs", "heuristic": "manhattan"}, "hint: use astar"),
        ({"memory": "2 apples"}, "memory: expected a number and a unit"),
        ({"threads": 0}, "threads: expected 1 to 1024"),
        ({"threads": "two"}, "threads"),
        ({"time_limit": -1.0}, "time_limit"),
        ({"time_limit": float("nan")}, "time_limit"),
        ({"gap": "wide"}, "gap"),
        ({"weight": 0.5}, "weight"),
        ({"beam_width": 0}, "beam"),
    ],
)
def test_wrong_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(taquin.InvalidInput, match=message):
        Solver(**options)  # type: ignore[arg-type]


def test_unknown_options_are_type_errors() -> None:
    with pytest.raises(TypeError):
        Solver(speed="fast")  # type: ignore[call-arg]


def test_limits_report_what_is_proved() -> None:
    with pytest.raises(taquin.Stopped, match="node limit") as caught:
        Solver(algorithm="idastar", heuristic="manhattan", node_limit=1000).solve(
            "15 14 8 12/10 11 9 13/2 6 5 1/7 3 4 0"
        )
    assert caught.value.lower_bound > 40
    solution = Solver(threads=1).solve(HARD, time_limit=0.5)
    assert solution.length >= solution.lower_bound > 0 and solution.stop_reason == "time limit reached"


def test_hints_bounds_plans(solver: Solver) -> None:
    assert solver.hint(TEXT) == "L" and solver.hint("1 2 3/4 5 6/7 8 0") is None
    assert solver.lower_bound(TEXT) == 4 and "method" in solver.plan(TEXT)
    solutions = solver.all_shortest("4 3 2/1 0 5/6 7 8", "blank-first")
    assert len(solutions) == len(set(solutions)) == 2
    assert len(solver.all_shortest("4 3 2/1 0 5/6 7 8", "blank-first", most=1)) == 1
    with pytest.raises(taquin.Unsolvable):
        solver.all_shortest(UNSOLVABLE)
    with pytest.raises(taquin.Unsolvable):
        solver.hint(UNSOLVABLE)


def test_progress() -> None:
    seen: list[taquin.Progress] = []
    Solver(threads=1).solve(HARD, time_limit=0.4, progress=seen.append)
    assert seen and seen[-1].length is not None and "expanded" in str(seen[-1])
    with pytest.raises(ZeroDivisionError):
        Solver(threads=1).solve(HARD, time_limit=5, progress=lambda _: 1 / 0)
    with pytest.raises(TypeError):
        Solver().solve(TEXT, progress=3)  # type: ignore[arg-type]
    stream = io.StringIO()
    line = StatusLine(stream)
    line(seen[-1])
    line.close()
    assert "expanded" in stream.getvalue() and stream.getvalue().endswith("\r")


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "call",
    [
        f"taquin.Solver(threads=1, gap=0).solve({HARD!r})",
        f"taquin.Solver(threads=2, gap=0).solve({HARD!r})",
        f"taquin.Solver(threads=2, gap=0).solve_many([{HARD!r}] * 4)",
        f"taquin.Solver(threads=2).distances([{HARD!r}] * 4)",
        "taquin.Solver().a_star('15 14 8 12/10 11 9 13/2 6 5 1/7 3 4 0', lambda board: board.hamming())",
        f"taquin.Game({HARD!r}, solver=taquin.Solver(threads=1, gap=0)).hint()",
        "taquin.scramble((4, 4), count=10**9, seed=1)",
        "solver = taquin.Solver(); boards = taquin.scramble((3, 3), count=10**5, seed=1).repeat(100, 0); endless(solver.distances, boards)",
        "boards = taquin.scramble((3, 3), count=10**5, seed=1).repeat(100, 0); endless(taquin.as_array, boards)",
    ],
)
def test_ctrl_c_stops_a_call(call: str) -> None:
    script = f"""
import os, signal, threading, time, taquin
def interrupt():
    time.sleep(1.5)
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
def endless(function, *arguments):
    while True:
        function(*arguments)
try:
    {call}
except KeyboardInterrupt:
    print(time.monotonic() - sent)
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert found.returncode == 0, found.stderr
    # Without the signal the calls take minutes. How long one takes to stop is in results/python.md.
    assert float(found.stdout) < 30


def test_threads_share_a_solver(solver: Solver) -> None:
    lengths: list[int] = []
    board = "2 5 1 3/9 6 12 4/10 14 8 7/13 0 11 15"
    threads = [threading.Thread(target=lambda: lengths.append(solver.solve(board).length)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lengths == [22] * 4


def test_other_threads_run_during_a_search() -> None:
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=count)
    thread.start()
    Solver(threads=1).solve(HARD, time_limit=0.5)
    done.set()
    thread.join()
    assert ticks > 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_a_solver_survives_a_fork(solver: Solver) -> None:
    assert solver.solve(TEXT).length == 4
    script = f"""
import os, taquin
solver = taquin.Solver(threads=2)
solver.distances([{TEXT!r}] * 10)
child = os.fork()
ok = solver.solve({TEXT!r}).length == 4 and solver.solve_many([{TEXT!r}] * 100)[0].sum() == 400
if child == 0:
    os._exit(0 if ok else 1)
assert ok and os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_an_alarm_handler_runs_during_a_search() -> None:
    if not hasattr(signal, "setitimer"):
        pytest.skip("timers")
    seen: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: seen.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        Solver(threads=1).solve(HARD, time_limit=0.6)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert seen == [signal.SIGALRM]


def test_boards_of_long_solutions() -> None:
    large = Solver(algorithm="fast").solve(taquin.scramble((60, 60), seed=1))
    with pytest.raises(taquin.InvalidInput, match="boards take 3.* GiB, the limit is 1.0 GiB\nhint: .*Board.slide"):
        large.boards()
    with pytest.raises(taquin.InvalidInput, match="2000|2,000"):
        large.gif()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers")
def test_an_alarm_handler_runs_while_boards_are_listed() -> None:
    solution = Solver(algorithm="fast").solve(taquin.scramble((30, 30), seed=1))
    seen: list[float] = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(time.monotonic()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.001)
        begun = time.monotonic()
        solution.boards()
        ended = time.monotonic()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert seen[0] - begun < 0.8 * (ended - begun)


def test_pushes() -> None:
    solution = Solver(metric="multi").solve("0 1 2/3 4 5", "1 2 0/3 4 5")
    assert (solution.length, solution.moves) == (1, "LL")
    for heuristic in ("manhattan", Board.manhattan):
        with pytest.raises(taquin.InvalidInput, match="a_star: not supported with metric multi"):
            Solver(metric="multi").a_star(TEXT, heuristic)


def test_errors_name_the_argument() -> None:
    for name in ["node_limit", "expected_boards"]:
        with pytest.raises(taquin.InvalidInput, match=f"{name}: expected 0 to [0-9]+, not -1"):
            Solver(**{name: -1})  # type: ignore[arg-type]
    with pytest.raises(taquin.InvalidInput, match="most: expected 0"):
        Solver().all_shortest(TEXT, most=-1)
    with pytest.raises(taquin.InvalidInput, match="goal_test: not supported by wastar"):
        Solver(algorithm="wastar", goal_test="selected")


def test_infinity_is_no_limit() -> None:
    solution = Solver(time_limit=math.inf).solve(TEXT, time_limit=math.inf)
    assert solution.optimal and solution.stop_reason is None
