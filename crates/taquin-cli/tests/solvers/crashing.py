"""Reads the board wrongly."""

import sys

board = [int(word) for word in open(sys.argv[1]).read().split()]
print("Minimum number of moves =", board[99])
