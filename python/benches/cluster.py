"""Measures what results/cluster.md reports, on workers of this machine.

Usage: python cluster.py boards [ROUNDS] | own [ROUNDS] | nodes | overhead | kills [WORKER_KILLS DRIVER_KILLS]
"""

from __future__ import annotations

import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import distributed

import taquin
import taquin.cluster
from taquin.cluster_tasks import search_parts

LOOPBACK = {"host": "127.0.0.1", "protocol": "tcp", "dashboard_address": "127.0.0.1:0", "silence_logs": 50}

#: Random 3x6 boards with at least one divided iteration.
NODES_SEEDS = [6, 11, 14]


def local(workers: int) -> Any:
    # As docs/cluster.md recommends: the profiler takes 1 % of a core for each worker.
    os.environ["DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED"] = "False"
    return distributed.LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, **LOOPBACK)


def cpu() -> float:
    """The seconds of processor time of this process."""
    return time.process_time()


#: Solves every third of 200 boards, or all of them, and prints the processor time.
SHARE = """
import sys, time, taquin
boards = taquin.scramble((4, 4), count=200, seed=7)[int(sys.argv[2]) :: int(sys.argv[3])]
before = time.process_time()
taquin.Solver(threads=1, tables=sys.argv[1], expected_boards=200).solve_many(boards)
print(time.process_time() - before)
"""


def boards(rounds: int = 7) -> None:
    """200 random 4x4 boards on three workers, against one process and against three processes with a third each.

    Processes that run at the same time slow each other down; the second ratio is the cost of the cluster alone.
    """
    given = taquin.scramble((4, 4), count=200, seed=7)
    with tempfile.TemporaryDirectory() as folder:

        def processes(count: int) -> float:
            """The processor time of processes that share the boards."""
            shares = ([sys.executable, "-c", SHARE, folder, str(number), str(count)] for number in range(count))
            all_runs = [subprocess.Popen(run, stdout=subprocess.PIPE, text=True) for run in shares]
            return sum(float(one.communicate()[0]) for one in all_runs)

        def workers() -> float:
            with local(3) as cluster, distributed.Client(cluster) as client:
                client.run(__import__, "taquin.cluster")
                before = client.run(cpu)
                taquin.cluster.solve_many(client, given, tables=folder)
                return sum(after - before[address] for address, after in client.run(cpu).items())

        processes(1)
        print("| one process | three processes | 3 workers | ratio to one | ratio to three |\n|---|---|---|---|---|")
        ratios = []
        for _ in range(rounds):
            one, three, many = processes(1), processes(3), workers()
            ratios.append((many / one, many / three))
            print(f"| {one:.2f} | {three:.2f} | {many:.2f} | {many / one:.2f} | {many / three:.2f} |", flush=True)
        to_one, to_three = (statistics.median(column) for column in zip(*ratios))
        print(f"| median | | | {to_one:.2f} | {to_three:.2f} |")


def own(rounds: int = 5) -> None:
    """What three workers take that is not search, for 200 random 4x4 boards.

    Boards of a few moves need the same tables but hardly any search. They are solved in 8 tasks, the random boards in 13 to 15, so they
    are solved twice, which also repeats what each call costs. What idle workers take during the search is added.
    """
    easy = taquin.scramble((4, 4), depth=(8, 12), count=200, seed=7)
    hard = taquin.scramble((4, 4), count=200, seed=7)
    print("| idle, per second | 200 easy boards, twice | 200 random boards | seconds | not search | ratio |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        taquin.Solver(threads=1, tables=folder, expected_boards=200).solve_many(hard)
        for _ in range(rounds):
            with local(3) as cluster, distributed.Client(cluster) as client:
                client.run(__import__, "taquin.cluster")

                def measured(work: Callable[[], object]) -> tuple[float, float]:
                    """The processor time of the workers and the seconds."""
                    before, began = client.run(cpu), time.perf_counter()
                    work()
                    seconds = time.perf_counter() - began
                    return sum(after - before[address] for address, after in client.run(cpu).items()), seconds

                idle, waited = measured(lambda: time.sleep(2))
                tasks, _ = measured(lambda: [taquin.cluster.solve_many(client, easy, tables=folder) for _ in range(2)])
                total, seconds = measured(lambda: taquin.cluster.solve_many(client, hard, tables=folder))
                rest = tasks + idle / waited * seconds
                ratio = total / (total - rest)
                print(f"| {idle / waited:.2f} | {tasks:.2f} | {total:.2f} | {seconds:.2f} | {rest:.2f} | {ratio:.2f} |", flush=True)


def expanded(journal: Path) -> dict[int, int]:
    """The nodes of each iteration."""
    found: dict[int, int] = {}
    for line in map(json.loads, journal.read_text("utf-8").splitlines()):
        if line["kind"] == "part":
            found[line["bound"]] = found.get(line["bound"], 0) + line["expanded"]
    return found


def nodes() -> None:
    """The nodes of a divided search against the undivided one."""
    with tempfile.TemporaryDirectory() as folder, local(3) as cluster, distributed.Client(cluster) as client:
        for seed in NODES_SEEDS:
            board = taquin.scramble((3, 6), seed=seed)
            divided, whole = Path(folder) / f"divided{seed}", Path(folder) / f"whole{seed}"
            # Views are chosen once that pays, which depends on the tables on disk and the threads: here they are the same.
            taquin.Solver(threads=1, gap=0, tables=folder).solve(board)
            answer = taquin.cluster.solve(client, board, journal=divided, tables=folder, threads=1)
            taquin.Solver(threads=1, gap=0, tables=folder).solve(board, journal=whole)
            ours, theirs = expanded(divided), expanded(whole)
            proved = [bound for bound in theirs if bound < answer.length]
            ratio = sum(ours[bound] for bound in proved) / sum(theirs[bound] for bound in proved)
            last = ours.get(answer.length, 0), theirs.get(answer.length, 0)
            print(f"3x6 seed {seed}: {answer.length} moves, {sum(theirs[b] for b in proved):,} nodes, ratio {ratio:.3f}; last: {last}")


def overhead() -> None:
    """A task without parts: the frontier of an iteration, two small files, and Dask."""
    with tempfile.TemporaryDirectory() as folder, local(2) as cluster, distributed.Client(cluster) as client:
        for size, seed in (((3, 6), 6), ((5, 5), 1)):
            file = Path(folder) / f"{seed}.jsonl"
            with taquin.Journal(file, taquin.scramble(size, seed=seed)) as journal:
                while journal.iteration is None or journal.iteration.parts < 1000:
                    taquin.Solver(tables=folder).advance(journal)
                text = journal.assignment([])
                options = {"tables": folder}
                client.submit(search_parts, "warm", text, options, None, None, pure=False).result()
                rounds = 20
                began = time.perf_counter()
                futures = [client.submit(search_parts, "t", text, options, None, None, pure=False) for _ in range(rounds)]
                client.gather(futures)
                seconds = (time.perf_counter() - began) * 2 / rounds
                print(f"{size}: {1e3 * seconds:.1f} ms per empty task and worker, {len(text):,} bytes of assignment, 1,000 parts")
        began = time.perf_counter()
        client.gather([client.submit(int, number) for number in range(3000)])
        print(f"Dask alone: {3000 / (time.perf_counter() - began):,.0f} tasks per second")


DRIVER = """
import logging, sys
import distributed, taquin.cluster
logging.basicConfig(filename=sys.argv[4], format="%(message)s")
logging.getLogger("taquin.cluster").setLevel(logging.DEBUG)
client = distributed.Client(sys.argv[1])
taquin.cluster.solve(client, sys.argv[2], journal=sys.argv[3], tables=sys.argv[5], task_seconds=0.5)
"""


def recorded(journal: Path) -> list[tuple[int, int]]:
    text = journal.read_text("utf-8") if journal.exists() else ""
    lines = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
    return [(line["bound"], line["part"]) for line in lines if line["kind"] == "part"]


def kills(worker_kills: int = 100, driver_kills: int = 10) -> None:
    """Kills workers and drivers at random moments, on one board after the other, and checks every answer and every part."""
    chance = random.Random(7)
    workers_killed = drivers_killed = searches = sent_again = 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as name, local(3) as cluster, distributed.Client(cluster) as client:
        folder = Path(name)
        over = threading.Event()

        def kill_workers() -> None:
            nonlocal workers_killed
            rare = 0
            while not over.is_set() and workers_killed < worker_kills:
                time.sleep(chance.uniform(0.5, 2.5))
                try:
                    pids = list(client.run(os.getpid, on_error="ignore").values())
                except Exception:
                    continue
                if len(pids) >= 2:
                    rare = 0
                    try:
                        os.kill(chance.choice(pids), signal.SIGKILL)
                        workers_killed += 1
                    except ProcessLookupError:
                        pass
                elif (rare := rare + 1) == 5:
                    # A nanny whose worker is killed while it starts ends, too.
                    cluster.scale(len(cluster.worker_spec) + 1)
                    rare = 0

        killer = threading.Thread(target=kill_workers)
        killer.start()
        try:
            while workers_killed < worker_kills or drivers_killed < driver_kills:
                seed = NODES_SEEDS[searches % len(NODES_SEEDS)]
                board = taquin.scramble((3, 6), seed=seed)
                expected = taquin.Solver(gap=0, threads=1, tables=folder / "tables").solve(board).length
                journal, log = folder / f"{searches}.jsonl", folder / f"{searches}.log"
                arguments = [sys.executable, "-c", DRIVER, cluster.scheduler_address, str(board), str(journal), str(log)]
                while True:
                    before = set(recorded(journal))
                    log.unlink(missing_ok=True)
                    driver = subprocess.Popen([*arguments, str(folder / "tables")])
                    limit = chance.uniform(2, 6) if drivers_killed < driver_kills else None
                    try:
                        code = driver.wait(limit)
                    except subprocess.TimeoutExpired:
                        driver.kill()
                        driver.wait()
                        drivers_killed += 1
                        code = None
                    lines = log.read_text().splitlines() if log.exists() else []
                    for line in lines:
                        if line.startswith("bound"):
                            _, bound, _, numbers = line.split(" ", 3)
                            sent_again += sum((int(bound), part) in before for part in json.loads(numbers))
                    if code is not None:
                        assert code == 0, "the driver failed"
                        break
                with taquin.Journal(journal) as solved:
                    assert solved.is_solved and solved.incumbent is not None and len(solved.incumbent) == expected
                parts = recorded(journal)
                assert len(parts) == len(set(parts)), "a part is recorded twice"
                searches += 1
        finally:
            over.set()
            killer.join()
    assert sent_again == 0, "a part that was recorded is run again"
    seconds = time.perf_counter() - began
    print(f"{workers_killed} workers and {drivers_killed} drivers killed in {searches} searches, {seconds:.0f} s: every answer is "
          f"optimal, no part is recorded twice, {sent_again} parts sent that had been recorded")


COMMANDS: dict[str, Callable[..., None]] = {"boards": boards, "own": own, "nodes": nodes, "overhead": overhead, "kills": kills}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    COMMANDS[sys.argv[1]](*map(int, sys.argv[2:]))
