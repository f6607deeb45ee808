"""The move list of a match: its rows in words, made again when something was played or taken back."""

from __future__ import annotations

import pygame

from game.rules.core import Side
from game.ui.scenes.colours import both_mark
from game.ui.scenes.match.move_list import ListedMove, MoveList
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.notation import move_words
from game.ui.scenes.pictures import emblem_mark


class MoveListing:
    """Keeps the move list of a match scene in step with the match."""

    def __init__(self, shown: ShownMatch) -> None:
        self._shown = shown
        self._list: MoveList | None = None
        self._listed: tuple[object, str] = ((), "")

    def lay_out(self, rect: pygame.FRect) -> MoveList:
        """A list for that place; its rows come with the next `refresh`."""
        rules, t = self._shown.match.variant, self._shown.stage.t
        marks = (emblem_mark(rules, Side.FIRST, 16), emblem_mark(rules, Side.SECOND, 16))
        self._list = MoveList(rect, t("match.moves"), marks, self._shown.step_to)
        self._listed = ((), "")
        return self._list

    def refresh(self) -> None:
        """Bring the list in step."""
        shown, moves = self._shown, self._list
        if moves is None:
            return
        match = shown.match
        line, language = match.line, shown.stage.t.name
        if self._listed[0] is not line or self._listed[1] != language:
            self._listed = line, language
            moves.entries = self._entries()
        position = match.position
        step = position.opening
        moves.next_column = None if step is not None and step.choices else int(position.colour_to_move)
        moves.shown = shown.ply
        moves.waiting = match.outcome is None and match.turns.waiting_for is not None
        moves.follow()

    def _entries(self) -> list[ListedMove]:
        t, match = self._shown.stage.t, self._shown.match
        rules = match.variant
        entries = []
        for ply, played in enumerate(match.line):
            position = match.game.at(ply)
            text = move_words(t, rules, played.move, position)
            time = t("match.seconds", n=f"{played.used_s:.1f}")
            if position.opening is not None and played.move in position.opening.choices:
                entries.append(ListedMove(text, time, both_mark(rules, 16), None))
            else:
                colour = position.colour_to_move
                entries.append(ListedMove(text, time, emblem_mark(rules, colour, 16), int(colour)))
        return entries
