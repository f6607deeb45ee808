"""A match as the screen shows it: from whose side, by what names, how much of it, and why nothing can be done."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest
from fakes import FakeServices, make_stage
from lan_fakes import FakeTable
from sitting import FIRST, SECOND, Puppet, Time

from game.lan.views import LineState, TableView
from game.match.attempt import Attempt, AttemptNote
from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.players import Human, Player, PlayerKind
from game.rules.core import Piece, Side
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import Settings
from game.ui.scenes.match.captured import Captured
from game.ui.scenes.match.countenance import Countenance
from game.ui.scenes.match.players import PlayerCards
from game.ui.scenes.match.shown import ShownMatch

ATTEMPT = AttemptNote(rung="first-steps", person=FIRST, target_s=60.0)


def computer(level: str = "expert") -> Puppet:
    made = Puppet()
    made.level = level
    return made


def remote() -> Puppet:
    return Puppet(PlayerKind.REMOTE)


def shown(
    first: Player,
    second: Player,
    *moves: str,
    rules: str = "gomoku-freestyle",
    table: FakeTable | None = None,
    names: tuple[str, str] = ("", ""),
    attempt: Attempt | None = None,
    start: str = "",
    **settings: object,
) -> ShownMatch:
    """A match in which these moves were made, on a stage of its own."""
    stage = make_stage((1280, 800), FakeServices(Settings(**{"language": "en", **settings})))  # type: ignore[arg-type]  # a test's own words
    chosen = variant(rules)
    game = Game(chosen, chosen.read_position(start) if start else None)
    for text in moves:
        game.play_text(text)
    clock = MatchClock(None, Time())
    clock.replay([game.at(ply).turn for ply in range(game.ply)], [1.0] * game.ply)
    seats = (Seat(first, names[0]), Seat(second, names[1]))
    return ShownMatch(stage, Match(game, seats, clock, attempt=attempt), cast("TableView | None", table))


@pytest.mark.parametrize(
    ("first", "second", "rules", "lower", "turned"),
    [
        (Human(), computer(), "xiangqi", FIRST, False),
        (computer(), Human(), "xiangqi", SECOND, True),
        (Human(), Human(), "xiangqi", FIRST, False),
        (computer(), computer(), "xiangqi", FIRST, False),
        (remote(), Human(), "draughts-russian", SECOND, True),
        (computer(), Human(), "gomoku-renju", SECOND, False),  # a board without ends keeps its place
        (computer(), Human(), "reversi", SECOND, False),
    ],
)
def test_from_whose_side_it_is_seen(first: Player, second: Player, rules: str, lower: Side, turned: bool) -> None:
    seen = shown(first, second, rules=rules)
    assert (seen.lower_side, seen.is_turned) == (lower, turned)
    seen.flipped = True
    assert (seen.lower_side, seen.is_turned) == (lower.other, not turned)
    seen.update_board()
    assert seen.board.flipped is not turned


@pytest.mark.parametrize(
    ("first", "second", "names", "own", "told"),
    [
        (Human(), computer(), ("", ""), "", ("You", "Expert")),
        (Human(), computer(), ("", ""), "Lin", ("Lin", "Expert")),
        (Human(), computer(), ("Ada", ""), "Lin", ("Ada", "Expert")),
        (computer("beginner"), computer("external:Pela"), ("", ""), "Lin", ("Beginner", "Pela")),
        (Human(), Human(), ("", ""), "Lin", ("Black", "White")),
    ],
)
def test_who_plays(first: Player, second: Player, names: tuple[str, str], own: str, told: tuple[str, str]) -> None:
    seen = shown(first, second, names=names, name=own)
    assert tuple(seen.player_name(side) for side in Side) == told


def test_somebody_elsewhere_without_a_name_has_that_of_the_table() -> None:
    seen = shown(Human(), remote(), table=FakeTable("Anna"), name="Lin")
    assert [seen.player_name(side) for side in Side] == ["Lin", "Anna"]
    assert (seen.plays_here, seen.has_computer) == (True, False)


def test_whether_anything_can_be_done_here() -> None:
    for watched, line, may in (
        (False, LineState.CONNECTED, True),
        (False, LineState.DOWN, True),
        (False, LineState.GONE, False),
        (True, LineState.CONNECTED, False),
    ):
        table = FakeTable("Anna")
        table.is_watched, table.line = watched, line
        seen = shown(Human(), remote(), "h8", "h9", table=table)
        seen.why_untouchable = lambda: "nothing goes"
        seen.after_change()
        assert (seen.may_touch, seen.plays_here) == (may, may)
        assert seen.board.movable.sides == (frozenset({FIRST}) if may else frozenset())
        assert (seen.board.movable.closed and seen.board.movable.closed.code) == (None if may else "not-your-side")


def test_why_nobody_may_move() -> None:
    seen = shown(Human(), Human(), "h8", "h9", "i8")
    seen.after_change()
    assert (seen.board.movable.closed, seen.board.movable.sides) == (None, frozenset(Side))
    seen.show_ply(2)
    assert seen.is_looking_back
    closed = seen.board.movable.closed
    assert closed is not None
    assert (closed.code, closed.values, seen.board.movable.sides) == ("looking-back", {"n": "2"}, frozenset())
    seen.show_ply(3)
    assert not seen.is_looking_back
    seen.match.pause()
    seen.after_change()
    assert seen.board.movable.closed is not None
    assert (seen.board.movable.closed.code, seen.board.movable.sides) == ("paused", frozenset())
    seen.match.resume()
    seen.match.resign()
    seen.match.update()
    seen.after_change()
    assert seen.board.movable.closed is not None
    assert (seen.board.movable.closed.code, seen.board.movable.sides) == ("game-over", frozenset())
    watched = shown(computer(), computer())
    watched.after_change()
    assert watched.board.movable.closed is not None
    assert watched.board.movable.closed.code == "not-your-side"


def test_stepping_stays_within_the_game_and_numbers_count_to_what_is_shown() -> None:
    seen = shown(Human(), Human(), "h8", "h9", "i8", "i9")
    for asked, ply in ((2, 2), (3, 3), (-5, 0), (99, 4), (1, 1)):
        seen.step_to(asked)
        assert seen.ply == ply
        assert seen.board.position == seen.match.game.at(ply)
        assert seen.board.annotations.numbers == {}
    seen.show_numbers = True
    seen.step_to(3)
    moves = seen.match.game.moves
    assert seen.board.annotations.numbers == {moves[n].target: n + 1 for n in range(3)}


def test_threats_are_for_who_wants_them_on_their_own_move_or_while_looking() -> None:
    def shows(first: Player, second: Player, *moves: str, ply: int | None = None, **more: object) -> bool:
        seen = shown(first, second, *moves, threats=True, **more)  # type: ignore[arg-type]  # passed on as they are
        if ply is not None:
            seen.show_ply(ply)
        seen.update_board()
        return seen.board.annotations.show_threats

    assert shows(Human(), computer())
    assert not shows(Human(), computer(), "h8"), "the computer is to move"
    assert shows(Human(), computer(), "h8", ply=0)
    assert shows(computer(), computer(), "h8")
    assert shows(Human(), Human(), "h8")
    assert not shows(Human(), remote(), table=FakeTable("Anna"))
    assert not shows(Human(), computer(), attempt=Attempt(ATTEMPT))
    plain = shown(Human(), computer())
    plain.update_board()
    assert not plain.board.annotations.show_threats


def test_what_a_blindfold_hides() -> None:
    seen = shown(Human(), Human(), "h8", blindfold="hidden")
    assert (seen.blindfold, seen.shows_board) == ("hidden", True)
    seen.match.resign()
    seen.match.update()
    assert seen.blindfold == "off", "a finished game hides nothing"
    bare = shown(Human(), Human(), blindfold="no-board")
    assert not bare.shows_board
    ladder = shown(Human(), computer(), attempt=Attempt(ATTEMPT))
    assert (ladder.blindfold, ladder.hides_help) == ("off", True)
    ladder.match.pause()
    assert ladder.blindfold == "hidden", "nobody thinks while the clock stands"
    friendly = shown(Human(), computer())
    friendly.match.pause()
    assert friendly.blindfold == "off"


# ---- the cards of the players


def test_captured_pieces_are_counted_by_who_took_them_and_again_after_a_take_back() -> None:
    seen = shown(Human(), Human(), "b2b9", "a9b9", "h2h9", "i9h9", "a0a2", rules="xiangqi")
    captured = Captured(seen.match)
    horse, cannon = Piece(SECOND, "horse"), Piece(FIRST, "cannon")
    assert captured.by(FIRST) == Counter({horse: 2})
    assert captured.by(SECOND) == Counter({cannon: 2})
    for _ in range(2):
        seen.match.undo()
    seen.match.update()
    assert captured.by(SECOND) == Counter({cannon: 1})
    assert [count for _, count in captured.marks(FIRST, seen.board.painter)] == [2]


def test_the_card_of_a_player() -> None:
    seen = shown(Human(), computer(), "h8", name="Lin")
    cards = PlayerCards(seen, None, Countenance(seen.match))
    mine, its = cards.view(FIRST), cards.view(SECOND)
    assert (mine.name, its.name) == ("Lin", "Expert")
    assert (mine.portrait, its.portrait) == (None, "expert")
    assert (mine.is_active, its.is_active) == (False, True)
    assert (mine.side, its.side, mine.used_s, its.left_s) == (0, 1, 1.0, None)
    t = seen.stage.t
    assert mine.details == (t("match.plays", side=t("common.black_short")),)
    seen.match.resign()
    seen.match.update()
    assert not any(cards.view(side).is_active for side in Side)
    people = shown(Human(), Human(), "h8", "h9", "i8")
    told = [PlayerCards(people, None, Countenance(people.match)).view(side).details for side in Side]
    assert told == [(t("common.moves", n=2),), (t("common.moves", n=1),)]


def test_discs_are_counted_as_they_lie_on_the_board_that_is_shown() -> None:
    seen = shown(Human(), computer(), "d3", "c3", rules="reversi")
    cards, t = PlayerCards(seen, None, Countenance(seen.match)), seen.stage.t
    assert [cards.view(side).details[0] for side in Side] == [t("match.discs", n=3), t("match.discs", n=3)]
    seen.show_ply(1)
    assert [cards.view(side).details[0] for side in Side] == [t("match.discs", n=4), t("match.discs", n=1)]
