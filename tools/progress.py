"""One line that says how a long step goes on: rewritten on a terminal, repeated now and then elsewhere."""

import sys
import threading
import time
from types import TracebackType


class Progress:
    """Reports the progress of one step, also while nothing new is known.

    title: what is being done.
    every: seconds between two lines where standard error is no terminal.

        with Progress("building") as progress:
            progress.details["kubernetes"] = "3 of 7"
    """

    def __init__(self, title: str, every: float = 15.0) -> None:
        self.details: dict[str, str] = {}
        self._title = title
        self._start = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._every = 0.5 if self._terminal else every
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._repeat, daemon=True)

    def __enter__(self) -> "Progress":
        self._write(f"{self._title} ...")
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()
        self._write(f"{self._title}: {'failed' if kind else 'done'}, {self._elapsed()}")
        if self._terminal:
            sys.stderr.write("\n")

    def _repeat(self) -> None:
        while not self._ended.wait(self._every):
            self._write(f"{self._title}: {', '.join((*self.details.values(), self._elapsed()))}")

    def _elapsed(self) -> str:
        minutes, seconds = divmod(int(time.monotonic() - self._start), 60)
        return f"{minutes}m{seconds:02}s" if minutes else f"{seconds}s"

    def _write(self, line: str) -> None:
        sys.stderr.write(f"\r\033[K{line}" if self._terminal else f"{line}\n")
        sys.stderr.flush()


class Count:
    """How many of a part are done, of a step that has several parts.

    progress: the step, which gets the counts of all its parts that have begun.
    name:     the part.
    total:    how many there are at most: what was done before is not counted again.
    """

    def __init__(self, progress: Progress, name: str, total: int) -> None:
        self._progress = progress
        self._name = name
        self._total = total
        self._done = 0

    def one_more(self) -> None:
        """One more is done."""
        self._done += 1
        self._progress.details[self._name] = f"{self._name} {self._done} of at most {self._total}"
