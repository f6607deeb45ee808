"""The Gomoku engine from the outside: texts in, texts out."""

from __future__ import annotations

import random
import threading
import time

import pytest
from engine_helpers import VARIANTS, empty_board, job_of, job_of_data, positions, think
from patience import SOON_S

from ai.api import EngineError, Job, Limit, SearchInfo
from ai.gomoku.engine import PatternEngine
from ai.levels import levels_for
from ai.score import Mate
from game.rules.game import Game
from game.rules.registry import variant

pytestmark = pytest.mark.usefixtures("kernels")
LEVEL_NAMES = [each.name for each in levels_for("gomoku")]
QUICK = Limit(depth=4, nodes=20_000)
_SHARES = 8
"""Games from forced wins to the end take minutes: an eighth of them always, the others in the deep checks."""


def _answer(level_name: str, job: Job) -> str:
    # what a level would do if it overlooked nothing
    chosen = next(each for each in levels_for("gomoku") if each.name == level_name).attentive()
    limit = chosen.limit if chosen.limit.time_s is None else Limit(nodes=50_000)
    engine = chosen.new_engine(seed=3)
    engine.load()
    return think(engine, job, limit).move


@pytest.mark.parametrize("variant_name", VARIANTS)
def test_same_job_limit_and_seed_give_the_same_move_and_nodes(variant_name: str) -> None:
    job = job_of("h8 i9 g9 g7 j7 h7", variant_name)
    for limit in (Limit(depth=5), Limit(nodes=30_000)):
        used = PatternEngine(seed=4)
        think(used, job_of("h8 h9 i9"), QUICK)  # an engine that has thought before
        results = [think(engine, job, limit) for engine in (PatternEngine(seed=4), PatternEngine(seed=4), used)]
        assert len({(result.move, result.info.nodes, result.info.score) for result in results}) == 1


@pytest.mark.parametrize("limit", [Limit(depth=4), Limit(nodes=2_000)])
def test_openings_vary_with_the_seed(limit: Limit) -> None:
    results = [think(PatternEngine(seed), job_of("h8"), limit) for seed in range(12)]
    moves = {result.move for result in results}
    assert len(moves) > 1
    assert moves <= {f"{column}{row}" for column in "fghij" for row in range(6, 11)}
    for result in results:
        assert result.info.line[0] == result.move
        game = Game(variant("gomoku-freestyle"))
        for move in ("h8", *result.info.line):
            game.play_text(move)


@pytest.mark.parametrize("name", LEVEL_NAMES)
@pytest.mark.parametrize("variant_name", VARIANTS)
@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("h8 a1 i8 c1 j8 e1 k8 g1", {"g8", "l8"}),  # Black completes an open four
        ("h8 h9 c3 i9 c5 j9 e3 k9 e5", {"g9", "l9"}),  # White does
        ("h8 g8 i8 a1 j8 o1 k8", {"l8"}),  # White stops a four with one end
        ("d4 c4 e4 h9 f4 h10 m3 h11 m5 h12", {"h8", "h13"}),  # Black stops one end of an open four
        ("h8 g8 i8 a1 k8 c1 l8", {"j8"}),  # White fills the gap of a four
        ("h8 h9 i8 i9 j8 j9 k8 k9", {"g8", "l8"}),  # both could: the mover's own five comes first
    ],
)
def test_every_level_makes_five_and_stops_fours(name: str, variant_name: str, moves: str, expected: set[str]) -> None:
    assert _answer(name, job_of(moves, variant_name)) in expected


@pytest.mark.parametrize("name", LEVEL_NAMES[1:])
@pytest.mark.parametrize("variant_name", VARIANTS)
def test_levels_with_kernels_answer_open_threes(name: str, variant_name: str) -> None:
    # White must meet g8-h8-i8 at one of its ends, having nothing of its own
    assert _answer(name, job_of("h8 a1 g8 o15 i8", variant_name)) in {"e8", "f8", "j8", "k8"}
    # Black turns its own open three into an open four
    job = job_of("h8 h9 g8 a1 i8 o15", variant_name)
    result = think(PatternEngine(fours_ahead=2), job, QUICK)
    assert result.move in {"f8", "j8"}
    assert result.info.score == Mate(3)


@pytest.mark.parametrize("name", LEVEL_NAMES)
def test_an_overline_is_no_five_where_exactly_five_wins(name: str) -> None:
    # f8 would make six, which wins in freestyle only; k8 makes five
    moves = "e8 c11 g8 d11 h8 e11 i8 f11 j8 a1"
    assert _answer(name, job_of(f"{moves} k3 a3", "gomoku-freestyle")) in {"f8", "k8"}
    assert _answer(name, job_of(moves, "gomoku-standard")) in {"k8"}


@pytest.mark.parametrize("name", LEVEL_NAMES)
def test_black_never_plays_a_forbidden_point_in_renju(name: str) -> None:
    for position in positions("renju_forbidden")[::12]:
        move = _answer(name, job_of_data(position))
        size = position["size"]
        forbidden = {f"{chr(ord('a') + x)}{y + 1}" for x, y in position["forbidden"]}
        assert move not in forbidden, (position["id"], size)


@pytest.mark.parametrize("variant_name", VARIANTS)
@pytest.mark.parametrize("size", [15, 19, 20])
def test_games_against_itself_are_legal_to_the_end(variant_name: str, size: int) -> None:
    """From random openings, so that the engine sees what it would not choose itself."""
    rules = variant(variant_name)
    chance = random.Random(f"{variant_name}{size}")
    game = Game(rules, rules.start(size))
    while len(game.moves) < 8 and game.outcome is None:
        move = chance.choice(game.position.legal_moves())
        game.play(move)
    engine = PatternEngine(seed=size, fours_ahead=4)
    while game.outcome is None and len(game.moves) < 60:
        texts = tuple(rules.write_move(move, game.position) for move in game.moves)
        found = think(engine, Job(variant_name, empty_board(size), texts), Limit(depth=2, nodes=2000))
        move = rules.read_move(found.move, game.position)
        assert move in game.position.legal_moves(), (texts, found)
        game.play(move)
    assert len(game.moves) > 8


def test_a_crowded_board_is_played_to_its_last_point() -> None:
    """A board with a few points left, where nothing can be formed any more."""
    rows = ["bbwwbbwwbbwwbbw", "wwbbwwbbwwbbwwb"] * 7 + ["bbwwbbwwbbww3"]
    start = "/".join(reversed(rows)) + " b"
    moves: tuple[str, ...] = ()
    while len(moves) < 3:
        found = think(PatternEngine(), Job("gomoku-freestyle", start, moves), QUICK)
        assert found.move not in moves
        moves = (*moves, found.move)
    assert set(moves) == {"m15", "n15", "o15"}
    with pytest.raises(EngineError, match="full"):
        think(PatternEngine(), Job("gomoku-freestyle", start, moves), QUICK)


@pytest.mark.parametrize(
    ("job", "why"),
    [
        (Job("chess", empty_board()), "chess"),
        (Job("gomoku-freestyle", "15/15 b"), "cannot read the position"),
        (Job("gomoku-freestyle", "/".join(["15"] * 14 + ["14x"]) + " b"), "row 15 from the top has 'x'"),
        (Job("gomoku-freestyle", "/".join(["15"] * 14 + ["16"]) + " b"), "row 15 from the top has 16 points"),
        (job_of("h8 h8"), "on a stone"),
        (job_of("h8 p1"), "cannot read the move 'p1'"),
        (job_of("h8 h0"), "cannot read the move"),
        (job_of("h8 pass"), "cannot read the move 'pass'"),
        (job_of("pass pass", "gomoku-renju"), "two passes"),
        (job_of("h8 a1 h9 a2 h10 a3 h11 a4 h12"), "five on the board"),
        # a double three of Black
        (job_of("g8 a1 f8 a3 h7 a5 h6 c1 h8", "gomoku-renju"), "h8 is forbidden"),
    ],
)
def test_jobs_that_cannot_be_thought_about_are_refused(job: Job, why: str) -> None:
    for engine in (PatternEngine(), levels_for("gomoku")[0].new_engine()):
        with pytest.raises(EngineError, match=why):
            think(engine, job, QUICK)


def test_black_without_any_allowed_point_passes_in_renju() -> None:
    # the last empty point would make six in a row
    rows = ["bbwwbbwwbbwwbbw", "wwbbwwbbwwbbwwb"] * 7 + ["bbb1bbwwbbwwbbw"]
    job = Job("gomoku-renju", "/".join(reversed(rows)) + " b")
    assert think(PatternEngine(), job, QUICK).move == "pass"
    assert think(levels_for("gomoku")[0].new_engine(), job, QUICK).move == "pass"


@pytest.mark.parametrize("limit", [Limit(), Limit(time_s=600.0)])
def test_a_stop_from_another_thread_ends_the_search(limit: Limit) -> None:
    engine = PatternEngine()
    engine.load()
    stop = engine.new_stop_flag()
    stopped_at: list[float] = []

    def stop_it() -> None:
        time.sleep(0.3)
        stopped_at.append(time.perf_counter())
        stop.set()

    thread = threading.Thread(target=stop_it)
    thread.start()
    result = engine.search(job_of("h8 i9 i7 g9"), limit, stop, lambda info: None)
    late_s = time.perf_counter() - stopped_at[0]
    thread.join()
    assert result.stopped
    assert late_s < SOON_S


def test_a_search_stopped_before_it_begins_still_has_a_move() -> None:
    engine = PatternEngine()
    stop = engine.new_stop_flag()
    stop.set()
    result = engine.search(job_of("h8 i9 i7 g9"), Limit(time_s=60.0), stop, lambda info: None)
    assert result.stopped
    assert result.move not in {"h8", "i9", "i7", "g9"}


def test_a_time_limit_is_kept() -> None:
    start_s = time.perf_counter()
    result = think(PatternEngine(), job_of("h8 i9 i7 g9"), Limit(time_s=0.3))
    assert time.perf_counter() - start_s < SOON_S
    assert not result.stopped
    assert result.move not in {"h8", "i9", "i7", "g9"}


def test_without_any_time_it_still_looks_one_ply_deep() -> None:
    assert think(PatternEngine(), job_of("h8 i9 i7 g9"), Limit(time_s=1e-6)).info.depth >= 1


def test_a_node_limit_is_kept() -> None:
    assert think(PatternEngine(), job_of("h8 i9 i7 g9"), Limit(nodes=5000)).info.nodes <= 5000


def test_progress_comes_after_each_depth() -> None:
    infos: list[SearchInfo] = []
    think(PatternEngine(), job_of("h8 i9 i7 g9"), Limit(depth=6), infos)
    assert set(range(1, 7)) <= {info.depth for info in infos}
    assert all(info.line for info in infos)
    nodes = [info.nodes for info in infos]
    assert nodes == sorted(nodes)


def test_forced_wins_by_fours_are_found() -> None:
    """All that win by fours alone, however far away."""
    found = [position for position in positions("forced_wins") if position["vcf"]]
    assert len(found) > 30
    for position in found:
        result = think(PatternEngine(), job_of_data(position), Limit(nodes=400_000))
        assert result.info.score.wins, position["id"]


def test_most_short_forced_wins_are_found_and_their_length_is_right() -> None:
    """A generous share of those of up to eleven plies; nobody claims to win faster than is possible."""
    short = [position for position in positions("forced_wins") if position["win_plies"] <= 11]
    wins = [think(PatternEngine(), job_of_data(each), Limit(nodes=200_000)).info.score for each in short]
    assert sum(win.wins for win in wins) >= 0.9 * len(short)
    exact = [(win, each) for win, each in zip(wins, short, strict=True) if each["win_plies"] <= 3]
    assert all(win == Mate(each["win_plies"]) for win, each in exact)


@pytest.mark.slow
# a win by threats or fours is proven before a shorter one is seen
@pytest.mark.parametrize(
    "name", ["fw-fr-037", "fw-fr-045", "fw-fr-057", "fw-fr-061", "fw-st-053", "fw-re-048", "fw-re-054"]
)
def test_a_shorter_win_than_the_one_proven_first_is_found(name: str) -> None:
    position = next(each for each in positions("forced_wins") if each["id"] == name)
    infos: list[SearchInfo] = []
    result = think(PatternEngine(table_mb=4), job_of_data(position), Limit(nodes=30_000), infos)
    first = next(info.score for info in infos if isinstance(info.score, Mate))
    assert first < Mate(position["win_plies"]), "else this tests nothing"
    assert result.info.score == Mate(position["win_plies"])
    assert result.info.line[0] == result.move


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(1, _SHARES))])
def test_claimed_wins_are_wins(first: int) -> None:
    """Who claims a forced win plays it out against the engine's own defence and wins; how fast may drift, for every
    move is thought about again."""
    for position in positions("forced_wins")[first::_SHARES]:
        job = job_of_data(position)
        result = think(PatternEngine(), job, Limit(nodes=300_000))
        if not isinstance(result.info.score, Mate) or not result.info.score.wins:
            continue
        claim, plies = result.info.score.plies, 0
        while True:
            job, plies = Job(job.variant, job.start, (*job.moves, result.move)), plies + 1
            assert plies <= claim + 20, position["id"]
            try:
                # who won once must find it again from further on, without what was remembered
                nodes = 4_000_000 if plies % 2 == 0 else 100_000
                result = think(PatternEngine(), job, Limit(nodes=nodes))
            except EngineError:
                break  # a five is on the board
        assert plies % 2 == 1, position["id"]


def test_few_defences_lose() -> None:
    """Against a threatened win by fours the engine mostly finds an answer that was not refuted."""
    found = positions("defend")
    good = 0
    for position in found:
        result = think(PatternEngine(), job_of_data(position), Limit(nodes=50_000))
        good += result.move in {f"{chr(ord('a') + x)}{y + 1}" for x, y in position["non_losing"]}
    assert good >= 0.85 * len(found)
