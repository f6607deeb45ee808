"""What the arcade gives at every third stage, in words: the portrait of whom one has beaten, a board or pieces of the
game, a phrase for its tables. Nothing of it changes play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from game.progress.arcade.presents import EVERY, is_present_at
from game.ui.games.descriptor import StyleKind
from game.ui.games.registry import GAMES
from game.ui.stage.language import Language
from game.ui.stage.stage import Stage

WON_PHRASES: Final = {EVERY: "phrase_6", 2 * EVERY: "phrase_7", 3 * EVERY: "phrase_8"}
"""The actions of the phrases that a stage gives for tables of its game."""


def how_to_win(t: Language, stages: Iterable[tuple[str, int]]) -> str:
    """By which stages something is won, given as pairs of a game and a stage's number."""
    named = [t("settings.present_stage", game=t(f"common.{game}"), n=number) for game, number in stages]
    return t("settings.present_locked", stages=t("common.list_separator").join(named))


def style_name(t: Language, game: str, kind: StyleKind, name: str) -> str:
    """What a style of boards or of a game's pieces is called."""
    return t(f"settings.board_{name}" if kind == "board" else f"settings.{game}_{name}")


def phrase_key(game: str, number: int) -> str:
    """The key of the phrase that a stage gives."""
    return f"lan.phrase_{game}_{number}"


def phrases_won(stage: Stage, game: str) -> dict[str, str]:
    """The phrases that the person has won for tables of a game: keys of texts by their actions."""
    results = stage.services.tables.results
    found = {action: (phrase_key(game, number), number) for number, action in WON_PHRASES.items()}
    return {action: key for action, (key, n) in found.items() if stage.t.has(key) and results.has_won(game, n)}


def present_ahead(stage: Stage, game: str) -> tuple[int, str] | None:
    """How many more stages of a game must be won for its next present, and what that is; None where there is none any
    more."""
    following = stage.services.tables.results.next_rung(game)
    if following is None:
        return None
    number = -(-following.number // EVERY) * EVERY
    if number > following.of:
        return None
    portrait, *others = presents_of(stage.t, game, number)
    return number - following.number + 1, others[0] if others else portrait


def presents_of(t: Language, game: str, number: int) -> list[str]:
    """What the stage of that number gives, a noun each; nothing where it gives nothing."""
    if not is_present_at(number):
        return []
    found = [t("arcade.present_portrait")]
    for kind in get_args(StyleKind):
        won = GAMES[game].looks.won(kind)
        names = [style_name(t, game, kind, name) for name, stage in won.items() if stage == number]
        found += [t(f"arcade.present_{kind}", name=name) for name in names]
    if number in WON_PHRASES and t.has(phrase_key(game, number)):
        found.append(t("arcade.present_phrase", phrase=t(phrase_key(game, number))))
    return found
