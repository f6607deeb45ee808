"""Playing blindfold: the banner over the board, the list of its forms, and the card in the place of the board where not
even that is shown: moves are read there and typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

import pygame

from game.rules.core import IllegalMoveError, RulesError
from game.storage.settings import Blindfold
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY, HEADING, TITLE
from game.ui.scenes.colours import player_mark, player_words
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.notation import move_words
from game.ui.stage.language import Language
from game.ui.stage.overlays import ListEntry
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.field import TextField

FORMS: Final[tuple[Blindfold, ...]] = get_args(Blindfold)
"""From everything seen to nothing."""

_LONGEST = 16
_EXAMPLES: Final = {"chinese": "炮二平五", "chinese-traditional": "炮二平五", "wxf": "C2=5", "iccs": "H2-E2"}


def form_entries(t: Language, now: Blindfold, choose: Callable[[Blindfold], None]) -> list[ListEntry]:
    """The forms as entries of a list, the present one checked."""

    def chooser(form: Blindfold) -> Callable[[], None]:
        return lambda: choose(form)

    return [ListEntry(t(f"blindfold.{form}"), chooser(form), checked=form == now) for form in FORMS]


def next_form(now: Blindfold) -> Blindfold:
    """The form after this one; after the last everything is seen again."""
    return FORMS[(FORMS.index(now) + 1) % len(FORMS)]


def draw_banner(canvas: Canvas, board: pygame.FRect, t: Language, form: Blindfold, check: bool) -> None:
    """What is hidden, on a plate on the board's upper edge; that somebody is in check is said there too."""
    theme = canvas.theme
    text, alarm = t("blindfold.banner", form=t(f"blindfold.{form}")), t("blindfold.check") if check else ""
    width = 44 + canvas.text_width(text, CAPTION, Face.MEDIUM)
    width += canvas.text_width(alarm, CAPTION, Face.MEDIUM) + 12 if alarm else 0
    plate = pygame.FRect(0, max(1.0, board.top - 23), width, 22)
    plate.centerx = board.centerx
    canvas.rounded(plate, 11, theme.gold_tint, theme.gold_ink if theme.is_contrast else theme.gold, 1.5)
    canvas.icon("eye_off", plate.left + 18, plate.centery, 16, theme.gold_ink)
    x = plate.left + 32
    x += canvas.text(text, x, plate.centery, CAPTION, theme.gold_ink, face=Face.MEDIUM)
    canvas.text(alarm, x + 12, plate.centery, CAPTION, theme.red, face=Face.MEDIUM)


class BlindCard:
    """Stands where the board would be. Lives as long as the match scene; its field keeps what is being typed."""

    def __init__(self, shown: ShownMatch) -> None:
        self._shown = shown
        self.field = TextField(
            pygame.FRect(0, 0, 0, 0), "", "", lambda text: None, _LONGEST, self._say, "say", "keyboard"
        )

    def widgets(self, rect: pygame.FRect) -> list[Widget]:
        """The field with its button where somebody here plays, and the way back to the board."""
        t, box = self._shown.stage.t, _inside(rect)
        width = min(box.width, 420.0)
        left, middle = box.centerx - width / 2, rect.top + rect.height * 0.66
        self.field.rect = pygame.FRect(left, middle, width - 112, 48)
        self.field.placeholder = self._example()
        say = Button(
            pygame.FRect(left + width - 104, middle, 104, 48), t("blindfold.say"), self._say, "primary", name="send"
        )
        back = pygame.FRect(0, 0, min(width, 260.0), 44)
        back.midbottom = (box.centerx, rect.bottom - 32)
        label = t("blindfold.board_back")
        show = Button(back, label, lambda: self._shown.set_blindfold("off"), icon="eye", name="show")
        return [self.field, say, show] if self._shown.plays_here else [show]

    def _example(self) -> str:
        t, match = self._shown.stage.t, self._shown.match
        placing = not match.game.start.pieces()
        if placing:
            return t("blindfold.one_point", example="H8")
        start = match.game.start
        if GAMES[match.variant.game].looks.notations:
            example = _EXAMPLES.get(t.notation(match.variant.game), "")
        else:
            example = next((move_words(t, match.variant, move, start) for move in start.legal_moves()), "")
        return t("blindfold.one_move", example=example)

    def _say(self) -> None:
        """Make the move that was typed, or say what is wrong with it."""
        shown, text = self._shown, self.field.text.strip()
        if not text:
            return
        match = shown.match
        try:
            move = match.variant.read_move(text, match.position)
            match.position.play(move)
        except IllegalMoveError as error:
            shown.refuse(error.refusal)
            return
        except RulesError:
            shown.stage.sounds.play("refused")
            shown.stage.toasts.show(shown.stage.t("blindfold.wrong", text=text))
            return
        self.field.text, self.field.caret = "", 0
        shown.choose(move)

    def draw(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """What was played last, in large, and who is to move."""
        shown, t, theme = self._shown, self._shown.stage.t, canvas.theme
        match, ply = shown.match, shown.ply
        canvas.card(rect, 2)
        x = rect.centerx
        canvas.icon("eye_off", x, rect.top + rect.height * 0.12, 40, theme.gold_ink)
        canvas.text(t("blindfold.title"), x, rect.top + rect.height * 0.20, TITLE, align="centre", face=Face.TITLE)
        middle = rect.top + rect.height * 0.40
        if ply:
            before = match.game.at(ply - 1)
            said = t("blindfold.last", side=player_words(t, match.variant, before, before.turn))
            mark = player_mark(match.variant, before, before.turn, 28)
            width = canvas.text_width(said, HEADING)
            mark(canvas, x - width / 2 - 22, middle - 48)
            canvas.text(said, x, middle - 48, HEADING, theme.muted, "centre")
            move = move_words(t, match.variant, match.game.moves[ply - 1], before)
            canvas.text(move, x, middle, DISPLAY * 1.5, align="centre", face=Face.MEDIUM, width=rect.width - 48)
        else:
            canvas.text(t("blindfold.nothing_yet"), x, middle, HEADING, theme.muted, "centre")
        position = match.game.at(ply)
        turn = t("blindfold.turn", side=player_words(t, match.variant, position, position.turn))
        if position.is_check():
            alarm = t("blindfold.check")
            canvas.text(alarm, x, middle + 52, HEADING, theme.red, "centre", Face.MEDIUM)
        canvas.text(turn, x, rect.top + rect.height * 0.60, BODY, theme.muted, "centre")


def _inside(rect: pygame.FRect) -> pygame.FRect:
    return rect.inflate(-48, -48)
