"""Hamming distance with a common mistake: the blank is counted as if it were a tile.

One move puts a tile and the blank in place at once, so two misplaced things can be one move from home."""

import sys

GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]

for line in sys.stdin:
    board = [int(word) for word in line.split()]
    print(sum(tile != home for tile, home in zip(board, GOAL)))
