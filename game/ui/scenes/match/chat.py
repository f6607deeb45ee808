"""The talk at a table: bubbles, notes of what has happened, quick phrases and the field."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.lan.views import ChatLine, LineState, TableView
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import NO_LINE_START, Face, wrap
from game.ui.paint.theme import BODY, CAPTION, TINY
from game.ui.scenes.page import measure
from game.ui.scenes.people import BARS_WIDTH, delay_text, draw_bars, short_person, strength
from game.ui.scenes.presents import WON_PHRASES, phrase_key, phrases_won
from game.ui.stage.language import Language
from game.ui.stage.stage import Stage
from game.ui.widgets.base import LEFT_BUTTON, Action, Widget
from game.ui.widgets.buttons import ActionButton, SquareButton, blend
from game.ui.widgets.field import TextField
from game.ui.widgets.scroll_bar import draw_scroll_bar

LONGEST_LINE: Final = 300
PHRASES: Final = ("phrase_1", "phrase_2", "phrase_3", "phrase_4", "phrase_5")
"""The actions of the quick phrases that everybody has; the arcade gives others."""
_KNOWN: Final = (
    *(f"lan.{name}" for name in PHRASES),
    *(phrase_key(game, number) for game in GAMES for number in WON_PHRASES),
)

_HEADER = 43.0
_PHRASES_FROM = (250.0, 330.0, 400.0)
"""The heights of the card from which the quick phrases have one row, two, and three if they need them."""
_STEP, _NOTE_STEP = 21.0, 18.0
_GAP = 8.0
_WHEEL = 48.0
_MOST_KEPT = 2000


def chat_lines(stage: Stage, text: str, width: float, size: float = BODY) -> list[str]:
    """A text in lines that are all no wider than `width` units: what has no place to break is broken anywhere, but
    never between a letter and its marks."""
    found: list[str] = []
    pixels = width * stage.scale

    def wide(part: str) -> float:
        return measure(stage, part, size) * stage.scale

    for line in wrap(text, pixels, wide):
        while len(line) > 1 and wide(line) > pixels:
            cut = _fitting(line, pixels, wide)
            found.append(line[:cut].rstrip())
            line = line[cut:]
        found.append(line)
    return found


def _fitting(line: str, width: float, wide: Callable[[str], float]) -> int:
    """How many characters of a line that is too long fit, at least one."""
    low, high = 1, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        if wide(line[:middle]) <= width:
            low = middle
        else:
            high = middle - 1
    space = line.rfind(" ", low // 2, low + 1)
    if space > 0:
        return space + 1
    whole = low
    while whole > 1 and (unicodedata.category(line[whole]).startswith("M") or line[whole] in NO_LINE_START):
        whole -= 1
    return whole if whole > 1 else low


def said_here(t: Language, line: ChatLine) -> str:
    """What somebody said, as it is shown here: one of the quick phrases in the language that is chosen here, whichever
    it was said in; everything else, and what one has said oneself, as it was written."""
    if line.mine:
        return line.text
    return next((t(key) for key in _KNOWN if t.has(key) and line.text in t.both(key)), line.text)


@dataclass(frozen=True, slots=True)
class _Block:
    """One line of talk as it lies in the log: `top` from the log's beginning, `head` what stands above it ("" = it
    follows what the same person said in the same minute)."""

    line: ChatLine
    texts: tuple[str, ...]
    head: str
    top: float
    width: float
    height: float


class ChatLog(Widget):
    """What was said, the newest at the bottom. The wheel and the arrow keys scroll; it follows new lines unless one has
    scrolled back, and then says how many are new."""

    def __init__(self, stage: Stage, table: TableView) -> None:
        super().__init__(pygame.FRect(0, 0, 0, 0), "chat_log")
        self._stage = stage
        self._table = table
        self._blocks: list[_Block] = []
        self._laid_out: object = None
        self._whole = 0.0
        self._back = 0.0
        """How far it is scrolled back from the end."""
        self._kept: dict[object, tuple[tuple[str, ...], float]] = {}

    @property
    def is_at_end(self) -> bool:
        """Whether the newest line is in view."""
        return self._back <= 1

    def lay_out(self) -> None:
        """Bring the lines to the present width; only what is new is measured."""
        stage, chat = self._stage, self._table.chat
        if self.rect.width <= 0:
            return  # it has no place yet
        key = (chat, self.rect.size, stage.scale, stage.t.name)
        if key == self._laid_out:
            return
        self._laid_out = key
        before = self._whole
        self._blocks = []
        top = 0.0
        last: ChatLine | None = None
        for line in chat:
            block = self._block(line, last, top)
            self._blocks.append(block)
            top = block.top + block.height + _GAP
            last = line
        self._whole = max(0.0, top - _GAP)
        if not self.is_at_end:
            self._back += self._whole - before
        self._back = min(max(0.0, self._back), self._most)
        self.focusable = self._most > 0

    def _block(self, line: ChatLine, last: ChatLine | None, top: float) -> _Block:
        t = self._stage.t
        if line.note:
            text = t(line.text, **dict(line.values))
            texts, width = self._measured(text, self.rect.width - 16, CAPTION)
            return _Block(line, texts, "", top + 2, width, _NOTE_STEP * len(texts))
        texts, width = self._measured(said_here(t, line), self.rect.width * 0.86 - 24, BODY)
        same = last is not None and not last.note and last.mine == line.mine and last.who == line.who
        same_minute = last is not None and last.at == line.at
        head = ""
        if not same_minute or not (same or line.mine):
            who = short_person(self._stage, line.who, self.rect.width - 64, CAPTION)
            head = line.at if line.mine else f"{who} · {line.at}"
        return _Block(line, texts, head, top, width + 24, 16 + _STEP * len(texts) + (20 if head else 0))

    def _measured(self, text: str, room: float, size: float) -> tuple[tuple[str, ...], float]:
        key = (text, round(room), size, self._stage.scale)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) > _MOST_KEPT:
                self._kept.clear()
            texts = tuple(chat_lines(self._stage, text, room, size))
            found = self._kept[key] = (texts, max(measure(self._stage, each, size) for each in texts))
        return found

    @property
    def _most(self) -> float:
        return max(0.0, self._whole - self.rect.height)

    @property
    def _new_plate(self) -> pygame.FRect:
        """Where it says how many lines are new."""
        return pygame.FRect(self.rect.centerx - 52, self.rect.bottom - 32, 104, 28)

    def handle(self, event: pygame.event.Event) -> bool:
        """Wheel and arrow keys scroll, a press on the plate leads to the end."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
        elif event.type == pygame.MOUSEWHEEL and self.hovered:
            return self._scroll(event.y * _WHEEL)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self.visible:
            if self._says_new and self._new_plate.collidepoint(event.pos):
                self._back = 0.0
            return self.rect.collidepoint(event.pos)
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN):
            return self._scroll(_WHEEL if event.key == pygame.K_UP else -_WHEEL)
        return False

    def _scroll(self, units: float) -> bool:
        before = self._back
        self._back = min(max(0.0, before + units), self._most)
        return self._back != before

    @property
    def _says_new(self) -> bool:
        return self._table.unread > 0 and not self.is_at_end

    def draw(self, canvas: Canvas) -> None:
        """The lines in view, the scroll bar, the plate."""
        theme, view = canvas.theme, self.rect
        if not self._blocks:
            self._draw_empty(canvas)
        # what is little stands at the top, what is much at the end
        offset = view.top - (self._most - self._back)
        with canvas.clipped(view):
            for block in self._blocks:
                if block.top + block.height + offset > view.top and block.top + offset < view.bottom:
                    self._draw_block(canvas, block, block.top + offset)
        track = pygame.FRect(view.right + 5, view.top, 4, view.height)
        draw_scroll_bar(canvas, track, self._most - self._back, self._most)
        if self.focused:
            canvas.rounded(view.inflate(10, 6), 10, None, theme.indigo, 2.0)
        if self._says_new:
            plate = self._new_plate
            canvas.shadow(plate, 14, 2)
            canvas.rounded(plate, 14, theme.plate)
            text = self._stage.t("lan.chat_unread", n=self._table.unread)
            canvas.icon("chevron_down", plate.left + 20, plate.centery, 18, theme.on_plate)
            canvas.text(text, plate.left + 34, plate.centery, CAPTION, theme.on_plate, width=plate.width - 42)

    def _invitation_to_talk(self) -> list[str]:
        t, room = self._stage.t, self.rect.width - 24
        lines = [*chat_lines(self._stage, t("lan.chat_nothing_yet"), room, CAPTION), ""]
        return lines + list(chat_lines(self._stage, t("lan.chat_sealed"), room, CAPTION))

    def _draw_empty(self, canvas: Canvas) -> None:
        t, theme, view = self._stage.t, canvas.theme, self.rect
        if self._table.is_watched:
            lines = list(chat_lines(self._stage, t("lan.chat_only_read"), view.width - 24, CAPTION))
        else:
            lines = self._invitation_to_talk()
        y = view.centery - _STEP * (len(lines) - 1) / 2
        if view.height > 150:
            canvas.icon("chat", view.centerx, y - 30, 34, theme.edge)
            y += 8
        for line in lines:
            canvas.text(line, view.centerx, y, CAPTION, theme.muted, "centre", width=view.width)
            y += _STEP if line else 6

    def _draw_block(self, canvas: Canvas, block: _Block, top: float) -> None:
        theme, view, line = canvas.theme, self.rect, block.line
        if line.note:
            for i, text in enumerate(block.texts):
                y = top + _NOTE_STEP * (i + 0.5)
                canvas.text(text, view.centerx, y, CAPTION, theme.muted, "centre", width=view.width)
            return
        left = view.right - block.width if line.mine else view.left
        if block.head:
            align_right = line.mine
            x = view.right - 4 if align_right else view.left + 2
            canvas.text(
                block.head, x, top + 8, CAPTION, theme.muted, "right" if align_right else "left", width=view.width - 8
            )
            top += 20
        box = pygame.FRect(left, top, block.width, 16 + _STEP * len(block.texts))
        ground = theme.jade_tint if line.mine else theme.inset
        border = None
        if theme.is_contrast:
            border = theme.jade if line.mine else theme.ink
        canvas.rounded(box, 12, ground, border, 2.0 if line.mine else 1.5)
        for i, text in enumerate(block.texts):
            canvas.text(text, box.left + 12, box.top + 8 + _STEP * (i + 0.5), BODY)


class Phrase(Widget):
    """A small pill that says something with one press."""

    HEIGHT = 28.0

    def __init__(self, x: float, y: float, width: float, text: str, on_click: Action) -> None:
        super().__init__(pygame.FRect(x, y, width, self.HEIGHT), f"phrase {text}")
        self._text = text
        self._on_click = on_click

    @staticmethod
    def width_of(stage: Stage, text: str) -> float:
        """How wide the pill of a text is."""
        return measure(stage, text, CAPTION, Face.MEDIUM) + 22

    def activate(self) -> None:
        """Say it."""
        self._on_click()

    def draw(self, canvas: Canvas) -> None:
        """The pill and its words."""
        theme = canvas.theme
        ground = blend(blend(theme.inset, theme.hover, self.hover_share), theme.line, self.press_share)
        canvas.rounded(self.rect, 14, ground, theme.line if not theme.is_contrast else theme.ink, 1.25)
        if self.focused:
            canvas.rounded(self.rect.inflate(6, 6), 17, None, theme.indigo, 2.0)
        middle = self.rect.centery + self.press_share
        canvas.text(self._text, self.rect.centerx, middle, CAPTION, theme.ink, "centre", Face.MEDIUM)


class ChatButton(ActionButton):
    """Opens the chat where it has no place of its own; the number of unread lines stands at its icon."""

    def __init__(self, rect: pygame.FRect, label: str, unread: Callable[[], int], on_click: Action) -> None:
        super().__init__(rect, "chat", label, on_click, "action_chat")
        self._unread = unread

    def draw(self, canvas: Canvas) -> None:
        """The button and the mark of what is unread."""
        super().draw(canvas)
        unread = self._unread()
        if unread:
            draw_badge(canvas, self.rect.centerx + 12, self.rect.top + self.rect.height * 0.36 - 9, unread)


class KnockButton(SquareButton):
    """Somebody invites one to another game: how many do stands at its icon."""

    def __init__(self, rect: pygame.FRect, count: int, on_click: Action, tooltip: str, shortcut: str) -> None:
        super().__init__(rect, "people", on_click, tooltip, shortcut=shortcut, name="knock")
        self._count = count

    def draw(self, canvas: Canvas) -> None:
        """The button and the number."""
        super().draw(canvas)
        draw_badge(canvas, self.rect.centerx + 12, self.rect.centery - 10, self._count)


def draw_badge(canvas: Canvas, x: float, y: float, number: int) -> None:
    """A small red disc with a number, centred on x, y."""
    theme = canvas.theme
    text = str(number) if number < 100 else "99"
    width = max(18.0, canvas.text_width(text, TINY, Face.MEDIUM) + 10)
    rect = pygame.FRect(x - width / 2, y - 9, width, 18)
    canvas.rounded(rect.inflate(3, 3), 10.5, theme.card)
    canvas.rounded(rect, 9, theme.red)
    canvas.text(text, x, y, TINY, theme.on_red, "centre", Face.MEDIUM)


class ChatPanel:
    """A card with the log, the phrases and the field. What was typed outlives a layout."""

    def __init__(self, stage: Stage, table: TableView, game: str) -> None:
        """`game` is what is played at the table: some phrases are of one game."""
        self._stage = stage
        self._table = table
        self.game = game
        self._log = ChatLog(stage, table)
        self._draft = ""
        self._field: TextField | None = None
        self._is_seen = True
        self.rect = pygame.FRect(0, 0, 0, 0)

    @property
    def can_speak(self) -> bool:
        """Whether something can be said here: watchers only read, and nobody hears what is said after the end."""
        return not self._table.is_watched and self._table.line is not LineState.GONE

    def widgets(self, rect: pygame.FRect) -> list[Widget]:
        """The widgets of a card of that size, in their Tab order."""
        self.rect = rect
        inside = pygame.FRect(rect.left + 14, rect.top + _HEADER + 10, rect.width - 28, rect.height - _HEADER - 20)
        caret = self._field.caret if self._field is not None else len(self._draft)
        self._field = None
        if not self.can_speak:
            self._log.rect = inside
            self._log.lay_out()
            return [self._log]
        t = self._stage.t
        field = pygame.FRect(inside.left, inside.bottom - 44, inside.width, 44)
        self._field = TextField(
            field, self._draft, t("lan.say"), self._typed, LONGEST_LINE, self._send, "chat_field", room_at_end=30
        )
        self._field.caret = min(caret, len(self._draft))
        send = SquareButton(
            pygame.FRect(field.right - 40, field.top + 4, 36, 36), "send", self._send, t("lan.send"), False, 20, "Enter"
        )
        most_rows = sum(rect.height >= least for least in _PHRASES_FROM)
        phrases = self._phrases(inside, field.top - 10, most_rows)
        bottom = min((each.rect.top for each in phrases), default=field.top) - 10
        self._log.rect = pygame.FRect(inside.left, inside.top, inside.width, bottom - inside.top)
        self._log.lay_out()
        return [self._log, *phrases, self._field, send]

    def _phrases(self, inside: pygame.FRect, bottom: float, most_rows: int) -> list[Phrase]:
        """The quick phrases in as many rows as they need and may have, the last one ending at `bottom`; those without
        room are left to their keys."""
        found: list[Phrase] = []
        x, row = inside.left, 0
        for name, key in self.phrases().items():
            text = self._stage.t(key)
            width = Phrase.width_of(self._stage, text)
            if x + width > inside.right and x > inside.left:
                x, row = inside.left, row + 1
            if row >= most_rows:
                break
            phrase = Phrase(x, row * (Phrase.HEIGHT + 6), width, text, self.speaker(key))
            phrase.tooltip, phrase.shortcut = text, self._stage.key("match", name)
            found.append(phrase)
            x += width + 6
        lowest = max((phrase.rect.bottom for phrase in found), default=0.0)
        for phrase in found:
            phrase.rect.y += bottom - lowest
        return found

    def phrases(self) -> dict[str, str]:
        """The quick phrases that one has here: the keys of their texts by their actions."""
        return {**{name: f"lan.{name}" for name in PHRASES}, **phrases_won(self._stage, self.game)}

    def speaker(self, key: str) -> Action:
        """What says the quick phrase of a text's key."""

        def speak() -> None:
            text = self._stage.t(key)
            if self._say(text) and not self._is_seen:
                self._stage.toasts.show(text, "chat")

        return speak

    def _typed(self, text: str) -> None:
        self._draft = text

    def _send(self) -> None:
        text = self._draft.strip()
        if text and self._say(text) and self._field is not None:
            self._draft = self._field.text = ""
            self._field.caret = 0

    def _say(self, text: str) -> bool:
        code = self._table.say(text)
        if code is not None:
            t = self._stage.t
            key = f"lan.chat_{code}"
            self._stage.toasts.show(t(key if t.has(key) else "lan.chat_failed"), "chat")
        return code is None

    def update(self, is_seen: bool) -> None:
        """Follow what is said; what is seen counts as read."""
        self._is_seen = is_seen
        self._log.lay_out()
        if is_seen and self._table.unread and self._log.is_at_end:
            self._table.read()

    def draw(self, canvas: Canvas) -> None:
        """The card, its title and how the line is; the widgets come on top."""
        t, theme, rect, table = self._stage.t, canvas.theme, self.rect, self._table
        canvas.card(rect, 1)
        y = rect.top + 22
        used = canvas.text(t("lan.chat"), rect.left + 16, y, BODY, face=Face.MEDIUM)
        right = rect.right - 16
        canvas.hairline(rect.left + 16, rect.top + _HEADER - 1, rect.width - 32)
        word, good = line_word(t, table), table.line is LineState.CONNECTED
        if good:
            draw_bars(canvas, right - BARS_WIDTH, y, strength(table.round_trip_s))
            right -= BARS_WIDTH + 8
            right -= canvas.text(delay_text(t, table.round_trip_s), right, y, CAPTION, theme.jade, "right", Face.MEDIUM)
            room = right - 10 - (rect.left + 16 + used + 10)
            if canvas.text_width(word, CAPTION) <= room:
                canvas.text(word, rect.left + 16 + used + 10, y + 1, CAPTION, theme.muted)
            return
        width = canvas.text(word, right, y, CAPTION, theme.gold_ink, "right", Face.MEDIUM)
        canvas.icon("warning", right - width - 14, y, 18, theme.gold_ink)


def line_word(t: Callable[..., str], table: TableView) -> str:
    """How the line is, in a word."""
    words = {
        LineState.CONNECTED: "connected",
        LineState.UNSTABLE: "unstable",
        LineState.DOWN: "line_down",
        LineState.OVERDUE: "line_down",
        LineState.GONE: "line_gone",
    }
    return t(f"lan.{words[table.line]}")
