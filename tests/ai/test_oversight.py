"""Oversight: which rows are overlooked, how often, and what an engine makes of it."""

from __future__ import annotations

import pytest
from engine_helpers import empty_board, job_of, think

from ai.api import EngineError, Job, Limit, SearchInfo
from ai.classic.engine import LinesEngine
from ai.classic.engines import ThesisEngine
from ai.common.blunders import BlunderingEngine, BlunderModel
from ai.engines import ENGINES
from ai.gomoku.blunders import GomokuBlunders, rows_of
from ai.gomoku.notation import is_forbidden, read_job, read_move, write_move
from ai.score import Cp

# Black: an open three on a row (f8 g8 h8), White's stones apart; White is to move
OPEN_THREE = "f8 a1 g8 c15 h8"
# the same on a diagonal, begun far away from the last move k2
DIAGONAL = "e8 a1 f9 c15 g10 m15 k2"


def squares(moves: str) -> set[int]:
    return {read_move(text, 15) for text in moves.split()}


def unseen_share(moves: str, percent: int, last: str | None = None) -> float:
    """How often some stone is not seen, over many seeds."""
    job = job_of(moves)
    place = read_move(last or job.moves[-1], 15)
    return sum(bool(GomokuBlunders(seed, percent).unseen(read_job(job), place)) for seed in range(600)) / 600


@pytest.mark.parametrize(
    ("moves", "rows"),
    [
        (OPEN_THREE, ["f8 g8 h8"]),
        ("f8 e8 g8 c15 h8", []),  # blocked at one end
        ("a8 o1 b8 o3 c8", []),  # the edge blocks
        ("f8 a1 g8 c15 i8", ["f8 g8 i8"]),  # with a gap it still becomes a straight four
        ("f8 a1 g8 c15 h8 o9 i8", ["f8 g8 h8 i8"]),  # a four, no three any more
        ("f8 e8 g8 c15 h8 o9 j8", ["f8 g8 h8 j8"]),
        (DIAGONAL, ["e8 f9 g10"]),
    ],
)
def test_rows_that_want_an_answer(moves: str, rows: list[str]) -> None:
    found = [row.squares for row in rows_of(read_job(job_of(moves)))]
    assert sorted(found) == sorted(tuple(sorted(squares(row))) for row in rows)


def test_what_is_overlooked_more_often() -> None:
    three = unseen_share(OPEN_THREE, 50)
    assert three == pytest.approx(0.5 * 0.6, abs=0.06)  # just played
    assert unseen_share(OPEN_THREE, 50, last="a1") > three + 0.15  # far from the last move
    assert unseen_share("f8 a1 g9 c15 h10", 50) > three + 0.08  # on a diagonal
    assert unseen_share("f8 a1 g8 c15 h8 o9 i8", 50) == 0  # a four is plain to see
    assert unseen_share("f8 a1 g8 c15 h8 o9 i8", 300) > 0.1  # for who knows the game
    assert unseen_share(OPEN_THREE + " o1", 50, last="h8") < three  # an own row
    assert unseen_share(OPEN_THREE, 0) == 0
    assert unseen_share(OPEN_THREE, 20) < three


def test_only_the_last_stone_of_an_overlooked_row_is_seen() -> None:
    stones = read_job(job_of("f8 a1 g8 c15 h8 o9 i8"))
    found = {
        GomokuBlunders(seed, 300).unseen(stones, read_move(last, 15)) for seed in range(100) for last in ("h8", "i8")
    }
    assert found == {frozenset(), frozenset(squares("f8 g8 i8")), frozenset(squares("f8 g8 h8"))}


def test_a_row_stays_overlooked_until_it_grows() -> None:
    """Other moves elsewhere do not bring a row back to mind; a stone more in it draws again."""
    stays = grows = missed = 0
    for seed in range(300):
        last = read_move("k2", 15)
        if not GomokuBlunders(seed, 40).unseen(read_job(job_of(DIAGONAL)), last):
            continue
        missed += 1
        later = read_job(job_of(DIAGONAL + " o15 k3"))
        stays += bool(GomokuBlunders(seed, 40).unseen(later, read_move("k3", 15)))
        grown = read_job(job_of(DIAGONAL + " o15 h11"))
        grows += bool(GomokuBlunders(seed, 40).unseen(grown, read_move("h11", 15)))
    assert missed > 100
    assert stays == missed
    assert grows < missed / 2


def test_who_overlooks_a_three_does_not_stop_it() -> None:
    answers = squares("e8 i8 d8 j8")
    stopped = dict.fromkeys((0, 60), 0)
    for percent in stopped:
        for seed in range(40):
            engine = BlunderingEngine(LinesEngine(seed), GomokuBlunders(seed, percent))
            move = think(engine, job_of(OPEN_THREE), Limit(depth=2)).move
            stopped[percent] += read_move(move, 15) in answers
    assert stopped[0] == 40
    assert 15 < stopped[60] < 36


def test_no_stone_is_thrown_away() -> None:
    """Whatever is overlooked, the answer is a free point near stones."""
    games = ("h8 i9 g8 i8 f8 i7", "h8 i9 i8 g8 h9 h10 g7 i7 j6 f8 k9", "h8 g9 i8 g8 h9 h10 j10 f6 g10 e10")
    for moves in games:
        job = job_of(moves)
        stones = read_job(job)
        for seed in range(8):
            engine = ENGINES["lines"].make(seed, {"oversight": 100})
            square = read_move(think(engine, job, Limit(depth=2)).move, 15)
            assert square not in stones.points
            near = [
                other
                for other in stones.points
                if max(abs(square % 15 - other % 15), abs(square // 15 - other // 15)) <= 2
            ]
            assert near, write_move(square, 15)


def test_renju_is_obeyed_with_half_an_eye() -> None:
    """Black's own three is not seen, and so two threes at once look allowed: a second look finds them forbidden."""
    job = Job("gomoku-renju", empty_board(), ("g8", "a1", "h8", "a3", "h9", "a5", "i7", "o1"))
    for seed in range(30):
        stones = read_job(job)
        engine = ENGINES["lines"].make(seed, {"oversight": 150})
        square = read_move(think(engine, job, Limit(depth=2)).move, 15)
        assert not is_forbidden(stones.points, 15, square)


def test_stopping_and_progress_pass_through() -> None:
    engine = BlunderingEngine(ThesisEngine(), GomokuBlunders(0, 100))
    engine.load()
    flag = engine.new_stop_flag()
    infos: list[SearchInfo] = []
    assert not flag.is_set()
    flag.set()
    result = engine.search(job_of(OPEN_THREE), Limit(), flag, infos.append)
    assert result.stopped
    assert flag.is_set()
    assert infos


def test_equal_seeds_overlook_the_same() -> None:
    for seed in (1, 2, 3):
        answers = {
            think(ENGINES["lines"].make(seed, {"oversight": 60}), job_of(DIAGONAL), Limit(depth=2)).move
            for _ in range(3)
        }
        assert len(answers) == 1


def test_where_the_game_is_over_as_it_is_seen_a_second_look_is_taken() -> None:
    class Wrong(BlunderModel):
        def seen(self, job: Job) -> Job:
            return job_of("h8 a1 i8 b1 j8 c1 k8 d1 l8")

    engine = BlunderingEngine(LinesEngine(), Wrong(0, 0))
    with pytest.raises(EngineError):
        think(LinesEngine(), Wrong(0, 0).seen(job_of("h8")), Limit(depth=1))
    assert think(engine, job_of("h8"), Limit(depth=1)).move


# Black may make a three of its own out of two stones; White's stones stand apart
TWO = "h8 a1 i8 c15"


def missed_share(moves: str, move: str, percent: int = 50, foresight: int = 0) -> float:
    """How often a move is left out, over many seeds."""
    job = job_of(moves)
    return sum(GomokuBlunders(seed, 0, foresight, percent).shuns(job, move, Cp(0)) for seed in range(150)) / 150


def test_attacks_are_missed_as_often_as_is_told() -> None:
    assert missed_share(TWO, "j8") == pytest.approx(0.5, abs=0.12), "a three"
    assert missed_share(TWO, "j8", 20) == pytest.approx(0.2, abs=0.12)
    assert missed_share("h8 h7 i8 c15 j8 a1", "k8") == 0, "a straight four"
    assert missed_share("h8 g8 i8 c15 j8 a1", "k8") == pytest.approx(0.5, abs=0.12), "a four that will be stopped"
    assert missed_share(TWO, "j10") == 0, "nothing is made"
    assert missed_share(TWO, "j8", 0) == 0


def test_what_a_child_sees_is_no_attack_to_be_missed() -> None:
    assert missed_share("h8 a1 i8 c15 j8 a3 k8 g8", "l8") == 0, "a five"
    four_against = "h8 a2 i8 b2 o15 c2 o1 d2"
    assert missed_share(four_against, "e2") == missed_share(four_against, "j8") == 0, "a four to be stopped"


def test_whoever_misses_an_attack_once_misses_it_until_the_row_changes() -> None:
    for seed in range(60):
        model = GomokuBlunders(seed, 0, 0, 50)
        assert model.shuns(job_of(TWO), "j8", Cp(0)) == model.shuns(job_of(TWO + " o1 e15"), "j8", Cp(0))
