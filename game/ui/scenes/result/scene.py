"""The result: who won and why, how the game went, and what to do next."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.match.judgement import scale_of
from game.match.review import Review
from game.rules.core import Outcome, Side
from game.ui.paint.canvas import Canvas
from game.ui.paint.seal import GLYPH_SHARE, seal
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY, HEADING
from game.ui.scenes.boarded import place_on_board
from game.ui.scenes.colours import shade_of_first
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.names import game_title, time_limit
from game.ui.scenes.result.again import Again, TalkButton
from game.ui.scenes.result.graph import draw_evaluation, draw_times, evaluations
from game.ui.scenes.result.rating import HEIGHT as RATING_HEIGHT
from game.ui.scenes.result.rating import draw_rating
from game.ui.scenes.result.words import person_against_computer, result_words, side_name
from game.ui.scenes.review.graph import EvaluationGraph
from game.ui.scenes.review.words import draw_legend, progress_text
from game.ui.stage.navigator import LEVELS, MATCH, REVIEW
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget, approach
from game.ui.widgets.buttons import Button, SquareButton

_STAMP_S = 0.22
_COUNT_S = 0.6
"""How long the rating counts up or down."""
_LEAST_EVALUATIONS = 3
"""Without a review and with fewer judgements of the computer the thinking times are drawn instead."""
_LEAST_GRAPH = 40.0
_WIDE = 420.0
_WITH_ICON = 120.0
"""Narrower buttons of the last row have no icon."""


class ResultScene(KeyedScene):
    """Stands in the place of the match's panel; the board stays where it is. Closing it shows the match again."""

    verdict_share: ClassVar[float] = 0.42
    """How much of the room beside the board the verdict takes at most."""
    between: float = 0.0
    """The height of what stands between the verdict and the course: the rating, where the game has changed it."""

    scope = "result"

    def __init__(self, stage: Stage, match_scene: MatchScene, outcome: Outcome) -> None:
        super().__init__(stage)
        company = match_scene.company
        self._again = Again(stage, company, stage.services.lan) if company is not None else None
        self._offers: object = None
        self._match_scene = match_scene
        self._outcome = outcome
        self._stamp = 1.0 if stage.settings.reduced_motion else 0.0
        self._stamped = False
        self._rating = stage.services.tables.rating_change(match_scene.match)
        self._counted = self._stamp
        if self._rating is not None and not self.between:
            self.between = RATING_HEIGHT
        self._panel = pygame.FRect(0, 0, 0, 0)
        self._verdict = self._course = self._middle = self._panel
        self._review = match_scene.begin_review()
        self._seal: tuple[tuple[str, int], pygame.Surface] | None = None

    # ---- layout

    def layout(self) -> None:
        """The match's layout without its panel; buttons along the lower edge."""
        t = self.stage.t
        self._panel = panel = self._match_scene.panel
        roomy = panel.height > 700
        tall, low, gap = (56.0, 48.0, 16.0) if roomy else (48.0, 42.0, 10.0)
        bottom = panel.bottom
        half = (panel.width - 16) / 2
        row2 = pygame.FRect(panel.left, bottom - low, half, low)
        row1 = row2.move(0, -low - gap)
        top = pygame.FRect(panel.left, row1.top - gap - tall, panel.width, tall)
        bottom = top.top - gap
        rest = bottom - panel.top - 56
        self._verdict = pygame.FRect(panel.left, panel.top + 56, panel.width, min(176.0, rest * self.verdict_share))
        under = self._verdict.bottom + (16 if roomy else 10)
        self._middle = pygame.FRect(panel.left, under, panel.width, self.between)
        under += self.between + (gap if self.between else 0.0)
        self._course = pygame.FRect(panel.left, under, panel.width, bottom - under)
        right = half + 16
        if self._again is not None:
            self.widgets.replace(
                [*self._table_widgets(self._again, top, row1, row2, right), self._share_button(), *self._graph()],
                first="rematch" if self._again.can_invite else "board",
            )
            return
        home = pygame.FRect(panel.left, panel.top, 40, 40)
        widgets: list[Widget] = [
            SquareButton(home, "home", self._match_scene.go_home, t("result.menu"), True),
            self._share_button(),
            self._analyse_button(),
            Button(top, t("result.rematch"), lambda: self._rematch(False), "primary", "refresh", HEADING, "rematch"),
            Button(row1, t("result.swap"), lambda: self._rematch(True), icon="swap", name="swap"),
            self._review_button(row1.move(right, 0)),
            *self._last_row(
                row2,
                (t("result.board"), self.close, "eye", "board"),
                (t("result.levels"), self._other_opponent, "people", "levels"),
                (t("result.menu"), self._match_scene.go_home, "home", "menu"),
            ),
            *self._graph(),
        ]
        self.widgets.replace(widgets, first="rematch")

    def _table_widgets(
        self, again: Again, top: pygame.FRect, row1: pygame.FRect, row2: pygame.FRect, right: float
    ) -> list[Widget]:
        """The buttons after a LAN game: another game has to be agreed upon, and the talk goes on."""
        t, panel = self.stage.t, self._panel
        self._offers = self._offered(again)
        watched, asked = again.company.is_watched, again.invitation is not None
        home = pygame.FRect(panel.left, panel.top, 40, 40)
        found: list[Widget] = [SquareButton(home, "home", self._match_scene.go_home, t("lan.to_lobby"), True, 22)]
        if not watched:
            large = Button(top, again.label(), lambda: self._rematch(False), "primary", "refresh", HEADING, "rematch")
            large.enabled = again.can_invite
            swap = Button(row1, t("result.swap"), lambda: self._rematch(True), icon="swap", name="swap")
            swap.enabled = again.can_invite
            if asked:
                large.icon = ""
                swap = Button(row1, t("lan.rematch_cancel"), again.take_back, icon="cross", name="cancel")
            found += [large, swap]
        review = pygame.FRect(row1.left, row1.top, top.width, row1.height) if watched else row1.move(right, 0)
        board, talk, home = self._thirds(row2)
        place = pygame.FRect(panel.left, panel.top + 56, panel.width, panel.height - 56)
        talking = TalkButton(talk, t("lan.chat"), again.company, lambda: again.open_chat(place))
        talking.icon = "chat" if talk.width >= _WITH_ICON else ""
        found += [
            self._analyse_button(),
            self._review_button(review),
            self._third(board, t("result.board"), self.close, "eye", "board"),
            talking,
            self._third(home, t("result.lobby"), self._match_scene.go_home, "home", "menu"),
        ]
        return found

    def _analyse_button(self) -> SquareButton:
        """Beside where the other one is."""
        place = pygame.FRect(self._panel.right - 84, self._panel.top, 40, 40)
        tip, key = self.stage.t("keys.analyse"), self.key_of("analyse")
        return SquareButton(place, "pulse", self._analyse, tip, True, 22, key, "analyse")

    def _analyse(self) -> None:
        self._match_scene.analyse(self._match_scene.match.ply)

    def _share_button(self) -> SquareButton:
        place = pygame.FRect(self._panel.right - 40, self._panel.top, 40, 40)
        return SquareButton(
            place, "send", self.share, self.stage.t("library.share"), True, 22, self.key_of("share"), "share"
        )

    def share(self) -> None:
        """What can be shared of the game, in a list."""
        scene = self._match_scene
        place = self._share_button().rect
        scene.actions.sharing.open(place, scene.match.ply, scene.is_turned, self.stage.key("match", "copy_game"))

    def _review_button(self, rect: pygame.FRect) -> Button:
        button = Button(rect, self.stage.t("result.review"), self._open_review, icon="search", name="review")
        button.enabled = self._review is not None
        button.shortcut = self.key_of("review")
        return button

    def _last_row(self, rect: pygame.FRect, *entries: tuple[str, Action, str, str]) -> list[Widget]:
        return [self._third(place, *entry) for place, entry in zip(self._thirds(rect), entries, strict=True)]

    def _thirds(self, rect: pygame.FRect) -> list[pygame.FRect]:
        gap = 16.0 if self._panel.width > _WIDE else 10.0
        width = (self._panel.width - 2 * gap) / 3
        return [pygame.FRect(rect.left + i * (width + gap), rect.top, width, rect.height) for i in range(3)]

    @staticmethod
    def _third(rect: pygame.FRect, label: str, act: Action, icon: str, name: str) -> Button:
        return Button(rect, label, act, icon=icon if rect.width >= _WITH_ICON else "", name=name)

    def _graph(self) -> list[Widget]:
        """The graph of the review, which leads into it."""
        review, match, rect = self._review, self._match_scene.match, self._graph_place()
        if review is None or rect.height <= _LEAST_GRAPH:
            return []
        names = (side_name(self.stage.t, match, Side.FIRST), side_name(self.stage.t, match, Side.SECOND))
        return [EvaluationGraph(rect, review, names, shade_of_first(match.variant, match.position), self._open_review)]

    def _open_review(self, ply: int | None = None) -> None:
        if self._review is not None:
            self.stage.go(REVIEW, self._match_scene, ply)

    @staticmethod
    def _offered(again: Again) -> object:
        """What the buttons depend on."""
        return again.can_invite, again.invitation is not None

    def _rematch(self, swapped: bool) -> None:
        if self._again is not None:
            self._again.invite(swapped)
        else:
            again = self.stage.services.tables.rematch(self._match_scene.match, swapped)
            self.stage.go_from_menu(MATCH, again)

    def _other_opponent(self) -> None:
        match, settings = self._match_scene.match, self.stage.settings
        game = match.variant.game
        if match.attempt is not None:  # back to the ladder, whatever was chosen since
            choice = settings.choice(game).with_(mode="arcade")
            self.stage.services.preferences.change(choices=settings.with_choice(game, choice).choices)
        self.stage.go_from_menu(LEVELS, game)

    def acts(self) -> dict[str, Act]:
        """What the keys do now; Escape shows the board again."""
        acts: dict[str, Act] = {
            "rematch": lambda: self._rematch(False), "share": self.share, "analyse": self._analyse,
        }  # fmt: skip
        return acts if self._review is None else {**acts, "review": self._open_review}

    # ---- frame

    def update(self, dt: float) -> None:
        """Let the seal come down; the match below goes on by itself."""
        super().update(dt)
        if self._review is None and self._match_scene.begin_review() is not None:
            self._review = self._match_scene.review  # the engine was still being prepared
            self.layout()
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
            self._counted = approach(self._counted, 1.0, dt, _COUNT_S)

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, the board, header, the two cards."""
        stage, t, match = self.stage, self.stage.t, self._match_scene.match
        stage.draw_backdrop(canvas)
        self._match_scene.board.draw(canvas)
        panel = self._panel
        x, room = panel.left + 56, panel.width - 56 - 96
        title = game_title(t, match.variant)
        if canvas.text_width(title, HEADING, Face.MEDIUM) > room:
            title = t(f"common.{match.variant.game}")
        canvas.text(title, x, panel.top + 11, HEADING, face=Face.MEDIUM, width=room)
        played = t("common.moves", n=match.ply)
        detail = f"{played} · {time_limit(t, match.clock.control)}"
        if canvas.text_width(detail, CAPTION) > room:
            detail = played
        if match.teaching.offered_back:
            detail += f" · {t('comfort.offered', n=match.teaching.offered_back)}"
        canvas.text(detail, x, panel.top + 31, CAPTION, canvas.theme.muted, width=room)
        self._draw_verdict(canvas, self._verdict)
        self.draw_between(canvas, self._middle)
        if self._course.height > 110:
            self._draw_course(canvas, self._course)
        place, width = place_on_board(self._match_scene.board, self.size)
        self._match_scene.voice.draw_beside(canvas, t, place, width)

    def draw_between(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """The rating."""
        if self._rating is not None:
            draw_rating(canvas, self.stage.t, rect, self._rating, self._counted)

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
        picture, alpha = self._seal[1], 255
        if self._stamp < 1.0:
            eased = 1 - (1 - self._stamp) ** 3
            grown = round(pixels * (1.25 - 0.25 * eased))
            picture = pygame.transform.smoothscale(picture, (grown, grown))
            alpha = round(255 * eased)
        half = picture.get_width() / 2
        canvas.lay(picture, (round(x * canvas.scale - half), round(y * canvas.scale - half)), alpha)

    def _graph_place(self) -> pygame.FRect:
        rect = self._course
        return pygame.FRect(
            rect.left + 24, rect.top + 44, rect.width - 48, min(rect.width * 0.75, rect.height - 44 - 66)
        )

    def _draw_course(self, canvas: Canvas, rect: pygame.FRect) -> None:
        graph = self._graph_place()
        canvas.card(rect, 1)
        width = canvas.text(self.stage.t("result.how"), rect.left + 24, rect.top + 24, BODY, face=Face.MEDIUM)
        room = rect.width - 48 - width - 16
        if self._review is not None:
            self._draw_findings(canvas, self._review, room)
        elif graph.height > _LEAST_GRAPH:
            self._draw_without_review(canvas, graph)
        foot = rect.bottom - 32 if rect.height < 260 else graph.bottom + (rect.bottom - graph.bottom) / 2
        canvas.hairline(rect.left + 24, foot - 24, rect.width - 48)
        self._draw_times_row(canvas, rect, foot + 2)

    def _draw_findings(self, canvas: Canvas, review: Review, room: float) -> None:
        """At the right of the card's title: how far the review has come, then what it has found."""
        t, theme, right, y = self.stage.t, canvas.theme, self._course.right - 24, self._course.top + 24
        progress = progress_text(t, review)
        if not progress and not review.findings:
            progress = t("review.nothing_short")
        if progress and canvas.text_width(progress, CAPTION) > room:
            progress = "{} / {}".format(*review.progress)
        if progress:
            canvas.text(progress, right, y, CAPTION, theme.muted, "right")
        else:
            draw_legend(canvas, t, review, right, y, room)

    def _draw_without_review(self, canvas: Canvas, graph: pygame.FRect) -> None:
        """What the computer thought during the game, or how long everybody did."""
        t, match = self.stage.t, self._match_scene.match
        values = evaluations(match.line, scale_of(match.variant.game))
        with_values = len(values) >= _LEAST_EVALUATIONS
        caption = t("result.view" if with_values else "result.times")
        canvas.text(caption, graph.right, graph.top - 20, CAPTION, canvas.theme.muted, "right")
        if with_values:
            names = (side_name(t, match, Side.FIRST), side_name(t, match, Side.SECOND))
            draw_evaluation(canvas, graph, values, match.ply, names, shade_of_first(match.variant, match.position))
        else:
            draw_times(canvas, graph, match.line, shade_of_first(match.variant, match.position))

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
