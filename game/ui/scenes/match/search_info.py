"""What is known of the computer's thinking: the search that runs, or the last one."""

from __future__ import annotations

from game.match.evaluation import SearchInfo
from game.match.lines import read_line
from game.match.match import Match
from game.match.players import Player, PlayerKind
from game.rules.core import Move, Position, Side
from game.tables.opponents import Opponent
from game.ui.scenes.match.thinking_card import ExpectedMove, ThinkingView
from game.ui.scenes.notation import shown_line
from game.ui.scenes.result.words import side_name
from game.ui.stage.stage import Stage

_SHOWN_MOVES = 5
_SHALLOW = 2
"""Who looks no more plies ahead answers at once: `1 ply, 76 nodes/s` looks like a fault."""
_ON_BOARD_AFTER_S = 0.6
"""A quick answer puts no line on the board: it would only flicker."""


class ShownSearch:
    """Follows a match's searches, frame by frame."""

    def __init__(self, stage: Stage, match: Match) -> None:
        self._stage = stage
        self._match = match
        self._info: SearchInfo | None = None
        self._side = Side.FIRST
        self._colour = Side.FIRST
        self._elapsed_s = 0.0
        self._running = False
        self._for_hint = False
        self._was_hint = False
        self._was_silent = False
        self._painter = stage.painter(match.variant)
        self._before: Position | None = None
        self._named: tuple[object, tuple[str, ...]] = (None, ())
        self._moves: tuple[object, tuple[Move, ...]] = (None, ())

    def update(self) -> None:
        """Take the newest progress."""
        match = self._match
        waiting = match.turns.waiting_for
        self._for_hint = waiting is None and match.hints.is_pending
        self._running = match.outcome is None and (waiting is not None or self._for_hint)
        if self._running:
            info = match.thinking
            if info is not None and info.is_known:
                info = None  # at first a move is named that may not be the one
            if waiting is not None and waiting is not self._side:
                self._info = None
            self._side = waiting if waiting is not None else match.turn
            self._colour = match.position.colour_to_move
            self._before = match.position
            self._was_hint = self._for_hint
            if info is not None or self._for_hint:
                self._info = info
            self._elapsed_s = match.clock.move_s if waiting is not None else (info.time_s if info else 0.0)

    def answered(self, side: Side, before: Position, info: SearchInfo | None, used_s: float) -> None:
        """A computer has moved in a position: its last figures stay on the card."""
        self._was_hint = False
        self._was_silent = info is None
        if info is not None:
            self._info, self._side, self._colour, self._before = info, side, before.colour_to_move, before
        self._elapsed_s = used_s

    def forget(self) -> None:
        """Another position: the figures do not belong to it."""
        self._info = None
        self._elapsed_s = 0.0
        self._was_hint = self._was_silent = False

    @property
    def has_figures(self) -> bool:
        """Whether a computer at the table looks far enough ahead for its depth and speed to tell anything."""
        levels = [player.level for player in self._engines]
        return any(level is None or not self._is_shallow(level) for level in levels)

    @property
    def _engines(self) -> list[Player]:
        players = [self._match.seat(side).player for side in Side]
        return [player for player in players if player.kind is PlayerKind.ENGINE]

    def _is_shallow(self, level: str) -> bool:
        opponent = self._opponent(level)
        if opponent is None or opponent.seconds is not None:
            return False
        return opponent.depth is not None and opponent.depth <= _SHALLOW

    def _opponent(self, level: str) -> Opponent | None:
        """What is known of a level; None of a program that the settings do not name any more."""
        try:
            return self._stage.services.tables.opponent(self._match.variant.game, level)
        except ValueError:
            return None

    def view(self) -> ThinkingView:
        """The card's contents for this frame."""
        t, match = self._stage.t, self._match
        if match.teaching.is_judging:
            title = t("comfort.judging")
        elif self._running:
            title = t("match.hint_thinking" if self._for_hint else "match.thinking")
        elif not self.has_figures and not self._was_hint:
            title = t("match.looks_near")
        elif self._info is None:
            title = t("match.no_thought")
        else:
            title = t("match.hint_thought" if self._was_hint else "match.thought")
        info = self._info
        line = []
        if info is not None:
            side = self._colour
            shown = 1 if self._keeps_quiet and not self._was_hint else _SHOWN_MOVES
            for text, name in zip(info.line[:shown], self._names(info)[:shown], strict=True):
                if t.has(f"opening.choose_{text}"):
                    line.append(ExpectedMove(t(f"opening.choose_{text}"), None))
                    continue
                line.append(ExpectedMove(name, self._painter.disc_colours(side, self._stage.theme)))
                side = side.other
        return ThinkingView(
            title, self._running, self._elapsed_s, self._share(), info, line, side_name(t, match, self._side),
            self._was_silent,
        )  # fmt: skip

    @property
    def _keeps_quiet(self) -> bool:
        """Whether what the computer expects the person to play is not told: in a game for the ladder it would be a hint
        for nothing."""
        return self._match.attempt is not None and self._match.outcome is None

    def _names(self, info: SearchInfo) -> tuple[str, ...]:
        """The moves of the expected line as the move list would show them: from the position before the search."""
        key = (info, self._stage.t.name, self._stage.t.notation(self._match.variant.game))
        if self._named[0] != key:
            position = self._before if self._before is not None else self._match.position
            names = shown_line(self._stage.t, self._match.variant, position, info.line[:_SHOWN_MOVES])
            self._named = (key, names)
        return self._named[1]

    def _share(self) -> float:
        """How much of the limit is used: of the seconds where there are any, else of the depth."""
        level = self._match.seat(self._side).player.level
        opponent = None if level is None else self._opponent(level)
        if opponent is None:
            return 0.0
        if opponent.seconds:
            return self._elapsed_s / opponent.seconds
        if opponent.depth and self._info:
            return self._info.depth / opponent.depth
        return 0.0

    def line_on_board(self) -> tuple[Move, ...]:
        """The moves that the thinking computer expects, to be drawn on the board; empty while nobody thinks."""
        info = self._info
        if self._keeps_quiet or not self._running or self._for_hint:
            return ()
        if info is None or self._elapsed_s < _ON_BOARD_AFTER_S:
            return ()
        if self._moves[0] is not info:
            line = read_line(self._match.variant, self._match.position, info.line[:_SHOWN_MOVES])
            self._moves = (info, line.moves)
        return self._moves[1]
