"""Draughts against the verdicts of independent programs, and what players meet: texts, refusals, bad positions."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from game.rules.core import (
    Board,
    IllegalMoveError,
    Outcome,
    Side,
    Square,
    Termination,
    UnreadableMoveError,
    UnreadablePositionError,
)
from game.rules.draughts.position import DraughtsPosition
from game.rules.draughts.variants import BRAZILIAN, ENGLISH, FIFTEEN, INTERNATIONAL, RUSSIAN, DraughtsVariant
from game.rules.game import Game

DATA = Path(__file__).parent.parent / "data" / "draughts"
LISTS = {
    "legal_moves": INTERNATIONAL,
    "legal_moves_brazilian": BRAZILIAN,
    "legal_moves_russian": RUSSIAN,
    "legal_moves_english": ENGLISH,
}
VARIANTS = (INTERNATIONAL, FIFTEEN, BRAZILIAN, RUSSIAN, ENGLISH)
PERFT = {
    "draughts-international": [9, 81, 658, 4265],
    "draughts-fifteen": [9, 81, 810, 8100],
    "draughts-russian": [7, 49, 302, 1469],
    "draughts-english": [7, 49, 302, 1469],
    "draughts-brazilian": [7, 49, 302, 1469],
}
"""The first lines of the published counts (damforum.nl, Aart Bik's English draughts); the 8x8 games differ later."""


def data(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def perft(position: DraughtsPosition, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def number(variant: DraughtsVariant, square: int) -> int:
    return int(variant.square_name(square, variant.rules.board))  # type: ignore[arg-type]  # a plain int will do here


@pytest.mark.parametrize("name", LISTS)
def test_move_lists_are_complete(name: str) -> None:
    variant = LISTS[name]
    for listed in data(name)["positions"]:
        position = variant.read_position(listed["fen"])
        found = []
        for move in position.legal_moves():
            step = position.step(move)
            assert step is not None
            captured = sorted(number(variant, square) for square in move.captured)
            found.append((number(variant, move.path[0]), number(variant, move.path[-1]), captured, step.crowned))
            after = position.play(move).pieces()[move.path[-1]]
            assert (after.kind == "king") == (step.crowned or position.pieces()[move.path[0]].kind == "king")
        wanted = [
            (move["from"], move["to"], sorted(move["captures"]), bool(move["promotes"])) for move in listed["moves"]
        ]
        assert sorted(found) == sorted(wanted), listed["fen"]


@pytest.mark.parametrize("name", LISTS)
def test_texts_are_unique_and_mean_their_move(name: str) -> None:
    variant = LISTS[name]
    for listed in data(name)["positions"]:
        position = variant.read_position(listed["fen"])
        moves = position.legal_moves()
        texts = [variant.write_move(move, position) for move in moves]
        assert len(set(texts)) == len(texts), listed["fen"]
        assert [variant.read_move(text, position) for text in texts] == list(moves), listed["fen"]
        assert variant.read_position(variant.write_position(position)) == position


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: each.name)
def test_counts_from_the_start(variant: DraughtsVariant) -> None:
    start = variant.start()
    assert [perft(start, depth) for depth in range(1, 5)] == PERFT[variant.name]
    assert variant.side_names[start.turn] == ("black" if variant is ENGLISH else "white")


@pytest.mark.parametrize("case", data("draws")["cases"], ids=lambda case: case["name"])
def test_draws(case: Any) -> None:
    game = Game(INTERNATIONAL, INTERNATIONAL.read_position(case["fen"]))
    ended = None
    for ply, text in enumerate(case["moves"], 1):
        game.play_text(text)
        if game.outcome is not None:
            assert game.outcome.winner is None
            ended = ply
            break
    assert ended == case["draw_at_ply"]


def wander(variant: DraughtsVariant, fen: str) -> Game:
    """A game of random moves in which nothing is captured, no man moves and no position comes again."""
    chance = random.Random(7)
    for _ in range(2000):
        game = Game(variant, variant.read_position(fen))
        while game.outcome is None:
            seen = set(game.positions)
            moves = [
                move
                for move in game.position.legal_moves()
                if not move.captured
                and game.position.pieces()[move.path[0]].kind == "king"
                and game.position.play(move) not in seen
                and not any(answer.captured for answer in game.position.play(move).legal_moves())
            ]
            if not moves:
                break
            game.play(chance.choice(moves))
        if game.outcome is not None:
            return game
    raise AssertionError("no such game came about")


@pytest.mark.parametrize(
    ("variant", "fen", "plies", "termination"),
    [
        (RUSSIAN, "W:WK29:BK3", 10, Termination.FEW_PIECES),
        (RUSSIAN, "W:WK29,K25,13:BK3,4", 30, Termination.KINGS_ONLY),
        (BRAZILIAN, "W:WK29:BK3,20", 10, Termination.FEW_PIECES),
        (BRAZILIAN, "W:WK29,K25,K26,13:BK3,4", 40, Termination.KINGS_ONLY),
        (ENGLISH, "W:WK29,K25,K26,13:BK3,4", 80, Termination.MOVE_LIMIT),
        (INTERNATIONAL, "W:WK46,K41,K36,16:BK4,5", 50, Termination.KINGS_ONLY),
    ],
    ids=lambda value: str(getattr(value, "name", value)),
)
def test_quiet_play_is_drawn_in_time(variant: DraughtsVariant, fen: str, plies: int, termination: Termination) -> None:
    game = wander(variant, fen)
    assert game.outcome is not None
    assert (game.ply, game.outcome.winner, game.outcome.termination) == (plies, None, termination)


TOUR = ("13-31", "31-20", "20-2", "2-13", "13-31", "31-20", "20-2", "2-13")
"""From edge to edge, where no king can be taken."""


def strolled(strong: str, way: str) -> Game:
    """A Russian game of White, whose king goes its tour, against a lone king that goes its way."""
    squares = way.split("-")
    game = Game(RUSSIAN, RUSSIAN.read_position(f"W:WK13,{strong}:BK{squares[0]}"))
    for tour, origin, target in zip(TOUR, squares, squares[1:], strict=False):
        for text in (tour, f"{origin}-{target}"):
            assert game.outcome is None
            game.play_text(text)
    return game


@pytest.mark.parametrize("strong", ["K30,K28", "K30,21", "30,21"])
def test_a_lone_king_on_the_main_road_draws_after_five_moves_against_three(strong: str) -> None:
    """FMJD, section 64, rules of the game (fmjd64.org/rules-of-the-game), 7.2.7: three kings, two kings and a man, or a
    king and two men, against one king on the long diagonal."""
    assert strolled(strong, "4-8-4-8-4").outcome is None
    assert strolled(strong, "4-8-4-8-4-8").outcome == Outcome(None, Termination.FEW_PIECES)
    assert strolled(strong, "1-5-1-5-1-5").outcome is None  # not on the road
    assert strolled(f"{strong},32", "4-8-4-8-4-8").outcome is None  # four pieces


def test_the_five_moves_begin_anew_when_the_king_comes_back_to_the_road() -> None:
    assert strolled("K30,K28", "4-8-3-8-4-8-4-8").outcome is None
    assert strolled("K30,K28", "4-8-3-8-4-8-4-8-29").outcome == Outcome(None, Termination.FEW_PIECES)


@pytest.mark.parametrize(
    ("strong", "termination"),
    [
        ("K13,K30,K28", Termination.FEW_PIECES),
        ("K13,K30,K28,K21", Termination.FEW_PIECES),
        ("K13,K30,21", Termination.KINGS_ONLY),
        ("K13,K30,K28,21", Termination.KINGS_ONLY),
    ],
)
def test_fifteen_moves_against_a_lone_king_are_for_three_kings_or_more(strong: str, termination: Termination) -> None:
    """7.2.4; with a man among the pieces 7.2.5 draws, by as many moves of kings in a row."""
    game = wander(RUSSIAN, f"W:W{strong}:BK5")
    assert game.outcome is not None
    assert (game.ply, game.outcome.winner, game.outcome.termination) == (30, None, termination)


def test_captures_with_the_same_ends_are_named_by_their_way() -> None:
    long = 0
    for listed in data("legal_moves")["positions"]:
        position = INTERNATIONAL.read_position(listed["fen"])
        for move in position.legal_moves() if position.captures else ():
            text = INTERNATIONAL.write_move(move, position)
            long += text.count("x") > 1
            assert INTERNATIONAL.read_move(text.replace("x", ":"), position) == move
            origin, *_, target = text.split("x")
            taken = [INTERNATIONAL.square_name(square, position.board) for square in move.captured]
            if text.count("x") > 1:  # as the Hub protocol writes it
                assert INTERNATIONAL.read_move("x".join([origin, target, *taken]), position) == move
                with pytest.raises(UnreadableMoveError, match="fit it"):
                    INTERNATIONAL.read_move(f"{origin}x{target}", position)
    assert long >= 5


def test_algebraic_squares_are_read_on_the_small_board() -> None:
    start = RUSSIAN.start()
    assert RUSSIAN.read_move("c3-d4", start) == RUSSIAN.read_move("22-18", start)
    assert RUSSIAN.read_position("W:Wc3,Kd4:Bb8") == RUSSIAN.read_position("W:W22,K18:B1")
    with pytest.raises(UnreadableMoveError):
        RUSSIAN.read_move("c4-d5", start)
    with pytest.raises(UnreadableMoveError):
        INTERNATIONAL.read_move("c3-d4", INTERNATIONAL.start())


def test_positions_of_other_programs_are_read() -> None:
    """PDN 3.0: ranges, spaces, and a full stop at the end."""
    wanted = INTERNATIONAL.read_position("B:W31,32,33,K40:B1,K12")
    for text in ("B:W31-33,K40:B1,K12.", " B : W 31-33, K40 : B 1, K12 ", "B:BK12,1:WK40,31-33"):
        assert INTERNATIONAL.read_position(text) == wanted


@pytest.mark.parametrize("text", ["", "32", "32-", "-28", "32+28", "32-28-", "0-5", "51-46", "x" * 500, "３２-28"])
def test_what_is_no_move_text(text: str) -> None:
    with pytest.raises(UnreadableMoveError):
        INTERNATIONAL.read_move(text, INTERNATIONAL.start())


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("", "side to move"),
        ("X:W31:B1", "side to move"),
        ("W:W31", "a list of W and a list of B"),
        ("W:W31:B2:W32", "two lists of W"),
        ("W:W31:Q2", "neither W nor B"),
        ("W:W31-35:B1-9-3", "no square"),
        ("W:W35-31:B1", "runs backwards"),
        ("W:W51:B1", "not on the board"),
        ("W:W0:B1", "not on the board"),
        ("W:W31:B31", "named twice"),
        ("W:W3:B10", "crowning row"),
        ("W:W31:B46", "crowning row"),
        ("W:W21-41:B1", "more than 20"),
        ("W:Wc3:B1", "not on the board"),
        ("W:W" + "31," * 500 + ":B1", "characters"),
    ],
)
def test_bad_positions_are_refused_with_a_reason(fen: str, why: str) -> None:
    with pytest.raises(UnreadablePositionError, match=why):
        INTERNATIONAL.read_position(fen)


def test_a_light_square_is_refused() -> None:
    with pytest.raises(UnreadablePositionError, match="light square"):
        RUSSIAN.read_position("W:Wc4:Bb8")


@pytest.mark.parametrize(
    ("fen", "path", "code", "values"),
    [
        ("W:W31-50:B1-20", (28,), "no-piece", {"square": "28"}),
        ("W:W31-50:B1-20", (20,), "not-your-piece", {"square": "20"}),
        ("W:W31-50:B1-20", (45,), "piece-stuck", {"square": "45"}),
        ("W:W46,6:BK41,37", (46,), "piece-stuck", {"square": "46"}),
        ("W:W46:B41,37", (46,), "game-over", {}),
        ("W:W31-50:B1-20", (32, 37), "own-piece", {"square": "37"}),
        ("W:W32:B27,21,5", (32, 27), "occupied-square", {"square": "27"}),
        ("W:W31-50:B1-20", (32, 26), "man-step", {}),
        ("B:W32:B5", (5, 14), "man-step", {}),
        ("W:W32:B5", (32, 38), "man-back", {}),
        ("B:W32:B15", (15, 10), "man-back", {}),
        ("W:WK32:B5", (32, 31), "king-way", {}),
        ("W:W32:B5", (32, 27, 21), "not-a-step", {}),
        ("W:W32,37:B28", (37,), "must-capture", {"move": "32x23"}),
        ("W:W32,47:B28", (47,), "must-capture", {"move": "32x23"}),
        ("W:W32,37:B28", (32, 27), "way-of-capture", {"square": "32", "move": "32x23"}),
        ("W:W32:B28,18", (32, 24), "way-of-capture", {"square": "32", "move": "32x23x12"}),
        ("W:W32,40:B28,19,34", (40,), "must-take-most", {"count": "2", "move": "32x14"}),
        ("W:W32,40:B28,19,34", (40, 29), "must-take-most", {"count": "2", "move": "32x14"}),
        ("W:W32:B28,27,17", (32, 23), "must-take-most", {"count": "2", "move": "32x21x12"}),
    ],
)
def test_refusals(fen: str, path: tuple[int, ...], code: str, values: dict[str, str]) -> None:
    refusal = INTERNATIONAL.read_position(fen).refusal(on_board(*path))
    assert (refusal.code, refusal.values) == (code, values)


def on_board(*numbers: int) -> tuple[Square, ...]:
    """The squares of the board with these numbers."""
    return tuple(INTERNATIONAL.rules.square_of(number - 1) for number in numbers)


def test_the_first_half_of_a_capture_is_no_move() -> None:
    position = INTERNATIONAL.read_position("W:W32:B28,18")
    with pytest.raises(IllegalMoveError) as caught:
        INTERNATIONAL.read_move("32x23", position)
    assert (caught.value.refusal.code, caught.value.refusal.values) == ("must-go-on", {"move": "32x23x12"})
    with pytest.raises(ValueError, match="begins with 32-23"):
        position.refusal(on_board(32, 23))


@pytest.mark.parametrize(("variant", "code"), [(ENGLISH, "king-step"), (RUSSIAN, "king-way")])
def test_a_king_is_told_how_far_it_goes(variant: DraughtsVariant, code: str) -> None:
    position = variant.read_position("W:WK29:B4")
    squares = tuple(variant.rules.square_of(number - 1) for number in (29, 21))
    assert position.refusal(squares).code == code


def test_a_light_field_is_refused() -> None:
    position = INTERNATIONAL.start()
    light = next(square for square in range(100) if INTERNATIONAL.rules.index_of(square) is None)  # type: ignore[arg-type]  # a plain int will do
    assert position.refusal((light,)).code == "light-square"  # type: ignore[arg-type]


def test_who_can_not_move_loses_and_who_has_nothing_left() -> None:
    blocked = INTERNATIONAL.read_position("W:W46:B41,37").outcome()
    assert blocked is not None
    assert (blocked.winner, blocked.termination) == (Side.SECOND, Termination.NO_MOVES)
    game = Game(INTERNATIONAL, INTERNATIONAL.read_position("W:W32:B28"))
    game.play_text("32x23")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (Side.FIRST, Termination.NO_PIECES)


def test_white_sits_at_the_bottom_unless_black_begins() -> None:
    assert INTERNATIONAL.rules.square_of(45) == 0
    assert ENGLISH.rules.square_of(3) == 0, "square 4 lies at Black's lower left"
    for variant in VARIANTS:
        rules = variant.rules
        assert [rules.index_of(rules.square_of(index)) for index in range(rules.squares)] == list(range(rules.squares))


# ---- what the window asks


def test_texts_for_people() -> None:
    assert [INTERNATIONAL.native(text) for text in ("28", "32-28", "47x38x24")] == ["28", "32-28", "47×38×24"]
    assert [RUSSIAN.native(text) for text in ("22", "22-18", "32x23x14")] == ["c3", "c3-d4", "g1:e3:c5"]
    start = RUSSIAN.start()
    for text in ("22-18", "c3-d4", "C3-D4"):
        assert RUSSIAN.write_move(RUSSIAN.read_move(text, start), start) == "22-18"
    board = INTERNATIONAL.read_position("W:W32:B28")
    assert INTERNATIONAL.read_move("32×23", board) == INTERNATIONAL.read_move("32x23", board)


def test_a_capture_has_all_its_ways_and_only_a_capture_is_compulsory() -> None:
    position = INTERNATIONAL.read_position("W:W38,50:B32,22,23,33,12,11")
    (ring,) = [move for move in position.legal_moves() if move.path[0] == move.path[-1]]
    ways = [way for way, move in position.ways().items() if move == ring]
    assert len(ways) == 2
    assert ways[0] == ways[1][::-1]
    assert ring.path in ways
    assert set(position.ways().values()) == set(position.legal_moves())
    assert position.must_capture()
    start = INTERNATIONAL.start()
    assert not start.must_capture()
    assert list(start.ways()) == [move.path for move in start.legal_moves()]


def test_the_squares_between_two() -> None:
    board = Board(8, 8)
    assert board.between(board.square(0, 0), board.square(3, 3)) == (board.square(1, 1), board.square(2, 2))
    assert board.between(board.square(5, 2), board.square(5, 4)) == (board.square(5, 3),)
    assert board.between(board.square(6, 1), board.square(4, 3)) == (board.square(5, 2),)
    assert board.between(board.square(0, 0), board.square(1, 2)) == ()
    assert board.between(board.square(0, 0), board.square(0, 0)) == ()
