"""What the end of a game says in words: who won, why, and the character on the seal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.match.match import Match
from game.match.move_class import Appraisal, MoveClass
from game.match.players import PlayerKind
from game.match.review import Review
from game.rules.core import Outcome, Side, Termination
from game.ui.scenes.colours import player_words
from game.ui.scenes.names import game_title, level_name
from game.ui.scenes.notation import move_words, shown_square
from game.ui.stage.language import Language


@dataclass(frozen=True, slots=True)
class ResultWords:
    """The headline, the reason, a line of detail, the seal's character, and whether it is a person's win."""

    headline: str
    reason: str
    detail: str
    seal: str
    is_win: bool


def side_name(t: Language, match: Match, side: Side) -> str:
    """A player by the colour, or by who began while colours are open, in the window's language."""
    return player_words(t, match.variant, match.position, side)


def person_against_computer(match: Match) -> Side | None:
    """The side of the person where the other side is a computer, else None."""
    people = [side for side in Side if match.seat(side).player.kind is PlayerKind.HUMAN]
    return people[0] if len(people) == 1 else None


def turning_point(match: Match, review: Review) -> int | None:
    """The move, counted from 1, with which the person gave away most; None where nothing was found."""
    person = person_against_computer(match)
    own = [each for each in review.findings if each.side is person]
    if person is None or not own:
        return None
    return max(own, key=lambda each: each.before.chance(person) - each.after.chance(person)).ply


_WORTH_TELLING: Final = (MoveClass.BEST, MoveClass.ONLY, MoveClass.BRILLIANT)
"""The classes of moves that are told of after a loss, the best one last."""


def best_move(match: Match, review: Review, side: Side) -> Appraisal | None:
    """The move of a side that is most worth telling of: of the best class that there is the one at which most was open.
    None where nothing is known of a good one that was not the only move there was."""
    good = [
        each
        for each in review.appraisals
        if each.side is side and each.kind in _WORTH_TELLING and len(match.game.at(each.ply - 1).legal_moves()) > 1
    ]
    return max(good, key=lambda each: (_WORTH_TELLING.index(each.kind), -abs(each.before - 0.5)), default=None)


def best_move_words(t: Language, match: Match, best: Appraisal) -> str:
    """What is said of one's best move."""
    name = move_words(t, match.variant, best.move, match.game.at(best.ply - 1))
    return t(f"result.best_{best.kind}", n=best.ply, move=name)


def result_words(t: Language, match: Match, outcome: Outcome) -> ResultWords:
    """The words for the end of a match, from the view of the person where one plays against the computer."""
    person = person_against_computer(match)
    winner = outcome.winner
    if outcome.termination is Termination.ABANDONED and winner is None:
        headline, seal = t("result.no_result"), "弈"
    elif winner is None:
        headline, seal = t("result.draw"), "和"
    elif person is None:
        headline, seal = t("result.side_wins", side=side_name(t, match, winner)), "勝"
    elif winner is person:
        headline, seal = t("result.you_win"), "勝"
    else:
        seat = match.seat(winner)
        opponent = seat.name or level_name(t, seat.player.level or "custom")
        headline, seal = t("result.side_wins", side=opponent), "弈"
    is_win = winner is not None and winner is (person if person is not None else winner)
    return ResultWords(headline, _reason(t, match, outcome), _detail(t, match), seal, is_win)


def _reason(t: Language, match: Match, outcome: Outcome) -> str:
    loser = side_name(t, match, outcome.winner.other) if outcome.winner is not None else ""
    if outcome.termination is Termination.FORBIDDEN_MOVE and match.ply:
        square = match.game.moves[-1].target
        before = match.game.at(match.ply - 1)
        reason = before.forbidden().get(square, "") if square is not None else ""
        return t("result.forbidden-move", reason=t(f"match.{reason}") if reason else "")
    if outcome.termination is Termination.ABANDONED and outcome.winner is not None:
        seat = match.seat(outcome.winner.other)
        return t("lan.claimed", loser=seat.name or loser)  # of a LAN game: the other side did not come back
    first, second = outcome.score or (0, 0)
    values: dict[str, object] = {"loser": loser, "first": first, "second": second}
    if outcome.line:
        ends = [shown_square(match.variant, outcome.line[i], match.position.board) for i in (0, -1)]
        values |= {"from": ends[0], "to": ends[1], "n": len(outcome.line)}
        if outcome.termination is Termination.FIVE and len(outcome.line) != 5:
            return t("result.long_row", **values)
    own = (f"result.{name}_{outcome.termination}" for name in (match.variant.name, match.variant.game))
    return t(next((key for key in own if t.has(key)), f"result.{outcome.termination}"), **values)


def _detail(t: Language, match: Match) -> str:
    person = person_against_computer(match)
    if person is not None:
        seat = match.seat(person.other)
        opponent = seat.name or level_name(t, seat.player.level or "custom")
        return t("result.detail_level", n=match.game.made, opponent=opponent)
    return t("result.detail", n=match.game.made, variant=game_title(t, match.variant))
