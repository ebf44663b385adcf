"""Manhattan distance with a common mistake: the blank is counted as if it were a tile.

A move brings a tile and the blank one step nearer at once, so the sum can fall by two."""

import sys

WIDTH = 3
GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]


def distance(cell, home):
    return abs(cell // WIDTH - home // WIDTH) + abs(cell % WIDTH - home % WIDTH)


for line in sys.stdin:
    board = [int(word) for word in line.split()]
    print(sum(distance(cell, GOAL.index(tile)) for cell, tile in enumerate(board)))
