"""A thread that is none: what the program gives to others is done at once, or when a test lets it go."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class AtOnce(Executor):
    """Does what it is given before `submit` returns; what it is given while it `holds`, when it is let go."""

    def __init__(self) -> None:
        self.holds = False
        self.held: list[Callable[[], None]] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()

        def do() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work(*args, **named))
                except Exception as error:  # whoever asks the future is told
                    future.set_exception(error)

        if self.holds:
            self.held.append(do)
        else:
            do()
        return future

    def let_go(self) -> None:
        """Do all that was held, and hold no more."""
        self.holds = False
        for do in self.held:
            do()
        self.held.clear()
