"""Who plays on from a position: the entries of the list in which the person chooses that."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.core import Side
from game.ui.language import Language
from game.ui.scenes.library.words import readable_level
from game.ui.widgets.overlays import Entry


def seat_entries(
    t: Language, who: Callable[[Side], str], level: Callable[[Side], str], play: Callable[[Side | None], None]
) -> list[Entry]:
    """An entry for each side that the person may take against the computer, and one for two people. `who` names a
    side, `level` is the computer's where the person has it, `play` is called with the person's side (None: two
    people)."""

    def player_on(side: Side | None) -> Callable[[], None]:
        return lambda: play(side)

    entries = []
    for side in Side:
        against = t("library.against", level=readable_level(t, level(side)))
        label = f"{t('library.play_as', side=who(side))} · {against}"
        entries.append(Entry(label, player_on(side), "user"))
    return [*entries, Entry(t("library.play_two"), player_on(None), "people")]
