"""How the choice of a person is drawn: where the piece in hand can go, itself, and what waits to be placed."""

from __future__ import annotations

from game.rules.core import Square
from game.ui.board.captures import draw_captures, glow_strength
from game.ui.board.marks import draw_places, draw_selected, draw_targets
from game.ui.board.moment import Moment
from game.ui.board.motion import draw_piece
from game.ui.board.movable import Movable
from game.ui.board.painter import top_left
from game.ui.paint.canvas import Canvas


def draw_choice(
    canvas: Canvas, now: Moment, movable: Movable, hovered: Square | None, scale: float, glow_s: float
) -> None:
    """What the person has chosen or is about to place on the square `hovered`; `scale` is that of a unit."""
    if not movable.is_turn:
        return
    layout, chosen = now.layout, movable.input
    if chosen.must_capture and not now.is_blind and not now.is_moving:
        strength = 1.0 if now.is_still else glow_strength(glow_s)
        draw_captures(canvas, layout, now.painter, chosen, movable.held(), strength)
    if chosen.path:
        if not now.is_blind and not chosen.must_capture:
            draw_targets(canvas, layout, chosen.targets(), now.pieces)
        draw_selected(canvas, layout, movable.hand.centre(layout, chosen.path[-1], scale))
        return
    if not now.is_blind and not now.is_moving:
        draw_places(canvas, layout, (at for at in chosen.few_placements if at != hovered))
    piece = chosen.placed(hovered) if hovered is not None and not now.is_blind else None
    if hovered is not None and piece:
        picture = now.painter.ghost(piece, layout, canvas.theme)
        canvas.lay(picture, top_left(picture, layout.centre_of(hovered)))


def draw_in_hand(canvas: Canvas, now: Moment, movable: Movable, scale: float) -> None:
    """The piece in hand for a move in turn, and over it what the gestures show."""
    held, hand = movable.held(), movable.hand
    piece = now.seen(held.piece) if held is not None else None
    if held is not None and piece is not None:
        centre = hand.centre(now.layout, held.square, scale)
        draw_piece(canvas, now.layout, now.painter, piece, held.square, centre, 1.0, hand.height)
    for gesture in movable.gestures:
        gesture.draw(canvas, now)
    square = movable.carried
    carried = now.pieces.get(square) if square is not None else None
    seen = now.seen(carried) if carried is not None else None
    if now.carried and square is not None and seen is not None:
        draw_piece(canvas, now.layout, now.painter, seen, square, now.carried, 1.0, hand.height)
