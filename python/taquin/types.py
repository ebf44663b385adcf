"""The types of what callers pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from taquin._taquin import Board

#: A board: text in any notation, nested lists, a flat list of a square board, or an array.
BoardLike: TypeAlias = Union[Board, str, Sequence[int], Sequence[Sequence[int]], "NDArray[np.integer[Any]]"]

#: Several boards: an array of shape (n, cells) or (n, rows, cols), or any iterable of boards.
BoardsLike: TypeAlias = Union["NDArray[np.integer[Any]]", Iterable[BoardLike]]

#: A goal: "rows", "blank-first", "spiral", or a board.
GoalLike: TypeAlias = BoardLike

#: A size: (3, 4), "3x4", or 4 for 4x4.
SizeLike: TypeAlias = Union[int, str, tuple[int, int]]

#: What happens with unsolvable boards.
OnUnsolvable: TypeAlias = Literal["raise", "report"]
