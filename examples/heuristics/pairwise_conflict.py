"""Manhattan distance plus linear conflict with a common mistake: two moves for every pair of tiles that are in their
goal line in reversed order.

Where three tiles of a line are in each other's way, two that step aside are enough, but there are three pairs."""

import sys
from itertools import combinations

WIDTH = 3
GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]


def distance(cell, home):
    return abs(cell // WIDTH - home // WIDTH) + abs(cell % WIDTH - home % WIDTH)


def conflicts(board, cells):
    """The pairs of tiles that belong into this line and are in the wrong order."""
    homes = [GOAL.index(board[cell]) for cell in cells if board[cell] != 0]
    homes = [home for home in homes if home in cells]
    return sum(first > second for first, second in combinations(homes, 2))


ROWS = [[row * WIDTH + col for col in range(WIDTH)] for row in range(WIDTH)]
COLS = [[row * WIDTH + col for row in range(WIDTH)] for col in range(WIDTH)]

for line in sys.stdin:
    board = [int(word) for word in line.split()]
    manhattan = sum(distance(cell, GOAL.index(tile)) for cell, tile in enumerate(board) if tile != 0)
    print(manhattan + 2 * sum(conflicts(board, cells) for cells in ROWS + COLS))
