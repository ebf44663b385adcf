"""A* as a good student of Princeton's assignment writes it: reads a file, or standard input, and prints the boards."""

import sys
from heapq import heappop, heappush


def read():
    text = open(sys.argv[1]).read() if len(sys.argv) > 1 else sys.stdin.read()
    size, *numbers = (int(word) for word in text.split())
    return size, tuple(numbers)


def neighbours(size, board):
    blank = board.index(0)
    row, col = divmod(blank, size)
    for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        if 0 <= row + dr < size and 0 <= col + dc < size:
            other = (row + dr) * size + col + dc
            cells = list(board)
            cells[blank], cells[other] = cells[other], 0
            yield tuple(cells)


def manhattan(size, board):
    homes = ((cell, tile - 1) for cell, tile in enumerate(board) if tile)
    return sum(abs(cell // size - home // size) + abs(cell % size - home % size) for cell, home in homes)


def is_solvable(size, board):
    tiles = [tile for tile in board if tile]
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1:])
    return inversions % 2 == 0 if size % 2 else (inversions + board.index(0) // size) % 2 == 1


def solve(size, start):
    """The boards of a shortest solution, or None."""
    if not is_solvable(size, start):
        return None
    goal = tuple(range(1, size * size)) + (0,)
    parents, closed, queue = {start: None}, set(), [(manhattan(size, start), 0, start)]
    best = {start: 0}
    while queue:
        _, g, board = heappop(queue)
        if board in closed:
            continue
        if board == goal:
            path = []
            while board:
                path.append(board)
                board = parents[board]
            return path[::-1]
        closed.add(board)
        for child in neighbours(size, board):
            if child not in closed and g + 1 < best.get(child, 1 << 30):
                best[child], parents[child] = g + 1, board
                heappush(queue, (g + 1 + manhattan(size, child), g + 1, child))


def show(size, path):
    print("Minimum number of moves =", len(path) - 1)
    for board in path:
        print(f"\n{size}")
        for row in range(size):
            print("".join(f"{tile:2} " for tile in board[row * size:(row + 1) * size]))


if __name__ == "__main__":
    size, start = read()
    path = solve(size, start)
    if path:
        show(size, path)
    else:
        print("Unsolvable puzzle")
