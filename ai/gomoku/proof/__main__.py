"""Searches for the proof that Black wins freestyle Gomoku from the middle of the board.

    python -m ai.gomoku.proof --continue FILE

Answers go to the file at once, what is written out goes to FILE.written, and a search with the same file goes on where
it was broken off. Everything else that runs goes first. With the same batch the search is the same, whatever the number
of processes: nothing is left to chance. What the proof that comes with the program holds is taken as proven. `--write`
makes a new one of both, of what `ai.gomoku.verify` finds to hold; `--minutes 0` asks nothing new. SIGINT and SIGTERM
break the search off; what it has is written all the same, unless a second one comes.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from ai.arena.arguments import count
from ai.arena.mill import lower_priority
from ai.arena.pool import Pool, PoolError, open_pool, results
from ai.common.book import BookError
from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.examiner import Examined, ProofQuestion, examine
from ai.gomoku.proof.file import FILE, ProofBook, load_proof
from ai.gomoku.proof.journal import ProofJournal
from ai.gomoku.proof.maker import ProofMaker
from ai.gomoku.proof.search import MIDDLE, ProofSearch, shares
from ai.gomoku.proof.sound import sound_proof
from ai.gomoku.proof.symmetry import SQUARES
from ai.gomoku.proof.written import WrittenPositions

_REPORT_S: Final = 30.0
_LAST_LOOK: Final = 2_000
"""The number of questions looked at where none is asked any more."""
_BEGUN_STONES: Final = 4
"""Of positions that are not proven, those with so few stones are noted with Black's move."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.proof", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--continue", dest="file", type=Path, required=True, metavar="FILE", help="made if missing")
    parser.add_argument("--minutes", type=_whole, metavar="N", help="ask nothing new after so long")
    parser.add_argument("--write", type=Path, metavar="FILE", help="at the end write down what is proven")
    parser.add_argument("--from", dest="book", type=Path, default=FILE, metavar="FILE", help="proven before (our own)")
    parser.add_argument("--batch", type=count, default=3, metavar="N", help="questions asked together (3)")
    parser.add_argument("--jobs", type=count, metavar="N", help="processes (default: one less than cores)")
    parser.add_argument("--nice", type=int, default=19, metavar="N", help="how far to give way, 0 to 19 (19)")
    parser.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    options = parser.parse_args(arguments)
    try:
        with _ends_when_told():
            return _run(options)
    except KeyboardInterrupt:
        sys.stderr.write("broken off before a proof was written; the same command goes on\n")
        return 1
    except (PoolError, BookError, OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1


def first_position() -> bytes:
    """Black's first stone in the middle of the board."""
    cells = bytearray(SQUARES)
    cells[MIDDLE] = BLACK + 1
    return bytes(cells)


def _whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


@contextmanager
def _ends_when_told() -> Iterator[None]:
    """Meanwhile SIGINT and SIGTERM raise KeyboardInterrupt: shells have what they start in the background ignore the
    first, and the second would end us in the middle of a line."""
    before = {number: signal.signal(number, _break_off) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _break_off(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _run(options: argparse.Namespace) -> int:
    lower_priority(options.nice)
    before = load_proof(options.book)
    journal = ProofJournal(options.file)
    written = WrittenPositions(options.file.with_name(options.file.name + ".written"))
    maker = ProofMaker(lambda form: search.move_of(form), before, _print, written)
    search = ProofSearch(first_position(), WHITE, maker.holds, _begun(before))
    try:
        search.fill(journal.answer)
        _share(search, maker)
        if options.minutes == 0:
            search.questions(_LAST_LOOK)  # finds what others answer by now
            _share(search, maker)
        else:
            _search(search, journal, maker, options)
    except KeyboardInterrupt:
        sys.stderr.write("broken off; the same command goes on\n")
    finally:
        journal.close()
    try:
        _say(search, journal)
        if options.write is not None:
            _write(search, journal, maker, options.write)
    finally:
        written.close()
    return 0


def _begun(book: ProofBook | None) -> Callable[[bytes], int | None]:
    """What Black plays in the positions of a book that are not proven."""

    def move(form: bytes) -> int | None:
        entry = None if book is None else book.entry(form)
        return None if entry is None or entry.plies else entry.move

    return move


def _share(search: ProofSearch, maker: ProofMaker) -> None:
    """Write out what was proven after White's second reply, so that it answers other replies, too."""
    for form in search.newly_won():
        if not maker.holds(form):
            maker.prove(form)


def _search(search: ProofSearch, journal: ProofJournal, maker: ProofMaker, options: argparse.Namespace) -> None:
    pool = open_pool(options.jobs, options.dask)
    end_s = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    said_s = time.monotonic()
    try:
        while questions := search.questions(options.batch):
            if end_s is not None and time.monotonic() >= end_s:
                break
            # what the questions before have proven is written out while these are being answered
            for question, answer in _answers(pool, journal, questions, lambda: _share(search, maker)):
                search.take(question, answer)
            if time.monotonic() - said_s > _REPORT_S:
                said_s = time.monotonic()
                _say(search, journal)
    finally:
        pool.close(at_once=True)


def _write(search: ProofSearch, journal: ProofJournal, maker: ProofMaker, path: Path) -> None:
    """Write all that is proven, and Black's moves on the way there."""
    for form in search.proven_forms():
        if not maker.holds(form):
            maker.prove(form)
    for form, move in search.begun(_BEGUN_STONES):
        maker.add_open(form, move)
    made = f"python -m ai.gomoku.proof: {len(journal)} answers, {journal.nodes} nodes of the solver"
    book, content = sound_proof(maker, first_position(), made, _print)
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(content)
    unfinished.replace(path)
    _print(f"{len(book)} positions, {len(book.wins)} wins, {len(content)} bytes")


def _answers(
    pool: Pool, journal: ProofJournal, questions: list[ProofQuestion], meanwhile: Callable[[], None]
) -> list[tuple[ProofQuestion, Examined]]:
    """The answers in the order of the questions."""
    known = {index: journal.answer(question) for index, question in enumerate(questions)}
    asked = {question: index for index, question in enumerate(questions) if known[index] is None}
    for question, answer in results(pool, examine, asked):
        if isinstance(answer, BaseException):
            raise answer
        journal.add(question, answer)
        known[asked[question]] = answer
        meanwhile()
    meanwhile()
    return [(question, answer) for question, answer in zip(questions, known.values(), strict=True) if answer]


def _say(search: ProofSearch, journal: ProofJournal) -> None:
    first, second, third = shares(search)
    _print(
        f"{time.strftime('%H:%M:%S')} {search.answers} answers, {journal.nodes:,} solver nodes, "
        f"{len(search)} positions, {search.open_nodes()} open; proven of White's first replies {first:.1%}, "
        f"second {second:.1%}, third {third:.1%}; numbers {search.root.proof}, {search.root.disproof}"
    )


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
