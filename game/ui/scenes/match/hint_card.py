"""The hint: up to three good moves with what they are worth, and their lines, shown on the board move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.match.hint import Advice, Hint
from game.rules.core import Move, Variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.scenes.match.thinking_card import chip_text, verdict
from game.ui.scenes.notation import move_words
from game.ui.stage.language import Language
from game.ui.widgets.base import LEFT_BUTTON, Widget

_ROW = 29.0
_HEADER = 43.0


class HintPages:
    """Which of a hint's moves is looked at, and how far into its line."""

    def __init__(self) -> None:
        self._hint: Hint | None = None
        self.chosen = 0
        self.step = 0
        """How many moves of the chosen line are on the board; 0 = only the good moves themselves are marked."""

    def follow(self, hint: Hint | None) -> None:
        """Begin again with another hint; one that only knows more of its lines goes on where it is."""
        if hint is not self._hint:
            if hint is None or self._hint is None or hint.move != self._hint.move:
                self.chosen = self.step = 0
            self._hint = hint

    @property
    def is_open(self) -> bool:
        """Whether there is a hint to look at."""
        return self._hint is not None

    def wins(self, index: int) -> bool:
        """Whether a move wins by force."""
        return self._hint is not None and self._hint.choices[index].wins

    @property
    def _length(self) -> int:
        return len(self._hint.choices[self.chosen].line.moves) if self._hint else 0

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves to mark, the best first; none while a line is shown."""
        return tuple(each.move for each in self._hint.choices) if self._hint and not self.step else ()

    @property
    def line(self) -> tuple[Move, ...]:
        """The part of the chosen line that is shown."""
        return self._hint.choices[self.chosen].line.moves[: self.step] if self._hint else ()

    def forward(self) -> None:
        """One move further into the line; after its end to the beginning."""
        self.step = self.step + 1 if self.step < self._length else 0

    def back(self) -> None:
        """One move back; before the beginning to the line's end."""
        self.step = self.step - 1 if self.step else self._length

    def choose(self, index: int) -> None:
        """Look at the line of another move, from its first move on; the one looked at goes on. Does nothing for a move
        that there is not."""
        if self._hint is None or not 0 <= index < len(self._hint.choices):
            return
        if index == self.chosen:
            self.forward()
        else:
            self.chosen, self.step = index, 1


@dataclass(frozen=True, slots=True)
class HintTexts:
    """A hint in words, made once: of each move its name and its line, what it is worth, and what the best says."""

    lines: tuple[tuple[str, ...], ...]
    scores: tuple[str, ...]
    verdict: str


def hint_texts(t: Language, variant: Variant, choices: Sequence[Advice], mover: str) -> HintTexts:
    """The words for a hint; `mover` is the name of the colour to move."""
    lines = tuple(
        tuple(
            move_words(t, variant, move, position)
            for move, position in zip(advice.line.moves, advice.line.positions, strict=False)
        )
        for advice in choices
    )
    scores = tuple(chip_text(t, advice.score) if advice.score is not None else "" for advice in choices)
    best = choices[0].score
    return HintTexts(lines, scores, verdict(t, best, mover) if best is not None else "")


class HintCard(Widget):
    """The hint's rows, in the place of the computer's thoughts. A click on a row, or Enter, goes on in its line; arrow
    keys choose and step."""

    def __init__(self, card: pygame.FRect, t: Language, pages: HintPages, room: float) -> None:
        """`card` is drawn with its title, at the right of which `room` is kept free; only what lies under that is the
        widget's."""
        under = pygame.FRect(card.left, card.top + _HEADER, card.width, card.height - _HEADER)
        super().__init__(under, "hint_card")
        self.texts = HintTexts((), (), "")
        self._card = card
        self._t = t
        self._pages = pages
        self._room = room
        self._under_mouse = -1

    def _row(self, index: int) -> pygame.FRect:
        return pygame.FRect(self.rect.left + 8, self.rect.top + index * _ROW, self.rect.width - 16, _ROW - 2)

    def _row_at(self, pos: tuple[float, float]) -> int:
        rows = range(len(self.texts.lines))
        return next((index for index in rows if self._row(index).collidepoint(pos)), -1)

    def handle(self, event: pygame.event.Event) -> bool:
        """Clicks, the wheel, and keys."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
            self._under_mouse = self._row_at(event.pos)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            row = self._row_at(event.pos)
            if row >= 0:
                self._pages.choose(row)
            return self.rect.collidepoint(event.pos)
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            (self._pages.back if event.y > 0 else self._pages.forward)()
            return True
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        return False

    def _handle_key(self, event: pygame.event.Event) -> bool:
        pages = self._pages
        acts: dict[int, Callable[[], None]] = {
            pygame.K_RIGHT: pages.forward,
            pygame.K_LEFT: pages.back,
            pygame.K_RETURN: pages.forward,
            pygame.K_KP_ENTER: pages.forward,
            pygame.K_SPACE: pages.forward,
        }
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            other = pages.chosen + (1 if event.key == pygame.K_DOWN else -1)
            if not 0 <= other < len(self.texts.lines):
                return False  # the focus goes on to the next widget
            pages.choose(other)
            return True
        if event.key not in acts or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        acts[event.key]()
        return True

    def draw(self, canvas: Canvas) -> None:
        """Title with the verdict, then a row for each move."""
        theme, rect = canvas.theme, self._card
        canvas.card(rect, 1)
        if self.focused:
            canvas.focus_ring(rect.inflate(-4, -4), 14)
        middle = rect.top + 22
        canvas.icon("hint", rect.left + 27, middle, 20, theme.jade)
        x = rect.left + 46
        x += canvas.text(self._t("match.hint"), x, middle, BODY, face=Face.MEDIUM) + 12
        canvas.text(self.texts.verdict, x, middle, CAPTION, theme.muted, width=rect.right - self._room - 8 - x)
        for index in range(len(self.texts.lines)):
            self._draw_row(canvas, index)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        theme, row = canvas.theme, self._row(index)
        chosen = index == self._pages.chosen and self._pages.step > 0
        if chosen:
            canvas.rounded(row, ROW_RADIUS, theme.jade_tint, theme.jade, 1.5)
        elif self.hovered and index == self._under_mouse:
            canvas.rounded(row, ROW_RADIUS, theme.hover)
        middle = row.centery
        canvas.circle(row.left + 16, middle, 9, theme.jade if index == 0 else theme.card)
        if index:
            canvas.circle(row.left + 16, middle, 9, theme.jade, stroke=1.5)
        ink = theme.on_jade if index == 0 else theme.jade
        canvas.text(str(index + 1), row.left + 16, middle, CAPTION, ink, "centre", Face.MEDIUM)
        names = self.texts.lines[index]
        x = row.left + 34
        x += max(34.0, canvas.text(names[0], x, middle, BODY, face=Face.MEDIUM)) + 10
        score = self.texts.scores[index]
        if score:
            width = max(58.0, canvas.text_width(score, CAPTION, Face.MEDIUM) + 16)
            chip = pygame.FRect(x, middle - 10, width, 20)
            wins = self._pages.wins(index)
            canvas.rounded(chip, 6, theme.jade if wins else theme.inset, None if wins else theme.line, 1)
            colour = theme.on_jade if wins else theme.ink
            canvas.text(score, chip.centerx, middle, CAPTION, colour, "centre", Face.MEDIUM)
            x += width + 10
        self._draw_line(canvas, row, x, names[1:], self._pages.step if chosen else 0)

    @staticmethod
    def _draw_line(canvas: Canvas, row: pygame.FRect, x: float, names: Sequence[str], step: int) -> None:
        """The moves that are expected to follow, as many as fit around the one that was shown last."""
        theme = canvas.theme
        first = max(0, step - 3)
        for number, name in enumerate(names[first:], start=first + 2):
            shown, last = number <= step, number == step
            face = Face.MEDIUM if last else Face.REGULAR
            if x + canvas.text_width(name, CAPTION, face) > row.right - 8:
                break
            ink = theme.jade if last else theme.ink if shown else theme.muted
            x += canvas.text(name, x, row.centery, CAPTION, ink, face=face) + 8
