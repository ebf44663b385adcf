"""Manhattan distance: how far the tiles are from home, the blank not counted. Admissible and consistent.

Reads one board per line, the numbers of its cells with 0 for the blank, and answers one number per line."""

import sys

WIDTH = 3
GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]


def distance(cell, home):
    return abs(cell // WIDTH - home // WIDTH) + abs(cell % WIDTH - home % WIDTH)


for line in sys.stdin:
    board = [int(word) for word in line.split()]
    print(sum(distance(cell, GOAL.index(tile)) for cell, tile in enumerate(board) if tile != 0))
