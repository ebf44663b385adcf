"""Sliding-tile puzzles: the 8-puzzle, the 15-puzzle and every other size, with any goal.

>>> import taquin
>>> taquin.solve("0 1 3/4 2 5/7 8 6").moves
'LULU'

A `Solver` solves many puzzles and has options; `Solver.distances` labels arrays of boards. The extras `gym`, `arrow` and `dask`
install what `taquin.gym`, `dataset` and `taquin.cluster` need.
"""

from taquin._taquin import (
    Board,
    Environments,
    Game,
    Iteration,
    Journal,
    Progress,
    SearchResult,
    Solution,
    Solver,
    Stats,
    TraceEvent,
    __version__,
    as_array,
    explain,
    scramble,
    solve,
)
from taquin.errors import Error, InvalidInput, Stopped, Unsolvable
from taquin.parquet import dataset

__all__ = [
    "Board",
    "Environments",
    "Error",
    "Game",
    "InvalidInput",
    "Iteration",
    "Journal",
    "Progress",
    "SearchResult",
    "Solution",
    "Solver",
    "Stats",
    "Stopped",
    "TraceEvent",
    "Unsolvable",
    "__version__",
    "as_array",
    "dataset",
    "explain",
    "scramble",
    "solve",
]
