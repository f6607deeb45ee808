"""The feats of each game: for each a game in which it was done, and one in which it nearly was."""

from __future__ import annotations

import pytest
from gomoku_boards import drawn
from xiangqi_boards import position as xiangqi_position

from game.rules.core import Outcome, Position, Side, Termination
from game.rules.game import Game
from game.rules.gomoku.feats import shapes
from game.rules.gomoku.variants import FREESTYLE
from game.rules.handicaps import handicapped
from game.rules.registry import GAMES, variant

DRAWN = Outcome(None, Termination.MOVE_LIMIT)


def did(game: Game, name: str, side: Side = Side.FIRST, outcome: Outcome | None = None) -> bool:
    """Whether the feat of that name was done in a game that is over."""
    end = outcome or game.outcome
    assert end is not None, "the game is not over"
    return {each.name: each.rule for each in GAMES[game.variant.game].feats}[name](game, end, side)


def played(rules: str, moves: str, start: Position | str | None = None) -> Game:
    """A game of these moves, from a position (or its text)."""
    chosen = variant(rules)
    begun = chosen.read_position(start) if isinstance(start, str) else start
    game = Game(chosen, begun)
    for text in moves.split():
        game.play_text(text)
    return game


def gomoku(black: str, white: str, rules: str = "gomoku-freestyle") -> Game:
    """A game in which the stones of both are placed in turn."""
    first, second = black.split(), white.split()
    moves = [text for pair in zip(first, second, strict=False) for text in pair]
    return played(rules, " ".join([*moves, *first[len(second) :]]))


def test_every_game_has_four_feats_or_eight_with_names_and_characters_of_their_own() -> None:
    for rules in GAMES.values():
        assert len(rules.feats) in (4, 8), rules.name
        assert len({each.name for each in rules.feats}) == len(rules.feats)
        assert all(2 <= len(each.mark) <= 4 for each in rules.feats)
    marks = [each.mark for rules in GAMES.values() for each in rules.feats]
    assert len(set(marks)) == len(marks)


# ---- Gomoku

FIVE = gomoku("h8 h9 h10 h11 h12", "a1 b3 c5 d7")


def test_a_five_is_the_winners() -> None:
    assert did(FIVE, "five")
    assert not did(FIVE, "five", Side.SECOND)
    assert not did(FIVE, "five", outcome=Outcome(Side.FIRST, Termination.RESIGNATION))


@pytest.mark.parametrize(
    ("picture", "square", "found"),
    [
        ("....... ..x.... ..x.... .xXx...", "c1", (0, 1)),  # a row that begins at the edge is not open
        ("....... ....... ..x.... ..x.... ..Xxx.. ....... .......", "c3", (0, 2)),
        ("....... ....... ..x.... ..x.... o.Xxx.. ....... .......", "c3", (0, 2)),
        ("....... ....... ..x.... ..x.... .oXxx.. ....... .......", "c3", (0, 1)),
        ("....... ..x.... ..x.... ..x.... ..Xxx.. ....... .......", "c3", (1, 1)),
        ("....... ..x.... ..x.... ..x.... ..Xxxx. ....... .......", "c3", (2, 0)),
        ("....... ..x.... ....... ..x.... ..X.... ....... .......", "c3", (0, 1)),
    ],
)
def test_fours_and_open_threes_around_a_stone(picture: str, square: str, found: tuple[int, int]) -> None:
    position = drawn(FREESTYLE, picture.lower())
    (at,) = FREESTYLE.read_move(square, FREESTYLE.start()).path
    assert shapes(position.cells, position.board, at) == found


def test_two_threes_and_four_three_need_a_win() -> None:
    threes = gomoku("h8 i8 j9 j10 j8 j7 j11", "a1 c1 e1 g1 n1 n3")
    assert did(threes, "double-three")
    assert not did(threes, "four-three")
    assert not did(threes, "double-three", outcome=Outcome(None, Termination.AGREEMENT))
    mixed = gomoku("g8 h8 i8 j9 j10 j8 j11 j7", "f8 c1 e1 g1 n1 k8 j12")
    assert did(mixed, "four-three")
    assert not did(mixed, "double-three")
    assert not did(FIVE, "four-three")


def test_a_foul_of_black_is_whites_feat() -> None:
    foul = gomoku("h8 i8 j9 j10 a15 j8", "a1 c1 e1 g1 n1", "gomoku-renju")
    assert foul.outcome is not None
    assert foul.outcome.termination is Termination.FORBIDDEN_MOVE
    assert did(foul, "foul", Side.SECOND)
    assert not did(foul, "foul", Side.FIRST)


def test_a_five_after_swap2() -> None:
    rules = variant("gomoku-standard")
    game = Game(rules, rules.start(15, "swap2"))
    for text in ["h8", "a1", "h9", "white", "b3", "h10", "c5", "h11", "d7", "h12"]:
        game.play_text(text)
    assert game.outcome is not None
    assert did(game, "swap", Side.FIRST)
    assert not did(game, "swap", Side.SECOND)
    assert not did(FIVE, "swap")


def test_a_quick_five_has_fifteen_stones_at_most() -> None:
    assert did(FIVE, "quick")
    spread = [f"{column}{row}" for row in (1, 3) for column in "acegik"]
    slow = gomoku(
        " ".join([*spread[:11], "h8 h9 h10 h11 h12"]), " ".join(f"{c}{r}" for r in (15, 13) for c in "acegikmo")[:-4]
    )
    assert not did(slow, "quick")
    assert did(slow, "five")


def test_a_chain_is_of_fours_alone() -> None:
    start = drawn(FREESTYLE, "....... xxx.... ....... xxx.... ....... xxx.... ....... xxx.... ....... xx.xx..", size=15)
    chain = played("gomoku-freestyle", "d3 e3 d5 e5 d7 e7 d9 e9 c1", start)
    assert chain.outcome is not None
    assert did(chain, "chain")
    assert not did(FIVE, "chain")


def test_a_full_board_is_both_players_feat() -> None:
    full = Outcome(None, Termination.FULL_BOARD)
    assert did(FIVE, "full-board", Side.SECOND, full)
    assert not did(FIVE, "full-board", outcome=Outcome(None, Termination.AGREEMENT))


# ---- Xiangqi


@pytest.mark.parametrize(
    ("name", "fen", "move"),
    [
        ("cannon-horse", "4k4/9/4N4/9/9/9/9/9/C8/3K5 w", "a1e1"),
        ("double-cannon", "3aka3/9/9/9/4C4/9/9/9/C8/3K5 w", "a1e1"),
        ("smothered", "4ka3/4a4/9/9/9/9/9/9/9/3K4C w", "i0i9"),
        ("soldier", "4k4/3P1P3/9/9/9/9/9/9/9/3K5 w", "d8d9"),
    ],
)
def test_mates_by_their_patterns(name: str, fen: str, move: str) -> None:
    game = played("xiangqi", move, xiangqi_position(fen))
    found = {each.name for each in GAMES["xiangqi"].feats if game.outcome and each.rule(game, game.outcome, Side.FIRST)}
    assert name in found, (game.outcome, found)
    assert not did(game, name, Side.SECOND)
    assert not found - {name}


def test_two_chariots_check_one_after_the_other() -> None:
    two = played("xiangqi", "a7a8 e8e9 b0b9", xiangqi_position("9/4k4/R8/9/9/9/9/9/9/1R1K5 w"))
    assert two.outcome is not None
    assert two.outcome.termination is Termination.CHECKMATE
    assert did(two, "two-rooks")
    one = played("xiangqi", "a0a9 e9e8 a9a8", xiangqi_position("4k4/9/1R7/9/9/9/9/9/9/R4K3 w"))
    assert not did(one, "two-rooks", outcome=Outcome(Side.FIRST, Termination.CHECKMATE))
    assert not did(two, "two-rooks", Side.SECOND)


def test_ends_by_rule() -> None:
    game = played("xiangqi", "h2e2")
    for name, termination in (("stalemate", Termination.STALEMATE), ("perpetual", Termination.PERPETUAL_CHECK)):
        assert did(game, name, Side.SECOND, Outcome(Side.SECOND, termination))
        assert not did(game, name, Side.FIRST, Outcome(Side.SECOND, termination))
        assert not did(game, name, Side.SECOND, Outcome(Side.SECOND, Termination.CHECKMATE))


def test_a_horse_is_given_by_the_side_that_has_one_less() -> None:
    rules = variant("xiangqi")
    won = Outcome(Side.FIRST, Termination.RESIGNATION)
    given = Game(rules, handicapped(rules, "horse", Side.FIRST))
    assert did(given, "horse-given", outcome=won)
    assert not did(given, "horse-given", Side.SECOND, Outcome(Side.SECOND, Termination.RESIGNATION))
    assert not did(Game(rules), "horse-given", outcome=won)
    assert not did(Game(rules, handicapped(rules, "rook", Side.FIRST)), "horse-given", outcome=won)


# ---- draughts


def test_a_king_is_crowned_by_its_own_side() -> None:
    game = played("draughts-international", "6-1 40-44", "W:W6,50:B40")
    assert did(game, "crowned", outcome=DRAWN)
    assert not did(game, "crowned", Side.SECOND, DRAWN)


@pytest.mark.parametrize(("men", "taken"), [("28,18", 2), ("28,18,8", 3)])
def test_captures_of_three_count_from_three(men: str, taken: int) -> None:
    rules = variant("draughts-international")
    game = Game(rules, rules.read_position(f"W:W32:B{men},45"))
    best = max(game.position.legal_moves(), key=lambda move: len(move.captured))
    assert len(best.captured) == taken
    game.play(best)
    assert did(game, "three-taken", outcome=DRAWN) is (taken >= 3)
    assert not did(game, "six-taken", outcome=DRAWN)
    assert not did(game, "three-taken", Side.SECOND, DRAWN)


def test_a_shot_of_six() -> None:
    rules = variant("draughts-international")
    game = Game(rules, rules.read_position("W:W43:B7,8,9,19,29,39"))
    game.play_text("43x1")
    assert did(game, "six-taken", outcome=DRAWN)


def test_a_shot_gives_first_and_takes_two_more() -> None:
    game = played("draughts-international", "27-22 18x27 32x3", "W:W27,28,32,38:B8,17,18,45")
    assert game.ply == 3
    assert did(game, "shot", outcome=DRAWN)
    assert not did(game, "shot", Side.SECOND, DRAWN)


@pytest.mark.parametrize(("position", "is_done"), [("W:WK1,K2:BK50", True), ("W:WK1,20:BK50", False)])
def test_two_kings_at_a_win(position: str, is_done: bool) -> None:
    rules = variant("draughts-international")
    game = Game(rules, rules.read_position(position))
    won = Outcome(Side.FIRST, Termination.NO_MOVES)
    assert did(game, "two-kings", outcome=won) is is_done
    assert not did(game, "two-kings", outcome=DRAWN)
    assert did(game, "enclosed", outcome=won)
    assert not did(game, "enclosed", outcome=Outcome(Side.FIRST, Termination.NO_PIECES))


def test_a_draw_is_held_by_who_has_fewer_pieces() -> None:
    rules = variant("draughts-international")
    game = Game(rules, rules.read_position("W:WK1:BK50,K45,K40"))
    assert did(game, "held", outcome=DRAWN)
    assert not did(game, "held", Side.SECOND, DRAWN)
    assert not did(game, "held", outcome=Outcome(None, Termination.AGREEMENT))


def test_untouched_counts_what_was_lost_since_the_start() -> None:
    game = played("draughts-international", "32x23", "W:W32,40,41,42,43:B28")
    assert game.outcome is not None
    assert did(game, "untouched")
    assert not did(game, "untouched", outcome=Outcome(Side.FIRST, Termination.RESIGNATION))
    lost = played("draughts-international", "31-27 22x31x42x33x44 50x39", "W:W31,37,38,39,50:B22")
    assert not did(lost, "untouched", outcome=Outcome(Side.FIRST, Termination.NO_PIECES))


# ---- Reversi: games played by lot

ALL_CORNERS = (
    "e6 f6 g6 g7 g8 h6 c3 f8 h8 d6 e8 e3 d7 b2 a1 c5 e2 f2 e7 f5 h7 g5 c4 d2 h5 c2 g2 f4 b6 c7 "
    "b4 a3 c6 c1 a2 f7 b5 e1 d8 g4 f3 b7 a8 a7 a4 f1 c8 h4 a6 h2 h1 h3 g3 b3 d3 a5 d1 b8 g1 b1"
)
WIPED_OUT = "e6 f4 c3 c6 g4 f7 b7 e3 g8 g3 e2 d2 h2 f2 e1"
TURNED = (
    "e6 f4 f3 f2 c3 c4 d3 f7 e3 f5 g6 c5 g2 h1 f1 h5 c6 d6 e7 b7 a8 c2 c1 b4 d2 b5 g8 e2 h7 b3 "
    "g1 e1 b2 c7 b8 c8 d1 g3 a3 f6 d7 e8 a6 b1 a1 a4 f8 b6 d8 a7 g7 g5 h4 h6 a5 h3 a2 h8 h2 g4"
)


def test_one_corner_and_all_of_them() -> None:
    game = played("reversi", ALL_CORNERS)
    assert did(game, "corner")
    assert did(game, "corners")
    assert not did(game, "corners", Side.SECOND)
    assert not did(game, "corner", Side.SECOND)
    assert not did(played("reversi", TURNED), "corners")


def test_corners_that_were_given_are_no_feat() -> None:
    rules = variant("reversi")
    given = Game(rules, handicapped(rules, "four-corners", Side.SECOND))
    assert not did(given, "corners", outcome=DRAWN)
    assert not did(given, "corner", outcome=DRAWN)


def test_the_other_side_has_no_disc_left() -> None:
    game = played("reversi", WIPED_OUT)
    assert did(game, "one-colour")
    assert not did(game, "one-colour", Side.SECOND)
    assert not did(played("reversi", ALL_CORNERS), "one-colour")


def test_a_game_is_turned_late_from_far_behind() -> None:
    game = played("reversi", TURNED)
    assert did(game, "turned")
    assert not did(game, "turned", Side.SECOND)
    assert not did(game, "turned", outcome=Outcome(Side.FIRST, Termination.RESIGNATION))
    assert not did(played("reversi", WIPED_OUT), "turned")
