"""Wins that are one move away and what stops them, found by the rules alone."""

from __future__ import annotations

from game.rules.core import Move, Position


def wins_at_once(position: Position) -> Move | None:
    """A move with which the side to move wins at once, or None."""
    for move in position.legal_moves():
        outcome = position.play(move).outcome()
        if outcome is not None and outcome.winner is position.turn:
            return move
    return None


def defence(position: Position, quiet: Move) -> Move:
    """What to play where the game is about placing pieces: a win at once, else the point where the other side would win
    with its next move, else `quiet`, a legal move."""
    win = wins_at_once(position)
    if win is not None:
        return win
    threat = wins_at_once(position.play(quiet))
    return threat if threat is not None and threat in position.legal_moves() else quiet


def closest_to(position: Position, last: Move | None) -> list[Move]:
    """The legal moves, those that end next to the last move first."""
    board, legal = position.board, position.legal_moves()
    if last is None or last.target is None:
        return list(legal)
    column, row = board.column(last.target), board.row(last.target)

    def distance(move: Move) -> int:
        at = move.path[-1]
        return max(abs(board.column(at) - column), abs(board.row(at) - row))

    return sorted(legal, key=distance)
