"""Games that others played are kept as they were played: no verdict of ours cuts them or gives them another result, and
what their files say beside the moves comes along, into our own form and out again."""

from __future__ import annotations

import msgspec
import pytest

from game.library.summary import of_reading, read_header, read_validated
from game.match.recorded import match_of
from game.records import formats, native
from game.records.collection import Collection, RecordSource, collect
from game.records.draughts import pdn
from game.records.entering import LONGEST_WORDS
from game.records.gomoku import sgf
from game.records.headers import headers_of, read_date, with_headers
from game.records.native import Reading
from game.records.record import Record, Result, notes_on, outcome_of
from game.records.reversi import ggf, othello_pgn
from game.records.tree import GameTree
from game.records.xiangqi import dhtmlxq, pgn
from game.rules.core import GameOverError, Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant

PERPETUAL = '[Game "Chinese Chess"]\n[FEN "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"]\n'
TO_AND_FRO = "1. e1d1 d9e9 2. d1e1 e9d9 3. e1d1 d9e9 4. d1e1 e9d9 5. e1d1 d9e9 6. d1e1 e9d9 7. e1i1 d9d8 "


def only(found: Collection) -> Reading:
    assert found.problems == ()
    (reading,) = found.games
    return reading


def through_our_own(reading: Reading) -> Reading:
    back = native.read(native.write(reading.record))
    assert back.record == reading.record
    assert back.problem is None
    assert back.game.positions == reading.game.positions
    return back


# --- no game is cut -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("token", "winner"), [("1-0", "red"), ("0-1", "black"), ("1/2-1/2", None), ("*", "nobody")])
def test_a_game_goes_on_after_what_is_a_perpetual_check_to_us(token: str, winner: str | None) -> None:
    reading = only(pgn.read(f'{PERPETUAL}[Result "{token}"]\n{TO_AND_FRO}{token}'.encode()))
    assert reading.problem is None
    assert reading.game.ply == 14
    (note,) = reading.notes
    assert note.code == "rules-end"
    assert int(note.places[0][1]) < 14
    for each in (reading, through_our_own(reading)):
        if winner == "nobody":
            assert each.record.result is None
        else:
            assert each.record.result is not None
            assert (each.record.result.winner, each.record.result.termination) == (
                winner,
                Termination.AGREEMENT if winner is None else Termination.RESIGNATION,
            )
        match = match_of(each)
        assert match.ply == 14
        assert (match.outcome is None) == (winner == "nobody")
        told = of_reading(each)
        assert told == msgspec.structs.replace(read_header(native.write(each.record)), checked=True)
        assert told.winner == (None if winner in (None, "nobody") else int(winner == "black"))


def test_a_verdict_at_the_very_end_is_no_result_either() -> None:
    moves = TO_AND_FRO.split(" 7.")[0]
    verdict = only(pgn.read(f"{PERPETUAL}{moves}".encode())).game
    while verdict.ply and verdict.verdict(verdict.ply - 1) is not None:
        verdict.undo()
    until = " ".join(verdict.texts())
    for token, result in (("1/2-1/2", Result(None, Termination.AGREEMENT)), ("*", None)):
        reading = only(pgn.read(f"{PERPETUAL}{until} {token}".encode()))
        assert reading.game.ply == verdict.ply
        assert reading.record.result == result
        assert reading.game.outcome is None
        assert [note.code for note in reading.notes] == ["ended-otherwise"]
        assert through_our_own(reading).record.result == result
    agreed = only(pgn.read(f"{PERPETUAL}{until} 0-1".encode()))  # as we see it, so with our reason
    assert agreed.record.result == Result("black", Termination.PERPETUAL_CHECK)
    assert agreed.notes == ()


def test_a_mate_is_the_end_whatever_comes_after() -> None:
    mate = '[Game "Chinese Chess"]\n[FEN "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1"]\n1. a1a8 d9e9 2. b0b9 e9e8 1-0'
    reading = only(pgn.read(mate.encode()))
    assert reading.game.ply == 3
    assert reading.problem is not None
    assert reading.problem.code == "after-end"
    drawn = only(pgn.read(mate.replace("e9e8 1-0", "1/2-1/2").encode()))
    assert drawn.problem is None
    assert drawn.record.result == Result(None, Termination.AGREEMENT)
    assert [note.values["termination"] for note in drawn.notes] == ["checkmate"]
    unsaid = only(pgn.read(mate.replace("e9e8 1-0", "*").encode()))
    assert unsaid.record.result == Result("red", Termination.CHECKMATE), "the board says it"


def test_few_pieces_are_no_end_of_a_recorded_game_of_draughts() -> None:
    text = '[GameType "20"]\n[FEN "W:WK47:BK5,K45"]\n'
    text += "1. 47-36 5-10 2. 36-47 10-5 " * 8 + "47-36 45-40 0-2"
    reading = only(pdn.read(text.encode()))
    assert reading.problem is None
    assert reading.game.ply == 34
    assert reading.record.result == Result("black", Termination.RESIGNATION)
    assert [note.code for note in reading.notes] == ["rules-end"]
    back = only(pdn.read(pdn.write([through_our_own(reading).record])))
    assert back.record == reading.record


def test_a_foul_that_nobody_claimed_ends_no_game_of_renju() -> None:
    stones = ["h8", "a1", "i8", "a3", "j9", "c1", "j10", "e1", "j8", "g1"]  # the last but one makes two threes
    entered, strict = Game(variant("gomoku-renju")), Game(variant("gomoku-renju"))
    for text in stones:
        entered.enter_text(text)
    for text in stones[:9]:
        strict.play_text(text)
    assert strict.outcome is not None
    assert strict.outcome.termination is Termination.FORBIDDEN_MOVE
    with pytest.raises(GameOverError):
        strict.play_text(stones[9])
    assert entered.ply == len(stones)
    assert entered.verdict(9) == strict.outcome
    assert entered.outcome is None


def test_live_games_stay_strict() -> None:
    game = Game(variant("xiangqi"), variant("xiangqi").read_position("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"))
    record = only(pgn.read(f"{PERPETUAL}{TO_AND_FRO}*".encode())).game
    end = record.first_end
    assert end is not None
    for text in record.texts()[:end]:
        game.play_text(text)
    with pytest.raises(GameOverError):
        game.play_text(record.texts()[end])
    game.enter_text(record.texts()[end])
    game.undo()
    assert game.outcome == game.verdict(end)


def test_a_row_of_six_tells_by_which_rules_a_file_without_rules_was_played() -> None:
    black, white = ("aa", "ba", "ca", "ea", "fa", "da", "hh"), ("ao", "co", "eo", "go", "io", "ko", "mo")
    six = "(;GM[4]" + "".join(f";B[{b}];W[{w}]" for b, w in zip(black, white, strict=True)) + ")"
    reading = only(sgf.read(six.encode()))
    assert reading.game.ply == 14
    assert reading.problem is None
    assert reading.record.variant == "gomoku-standard"


def test_results_by_the_edition_of_the_rules_of_their_day_stand() -> None:
    record = only(pgn.read(f"{PERPETUAL}{TO_AND_FRO}*".encode())).record
    for termination in (Termination.PERPETUAL_CHASE, Termination.REPETITION, Termination.MOVE_LIMIT):
        result = Result("red", termination)
        back = native.read(native.write(msgspec.structs.replace(record, result=result)))
        assert back.problem is None
        assert back.record.result == result
        assert outcome_of(back.record, back.game) == Outcome(Side.FIRST, termination)
        assert read_validated(native.write(back.record)).problem is None


# --- what is said beside the moves ------------------------------------------------------------------------------------

PGN = """{ of the file }
[Game "Chinese Chess"]
[Event "全国个人赛"]
[Site "承德"]
[Date "1978.??.??"]
[Round "3"]
[RedTeam "上海"]
[Red "胡荣华"]
[BlackTeam "广东"]
[Black "杨官璘"]
[Result "1-0"]
[ECCO "C46"]
[RedElo "2600"]
[WhoKnows "what: \\"this\\""]

{before (it) begins} 1. 炮二平五 {a usual move} {and another word} 马8进7 ; to the end
2. 马二进三 (2. 兵七进一 {beside}) 车9平8 {[%clk 0:59:58] two
lines} 1-0 {after the end}
"""
SAID = ["a usual move\nand another word", "to the end", "", "two\nlines\nafter the end"]


def test_comments_and_headers_come_along_and_go_out_again() -> None:
    reading = only(pgn.read(PGN.encode()))
    record = through_our_own(reading).record
    assert record.comment == "of the file\nbefore (it) begins"
    assert [move.comment for move in record.moves] == SAID
    assert record.moves[3].clock_s == 3598
    assert [node.comment for node in record.tree.nodes if node not in (record.tree.root, *record.moves)] == ["beside"]
    assert (record.date, record.event) == ("1978", "全国个人赛")
    assert record.headers == {
        "Site": "承德", "Round": "3", "RedTeam": "上海", "BlackTeam": "广东", "ECCO": "C46", "RedElo": "2600",
        "WhoKnows": 'what: "this"',
    }  # fmt: skip
    for notation in ("chinese", "wxf", "iccs"):
        out = pgn.write([record], notation)  # type: ignore[arg-type]
        assert b'[Date "1978.??.??"]' in out
        assert only(pgn.read(out)).record == record
    web = dhtmlxq.write([record])
    assert "[DhtmlXQ_comment1]a usual move||and another word[/DhtmlXQ_comment1]" in web.decode()
    assert "[DhtmlXQ_redteam]上海[/DhtmlXQ_redteam]" in web.decode()
    back = only(dhtmlxq.read(web)).record
    assert (back.comment, back.date) == (record.comment, record.date)
    assert [(move.text, move.comment) for move in back.moves] == [(move.text, move.comment) for move in record.moves]
    assert {name.lower(): value for name, value in back.headers.items()} == {
        name.lower(): value for name, value in record.headers.items()
    }


def test_a_loss_on_time_is_told_by_a_tag_and_a_comment_has_the_number_told_again() -> None:
    """PGN 8.2.2.2: after a comment Black's move has its number and three points."""
    text = b'[GameType "20"]\n[Termination "Time Forfeit"]\n1. 32-28 {the centre} 1... 19-23 2. 28x19 14x23 2-0'
    record = only(pdn.read(text)).record
    assert record.result == Result("white", Termination.TIME)
    assert "Termination" not in record.headers
    written = pdn.write([record])
    assert b'[Termination "time forfeit"]' in written
    assert b"1. 32-28 {the centre} 1... 19-23 2. 28x19 14x23 2-0" in written


def test_braces_in_comments_come_back() -> None:
    record = only(pgn.read(PGN.encode())).record
    said = msgspec.structs.replace(record.moves[0], comments=("a } b\nsecond { line", "{another}", "plain"))
    tree = record.tree.replace(1, said).replace(0, msgspec.structs.replace(record.tree.root, comments=("{whole}",)))
    braced = msgspec.structs.replace(record, tree=tree)
    assert only(pgn.read(pgn.write([braced]))).record == braced


def test_an_unpaired_brace_does_not_swallow_the_next_game() -> None:
    first, second = pdn.read(
        b'[Event "a"]\n1. 32-28 {one { open} 19-23 *\n\n[Event "b"]\n1. 31-27 {one }} 17-21 *'
    ).games
    assert first.game.texts() == ("32-28", "19-23")
    assert first.record.moves[0].comment == "one { open"
    assert second.record.event == "b"
    assert second.record.moves[0].comment == "one"


def test_sgf_keeps_comments_and_what_the_root_says() -> None:
    text = (
        "(;GM[4]SZ[15]PB[Ada]BT[A-team]WR[5 dan]PC[Kyoto]RO[2 (final)]DT[1998-07]GC[A famous\ngame]XY[private]C[Look]"
        "RU[free renju]RE[B+R];B[hh]C[the centre];W[hi];B[ii]C[a \\] b\nc])"
    )
    reading = only(sgf.read(text.encode()))
    record = through_our_own(reading).record
    assert record.comment == "A famous\ngame\nLook"
    assert [move.comment for move in record.moves] == ["the centre", "", "a ] b\nc"]
    assert record.date == "1998-07"
    assert record.headers == {
        "BlackTeam": "A-team", "WhiteElo": "5 dan", "Site": "Kyoto", "Round": "2 (final)", "XY": "private",
        "RU": "free renju",
    }  # fmt: skip
    again = only(sgf.read(sgf.write([record]))).record
    assert again == record
    assert again.tree.root.comments == ("A famous\ngame", "Look")


def test_comments_on_choices_in_openings_come_back() -> None:
    game = Game(variant("gomoku-standard"), variant("gomoku-standard").start(15, "swap"))
    for text in ("h8", "h9", "i9", "white", "a1"):
        game.play_text(text)
    record = Record.from_game(game, Record(variant="", start="").seats)
    told = tuple(msgspec.structs.replace(move, comments=(f"on {move.text}",)) for move in record.moves)
    record = msgspec.structs.replace(record, tree=GameTree.of_line(told))
    assert only(sgf.read(sgf.write([record]))).record.moves == told


def test_ggf_keeps_ratings_times_and_the_score_of_a_resignation() -> None:
    text = (
        "(;GM[Othello]PC[GGS/os]DT[2003-12-15]PB[one]PW[other]RB[1800.5]RW[2100]TI[15:00//02:00]TY[8]RE[+12.000:r]"
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//1.5]W[D6/0.5/20]B[C3];)"
    )
    reading = only(collect(ggf.source(text)))
    record = through_our_own(reading).record
    assert [move.used_s for move in record.moves] == [1.5, 20.0, 0.0]
    assert record.headers == {"BlackElo": "1800.5", "WhiteElo": "2100", "TI": "15:00//02:00", "RE": "+12.000:r"}
    assert only(collect(ggf.source(ggf.write([record]).decode()))).record == record


def test_long_names_and_odd_results_are_kept_word_for_word() -> None:
    name = "Jan " + "van " * 30 + "Dijk"
    text = f'[White "{name}"]\n[Black "?"]\n[Result "12-8"]\n[GameType "20"]\n1. 32-28 19-23 *'
    record = through_our_own(only(pdn.read(text.encode()))).record
    assert record.headers == {"White": name, "Result": "12-8"}
    assert f'[White "{name}"]'.encode() in pdn.write([record])
    assert only(pdn.read(pdn.write([record]))).record == record


@pytest.mark.parametrize(
    ("text", "date", "whole"),
    [
        ("2003.05.01", "2003-05-01", True),
        ("2003-5-1", "2003-05-01", True),
        ("1851.??.??", "1851", True),
        ("1982.05.??", "1982-05", True),
        ("1978", "1978", True),
        ("2003-05", "2003-05", True),
        ("2003年5月1日", "2003-05-01", True),
        ("13-01-1996", "1996-01-13", True),
        ("1.1.1965", "1965-01-01", True),
        ("1950.", "1950", False),
        ("2003.??.05", "2003", False),
        ("2003-05-01,02", "2003-05-01", False),
        ("2003.13.01", "2003", False),
        ("summer 1847", "", False),
        ("20030501", "", False),
        ("????.??.??", "", True),
    ],
)
def test_dates_are_kept_as_far_as_they_are_known(text: str, date: str, whole: bool) -> None:
    assert read_date(text) == (date, whole)
    record = only(pdn.read(f'[Date "{text}"]\n[GameType "20"]\n1. 32-28 *'.encode())).record
    assert record.date == date
    assert record.headers == ({} if whole else {"Date": text})
    out = pdn.write([record])
    assert only(pdn.read(out)).record == record
    if not whole:
        assert f'[Date "{text}"]'.encode() in out


def test_tags_stand_in_their_usual_order_and_odd_names_stay_behind() -> None:
    """PGN 8.1.1 has Site after Event and Round after Date; a tag's name is letters, digits and the underscore."""
    own = {
        "Annotator": "Euwe",
        "Round": "7",
        "Site": "Delft",
        "odd name": "x",
        "x" * 65: "y",
        "Event": "the whole of it",
    }
    record = Record(variant="draughts-international", start="", event="the whole", headers=own)
    tags = with_headers({"Event": "the whole", "Date": "1982.??.??", "White": "?"}, record)
    assert list(tags.items()) == [
        ("Event", "the whole of it"),
        ("Site", "Delft"),
        ("Date", "1982.??.??"),
        ("Round", "7"),
        ("White", "?"),
        ("Annotator", "Euwe"),
    ]


def test_of_a_tag_with_a_long_name_or_text_the_beginning_is_kept() -> None:
    tags = {"N" * 80: "short", "Notes": "n" * 20_000, **{f"Tag{number}": "x" for number in range(300)}}
    headers = headers_of(tags, variant("draughts-international"), ("Tag0",)).headers
    assert list(headers)[:3] == ["N" * 64, "Notes", "Tag1"]
    assert (headers["Notes"], len(headers)) == ("n" * 10_000, 200)


def test_comments_without_end_are_cut_and_that_is_said() -> None:
    long = "word " * (LONGEST_WORDS // 4)
    reading = only(pdn.read(f'[GameType "20"]\n1. 32-28 {{{long}}} 19-23 {{x}} *'.encode()))
    assert reading.problem is not None
    assert reading.problem.code == "comments-cut"
    assert reading.game.ply == 2
    assert LONGEST_WORDS - 2 < len(reading.record.moves[0].comment) <= LONGEST_WORDS
    assert native.read(native.write(reading.record)).record == reading.record


def test_headers_without_end_leave_a_file_that_can_be_read_again() -> None:
    tags = "\n".join(f'[Tag{number} "{"注" * 9_000}"]' for number in range(200))
    record = only(pdn.read(f'{tags}\n[GameType "20"]\n1. 32-28 *'.encode())).record
    assert len(record.headers) >= 10
    assert native.read(native.write(record)).record == record


def test_files_of_today_are_read_and_written_as_before() -> None:
    record = Record.from_game(Game(variant("xiangqi")), Record(variant="", start="").seats, date="2026-11-21")
    data = native.write(record)
    assert b"comment" not in data
    assert b"headers" not in data
    old = data.replace(b'"moves":[]', b'"moves":[["h2e2",1.5],["h9g7",2.0]]')
    assert [move.used_s for move in native.read(old).record.moves] == [1.5, 2.0]
    for damage in (
        b'"comment":7,"headers":[1]',
        b'"comment":["x"],"headers":{"a":1}',
        b'"comment":null,"headers":null',
    ):
        back = native.read(old.replace(b'"seats"', damage + b',"seats"'))
        assert back.problem is None
        assert len(back.record.moves) == 2
        assert (back.record.comment, back.record.headers) == ("", {})


def test_notes_on_a_game_of_ours_are_none() -> None:
    game = Game(variant("gomoku-freestyle"))
    for text in ("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"):
        game.play_text(text)
    assert game.first_end == 9
    assert notes_on(game) == ()


# --- Othello as PGN ---------------------------------------------------------------------------------------------------

OTHELLO = """[Event "A cup - 1989"]
[Date "1989"]
[Black "One"]
[White "Other"]
[Result "0-64"]
1. F5 F6 2. D3 {a remark} F4
0-64
"""


def test_othello_as_pgn() -> None:
    source: RecordSource = formats.open_data(OTHELLO.encode(), "x.pgn")
    reading = only(collect(source))
    assert reading.record.variant == "reversi"
    assert reading.game.texts() == ("f5", "f6", "d3", "f4")
    assert reading.record.moves[2].comment == "a remark"
    assert reading.record.result == Result("white", Termination.RESIGNATION)
    assert reading.record.date == "1989"
    assert through_our_own(reading).record.headers == {"Result": "0-64"}
    assert only(collect(othello_pgn.source(OTHELLO.replace("F4", "F4 zz")))).problem is not None
