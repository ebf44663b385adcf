"""Replays the recorded part times of an iteration on 1 to 10,000 workers.

Usage: python simulate.py TIMES [SVG]

TIMES is a journal, of which the longest iteration is taken, or a file with the seconds of a part in each line. Prints a table, and
draws a plot of the speedup. A task costs OVERHEAD seconds on its worker; the scheduler starts at most RATE tasks per second.
"""

import heapq
import json
import math
import random
import sys
from collections.abc import Callable
from pathlib import Path

#: Seconds of a task without its parts, as measured in results/cluster.md, and the tasks that a scheduler starts in a second.
OVERHEAD = 0.045
RATE = 350.0
TASK_SECONDS = 10.0
LEAST = 20
WORKERS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]


def times(path: Path) -> list[float]:
    """Returns the seconds of the parts, in their order."""
    text = path.read_text("utf-8")
    if not text.startswith("{"):
        return [float(line) for line in text.splitlines() if not line.startswith("#")]
    iterations: dict[int, dict[int, float]] = {}
    for line in map(json.loads, text[: text.rfind("\n") + 1].splitlines()):
        if line["kind"] == "part":
            iterations.setdefault(line["bound"], {})[line["part"]] = line["seconds"]
    longest = max(iterations.values(), key=lambda parts: sum(parts.values()))
    return [seconds for _, seconds in sorted(longest.items())]


def simulate(parts: list[float], workers: int, overhead: float = OVERHEAD, task_seconds: float = TASK_SECONDS) -> tuple[float, int]:
    """Returns the seconds until all parts are done, and the number of tasks, with the driver's rule for groups."""
    left = parts.copy()
    random.Random(1).shuffle(left)
    free = [0.0] * workers
    done_seconds, done, started, tasks, end = 0.0, 0, 0.0, 0, 0.0
    while left:
        fair = math.ceil(len(left) / (2 * workers))
        planned = int(task_seconds * done / max(done_seconds, 1e-3)) if done else 4
        count = max(1, planned // LEAST, min(fair, planned))
        group, left = left[:count], left[count:]
        begin = max(heapq.heappop(free), started)
        started = max(started, begin) + 1 / RATE if started > begin - 1 / RATE else begin + 1 / RATE
        finish = begin + overhead + sum(group)
        heapq.heappush(free, finish)
        end = max(end, finish)
        done, done_seconds, tasks = done + count, done_seconds + sum(group), tasks + 1
    return end, tasks


def plot(lines: dict[str, list[tuple[int, float]]], path: Path) -> None:
    """Draws speedups on logarithmic axes."""
    left, top, width, height = 70, 50, 560, 400
    x: Callable[[float], float] = lambda value: left + width * math.log10(value) / 4
    y: Callable[[float], float] = lambda value: top + height - height * math.log10(max(value, 1)) / 4
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 510" font-family="sans-serif" font-size="13">',
        '<rect width="760" height="510" fill="white"/>',
        '<text x="70" y="28" font-size="16">Speedup of one iteration of a 24-puzzle, replayed</text>',
    ]
    for power in range(5):
        at, label = 10**power, f"{10**power:,}"
        out.append(f'<path d="M{x(at):.1f} {top}V{top + height}M{left} {y(at):.1f}H{left + width}" stroke="#ddd"/>')
        out.append(f'<text x="{x(at):.1f}" y="{top + height + 20}" text-anchor="middle">{label}</text>')
        out.append(f'<text x="{left - 8}" y="{y(at) + 4:.1f}" text-anchor="end">{label}</text>')
    out.append(f'<text x="{left + width / 2}" y="{top + height + 42}" text-anchor="middle">workers</text>')
    out.append(f'<path d="M{x(1)} {y(1)}L{x(10_000)} {y(10_000)}" stroke="#999" stroke-dasharray="4 4" fill="none"/>')
    out.append(f'<text x="{x(2200):.0f}" y="{y(3600):.0f}" fill="#777" text-anchor="end">ideal</text>')
    labels: list[float] = []
    colours = ["#1b6ca8", "#c8553d", "#3a7d44", "#7b3fa0"]
    for colour, (name, points) in zip(colours, lines.items(), strict=False):
        line = "L".join(f"{x(workers):.1f} {y(speedup):.1f}" for workers, speedup in points)
        out.append(f'<path d="M{line}" stroke="{colour}" stroke-width="2" fill="none"/>')
        out += [f'<circle cx="{x(w):.1f}" cy="{y(s):.1f}" r="3" fill="{colour}"/>' for w, s in points]
        height_of_label = y(points[-1][1]) + 4
        while any(abs(height_of_label - other) < 16 for other in labels):
            height_of_label -= 4
        labels.append(height_of_label)
        out.append(f'<text x="{left + width + 8}" y="{height_of_label:.1f}" fill="{colour}">{name}</text>')
    path.write_text("\n".join([*out, "</svg>"]) + "\n", "utf-8")


def main() -> None:
    parts = times(Path(sys.argv[1]))
    total = sum(parts)
    print(f"{len(parts)} parts, {total:,.0f} s in all, longest {max(parts):.1f} s: at most {total / max(parts):,.0f} times as fast\n")
    longer = [10 * part for part in parts]
    # A longer iteration has up to 10,000 parts, which are assumed to vary as these do.
    cases = {"as recorded": parts, "10 × longer": longer, "100 × longer": 10 * longer}
    print("| workers | seconds | tasks | speedup | efficiency | speedup, 10 × longer | speedup, 100 × longer |")
    print("|---|---|---|---|---|---|---|")
    lines: dict[str, list[tuple[int, float]]] = {name: [] for name in cases}
    for workers in WORKERS:
        row = []
        for name, case in cases.items():
            seconds, tasks = simulate(case, workers)
            lines[name].append((workers, sum(case) / seconds))
            row.append((seconds, tasks, sum(case) / seconds))
        seconds, tasks, speedup = row[0]
        print(f"| {workers:,} | {seconds:,.1f} | {tasks:,} | {speedup:,.1f} | {100 * speedup / workers:.0f} % "
              f"| {row[1][2]:,.1f} | {row[2][2]:,.1f} |")
    if len(sys.argv) > 2:
        plot(lines, Path(sys.argv[2]))


if __name__ == "__main__":
    main()
