"""What can go wrong. Every exception that this package defines is an `Error`; an argument of a wrong type is a `TypeError`."""

from collections.abc import Sequence

__all__ = ["Error", "InvalidInput", "Stopped", "Unsolvable"]


class Error(Exception):
    """The base of all exceptions of this package."""


class InvalidInput(Error, ValueError):
    """A board, a goal or an option that is wrong."""


class Unsolvable(Error, ValueError):
    """No sequence of moves leads to the goal; the message is the argument.

    >>> import taquin
    >>> try:
    ...     taquin.solve("1 2 3/8 4 0/7 6 5")
    ... except taquin.Unsolvable as error:
    ...     print(error.reachable_goals)
    ['spiral']
    """

    def __init__(self, message: str, reachable_goals: Sequence[str] = ()) -> None:
        super().__init__(message)
        #: The names of the goals that the board can reach.
        self.reachable_goals: list[str] = list(reachable_goals)


class Stopped(Error):
    """A limit was reached before there was a solution."""

    def __init__(self, message: str, lower_bound: int = 0) -> None:
        super().__init__(message)
        #: No solution is shorter than this.
        self.lower_bound: int = lower_bound
