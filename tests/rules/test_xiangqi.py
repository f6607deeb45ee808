"""Xiangqi: how the pieces move, check, the ends of a game, and why something can't be played."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import time
from pathlib import Path

import pytest
from xiangqi_boards import legal, played, position, reach

from game.rules.core import FREE_OPENING, IllegalMoveError, Move, Outcome, Piece, Side, Square, Termination
from game.rules.game import Game
from game.rules.xiangqi.board import GENERAL, SOLDIER, attackers, cell, general_square, kind_of, square_name, targets
from game.rules.xiangqi.refusal import REFUSALS
from game.rules.xiangqi.variants import MOVE_LIMIT, START, XIANGQI

LANGUAGES = Path(__file__).parent.parent.parent / "assets" / "languages"


def random_cells(chance: random.Random) -> bytes:
    """A board with up to 40 pieces anywhere, whether such a piece can stand there or not."""
    cells = bytearray(90)
    for square in chance.sample(range(90), chance.randint(2, 40)):
        cells[square] = cell(chance.choice(list(Side)), chance.randint(GENERAL, SOLDIER))
    return bytes(cells)


def squares(*names: str) -> tuple[Square, ...]:
    """The numbers of squares such as `h2`."""
    return tuple(Square("abcdefghi".index(name[0]) + 9 * int(name[1])) for name in names)


def refused(fen: str, *names: str) -> str:
    """The code with which a path of squares is refused; `play` must say the same of a whole step."""
    here = position(fen)
    path = squares(*names)
    refusal = here.refusal(path)
    assert REFUSALS[refusal.code].format(**refusal.values)
    if len(path) == 2:
        captured = path[1:] if here.cells[path[1]] else ()
        with pytest.raises(IllegalMoveError) as caught:
            here.play(Move(path, captured))
        assert caught.value.refusal == refusal
        assert str(here) in str(caught.value)
        assert "".join(names) not in legal(here)
    return refusal.code


# ---- the board and the pieces


def test_the_start() -> None:
    start = XIANGQI.start()
    assert str(start) == START
    pieces = start.pieces()
    assert len(pieces) == 32
    assert pieces[Square(0)] == pieces[Square(8)] == Piece(Side.FIRST, "rook")
    assert pieces[Square(4)] == Piece(Side.FIRST, "general")
    assert pieces[squares("e9")[0]] == Piece(Side.SECOND, "general")
    assert pieces[squares("b7")[0]] == Piece(Side.SECOND, "cannon")
    assert {piece.kind for piece in pieces.values()} == {
        "general", "advisor", "elephant", "horse", "rook", "cannon", "soldier"
    }  # fmt: skip
    assert len(start.legal_moves()) == 44
    assert [square_name(square) for square in (0, 8, 9, 89)] == ["a0", "i0", "a1", "i9"]
    with pytest.raises(ValueError):
        XIANGQI.start(9)
    with pytest.raises(ValueError):
        XIANGQI.start(10, "swap2")
    assert XIANGQI.start(10, FREE_OPENING) == start


@pytest.mark.parametrize(
    ("fen", "square", "targets"),
    [
        ("3k5/9/9/9/9/9/9/9/4K4/9 w", "e1", "e0 e2 f1"),  # d1 would face the other general
        ("4k4/9/9/9/9/9/9/3A5/9/4K4 w", "d2", "e1"),
        ("3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e1", "d0 d2 f0 f2"),
        ("5k3/9/9/9/9/2B6/9/9/9/3K5 w", "c4", "a2 e2"),
        ("5k3/9/9/9/9/2B6/1p7/9/9/3K5 w", "c4", "e2"),
        ("5k3/9/9/9/4N4/9/9/9/9/3K5 w", "e5", "c4 c6 d3 d7 f3 f7 g4 g6"),
        ("5k3/9/9/4p4/3pNp3/4P4/9/9/9/3K5 w", "e5", ""),
        ("5k3/9/9/4p4/4N4/9/9/9/9/3K5 w", "e5", "c4 c6 d3 f3 g4 g6"),
        ("5k3/9/9/1R2p4/9/9/1p7/9/9/3K5 w", "b6", "a6 b3 b4 b5 b7 b8 b9 c6 d6 e6"),
        ("5k3/9/9/1C2p1p2/9/9/9/9/9/3K5 w", "b6", "a6 b0 b1 b2 b3 b4 b5 b7 b8 b9 c6 d6 g6"),
        ("5k3/9/9/1C2p2pp/9/9/9/9/9/3K5 w", "b6", "a6 b0 b1 b2 b3 b4 b5 b7 b8 b9 c6 d6 h6"),
        ("5k3/9/9/9/9/2P6/9/9/9/3K5 w", "c4", "c5"),
        ("5k3/9/9/9/2P6/9/9/9/9/3K5 w", "c5", "b5 c6 d5"),
        ("P4k3/9/9/9/9/9/9/9/9/3K5 w", "a9", "b9"),
        ("5k3/9/9/9/2p6/9/9/9/9/3K5 b", "c5", "c4"),
        ("5k3/9/9/9/9/2p6/9/9/9/3K5 b", "c4", "b4 c3 d4"),
    ],
)
def test_where_a_piece_goes(fen: str, square: str, targets: str) -> None:
    assert reach(position(fen), square) == set(targets.split())


def test_checkers_are_all_that_attack_the_general() -> None:
    # a rook, a cannon over an advisor, and a horse by its free leg; the soldier that stands behind gives no check
    here = position("4k1R2/4ap3/3N5/4C4/9/9/9/9/9/3K5 b")
    assert [square_name(at) for at in here.checkers()] == ["e6", "d7", "g9"]
    assert here.is_check()
    assert position("4k4/9/9/9/9/9/9/9/3p5/3K5 w").checkers() == squares("d1")
    assert position("4k4/9/9/9/9/9/9/9/9/2pK5 w").checkers() == squares("c0")
    assert position("4k4/9/9/9/9/9/9/9/3K5/3p5 w").checkers() == ()
    assert position("3k5/3P5/9/9/9/9/9/9/9/4K4 b").is_check()
    assert position("9/3k5/3P5/9/9/9/9/9/9/4K4 b").is_check()
    assert not position("3P5/3k5/9/9/9/9/9/9/9/4K4 b").is_check()  # soldiers never look back
    assert XIANGQI.start().checkers() == ()


# ---- ends


def test_attackers_are_the_pieces_that_could_go_there() -> None:
    chance = random.Random(10)
    for _ in range(400):
        cells = random_cells(chance)
        reached = {origin: set(targets(cells, origin)) for origin, value in enumerate(cells) if value}
        for square in reached:
            found = set(attackers(cells, square, Side(cells[square] < 8)))
            if kind_of(cells[square]) == GENERAL:  # the other general on an open file attacks it without a move there
                found = {at for at in found if kind_of(cells[at]) != GENERAL or square in reached[at]}
            assert found == {at for at in reached if square in reached[at]}, (cells, square_name(square))


@pytest.mark.parametrize(
    ("fen", "square"),
    [
        # one step beyond the river and out of the palace
        ("4k4/9/9/c8/9/2B6/9/9/9/3K5 w", "a6"),
        ("4k4/9/9/9/9/9/9/9/2nK5/9 w", "c1"),
        ("4k4/9/9/9/9/9/2n6/3A5/9/3K5 w", "c3"),
    ],
)
def test_what_lies_beyond_the_river_or_the_palace_is_not_attacked(fen: str, square: str) -> None:
    here = position(fen)
    assert list(attackers(here.cells, squares(square)[0], Side.FIRST)) == []


def test_generals_face_each_other_on_an_open_file_alone() -> None:
    here = position("4k4/9/9/9/9/9/9/9/9/4K4 w")
    assert list(attackers(here.cells, squares("e9")[0], Side.FIRST)) == [general_square(here.cells, Side.FIRST)]
    assert list(attackers(position("4k4/9/9/9/9/9/9/9/4r4/3K5 w").cells, squares("e9")[0], Side.FIRST)) == []


@pytest.mark.parametrize(
    ("fen", "termination", "winner"),
    [
        ("3k5/3RR4/9/9/9/9/9/9/9/4K4 b", Termination.CHECKMATE, Side.FIRST),
        ("3k5/9/9/4R4/9/9/9/9/9/5K3 b", None, None),
        ("3k5/9/3R5/9/9/9/9/9/9/4K4 b", Termination.CHECKMATE, Side.FIRST),
        ("3k5/1P7/9/4R4/9/9/9/9/9/3K5 w", None, None),
        ("3k5/4P4/9/9/9/9/9/9/9/4K4 b", Termination.STALEMATE, Side.FIRST),
        ("4k4/9/9/9/9/9/9/9/4p4/3K5 w", Termination.STALEMATE, Side.SECOND),
    ],
)
def test_no_legal_move_loses(fen: str, termination: Termination | None, winner: Side | None) -> None:
    here = position(fen)
    assert here.outcome() == (Outcome(winner, termination) if termination else None)
    assert (here.legal_moves() == ()) == (termination is not None)
    assert XIANGQI.outcome([here], []) == here.outcome()


def test_after_mate_everything_is_over() -> None:
    here = position("3k5/9/3R5/9/9/9/9/9/9/4K4 b")
    assert refused("3k5/9/3R5/9/9/9/9/9/9/4K4 b", "d9") == "game-over"
    with pytest.raises(IllegalMoveError):
        here.play(Move(squares("d9", "e9")))


def test_a_general_alone_on_both_sides_is_a_draw() -> None:
    game = played("4k4/9/9/9/9/9/9/4p4/9/3K5 w - - 40 1", "d0d1 e2d2")
    assert game.outcome is None
    game.play_text("d1d2")
    assert game.outcome == Outcome(None, Termination.NO_ATTACKERS)
    assert game.position.outcome() is None  # the position alone would go on
    left = Game(XIANGQI, XIANGQI.read_position("2ba1k3/9/9/9/9/9/9/4B4/4A4/3K5 b"))
    assert left.outcome == Outcome(None, Termination.NO_ATTACKERS)
    for piece in "RNCP":
        assert played(f"2ba1k3/9/{piece}8/9/9/9/9/4B4/4A4/3K5 b", "").outcome is None


def test_mate_comes_before_the_draws() -> None:
    game = played("3k5/9/9/R8/9/9/9/9/9/4K4 w - - 119 90", "a6d6")
    assert game.outcome == Outcome(Side.FIRST, Termination.CHECKMATE)


def test_the_move_limit() -> None:
    fen = "5k3/9/9/R8/9/9/9/9/9/3K5 w - - {} 90"
    game = played(fen.format(MOVE_LIMIT - 2), "a6a5")
    assert game.outcome is None
    game.play_text("f9f8")
    assert game.outcome == Outcome(None, Termination.MOVE_LIMIT)
    assert played(fen.format(MOVE_LIMIT), "").outcome == Outcome(None, Termination.MOVE_LIMIT)


def test_captures_begin_the_count_anew() -> None:
    game = played("5k3/9/9/R7p/9/9/9/9/9/3K5 w - - 119 90", "a6i6")
    assert game.outcome is None
    assert str(game.position) == "5k3/9/9/8R/9/9/9/9/9/3K5 b - - 0 90"


def test_checks_beyond_ten_do_not_count_towards_the_limit() -> None:
    here = XIANGQI.read_position("5k3/9/9/R8/9/9/9/9/9/3K5 w - - 100 90")
    checking = here.play(XIANGQI.read_move("a6f6", here))
    assert checking.checks == (1, 0)
    assert checking.quiet == 101
    for red, black, quiet, over in [
        (10, 10, 120, True),
        (11, 0, 120, False),
        (11, 0, 121, True),
        (15, 13, 127, False),
        (15, 13, 128, True),
    ]:
        counted = dataclasses.replace(here, checks=(red, black), quiet=quiet)
        assert (XIANGQI.outcome([counted], []) is not None) == over
    taken = dataclasses.replace(XIANGQI.read_position("5k3/9/9/R7p/9/9/9/9/9/3K5 w"), checks=(12, 3))
    assert taken.play(XIANGQI.read_move("a6i6", taken)).checks == (0, 0)


# ---- refusals


BARE = "5k3/9/9/9/9/9/9/9/9/3K5 w"


@pytest.mark.parametrize(
    ("fen", "path", "code"),
    [
        (BARE, "e5", "no-piece"),
        (BARE, "f9", "not-your-piece"),
        (BARE, "f9 f8", "not-your-piece"),
        (BARE, "e5 e6", "no-piece"),
        (START, "a0 a3", "own-piece"),
        ("5k3/9/9/9/9/9/9/9/9/2BK5 w", "d0 c0", "own-piece"),
        (BARE, "d0 c0", "general-palace"),
        (BARE, "d0 d2", "general-step"),
        (BARE, "d0 e1", "general-step"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0 e0", "generals-face"),
        ("4k4/9/9/9/9/9/9/3A5/9/3K5 w", "d2 c3", "advisor-palace"),
        ("4k4/9/9/9/9/9/9/3A5/9/3K5 w", "d2 e2", "advisor-step"),
        ("4k4/9/9/9/9/2B6/9/9/9/3K5 w", "c4 e6", "elephant-river"),
        ("4k4/9/9/9/9/2B6/9/9/9/3K5 w", "c4 d5", "elephant-step"),
        ("4k4/9/9/9/9/2B6/1p7/9/9/3K5 w", "c4 a2", "elephant-eye"),
        ("5k3/9/9/9/4N4/9/9/9/9/3K5 w", "e5 e6", "horse-step"),
        ("5k3/9/9/4p4/4N4/9/9/9/9/3K5 w", "e5 f7", "horse-leg"),
        ("5k3/9/9/1R2p1p2/9/9/9/9/9/3K5 w", "b6 g6", "rook-blocked"),
        ("5k3/9/9/1R2p1p2/9/9/9/9/9/3K5 w", "b6 c7", "rook-step"),
        ("5k3/9/9/1C2p1p2/9/9/9/9/9/3K5 w", "b6 c7", "cannon-step"),
        ("5k3/9/9/1C2p1p2/9/9/9/9/9/3K5 w", "b6 e6", "cannon-no-screen"),
        ("5k3/9/9/1C2p1p2/9/9/9/9/9/3K5 w", "b6 f6", "cannon-blocked"),
        ("5k3/9/9/1C2p1p1p/9/9/9/9/9/3K5 w", "b6 i6", "cannon-screens"),
        ("5k3/9/9/9/9/2P6/9/9/9/3K5 w", "c4 b4", "soldier-river"),
        ("5k3/9/9/9/9/2P6/9/9/9/3K5 w", "c4 c3", "soldier-back"),
        ("5k3/9/9/9/2P6/9/9/9/9/3K5 w", "c5 c4", "soldier-back"),
        ("5k3/9/9/9/2P6/9/9/9/9/3K5 w", "c5 c7", "soldier-step"),
        ("4k4/4r4/9/9/9/9/9/9/4R4/4K4 w", "e1 d1", "into-check"),
        ("4k4/9/9/9/9/9/9/9/4R4/4K4 w", "e1 d1", "generals-face"),
        ("4k4/4r4/9/9/9/9/9/9/R8/4K4 w", "a1 a2", "still-in-check"),
        ("5k3/9/9/3r5/9/9/9/9/4K4/9 w", "e1 d1", "into-check"),
        ("5k3/9/9/9/9/9/9/9/9/RN1K5 w", "b0 c1", "horse-step"),
    ],
)
def test_why_a_move_is_refused(fen: str, path: str, code: str) -> None:
    assert refused(fen, *path.split()) == code


def test_a_piece_without_any_move_is_refused_by_itself() -> None:
    assert refused("5k3/9/9/9/9/9/9/9/R8/RN1K5 w", "a0") == "piece-stuck"
    assert refused("4k4/4r4/9/9/9/9/9/9/4N4/4K4 w", "e1") == "into-check"  # it could move but for its general
    with pytest.raises(ValueError):
        XIANGQI.start().refusal(squares("a0"))
    with pytest.raises(ValueError):
        XIANGQI.start().refusal(squares("a0", "a1"))


def test_refusals_name_the_square_that_is_to_blame() -> None:
    here = position("5k3/9/9/4p4/4N4/9/9/9/9/3K5 w")
    assert here.refusal(squares("e5", "f7")).values == {"square": "e6"}
    screens = position("5k3/9/9/1C2p1p1p/9/9/9/9/9/3K5 w").refusal(squares("b6", "i6"))
    assert screens.values == {"count": "2"}


@pytest.mark.parametrize(
    "move",
    [
        Move(()),
        Move((), word="pass"),
        Move(squares("h2")),
        Move(squares("h2", "e2"), squares("e2")),
        Move(squares("h2", "h9")),
        Move(squares("h2", "h9"), squares("h8")),
        Move(squares("h2", "e2", "e6")),
        Move((Square(90), Square(1))),
        Move((Square(25), Square(-1))),
    ],
)
def test_what_is_no_step_is_refused(move: Move) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        XIANGQI.start().play(move)
    assert caught.value.refusal.code in ("not-a-step", "off-board", "wrong-capture")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_refusal_and_every_end_has_its_text(language: str) -> None:
    refusals = json.loads((LANGUAGES / language / "refusal.json").read_text("utf-8"))
    for code, sentence in REFUSALS.items():
        assert set(re.findall(r"{(\w+)}", refusals[code])) <= set(re.findall(r"{(\w+)}", sentence)), code
    results = json.loads((LANGUAGES / language / "result.json").read_text("utf-8"))
    for end in ("checkmate", "stalemate", "perpetual-check", "perpetual-chase"):
        assert "{loser}" in results[end]
    assert {"repetition", "move-limit", "no-attackers"} <= set(results)


# ---- speed


def test_listing_moves_takes_about_a_millisecond() -> None:
    here = XIANGQI.read_position("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w")
    best = min(_seconds(str(here)) for _ in range(20))
    assert best < 0.01  # a tenth of a millisecond as a rule; ten for busy machines


def _seconds(fen: str) -> float:
    here = XIANGQI.read_position(fen)
    start = time.perf_counter()
    here.legal_moves()
    return time.perf_counter() - start
