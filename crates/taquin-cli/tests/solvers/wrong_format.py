"""Finds a shortest solution, and tells it as a story."""

from right import read, solve

size, start = read()
path = solve(size, start)
if path is None:
    print("Sorry, this one is impossible!")
else:
    for before, after in zip(path, path[1:]):
        print(f"Now slide tile {before[after.index(0)]} into the hole.")
    print(f"Done after {len(path) - 1} steps :-)")
