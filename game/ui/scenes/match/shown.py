"""A match as this screen shows it: the position on the board, seen from a side, and as much of it as may be seen."""

from __future__ import annotations

from collections.abc import Callable

from game.lan.views import LineState, TableView
from game.match.match import Match, MatchError
from game.match.players import PlayerKind
from game.rules.core import IllegalMoveError, Move, Refusal, RulesError, Side
from game.storage.settings import Blindfold
from game.ui.board.view import BoardView
from game.ui.scenes.boarded import refuse
from game.ui.scenes.names import level_name
from game.ui.scenes.result.words import side_name
from game.ui.stage.stage import Stage


class ShownMatch:
    """What the parts of a match scene have in common. `table` is set where the other side (or both) plays over the
    LAN."""

    def __init__(self, stage: Stage, match: Match, table: TableView | None) -> None:
        self.stage = stage
        self.match = match
        self.table = table
        self.board = BoardView(stage.painter(match.variant), match.position, self.choose, self.refuse)
        self.flipped = False
        self.show_numbers = False
        self.ply = match.ply
        """The ply on the board: the present one, or an earlier one that is being looked at."""
        self.why_untouchable: Callable[[], str] = lambda: ""
        """Why nothing can be done at a table in the LAN, in a sentence; set by its panel."""

    # ---- who is who

    @property
    def may_touch(self) -> bool:
        """Whether anything on the board can be done here: not where somebody only watches, or the other side has gone
        for good."""
        return self.table is None or (not self.table.is_watched and self.table.line is not LineState.GONE)

    @property
    def lower_side(self) -> Side:
        """The side whose card stands below the board: the person's against a computer, else FIRST; a flip turns it."""
        people = self._people
        own = people[0] if len(people) == 1 else Side.FIRST
        return own.other if self.flipped else own

    @property
    def is_turned(self) -> bool:
        """Whether the board is seen from the side of SECOND: whoever begins at an end of the board finds it below, on a
        board without ends everything keeps its place."""
        return self.lower_side is Side.SECOND if self.board.painter.frame.has_camps else self.flipped

    def player_name(self, side: Side) -> str:
        """The name of who plays a side: what the seat says, the level, or the colour between two people."""
        seat = self.match.seat(side)
        if seat.name:
            return seat.name
        if seat.player.level:
            return level_name(self.stage.t, seat.player.level)
        if self.table is not None and seat.player.kind is PlayerKind.REMOTE:
            return self.table.peer
        if len(self._people) == 1:
            return self.stage.settings.name or self.stage.t("common.you")
        return side_name(self.stage.t, self.match, side)

    @property
    def plays_here(self) -> bool:
        """Whether somebody at this screen has a seat, now or when their turn comes."""
        return bool(self._people) and self.may_touch

    @property
    def has_computer(self) -> bool:
        """Whether a computer sits at the table."""
        return any(self.match.seat(side).player.kind is PlayerKind.ENGINE for side in Side)

    @property
    def _people(self) -> list[Side]:
        return [side for side in Side if self.match.seat(side).player.kind is PlayerKind.HUMAN]

    # ---- what the board shows

    @property
    def is_looking_back(self) -> bool:
        """Whether an earlier position is on the board."""
        return self.ply < self.match.ply

    def show_ply(self, ply: int) -> None:
        """Put the position at a ply on the board, without motion."""
        self.ply = ply = min(max(0, ply), self.match.ply)
        game = self.match.game
        self.board.show(game.at(ply), game.moves[ply - 1] if ply else None)
        self._show_outcome()
        self.after_change()

    def step_to(self, ply: int) -> None:
        """Look at another ply, as the move list and the stepping keys ask for it."""
        ply = min(max(0, ply), self.match.ply)
        if ply == self.ply + 1:
            game = self.match.game
            self.board.play(game.moves[ply - 1], game.at(ply - 1), game.at(ply))
            self.ply = ply
            self._show_outcome()
            self.after_change()
        elif ply != self.ply:
            self.show_ply(ply)

    def _show_outcome(self) -> None:
        if not self.is_looking_back and self.match.outcome is not None:
            self.board.show_outcome(self.match.outcome)

    def after_change(self) -> None:
        """Something on the board has changed: who may move, numbers."""
        match, movable = self.match, self.board.movable
        is_live = not self.is_looking_back and self.may_touch and match.outcome is None and not match.is_paused
        movable.sides = frozenset(self._people) if is_live else frozenset()
        movable.closed = self._why_closed()
        moves = enumerate(match.game.moves[: self.ply], start=1) if self.show_numbers else ()
        self.board.annotations.numbers = {move.target: n for n, move in moves if move.target is not None}

    def _why_closed(self) -> Refusal | None:
        """Why nobody may move on the board now."""
        match = self.match
        if not self.may_touch:
            return Refusal("not-your-side")  # told in the words of the table's panel
        if self.is_looking_back:
            return Refusal("looking-back", {"n": str(self.ply)})
        if match.outcome is not None:
            return Refusal("game-over")
        if match.is_paused:
            return Refusal("paused")
        return Refusal("not-your-side") if match.is_watched else None

    def update_board(self) -> None:
        """Each frame: follow the settings."""
        settings, board = self.stage.settings, self.board
        board.reduced_motion = settings.reduced_motion
        board.coordinates = settings.coordinates
        board.blindfold = self.blindfold
        board.annotations.show_threats = self._shows_threats
        board.flipped = self.is_turned

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
        self.stage.services.preferences.change(blindfold=form)

    # ---- threats

    @property
    def hides_help(self) -> bool:
        """Whether this is a game for the ladder that goes on: what would help costs a star there, or is not shown."""
        return self.match.attempt is not None and self.match.outcome is None

    @property
    def _shows_threats(self) -> bool:
        """Whether the person wants to see what threatens: on their own move, and wherever they only look."""
        if not self.stage.settings.threats or self.table is not None or self.hides_help:
            return False
        match = self.match
        waits = match.seat(match.turn).player.kind is PlayerKind.ENGINE and not match.is_watched
        return self.is_looking_back or not waits

    def toggle_threats(self) -> None:
        """Show what threatens from now on, in this game and the next, or no more."""
        if self.hides_help:
            self.stage.toasts.show(self.stage.t("arcade.no_threats"), "info")
            return
        self.stage.services.preferences.change(threats=not self.stage.settings.threats)

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
        if not self.may_touch:
            self.stage.toasts.show(self.why_untouchable(), "info")
            return
        pointed = self.board.hovered_forbidden
        if pointed is not None and pointed[1] == refusal.code:
            self.stage.toasts.clear()
            self.stage.sounds.play("refused")  # the plate beside the point says why already
            return
        refuse(self.stage, self.match.variant, self.board, refusal, is_seen=self.blindfold == "off")
