"""The card of the chosen game: its last position and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.lan.signing import RecordProof, check_reading
from game.lan.views import Standing
from game.library.library import LibraryEntry
from game.records.fault import Fault
from game.records.native import Reading
from game.rules.core import Side
from game.rules.registry import VARIANTS
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING, ROW_RADIUS
from game.ui.scenes.library.list import draw_game_sign
from game.ui.scenes.library.signed import proof_icon, proof_ink, proof_words
from game.ui.scenes.library.words import GameWords, face_of, is_computer
from game.ui.scenes.names import game_title, time_limit
from game.ui.scenes.opening_words import GameOpening, fitting
from game.ui.scenes.page import draw_chip
from game.ui.scenes.people import draw_known
from game.ui.scenes.pictures import Pictures, draw_emblem
from game.ui.scenes.portrait_choice import draw_named
from game.ui.stage.faults import fault_words
from game.ui.stage.stage import Stage

_TEXT: float = 138.0
"""What the lines under the picture take."""
_SIGNED: float = 20.0
"""What the line about the signatures takes."""
_MORE: float = 12.0
"""What they take beyond that where the last of them reports damage, in two lines."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the card shows: an entry with its words, and the game once it is read."""

    entry: LibraryEntry
    words: GameWords
    found: Reading | Fault | None


class GameCard:
    """Draws the card; keeps the pictures of the boards."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._pictures = Pictures(stage)
        self._proved: tuple[Reading, RecordProof | None] | None = None
        self._opening = GameOpening(stage)

    def draw(self, canvas: Canvas, rect: pygame.FRect, shown: Shown) -> None:
        """Into the room above the buttons: picture, both players, result, where and when, and what is wrong."""
        told, words = shown.entry.summary, shown.words
        if not told.is_readable:
            self._draw_damaged(canvas, rect, shown)
            return
        proof = self._proof_of(shown.found)
        below = _TEXT + (_MORE if told.problem is not None else 0) + (_SIGNED if proof is not None else 0)
        picture = pygame.FRect(rect.left, rect.top, rect.width, max(80.0, rect.height - below))
        self._draw_board(canvas, picture, shown)
        x, y, room = rect.left, picture.bottom + 22, rect.width
        result_width = canvas.text_width(words.result, CAPTION, Face.MEDIUM) + 24
        for player in (0, 1):
            side = told.seats[player]
            if is_computer(side):
                canvas.portrait(face_of(side.level or ""), x + 12, y, 24)
            elif proof is not None and proof.sides:
                draw_known(canvas, "", proof.sides[player].key, Standing.MET, x + 12, y, 24)
            else:
                draw_named(canvas, self._stage, words.names[player], x + 12, y, 24)
            face = Face.MEDIUM if told.winner == player else Face.REGULAR
            name_room = room - 62 - (result_width + 8 if player == 0 else 0)
            if told.game in GAMES:
                colour = Side(player if told.first_colour == 0 else 1 - player)
                draw_emblem(canvas, VARIANTS[told.variant], colour, x + 38, y, 16)
            canvas.text(words.names[player], x + 54, y, BODY + 1, face=face, width=name_room)
            y += 30
        theme = canvas.theme
        tint, ink = (theme.jade_tint, theme.jade) if told.winner is not None else (theme.inset, theme.muted)
        draw_chip(canvas, rect.right - result_width, picture.bottom + 22, words.result, tint, ink)
        lines = self._lines(shown, canvas, room)
        y -= 2
        if proof is not None:
            ink = proof_ink(theme, proof)
            canvas.icon(proof_icon(proof), x + 8, y, 16, ink)
            canvas.text(proof_words(self._stage.t, proof), x + 20, y, CAPTION, ink, face=Face.MEDIUM, width=room - 20)
            y += _SIGNED
        for line in lines[: 2 if told.problem is not None else 3]:
            canvas.text(line, x, y, CAPTION, theme.muted, width=room)
            y += 20
        if told.problem is not None:
            self._draw_problem(canvas, pygame.FRect(x, y - 8, room, 34 + _MORE), told.problem)

    def _proof_of(self, found: Reading | Fault | None) -> RecordProof | None:
        """What the signatures of a game prove, looked at once."""
        if not isinstance(found, Reading):
            return None
        if self._proved is None or self._proved[0] is not found:
            self._proved = found, check_reading(found)
        return self._proved[1]

    def _lines(self, shown: Shown, canvas: Canvas, room: float) -> list[str]:
        """Rules and length, how and when it ended, what the opening is called and where it was played."""
        t, told, words = self._stage.t, shown.entry.summary, shown.words
        first = [game_title(t, VARIANTS[told.variant]), t("common.moves", n=told.moves)]
        if isinstance(shown.found, Reading) and shown.found.record.control is not None:
            first.append(time_limit(t, shown.found.record.control))
        second = [each for each in (words.reason, words.date or t("library.no_date")) if each]
        headers = shown.found.record.headers if isinstance(shown.found, Reading) else {}
        third = [each for each in (told.event, headers.get("Site"), headers.get("Round")) if each]
        called = self._opening.names(shown.found.game) if isinstance(shown.found, Reading) else []
        if called:
            places = [" · ".join([each, *third]) for each in called]
            third = [fitting(canvas, places, room, CAPTION) or called[-1]]
        return [" · ".join(first), " · ".join(second), *([" · ".join(third)] if third else [])]

    def _draw_board(self, canvas: Canvas, room: pygame.FRect, shown: Shown) -> None:
        """The last position, as large as there is room."""
        told, theme = shown.entry.summary, canvas.theme
        if told.game not in GAMES:
            canvas.rounded(room, ROW_RADIUS + 4, theme.inset, theme.line, 1)
            canvas.icon("book", room.centerx, room.centery - 24, 44, theme.muted)
            lines = canvas.wrapped(self._stage.t("library.not_shown"), room.width - 32)
            for number, line in enumerate(lines):
                canvas.text(line, room.centerx, room.centery + 20 + 22 * number, BODY, theme.muted, "centre")
            return
        rules = VARIANTS[told.variant]
        aspect = self._stage.painter(rules).frame.aspect
        width = min(room.width, room.height * aspect)
        place = pygame.FRect(0, 0, width, width / aspect)
        place.center = room.center
        place.left, place.top = round(place.left), round(place.top)
        canvas.shadow(place, 8, 1)
        if isinstance(shown.found, Reading):
            game = shown.found.game
            last = game.moves[-1] if game.ply else None
            picture = self._pictures.board(rules, game.position, place.size, None, last)
            canvas.picture(picture, place, 8)
            if theme.is_contrast:
                canvas.rounded(place, 8, None, theme.line, 2)
        else:
            canvas.rounded(place, 8, theme.inset, theme.line, 1)

    def _draw_problem(self, canvas: Canvas, rect: pygame.FRect, why: Fault) -> None:
        theme, t = canvas.theme, self._stage.t
        canvas.rounded(rect, ROW_RADIUS, theme.gold_tint, theme.gold if theme.is_contrast else None, 1.5)
        canvas.icon("warning", rect.left + 16, rect.centery, 18, theme.gold_ink)
        text = t("library.damaged_part", why=fault_words(t, why))
        room = rect.width - 42
        y = rect.centery - (9 if len(canvas.wrapped(text, room, CAPTION)) > 1 else 0)
        canvas.paragraph(text, rect.left + 32, y, room, CAPTION, theme.gold_ink, 18, lines=2)

    def _draw_damaged(self, canvas: Canvas, rect: pygame.FRect, shown: Shown) -> None:
        theme, told, t = canvas.theme, shown.entry.summary, self._stage.t
        box = pygame.FRect(rect.left, rect.top, rect.width, min(rect.height, 320.0))
        canvas.rounded(box, ROW_RADIUS + 4, theme.inset, theme.line, 1)
        draw_game_sign(canvas, told, box.centerx, box.top + 52, 44)
        canvas.text(t("library.damaged"), box.centerx, box.top + 100, HEADING, None, "centre", Face.MEDIUM)
        why = fault_words(t, told.problem) if told.problem is not None else ""
        y = canvas.paragraph(
            why, box.left + 16, box.top + 134, box.width - 32, BODY, theme.muted, 22,
            lines=max(1, int((box.height - 190) // 22)),
        )  # fmt: skip
        canvas.text(shown.entry.key, box.left + 16, y + 10, CAPTION, theme.muted, width=box.width - 32)
