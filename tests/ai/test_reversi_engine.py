"""The Reversi engine against the rules of the table: moves, counts, endings, the judge; and what it answers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest

from ai.api import Choice, Clock, EngineError, Job, Limit
from ai.common.control import new_control
from ai.engines import ENGINES
from ai.levels import levels_for
from ai.reversi import bench
from ai.reversi import layout as at
from ai.reversi.blunders import ReversiBlunders
from ai.reversi.board import ReversiArrays, flips_of, moves_of, new_arrays, perft
from ai.reversi.engine import ReversiEngine
from ai.reversi.evaluation import evaluate, move_numbers, set_numbers
from ai.reversi.last_squares import last_flips
from ai.reversi.margins import margins
from ai.reversi.notation import START, bit_at, name_of, read_job, read_position
from ai.reversi.patterns import middles, numbers_of, shape, weights
from ai.reversi.simple import GreedyEngine
from ai.reversi.solver import solve
from ai.reversi.stability import stable
from game.rules.core import PASS, Move, Side, must_pass
from game.rules.game import Game
from game.rules.reversi.board import read_square, turned
from game.rules.reversi.position import ReversiPosition
from game.rules.reversi.variants import REVERSI

CORNER_TAKES_ALL = "-OOOOOO-OOOOOOOOOOOOOOOOOOOXXOOOOOOXXOOOOOOOOOOOOOOOOOOOXXXXXXXX X"


@pytest.fixture(scope="module")
def engine() -> ReversiEngine:
    engine = ReversiEngine(table_mb=1)
    engine.load()
    return engine


def games(count: int) -> Iterator[Game]:
    for seed in range(count):
        rng = random.Random(seed)
        game = Game(REVERSI)
        while game.outcome is None:
            moves = game.position.legal_moves()
            game.play(rng.choice(moves) if moves else PASS)
        yield game


def arrays() -> ReversiArrays:
    return new_arrays(new_control(), np.zeros(1 << 14, np.int64), weights(), margins())


def brute_force(position: ReversiPosition) -> int:
    """By how many discs the side to move wins with best play, by the rules of the table alone."""
    outcome = position.outcome()
    if outcome is not None:
        assert outcome.score is not None
        black, white = outcome.score
        return black - white if position.turn is Side.FIRST else white - black
    moves = (PASS,) if must_pass(position) else position.legal_moves()
    return max(-brute_force(position.play(move)) for move in moves)


def answer(engine: ReversiEngine, position: str, limit: Limit, *moves: str) -> str:
    return engine.search(Job("reversi", position, moves), limit, engine.new_stop_flag(), lambda info: None).move


def test_moves_and_what_they_turn_are_those_of_the_rules(engine: ReversiEngine) -> None:
    for game in games(4):
        for position in game.positions:
            black, white, turn = read_position(REVERSI.write_position(position))
            own, other = (black, white) if turn == 0 else (white, black)
            legal = {REVERSI.write_move(move, position) for move in position.legal_moves()}
            found = int(moves_of(np.uint64(own), np.uint64(other)))
            assert {name_of(bit) for bit in range(64) if found >> bit & 1} == legal
            for move in position.legal_moves():
                (square,) = move.path
                flips = int(flips_of(np.uint64(own), np.uint64(other), bit_at(square)))
                assert flips == sum(1 << bit_at(each) for each in turned(position.cells, square, position.turn))
        assert read_job(Job("reversi", START, game.texts())) == read_position(REVERSI.write_position(game.position))


def test_the_published_counts(engine: ReversiEngine) -> None:
    black, white, _ = read_position(START)
    assert [perft(np.uint64(black), np.uint64(white), depth) for depth in (7, 8, 9)] == [55092, 390216, 3005288]


def test_endings_are_solved_as_by_brute_force(engine: ReversiEngine) -> None:
    board = arrays()
    for game in games(12):
        position = game.at(max(0, game.ply - 6))
        black, white, turn = read_position(REVERSI.write_position(position))
        own, other = (black, white) if turn == 0 else (white, black)
        assert solve(board, np.uint64(own), np.uint64(other), -64, 64, 0) == brute_force(position)


def test_the_last_disc_turns_what_any_disc_turns(engine: ReversiEngine) -> None:
    chance = random.Random(1)
    turned_over = 0
    for bit in range(64):
        for _ in range(20):
            own = chance.getrandbits(64) & ~(1 << bit)
            other = (1 << 64) - 1 & ~own & ~(1 << bit)
            flips = int(flips_of(np.uint64(own), np.uint64(other), bit)).bit_count()
            assert last_flips(np.uint64(own), bit) == flips
            turned_over += flips
    assert turned_over > 1000


def test_stable_discs_never_turn(engine: ReversiEngine) -> None:
    found = 0
    for game in games(20):
        discs = [read_position(REVERSI.write_position(position))[:2] for position in game.positions]
        for ply in range(len(discs)):
            for side in (0, 1):
                kept = int(stable(np.uint64(discs[ply][side]), np.uint64(discs[ply][1 - side])))
                assert all(kept & ~later[side] == 0 for later in discs[ply:])
                found += kept.bit_count()
    assert found > 3000
    full = np.uint64(0x00FF00FFFF00FF00)
    assert stable(full, ~full) == full


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "move", "centi"),
    [
        ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", "a2", 3800),
        ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", "h4", 0),
        ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", "g2", 600),
        ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", "d2", -1400),
    ],
)
def test_endings_of_the_french_federation(position: str, move: str, centi: int) -> None:
    """Positions 40, 41, 42 and 44 of the FFO's endgame tests, with 20 to 23 empty squares."""
    engine = ReversiEngine(table_mb=128)
    result = engine.search(Job("reversi", position), Limit(time_s=100), engine.new_stop_flag(), lambda info: None)
    assert (result.move, result.info.score.centi) == (move, centi)


def test_twelve_empty_squares_with_the_table_and_without(engine: ReversiEngine) -> None:
    for game in games(6):
        position = game.at(game.ply - 12)
        black, white, turn = read_position(REVERSI.write_position(position))
        own, other = (np.uint64(each) for each in ((black, white) if turn == 0 else (white, black)))
        exact = solve(arrays(), own, other, -64, 64, 0)
        for bound in (exact - 2, exact, exact + 2):  # narrow windows say the same
            score = solve(arrays(), own, other, bound - 1, bound, 0)
            assert (score >= bound) == (exact >= bound)


def test_a_likely_end_is_near_the_solved_one_and_never_taken_for_it(engine: ReversiEngine) -> None:
    said = []
    for game in games(8):
        position = game.at(42)
        black, white, _ = read_position(REVERSI.write_position(position))
        own, other = (black, white) if position.turn is Side.FIRST else (white, black)
        if not position.legal_moves() or (own | other).bit_count() != 64 - 18:
            continue
        found: dict[int, int] = {}
        job, stop = Job("reversi", REVERSI.write_position(position)), engine.new_stop_flag()
        engine.search(job, Limit(depth=10), stop, lambda info, to=found: to.update({info.depth: info.score.centi}))
        exact = 100 * int(solve(arrays(), np.uint64(own), np.uint64(other), -64, 64, 0))
        assert found[10] == exact
        said.append([abs(found[depth] - exact) for depth in (7, 8, 9)])
    before, likely, surer = np.sum(said, axis=0)
    assert len(said) > 4
    assert likely > 0
    assert surer <= likely < 0.7 * before


@pytest.mark.parametrize(
    "position",
    [
        "--XOO-X-OOOO-OX-OOXOOOXXOXXOXXXXXOXOXXXX-OOOXXXXO-OOX-X-----OX-- X",
        "--X-O-O--XXXXXXX-OOXOXXXXOOOOXXX-OXOOXO--OOOXO-OXOXXX-O--OXXXO-- X",
        "-O-O-O-OX-OOOOOOOX-O-OO-OOXXOOOXO-OXXXXX--XXXXXX-XOXOOX--O-XOOX- X",
        "-XXX-O---XXXOOOXXOXXOOO-OOXOXOOXXOXXXOO-X-OXXXO-XXXXXOOO--O----- X",
        "--OOOO----O-XOO----OXXOX-X-XOOXXOOXXXOOX--XXXOOO-XXOOOOOXXXXXOOO X",
    ],
)
def test_who_wins_is_proven_before_by_how_much(engine: ReversiEngine, position: str) -> None:
    """Sixteen empty squares: a draw, then four wins, of which what is likely says nothing or the contrary."""
    engine = ReversiEngine(table_mb=16)
    whole = engine.search(Job("reversi", position), Limit(depth=16), engine.new_stop_flag(), lambda info: None).info
    half = Limit(nodes=whole.nodes * 6 // 10)
    found = engine.search(Job("reversi", position), half, engine.new_stop_flag(), lambda info: None)
    black, white, _ = read_position(
        REVERSI.write_position(REVERSI.read_position(position).play(Move((read_square(found.move),))))
    )
    worth = -int(solve(arrays(), np.uint64(white), np.uint64(black), -64, 64, 0))
    assert np.sign(worth) == np.sign(whole.score.number(0)) == np.sign(found.info.score.number(0))


def test_a_solved_ending_tells_the_line_to_its_end(engine: ReversiEngine) -> None:
    passes = 0
    for game in games(12):
        position = game.at(game.ply - 13)
        if must_pass(position):
            continue
        job = Job("reversi", REVERSI.write_position(position))
        several, one = (
            engine.search(job, Limit(depth=64, lines=lines), engine.new_stop_flag(), lambda info: None).info
            for lines in (3, 1)
        )
        assert one.score == several.score
        for told in (Choice(one.score, one.line), Choice(several.score, several.line), *several.others):
            score, line = told.score, told.line
            played = Game(REVERSI, position)
            for text in line:
                played.play_text(text)
            assert played.outcome is not None, line
            assert played.outcome.score is not None
            black, white = played.outcome.score
            won = black - white if position.turn is Side.FIRST else white - black
            assert 100 * won == score.centi
            passes += "pass" in line
    assert passes > 0


def judged(board: ReversiArrays, own: int, other: int) -> int:
    set_numbers(board, np.uint64(own), np.uint64(other), 0)
    return evaluate(board, np.uint64(own), np.uint64(other), 0)


def test_equal_for_all_symmetries_of_the_board(engine: ReversiEngine) -> None:
    board = arrays()
    for game in games(2):
        black, white, _ = read_position(REVERSI.write_position(game.at(30)))
        mirrored = [int(f"{discs:064b}"[::-1], 2) for discs in (black, white)]  # half a turn
        assert judged(board, black, white) == judged(board, *mirrored)
        numbers = numbers_of(np.array([black], np.uint64), np.array([white], np.uint64))
        turned_numbers = numbers_of(*(np.array([discs], np.uint64) for discs in mirrored))
        assert sorted(shape().kept[numbers[0]]) == sorted(shape().kept[turned_numbers[0]])


def test_the_kernel_adds_up_what_the_tables_say(engine: ReversiEngine) -> None:
    table = weights().reshape(at.PHASES, -1).astype(np.int64)
    assert table.any()
    for game in games(2):
        for position in game.positions[5:50:9]:
            black, white, _ = read_position(REVERSI.write_position(position))
            phase = table[(black | white).bit_count() // at.PHASE_DISCS]
            moves = [len(ReversiPosition(position.cells, side).legal_moves()) for side in Side]
            assert moves[0] > 0
            numbers = numbers_of(np.array([black], np.uint64), np.array([white], np.uint64))[0]
            parity = at.ODD * ((black | white).bit_count() % 2)
            expected = phase[parity + at.OWN_MOVES + moves[0]] + phase[parity + at.OTHER_MOVES + moves[1]]
            expected += phase[at.WEIGHTS + numbers].sum()
            assert judged(arrays(), black, white) == min(6300, max(-6300, expected))


def test_numbers_follow_the_moves(engine: ReversiEngine) -> None:
    board = arrays()
    passes = 0
    for game in games(12):
        set_numbers(board, np.uint64(0), np.uint64(0), 0)
        for ply, position in enumerate(game.positions):
            black, white, turn = read_position(REVERSI.write_position(position))
            own, other = (np.uint64(each) for each in ((black, white) if turn == 0 else (white, black)))
            if ply == 0:
                set_numbers(board, own, other, 0)
            kept = board.numbers.reshape(-1, at.INSTANCES)[ply, : len(middles())]
            assert np.array_equal(middles() + kept, numbers_of(np.array([own]), np.array([other]))[0])
            left = position.legal_moves()
            if must_pass(position):
                passes += 1
                move_numbers(board, at.PASS, np.uint64(0), ply)
            elif left:
                bit = bit_at(game.moves[ply].path[0])
                move_numbers(board, bit, flips_of(own, other, bit), ply)
    assert passes > 0


def test_who_must_pass_is_judged_as_the_other_side(engine: ReversiEngine) -> None:
    board = arrays()
    stuck = next(each for game in games(50) for each in game.positions if must_pass(each))
    black, white, turn = read_position(REVERSI.write_position(stuck))
    own, other = (black, white) if turn == 0 else (white, black)
    assert judged(board, own, other) == -judged(board, other, own) != 0


def test_it_answers_to_the_end_of_a_game(engine: ReversiEngine) -> None:
    game = Game(REVERSI)
    while game.outcome is None:
        move = answer(engine, START, Limit(nodes=150), *game.texts())
        assert (move == "pass") == must_pass(game.position)
        game.play_text(move)


def test_the_end_is_told_in_discs(engine: ReversiEngine) -> None:
    infos = []
    result = engine.search(Job("reversi", CORNER_TAKES_ALL), Limit(depth=10), engine.new_stop_flag(), infos.append)
    assert result.move in ("a1", "h1")
    assert result.info.score.centi == 100 * brute_force(REVERSI.read_position(CORNER_TAKES_ALL))


PASSES = "OOOOOOOOXXOOXXXO-XOXOXXX-XXOOOXXXXXXOOXXX-XXXOXX-XXXXXXX--XOOOOO X"


def test_a_pass_costs_no_depth(engine: ReversiEngine) -> None:
    flag = engine.new_stop_flag()
    result = engine.search(Job("reversi", PASSES), Limit(depth=10), flag, lambda info: None)
    assert result.move == "pass"
    assert result.info.score.centi == 100 * brute_force(REVERSI.read_position(PASSES))


def test_who_has_no_choice_takes_no_time(engine: ReversiEngine) -> None:
    forced = next(each for game in games(50) for each in game.positions[:36] if len(each.legal_moves()) == 1)
    job, move = Job("reversi", REVERSI.write_position(forced)), REVERSI.write_move(forced.legal_moves()[0], forced)
    for limit, depth in ((Limit(time_s=60), 8), (Limit(clock=Clock(300)), 8), (Limit(depth=9), 9)):
        result = engine.search(job, limit, engine.new_stop_flag(), lambda info: None)
        assert (result.move, result.info.depth) == (move, depth)


def test_several_lines_and_variety(engine: ReversiEngine) -> None:
    flag = engine.new_stop_flag()
    result = engine.search(Job("reversi", START, ("f5",)), Limit(depth=5, lines=3), flag, lambda info: None)
    assert len({result.move, *(each.line[0] for each in result.info.others)}) == 3
    varied = {answer(ReversiEngine(seed, table_mb=1, variety=2000), START, Limit(depth=2), "f5") for seed in range(8)}
    assert len(varied) > 1


@pytest.mark.parametrize(
    "job",
    [
        Job("gomoku", START),
        Job("reversi", "nothing"),
        Job("reversi", START, ("a1",)),
        Job("reversi", START, ("pass",)),
        Job("reversi", START, ("k9",)),
        Job("reversi", "X" * 64 + " X"),
    ],
    ids=str,
)
def test_bad_jobs(engine: ReversiEngine, job: Job) -> None:
    for each in (engine, GreedyEngine()):
        with pytest.raises(EngineError):
            each.search(job, Limit(depth=1), each.new_stop_flag(), lambda info: None)


def test_the_first_opponent_needs_nothing_and_plays_to_the_end() -> None:
    greedy = ENGINES["reversi-greedy"].make(3, {})
    game = Game(REVERSI)
    while game.outcome is None:
        game.play_text(
            greedy.search(Job("reversi", START, game.texts()), Limit(), greedy.new_stop_flag(), lambda _: None).move
        )


def test_mistaken_discs() -> None:
    job = Job("reversi", START, ("f5", "d6", "c3", "d3"))
    assert ReversiBlunders(1, 0).seen(job) is None
    seen = ReversiBlunders(1, 60).seen(job)
    assert seen is not None
    assert seen == ReversiBlunders(1, 60).seen(job)
    there, here = read_job(job), read_position(seen.start)
    assert there[0] | there[1] == here[0] | here[1]
    assert there[2] == here[2]


def test_the_levels_are_a_good_step_apart_and_only_the_strongest_goes_by_time() -> None:
    levels = levels_for("reversi")
    assert [each.name for each in levels if not each.needs_kernels] == ["first-steps"]
    assert [each.name for each in levels if each.limit.time_s is not None] == ["master"]
    elos = [each.rating.elo for each in levels if each.rating]
    assert len(elos) == len(levels)
    assert all(100 <= high - low <= 420 for low, high in itertools.pairwise(elos))  # a step is measured to some 100


def test_figures(engine: ReversiEngine) -> None:
    told = list(bench.lines(4, 5))
    assert any("signature" in line for line in told)
