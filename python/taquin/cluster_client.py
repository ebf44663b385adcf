"""The driver's side of a cluster: checks of the client, and tasks that keep its workers busy."""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from taquin._taquin import __version__
from taquin.cluster_tasks import cancel, table_problem
from taquin.errors import Error, InvalidInput

log = logging.getLogger("taquin.cluster")

#: How long to wait for the first worker, in seconds.
_FIRST_WORKER = 10.0

#: How often the workers are counted, in seconds.
_COUNTING = 2.0

Tag = TypeVar("Tag")


class Client(Protocol):
    """What is used of `distributed.Client`."""

    @property
    def status(self) -> str: ...
    @property
    def asynchronous(self) -> bool: ...
    def nthreads(self) -> Any: ...
    def wait_for_workers(self, n_workers: int, timeout: float) -> Any: ...
    def submit(self, func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any: ...
    def run(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any: ...
    def cancel(self, futures: Any) -> Any: ...


def check(client: Client) -> None:
    """Raises an `Error` unless the client has workers with this version of the package."""
    if not hasattr(client, "submit") or not hasattr(client, "nthreads"):
        raise TypeError(f"expected a distributed.Client, not {type(client).__name__}")
    if client.asynchronous:
        raise Error("the client is asynchronous\nhint: use a Client without asynchronous=True")
    if client.status != "running":
        raise Error("the client is not connected to a scheduler\nhint: make a new Client; a journal or a path keeps what is done")
    if not client.nthreads():
        try:
            client.wait_for_workers(1, timeout=_FIRST_WORKER)
        except Exception as error:
            raise Error("the cluster has no workers\nhint: start some, or see their logs for why they end") from error
    # Nothing but builtins, so that it also runs where the package is missing.
    found: Mapping[str, object] = client.run(eval, "__import__('taquin').__version__", on_error="return")
    for address, version in found.items():
        if isinstance(version, ImportError):
            raise Error(f"the worker {address} cannot import taquin: {version}\nhint: install taquin {__version__} on every worker")
        if isinstance(version, str) and version != __version__:
            raise Error(
                f"the worker {address} has taquin {version}, this process has {__version__}\n"
                "hint: install the same version everywhere"
            )


def check_tables(client: Client, tables: str | None) -> None:
    """Raises an exception unless every worker can write tables. Dask logs exceptions of tasks with their tracebacks."""
    found: Mapping[str, object] = client.run(table_problem, tables, on_error="ignore")
    for problem in found.values():
        if isinstance(problem, str):
            raise InvalidInput(problem)


class Tasks(Generic[Tag]):
    """Tasks on the workers, each with a tag. A task whose worker is lost is run again."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._token = uuid.uuid4().hex
        self._numbers = itertools.count()
        self._running: dict[Any, Tag] = {}
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._counted = 0.0
        self._workers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._running)

    def workers(self) -> dict[str, int]:
        """Returns the threads of each worker, at most two seconds old."""
        now = time.monotonic()
        if now - self._counted > _COUNTING:
            self._workers = dict(self._client.nthreads())
            self._counted = now
        return self._workers

    def slots(self) -> int:
        """Returns how many tasks run at the same time."""
        return max(1, sum(self.workers().values()))

    def hosts(self) -> dict[str, str]:
        """Returns a worker of each machine."""
        return {address.rpartition(":")[0]: address for address in reversed(list(self.workers()))}

    def submit(self, tag: Tag, name: str, function: Callable[..., Any], *args: Any, worker: str | None = None) -> None:
        """Starts a task. The dashboard groups tasks by name."""
        key = f"{name}-{self._token}-{next(self._numbers)}"
        place = {} if worker is None else {"workers": [worker], "allow_other_workers": True}
        future = self._client.submit(function, self._token, *args, key=key, pure=False, **place)
        self._running[future] = tag
        future.add_done_callback(self._done.put)

    def next(self, timeout: float) -> tuple[Tag, Any] | None:
        """Waits for a task; returns its tag and its result, or None as the result if its workers were lost repeatedly.

        Returns None after a timeout. What a task raises is raised.
        """
        try:
            future = self._done.get(timeout=timeout)
        except queue.Empty:
            if self._client.status != "running":
                raise Error("the connection to the scheduler is lost\nhint: repeat the call: what was recorded is kept") from None
            return None
        tag = self._running.pop(future, None)
        if tag is None:
            return None
        if future.status in ("pending", "lost"):
            # The worker was lost before its result was read: the task runs again.
            self._running[future] = tag
            future.add_done_callback(self._done.put)
            return None
        if future.status == "finished":
            return tag, future.result()
        if future.status == "cancelled":
            raise Error("a task was cancelled, or the scheduler is lost\nhint: repeat the call: what was recorded is kept")
        error = future.exception()
        if error is None:
            return tag, future.result()
        if type(error).__name__ == "KilledWorker":
            log.warning("the workers of a task were lost repeatedly: %s", error)
            return tag, None
        if isinstance(error, Error):
            raise error
        raise Error(f"a task failed on a worker: {error!r}") from error

    def end(self) -> None:
        """Cancels what is left, also tasks that have begun."""
        if not self._running:
            return
        left = list(self._running)
        self._running.clear()
        with contextlib.suppress(Exception):
            self._client.cancel(left)
            # Workers refuse wait=False unless the function is a coroutine.
            self._client.run(cancel, self._token, on_error="ignore")


@contextlib.contextmanager
def tasks(client: Client, _tag: type[Tag]) -> Iterator[Tasks[Tag]]:
    """Tasks that are cancelled at the end of a block."""
    all_tasks: Tasks[Tag] = Tasks(client)
    try:
        yield all_tasks
    finally:
        all_tasks.end()
