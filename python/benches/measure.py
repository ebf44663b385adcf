"""Measures what results/python.md reports: labels, environments, and other packages on their own examples.

Usage: python measure.py labels3 | labels4 FOLDER | steps | others
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

import taquin


def best(run: Callable[[], object], times: int = 5) -> float:
    """Returns the seconds of the fastest of several runs, after one to warm up."""
    run()
    durations = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        durations.append(time.perf_counter() - start)
    return min(durations)


def labels3() -> None:
    solver = taquin.Solver(threads=1)
    boards = taquin.scramble((3, 3), count=1_000_000, seed=7)
    for dtype in (np.uint8, np.int64):
        array = boards.astype(dtype)
        seconds = best(lambda array=array: solver.distances(array))
        print(f"3x3 labels, one core, {np.dtype(dtype)}: {len(boards) / seconds:,.0f} boards/s")
    seconds = best(lambda: solver.solve_many(boards[:100_000]), 3)
    print(f"3x3 solutions with moves, one core: {100_000 / seconds:,.0f} boards/s")


def labels4(folder: str, program: str = "taquin") -> None:
    count = 2000
    solver = taquin.Solver(threads=2, tables=folder)
    boards = taquin.scramble((4, 4), count=count, seed=7)
    start = time.perf_counter()
    first = solver.distances(boards[:200])
    print(f"4x4, tables read and 200 boards: {time.perf_counter() - start:.2f} s, mean length {first.mean():.2f}")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines("/".join(" ".join(map(str, row)) for row in board.reshape(4, 4)) + "\n" for board in boards)
        file.flush()
        command = [program, "solve", "--lines", file.name, "--threads", "2", "--tables", folder]
        for _ in range(3):
            start = time.perf_counter()
            lengths = taquin.Solver(threads=2, tables=folder).distances(boards)
            ours = time.perf_counter() - start
            start = time.perf_counter()
            done = subprocess.run(command, capture_output=True, text=True)
            theirs = time.perf_counter() - start
            assert done.returncode == 0, done.stderr
            print(
                f"4x4 labels, two cores, tables read each time: {count / ours:,.0f} boards/s; "
                f"solve --lines: {count / theirs:,.0f} boards/s; ratio {theirs / ours:.2f}; mean {lengths.mean():.3f}"
            )


def steps() -> None:
    from taquin.gym import SlidingPuzzleVectorEnv

    count = 1024
    environments = SlidingPuzzleVectorEnv(count, size=(4, 4), depth=(1, 20))
    environments.reset(seed=1)
    actions = np.random.default_rng(1).integers(4, size=(100, count))
    def run() -> None:
        for row in actions:
            environments.step(row)
    start = time.process_time()
    for _ in range(50):
        run()
    seconds = time.process_time() - start
    print(f"environment, {count} boards 4x4: {50 * actions.size / seconds:,.0f} steps per CPU second")


def others() -> None:
    boards = taquin.scramble((3, 3), count=200, seed=7)
    solver = taquin.Solver(threads=1)
    ours = len(boards) / best(lambda: [solver.solve(board) for board in boards], 3)
    print(f"taquin, one call per board: {ours:,.0f} boards/s")

    import slidingpuzzle

    few = [slidingpuzzle.board_from_iter(3, 3, [int(tile) for tile in board]) for board in boards[:20]]
    start = time.process_time()
    lengths = []
    for board in few:
        found = slidingpuzzle.search(board)
        lengths.append(len(found.solution))
    theirs = len(few) / (time.process_time() - start)
    print(f"slidingpuzzle: {theirs:.2f} boards/s, ratio {ours / theirs:,.0f}; mean {np.mean(lengths):.1f}")

    from simpleai.search import SearchProblem, astar

    goal = "1-2-3\n4-5-6\n7-8-e"

    def rows_of(state: str) -> list[list[str]]:
        return [row.split("-") for row in state.split("\n")]

    def place(rows: list[list[str]], tile: str) -> tuple[int, int]:
        return next((row, line.index(tile)) for row, line in enumerate(rows) if tile in line)

    homes = {tile: place(rows_of(goal), tile) for tile in "12345678e"}

    class EightPuzzle(SearchProblem):  # type: ignore[misc]
        """The example eight_puzzle.py of simpleai: states are text, the estimate is the Manhattan distance."""

        def actions(self, state):  # type: ignore[no-untyped-def]
            rows = rows_of(state)
            row, col = place(rows, "e")
            cells = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
            return [rows[r][c] for r, c in cells if 0 <= r < 3 and 0 <= c < 3]

        def result(self, state, action):  # type: ignore[no-untyped-def]
            rows = rows_of(state)
            (row, col), (from_row, from_col) = place(rows, "e"), place(rows, action)
            rows[row][col], rows[from_row][from_col] = rows[from_row][from_col], rows[row][col]
            return "\n".join("-".join(row) for row in rows)

        def is_goal(self, state):  # type: ignore[no-untyped-def]
            return state == goal

        def cost(self, *_):  # type: ignore[no-untyped-def]
            return 1

        def heuristic(self, state):  # type: ignore[no-untyped-def]
            rows = rows_of(state)
            places = [(place(rows, tile), homes[tile]) for tile in "12345678"]
            return sum(abs(row - to_row) + abs(col - to_col) for (row, col), (to_row, to_col) in places)

    start = time.process_time()
    for board in boards[:5]:
        tiles = ["e" if tile == 0 else str(tile) for tile in board]
        astar(EightPuzzle("\n".join("-".join(tiles[row : row + 3]) for row in (0, 3, 6))), graph_search=True)
    theirs = 5 / (time.process_time() - start)
    print(f"simpleai, its example eight_puzzle.py: {theirs:.2f} boards/s, ratio {ours / theirs:,.0f}")


if __name__ == "__main__":
    {"labels3": labels3, "labels4": labels4, "steps": steps, "others": others}[sys.argv[1]](*sys.argv[2:])
