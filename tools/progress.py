"""One line that says how a long step goes on: rewritten on a terminal, repeated now and then elsewhere."""

import sys
import time


class Progress:
    """Reports the progress of one step.

    title: what is being done.
    every: seconds between two lines where standard error is no terminal.
    """

    def __init__(self, title: str, every: float = 15.0) -> None:
        self._title = title
        self._start = self._last = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._every = 0.2 if self._terminal else every
        self._write(f"{title} ...")

    def elapsed(self) -> str:
        """Time since the start, as `3m05s`."""
        minutes, seconds = divmod(int(time.monotonic() - self._start), 60)
        return f"{minutes}m{seconds:02}s" if minutes else f"{seconds}s"

    def update(self, detail: str) -> None:
        """Say where the step is, if it is time to."""
        now = time.monotonic()
        if now - self._last >= self._every:
            self._last = now
            self._write(f"{self._title}: {detail}, {self.elapsed()}")

    def done(self, detail: str = "done") -> None:
        """Say how the step ended."""
        self._write(f"{self._title}: {detail}, {self.elapsed()}")
        if self._terminal:
            sys.stderr.write("\n")

    def _write(self, line: str) -> None:
        sys.stderr.write(f"\r\033[K{line}" if self._terminal else f"{line}\n")
        sys.stderr.flush()
