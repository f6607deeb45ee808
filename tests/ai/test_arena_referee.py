"""The referee of the arena: it knows every game by the rules of the table, and takes nobody's word for the end."""

from __future__ import annotations

import random

import pytest
from engine_helpers import empty_board

from ai.api import EngineError
from ai.arena.openings import random_move
from ai.arena.referee import Ending, Referee
from ai.games import GAMES
from ai.positions import start_text
from game.rules.core import Move, Position, RulesError
from game.rules.registry import VARIANTS

ALL = [(game, variant) for game, each in GAMES.items() for variant in each.arena.variants]
LONE_KINGS = "W:WK32:BK1"
THREE = "W:WK13,K30,21:"
DRAWN = Ending(None, "few-pieces")


def played(variant: str, *moves: str, start: str = "") -> Referee:
    referee = Referee(variant, start or start_text(variant))
    for move in moves:
        referee.play(move)
    return referee


def key(variant: str, *moves: str, start: str = "") -> str:
    referee = played(variant, *moves, start=start)
    return GAMES[VARIANTS[variant].game].arena.key(referee.position)


def test_every_variant_can_be_matched() -> None:
    assert [variant for _, variant in ALL] == list(VARIANTS)


@pytest.mark.parametrize(("game", "variant"), ALL)
def test_random_games_come_to_an_end(game: str, variant: str) -> None:
    kind, chance = GAMES[game].arena, random.Random(variant)
    for _ in range(3):
        referee, plies = Referee(variant, start_text(variant)), 0
        while referee.ending is None and plies < kind.most_plies:
            side = referee.turn
            referee.play(random_move(referee, kind, chance))
            plies += 1
            assert side in (0, 1)
        assert plies > 6
        if referee.ending is not None:
            with pytest.raises(RulesError):
                referee.play(random_move(played(variant), kind, chance))


@pytest.mark.parametrize(
    ("variant", "start", "moves", "ending"),
    [
        ("gomoku-freestyle", "/".join(["bbb1bb9", *["15"] * 13, "wwww1w9"]) + " b", "d15", Ending(0, "five")),
        ("gomoku-standard", "/".join(["bbb1bb9", *["15"] * 13, "www2ww8"]) + " b", "d15", None),
        ("gomoku-renju", "/".join(["bbb1bb9", *["15"] * 13, "w14"]) + " b", "d15", Ending(1, "forbidden-move")),
        ("gomoku-renju", "", "h8 pass h9 pass", None),
        ("gomoku-renju", "", "h8 pass h9 pass pass", Ending(None, "agreement")),
        ("xiangqi", "3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "b7b9", Ending(0, "checkmate")),
        ("xiangqi-simple", "3k5/9/9/9/9/9/9/9/4R4/5K3 w", "e1e2 d9d8 e2e1 d8d9 " * 3, Ending(None, "repetition")),
        ("draughts-international", "W:W32:B28", "32x23", Ending(0, "no-pieces")),
        ("draughts-english", LONE_KINGS, "32-28 1-5 28-32 5-1", None),
        ("draughts-english", LONE_KINGS, "32-28 1-5 28-32 5-1 32-28 1-5 28-32 5-1", Ending(None, "repetition")),
        # FMJD, section 64, 7.2.7: on the main road, and off it
        ("draughts-russian", f"{THREE}BK4", "13-31 4-8 31-20 8-4 20-2 4-8 2-13 8-4 13-31 4-8", DRAWN),
        ("draughts-russian", f"{THREE}BK1", "13-31 1-5 31-20 5-1 20-2 1-5 2-13 5-1 13-31 1-5", None),
    ],
)  # fmt: skip
def test_games_end_by_the_rules(variant: str, start: str, moves: str, ending: Ending | None) -> None:
    assert played(variant, *moves.split(), start=start).ending == ending


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        ("gomoku-freestyle", ("h8", "p1", "a16", "", "h", "8h", "hello", "pass")),
        ("xiangqi", ("a0a5", "a9a8", "", "h2", "h2h2", "e3e3", "hello")),
        ("draughts-international", ("32-27-21", "32-23", "19-23", "", "32", "hello")),
        ("reversi", ("a1", "pass", "zz")),
    ],
)
def test_moves_that_are_none_change_nothing(variant: str, moves: tuple[str, ...]) -> None:
    referee = played(variant, *(["h8"] if variant == "gomoku-freestyle" else []))
    before = referee.position
    for move in moves:
        with pytest.raises(RulesError):
            referee.play(move)
        assert referee.position is before


def test_moves_are_given_as_the_rules_write_them() -> None:
    assert Referee("xiangqi", start_text("xiangqi")).play("H2-E2") == "h2e2"
    assert Referee("draughts-international", start_text("draughts-international")).play("32:28") == "32-28"


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        ("gomoku-caro", empty_board()),
        ("gomoku-freestyle", "nonsense"),
        ("gomoku-freestyle", "/".join(["bbbbb91"[:6], "wwww92"[:5] + "2", *["15"] * 13]) + " w"),
        ("xiangqi", "nonsense"),
        ("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/3RK4 b"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w"),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w"),
        ("draughts-frisian", "W:W32:B28"),
        ("draughts-international", "nonsense"),
        ("draughts-international", "W:W:B28"),
        ("reversi", "X" * 64 + " X"),
    ],
)
def test_starts_that_are_none(variant: str, start: str) -> None:
    with pytest.raises(EngineError):
        Referee(variant, start)


def test_positions_that_look_alike_have_one_key() -> None:
    views = [("h8", "i9", "j8"), ("h8", "g9", "f8"), ("h8", "i7", "j8"), ("h8", "i9", "h10"), ("j8", "i9", "h8")]
    assert len({key("gomoku-freestyle", *view) for view in views}) == 1
    assert key("gomoku-freestyle", "h8", "i9") != key("gomoku-freestyle", "i9", "h8")
    assert key("gomoku-freestyle", "h8", "i9", "j8") != key("gomoku-freestyle", "h8", "i9", "k8")
    assert key("gomoku-freestyle", "h8") != key("gomoku-freestyle", "h8", "h9")
    assert len({key("reversi", move) for move in ("d3", "c4", "f5", "e6")}) == 1
    assert key("xiangqi", "h2e2") == key("xiangqi", "b2e2") != key("xiangqi", "h2d2")
    assert key("xiangqi", "h2e2", "h9g7", "b0c2") == key("xiangqi", "b0c2", "h9g7", "h2e2")
    assert key("xiangqi", "c3c4") != key("xiangqi", "c3c4", "c6c5")
    one, other = (key("draughts-international", start=start) for start in ("W:W32,K46:B19", "B:W32:B19,K5"))
    assert one == other != key("draughts-international", start="W:W32,K46:B18")


def is_sensible(game: str, before: Position, move: Move) -> bool:
    after = before.play(move)
    if game == "gomoku":
        return all(2 < each < 12 for each in divmod(move.path[0], 15))
    if game == "xiangqi":
        is_quiet = not move.captured and before.pieces()[move.path[0]].kind != "general"
        return is_quiet and all(reply.target != move.target for reply in after.legal_moves())
    return game == "reversi" or not after.must_capture()


@pytest.mark.parametrize("game", GAMES)
def test_random_openings_are_not_plainly_absurd(game: str) -> None:
    kind, chance = GAMES[game].arena, random.Random(7)
    for variant in kind.variants * 3:
        referee = played(variant)
        for _ in range(kind.opening_plies[1]):
            position = referee.position
            move = VARIANTS[variant].read_move(random_move(referee, kind, chance), position)
            moves = position.legal_moves()
            assert move in moves
            assert is_sensible(game, position, move) or not any(is_sensible(game, position, each) for each in moves)
            referee.play(referee.text(move))


def test_an_opening_of_xiangqi_takes_nothing_and_leaves_the_general() -> None:
    rules, kind = VARIANTS["xiangqi"], GAMES["xiangqi"].arena
    position = rules.read_position("3k5/9/9/r8/9/9/9/9/9/R3K4 w")
    suits = {text: kind.suits(position, rules.read_move(text, position)) for text in ("a0a6", "e0e1", "a0a1", "a0b0")}
    assert suits == {"a0a6": False, "e0e1": False, "a0a1": False, "a0b0": True}
