"""The lists that open at a move: what can be done with it, and all glyphs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from game.ui.scenes.keyed import Act
from game.ui.scenes.page import measure
from game.ui.scenes.variations.words import JUDGEMENTS, OTHERS, STANDINGS, sign_of
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage

_ENTRIES = (
    ("comment", "chat"), ("glyphs", "star_outline"), ("promote", "chevron_up"), ("make_main", "first"),
    ("fold", "minus"), ("fold_all", "minus"), ("wipe", "cross"), ("undo_edit", "undo"), ("redo_edit", "redo"),
    ("remove", "bin"),
)  # fmt: skip


def open_move_menu(stage: Stage, place: pygame.FRect, acts: Mapping[str, Act], key_of: Callable[[str], str]) -> None:
    """What can be done with the shown move, beside a place; `acts` are those of the scene."""
    entries = [
        ListEntry(stage.t(f"keys.{name}"), acts[name], icon, shortcut=key_of(name))
        for name, icon in _ENTRIES
        if name in acts
    ]
    if entries:
        widest = max(measure(stage, each.label) + measure(stage, each.shortcut) for each in entries)
        stage.open(Popup(place, entries, widest + 96))


def open_glyphs(stage: Stage, place: pygame.FRect, there: tuple[int, ...], judge: Callable[[int], None]) -> None:
    """The glyphs with their names, beside a place, the rarer ones in a list of their own; those that are `there` are
    checked."""

    def entries_of(glyphs: Sequence[int]) -> list[ListEntry]:
        return [_glyph_entry(stage, each, each in there, judge) for each in glyphs]

    def open_list(entries: Sequence[ListEntry]) -> None:
        stage.open(Popup(place, entries, max(measure(stage, each.label) for each in entries) + 76))

    others = ListEntry(stage.t("tree.other_glyphs"), lambda: open_list(entries_of(OTHERS)), "more")
    open_list([*entries_of((*JUDGEMENTS, *STANDINGS)), others])


def _glyph_entry(stage: Stage, glyph: int, is_there: bool, judge: Callable[[int], None]) -> ListEntry:
    label = f"{sign_of(glyph)}   {stage.t(f'tree.glyph_{glyph}')}"
    return ListEntry(label, lambda: judge(glyph), checked=is_there)
