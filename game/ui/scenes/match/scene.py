"""The match: board, players with their clocks, the computer's thoughts, the move list and the actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from game.lan.views import Invitation, TableView, received
from game.match.analysed_match import analysed_match
from game.match.hint import Hint
from game.match.match import Match
from game.match.occasions import OccasionWatch
from game.match.review import Review
from game.progress.arcade.ladder import rung
from game.rules.core import Outcome, Side
from game.ui.board.motion import FIRST_STEP_S
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION
from game.ui.scenes.arcade.strip import STRIP as ATTEMPT_STRIP
from game.ui.scenes.arcade.strip import AttemptStrip
from game.ui.scenes.boarded import BoardWheel, place_on_board
from game.ui.scenes.keyed import KeyedScene
from game.ui.scenes.match.actions import Actions, WaysOut
from game.ui.scenes.match.assists import Assists
from game.ui.scenes.match.blindfold import BlindCard, draw_banner
from game.ui.scenes.match.capture_card import CaptureCard
from game.ui.scenes.match.commands import Commands
from game.ui.scenes.match.countenance import Countenance
from game.ui.scenes.match.first_steps import FirstSteps
from game.ui.scenes.match.header import draw_header, draw_paused
from game.ui.scenes.match.hint_card import HintCard, HintPages, hint_texts
from game.ui.scenes.match.lan_panel import STRIP, LanPanel, Surroundings
from game.ui.scenes.match.layout import board_alone, lay_out
from game.ui.scenes.match.lesson_card import LessonCard
from game.ui.scenes.match.listing import MoveListing
from game.ui.scenes.match.menu import MatchMenu
from game.ui.scenes.match.opening_card import OpeningCard
from game.ui.scenes.match.players import PlayerCards
from game.ui.scenes.match.reactions import Reactions, Stagehand
from game.ui.scenes.match.search_info import ShownSearch
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.match.study import TableStudy
from game.ui.scenes.match.thinking_card import draw_thinking_card
from game.ui.scenes.match.voice import Voice
from game.ui.scenes.notation import shown_square
from game.ui.scenes.opening_words import GameOpening
from game.ui.scenes.page import measure
from game.ui.scenes.result.words import side_name
from game.ui.scenes.sealing import Sealing
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.list import VariationList
from game.ui.stage.navigator import ANALYSIS, INVITATION, LOBBY, MATCH, RESULT, RUNG_RESULT, Route
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.plates import draw_hint_plate

_RESULT_AFTER_S = 1.0
"""From the end of the board's last motion to the result scene."""
_LEAST_MOVES = 84.0
"""The height of the moves' title and a row of them."""


class MatchScene(KeyedScene):
    """Shows one `Match` and acts on it; what happens there comes in as events, each frame.

    `table` is set where the other side (or both) plays over the LAN.
    """

    scope = "match"
    goes_on_covered = True

    def __init__(self, stage: Stage, match: Match, table: TableView | None = None) -> None:
        super().__init__(stage)
        self.match = match
        self.music = GAMES[match.variant.game].music
        self.shown = shown = ShownMatch(stage, match, table)
        self.board = shown.board
        self.company: LanPanel | None = None
        if table is not None:
            around = Surroundings(self.layout, self.widgets.focus_on, self.go_home, lambda: self._beside_board)
            self.company = LanPanel(shown, table, around)
        self._wheel = BoardWheel(self.board, lambda by: shown.step_to(shown.ply + by))
        self.thoughts = ShownSearch(stage, match)
        self._hint_pages = HintPages()
        self._assists = Assists(shown)
        self._opening = OpeningCard(shown)
        self._called = GameOpening(stage)
        self._lesson = LessonCard(shown)
        self._captures = CaptureCard(shown)
        self._blind = BlindCard(shown)
        self._first_steps = FirstSteps(shown)
        self._countenance = Countenance(match)
        self._players = PlayerCards(shown, self.company, self._countenance)
        self._listing = MoveListing(shown)
        ways = WaysOut(
            leave=self.leave,
            home=self.go_home,
            result=self.show_result,
            look=self._look_at_invitation,
            waiting=lambda: self._waiting,
            zen=self.toggle_zen,
        )
        self.actions = Actions(shown, self._hint_pages, ways)
        self.menu = MatchMenu(shown, self.actions, self._lesson, ways)
        self._commands = Commands(shown, self.actions, self.menu, self._hint_pages, self.company, ways)
        around_board = Stagehand(
            self.layout, lambda: stage.stack.close_overlays_above(self), self._show_result_soon, self._game_goes_on
        )
        self._reactions = Reactions(
            shown, self.thoughts, self._assists, self.company, self.actions, self.menu, around_board
        )
        self._occasions = OccasionWatch(match)
        self.voice = Voice(match, stage.services.dice)
        """What the opponent says."""
        self._sealing = Sealing(stage, match, lambda: table.record_key if table is not None else "")
        self._zen = False
        self.review: Review | None = None
        """The review of the finished game, once it was begun; it goes on as long as the scene is open."""
        self._study: TableStudy | None = None
        self._waiting = 0
        self._hint_state: object = (False, None)
        self._task_state: object = None
        self._result_in_s: float | None = None
        self._has_other_actions = False
        """Since the game has ended: they are laid out in the frame after, for its last one has enough to do."""
        self._layout = lay_out((1280, 800), True)
        shown.show_ply(match.ply)

    # ---- for the scenes that follow: the result, the review

    @property
    def game_key(self) -> str:
        """The key in the library of a game that is over; empty for one that has none there."""
        return self.stage.services.tables.record_key(self.match)

    def _written_key(self) -> str:
        """The key in the library of the game's record once that is written; empty where there is none."""
        table = self.company.table if self.company is not None else None
        return table.written_key if table is not None else self.stage.services.tables.written_key(self.match)

    @property
    def is_turned(self) -> bool:
        """Whether the board is seen from the side of SECOND."""
        return self.shown.is_turned

    def player_name(self, side: Side) -> str:
        """The name of who plays a side."""
        return self.shown.player_name(side)

    def _show_result_soon(self) -> None:
        """Open the result scene once the board has come to rest."""
        self._result_in_s = _RESULT_AFTER_S
        self._has_other_actions = True
        if self.board not in self.widgets.widgets:  # whoever played without one sees it now
            self.layout()

    def begin_review(self) -> Review | None:
        """The review of the game once it is over, begun with the first call; None while nobody can give one."""
        if self.review is None and self.match.outcome is not None:
            services = self.stage.services
            self.review = services.tables.review(self.match)
            if self.review is not None:
                services.mistakes.follow(self.review, self.match, self.game_key)
                self._study = TableStudy(self.stage, self.match, self._written_key)
        return self.review

    def _want_mistakes(self) -> None:
        """Whoever leaves before the review is over has it gone through in the background, if they want that."""
        services, key = self.stage.services, self.game_key
        if key and self.match.outcome is not None and self.stage.settings.find_mistakes:
            services.exercises.want([key])

    def _end_review(self) -> None:
        if self.review is not None:
            self.review.cancel()
        self.review = self._study = None

    def _game_goes_on(self) -> None:
        """A move was taken back, perhaps the last one of a finished game: no result, no review, and the actions of a
        game."""
        self._result_in_s = None
        self._end_review()
        self.layout()

    # ---- the board alone

    @property
    def is_zen(self) -> bool:
        """Whether the board is shown alone: while nothing has to be chosen beside it, until the game ends."""
        asked = self._opening.height or self._captures.moves or self._lesson.offer
        return self._zen and self.company is None and self.match.outcome is None and not asked

    def toggle_zen(self) -> None:
        """Show the board alone, or everything again."""
        self._zen = not self._zen

    # ---- frame

    @property
    def is_busy(self) -> bool:
        """Whether a computer thinks, about its move, a hint or the review. A person elsewhere may take minutes; what
        comes from there is seen soon enough by a window that sleeps."""
        match = self.match
        thinks = match.outcome is None and (match.turns.computer_thinks or match.hints.is_pending)
        goes_on = self.review is not None and not self.review.is_over
        return thinks or goes_on or self.actions.sharing.steps.is_busy

    def update(self, dt: float) -> None:
        """Let the match go on, answer its events, keep widgets in step."""
        if self._has_other_actions:
            self._has_other_actions = False
            self.layout()
        self._assists.update()
        self._lesson.update()
        for event in self.match.update():
            self._reactions.react(event)
            occasion = self._occasions.note(event)
            self.voice.note(event, occasion, self.stage.t, self.stage.settings)
            self._countenance.note(event, occasion)
            self._sealing.note(event)
            dt = min(dt, FIRST_STEP_S)
        self.shown.update_board()
        self.thoughts.update()
        self.voice.update(dt, self.stage.settings)
        self._countenance.update(dt)
        self._refresh_hint()
        self._refresh_task()
        self.actions.sharing.steps.update()
        if self.review is not None:
            self.review.update()
            self._sealing.follow(self.review)
        if self._study is not None:
            self._study.update()
        waiting = len(self._invitations)
        if waiting != self._waiting:
            self._waiting = waiting
            self.layout()
        if self.company is not None:
            self.company.update(dt, self.stage.stack.top is self)
        self._commands.refresh()
        self._listing.refresh()
        super().update(dt)
        # not over a scene that was opened meanwhile: the result waits until the board is seen
        if self._result_in_s is not None and not self.board.is_moving and self.stage.stack.top is self:
            self._result_in_s -= dt
            if self._result_in_s <= 0:
                self._result_in_s = None
                if self.match.outcome is not None:
                    self.show_result(self.match.outcome)

    def _refresh_hint(self) -> None:
        """Put the hint on the board, else what a thinking computer expects; neither belongs to an earlier position."""
        pages, live = self._hint_pages, not self.shown.is_looking_back
        pages.follow(self.match.hints.current)
        self.board.annotations.hints = pages.moves if live else ()
        self.board.annotations.best_line = (pages.line or self.thoughts.line_on_board()) if live else ()
        self._lesson.mark_board()
        state = self._hint_now()
        if state != self._hint_state:
            self._hint_state = state
            self.layout()

    def _refresh_task(self) -> None:
        """Make room for what an opening rule asks for or for the captures to choose from, and keep both in step."""
        offered = self._lesson.offer, self._lesson.shows_better
        state = (self._opening.step, self._opening.choices, self._captures.moves, offered, self.is_zen)
        if state != self._task_state:
            self._task_state = state
            self.layout()
        self._opening.refresh()
        self.board.annotations.pointed = self._captures.pointed

    def _hint_now(self) -> tuple[bool, Hint | None]:
        """What the layout depends on: whether a hint is awaited or there, and the hint to be shown."""
        match = self.match
        return (
            match.hints.is_pending or match.hints.current is not None,
            None if self.shown.is_looking_back else match.hints.current,
        )

    def show_result(self, outcome: Outcome) -> None:
        """Open the result scene; the mouse points at nothing on the board meanwhile."""
        self.board.handle(pygame.event.Event(pygame.WINDOWLEAVE))
        self.stage.go(self._way_to_result(), self, outcome)

    def _way_to_result(self) -> Route[[Any, Outcome]]:
        attempt = self.match.attempt
        on_ladder = attempt is not None and rung(self.match.variant.game, attempt.rung) is not None
        return RUNG_RESULT if on_ladder else RESULT

    def opened(self) -> None:
        """Whoever has sat down is not welcomed as new by the menu any more, but perhaps by the opponent."""
        self.voice.greet(self.stage.t, self.stage.settings)
        self._way_to_result().made_by()  # imported now: the end of the game has enough to do
        if not self.stage.settings.has_played and self.company is None:
            self._first_steps.begin()
        is_watched = self.company is not None and self.company.table.is_watched
        if not is_watched and not self.stage.settings.has_played:
            self.stage.services.preferences.change(has_played=True)

    def pause(self) -> None:
        """The clock stands still while something else is looked at."""
        self.match.pause()

    def left(self) -> None:
        """The scene has gone: leave the table; an unfinished game is kept for Continue, or with its peer."""
        self._want_mistakes()
        self._end_review()
        if self.company is not None:
            self.company.table.leave()
            self.match.close()
        else:
            self.stage.services.tables.leave(self.match)

    # ---- layout

    def layout(self) -> None:
        """Board, panel, buttons for this size; the board keeps its pictures."""
        t, rules = self.stage.t, self.match.variant
        painter = self.board.painter = self.stage.painter(rules)
        company = self.company
        attempt = self.match.attempt
        strip = STRIP if company is not None and company.strip() is not None else 0.0
        if attempt is not None:
            strip = ATTEMPT_STRIP
        hinted, hint = self._hint_now()
        place_all = partial(
            lay_out,
            self.size,
            board_ratio=painter.frame.aspect,
            with_chat=company is not None,
            strip_height=strip,
            task_height=lambda room: self._lesson.height(room) or self._opening.height or self._captures.height(room),
        )
        folds = not hinted and not self.thoughts.has_figures
        self._layout = place = place_all(with_thinking=self.shown.has_computer or hinted, folds_thinking=folds)
        if self._lesson.offer is not None or (self._captures.moves and not hinted):  # nobody thinks while it is asked
            roomy = place_all(with_thinking=False)
            if place.moves.height < _LEAST_MOVES or roomy.task.height > place.task.height:
                self._layout = place = roomy
                hint = None
        if company is not None:
            company.is_chat_folded = place.is_chat_folded
        self.board.rect = board_alone(self.size, painter.frame.aspect) if self.is_zen else place.board
        self.board.annotations.check_word = t("match.check")
        moves = self._listing.lay_out(place.moves)
        stands = [self.board] if self.shown.shows_board else self._blind.widgets(self.board.rect)
        if self.is_zen:
            self.widgets.replace([*stands, self._commands.out_of_zen(self.size)])
            return
        widgets: list[Widget] = [*stands, *self._commands.header(place.header)]
        if self._shows_moves:
            widgets += [moves, *self._commands.steppers(place.moves)]
        if company is not None:
            widgets += company.widgets(place.chat, place.strip)
        if attempt is not None:
            widgets.append(AttemptStrip(place.strip, t, self.match, attempt))
        if self.shown.has_computer and place.thinking.height:
            width = self._move_now_width()
            rect = pygame.FRect(place.thinking.right - 16 - width, place.thinking.top + 6, width, 32)
            widgets.append(self._commands.move_now(rect))
        if hint is not None:
            card = HintCard(place.thinking, t, self._hint_pages, 76)
            card.texts = hint_texts(t, self.match.variant, hint.choices, side_name(t, self.match, self.match.turn))
            widgets += [card, *self._commands.hint_steppers(place.thinking)]
        widgets += [*self._opening.widgets(place.task), *self._captures.widgets(place.task)]
        widgets += self._lesson.widgets(place.task)
        widgets += self._commands.actions(place.actions)
        self.widgets.replace(widgets)
        if self.widgets.focus is None:
            self.widgets.focus_on("board" if self.shown.shows_board else "say" if self.shown.plays_here else "show")
        self._listing.refresh()

    @property
    def panel(self) -> pygame.FRect:
        """Where everything beside the board lies."""
        header, low = self._layout.header, self._layout.actions
        return pygame.FRect(header.left, header.top, header.width, low.bottom - header.top)

    def _move_now_width(self) -> float:
        return measure(self.stage, self.stage.t("match.move_now"), CAPTION, Face.MEDIUM) + 52

    def toast_place(self) -> tuple[tuple[float, float], float]:
        """Over the board's lower frame."""
        return place_on_board(self.board, self.size)

    @property
    def _shows_moves(self) -> bool:
        """Whether the move list is on the screen: a folded chat takes its place."""
        return self.company is None or not (self.company.is_chat_folded and self.company.shows_chat)

    @property
    def _beside_board(self) -> pygame.FRect:
        """The column beside the board."""
        place = self._layout
        return place.moves.union(place.chat)

    @property
    def wants_engine(self) -> bool:
        """Whoever plays, hints, teaches or reviews here."""
        return True

    @property
    def peer_in_game(self) -> str | None:
        """Against whom a game over the LAN goes on here."""
        return self.company.peer if self.company is not None and self.company.plays_on else None

    @property
    def _invitations(self) -> tuple[Invitation, ...]:
        lan = self.stage.services.lan_made
        return received(lan) if lan is not None and lan.is_open else ()

    # ---- ways on

    def _look_at_invitation(self) -> None:
        """Show the first invitation that waits for an answer."""
        waiting = self._invitations
        if waiting:
            self.stage.go(INVITATION, self.stage.services.lan, waiting[0])

    @property
    def study(self) -> TreeEditing | None:
        """The tree of the game, kept with its record; None before that is written, and where there is none."""
        return self._study.editing if self._study is not None else None

    def tell_kept(self, moves: VariationList) -> None:
        """Say in a list how the edits of the tree are kept."""
        if self._study is not None:
            self._study.tell(moves)

    def analyse(self, ply: int) -> None:
        """Lay the game onto the analysis board, after this many moves, with the variations that it has."""
        record = self._study.record if self._study is not None else None
        played = analysed_match(self.match, ply)
        self.stage.go(ANALYSIS, played if record is None else replace(played, record=record))

    def play_from(self, ply: int) -> None:
        """Begin another game that goes on from there."""
        self.stage.go_from_menu(MATCH, self.stage.services.tables.play_from(self.match, ply))

    def go_home(self) -> None:
        """Leave for the menu or, from a game over the LAN, for the lobby."""
        if self.company is None:
            self.stage.to_menu()
        else:
            self.stage.go_from_menu(LOBBY)

    def leave(self) -> None:
        """Leave for the menu or the lobby; a LAN game that goes on is left after a question only."""
        if self.company is not None:
            self.company.leave()
        else:
            self.go_home()

    def acts(self) -> dict[str, Callable[[], None]]:
        """What each key of a match does now."""
        company = self.company.acts() if self.company is not None else {}
        return {**self._commands.acts(), **self._opening.acts(), **self._lesson.acts(), **company}

    def handle(self, event: pygame.event.Event) -> bool:
        """The wheel over the board steps through the moves; on the board of a finished game, where nothing can be
        chosen any more, Enter is a key of the match."""
        if self.shown.shows_board and self._wheel.handle(event):
            return True
        if event.type == pygame.KEYDOWN and self.match.outcome is not None and self.widgets.focus is self.board:
            return self.handle_key(event) or super().handle(event)
        return super().handle(event)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """The keys of a match; asked for a hint against somebody elsewhere, it says that there is none."""
        if super().handle_key(event):
            return True
        asks = self.company is not None and self.shown.may_touch and self.text_field() is None
        if asks and self.stage.keys.action(self.scope, event) == "hint":
            self.stage.toasts.show(self.stage.t("lan.no_hint_here"), "info")
            return True
        return False

    def widget_keys(self) -> dict[str, str]:
        """What pushes a piece just put down, where that is possible."""
        is_possible = self.stage.settings.nudge and self.company is None and self.match.attempt is None
        return {"nudge": "Shift+↑ ↓ ← →"} if is_possible and not self.match.is_watched else {}

    def back(self) -> None:
        """Escape leaves a field first, then lets go of what is in hand or chosen ahead, then shuts a folded chat, then
        leaves the match."""
        field = self.text_field()
        if field is not None:
            self.widgets.focus_on("moves" if field is self._blind.field else "board")
        elif self.board.movable.let_go():
            pass
        elif self.company is None or not self.company.back():
            self.leave()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header texts and cards; the widgets come on top."""
        self.stage.draw_backdrop(canvas)
        place = self._layout
        if not self.shown.shows_board:
            self._blind.draw(canvas, self.board.rect)
        if self.is_zen:
            return
        called = self._called.names(self.match.game)
        draw_header(canvas, place.header, self.stage.t, self.match, self.shown.ply, bool(self._waiting), called)
        self._players.draw(canvas, place.upper_card, place.lower_card)
        if place.thinking.height and self._hint_now()[1] is None:
            covered = self.voice.is_seen and self.voice.side is not self.shown.lower_side
            view, room = self.thoughts.view(), self._move_now_width()
            draw_thinking_card(canvas, place.thinking, view, self.stage.t, room, covered)
        if self.company is not None:
            self.company.draw(canvas, place.strip)
        self._opening.draw(canvas, place.task)
        self._lesson.draw(canvas, place.task)
        self._captures.draw(canvas, place.task)
        canvas.card(place.actions)

    def _draw_voice(self, canvas: Canvas) -> None:
        """The bubble at the opponent's portrait, over what lies beside it."""
        side, place = self.voice.side, self._layout
        if side is not None and not self.is_zen:
            is_lower = side is self.shown.lower_side
            card = place.lower_card if is_lower else place.upper_card
            self.voice.draw(canvas, self.stage.t, card, above=is_lower)

    def draw(self, canvas: Canvas) -> None:
        """The scene, then what is explained on the board."""
        super().draw(canvas)
        self._draw_voice(canvas)
        if not self.is_zen:
            undo = next((each for each in self.widgets.widgets if each.name == "action_undo"), None)
            self._first_steps.draw(canvas, self.board.slab_rect, self._layout.moves, undo)
        form = self.shown.blindfold
        if form not in ("off", "no-board") and not (self.shown.hides_help and self.match.is_paused):
            draw_banner(canvas, self.board.slab_rect, self.stage.t, form, self.board.position.is_check())
        if self.match.is_paused:
            draw_paused(canvas, self.board.slab_rect, self.stage, self.match.is_watched)
        forbidden = self.board.hovered_forbidden
        if forbidden and self.stage.stack.top is self:
            square, reason = forbidden
            name = shown_square(self.match.variant, square, self.match.position.board)
            text = self.stage.t(f"refusal.{reason}", square=name)
            draw_hint_plate(canvas, self.board.square_rect(square), text)
