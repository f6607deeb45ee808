"""What is said of exercises: what went wrong, where, and when they come back."""

from __future__ import annotations

from datetime import date

from game.progress.exercises import Exercise
from game.rules.core import Move
from game.rules.registry import variant
from game.ui.scenes.colours import player_words
from game.ui.scenes.notation import move_words
from game.ui.scenes.pictures import read_position
from game.ui.stage.language import Language


def motive_words(t: Language, game: str, motive: str) -> str:
    """A motive of a game, or (without one) what is wrong with a move, as people read it; nothing is a kept position."""
    own = f"motive_{game}.{motive}_name"
    if game and t.has(own):
        return t(own)
    return t(f"review.{motive}") if motive else t("exercises.kept")


def why_words(t: Language, exercise: Exercise) -> str:
    """Why an exercise is one: its motive where that is known (to this version), else what is wrong with the move."""
    game = exercise.game_name
    if exercise.motive and t.has(f"motive_{game}.{exercise.motive}_name"):
        return motive_words(t, game, exercise.motive)
    return motive_words(t, "", exercise.kind)


def played_words(t: Language, exercise: Exercise) -> str:
    """The mistake in the game's notation."""
    rules = variant(exercise.variant)
    position = read_position(rules, exercise.position)
    return move_words(t, rules, rules.read_move(exercise.played, position), position)


def task_words(t: Language, exercise: Exercise) -> str:
    """Where the exercise comes from, and what went wrong there."""
    if not exercise.is_mistake:
        return t("exercises.kept_from", n=exercise.ply + 1) if exercise.game else t("exercises.kept_alone")
    values = {"move": played_words(t, exercise), "what": why_words(t, exercise)}
    if not exercise.game:
        return t("exercises.missed_alone", **values)
    return t("exercises.missed_at", n=exercise.ply + 1, **values)


def row_words(t: Language, exercise: Exercise) -> str:
    """The same in a list, without what is wrong."""
    if not exercise.is_mistake:
        return task_words(t, exercise)
    return t("exercises.row", n=exercise.ply + 1, move=played_words(t, exercise), lost=round(100 * exercise.lost))


def side_words(t: Language, exercise: Exercise) -> str:
    """Whose move it is."""
    rules = variant(exercise.variant)
    position = read_position(rules, exercise.position)
    return t("exercises.to_move", side=player_words(t, rules, position, position.turn))


def due_words(t: Language, due_s: float, now_s: float) -> str:
    """When an exercise comes back."""
    if due_s <= now_s:
        return t("exercises.due_now")
    days = _day(due_s) - _day(now_s)
    return t("exercises.due_today") if days <= 0 else t("exercises.due_in", n=days)


def line_words(t: Language, exercise: Exercise, moves: tuple[Move, ...], most: int) -> str:
    """The first moves of a line from the position on, in the game's notation."""
    rules = variant(exercise.variant)
    position, names = read_position(rules, exercise.position), []
    for move in moves[:most]:
        names.append(move_words(t, rules, move, position))
        position = position.play(move)
    return "  ".join(names)


def _day(seconds: float) -> int:
    return date.fromtimestamp(seconds).toordinal()  # noqa: DTZ012  # the person's own day
