"""The lists that open on the analysis board: which engines, how many lines, which game, and all that has no button."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.match.live_analysis import MOST_LINES
from game.rules.core import Variant
from game.rules.registry import variants_of
from game.tables.opponents import EXTERNAL
from game.ui.games.registry import GAMES
from game.ui.scenes.names import game_title, level_name
from game.ui.scenes.page import measure
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage

Choose = Callable[[tuple[str, ...]], None]


def open_list(stage: Stage, place: pygame.FRect, entries: Sequence[ListEntry]) -> None:
    """A list beside a place, as wide as its entries."""
    widest = max(measure(stage, each.label) + measure(stage, each.shortcut) for each in entries)
    stage.open(Popup(place, entries, min(widest + 96, stage.size[0] - 16)))


def open_engines(
    stage: Stage, place: pygame.FRect, game: str, programs: tuple[str, ...], at: int, choose: Choose
) -> None:
    """The engines among which to choose for one place, and whether a second one thinks beside it."""
    t = stage.t

    def chooser(program: str) -> Callable[[], None]:
        there = list(programs)
        if program in there:  # they change places
            there[there.index(program)] = there[at]
        there[at] = program
        return lambda: choose(tuple(there))

    others = [each.name for each in stage.services.tables.opponents(game) if each.name.startswith(EXTERNAL)]
    entries = [
        ListEntry(engine_name(stage, each), chooser(each), "chip", checked=each == programs[at])
        for each in ("", *others)
    ]
    free = [each for each in ("", *others) if each not in programs]
    if len(programs) > 1:
        rest = tuple(each for n, each in enumerate(programs) if n != at)
        entries.append(ListEntry(t("analysis.one_engine"), lambda: choose(rest), "minus"))
    elif free:
        entries.append(ListEntry(t("analysis.two_engines"), lambda: choose((*programs, free[0])), "plus"))
    open_list(stage, place, entries)


def engine_name(stage: Stage, program: str) -> str:
    """What an engine is called: another program by its own name."""
    return level_name(stage.t, program) if program else stage.t("analysis.house")


def open_lines(stage: Stage, place: pygame.FRect, lines: int, choose: Callable[[int], None]) -> None:
    """One to five lines."""

    def chooser(count: int) -> Callable[[], None]:
        return lambda: choose(count)

    counts = range(1, MOST_LINES + 1)
    entries = [ListEntry(stage.t("analysis.lines", n=n), chooser(n), checked=n == lines) for n in counts]
    stage.open(Popup(place, entries, 160.0))


def open_games(stage: Stage, place: pygame.FRect, now: Variant, choose: Callable[[Variant], None]) -> None:
    """The games; then the rules of the one that was chosen, where it has several."""

    def rules_of(game: str) -> Callable[[], None]:
        found = variants_of(game)
        if len(found) == 1:
            return lambda: choose(found[0])

        def chooser(variant: Variant) -> Callable[[], None]:
            return lambda: choose(variant)

        rules = [ListEntry(game_title(stage.t, each), chooser(each), checked=each is now) for each in found]
        return lambda: open_list(stage, place, rules)

    entries = [ListEntry(stage.t(f"common.{game}"), rules_of(game), checked=game == now.game) for game in GAMES]
    open_list(stage, place, entries)
