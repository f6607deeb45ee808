"""Who plays on from a position: the entries of the list in which the person chooses that."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.rules.core import Side
from game.tables.opponents import Opponent, Readiness
from game.ui.scenes.library.words import readable_level
from game.ui.stage.language import Language
from game.ui.stage.overlays import ListEntry


def seat_entries(
    t: Language,
    who: Callable[[Side], str],
    level: Callable[[Side], str],
    opponents: Sequence[Opponent],
    play: Callable[[Side | None], None],
) -> list[ListEntry]:
    """An entry for each side that the person may take against the computer, and one for two people. `who` names a
    side, `level` is the computer's where the person has it, `play` is called with the person's side (None: two
    people). While none of the game's `opponents` can play, the entries say so and can't be chosen."""
    states = {each.readiness for each in opponents}
    can_play = Readiness.READY in states
    absent = t("levels.row_preparing" if Readiness.PREPARING in states else "levels.row_failed")

    def player_on(side: Side | None) -> Callable[[], None]:
        return lambda: play(side)

    entries = []
    for side in Side:
        against = t("library.against", level=readable_level(t, level(side))) if can_play else absent
        label = f"{t('library.play_as', side=who(side))} · {against}"
        entries.append(ListEntry(label, player_on(side), "user", enabled=can_play))
    return [*entries, ListEntry(t("library.play_two"), player_on(None), "people")]
