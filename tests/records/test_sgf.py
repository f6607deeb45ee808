"""Gomoku games as SGF: both ways, and what files of other programs and damaged ones have in them."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.records.gomoku import sgf
from game.records.record import Record, RecordError, Result, SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant

SEATS = (SeatInfo("human", "胡 [荣] 华"), SeatInfo("human", 'A "B" \\ C'))


def random_record(name: str, opening: str, size: int | None = None, plies: int = 30) -> Record:
    """A game by an opening rule, resigned where it does not end by itself."""
    chance = random.Random(f"{name} {opening} {size}")
    rules = variant(name)
    game = Game(rules, rules.start(size, opening))
    while game.outcome is None and game.ply < plies:
        step = game.position.opening
        moves = step.choices if step is not None and step.choices else game.position.legal_moves()
        game.play(chance.choice(moves))
    record = Record.from_game(
        game, SEATS, date="2026-11-21", outcome=game.outcome or Outcome(Side.FIRST, Termination.RESIGNATION)
    )
    return msgspec.structs.replace(record, event="Open [1]: final")


def test_gomoku_under_the_number_of_another_game() -> None:
    """Programs that know Go write Gomoku as Go, with its rules; a renju server wrote the number of a third game, and
    properties that no standard has."""
    (game,) = sgf.read(b"(;GM[1]FF[4]SZ[15]RU[Renju];B[hh];W[ii])").games
    assert (game.record.variant, game.game.ply) == ("gomoku-renju", 2)
    old = b"(;\nGM[5]FF[4]SW[NO]5A[gg][hh]\nRE[W+Resign]PW[A]PB[B]\nSZ[15]\n;B[hh];W[hg]C[\n seen\n]\n;)\n---\n"
    (game,) = sgf.read(old).games
    assert (game.problem, game.game.ply, game.record.seats[1].name) == (None, 2, "A")
    for other in (b"(;GM[1]SZ[15]RU[Japanese];B[hh];W[ii])", b"(;GM[1]SZ[15];B[hh])", b"(;GM[5];B[hh])"):
        assert [each.code for each in sgf.read(other).problems] == ["other-game"], other


@pytest.mark.parametrize("opening", ["free", "pro", "swap", "swap2"])
@pytest.mark.parametrize("name", ["gomoku-freestyle", "gomoku-standard", "gomoku-renju"])
def test_games_come_back_with_their_opening_and_the_colours_chosen_in_it(name: str, opening: str) -> None:
    records = [random_record(name, opening), random_record(name, opening, 19)]
    found = sgf.read(sgf.write(records))
    assert [reading.problem for reading in found.games] == [None, None]
    assert [reading.record for reading in found.games] == records


def test_stones_that_were_set_up_and_a_pass_come_back() -> None:
    rules = variant("gomoku-renju")
    game = Game(rules, rules.read_position("15/15/15/15/15/15/7w7/6bb7/15/15/15/15/15/15/15 w"))
    for text in ("a1", "pass", "o15"):
        game.play_text(text)
    data = sgf.write([Record.from_game(game, SEATS)])
    assert b"AB[gh][hh]" in data
    (reading,) = sgf.read(data).games
    assert reading.game.start == game.start
    assert reading.game.texts() == ("a1", "pass", "o15")


@pytest.mark.parametrize(("size", "move"), [(15, "pass"), (19, "pass"), (20, "t1")])
def test_the_pass_of_older_files_is_a_point_on_twenty_lines(size: int, move: str) -> None:
    """`tt` passes on boards up to 19x19 (SGF FF[4], property B)."""
    (reading,) = sgf.read(f"(;GM[4]SZ[{size}]RU[renju];B[hh];W[tt];B[aa])".encode()).games
    assert reading.problem is None
    assert reading.game.texts()[1] == move


@pytest.mark.parametrize(
    ("stones", "turn"),
    [
        ("", Side.FIRST),
        ("AB[hh]", Side.SECOND),
        ("AB[hh]AW[hi]", Side.FIRST),
        ("RU[renju]AB[hh]AW[hi]PL[W]", Side.SECOND),
        ("RU[renju]AB[hh]AW[hi];W[aa]", Side.SECOND),
    ],
)
def test_whose_move_it_is_where_stones_were_set_up(stones: str, turn: Side) -> None:
    """As the file says, else as its first move does, else by the number of the stones."""
    (reading,) = sgf.read(f"(;GM[4]{stones})".encode()).games
    assert reading.problem is None
    assert reading.game.start.turn is turn


def test_a_game_given_up_is_no_draw() -> None:
    game = Game(variant("gomoku-freestyle"))
    game.play_text("h8")
    data = sgf.write([Record.from_game(game, SEATS, outcome=Outcome(None, Termination.ABANDONED))])
    assert b"RE[Void]" in data
    (reading,) = sgf.read(data).games
    assert reading.record.result is None
    assert "RE" not in reading.record.headers


def test_a_file_of_another_program_is_read() -> None:
    text = """A line of text.
(;GM[4]FF[3]SiZe[15]PB[甲]PW[乙: a\\]b]RE[W+Time]DT[2024-05-01,02]GN[Cup]RU[RIF renju]
C[a comment with ; ( and \\] in it] ;B[hh]N[x];W[hi]LB[aa:1][bb:2]
 (;B[ii];W[jj](;B[gg])(;B[ff];W[ee])) (;B[aa](;W[bb])(;W[cc])))
(;GM[4];B[h8];W[H9];B[j10])"""
    found = sgf.read(text.encode("gb18030"))
    first, second = found.games
    assert first.problem is None
    assert second.problem is None
    assert first.record.variant == "gomoku-renju"
    assert [seat.name for seat in first.record.seats] == ["甲", "乙: a]b"]
    assert first.game.texts() == ("h8", "h7", "i7", "j6", "g9")
    assert first.record.result == Result("white", Termination.TIME)
    assert (first.record.date, first.record.event) == ("2024-05-01", "Cup")
    assert second.game.texts() == ("h8", "h9", "j10")
    assert first.record.tree.variations == 3
    assert [first.record.tree.nodes[at].text for at in first.record.tree.children(2)] == ["i7", "a15"]


def test_an_escaped_end_of_line_joins_two_lines() -> None:
    r"""SGF calls it a soft line break; any other character after a \\ stands for itself."""
    (reading,) = sgf.read(b"(;GM[4]C[one \\\ntwo\nthr\\ee \\\\];B[hh])").games
    assert reading.record.comment == "one two\nthree \\"


def test_the_encoding_that_the_file_names_counts() -> None:
    data = "(;GM[4]CA[ISO-8859-1]PB[José Müller];B[hh])".encode("latin-1")
    (reading,) = sgf.read(data).games
    assert reading.record.seats[0].name == "José Müller"
    (reading,) = sgf.read(b"(;GM[4]CA[UTF-8]PB[\xff];B[hh])").games
    assert reading.game.texts() == ("h8",)


@pytest.mark.parametrize(
    ("moves", "kept", "where", "why"),
    [
        ("B[hh]\n;W[hh]", 1, "game 1, move 2, line 2", "there is a stone"),
        ("B[hh]\n;B[hi]", 1, "game 1, line 2", "stone 2: black plays twice in a row"),
        ("B[hh];W[hi];AW[aa]", 2, "game 1, line 1", "in the middle of the game"),
        ("B[hh];W[zz]", 1, "game 1, move 2, line 1", "cannot read the move"),
        ("B[hh];W[]", 1, "game 1, move 2, line 1", "no passing"),
        ("B[hh];W[hi", 1, "game 1, line 1", "ends before the game"),
    ],
)
def test_what_came_before_the_damage_is_kept(moves: str, kept: int, where: str, why: str) -> None:
    (reading,) = sgf.read(f"(;GM[4];{moves})".encode()).games
    assert reading.game.ply == kept
    assert reading.problem is not None
    assert reading.problem.where == where
    assert why in reading.problem.why


@pytest.mark.parametrize(
    ("root", "why"),
    [
        ("GM[1]", "game 1, GM: 'Go' is a different game from gomoku"),
        ("SZ[4]", "game 1, SZ: there is no board of '4' lines"),
        ("SZ[15:19]", "game 1, SZ"),
        ("AB[zz]", "game 1, AB, AW: 'zz' is not a point"),
        ("AB[tt]", "game 1, AB, AW: tt is off the board"),
        ("QO[golf]", "game 1, QO"),
    ],
)
def test_a_game_that_can_not_be_read_is_named_and_the_others_kept(root: str, why: str) -> None:
    found = sgf.read(f"(;{root};B[hh])(;GM[4];B[hh])".encode())
    assert len(found.games) == 1
    assert str(found.problems[0]).startswith(why)


def test_a_file_without_a_game_is_refused() -> None:
    with pytest.raises(RecordError, match="no game in this SGF file"):
        sgf.read(b"no game at all")
    with pytest.raises(RecordError, match="is not a variant of gomoku"):
        sgf.write([Record(variant="xiangqi", start="")])


@given(st.binary(max_size=300), st.integers(0, 400), st.integers(0, 60))
@settings(max_examples=150, deadline=None)
def test_damage_of_any_kind_is_said_and_never_raises(noise: bytes, at: int, length: int) -> None:
    data = sgf.write([random_record("gomoku-renju", "swap2"), random_record("gomoku-freestyle", "free")])
    try:
        found = sgf.read(data[:at] + noise + data[at + length :])
    except RecordError:
        return
    for reading in found.games:
        assert reading.game.ply == len(reading.record.moves)
