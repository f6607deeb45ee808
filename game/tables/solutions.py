"""Small boards that are solved: what each move comes to is found in a thread, while the window goes on."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from ai.common.book import BookError
from ai.engine_kind import resolve
from ai.games import GAMES
from ai.proven import SolvedGame, StoppedError

log = logging.getLogger(__name__)


@dataclass(slots=True)
class SolvedLook:
    """What is known of one position, more and more of it: the value of each move for the side that begins, `best` and
    `worth` where those were asked for. `is_done` once nothing more comes, `has_failed` where nothing can."""

    values: dict[str, int] = field(default_factory=dict)
    best: str = ""
    worth: int | None = None
    is_done: bool = False
    has_failed: bool = False


class Solutions:
    """The solved boards of all games that have one. One question at a time: the next one ends the one before."""

    def __init__(self, folder: Path) -> None:
        """What is found is kept in a folder, which need not be there yet."""
        self._folder = folder
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="solutions")
        self._lock = threading.Lock()
        self._wanted: SolvedLook | None = None
        self._game: SolvedGame | None = None
        """The one that was asked last; each is made again when another was asked meanwhile."""
        self._name = ""

    def offers(self, game: str) -> bool:
        """Whether a game has a solved board."""
        return bool(GAMES[game].solution)

    def values(self, game: str, moves: Sequence[str]) -> SolvedLook:
        """What each legal move after these comes to."""

        def find(solved: SolvedGame, look: SolvedLook) -> None:
            solved.values(moves, look.values.__setitem__)

        return self._ask(game, find)

    def best(self, game: str, moves: Sequence[str]) -> SolvedLook:
        """One of the best moves after these, and what the position is worth."""

        def find(solved: SolvedGame, look: SolvedLook) -> None:
            look.best, look.worth = solved.best(moves)

        return self._ask(game, find)

    def rest(self) -> None:
        """End what is being looked for."""
        with self._lock:
            self._wanted = None
            if self._game is not None:
                self._game.stop()

    def close(self) -> None:
        """Answer no more."""
        self.rest()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _ask(self, game: str, find: Callable[[SolvedGame, SolvedLook], None]) -> SolvedLook:
        look = SolvedLook()
        with self._lock:
            self._wanted = look
            if self._game is not None:
                self._game.stop()
        self._thread.submit(self._answer, game, find, look)
        return look

    def _answer(self, game: str, find: Callable[[SolvedGame, SolvedLook], None], look: SolvedLook) -> None:
        """In the thread."""
        if self._wanted is not look:
            return
        try:
            solved = self._made(game)
            solved.go_on()
            if self._wanted is not look:  # asked before `go_on`, the stop went unheard
                return
            try:
                find(solved, look)
            finally:
                solved.keep()
        except StoppedError:
            return
        except (BookError, ImportError) as error:  # the values are damaged, or nothing can compile the solver
            log.warning("the solved board can't be shown: %s", error)
            look.has_failed = True
        except Exception:  # nobody asks the future what became of it: the board would wait for ever
            log.exception("the solved board failed")
            look.has_failed = True
        look.is_done = True

    def _made(self, game: str) -> SolvedGame:
        """In the thread. Raises BookError, or ImportError where nothing can compile the solver."""
        if self._game is None or self._name != game:
            with contextlib.suppress(OSError):  # `keep` tells
                self._folder.mkdir(parents=True, exist_ok=True)
            made: SolvedGame = resolve(GAMES[game].solution)(self._folder)
            with self._lock:
                self._game, self._name = made, game
        return self._game
