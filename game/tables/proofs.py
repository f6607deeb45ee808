"""The proofs of games that are solved, as a whole or in part."""

from __future__ import annotations

import logging

from ai.common.book import BookError
from ai.engine_kind import resolve
from ai.games import GAMES
from ai.proven import ProofLook as ProofLook
from ai.proven import ProvenGame as ProvenGame

log = logging.getLogger(__name__)


class ProofShelf:
    """Read when they are first asked for."""

    def offers(self, game: str) -> bool:
        """Whether there is a proof of a game; it is not read yet."""
        return bool(GAMES[game].proof)

    def of(self, game: str) -> ProvenGame | None:
        """The proof of a game; None if there is none, or none that can be read, of which the log tells."""
        if not self.offers(game):
            return None
        try:
            found: ProvenGame | None = resolve(GAMES[game].proof)()
        except BookError as error:
            log.warning("the proof can't be read: %s", error)
            return None
        return found
