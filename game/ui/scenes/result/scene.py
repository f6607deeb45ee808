"""The result: who won and why, how the game went, and what to do next."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import pygame

from game.match.judgement import scale_of
from game.match.move_class import Appraisal
from game.match.review import Review
from game.rules.core import Outcome, Side
from game.ui.paint.canvas import Canvas
from game.ui.paint.portraits import Expression
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.boarded import place_on_board
from game.ui.scenes.colours import shade_of_first
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.names import game_title, portrait_of, time_limit
from game.ui.scenes.page import measure, split
from game.ui.scenes.result.accuracy import ShownAccuracy
from game.ui.scenes.result.aftermath import Aftermath, Mood, mood_of
from game.ui.scenes.result.again import Again, TalkButton
from game.ui.scenes.result.graph import draw_evaluation, draw_times, evaluations
from game.ui.scenes.result.rating import draw_rating
from game.ui.scenes.result.verdict import Quote, draw_verdict, has_room_for_quote, quote_lines, quote_row
from game.ui.scenes.result.words import (
    best_move,
    best_move_words,
    person_against_computer,
    result_words,
    side_name,
    turning_point,
)
from game.ui.scenes.review.graph import EvaluationGraph
from game.ui.scenes.review.words import draw_legend, progress_text
from game.ui.stage.navigator import LEVELS, MATCH, REVIEW
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget, approach
from game.ui.widgets.buttons import Button, Kind, SquareButton

_STAMP_S = 0.22
_LIFT_S = 0.4
"""How long the seal's stone is lifted, or leaves fall, once the print is there."""
_COUNT_S = 0.6
"""How long the rating counts up or down."""
_LEAST_EVALUATIONS = 3
"""Without a review and with fewer judgements of the computer the thinking times are drawn instead."""
_LEAST_GRAPH = 40.0
_WIDE = 420.0
_MIDDLE, _MIDDLE_LOW = 116.0, 92.0
"""The height of the card with accuracy and rating."""
_VERDICT, _VERDICT_WITH_QUOTE = 150.0, 216.0
_LEAST_COURSE = 150.0
"""What is left at least for the course of the game where the card between is shown."""
_COURSE = 166.0
"""With this much its graph can be read: the verdict makes room for it as far as it can."""
_LEAST_VERDICT = 124.0
_FACES = {Mood.WON: Expression.DEJECTED, Mood.LOST: Expression.PLEASED}
"""Of the opponent, by the person's mood."""
_WITH_ICON = 120.0
"""Narrower buttons of the last row have no icon."""


class ResultScene(KeyedScene):
    """Stands in the place of the match's panel; the board stays where it is. Closing it shows the match again."""

    extra: ClassVar[float] = 0.0
    """The height of a card of the subclass under the verdict ..."""
    extra_low: ClassVar[float] = 0.0
    """... and where a part of it stands beside what the opponent says."""

    scope = "result"

    def __init__(self, stage: Stage, match_scene: MatchScene, outcome: Outcome) -> None:
        super().__init__(stage)
        company = match_scene.company
        self._again = Again(stage, company, stage.services.lan) if company is not None else None
        self._offers: object = None
        self._match_scene = match_scene
        self._outcome = outcome
        self._stamp = 2.0 if stage.settings.reduced_motion else 0.0
        self._stamped = False
        self._words = result_words(stage.t, match_scene.match, outcome)
        self._mood = mood_of(match_scene.match, outcome)
        self._aftermath = Aftermath(match_scene.board, self._mood, outcome, stage.settings.reduced_motion)
        self._turning: int | None = None
        self._rating = stage.services.tables.rating_change(match_scene.match)
        self._counted = min(1.0, self._stamp)
        self._panel = pygame.FRect(0, 0, 0, 0)
        self._verdict = self._extra = self._course = self._middle = self._panel
        self._beside = 0.0
        self._review = match_scene.begin_review()
        self._accuracy = ShownAccuracy(match_scene.match, self._review) if self._review is not None else None

    # ---- layout

    def layout(self) -> None:
        """The match's layout without its panel; buttons along the lower edge."""
        t = self.stage.t
        self._panel = panel = self._match_scene.panel
        roomy = panel.height > 700
        tall, low, gap = (56.0, 48.0, 8.0) if roomy else (48.0, 42.0, 8.0)
        self._words = result_words(t, self._match_scene.match, self._outcome)
        bottom = panel.bottom
        half = (panel.width - 8) / 2
        row2 = pygame.FRect(panel.left, bottom - low, half, low)
        row1 = row2.move(0, -low - gap)
        top = pygame.FRect(panel.left, row1.top - gap - tall, panel.width, tall)
        bottom = top.top - gap
        self._lay_cards(pygame.FRect(panel.left, panel.top + 56, panel.width, bottom - panel.top - 56), gap)
        right = half + 8
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
            *self._large_buttons(top, row1, row1.move(right, 0)),
            *self._last_row(row2, *self._low_entries()),
            *self._graph(),
        ]
        self.widgets.replace(widgets, first="review" if self._looks_back else "rematch")

    @property
    def _looks_back(self) -> bool:
        """Whether to look at the game again comes before another one: after a loss against a computer."""
        return self._mood is Mood.LOST and self._again is None and self._review is not None

    def _large_buttons(self, top: pygame.FRect, left: pygame.FRect, right: pygame.FRect) -> list[Widget]:
        """The first button and the two below it."""
        t = self.stage.t
        if self._looks_back:
            review = self._review_button(top, "primary", HEADING)
            review.told_key = "Enter"  # which presses what has the focus
            return [
                review,
                Button(left, t("result.rematch"), lambda: self._rematch(False), icon="refresh", name="rematch"),
                Button(right, t("result.swap"), lambda: self._rematch(True), icon="swap", name="swap"),
            ]
        again = Button(top, t("result.rematch"), lambda: self._rematch(False), "primary", "refresh", HEADING, "rematch")
        again.told_key = self.key_of("rematch")
        swap = Button(left, t("result.swap"), lambda: self._rematch(True), icon="swap", name="swap")
        return [again, swap, self._review_button(right)]

    def _low_entries(self) -> tuple[tuple[str, Action, str, str], ...]:
        """The buttons of the last row: label, act, icon and name."""
        t = self.stage.t
        first: tuple[str, Action, str, str] = (t("result.board"), self.close, "eye", "board")
        if self._looks_back and self._turning is not None:
            turning = self._turning
            go = partial(self._match_scene.play_from, turning - 1)
            label = t("result.from_move", n=turning)
            if measure(self.stage, label, BODY, Face.MEDIUM) + 24 > self._thirds(self._panel)[0].width:
                label = t("result.from_move_short", n=turning)
            first = (label, go, "play", "from_move")
        return (
            first,
            (t("result.levels"), self._other_opponent, "people", "levels"),
            (t("result.menu"), self._match_scene.go_home, "home", "menu"),
        )

    def _lay_cards(self, rect: pygame.FRect, gap: float) -> None:
        """The verdict, the subclass's card, accuracy and rating, and the course, as far as they have room."""
        self._beside = self.beside_quote if self._fits_beside(rect.width) else 0.0
        own = self.extra_low if self._beside else self.extra
        middle, left = self._middle_and_rest(rect.height, own, gap)
        verdict, more = _VERDICT, _VERDICT_WITH_QUOTE - _VERDICT
        if self._quote is not None and left - more >= _LEAST_COURSE:
            verdict, left = verdict + more, left - more
        elif self._beside:
            self._beside, own = 0.0, self.extra
            middle, left = self._middle_and_rest(rect.height, own, gap)
        low = min(verdict, max(_LEAST_VERDICT, rect.height * 0.42))
        verdict, left = low, left + verdict - low
        if left < _COURSE:  # else its graph would be a line, or missing
            verdict = max(_LEAST_VERDICT, verdict - (_COURSE - left))
        y = rect.top
        places = []
        for height in (verdict, own, middle):
            places.append(pygame.FRect(rect.left, y, rect.width, height))
            y += height + (gap if height else 0.0)
        self._verdict, self._extra, self._middle = places
        self._course = pygame.FRect(rect.left, y, rect.width, rect.bottom - y)

    def _middle_and_rest(self, height: float, own: float, gap: float) -> tuple[float, float]:
        """How high the card with accuracy and rating can be beside the subclass's, and what is left for the course."""
        has_middle = self._rating is not None or self._accuracy is not None
        middle = (_MIDDLE if height > 480 else _MIDDLE_LOW) if has_middle else 0.0
        rest = height - _VERDICT - (own + gap if own else 0.0) - 2 * gap
        for lower in (_MIDDLE_LOW, 0.0):
            if own and rest - middle < _LEAST_COURSE:
                middle = min(middle, lower)
        return middle, rest - middle

    @property
    def beside_quote(self) -> float:
        """How wide that is which the subclass shows beside what the opponent says; 0 where that is nothing."""
        return 0.0

    def _fits_beside(self, width: float) -> bool:
        """Whether what the opponent says leaves room beside itself in a card of that width."""
        quote, row = self._quote, width - 48 - self.beside_quote
        if quote is None or not self.beside_quote:
            return False
        return quote_lines(quote.text, row, lambda text, size: measure(self.stage, text, size)) is not None

    @property
    def _quote(self) -> Quote | None:
        """What the opponent said at the end."""
        voice = self._match_scene.voice
        if not voice.closing:
            return None
        return Quote(portrait_of(voice.level), self.stage.t(voice.closing), _FACES.get(self._mood, Expression.CALM))

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

    def _review_button(self, rect: pygame.FRect, kind: Kind = "secondary", size: float = BODY) -> Button:
        label = self.stage.t("result.review")
        turning = self._turning
        if turning is not None:
            again = self.stage.t("result.see_again", n=turning)
            if measure(self.stage, again, size, Face.MEDIUM) <= rect.width - 56:
                label = again
        button = Button(rect, label, lambda: self._open_review(turning), kind, "search", size, "review")
        button.enabled = self._review is not None
        button.shortcut = self.key_of("review")
        return button

    def _third(self, rect: pygame.FRect, label: str, act: Action, icon: str, name: str) -> Button:
        fits = rect.width >= max(_WITH_ICON, measure(self.stage, label, BODY, Face.MEDIUM) + 56)
        return Button(rect, label, act, icon=icon if fits else "", name=name)

    def _last_row(self, rect: pygame.FRect, *entries: tuple[str, Action, str, str]) -> list[Widget]:
        return [self._third(place, *entry) for place, entry in zip(self._thirds(rect), entries, strict=True)]

    def _thirds(self, rect: pygame.FRect) -> list[pygame.FRect]:
        gap = 8.0
        width = (self._panel.width - 2 * gap) / 3
        return [pygame.FRect(rect.left + i * (width + gap), rect.top, width, rect.height) for i in range(3)]

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
            if self._review is not None:
                self._accuracy = ShownAccuracy(self._match_scene.match, self._review)
            self.layout()
        self._aftermath.update(dt)
        if self._mood is Mood.LOST and self._turning is None and self._review is not None and self._review.is_over:
            self._turning = turning_point(self._match_scene.match, self._review)
            if self._turning is not None:
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
                self.stage.sounds.play("loss" if self._mood is Mood.LOST else "stamp")
            way = _STAMP_S if self._stamp < 1.0 else _LIFT_S
            self._stamp = min(2.0, self._stamp + dt / way)
            self._counted = approach(self._counted, 1.0, dt, _COUNT_S)

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, the board, header, the two cards."""
        stage, t, match = self.stage, self.stage.t, self._match_scene.match
        stage.draw_backdrop(canvas)
        self._match_scene.board.draw(canvas)
        self._aftermath.draw(canvas)
        panel = self._panel
        x, room = panel.left + 56, panel.width - 56 - 96
        title = game_title(t, match.variant)
        if canvas.text_width(title, HEADING, Face.MEDIUM) > room:
            title = t(f"common.{match.variant.game}")
        canvas.text(title, x, panel.top + 11, HEADING, face=Face.MEDIUM, width=room)
        played = t("common.moves", n=match.game.made)
        detail = f"{played} · {time_limit(t, match.clock.control)}"
        if canvas.text_width(detail, CAPTION) > room:
            detail = played
        if match.teaching.offered_back:
            detail += f" · {t('comfort.offered', n=match.teaching.offered_back)}"
        canvas.text(detail, x, panel.top + 31, CAPTION, canvas.theme.muted, width=room)
        quote = self._quote
        draw_verdict(canvas, self._verdict, self._words, self._mood, quote, self._stamp, self._beside)
        if self._beside:
            row = quote_row(self._verdict)
            self.draw_beside(canvas, pygame.FRect(row.right - self._beside, row.top, self._beside, row.height))
        if self._extra.height:
            self.draw_extra(canvas, self._extra)
        if self._middle.height:
            self._draw_middle(canvas, self._middle)
        if self._course.height > 110:
            self._draw_course(canvas, self._course)
        if not stage.toasts.is_seen and (quote is None or not has_room_for_quote(self._verdict)):
            place, width = place_on_board(self._match_scene.board, self.size)
            self._match_scene.voice.draw_beside(canvas, t, place, width)

    def toast_place(self) -> tuple[tuple[float, float], float]:
        """Over the board's lower frame, where the opponent's line makes way for it."""
        return place_on_board(self._match_scene.board, self.size)

    def draw_extra(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """The card of a subclass."""

    def draw_beside(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """What a subclass shows beside what the opponent says."""

    def _draw_middle(self, canvas: Canvas, rect: pygame.FRect) -> None:
        """Accuracy and rating, side by side; the rating alone where there is no room for both."""
        t, match = self.stage.t, self._match_scene.match
        canvas.card(rect, 1)
        inner = rect.inflate(-48, 0)
        parts = [inner]
        if self._rating is not None and self._accuracy is not None and rect.width >= _WIDE:
            parts = split(inner, 2, 32.0)
            canvas.fill(pygame.FRect(parts[1].left - 16, rect.top + 16, 1, rect.height - 32), canvas.theme.line)
        if self._rating is not None:
            draw_rating(canvas, t, parts[-1], self._rating, self._counted)
        if self._accuracy is not None and (self._rating is None or len(parts) > 1):
            person = person_against_computer(match)
            sides = (Side.FIRST, Side.SECOND) if person is None else (person, person.other)
            names = [side_name(t, match, each) for each in sides]
            if person is not None:
                names = [t("common.you"), self._match_scene.player_name(person.other)]
            self._accuracy.draw(canvas, t, parts[0], sides, (names[0], names[1]))

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
        if not match.line:
            none, room = t("result.no_moves"), graph.width
            canvas.text(none, graph.centerx, graph.centery, BODY, canvas.theme.muted, "centre", width=room)
            return
        values = evaluations(match.line, scale_of(match.variant.game))
        with_values = len(values) >= _LEAST_EVALUATIONS
        caption = t("result.view" if with_values else "result.times")
        room = graph.width - canvas.text_width(t("result.how"), BODY, Face.MEDIUM) - 12
        canvas.text(caption, graph.right, graph.top - 20, CAPTION, canvas.theme.muted, "right", width=room)
        if with_values:
            names = (side_name(t, match, Side.FIRST), side_name(t, match, Side.SECOND))
            draw_evaluation(canvas, graph, values, match.ply, names, shade_of_first(match.variant, match.position))
        else:
            draw_times(canvas, graph, match.line, shade_of_first(match.variant, match.position))

    def _best(self) -> Appraisal | None:
        """After a loss: the person's best move, once the review knows all of them."""
        match, review = self._match_scene.match, self._review
        person = person_against_computer(match)
        if self._mood is not Mood.LOST or person is None or review is None or not review.is_over:
            return None
        return best_move(match, review, person) if match.outcome is not None else None

    def _draw_best(self, canvas: Canvas, row: pygame.FRect, best: Appraisal) -> None:
        """What was good, and beside it how long the person took."""
        t, theme, match = self.stage.t, canvas.theme, self._match_scene.match
        says = best_move_words(t, match, best)
        canvas.icon("check", row.left + 8, row.centery, 18, theme.jade)
        minutes, seconds = divmod(int(match.clock.used_s(best.side)), 60)
        label, value = t("result.your_time"), f"{minutes:02d}:{seconds:02d}"
        room = row.width - 26
        beside = canvas.text_width(label, CAPTION) + 8 + canvas.text_width(value, BODY, Face.MEDIUM) + 20
        if canvas.text_width(says, CAPTION) + beside <= room:
            width = canvas.text(value, row.right, row.centery, BODY, align="right", face=Face.MEDIUM)
            canvas.text(label, row.right - width - 8, row.centery, CAPTION, theme.muted, "right")
            room -= beside
        lines = canvas.wrapped(says, room, CAPTION)[:2]
        for i, line in enumerate(lines):
            y = row.centery + (i - (len(lines) - 1) / 2) * 18
            canvas.text(line, row.left + 26, y, CAPTION, theme.ink, width=room)

    def _draw_times_row(self, canvas: Canvas, rect: pygame.FRect, y: float) -> None:
        t, match = self.stage.t, self._match_scene.match
        best = self._best()
        if best is not None:
            self._draw_best(canvas, pygame.FRect(rect.left + 24, y - 18, rect.width - 48, 36), best)
            return
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
