"""Gymnasium environments."""

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import taquin  # noqa: E402
import taquin.gym  # noqa: E402
from taquin.gym import ACTIONS, SlidingPuzzleEnv, SlidingPuzzleVectorEnv  # noqa: E402


@pytest.mark.parametrize("options", [{"size": 3}, {"size": (2, 5), "depth": (3, 9)}, {"size": (4, 4), "depth": 10}])
def test_the_checker_is_content(options: dict[str, object]) -> None:
    environment = gymnasium.make("taquin/SlidingPuzzle-v0", starts=64, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(environment.unwrapped, skip_render_check=True)


def test_an_episode(solver: taquin.Solver) -> None:
    environment = SlidingPuzzleEnv(size=3, depth=(6, 6), starts=50, render_mode="ansi")
    _, info = environment.reset(seed=2)
    assert info["optimal_length"] == 6
    total = 0.0
    for letter in solver.solve(environment.board).moves:
        assert info["action_mask"][ACTIONS.index(letter)] == 1
        _, reward, solved, truncated, info = environment.step(np.int64(ACTIONS.index(letter)))
        total += reward
    assert solved and not truncated and total == -6
    assert environment.render() == str(environment.board)
    environment.reset(options={"board": "1 2 3/4 5 6/7 0 8"})
    assert environment.step(np.int64(ACTIONS.index("L")))[2]


def test_the_vector_environment_is_the_single_one() -> None:
    count = 50
    vector = gymnasium.make_vec(
        "taquin/SlidingPuzzle-v0", num_envs=count, vectorization_mode="vector_entry_point", size=(3, 3), depth=(1, 4), max_steps=6
    )
    assert isinstance(vector.unwrapped, SlidingPuzzleVectorEnv)
    observations, infos = vector.reset(seed=3)
    assert vector.observation_space.contains(observations)
    assert infos["optimal_length"].shape == (count,)
    boards = [taquin.Board(observation) for observation in observations]
    steps, ended = np.zeros(count, int), np.zeros(count, bool)
    generator = np.random.default_rng(1)
    solved = 0
    for _ in range(60):
        actions = generator.integers(4, size=count)
        observations, rewards, terminated, truncated, infos = vector.step(actions)
        for index in range(count):
            if ended[index]:
                boards[index], steps[index] = taquin.Board(observations[index]), 0
                assert (rewards[index], terminated[index], truncated[index]) == (0, False, False)
                assert infos["optimal_length"][index] == taquin.solve(boards[index]).length
                continue
            boards[index] = boards[index].slide(ACTIONS[actions[index]]) or boards[index]
            steps[index] += 1
            assert (observations[index] == boards[index].to_numpy()).all() and rewards[index] == -1
            assert terminated[index] == boards[index].is_solved()
            assert truncated[index] == (steps[index] >= 6 and not terminated[index])
            solved += terminated[index]
        ended = terminated | truncated
    assert solved > 0
    again, _ = vector.reset(seed=3)
    assert (again == vector.reset(seed=3)[0]).all()


def test_wrong_actions() -> None:
    vector = SlidingPuzzleVectorEnv(4, size=3, starts=10)
    with pytest.raises(taquin.InvalidInput, match="board 2: 4 is not an action"):
        vector.step(np.array([0, 1, 4, 0]))
    with pytest.raises(taquin.InvalidInput, match="3 actions for 4 boards"):
        vector.step(np.array([0, 1, 2]))
    with pytest.raises(taquin.InvalidInput, match="at least one board"):
        taquin.Environments(np.zeros((0, 9), int), 4)
    with pytest.raises(taquin.InvalidInput, match="256 cells"):
        SlidingPuzzleEnv(size=17, starts=2)


def test_a_vector_of_none() -> None:
    observations, _ = SlidingPuzzleVectorEnv(0, size=3, starts=10).reset()
    assert observations.shape == (0, 3, 3)


@pytest.mark.parametrize("action", [-1, 4, 1.7, np.int64(4), "U", None])
def test_wrong_actions_of_one_puzzle(action: object) -> None:
    environment = SlidingPuzzleEnv(size=3, starts=2)
    environment.reset(seed=1)
    before = environment.board
    with pytest.raises(taquin.InvalidInput, match="is not an action, expected 0 to 3"):
        environment.step(action)  # type: ignore[arg-type]
    assert environment.board == before


def test_wrong_boards_to_begin_with() -> None:
    environment = SlidingPuzzleEnv(size=3, starts=2)
    environment.reset(seed=1)
    with pytest.raises(taquin.InvalidInput, match="the board is 2x2, expected 3x3"):
        environment.reset(options={"board": "1 2/3 0"})
    with pytest.raises(taquin.Unsolvable):
        environment.reset(options={"board": "1 2 3/4 5 6/8 7 0"})
    assert environment.reset(options={"board": [1, 2, 3, 4, 5, 6, 7, 0, 8]})[1]["optimal_length"] == -1
    assert SlidingPuzzleEnv(size=(2, 3), starts=2).reset(options={"board": [1, 2, 3, 4, 0, 5]})[0].shape == (2, 3)
    for environments in (SlidingPuzzleEnv, lambda **options: SlidingPuzzleVectorEnv(2, **options)):
        with pytest.raises(taquin.InvalidInput, match="starts: expected at least 1, not 0"):
            environments(size=3, starts=0)


def test_the_vector_environment_has_masks_and_renders() -> None:
    vector = gymnasium.make_vec(
        "taquin/SlidingPuzzle-v0",
        num_envs=20,
        vectorization_mode="vector_entry_point",
        size=(2, 3),
        render_mode="ansi",
    )
    observations, infos = vector.reset(seed=1)
    for step in range(5):
        for observation, mask in zip(observations, infos["action_mask"], strict=True):
            legal = {letter for letter, _ in taquin.Board(observation).neighbours()}
            assert mask.tolist() == [int(letter in legal) for letter in ACTIONS]
        assert vector.render() == tuple(str(taquin.Board(observation)) for observation in observations)
        observations, _, _, _, infos = vector.step(np.full(20, step % 4))
    with pytest.raises(taquin.InvalidInput, match="actions are integers, not float64"):
        vector.step(np.full(20, 1.7))
