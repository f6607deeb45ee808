"""The panel of the level select: who is chosen, side, rules with their example, clock, board and undo, and Start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.rules.core import FREE_OPENING, Side, Variant
from game.rules.descriptor import Clock
from game.rules.handicaps import NO_HANDICAP, handicaps_of, usual_giver
from game.storage.settings import GameMode
from game.tables.opponents import CLASSIC, Readiness
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING, TITLE
from game.ui.scenes.level_select.clock import clock_row
from game.ui.scenes.level_select.draft import CUSTOM, DEEPEST, LONGEST_S, PROGRAMS, Draft
from game.ui.scenes.level_select.examples import example_of, region_of
from game.ui.scenes.names import level_about, level_name, portrait_of, short_name, time_control
from game.ui.scenes.page import body, is_compact, measure
from game.ui.scenes.pictures import Pictures, draw_emblem, emblem_mark
from game.ui.stage.language import Language
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.choices import Dropdown, Mark, Segment, Segmented, Slider, Toggle

_CONTROL = 40.0
_EXAMPLE_LINE = 20.0
_TALLEST = 728.0
_LINE_BELOW = 32.0
"""For the line that names who follows below the list."""
PORTRAIT = 64.0
"""Of the opponent in the panel's head."""


@dataclass(frozen=True, slots=True)
class PanelFrame:
    """The rows of the panel in units; a row that a mode or a game does not have is None. `labels` is the x of the names
    of the rows, `controls` the area in which their controls lie."""

    box: pygame.FRect
    header: pygame.FRect
    side: pygame.FRect | None
    rules: pygame.FRect | None
    example: pygame.FRect
    opening: pygame.FRect | None
    handicap: pygame.FRect | None
    clock: pygame.FRect
    board: pygame.FRect | None
    undo: pygame.FRect
    start: pygame.FRect
    labels: float

    @classmethod
    def fit(cls, box: pygame.FRect, mode: GameMode, rules: Sequence[Variant], chosen: Variant) -> PanelFrame:
        """The rows in a card of that size: what is left over widens the gaps and the example."""
        wide = box.width >= 540
        pad = 24.0 if wide else 20.0
        left, width = box.left + pad, box.width - 2 * pad
        label = 112.0 if wide else 84.0
        controls = pygame.FRect(left + label, 0, width - label, _CONTROL)
        heights = {"header": 68.0, "side": _CONTROL, "rules": _CONTROL, "example": 84.0}
        heights |= {"opening": _CONTROL, "handicap": _CONTROL, "clock": _CONTROL, "board": _CONTROL, "start": 50.0}
        if mode == "two":
            del heights["side"]
        if len(chosen.openings) == 1:
            del heights["opening"]
        if len(rules) == 1:
            del heights["rules"]
        if not has_handicap_row(chosen):
            del heights["handicap"]
        spare = box.height - sum(heights.values()) - 2 * 18 - 8 * (len(heights) - 1)
        example_more = min(max(0.0, spare * 0.3), 44.0)
        heights["example"] += example_more
        heights["start"] += min(6.0, max(0.0, spare * 0.1))
        loose = (box.height - sum(heights.values()) - 2 * 18) / (len(heights) - 1)
        gap = min(max(8.0, loose), 26.0 if mode != "two" else 36.0)
        y = box.top + 18 + max(0.0, loose - gap) * 0.5
        rows: dict[str, pygame.FRect] = {}
        for name, height in heights.items():
            # the example belongs to the rules above it
            y -= (gap - 8) * 0.75 if name == "example" and "rules" in rows else 0.0
            x, across = (controls.left, controls.width) if name in _CONTROL_ROWS else (left, width)
            rows[name] = pygame.FRect(x, y, across, height)
            y += height + gap
        if not wide:
            rows["example"] = pygame.FRect(left, rows["example"].top, width, rows["example"].height)
        rows["start"].bottom = box.bottom - (24 if spare > 40 else 18)
        board = rows["board"]
        half = pygame.FRect(board.left, board.top, board.width * (0.5 if wide else 0.52), board.height)
        undo = pygame.FRect(half.right + 20, board.top, board.right - half.right - 20, board.height)
        if len(chosen.sizes) == 1:
            undo = pygame.FRect(left, board.top, width, board.height)
        return cls(
            box,
            rows["header"],
            rows.get("side"),
            rows.get("rules"),
            rows["example"],
            rows.get("opening"),
            rows.get("handicap"),
            rows["clock"],
            half if len(chosen.sizes) > 1 else None,
            undo,
            rows["start"],
            left,
        )


def boxes(size: tuple[float, float]) -> tuple[pygame.FRect, pygame.FRect, pygame.FRect]:
    """In a window of this size: the whole, the list at the left, the panel at the right."""
    area = body(size, _TALLEST)
    if not is_compact(size):
        area.height -= _LINE_BELOW
    gap = 32.0 if area.width >= 1100 else 20.0
    across = min(max(area.width * 0.48, 448.0), 660.0)
    box = pygame.FRect(area.right - across, area.top, across, area.height)
    return area, pygame.FRect(area.left, area.top, box.left - gap - area.left, area.height), box


def example_place(row: pygame.FRect) -> pygame.FRect:
    """Where the example of the rules lies in its row."""
    height = row.height - 16
    return pygame.FRect(row.left + 8, row.top + 8, min(row.width * 0.36, height * 1.6), height)


def example_picture(pictures: Pictures, rules: Variant, place: pygame.FRect) -> pygame.Surface:
    """The example of the rules as a picture for that place."""
    position, last = example_of(rules.name)
    move = last if position.outcome() or not position.forbidden() else None
    region = region_of(rules.name, max(5.2, 7.4 * place.width / 160))
    return pictures.board(rules, position, place.size, region, move)


def has_handicap_row(rules: Variant) -> bool:
    """Whether the handicaps of a game have a row of the panel: one with opening rules leaves no room for it."""
    return len(rules.openings) == 1 and len(handicaps_of(rules.game)) > 1


def handicap_help(t: Language, draft: Draft) -> str:
    """Who gives the handicap, in a sentence."""
    if draft.choice.mode == "computer":
        return t("levels.handicap_computer")
    return t("levels.handicap_side", side=_giver_name(t, draft))


def _giver_name(t: Language, draft: Draft) -> str:
    return t(f"common.{draft.variant.side_names[usual_giver(draft.game)]}")


_CONTROL_ROWS = ("side", "rules", "example", "opening", "handicap", "clock", "board")


class Panel:
    """Makes the widgets of the panel and draws what lies between them. Lives as long as one layout of the scene."""

    def __init__(self, stage: Stage, draft: Draft, pictures: Pictures, box: pygame.FRect, on_start: Action) -> None:
        self._stage = stage
        self._draft = draft
        self._pictures = pictures
        self._on_start = on_start
        self.frame = PanelFrame.fit(box, draft.choice.mode, draft.variants, draft.variant)
        self._slider: Slider | None = None
        self._start: Button | None = None

    # ---- widgets

    def widgets(self) -> list[Widget]:
        """In their Tab order."""
        terms = (*self._rules(), *self._opening(), *self._handicap(), self._clock(), *self._board(), self._undo())
        made = [*self._custom_widgets(), *self._side_widgets(), *terms]
        self._start = self._start_button()
        self.update()
        return [*made, self._start]

    def update(self) -> None:
        """Start can be pressed only when everybody is ready."""
        if self._start:
            self._start.enabled = self._draft.readiness() is Readiness.READY

    def _fitting(self, rect: pygame.FRect, labels: list[str], short: list[str], extra: float = 0.0) -> list[str]:
        """The labels if a segmented control of that size shows them whole, else the short ones."""
        return labels if self._fits(rect, labels, extra) else short

    def _fits(self, rect: pygame.FRect, labels: list[str], extra: float, size: float = BODY) -> bool:
        cell = (rect.width - 8) / len(labels) - 10 - extra
        return all(measure(self._stage, label, size, Face.MEDIUM) <= cell for label in labels)

    def _side_widgets(self) -> list[Widget]:
        rect, draft, t = self.frame.side, self._draft, self._stage.t
        if rect is None:
            return []
        first, second = (t(f"common.{name}") for name in draft.variant.side_names)
        marks: dict[Side, Mark | None] = {side: emblem_mark(draft.variant, side) for side in Side}
        if draft.colours_are_open:
            first, second = t("opening.player_first"), t("opening.player_second")
            marks = dict.fromkeys(Side)
        if draft.choice.mode == "watch":
            levels = (draft.choice.level, draft.choice.second_level)
            long = [level_name(t, level) for level in levels]
            labels = self._fitting(rect, long, [first, second], 26)
            seats = [Segment(side, labels[side], mark=marks[side]) for side in Side]
            return [Segmented(rect, seats, draft.seat, self._choose_seat, name="seat")]
        if draft.colours_are_open:
            labels = [t("opening.you_begin"), t("opening.computer_begins"), t("common.random")]
        else:
            labels = self._fitting(
                rect,
                [t("levels.begins_short", side=first), second, t("common.random")],
                [first, second, t("common.random")],
                26,
            )
        sides = (
            Segment("first", labels[0], mark=marks[Side.FIRST]),
            Segment("second", labels[1], mark=marks[Side.SECOND]),
            Segment("random", labels[2], icon="dice"),
        )
        return [Segmented(rect, sides, draft.choice.side, self._changer("side"), name="side")]

    def _rules(self) -> list[Widget]:
        rect, draft, t = self.frame.rules, self._draft, self._stage.t
        if rect is None:
            return []
        long = [t(f"levels.{each.name}") for each in draft.variants]
        keys = [f"levels.{each.name}_short" for each in draft.variants]
        short = [t(key) if t.has(key) else label for key, label in zip(keys, long, strict=True)]
        for size, labels in ((BODY, long), (BODY, short), (CAPTION, short)):
            if self._fits(rect, labels, 0.0, size):
                break
        rules = [Segment(each.name, label) for each, label in zip(draft.variants, labels, strict=True)]
        return [Segmented(rect, rules, draft.variant.name, self._changer("variant"), size, name="rules")]

    def _opening(self) -> list[Widget]:
        rect, draft, t = self.frame.opening, self._draft, self._stage.t
        if rect is None:
            return []
        names = draft.variant.openings
        long = [t(f"opening.{name}") for name in names]
        short = [
            t(f"opening.{name}_short") if t.has(f"opening.{name}_short") else t(f"opening.{name}") for name in names
        ]
        labels = self._fitting(rect, long, short)
        choices = [Segment(name, label) for name, label in zip(names, labels, strict=True)]
        row = Segmented(rect, choices, draft.choice.opening, self._changer("opening"), name="opening")
        row.tooltip = t(f"opening.{draft.choice.opening}_about")
        return [row]

    def _handicap(self) -> list[Widget]:
        rect, draft, t = self.frame.handicap, self._draft, self._stage.t
        if rect is None:
            return []
        labels = [t(f"levels.handicap_{name}") for name in draft.handicaps]
        choices = [Segment(name, label) for name, label in zip(draft.handicaps, labels, strict=True)]
        size = BODY if self._fits(rect, labels, 0.0) else CAPTION
        row = Segmented(rect, choices, draft.choice.handicap, self._changer("handicap"), size, name="handicap")
        row.tooltip = handicap_help(t, draft)
        return [row]

    def _board(self) -> list[Widget]:
        rect, draft = self.frame.board, self._draft
        if rect is None:
            return []
        sizes = [Segment(size, str(size)) for size in draft.variant.sizes]
        return [Segmented(rect, sizes, draft.choice.size, self._changer("size"), name="board")]

    def _undo(self) -> Toggle:
        rect = self.frame.undo
        toggle = Toggle(
            self._undo_x, rect.centery - Toggle.HEIGHT / 2, self._draft.choice.undo, self._changer("undo"), name="undo"
        )
        toggle.tooltip = self._stage.t("levels.undo_help")
        return toggle

    @property
    def _undo_x(self) -> float:
        """Where the toggle begins: after its name, and under the other controls where it has the row for itself."""
        name = measure(self._stage, self._stage.t("levels.undo"), BODY, Face.MEDIUM)
        return max(self.frame.undo.left + name + 14, self.frame.clock.left)

    def _clock(self) -> Segmented:
        choice = self._draft.choice
        clock, place = (choice.base_s, choice.increment_s), self.frame.clock
        return clock_row(self._stage, place, self._draft.game, clock, self._choose_clock, self._draft.keep)

    def _custom_widgets(self) -> list[Widget]:
        """Depth, seconds or depth of the old paper's engine, and how much of it; for another program which one, and its
        seconds."""
        draft, t = self._draft, self._stage.t
        self._slider = None
        if draft.choice.mode == "two" or draft.entry not in (CUSTOM, PROGRAMS):
            return []
        row = self.frame.header
        x = row.left + 76
        ways = 3 if draft.entry == CUSTOM and draft.has_classic else 2
        left = pygame.FRect(x, row.bottom - 38, min(95.0 * ways, (row.right - x) * (0.3 + 0.08 * ways)), 36)
        choose: Widget
        if draft.entry == PROGRAMS:
            kind, number = "seconds", draft.opponent(draft.level).seconds or 1.0
            choose = Dropdown(left, level_name(t, draft.level), lambda: self._open_programs(left), "program")
        else:
            kind, _, text = draft.level.partition(":")
            number = float(text)
            kinds = [Segment("depth", t("levels.by_depth")), Segment("seconds", t("levels.by_time"))]
            if draft.has_classic:
                kinds.append(Segment(CLASSIC, t("common.classic")))
            choose = Segmented(left, kinds, kind, self._choose_kind, CAPTION, name="kind")
        most = LONGEST_S if kind == "seconds" else DEEPEST
        track = pygame.FRect(left.right + 26, row.bottom - 34, row.right - 12 - (left.right + 26), 28)
        self._slider = Slider(track, 1, most, 1, min(number, most), self._choose_strength, name="strength", live=False)
        return [choose, self._slider]

    def _open_programs(self, beside: pygame.FRect) -> None:
        t, draft = self._stage.t, self._draft

        def entry(level: str) -> ListEntry:
            return ListEntry(level_name(t, level), lambda: draft.choose_level(level), checked=level == draft.level)

        self._stage.open(Popup(beside, [entry(each.name) for each in draft.programs]))

    def _start_button(self) -> Button:
        rect, t = self.frame.start, self._stage.t
        width = 240.0 if rect.width >= 500 else min(rect.width, 200.0)
        place = pygame.FRect(rect.right - width, rect.top, width, rect.height)
        return Button(place, t("levels.start"), self._on_start, "primary", "play", HEADING, name="start")

    # ---- acting

    def _changer(self, field: str) -> Callable[[object], None]:
        return lambda value: self._draft.change(**{field: value})

    def _choose_seat(self, seat: object) -> None:
        assert isinstance(seat, Side), "the choices are sides"
        self._draft.choose_seat(seat)

    def _choose_kind(self, kind: object) -> None:
        self._draft.choose_level({"depth": "depth:6", "seconds": "seconds:3", CLASSIC: f"{CLASSIC}:4"}[str(kind)])

    def _choose_strength(self, value: float) -> None:
        if self._draft.entry == PROGRAMS:
            self._draft.give_seconds(round(value))
            return
        kind = self._draft.level.split(":")[0]
        self._draft.choose_level(f"{kind}:{round(value)}")

    def _choose_clock(self, control: Clock) -> None:
        self._draft.change(base_s=control[0], increment_s=control[1])

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The card, its header, labels, the example and the line beside Start."""
        frame, t, draft = self.frame, self._stage.t, self._draft
        canvas.card(frame.box, 2)
        mode = draft.choice.mode
        if mode == "two":
            self._draw_two(canvas)
        else:
            self._draw_opponent(canvas)
        below = (frame.side or frame.rules or frame.example).top - frame.header.bottom
        canvas.hairline(frame.labels, frame.header.bottom + min(7.0, below * 0.4), frame.header.width)
        rows = [(frame.clock, "levels.clock")]
        named = (
            (frame.rules, "levels.rules"),
            (frame.board, "levels.board"),
            (frame.opening, "opening.title"),
            (frame.handicap, "levels.handicap"),
        )
        rows += [(rect, key) for rect, key in named if rect is not None]
        if frame.side and mode == "watch":
            rows.append((frame.side, "levels.seat"))
        elif frame.side:
            rows.append((frame.side, "opening.begins" if draft.colours_are_open else "levels.side"))
        for rect, key in rows:
            canvas.text(t(key), frame.labels, rect.centery, BODY, face=Face.MEDIUM)
        self._draw_undo(canvas)
        self._draw_example(canvas)
        self._draw_summary(canvas)

    def _draw_two(self, canvas: Canvas) -> None:
        row, t = self.frame.header, self._stage.t
        draw_emblem(canvas, self._draft.variant, Side.FIRST, row.left + 22, row.centery, 40)
        draw_emblem(canvas, self._draft.variant, Side.SECOND, row.left + 50, row.centery, 40)
        x = row.left + 88
        canvas.text(t("levels.two_title"), x, row.centery - 14, TITLE, face=Face.TITLE, width=row.right - x)
        first = t(f"common.{self._draft.variant.side_names[0]}")
        line = t("opening.two_line") if self._draft.colours_are_open else t("levels.two_line", side=first)
        canvas.text(line, x, row.centery + 17, BODY, canvas.theme.muted, width=row.right - x)

    def _draw_opponent(self, canvas: Canvas) -> None:
        row, t, draft = self.frame.header, self._stage.t, self._draft
        level = draft.level
        canvas.portrait(portrait_of(level), row.left + 32, row.centery, PORTRAIT)
        x = row.left + 80
        if self._slider is None:
            canvas.text(level_name(t, level), x, row.centery - 14, TITLE, face=Face.TITLE)
            about = level_about(t, draft.game, level)
            canvas.text(about, x, row.centery + 17, BODY, canvas.theme.muted, width=row.right - x)
            return
        value = round(self._slider.value)
        title = t("engines.other" if draft.entry == PROGRAMS else "common.custom")
        canvas.text(title, x - 4, row.top + 13, HEADING + 2, face=Face.TITLE)
        is_timed = level.startswith("seconds") or draft.entry == PROGRAMS
        text = t("levels.seconds_a_move" if is_timed else "common.plies", n=value)
        canvas.text(text, row.right, row.top + 13, HEADING, align="right", face=Face.MEDIUM)

    def _draw_undo(self, canvas: Canvas) -> None:
        rect, t = self.frame.undo, self._stage.t
        canvas.text(t("levels.undo"), rect.left, rect.centery, BODY, face=Face.MEDIUM)
        x = self._undo_x + Toggle.WIDTH + 10
        word = t("levels.allowed" if self._draft.choice.undo else "levels.not_allowed")
        if x + canvas.text_width(word) <= rect.right:
            canvas.text(word, x, rect.centery, BODY, canvas.theme.muted)

    def _draw_example(self, canvas: Canvas) -> None:
        rect, name = self.frame.example, self._draft.variant.name
        canvas.rounded(rect, 12, canvas.theme.inset, canvas.theme.line if canvas.theme.is_contrast else None, 2)
        place = example_place(rect)
        canvas.picture(example_picture(self._pictures, self._draft.variant, place), place, 8)
        text_left = place.right + 16
        room = rect.right - 14 - text_left
        text = self._stage.t(f"levels.{name}_about")
        opening = self._draft.choice.opening
        if opening != FREE_OPENING:
            both = self._stage.t.sentences((text, self._stage.t(f"opening.{opening}_about")))
            text = both if len(canvas.wrapped(both, room, CAPTION)) * _EXAMPLE_LINE <= rect.height - 4 else text
        lines = len(canvas.wrapped(text, room, CAPTION))
        y = rect.centery - (lines - 1) * _EXAMPLE_LINE / 2
        canvas.paragraph(text, text_left, y, room, CAPTION, line_height=_EXAMPLE_LINE)

    def _draw_summary(self, canvas: Canvas) -> None:
        """Beside Start: what will be played, or why it can't be yet."""
        rect, t, draft = self.frame.start, self._stage.t, self._draft
        start = self._start
        assert start is not None, "the panel is drawn after its widgets were made"
        room = start.rect.left - 20 - rect.left
        theme = canvas.theme
        state = draft.readiness()
        progress = self._stage.services.tables.preparation()
        if state is Readiness.PREPARING:
            first = t("levels.preparing")
            done, of = draft.steps or (progress.done, progress.of)
            second = t("levels.steps", done=done, of=of) if of else ""
        elif state is Readiness.FAILED:
            first, second = t("levels.failed"), progress.failed or ""
        else:
            first, second = self._players_text(), self._terms_text()
        ink = theme.jade if state is Readiness.PREPARING else theme.gold_ink if state is Readiness.FAILED else theme.ink
        canvas.text(first, rect.left, rect.centery - 11, BODY, ink, face=Face.MEDIUM, width=room)
        canvas.text(second, rect.left, rect.centery + 12, CAPTION, theme.muted, width=room)

    def _players_text(self) -> str:
        t, choice, is_open = self._stage.t, self._draft.choice, self._draft.colours_are_open
        if choice.mode == "two":
            if is_open:
                return t("opening.first_begins")
            return t("levels.two_players", side=t(f"common.{self._draft.variant.side_names[0]}"))
        if choice.mode == "watch":
            return t("levels.versus", first=short_name(t, choice.level), second=short_name(t, choice.second_level))
        side = {"first": 0, "second": 1}.get(choice.side)
        if side is None:
            return t("opening.begin_by_lot" if is_open else "levels.drawn_lots")
        if is_open:
            return t("opening.computer_begins_long" if side else "opening.you_begin_long")
        return t(f"levels.you_play_{self._draft.variant.side_names[side]}")

    def _terms_text(self) -> str:
        t, draft = self._stage.t, self._draft
        choice = draft.choice
        parts = [t("levels.lines", n=choice.size)] if len(draft.variant.sizes) > 1 else []
        if choice.base_s is not None:
            parts.append(time_control(t, choice.base_s, choice.increment_s))
        elif choice.opening == FREE_OPENING:
            parts.append(t("common.no_clock"))
        if choice.opening != FREE_OPENING:
            parts.append(t(f"opening.{choice.opening}"))
        if choice.handicap != NO_HANDICAP:
            parts.clear()  # size and clock stand in rows of their own; who gives what stands nowhere else
            what, by_computer = t(f"levels.given_{choice.handicap}"), choice.mode == "computer"
            side = _giver_name(t, draft)
            parts.append(t("levels.it_gives", what=what) if by_computer else t("levels.gives", side=side, what=what))
        if self._stage.settings.blindfold != "off":
            parts.append(t("blindfold.title"))
        return t("common.list_separator").join(parts)
