"""What a game is to be played by: as chosen last, as words, and as a form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal

import pygame

from game.lan.views import GameTerms
from game.rules.core import FREE_OPENING, Side, Variant
from game.rules.descriptor import Clock
from game.storage.settings import Settings, TableChoice
from game.ui.games.registry import SHOWN
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY
from game.ui.scenes.colours import colours_are_open
from game.ui.scenes.level_select.clock import clock_row
from game.ui.scenes.names import time_control
from game.ui.scenes.page import measure
from game.ui.scenes.people import variant_words
from game.ui.scenes.pictures import emblem_mark
from game.ui.stage.language import Language
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.choices import Dropdown, Mark, Segment, Segmented, Toggle

ROW: Final = 40.0
_OTHER: Final[dict[str, Literal["first", "second", "random"]]] = {
    "first": "second",
    "second": "first",
    "random": "random",
}


def chosen_terms(settings: Settings) -> GameTerms:
    """What the person would like to play, with a variant and a size that exist."""
    choice = settings.lan
    rules = SHOWN.get(choice.variant or "") or next(iter(SHOWN.values()))
    size = choice.size if choice.size in rules.sizes else rules.sizes[0]
    opening = choice.opening if choice.opening in rules.openings else FREE_OPENING
    return GameTerms(
        rules.name, size, choice.base_s, choice.increment_s, choice.side, choice.take_backs, choice.watchers, opening
    )


def as_choice(terms: GameTerms) -> TableChoice:
    """The terms as the settings keep them."""
    return TableChoice(
        variant=terms.variant,
        size=terms.size,
        base_s=terms.base_s,
        increment_s=terms.increment_s,
        side=terms.colour,
        take_backs=terms.take_backs,
        watchers=terms.watchers,
        opening=terms.opening,
    )


def playable(terms: GameTerms, instead: GameTerms) -> GameTerms:
    """The terms as this program can play them: a game that it does not know is replaced by that of `instead`."""
    rules = SHOWN.get(terms.variant)
    if rules is None:
        return replace(terms, variant=instead.variant, size=instead.size, opening=instead.opening)
    if terms.opening not in rules.openings:
        terms = replace(terms, opening=FREE_OPENING)
    return terms if terms.size in rules.sizes else replace(terms, size=rules.sizes[0])


def from_other_side(terms: GameTerms) -> GameTerms:
    """The same terms with the colour as the wish of the other side."""
    return replace(terms, colour=_OTHER[terms.colour])


def game_words(t: Language, terms: GameTerms) -> str:
    """Game, rules and opening rule."""
    words = variant_words(t, terms.variant)
    return words if terms.opening == FREE_OPENING else f"{words} · {t(f'opening.{terms.opening}')}"


def is_open(terms: GameTerms) -> bool:
    """Whether the game begins before anybody has a colour."""
    rules = SHOWN.get(terms.variant)
    return rules is not None and colours_are_open(rules, terms.opening)


def colour_words(t: Language, terms: GameTerms) -> str:
    """Which colour one has by one's own terms, or who begins where colours are still open."""
    side = {"first": Side.FIRST, "second": Side.SECOND}.get(terms.colour)
    rules = SHOWN.get(terms.variant)
    if side is None or rules is None:
        return t("lan.by_lot")
    if is_open(terms):
        return t("opening.you_begin_long" if side is Side.FIRST else "opening.they_begin_long")
    return t(
        "lan.you_first" if side is Side.FIRST else "lan.you_second", side=t(f"common.{rules.side_names[side]}_short")
    )


def clock_words(t: Language, terms: GameTerms) -> str:
    """The time control in a sentence."""
    if terms.base_s is None:
        return t("common.no_clock")
    minutes = f"{terms.base_s / 60:.10g}" if terms.base_s % 60 == 0 else f"{terms.base_s / 60:.1f}"
    if terms.increment_s:
        return t("lan.clock_increment", n=minutes, s=terms.increment_s)
    return t("lan.clock_base", n=minutes)


def size_words(t: Language, rules: Variant | None, size: int) -> str:
    """The size of the board where there are several to choose from, else nothing."""
    return t("levels.lines", n=size) if rules is None or len(rules.sizes) > 1 else ""


def terms_table(t: Language, terms: GameTerms) -> tuple[tuple[str, str], ...]:
    """Names and values of all terms; the colour is that of the one who reads."""
    size = size_words(t, SHOWN.get(terms.variant), terms.size)
    return (
        (t("lan.game"), f"{game_words(t, terms)} · {size}" if size else game_words(t, terms)),
        (t("lan.colour"), colour_words(t, terms)),
        (t("lan.clock"), clock_words(t, terms)),
        (t("lan.take_backs"), t("lan.by_consent" if terms.take_backs else "lan.not_allowed")),
        (t("lan.watchers"), t("lan.welcome" if terms.watchers else "lan.nobody_watches")),
    )


def terms_lines(t: Language, terms: GameTerms) -> tuple[str, str]:
    """The terms in a few words, and in fewer."""
    clock = t("common.no_clock") if terms.base_s is None else time_control(t, terms.base_s, terms.increment_s)
    game = game_words(t, terms)
    rules = t(f"common.{terms.variant}") if terms.variant in SHOWN else game
    if terms.opening != FREE_OPENING and terms.variant in SHOWN:
        rules = f"{rules} · {t(f'opening.{terms.opening}')}"
    return f"{game} · {clock}", f"{rules} · {clock}"


class TermsForm:
    """Four rows to choose terms in: game and board, clock, own colour, take-backs and watchers.

    Lives as long as one layout; `on_change` is called with the new terms and lays out again.
    """

    def __init__(
        self,
        stage: Stage,
        area: pygame.FRect,
        gap: float,
        terms: GameTerms,
        on_change: Callable[[GameTerms], None],
        keep: Action,
    ) -> None:
        """`area` is where the rows begin and how wide they are; `keep` lays out again after a dialog was cancelled."""
        self._stage = stage
        self._terms = terms
        self._on_change = on_change
        self._keep = keep
        t = stage.t
        colour = t("opening.begins" if is_open(terms) else "lan.my_colour")
        self._labels = (t("lan.game"), t("lan.clock"), colour, t("lan.take_backs"))
        self._rows = [pygame.FRect(area.left, area.top + i * (ROW + gap), area.width, ROW) for i in range(4)]
        label = max(measure(stage, text, BODY, Face.MEDIUM) for text in self._labels) + 16
        self._controls = [pygame.FRect(row.left + label, row.top, row.width - label, ROW) for row in self._rows]
        self._watch_x = 0.0

    @staticmethod
    def height(gap: float) -> float:
        """How high the four rows are together."""
        return 4 * ROW + 3 * gap

    @property
    def label_width(self) -> float:
        """How far right of the area's left edge the controls begin."""
        return self._controls[0].left - self._rows[0].left

    # ---- widgets

    def widgets(self) -> list[Widget]:
        """In their Tab order."""
        return [*self._game(), self._clock(), self._colour(), *self._toggles()]

    @property
    def _variant(self) -> Variant:
        return SHOWN[self._terms.variant]

    def _change(self, **changes: Any) -> None:
        self._on_change(replace(self._terms, **changes))

    def _game(self) -> list[Widget]:
        t, rect, sizes = self._stage.t, self._controls[0], self._variant.sizes
        across = 40.0 * len(sizes) + 8 if len(sizes) > 1 else 0.0
        field = pygame.FRect(rect.left, rect.top, rect.width - (across + 8 if across else 0), rect.height)
        labels = [game_words(t, self._terms), t(f"common.{self._terms.variant}")]
        if self._terms.opening != FREE_OPENING:
            opening = t(f"opening.{self._terms.opening}")
            labels[1:] = [f"{t(f'levels.{self._terms.variant}')} · {opening}", opening]
        label = next((each for each in labels if measure(self._stage, each) <= field.width - 50), labels[-1])
        found: list[Widget] = [Dropdown(field, label, lambda: self._open_games(field), "game")]
        if across:
            place = pygame.FRect(rect.right - across, rect.top, across, rect.height)
            choices = [Segment(size, str(size)) for size in sizes]
            board = Segmented(place, choices, self._terms.size, lambda size: self._change(size=size), name="board")
            board.tooltip = t("lan.board_help")
            found.append(board)
        return found

    def _open_games(self, field: pygame.FRect) -> None:
        """First the game, then its rules, then the opening rule, as far as there is a choice; nothing is changed before
        the last of them."""
        t = self._stage.t
        games = dict.fromkeys(rules.game for rules in SHOWN.values())
        entries = [
            ListEntry(t(f"common.{game}"), self._game_chooser(field, game), checked=game == self._variant.game)
            for game in games
        ]
        self._stage.open(Popup(field, entries, max(240.0, field.width)))

    def _game_chooser(self, field: pygame.FRect, game: str) -> Action:
        of_game = [name for name, rules in SHOWN.items() if rules.game == game]
        entries = [
            ListEntry(
                self._stage.t(f"levels.{name}"), self._variant_chooser(field, name), checked=name == self._terms.variant
            )
            for name in of_game
        ]
        if len(of_game) == 1:
            return entries[0].action
        return lambda: self._stage.open(Popup(field, entries, max(240.0, field.width)))

    def _variant_chooser(self, field: pygame.FRect, name: str) -> Action:
        openings = SHOWN[name].openings
        now = self._terms.opening if name == self._terms.variant else ""
        entries = [
            ListEntry(
                f"{self._stage.t('opening.title')} · {self._stage.t(f'opening.{each}')}",
                self._opening_chooser(name, each),
                checked=each == now,
            )
            for each in openings
        ]
        if len(openings) == 1:
            return self._opening_chooser(name, openings[0])
        return lambda: self._stage.open(Popup(field, entries, max(240.0, field.width)))

    def _opening_chooser(self, name: str, opening: str) -> Action:
        sizes = SHOWN[name].sizes
        size = self._terms.size if self._terms.size in sizes else sizes[0]
        return lambda: self._change(variant=name, size=size, opening=opening)

    def _clock(self) -> Segmented:
        terms = self._terms
        clock, place = (terms.base_s, terms.increment_s), self._controls[1]
        return clock_row(self._stage, place, self._variant.game, clock, self._choose_clock, self._keep)

    def _choose_clock(self, control: Clock) -> None:
        self._change(base_s=control[0], increment_s=control[1])

    def _colour(self) -> Segmented:
        t = self._stage.t
        names = [t(f"common.{name}_short") for name in self._variant.side_names]
        marks: list[Mark | None] = [emblem_mark(self._variant, side) for side in Side]
        if is_open(self._terms):
            names, marks = [t("opening.i_begin"), t("opening.they_begin")], [None, None]
        choices = (
            Segment("first", names[0], mark=marks[0]),
            Segment("second", names[1], mark=marks[1]),
            Segment("random", t("common.random"), icon="dice"),
        )
        return Segmented(
            self._controls[2], choices, self._terms.colour, lambda value: self._change(colour=value), name="colour"
        )

    def _toggles(self) -> list[Widget]:
        t, rect = self._stage.t, self._controls[3]
        top = rect.centery - Toggle.HEIGHT / 2
        take_backs = Toggle(
            rect.left, top, self._terms.take_backs, lambda on: self._change(take_backs=on), name="take_backs"
        )
        take_backs.tooltip = t("lan.take_backs_help")
        self._watch_x = rect.left + max(Toggle.WIDTH + 28, rect.width * 0.34)
        x = self._watch_x + measure(self._stage, t("lan.watchers"), BODY, Face.MEDIUM) + 14
        watchers = Toggle(x, top, self._terms.watchers, lambda on: self._change(watchers=on), name="watchers")
        watchers.tooltip = t("lan.watchers_help")
        return [take_backs, watchers]

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The names of the rows."""
        for label, row in zip(self._labels, self._rows, strict=True):
            canvas.text(label, row.left, row.centery, BODY, face=Face.MEDIUM)
        canvas.text(self._stage.t("lan.watchers"), self._watch_x, self._rows[3].centery, BODY, face=Face.MEDIUM)
