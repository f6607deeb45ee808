"""The match: board, players with their clocks, the computer's thoughts, the move list and the actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.lan.views import TableView
from game.match.hint import Hint
from game.match.match import Match, MatchError
from game.match.players import PlayerKind
from game.match.review import Review
from game.rules.core import (
    IllegalMoveError,
    Move,
    Outcome,
    Refusal,
    RulesError,
    Side,
)
from game.storage.settings import Blindfold
from game.ui.board.motion import FIRST_STEP_S
from game.ui.board.view import BoardView
from game.ui.canvas import Canvas
from game.ui.notation import shown_square
from game.ui.scenes.arcade.strip import STRIP as ATTEMPT_STRIP
from game.ui.scenes.arcade.strip import AttemptStrip
from game.ui.scenes.boarded import BoardWheel, place_on_board, refuse
from game.ui.scenes.keyed import KeyedScene
from game.ui.scenes.match.assists import Comforts
from game.ui.scenes.match.blindfold import BlindCard, draw_banner
from game.ui.scenes.match.capture_card import CaptureCard
from game.ui.scenes.match.commands import Commands
from game.ui.scenes.match.header import draw_header, draw_paused
from game.ui.scenes.match.hint_card import HintCard, HintPages, hint_texts
from game.ui.scenes.match.lan_panel import STRIP, Company
from game.ui.scenes.match.layout import board_alone, lay_out
from game.ui.scenes.match.lesson_card import LessonCard
from game.ui.scenes.match.listing import MoveListing
from game.ui.scenes.match.opening_card import OpeningCard
from game.ui.scenes.match.players import PlayerCards
from game.ui.scenes.match.reactions import react
from game.ui.scenes.match.search_info import Thoughts
from game.ui.scenes.match.thinking_card import draw_thinking_card
from game.ui.scenes.names import level_name
from game.ui.scenes.page import measure
from game.ui.scenes.result.words import side_name
from game.ui.stage import Stage
from game.ui.text import Face
from game.ui.theme import CAPTION
from game.ui.widgets.base import Widget
from game.ui.widgets.plates import draw_hint_plate

_RESULT_AFTER_S = 1.0
"""From the end of the board's last motion to the result scene."""
_LEAST_MOVES = 84.0
"""The height of the moves' title and a row of them."""


@dataclass(frozen=True, slots=True)
class MatchDoors:
    """Where the match leads: the result, the menu (or the lobby), the settings, the keys. `waiting` tells how many
    invitations wait for an answer, `look` shows the first."""

    result: Callable[[MatchScene, Outcome], None]
    leave: Callable[[], None]
    settings: Callable[[], None]
    keys: Callable[[], None]
    waiting: Callable[[], int] = lambda: 0
    look: Callable[[], None] = lambda: None


class MatchScene(KeyedScene):
    """Shows one `Match` and acts on it; what happens there comes in as events, each frame.

    `table` is set where the other side (or both) plays over the LAN.
    """

    scope = "match"

    def __init__(self, stage: Stage, match: Match, doors: MatchDoors, table: TableView | None = None) -> None:
        super().__init__(stage)
        self.match = match
        self.doors = doors
        self.board = BoardView(stage.painter(match.variant), match.position, self.choose, self.refuse)
        self._wheel = BoardWheel(self.board, lambda by: self.step_to(self.shown_ply + by))
        self.flipped = False
        self.show_numbers = False
        self.shown_ply = match.ply
        """The ply on the board: the present one, or an earlier one that is being looked at."""
        self.thoughts = Thoughts(stage, match)
        self.hint_pages = HintPages()
        self.commands = Commands(self)
        self.comforts = Comforts(self)
        self.company = Company(self, table) if table is not None else None
        self.opening = OpeningCard(self)
        self.lesson = LessonCard(self)
        self._captures = CaptureCard(self)
        self._blind = BlindCard(self)
        self._zen = False
        self._players = PlayerCards(self)
        self._listing = MoveListing(self)
        self.review: Review | None = None
        """The review of the finished game, once it was begun; it goes on as long as the scene is open."""
        self._waiting = 0
        self._hint_state: object = (False, None)
        self._task_state: object = None
        self._result_in_s: float | None = None
        self._layout = lay_out((1280, 800), True)
        self.show_ply(match.ply)
        if match.outcome is not None:
            self.board.show_outcome(match.outcome)

    # ---- who is who

    @property
    def lower_side(self) -> Side:
        """The side whose card stands below the board: the person's against a computer, else FIRST; a flip turns it."""
        people = [side for side in Side if self.match.seat(side).player.kind is PlayerKind.HUMAN]
        own = people[0] if len(people) == 1 else Side.FIRST
        return own.other if self.flipped else own

    @property
    def is_turned(self) -> bool:
        """Whether the board is seen from the side of SECOND: who begins at an end of the board finds it below, on a
        board without ends everything keeps its place."""
        return self.lower_side is Side.SECOND if self.board.painter.frame.has_camps else self.flipped

    def player_name(self, side: Side) -> str:
        """The name of who plays a side: what the seat says, the level, or the colour between two people."""
        seat = self.match.seat(side)
        if seat.name:
            return seat.name
        if seat.player.level:
            return level_name(self.stage.t, seat.player.level)
        if self.company is not None and seat.player.kind is PlayerKind.REMOTE:
            return self.company.table.peer
        people = [s for s in Side if self.match.seat(s).player.kind is PlayerKind.HUMAN]
        if len(people) == 1:
            return self.stage.settings.name or self.stage.t("common.you")
        return side_name(self.stage.t, self.match, side)

    @property
    def plays_here(self) -> bool:
        """Whether somebody at this screen has a seat, now or when their turn comes."""
        kinds = {self.match.seat(side).player.kind for side in Side}
        return PlayerKind.HUMAN in kinds and (self.company is None or self.company.may_touch)

    @property
    def has_computer(self) -> bool:
        """Whether a computer sits at the table."""
        return any(self.match.seat(side).player.kind is PlayerKind.ENGINE for side in Side)

    # ---- what the board shows

    @property
    def is_looking_back(self) -> bool:
        """Whether an earlier position is on the board."""
        return self.shown_ply < self.match.ply

    def show_ply(self, ply: int) -> None:
        """Put the position after so many moves on the board, without motion."""
        ply = min(max(0, ply), self.match.ply)
        self.shown_ply = ply
        game = self.match.game
        self.board.show(game.at(ply), game.moves[ply - 1] if ply else None)
        if ply == self.match.ply and self.match.outcome is not None:
            self.board.show_outcome(self.match.outcome)
        self.after_change()

    def step_to(self, ply: int) -> None:
        """Look at another ply, as the move list and the stepping keys ask for it."""
        ply = min(max(0, ply), self.match.ply)
        if ply == self.shown_ply:
            return
        if ply == self.shown_ply + 1:
            game = self.match.game
            self.board.play(game.moves[ply - 1], game.at(ply - 1), game.at(ply))
            self.shown_ply = ply
            if ply == self.match.ply and self.match.outcome is not None:
                self.board.show_outcome(self.match.outcome)
            self.after_change()
        else:
            self.show_ply(ply)

    def after_change(self) -> None:
        """Something on the board has changed: who may move, numbers, the list."""
        match = self.match
        live = not self.is_looking_back and (self.company is None or self.company.may_touch)
        human = frozenset(side for side in Side if match.seat(side).player.kind is PlayerKind.HUMAN)
        self.board.movable.sides = human if live and match.outcome is None and not match.is_paused else frozenset()
        self.board.movable.closed = self._why_closed()
        if self.show_numbers:
            targets = enumerate(match.game.moves[: self.shown_ply], start=1)
            self.board.annotations.numbers = {m.target: n for n, m in targets if m.target is not None}
        else:
            self.board.annotations.numbers = {}

    def _why_closed(self) -> Refusal | None:
        """Why nobody may move on the board now."""
        match = self.match
        if self.company is not None and not self.company.may_touch:
            return Refusal("not-your-side")  # told in the words of the strip
        if self.is_looking_back:
            return Refusal("looking-back", {"n": str(self.shown_ply)})
        if match.outcome is not None:
            return Refusal("game-over")
        if match.is_paused:
            return Refusal("paused")
        return Refusal("not-your-side") if match.is_watched else None

    def show_result_soon(self) -> None:
        """Open the result scene once the board has come to rest."""
        self._result_in_s = _RESULT_AFTER_S

    def begin_review(self) -> Review | None:
        """The review of the game once it is over, begun with the first call; None while nobody can give one."""
        if self.review is None and self.match.outcome is not None:
            self.review = self.stage.hall.review(self.match)
        return self.review

    def _end_review(self) -> None:
        if self.review is not None:
            self.review.cancel()
        self.review = None

    def game_goes_on(self) -> None:
        """A move was taken back, perhaps the last one of a finished game: no result, no review, and the actions of a
        game."""
        self._result_in_s = None
        self._end_review()
        self.layout()

    # ---- blindfold

    @property
    def blindfold(self) -> Blindfold:
        """What is hidden now; a finished game hides nothing."""
        form = self.stage.settings.blindfold
        if self.hides_help and self.match.is_paused and form != "no-board":
            return "hidden"  # nobody thinks while the clock stands
        return form if self.match.outcome is None else "off"

    @property
    def shows_board(self) -> bool:
        """Whether there is a board at all."""
        return self.blindfold != "no-board"

    def set_blindfold(self, form: Blindfold) -> None:
        """Hide as much as that from now on, in this game and the next."""
        self.stage.hall.change(blindfold=form)

    # ---- the board alone

    @property
    def is_zen(self) -> bool:
        """Whether the board is shown alone: while nothing has to be chosen beside it, until the game ends."""
        asked = self.opening.height or self._captures.moves or self.lesson.offer
        return self._zen and self.company is None and self.match.outcome is None and not asked

    def toggle_zen(self) -> None:
        """Show the board alone, or everything again."""
        self._zen = not self._zen

    # ---- threats

    @property
    def hides_help(self) -> bool:
        """Whether this is a game for the ladder that goes on: what would help costs a star there, or is not shown."""
        return self.match.attempt is not None and self.match.outcome is None

    @property
    def _shows_threats(self) -> bool:
        """Whether the person wants to see what threatens: on their own move, and wherever they only look."""
        if not self.stage.settings.threats or self.company is not None or self.hides_help:
            return False
        match = self.match
        waits = match.seat(match.turn).player.kind is PlayerKind.ENGINE and not match.is_watched
        return self.is_looking_back or not waits

    def toggle_threats(self) -> None:
        """Show what threatens from now on, in this game and the next, or no more."""
        if self.hides_help:
            self.stage.toasts.show(self.stage.t("arcade.no_threats"), "info")
            return
        self.stage.hall.change(threats=not self.stage.settings.threats)

    # ---- the person's moves

    def choose(self, move: Move) -> None:
        """Make a move of the person at this screen, or say why it can't be made: a click on the board, a choice of an
        opening rule."""
        try:
            self.match.submit(self.match.turn, move)
        except (MatchError, IllegalMoveError) as error:
            self.refuse(error.refusal)
        except RulesError:
            self.refuse(Refusal("game-over"))  # the flag fell between this click and the frame before

    def refuse(self, refusal: Refusal) -> None:
        """Explain in one sentence why something can't be played, squares named as on the board."""
        company = self.company
        if company is not None and not company.may_touch:
            said = company.strip()
            self.stage.toasts.show(said.text if said else "", "info")
            return
        pointed = self.board.hovered_forbidden
        if pointed is not None and pointed[1] == refusal.code:
            self.stage.toasts.clear()
            self.stage.sounds.play("refused")  # the plate beside the point says why already
            return
        refuse(self.stage, self.match.variant, self.board, refusal, is_seen=self.blindfold == "off")

    # ---- frame

    @property
    def is_busy(self) -> bool:
        """Whether a computer thinks, about its move, a hint or the review."""
        match = self.match
        thinks = match.outcome is None and (match.turns.waiting_for is not None or match.hints.is_pending)
        return thinks or (self.review is not None and not self.review.is_over)

    def update(self, dt: float) -> None:
        """Let the match go on, answer its events, keep widgets in step."""
        self.comforts.update()
        self.lesson.update()
        for event in self.match.update():
            react(self, event)
            dt = min(dt, FIRST_STEP_S)
        self.board.reduced_motion = self.stage.settings.reduced_motion
        self.board.coordinates = self.stage.settings.coordinates
        self.board.blindfold = self.blindfold
        self.board.annotations.show_threats = self._shows_threats
        self.board.flipped = self.is_turned
        self.thoughts.update()
        self._refresh_hint()
        self._refresh_task()
        if self.review is not None:
            self.review.update()
        waiting = self.doors.waiting()
        if waiting != self._waiting:
            self._waiting = waiting
            self.layout()
        if self.company is not None:
            self.company.update(dt, self.stage.stack.top is self)
        self.commands.refresh()
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
        pages, live = self.hint_pages, not self.is_looking_back
        pages.follow(self.match.hints.current)
        self.board.annotations.hints = pages.moves if live else ()
        self.board.annotations.best_line = (pages.line or self.thoughts.line_on_board()) if live else ()
        self.lesson.mark_board()
        state = self._hint_now()
        if state != self._hint_state:
            self._hint_state = state
            self.layout()

    def _refresh_task(self) -> None:
        """Make room for what an opening rule asks for or for the captures to choose from, and keep both in step."""
        offered = self.lesson.offer, self.lesson.shows_better
        state = (self.opening.step, self.opening.choices, self._captures.moves, offered, self.is_zen)
        if state != self._task_state:
            self._task_state = state
            self.layout()
        self.opening.refresh()
        self.board.annotations.pointed = self._captures.pointed

    def _hint_now(self) -> tuple[bool, Hint | None]:
        """What the layout depends on: whether a hint is awaited or there, and the hint to be shown."""
        match = self.match
        return (
            match.hints.is_pending or match.hints.current is not None,
            None if self.is_looking_back else match.hints.current,
        )

    def show_result(self, outcome: Outcome) -> None:
        """Open the result scene; the mouse points at nothing on the board meanwhile."""
        self.board.handle(pygame.event.Event(pygame.WINDOWLEAVE))
        self.doors.result(self, outcome)

    def left(self) -> None:
        """The scene has gone: leave the table; an unfinished game is kept for Continue, or with its peer."""
        self._end_review()
        if self.company is not None:
            self.company.table.leave()
            self.match.close()
        else:
            self.stage.hall.leave(self.match)

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
            task_height=lambda room: self.lesson.height(room) or self.opening.height or self._captures.height(room),
        )
        folds = not hinted and not self.thoughts.has_figures
        self._layout = place = place_all(with_thinking=self.has_computer or hinted, folds_thinking=folds)
        if self.lesson.offer is not None or (self._captures.moves and not hinted):  # nobody thinks while it is asked
            roomy = place_all(with_thinking=False)
            if place.moves.height < _LEAST_MOVES or roomy.task.height > place.task.height:
                self._layout = place = roomy
                hint = None
        if company is not None:
            company.is_chat_folded = place.is_chat_folded
        self.board.rect = board_alone(self.size, painter.frame.aspect) if self.is_zen else place.board
        self.board.annotations.check_word = t("match.check")
        moves = self._listing.lay_out(place.moves)
        stands = [self.board] if self.shows_board else self._blind.widgets(self.board.rect)
        if self.is_zen:
            self.widgets.replace([*stands, self.commands.out_of_zen(self.size)])
            return
        widgets: list[Widget] = [*stands, *self.commands.header(place.header)]
        if self._shows_moves:
            widgets += [moves, *self.commands.steppers(place.moves)]
        if company is not None:
            widgets += company.widgets(place.chat, place.strip)
        if attempt is not None:
            widgets.append(AttemptStrip(place.strip, t, self.match, attempt))
        if self.has_computer and place.thinking.height:
            width = self._move_now_width()
            rect = pygame.FRect(place.thinking.right - 16 - width, place.thinking.top + 6, width, 32)
            widgets.append(self.commands.move_now(rect))
        if hint is not None:
            card = HintCard(place.thinking, t, self.hint_pages, 76)
            card.texts = hint_texts(t, self.match.variant, hint.choices, side_name(t, self.match, self.match.turn))
            widgets += [card, *self.commands.hint_steppers(place.thinking)]
        widgets += [*self.opening.widgets(place.task), *self._captures.widgets(place.task)]
        widgets += self.lesson.widgets(place.task)
        widgets += self.commands.actions(place.actions)
        self.widgets.replace(widgets)
        if self.widgets.focus is None:
            self.widgets.focus_on("board" if self.shows_board else "say" if self.plays_here else "show")
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
    def waiting(self) -> int:
        """How many invitations wait for an answer."""
        return self._waiting

    @property
    def beside_board(self) -> pygame.FRect:
        """The column beside the board."""
        place = self._layout
        return place.moves.union(place.chat)

    @property
    def asks_before_leaving(self) -> bool:
        """Whether a game against somebody elsewhere goes on here."""
        return self.company is not None and self.company.may_touch and self.match.outcome is None

    def leave(self) -> None:
        """Leave for the menu or the lobby; a LAN game that goes on is left after a question only."""
        if self.company is not None:
            self.company.leave()
        else:
            self.doors.leave()

    def acts(self) -> dict[str, Callable[[], None]]:
        """What each key of a match does now."""
        company = self.company.acts() if self.company is not None else {}
        return {**self.commands.acts(), **self.opening.acts(), **self.lesson.acts(), **company}

    def handle(self, event: pygame.event.Event) -> bool:
        """The wheel over the board steps through the moves; on the board of a finished game, where nothing can be
        chosen any more, Enter is a key of the match."""
        if self.shows_board and self._wheel.handle(event):
            return True
        if event.type == pygame.KEYDOWN and self.match.outcome is not None and self.widgets.focus is self.board:
            return self.handle_key(event) or super().handle(event)
        return super().handle(event)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """The keys of a match; who asks for a hint against somebody elsewhere is told that there is none."""
        if super().handle_key(event):
            return True
        asks = self.company is not None and self.company.may_touch and self.text_field() is None
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
        if self.text_field() is not None:
            self.widgets.focus_on("moves" if self._blind.is_typing else "board")
        elif self.board.movable.let_go():
            pass
        elif self.company is None or not self.company.back():
            self.leave()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header texts and cards; the widgets come on top."""
        self.stage.draw_backdrop(canvas)
        place = self._layout
        if not self.shows_board:
            self._blind.draw(canvas, self.board.rect)
        if self.is_zen:
            return
        draw_header(canvas, place.header, self.stage.t, self.match, self.shown_ply, bool(self._waiting))
        self._players.draw(canvas, place.upper_card, place.lower_card)
        if place.thinking.height and self._hint_now()[1] is None:
            draw_thinking_card(canvas, place.thinking, self.thoughts.view(), self.stage.t, self._move_now_width())
        if self.company is not None:
            self.company.draw(canvas, place.strip)
        self.opening.draw(canvas, place.task)
        self.lesson.draw(canvas, place.task)
        self._captures.draw(canvas, place.task)
        canvas.card(place.actions)

    def draw(self, canvas: Canvas) -> None:
        """The scene, then what is explained on the board."""
        super().draw(canvas)
        if self.blindfold not in ("off", "no-board") and not (self.hides_help and self.match.is_paused):
            draw_banner(canvas, self.board.slab_rect, self.stage.t, self.blindfold, self.board.position.is_check())
        if self.match.is_paused:
            draw_paused(canvas, self.board.slab_rect, self.stage.t, self.match.is_watched)
        forbidden = self.board.hovered_forbidden
        if forbidden and self.stage.stack.top is self:
            square, reason = forbidden
            name = shown_square(self.match.variant, square, self.match.position.board)
            text = self.stage.t(f"refusal.{reason}", square=name)
            draw_hint_plate(canvas, self.board.square_rect(square), text)
