"""Sliding puzzles as Gymnasium environments; importing this module registers `taquin/SlidingPuzzle-v0`.

>>> import gymnasium
>>> import taquin.gym
>>> environment = gymnasium.make("taquin/SlidingPuzzle-v0", size=(3, 3), depth=(4, 8))
>>> observation, info = environment.reset(seed=1)
>>> observation.shape, 4 <= info["optimal_length"] <= 8
((3, 3), True)

An action moves a tile: 0 up, 1 left, 2 right, 3 down. A move that no tile can make changes nothing. Every step costs a reward of
-1, so the best return is the negative optimal length. Needs the extra `gym`.

The info has an `action_mask`, 1 for the moves that a tile can make, and the `optimal_length` of the board that the episode began
with; -1 if it is not known: for random boards of more than 12 cells and for boards given to `reset`.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("environments need Gymnasium\nhint: pip install 'taquin[gym]'") from error

from taquin import _taquin
from taquin.errors import InvalidInput, Unsolvable
from taquin.types import GoalLike, SizeLike

__all__ = ["ACTIONS", "SlidingPuzzleEnv", "SlidingPuzzleVectorEnv"]

#: The letters of the actions, the directions of the tile.
ACTIONS = "ULRD"

#: The tiles of larger boards are not bytes.
_MOST_CELLS = 256

#: Up to this many cells the optimal length of a random board is a table lookup.
_LOOKUP_CELLS = 12

Observation = NDArray[np.uint8]


class _Starts:
    """Boards to begin with, drawn once, and their optimal lengths, or -1 where they are not known."""

    def __init__(
        self,
        size: SizeLike,
        depth: int | tuple[int, int] | None,
        goal: GoalLike | None,
        starts: int,
        seed: int,
        solver: _taquin.Solver | None,
    ) -> None:
        if starts < 1:
            raise InvalidInput(f"starts: expected at least 1, not {starts}")
        self.goal = goal
        self.size = _taquin.scramble(size, goal=goal, seed=0).size
        rows, cols = self.size
        if rows * cols > _MOST_CELLS:
            raise InvalidInput(f"environments have at most {_MOST_CELLS} cells, not {rows}x{cols}")
        solver = _taquin.Solver() if solver is None else solver
        self.boards: NDArray[Any] = _taquin.scramble(
            self.size, depth=depth, count=starts, seed=seed, goal=goal, solver=solver
        )
        self.lengths: NDArray[Any] = np.full(starts, -1, np.int16)
        if depth is not None or rows * cols <= _LOOKUP_CELLS:
            self.lengths = solver.distances(self.boards, goal, size=self.size).astype(np.int16)

    def space(self) -> Any:
        rows, cols = self.size
        return spaces.Box(0, rows * cols - 1, self.size, np.uint8)


def _checked(action: Any) -> int:
    try:
        number = operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < len(ACTIONS):
        raise InvalidInput(f"{action} is not an action, expected 0 to 3")
    return number


class SlidingPuzzleEnv(gymnasium.Env[Observation, np.int64]):
    """One sliding puzzle.

    `depth`, a number or a pair, is the optimal length of the boards it begins with; without it all solvable boards are equally
    likely. They are drawn once, `starts` of them, by `pool_seed`; the seed of `reset` selects among them. An episode is
    truncated after `max_steps`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        size: SizeLike = (4, 4),
        depth: int | tuple[int, int] | None = None,
        goal: GoalLike | None = None,
        max_steps: int = 1000,
        starts: int = 1024,
        pool_seed: int = 0,
        solver: _taquin.Solver | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._starts = _Starts(size, depth, goal, starts, pool_seed, solver)
        self._max_steps = max_steps
        self._board = _taquin.Board(self._starts.boards[0], self._starts.size)
        self._optimal = -1
        self._steps = 0
        self.observation_space = self._starts.space()
        self.action_space = spaces.Discrete(4)
        self.render_mode = render_mode

    @property
    def board(self) -> _taquin.Board:
        """The current board."""
        return self._board

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins with another board: `options={"board": ...}` sets it."""
        super().reset(seed=seed)
        if options is not None and "board" in options:
            board = _taquin.Board(options["board"], self._starts.size)
            if not board.is_solvable(self._starts.goal):
                raise Unsolvable("unsolvable: the board of the options cannot reach the goal")
            self._board = board
            self._optimal = -1
        else:
            index = int(self.np_random.integers(len(self._starts.boards)))
            self._board = _taquin.Board(self._starts.boards[index], self._starts.size)
            self._optimal = int(self._starts.lengths[index])
        self._steps = 0
        return self._board.to_numpy(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action."""
        self._board = self._board.slide(ACTIONS[_checked(action)]) or self._board
        self._steps += 1
        solved = self._board.is_solved(self._starts.goal)
        truncated = not solved and self._steps >= self._max_steps
        return self._board.to_numpy(), -1.0, solved, truncated, self._info()

    def render(self) -> str | None:
        """Returns the board as text."""
        return str(self._board) if self.render_mode == "ansi" else None

    def _info(self) -> dict[str, Any]:
        legal = {letter for letter, _ in self._board.neighbours()}
        mask = np.array([letter in legal for letter in ACTIONS], np.int8)
        return {"optimal_length": self._optimal, "action_mask": mask}


class SlidingPuzzleVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many sliding puzzles that step in one call; the parameters are those of `SlidingPuzzleEnv`.

    >>> from taquin.gym import SlidingPuzzleVectorEnv
    >>> environments = SlidingPuzzleVectorEnv(1024, size=(4, 4), depth=(1, 20))
    >>> observations, infos = environments.reset(seed=1)
    >>> observations.shape, int(infos["optimal_length"].max()) <= 20
    ((1024, 4, 4), True)
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        num_envs: int,
        size: SizeLike = (4, 4),
        depth: int | tuple[int, int] | None = None,
        goal: GoalLike | None = None,
        max_steps: int = 1000,
        starts: int = 1024,
        pool_seed: int = 0,
        solver: _taquin.Solver | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._starts = _Starts(size, depth, goal, starts, pool_seed, solver)
        self._observations: Observation | None = None
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.single_observation_space = self._starts.space()
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._environments = _taquin.Environments(
            self._starts.boards, num_envs, goal=goal, size=self._starts.size, most_steps=max_steps
        )

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all puzzles again."""
        if isinstance(seed, list):
            seed = seed[0] if seed else None
        observations = self._environments.reset(seed)
        return observations, self._infos(observations)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays an action on every puzzle. A puzzle that has ended begins again in the next step."""
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu" and actions.size > 0:
            raise InvalidInput(f"actions are integers, not {actions.dtype}")
        observations, rewards, terminated, truncated = self._environments.step(
            np.ascontiguousarray(actions, np.int64)
        )
        return observations, rewards, terminated, truncated, self._infos(observations)

    def render(self) -> tuple[str, ...] | None:
        """Returns the boards as texts."""
        if self.render_mode != "ansi" or self._observations is None:
            return None
        return tuple(str(_taquin.Board(observation)) for observation in self._observations)

    def _infos(self, observations: Observation) -> dict[str, Any]:
        self._observations = observations
        rows, cols = self._starts.size
        row, col = np.divmod(observations.reshape(self.num_envs, rows * cols).argmin(axis=1), cols)
        # In the order of `ACTIONS`: a tile moves up from below the blank.
        mask = np.stack([row < rows - 1, col < cols - 1, col > 0, row > 0], axis=1).astype(np.int8)
        return {"optimal_length": self._starts.lengths[self._environments.origins], "action_mask": mask}


gymnasium.register(
    id="taquin/SlidingPuzzle-v0",
    entry_point="taquin.gym:SlidingPuzzleEnv",
    vector_entry_point="taquin.gym:SlidingPuzzleVectorEnv",
)
