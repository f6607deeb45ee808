"""What is on the clipboard as something to be analysed: a position, or the first game of a text."""

from __future__ import annotations

from typing import Final

from game.records.analysed import AnalysedGame
from game.records.fault import Fault
from game.records.formats import open_text
from game.records.record import RecordError
from game.rules.core import Variant
from game.ui.games.registry import GAMES
from game.ui.scenes.setup.reading import position_in, unsound_in
from game.ui.stage.faults import fault_words, position_words
from game.ui.stage.language import Language

_LONGEST: Final = 200_000
"""Characters; whole collections are brought into the library."""


def analysed_in(text: str, variant: Variant) -> AnalysedGame | None:
    """What a text has to be analysed; a position is tried by the rules of `variant` first. None for anything else.
    Raises RecordError where it is a game of which nothing can be read."""
    found = position_in(text, (variant,))
    if found is not None:
        return AnalysedGame.of_position(*found)
    if not text.strip("\0 \n\r\t") or len(text) > _LONGEST:
        return None
    reading = next(open_text(text).readings())
    if isinstance(reading, Fault):
        raise RecordError(reading)
    if reading.game.variant.game not in GAMES:
        return None
    return AnalysedGame(reading.record, reading.game)


def why_not(t: Language, text: str, variant: Variant, fault: Fault | None) -> str:
    """Why nothing of a text can be analysed, in a sentence."""
    unsound = unsound_in(text, (variant,))
    if unsound is not None:
        return position_words(t, *unsound)
    return fault_words(t, fault) if fault is not None else t("analysis.nothing_pasted")
