"""The result: who won and why, how the game went, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.lan.views import Lan
from game.rules.core import Outcome, Side
from game.ui.canvas import Canvas
from game.ui.paint.seal import GLYPH_SHARE, seal
from game.ui.scene import Scene
from game.ui.scenes.match.layout import lay_out
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.names import time_limit
from game.ui.scenes.result.again import Again, TalkButton
from game.ui.scenes.result.graph import draw_evaluation, draw_times, evaluations
from game.ui.scenes.result.words import person_against_computer, result_words, side_name
from game.ui.stage import Stage
from game.ui.text import Face
from game.ui.theme import BODY, CAPTION, DISPLAY, HEADING
from game.ui.widgets.base import Widget, approach
from game.ui.widgets.buttons import Button, SquareButton

_STAMP_S = 0.22
_LEAST_EVALUATIONS = 3
"""With fewer judgements of the computer the thinking times are drawn instead."""


@dataclass(frozen=True, slots=True)
class ResultDoors:
    """Where the result leads; `rematch` is given whether sides are swapped."""

    rematch: Callable[[MatchScene, bool], None]
    other_opponent: Callable[[MatchScene], None]
    menu: Callable[[], None]


class ResultScene(Scene):
    """Stands in the place of the match's panel; the board stays where it is. Closing it shows the match again."""

    def __init__(
        self, stage: Stage, match_scene: MatchScene, outcome: Outcome, doors: ResultDoors, lan: Lan | None = None
    ) -> None:
        """`lan` is needed where the match was played over it: another game is an invitation there."""
        super().__init__()
        company = match_scene.company
        self._again = Again(stage, company, lan) if company is not None and lan is not None else None
        self._offers: object = None
        self.stage = stage
        self._match_scene = match_scene
        self._outcome = outcome
        self._doors = doors
        self._stamp = 1.0 if stage.settings.reduced_motion else 0.0
        self._stamped = False
        self._panel = pygame.FRect(0, 0, 0, 0)
        self._seal: tuple[tuple[str, int], pygame.Surface] | None = None

    # ---- layout

    def layout(self) -> None:
        """The match's layout without its panel; buttons along the lower edge."""
        t = self.stage.t
        place = lay_out(self.size, with_thinking=False)
        panel = pygame.FRect(
            place.header.left, place.header.top, place.header.width, place.actions.bottom - place.header.top
        )
        self._panel = panel
        roomy = panel.height > 700
        tall, low, gap = (56.0, 48.0, 16.0) if roomy else (48.0, 42.0, 10.0)
        bottom = panel.bottom
        half = (panel.width - 16) / 2
        row2 = pygame.FRect(panel.left, bottom - low, half, low)
        row1 = row2.move(0, -low - gap)
        top = pygame.FRect(panel.left, row1.top - gap - tall, panel.width, tall)
        self._cards_bottom = top.top - gap
        right = half + 16
        if self._again is not None:
            self.widgets.replace(self._table_widgets(self._again, top, row1, row2, right))
            if self.widgets.focus is None:
                self.widgets.focus_on("rematch" if self._again.can_invite else "board")
            return
        widgets: list[Widget] = [
            SquareButton(
                pygame.FRect(panel.left, panel.top, 40, 40), "home", self._doors.menu, t("result.menu"), True, 22
            ),
            Button(top, t("result.rematch"), lambda: self._rematch(False), "primary", "refresh", HEADING, "rematch"),
            Button(row1, t("result.swap"), lambda: self._rematch(True), icon="swap", name="swap"),
            Button(row1.move(right, 0), t("result.board"), self.close, icon="search", name="board"),
            Button(
                row2,
                t("result.levels"),
                lambda: self._doors.other_opponent(self._match_scene),
                icon="people",
                name="levels",
            ),
            Button(row2.move(right, 0), t("result.menu"), self._doors.menu, icon="home", name="menu"),
        ]
        self.widgets.replace(widgets)
        if self.widgets.focus is None:
            self.widgets.focus_on("rematch")

    def _table_widgets(
        self, again: Again, top: pygame.FRect, row1: pygame.FRect, row2: pygame.FRect, right: float
    ) -> list[Widget]:
        """The buttons after a LAN game: another game has to be agreed upon, and the talk goes on."""
        t, panel = self.stage.t, self._panel
        self._offers = self._offered(again)
        watched, asked = again.company.is_watched, again.invitation is not None
        home = pygame.FRect(panel.left, panel.top, 40, 40)
        found: list[Widget] = [SquareButton(home, "home", self._doors.menu, t("lan.to_lobby"), True, 22)]
        if not watched:
            large = Button(top, again.label(), lambda: self._rematch(False), "primary", "refresh", HEADING, "rematch")
            large.enabled = again.can_invite
            swap = Button(row1, t("result.swap"), lambda: self._rematch(True), icon="swap", name="swap")
            swap.enabled = again.can_invite
            if asked:
                large.icon = ""
                swap = Button(row1, t("lan.rematch_cancel"), again.take_back, icon="cross", name="cancel")
            found += [large, swap]
        board = pygame.FRect(row1.left, row1.top, top.width, row1.height) if watched else row1.move(right, 0)
        place = pygame.FRect(panel.left, panel.top + 56, panel.width, panel.height - 56)
        found += [
            Button(board, t("result.board"), self.close, icon="search", name="board"),
            TalkButton(row2, t("lan.chat"), again.company, lambda: again.open_chat(place)),
            Button(row2.move(right, 0), t("lan.to_lobby"), self._doors.menu, icon="home", name="menu"),
        ]
        return found

    @staticmethod
    def _offered(again: Again) -> object:
        """What the buttons depend on."""
        return again.can_invite, again.invitation is not None

    def _rematch(self, swapped: bool) -> None:
        if self._again is not None:
            self._again.invite(swapped)
        else:
            self._doors.rematch(self._match_scene, swapped)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Escape shows the board again, Enter is a rematch."""
        if event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._rematch(False)
        else:
            return False
        return True

    # ---- frame

    def update(self, dt: float) -> None:
        """Let the seal come down; the match below goes on by itself."""
        super().update(dt)
        if self._again is not None:
            if self._offered(self._again) != self._offers:
                self.layout()
            for widget in self.widgets.widgets:
                if isinstance(widget, Button) and widget.name == "rematch":
                    widget.label = self._again.label()
        if self.entered >= 1.0:
            if not self._stamped:
                self._stamped = True
                self.stage.sounds.play("stamp")
            self._stamp = approach(self._stamp, 1.0, dt, _STAMP_S)

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, the board, header, the two cards."""
        stage, t, match = self.stage, self.stage.t, self._match_scene.match
        stage.draw_backdrop(canvas)
        self._match_scene.board.draw(canvas)
        panel = self._panel
        title = f"{t(f'common.{match.variant.game}')} · {t(f'common.{match.variant.name}')}"
        canvas.text(title, panel.left + 56, panel.top + 11, HEADING, face=Face.MEDIUM, width=panel.width - 56)
        detail = f"{t('common.moves', n=match.ply)} · {time_limit(t, match.clock.control)}"
        canvas.text(detail, panel.left + 56, panel.top + 31, CAPTION, canvas.theme.muted, width=panel.width - 56)
        rest = self._cards_bottom - panel.top - 56
        first = pygame.FRect(panel.left, panel.top + 56, panel.width, min(176.0, rest * 0.42))
        second = pygame.FRect(panel.left, first.bottom + 16, panel.width, self._cards_bottom - first.bottom - 16)
        self._draw_verdict(canvas, first)
        if second.height > 110:
            self._draw_course(canvas, second)

    def _draw_verdict(self, canvas: Canvas, rect: pygame.FRect) -> None:
        theme = canvas.theme
        words = result_words(self.stage.t, self._match_scene.match, self._outcome)
        canvas.card(rect, 2)
        size = 72.0 if rect.width > 360 else 56.0
        room = rect.width - 48 - size - 16
        unit = rect.height / 176
        canvas.text(words.headline, rect.left + 24, rect.top + 52 * unit, DISPLAY, face=Face.TITLE, width=room)
        y = rect.top + 98 * unit
        canvas.text(words.reason, rect.left + 24, y, HEADING, face=Face.MEDIUM, width=rect.width - 48)
        canvas.paragraph(words.detail, rect.left + 24, y + 32 * unit, rect.width - 48, BODY, theme.muted, 22, lines=2)
        self._draw_seal(canvas, rect.right - 24 - size / 2, rect.top + 16 + size / 2, size, words.seal)

    def _draw_seal(self, canvas: Canvas, x: float, y: float, size: float, character: str) -> None:
        """The seal comes down from 1.25 times its size."""
        if self.entered < 1.0 and not self.stage.settings.reduced_motion:
            return
        pixels = canvas.px(size)
        if self._seal is None or self._seal[0] != (character, pixels):
            glyph = canvas.fonts.render(character, int(pixels * GLYPH_SHARE), (255, 255, 255), Face.TITLE)
            self._seal = ((character, pixels), seal(pixels, glyph))
        picture = self._seal[1]
        if self._stamp < 1.0:
            eased = 1 - (1 - self._stamp) ** 3
            grown = round(pixels * (1.25 - 0.25 * eased))
            picture = pygame.transform.smoothscale(picture, (grown, grown))
            picture.set_alpha(round(255 * eased))
        half = picture.get_width() / 2
        canvas.surface.blit(picture, (round(x * canvas.scale - half), round(y * canvas.scale - half)))

    def _draw_course(self, canvas: Canvas, rect: pygame.FRect) -> None:
        t, match, theme = self.stage.t, self._match_scene.match, canvas.theme
        canvas.card(rect, 1)
        values = evaluations(match.line)
        with_values = len(values) >= _LEAST_EVALUATIONS
        canvas.text(t("result.how"), rect.left + 24, rect.top + 24, BODY, face=Face.MEDIUM)
        caption = t("result.view" if with_values else "result.times")
        canvas.text(caption, rect.right - 24, rect.top + 24, CAPTION, theme.muted, "right")
        height = min(160.0, rect.height - 44 - 60)
        graph = pygame.FRect(rect.left + 24, rect.top + 44, rect.width - 48, height)
        if height > 40:
            names = (side_name(t, match, Side.FIRST), side_name(t, match, Side.SECOND))
            if with_values:
                draw_evaluation(canvas, graph, values, match.ply, names)
            else:
                draw_times(canvas, graph, match.line)
        foot = rect.bottom - 26 if rect.height < 260 else graph.bottom + (rect.bottom - graph.bottom) / 2
        canvas.hairline(rect.left + 24, foot - 24, rect.width - 48)
        self._draw_times_row(canvas, rect, foot + 2)

    def _draw_times_row(self, canvas: Canvas, rect: pygame.FRect, y: float) -> None:
        t, match = self.stage.t, self._match_scene.match
        person = person_against_computer(match)
        pairs = []
        for side in Side if person is None else (person, person.other):
            if person is None:
                label = side_name(t, match, side)
            else:
                label = t("result.your_time" if side is person else "result.computer_time")
                if side is not person and self._match_scene.company is not None:
                    label = self._match_scene.player_name(side)
            minutes, seconds = divmod(int(match.clock.used_s(side)), 60)
            pairs.append((label, f"{minutes:02d}:{seconds:02d}"))
        longest = max((played.used_s for played in match.line), default=0.0)
        pairs.append((t("result.longest"), t("match.seconds", n=f"{longest:.1f}")))
        step = (rect.width - 48) / 3
        stacked = rect.width < 420
        for i, (label, value) in enumerate(pairs):
            x = rect.left + 24 + i * step
            if stacked:
                canvas.text(label, x, y - 9, CAPTION, canvas.theme.muted, width=step - 8)
                canvas.text(value, x, y + 10, BODY, face=Face.MEDIUM, width=step - 8)
            else:
                width = canvas.text(label, x, y, CAPTION, canvas.theme.muted, width=step * 0.6)
                canvas.text(value, x + width + 8, y, BODY, face=Face.MEDIUM)
