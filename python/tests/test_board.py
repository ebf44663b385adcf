"""Boards: what they are made from, what they know, and what is refused."""

import pickle

import numpy as np
import pytest

import taquin
from taquin import Board

TEXT = "0 1 3/4 2 5/7 8 6"


@pytest.mark.parametrize(
    "same",
    [
        "[[0, 1, 3], [4, 2, 5], [7, 8, 6]]",
        [[0, 1, 3], [4, 2, 5], [7, 8, 6]],
        ((0, 1, 3), (4, 2, 5), (7, 8, 6)),
        [0, 1, 3, 4, 2, 5, 7, 8, 6],
        np.array([[0, 1, 3], [4, 2, 5], [7, 8, 6]], np.int8),
        np.array([0, 1, 3, 4, 2, 5, 7, 8, 6], np.uint64),
        Board(TEXT),
    ],
)
def test_every_way_to_make_a_board(same: object) -> None:
    assert Board(same) == Board(TEXT)  # type: ignore[arg-type]


def test_properties() -> None:
    board = Board([1, 2, 3, 4, 0, 5], (2, 3))
    assert (board.size, board.rows, board.cols, board.blank) == ((2, 3), 2, 3, (1, 1))
    assert board.tiles == (1, 2, 3, 4, 0, 5)
    assert [letter for letter, _ in board.neighbours()] == ["D", "R", "L"]
    assert board.is_solvable() and not board.is_solved()
    assert (board.manhattan(), board.hamming(), board.inversions) == (1, 1, 0)
    assert board.slide("L") == board.play("L") and board.slide("U") is None
    assert board.play("L").is_solved() and board.is_solved(goal=board)


def test_copies() -> None:
    board = Board(TEXT)
    assert pickle.loads(pickle.dumps(board)) == board
    line = Board([1, 0, 2], (1, 3))
    assert pickle.loads(pickle.dumps(line)).size == (1, 3)
    assert len({board, Board(TEXT), line}) == 2
    assert eval(repr(board), {"Board": Board}) == board
    assert board != TEXT and (board == 3) is False
    assert Board(np.asarray(board)) == board and np.asarray(board).dtype == np.uint8
    assert np.asarray(board, dtype=np.int64).dtype == np.int64
    assert Board(list(range(289)), (17, 17)).to_numpy().dtype == np.uint16


def test_pictures() -> None:
    assert Board(TEXT)._repr_svg_().startswith("<svg")
    assert "data:image/gif;base64," in taquin.solve(TEXT)._repr_html_()
    assert taquin.solve(TEXT).gif().startswith(b"GIF89a")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("1 2 3", "tile"),
        ("", "."),
        ([1, 2, 3, 4, 5, 6, 7, 8], "square"),
        ([[1, 2], [3]], "row"),
        ([[1, 2], [2, 0]], "2"),
        ([[1, 2], [3, 4]], "4"),
        ([[1, 2], [3, -1]], "-1 is not a tile"),
        ([[1, 2], [3, 2**70]], "is not a tile"),
        ([], "."),
    ],
)
def test_wrong_values(wrong: object, message: str) -> None:
    with pytest.raises(taquin.InvalidInput, match=message) as caught:
        Board(wrong)  # type: ignore[arg-type]
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, taquin.Error)


@pytest.mark.parametrize("wrong", [None, 3, 3.5, [[1.0, 2.0], [3.0, 0.0]], np.zeros((2, 2)), object(), [["a", "b"]], b"1230", {1, 2, 3, 0}, {}])
def test_wrong_types(wrong: object) -> None:
    with pytest.raises(TypeError):
        Board(wrong)  # type: ignore[arg-type]


def test_wrong_goals_moves_and_sizes() -> None:
    board = Board(TEXT)
    with pytest.raises(taquin.InvalidInput, match="spiral"):
        board.manhattan("spirale")
    with pytest.raises(taquin.InvalidInput, match="same size"):
        board.manhattan("1 2/3 0")
    with pytest.raises(taquin.InvalidInput):
        board.play("RR")
    with pytest.raises(taquin.InvalidInput):
        board.slide("sideways")
    for size in [(0, 3), (200, 3), "3 by 3", -1]:
        with pytest.raises((taquin.InvalidInput, TypeError)):
            Board([1, 2, 0], size)
    with pytest.raises(TypeError):
        Board("1 2/3 0").is_solved(3)  # type: ignore[arg-type]


def test_explanations() -> None:
    assert "odd" in taquin.explain("1 2 3/4 5 6/8 7 0")
    assert "manhattan   4" in taquin.explain(TEXT)


def test_a_size_is_compared() -> None:
    for same in [TEXT, Board(TEXT), [[0, 1, 3], [4, 2, 5], [7, 8, 6]], Board(TEXT).to_numpy()]:
        assert Board(same, (3, 3)) == Board(TEXT)
        with pytest.raises(taquin.InvalidInput, match="the board is 3x3, expected 1x9"):
            Board(same, (1, 9))


def test_an_array_is_a_copy() -> None:
    board = Board(TEXT)
    assert board.__array__(copy=True).shape == board.__array__(copy=None).shape == (3, 3)
    with pytest.raises(ValueError, match="copy"):
        board.__array__(copy=False)


def test_a_goal_in_the_text_is_dropped() -> None:
    text = "bfs 1,2,5,3,4,0,6,7,8"
    assert Board(text) == Board([1, 2, 5, 3, 4, 0, 6, 7, 8]) and not Board(text).play("DRR").is_solved()
    assert taquin.solve(text).boards()[-1].is_solved("blank-first")
