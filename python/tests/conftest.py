"""What several tests share."""

import pytest

import taquin


@pytest.fixture(scope="session")
def solver() -> taquin.Solver:
    """One solver for all tests: it keeps its tables."""
    return taquin.Solver(threads=2)
