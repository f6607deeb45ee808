"""Who sits at the table, as the cards beside the board tell it."""

from __future__ import annotations

import contextlib

import pygame

from game.match.players import PlayerKind
from game.rules.core import Side
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.scenes.colours import colour_name, is_undecided, player_mark
from game.ui.scenes.match.captured import Captured
from game.ui.scenes.match.countenance import Countenance
from game.ui.scenes.match.lan_panel import LanPanel
from game.ui.scenes.match.player_card import PlayerView, draw_player_card
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.names import portrait_of
from game.ui.scenes.people import ground_of
from game.ui.scenes.portrait_choice import OWN_GROUND, own_portrait
from game.ui.scenes.result.words import person_against_computer, side_name


class PlayerCards:
    """The cards of both players of a match; `company` is the panel of a LAN table."""

    def __init__(self, shown: ShownMatch, company: LanPanel | None, countenance: Countenance) -> None:
        self._shown = shown
        self._countenance = countenance
        self._company = company
        self._captured = Captured(shown.match)
        self._ratings: dict[tuple[Side, str | None], int | None] = {}

    def draw(self, canvas: Canvas, upper: pygame.FRect, lower: pygame.FRect) -> None:
        """Draw both, as the players sit at the board."""
        side = self._shown.lower_side
        draw_player_card(canvas, upper, self.view(side.other))
        draw_player_card(canvas, lower, self.view(side))

    def view(self, side: Side) -> PlayerView:
        """What the card of a side shows now."""
        shown = self._shown
        match, t, company = shown.match, shown.stage.t, self._company
        seat = match.seat(side)
        name = shown.player_name(side)
        left, used = match.clock.left_s(side), match.clock.used_s(side)
        is_remote = company is not None and seat.player.kind is PlayerKind.REMOTE
        details = [self._about(side, name)]
        if GAMES[match.variant.game].counts_pieces:
            colour = match.position.colour(side)
            pieces = shown.board.position.pieces().values()
            details.insert(0, t("match.discs", n=sum(piece.side is colour for piece in pieces)))
        rating = self._rating_of(side)
        if rating is not None:
            details.append(t("match.rating", n=rating))
        if left is not None:
            details.append(t("match.time_used", n=t("match.seconds", n=f"{used:.1f}")))
        if is_remote and company is not None and company.status():
            details.insert(0, company.status())
        level = seat.player.level
        active = match.outcome is None and match.turn is side
        return PlayerView(
            name=name,
            details=tuple(details),
            portrait=portrait_of(level) if level else self._own_portrait(side),
            mood=self._countenance.mood_of(side),
            side=int(side),
            mark=player_mark(match.variant, match.position, side, 18),
            is_active=active,
            is_running=active and match.clock.is_running,
            left_s=left,
            used_s=used,
            ground=self._ground(side, name),
            captured=self._captured.marks(side, shown.board.painter) if shown.blindfold == "off" else (),
            corner=company.draw_corner if company is not None and is_remote and company.needs_corner else None,
        )

    def _ground(self, side: Side, name: str) -> Colour | None:
        """The colour of a person's disc; None where it is the side's."""
        match = self._shown.match
        if self._company is not None and match.seat(side).player.kind is PlayerKind.REMOTE:
            return ground_of(name)
        is_own = self._company is not None or person_against_computer(match) is side
        return OWN_GROUND if is_own else None

    def _own_portrait(self, side: Side) -> str | None:
        """What the person wears, where one person sits here against a computer."""
        shown = self._shown
        is_own = self._company is None and person_against_computer(shown.match) is side
        return own_portrait(shown.stage) if is_own else None

    def _rating_of(self, side: Side) -> int | None:
        """How strong a level is, and the one person who sits here against it; looked up once for each."""
        match, tables = self._shown.match, self._shown.stage.services.tables
        level = match.seat(side).player.level
        if (side, level) not in self._ratings:
            found = None
            if level is not None:
                with contextlib.suppress(ValueError):  # a program that has been taken off the list meanwhile
                    found = tables.opponent(match.variant.game, level).rating
            elif self._company is None and person_against_computer(match) is side:
                held = tables.rating(match.variant.game)
                found = round(held.rating) if held is not None else None
            self._ratings[side, level] = found
        return self._ratings[side, level]

    def _about(self, side: Side, name: str) -> str:
        match, t = self._shown.match, self._shown.stage.t
        if name == side_name(t, match, side):  # two people at one screen: the name says the colour already
            return t("common.moves", n=sum(played.side is side and bool(played.move.path) for played in match.line))
        if is_undecided(match.position):
            return t("opening.undecided")
        colour = colour_name(match.variant, match.position, side)
        return t("match.plays", side=t(f"common.{colour}_short"))
