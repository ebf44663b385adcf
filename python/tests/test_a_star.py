"""A* with a heuristic of the caller."""

import pickle

import pytest

import taquin
from taquin import Board, Solver

BOARD = "8 1 3/4 0 2/7 6 5"


def test_own_and_named_heuristics_agree(solver: Solver) -> None:
    own = solver.a_star(BOARD, Board.manhattan, trace=True, consistent=True)
    named = solver.a_star(BOARD, "manhattan", trace=True)
    assert own.solution.length == named.solution.length == 14
    assert own.solution.optimal and named.solution.optimal
    assert own.stats.expanded == named.stats.expanded
    assert [event.kind for event in own.trace] == [event.kind for event in named.trace]
    assert own.trace[0].board == Board(BOARD) and own.trace[-1].kind == "goal"
    assert not solver.a_star(BOARD, Board.hamming).trace
    copy = pickle.loads(pickle.dumps(named))
    assert copy == named and hash(copy) == hash(named) and copy != own
    assert copy.trace == named.trace and len(set(copy.trace)) > 2


def test_nothing_is_claimed_without_a_promise(solver: Solver) -> None:
    greedy = solver.a_star(BOARD, lambda board: 3 * board.manhattan())
    assert not greedy.solution.optimal and greedy.solution.length >= 14


def test_wrong_heuristics(solver: Solver) -> None:
    with pytest.raises(ZeroDivisionError):
        solver.a_star(BOARD, lambda board: 1 // 0)
    with pytest.raises(taquin.InvalidInput, match="returned -1"):
        solver.a_star(BOARD, lambda board: -1)
    with pytest.raises(taquin.InvalidInput, match="returned"):
        solver.a_star(BOARD, lambda board: 2**40)
    with pytest.raises(TypeError, match="integer"):
        solver.a_star(BOARD, lambda board: "near")  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError):
        solver.a_star(BOARD, 3)  # type: ignore[arg-type]
    with pytest.raises(taquin.InvalidInput, match="manhattan"):
        solver.a_star(BOARD, "manhatan")
    with pytest.raises(taquin.Unsolvable):
        solver.a_star("1 2 3/4 5 6/8 7 0", Board.manhattan)


def test_a_limit_stops_it() -> None:
    with pytest.raises(taquin.Stopped):
        Solver(node_limit=10).a_star(BOARD, Board.hamming)
