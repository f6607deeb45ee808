"""The other side of a LAN table in the match scene: the chat, the line, who watches, what is asked, and leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import pygame

from game.lan.views import LineState, TableView
from game.match.events import Request, RequestKind
from game.match.match import Match, MatchError
from game.match.players import PlayerKind
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, BUTTON_RADIUS, CAPTION
from game.ui.scenes.match.chat import ChatPanel, line_word
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.page import measure
from game.ui.scenes.people import draw_bars, draw_spinner, short_person, strength
from game.ui.stage.overlays import Dialog, DialogAnswer
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button

STRIP: Final = 52.0
"""The height of the strip that says what is the matter with the table."""

Tone = Literal["warn", "calm", "watch"]


@dataclass(frozen=True, slots=True)
class Strip:
    """What the strip says: `spins` draws a spinner for its icon, `decide` has a button for what can be done."""

    text: str
    tone: Tone
    icon: str = ""
    spins: bool = False
    decide: bool = False


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the panel needs of its scene: `lay_out` everything again, `focus_on` a widget by its name, `leave` for good,
    and where the column beside the board lies."""

    lay_out: Callable[[], None]
    focus_on: Callable[[str], None]
    leave: Callable[[], None]
    beside_board: Callable[[], pygame.FRect]


class LanPanel:
    """Lives as long as its match shown. Where the chat has no place of its own it takes that of the moves, when it is
    asked for."""

    def __init__(self, shown: ShownMatch, table: TableView, around: Surroundings) -> None:
        self._shown = shown
        self._around = around
        shown.why_untouchable = self._why_untouchable
        self.table = table
        self.chat = ChatPanel(shown.stage, table, shown.match.variant.game)
        self.is_chat_folded = False
        """Whether the chat shares the place of the moves; set by the scene's layout."""
        self.shows_chat = False
        """Whether a folded chat is open."""
        self._line = table.line
        self._unread = table.unread
        self._laid_out: object = None
        self._overdue: Dialog | None = None
        self._questions: dict[int, Dialog] = {}
        self._at_s = 0.0

    # ---- what is the case

    @property
    def peer(self) -> str:
        """The other side's name, cut so that it leaves room for what is said of it."""
        return short_person(self._shown.stage, self.table.peer, 96 if self.is_chat_folded else 140)

    @property
    def is_watched(self) -> bool:
        """Whether the person here only watches."""
        return self.table.is_watched

    @property
    def plays_on(self) -> bool:
        """Whether a game against the other side goes on here."""
        return self._shown.may_touch and self._shown.match.outcome is None

    def _why_untouchable(self) -> str:
        said = self.strip()
        return said.text if said is not None else ""

    @property
    def is_chat_seen(self) -> bool:
        """Whether the chat is on the screen."""
        return self.shows_chat or not self.is_chat_folded

    @property
    def asked(self) -> tuple[RequestKind, ...]:
        """What was asked from here and not answered yet."""
        match = self._shown.match
        return tuple(each.kind for each in match.requests.open if match.seat(each.by).player.kind is PlayerKind.HUMAN)

    def strip(self) -> Strip | None:
        """What has to be said of the table now, the most important alone."""
        t, table, over = self._shown.stage.t, self.table, self._shown.match.outcome is not None
        name = self.peer
        if table.line is LineState.GONE:
            return Strip(
                t("lan.strip_gone" if over or self.is_watched else "lan.strip_gone_kept", name=name), "warn", "leave"
            )
        if table.line is LineState.OVERDUE and not over:
            return Strip(t("lan.strip_overdue", name=name), "warn", "warning", decide=True)
        if self.is_watched and table.line is LineState.DOWN:
            return Strip(t("lan.strip_cut_watched", n=max(0, round(table.back_in_s))), "warn", "warning")
        if table.line in (LineState.DOWN, LineState.OVERDUE):
            text = t("lan.strip_down", name=name, n=max(0, round(table.back_in_s)))
            return Strip(text if not over else t("lan.strip_cut", name=name), "warn", "warning")
        if self.asked:
            return Strip(t(f"lan.strip_asked_{self.asked[0].value}", name=name), "calm", spins=True)
        if self.is_watched:
            return Strip(t("lan.strip_watching"), "watch", "eye")
        return None

    def unread(self) -> int:
        """Lines of the other side that have not been seen."""
        return self.table.unread

    @property
    def needs_corner(self) -> bool:
        """Whether the disc of the other side tells how the line is: where the chat's title does not, or all is not
        well."""
        return not self.is_watched and (not self.is_chat_seen or self.table.line is not LineState.CONNECTED)

    def watchers_label(self, room: float) -> str:
        """How many watch, for the button: the number alone where it has no room for more."""
        stage, number = self._shown.stage, len(self.table.watchers)
        label = stage.t("lan.watch_count", n=number)
        return label if measure(stage, label, CAPTION) <= room else str(number)

    def watchers_names(self) -> str:
        """Who watches, for the button's tooltip."""
        t, names = self._shown.stage.t, self.table.watchers
        return t("lan.watching_names", names=t("common.enumeration").join(names)) if names else t("lan.nobody_watching")

    # ---- widgets

    def widgets(self, chat: pygame.FRect, strip: pygame.FRect) -> list[Widget]:
        """The chat's, and the button in the strip."""
        found: list[Widget] = self.chat.widgets(chat) if self.is_chat_seen else []
        said = self.strip()
        self._laid_out = self._shape(said)
        if said is not None and said.decide:
            label = self._shown.stage.t("lan.decide")
            width = measure(self._shown.stage, label, BODY, Face.MEDIUM) + 32
            place = pygame.FRect(strip.right - 10 - width, strip.centery - 18, width, 36)
            found.append(Button(place, label, self.ask_what_now, "primary", name="decide"))
        return found

    def _shape(self, said: Strip | None) -> object:
        """What the layout depends on."""
        return said is not None, said is not None and said.decide, self.chat.can_speak

    def toggle_chat(self) -> None:
        """Open or shut a folded chat."""
        self.shows_chat = not self.shows_chat
        self._around.lay_out()
        self._around.focus_on("chat_field" if self.shows_chat and self.chat.can_speak else "board")

    def enter_chat(self) -> None:
        """Give the keyboard to the chat's field, opening it where it is folded."""
        if not self.is_chat_seen:
            self.toggle_chat()
        elif self.chat.can_speak:
            self._around.focus_on("chat_field")

    def tell_watchers(self) -> None:
        """Say who watches."""
        self._shown.stage.toasts.show(self.watchers_names(), "eye")

    # ---- keys

    def acts(self) -> dict[str, Callable[[], None]]:
        """What the keys of the chat do: one opens a folded chat and gives it the keyboard, others say something."""
        if self.chat.can_speak:
            return {
                "chat": self.enter_chat,
                **{name: self.chat.speaker(key) for name, key in self.chat.phrases().items()},
            }
        return {} if self.is_chat_seen else {"chat": self.enter_chat}

    def back(self) -> bool:
        """Whether Escape had something to shut here: a folded chat that is open."""
        if self.is_chat_folded and self.shows_chat:
            self.toggle_chat()
            return True
        return False

    # ---- questions

    def ask(self, request: Request) -> None:
        """The other side has asked for something: put the question to the person."""
        shown, t = self._shown, self._shown.stage.t
        key = request.kind.value
        name = self.peer
        is_to_end = request.kind is RequestKind.NO_RESULT  # asked by the program: there is nobody to agree with
        yes, no = ("lan.end_game", "lan.play_on") if is_to_end else ("lan.agree", "lan.disagree")
        answers = (
            DialogAnswer(t(yes), lambda: self._answer(request, True), "primary"),
            DialogAnswer(t(no), lambda: self._answer(request, False)),
        )
        text = t(f"lan.ask_{key}_text", n=request.plies)
        dialog = Dialog(t(f"lan.ask_{key}", name=name), text, answers, by_itself=True, place=self._aside)
        self._questions[id(request)] = dialog
        shown.stage.sounds.play("chat")
        shown.stage.open(dialog)

    def _aside(self) -> pygame.FRect:
        """Beside the board, whose position the person has to see to answer."""
        return self._around.beside_board()

    def _answer(self, request: Request, yes: bool) -> None:
        self._questions.pop(id(request), None)
        if not any(each is request for each in self._shown.match.requests.open):
            return  # overtaken while the question stood there
        try:
            self._shown.match.requests.answer(request.kind, yes)
        except MatchError as error:
            self._shown.stage.refuse(error.refusal)

    def withdraw(self, request: Request) -> None:
        """What was asked for has been overtaken: the question goes."""
        dialog = self._questions.pop(id(request), None)
        if dialog is not None:
            dialog.close()

    def ask_what_now(self) -> None:
        """The other side is overdue: claim the game, leave and keep it, or wait on."""
        shown, t, table = self._shown, self._shown.stage.t, self.table
        answers = (
            DialogAnswer(t("lan.overdue_claim"), table.claim, "primary"),
            DialogAnswer(t("lan.overdue_leave"), self._around.leave),
            DialogAnswer(t("lan.overdue_wait"), lambda: None),
        )
        title = t("lan.overdue_title", name=self.peer)
        self._overdue = Dialog(title, t("lan.overdue_text"), answers, 560, by_itself=True, place=self._aside)
        shown.stage.open(self._overdue)

    def leave(self) -> None:
        """Leave the table; a game that goes on is left after a question only."""
        shown, t = self._shown, self._shown.stage.t
        if not self.plays_on:
            self._around.leave()
            return
        answers = (
            DialogAnswer(t("lan.leave_yes"), self._around.leave, "primary"),
            DialogAnswer(t("match.stay"), lambda: None),
        )
        text = t("lan.leave_text", name=self.peer)
        shown.stage.open(Dialog(t("lan.leave_title"), text, answers))

    # ---- frame

    def update(self, dt: float, on_top: bool) -> None:
        """Follow the table. `on_top`: nothing lies over the match."""
        self._at_s += dt
        table, shown = self.table, self._shown
        if table.unread > self._unread:
            shown.stage.sounds.play("chat")
        self._unread = table.unread
        self.chat.update(on_top and self.is_chat_seen)
        if table.line is not self._line:
            before, self._line = self._line, table.line
            shown.after_change()
            self._follow_line(before)
        if self._shape(self.strip()) != self._laid_out:
            self._around.lay_out()

    def _follow_line(self, before: LineState) -> None:
        shown = self._shown
        if self._line is LineState.OVERDUE and shown.match.outcome is None and not self.is_watched:
            self.ask_what_now()
        elif before is LineState.OVERDUE and self._overdue is not None:
            self._overdue.close()  # they are back: there is nothing to decide
            self._overdue = None

    # ---- drawing

    def draw_corner(self, canvas: Canvas, x: float, y: float) -> None:
        """How the line is, at the lower right of the other side's disc."""
        theme = canvas.theme
        canvas.circle(x, y, 12, theme.card)
        if self.table.line is LineState.CONNECTED:
            canvas.circle(x, y, 11, theme.line, stroke=1)
            small = canvas.like(scale=canvas.scale * 0.6)
            draw_bars(small, x / 0.6 - 11, y / 0.6 - 0.5, strength(self.table.round_trip_s))
        else:
            canvas.icon("leave" if self.table.line is LineState.GONE else "warning", x, y, 16, theme.gold_ink)

    def draw(self, canvas: Canvas, strip: pygame.FRect) -> None:
        """The chat's card and the strip; the widgets come on top."""
        if self.is_chat_seen:
            self.chat.draw(canvas)
        said = self.strip()
        if said is None:
            return
        theme = canvas.theme
        ground, ink = {
            "warn": (theme.gold_tint, theme.gold_ink),
            "calm": (theme.inset, theme.ink),
            "watch": (theme.indigo_tint, theme.indigo),
        }[said.tone]
        canvas.rounded(strip, BUTTON_RADIUS + 2, ground, ink if theme.is_contrast else theme.line, 1.25)
        x = strip.left + 26
        if said.spins:
            still = self._shown.stage.settings.reduced_motion
            draw_spinner(canvas, x, strip.centery, 0.0 if still else self._at_s, theme.indigo)
        else:
            canvas.icon(said.icon, x, strip.centery, 22, ink)
        room = strip.width - 48 - 14 - (self._decide_width() if said.decide else 0)
        size, lines = self._fitting(canvas, said.text, room)
        for i, line in enumerate(lines):
            y = strip.centery + (i - (len(lines) - 1) / 2) * 19
            canvas.text(line, strip.left + 48, y, size, ink if said.tone == "warn" else theme.ink, width=room)

    def _decide_width(self) -> float:
        return measure(self._shown.stage, self._shown.stage.t("lan.decide"), BODY, Face.MEDIUM) + 50

    @staticmethod
    def _fitting(canvas: Canvas, text: str, room: float) -> tuple[float, Sequence[str]]:
        """One line in body size, else two smaller ones."""
        if canvas.text_width(text, BODY) <= room:
            return BODY, (text,)
        lines = canvas.wrapped(text, room, CAPTION)
        return CAPTION, lines if len(lines) <= 2 else (lines[0], " ".join(lines[1:]))

    def status(self) -> str:
        """How the line is, in a word, where it is not simply connected; else empty."""
        return "" if self.table.line is LineState.CONNECTED else line_word(self._shown.stage.t, self.table)


def is_from_elsewhere(match: Match, request: Request) -> bool:
    """Whether a request came over the line and has to be answered here."""
    seat = match.seat
    return seat(request.by).player.kind is PlayerKind.REMOTE and seat(request.by.other).player.kind is PlayerKind.HUMAN
