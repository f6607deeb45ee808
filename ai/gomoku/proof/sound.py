"""The proof that is given out: what the verifier, which shares no code with its maker, finds to hold.

What answers each reply stands in the file, so the maker and the verifier should find the same. Where they don't, the
verifier is right.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from ai.gomoku.proof.file import ProofBook, write_proof
from ai.gomoku.proof.maker import ProofMaker
from ai.gomoku.verify.walk import Answered, verify


def sound_proof(maker: ProofMaker, start: bytes, made: str, say: Callable[[str], None]) -> tuple[ProofBook, bytes]:
    """A proof that holds, and the content of its file: positions that do not hold, and those that lean on them, are
    open in it. `start` and `made`: see `ProofMaker.book`. Raises ValueError where what is wrong lies in no position."""
    answered: Answered = {}
    while True:
        book = maker.book(start, made)
        content = write_proof(book)
        verdict = verify(content, progress=True, most_faults=sys.maxsize, answered=answered)
        if not verdict.faults:
            return book, content
        if not verdict.unsound:
            raise ValueError(f"the proof does not hold: {verdict.faults[0]}")
        say(f"{len(verdict.unsound)} of {len(book)} positions do not hold and are open again")
        maker.reopen(verdict.unsound)
