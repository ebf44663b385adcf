"""Many boards at once."""

import numpy as np
import pytest

import taquin
from taquin import Board, Solver

SOLVED = [1, 2, 3, 4, 5, 6, 7, 8, 0]
FOUR = [0, 1, 3, 4, 2, 5, 7, 8, 6]
UNSOLVABLE = [1, 2, 3, 4, 5, 6, 8, 7, 0]
#: A board of 22 moves.
HARD = "2 5 1 3/9 6 12 4/10 14 8 7/13 0 11 15"

DTYPES = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.dtype(">i4")]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_integer_type(solver: Solver, dtype: type) -> None:
    boards = np.array([FOUR, SOLVED], dtype)
    assert solver.distances(boards).tolist() == [4, 0]
    assert solver.distances(boards.reshape(2, 3, 3)).tolist() == [4, 0]
    lengths, moves = solver.solve_many(boards)
    assert lengths.dtype == np.int32 and lengths.tolist() == [4, 0] and moves == ["LULU", ""]


def test_layouts(solver: Solver) -> None:
    boards = taquin.scramble((3, 3), count=100, seed=1)
    expected = solver.distances(boards)
    assert expected.dtype == np.uint8
    assert (solver.distances(np.asfortranarray(boards)) == expected).all()
    assert (solver.distances(boards[::-1]) == expected[::-1]).all()
    assert (solver.distances([taquin.Board(board) for board in boards]) == expected).all()
    assert (solver.distances(boards.tolist()) == expected).all()
    read_only = boards.copy()
    read_only.flags.writeable = False
    assert (solver.distances(read_only) == expected).all()


def test_lengths_are_those_of_single_solutions(solver: Solver) -> None:
    for size, goal in [((3, 3), "spiral"), ((2, 5), "rows"), ((3, 4), "blank-first"), ((1, 5), "rows")]:
        boards = taquin.scramble(size, count=20, seed=3, goal=goal)
        lengths, moves = solver.solve_many(boards, goal, size=size)
        assert (solver.distances(boards, goal, size=size) == lengths).all()
        for board, length, letters in zip(boards, lengths, moves, strict=True):
            start = taquin.Board(board, size)
            assert letters is not None and len(letters) == length and start.play(letters).is_solved(goal)
            assert solver.solve(start, goal).length == length


def test_the_15_puzzle(solver: Solver) -> None:
    boards = taquin.scramble((4, 4), depth=(20, 30), count=40, seed=5, solver=solver)
    lengths = solver.distances(boards)
    assert lengths.min() >= 20 and lengths.max() <= 30
    assert (solver.solve_many(boards)[0] == lengths).all()


def test_unsolvable_rows(solver: Solver) -> None:
    boards = np.array([FOUR, UNSOLVABLE, SOLVED])
    lengths, moves = solver.solve_many(boards)
    assert lengths.tolist() == [4, -1, 0] and moves == ["LULU", None, ""]
    reported = solver.distances(boards, on_unsolvable="report")
    assert reported.dtype == np.int16 and reported.tolist() == [4, -1, 0]
    for call in (solver.distances, solver.solve_many):
        with pytest.raises(taquin.Unsolvable, match="board 1 cannot reach the goal"):
            call(boards, on_unsolvable="raise")
    with pytest.raises(taquin.Unsolvable, match="boards 0, 1, 2, 3, 4 and 5 more"):
        solver.distances([UNSOLVABLE] * 10)


def test_no_rows(solver: Solver) -> None:
    for nothing in [np.zeros((0, 9), int), np.zeros((0, 3, 3), np.uint8), [], np.zeros((0, 16))]:
        assert solver.distances(nothing).shape == (0,)
        lengths, moves = solver.solve_many(nothing)
        assert lengths.shape == (0,) and moves == []
    assert taquin.scramble((3, 3), count=0, seed=1).shape == (0, 9)
    assert taquin.scramble((4, 4), depth=9, count=0, seed=1).shape == (0, 16)


@pytest.mark.parametrize("wrong", [[1, 1, 3, 4, 2, 5, 7, 8, 6], [9, 1, 3, 4, 2, 5, 7, 8, 6], [-1, 1, 3, 4, 2, 5, 7, 8, 6]])
def test_a_wrong_row_is_named(solver: Solver, wrong: list[int]) -> None:
    for dtype in (np.int64, np.int16):
        with pytest.raises(taquin.InvalidInput, match="board 2: "):
            solver.distances(np.array([SOLVED, FOUR, wrong, FOUR], dtype))


def test_huge_numbers_do_not_wrap_around(solver: Solver) -> None:
    boards = np.array([SOLVED, FOUR])
    boards[1, 0] += 2**16
    with pytest.raises(taquin.InvalidInput, match="board 1: 65536 is not a tile"):
        solver.distances(boards)


def test_wrong_shapes_and_types(solver: Solver) -> None:
    for shape in [(9,), (2, 8), (2, 2, 2, 2), ()]:
        with pytest.raises((taquin.InvalidInput, TypeError)):
            solver.distances(np.zeros(shape, int))
    with pytest.raises(taquin.InvalidInput, match="size="):
        solver.distances(np.zeros((2, 6), int))
    with pytest.raises(taquin.InvalidInput, match="does not hold 2x3 boards"):
        solver.distances(np.array([SOLVED]), size=(2, 3))
    for dtype in [np.float64, np.complex128, bool, object, "U3"]:
        with pytest.raises(TypeError, match="integers"):
            solver.distances(np.array([FOUR]).astype(dtype))
    for wrong in [None, 3, "1 2/3 0", taquin.Board("1 2/3 0"), object()]:
        with pytest.raises(TypeError):
            solver.distances(wrong)  # type: ignore[arg-type]
    with pytest.raises(taquin.InvalidInput, match="same size"):
        solver.distances([FOUR], goal="1 2/3 0")
    with pytest.raises(taquin.InvalidInput, match="board 1 is 2x2"):
        solver.distances(["1 2 3/4 5 6/7 8 0", "1 2/3 0"])


def test_a_time_limit_stops_a_batch() -> None:
    boards = taquin.scramble((5, 5), count=20, seed=1)
    with pytest.raises(taquin.Stopped):
        Solver(threads=2).distances(boards, time_limit=0.3)


def test_a_time_limit_and_progress_of_lookups() -> None:
    boards = taquin.scramble((3, 3), count=10**6, seed=1)
    seen: list[taquin.Progress] = []
    Solver().distances(boards.repeat(4, 0), progress=seen.append)
    assert seen
    with pytest.raises(taquin.Stopped, match="time limit"):
        Solver(threads=1).distances(boards, time_limit=0.0)


def test_rows_are_read_in_groups(solver: Solver) -> None:
    """More rows than are read at a time."""
    boards = taquin.scramble((3, 3), count=1000, seed=1).repeat(140, 0)
    expected = solver.distances(boards[::140]).repeat(140)
    assert (solver.distances(boards.astype(np.int16)) == expected).all()
    boards[135_000] = 1
    with pytest.raises(taquin.InvalidInput, match="board 135000: "):
        solver.distances(boards)
    wide = boards.astype(np.int64)
    wide[135_000] = wide[0]
    wide[136_000, 3] = 70_000
    with pytest.raises(taquin.InvalidInput, match="board 136000: 70000 is not a tile"):
        solver.distances(wide)


def test_scrambles() -> None:
    one = taquin.scramble("3x4", seed=1)
    assert one.size == (3, 4) and one.is_solvable() and one == taquin.scramble((3, 4), seed=1)
    many = taquin.scramble((4, 4), depth=12, count=8, seed=7)
    assert (many[:4] == taquin.scramble((4, 4), depth=12, count=4, seed=7)).all()
    assert not (many == taquin.scramble((4, 4), depth=12, count=8, seed=7, stream=1)).all()
    with pytest.raises(taquin.InvalidInput, match="none is farther than 80"):
        taquin.scramble((4, 4), depth=81)
    with pytest.raises(taquin.InvalidInput, match="smaller number first"):
        taquin.scramble((4, 4), depth=(5, 4))
    with pytest.raises(taquin.InvalidInput, match="farthest"):
        taquin.scramble((3, 3), depth=32)
    with pytest.raises(taquin.InvalidInput, match="memory"):
        taquin.scramble((4, 4), count=2**60)
    for wrong in [{"depth": "far"}, {"seed": "x"}]:
        with pytest.raises(TypeError):
            taquin.scramble((3, 3), **wrong)  # type: ignore[call-overload]
    for name in ["count", "seed", "stream"]:
        with pytest.raises(taquin.InvalidInput, match=f"{name}: expected 0 to [0-9]+, not -1"):
            taquin.scramble((3, 3), **{name: -1})  # type: ignore[call-overload]


@pytest.mark.parametrize("algorithm", ["greedy", "wastar", "dfs", "fast", "beam", "improve"])
def test_only_optimal_algorithms_are_accepted(algorithm: str) -> None:
    message = f"algorithm: {algorithm} does not find optimal solutions\nhint: use astar"
    with pytest.raises(taquin.InvalidInput, match=message):
        Solver(algorithm=algorithm).solve_many(["8 6 7/2 5 4/3 0 1"], optimal=True)


def test_optimal_solutions_are_proved() -> None:
    board = ["8 6 7/2 5 4/3 0 1"]
    assert Solver(algorithm="idastar").solve_many(board, optimal=True)[0].tolist() == [31]
    # A gap accepts what `optimal` does not.
    assert Solver(gap=50).solve_many(board, optimal=True)[0].tolist() in ([31], [-2])
    assert Solver(algorithm="greedy").distances(board).tolist() == [31]
    with pytest.raises(taquin.InvalidInput, match="algorithm: greedy does not find optimal solutions"):
        Solver(algorithm="greedy").distances([HARD])


def test_goals_in_texts(solver: Solver) -> None:
    spiral = ["1 2 3/8 4 0/7 6 5 -> spiral", "1 2 3/8 0 4/7 6 5 -> spiral"]
    assert solver.distances(spiral).tolist() == [1, 0]
    assert solver.solve_many(spiral)[1] == ["R", ""]
    assert solver.distances(["bfs 1,2,5,3,4,0,6,7,8"]).tolist() == [solver.solve("bfs 1,2,5,3,4,0,6,7,8").length] == [3]
    assert solver.distances(spiral, "1 2 3/8 4 0/7 6 5").tolist() == [0, 1]
    assert taquin.as_array(spiral).shape == (2, 3, 3)
    rows = "0 1 3/4 2 5/7 8 6"
    assert solver.distances([rows, rows + " -> rows", FOUR]).tolist() == [4, 4, 4]
    for call in (solver.distances, solver.solve_many):
        with pytest.raises(taquin.InvalidInput, match="board 2 has another goal than board 0\nhint: .*goal="):
            call([rows, Board(rows), spiral[0]])


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (["0 1 3/4 2 5/7 8 6", "1 1 3/4 2 5/7 8 6"], "board 1: .*tile 1 appears twice"),
        ([FOUR, [1, 2, 0]], "board 1: .*square"),
        ([[1, 2, 3, 0], [1, 2, 0]], "board 1: .*square"),
        ([FOUR, "0 1 3/4 2 5/7 8"], "board 1: "),
        ([FOUR, [2**70] * 9], "board 1: .*is not a tile"),
        ([FOUR, [1, 2, 3, 0]], "board 1 is 2x2"),
    ],
)
def test_a_wrong_item_is_named(solver: Solver, boards: list[object], message: str) -> None:
    for given in (boards, tuple(boards), iter(boards)):
        with pytest.raises(taquin.InvalidInput, match=message):
            solver.distances(given)  # type: ignore[arg-type]


def test_an_item_of_a_wrong_type_is_named(solver: Solver) -> None:
    for wrong in (None, 3, ["a"] * 9, object()):
        with pytest.raises(TypeError, match="board 1: expected .*, not "):
            solver.solve_many([FOUR, wrong])  # type: ignore[list-item]


def test_mixed_lists_and_iterators(solver: Solver) -> None:
    board = Board(FOUR)
    for boards in ([board, FOUR], [FOUR, board], [FOUR, "0 1 3/4 2 5/7 8 6"], [np.array(FOUR), board, FOUR]):
        assert set(solver.distances(boards)) == {4}  # type: ignore[arg-type]
    assert solver.distances(list(FOUR) for _ in range(3)).tolist() == [4, 4, 4]  # type: ignore[arg-type]
    assert solver.distances({1: FOUR, 2: SOLVED}.values()).tolist() == [4, 0]  # type: ignore[arg-type]
    assert solver.distances(iter([])).tolist() == []  # type: ignore[arg-type]
    assert solver.distances([[1, 2, 3, 4, 0, 5], "1 2 3/4 5 0"], size=(2, 3)).tolist() == [1, 0]  # type: ignore[list-item]
    with pytest.raises(taquin.InvalidInput, match="board 1: the board is 3x3, expected 2x3"):
        solver.distances([[1, 2, 3, 4, 0, 5], Board(FOUR)], size=(2, 3))  # type: ignore[list-item]


def test_a_time_limit_keeps_what_is_solved() -> None:
    boards = [HARD] + [*taquin.scramble((4, 4), count=400, seed=1)]
    lengths, moves = Solver(threads=1, algorithm="idastar", heuristic="manhattan").solve_many(boards, time_limit=0.5)
    assert lengths[0] == 22 and lengths[-1] == -2 and moves[-1] is None
    assert all(length == len(letters or "--") or length == -2 for length, letters in zip(lengths, moves, strict=True))
