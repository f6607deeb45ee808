"""Reversi on 6x6: kernels against a plain reading of the rules, what the solver says against trying everything."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ai.common.book import BookError
from ai.proven import StoppedError
from ai.reversi.six.__main__ import main
from ai.reversi.six.board import left_to_right, perft_inside, transposed, upside_down
from ai.reversi.six.book import FILE, read_values
from ai.reversi.six.bookmaker import SixBookmaker
from ai.reversi.six.position import SixPosition, name_of, read_moves
from ai.reversi.six.solver import key_of_all
from ai.reversi.six.values import SixSolver
from game.rules.core import PASS, Side, Square, UnreadableMoveError, UnreadablePositionError, must_pass
from game.rules.game import Game
from game.rules.reversi.variants import REVERSI, SIX

Cells = dict[tuple[int, int], int]
"""By column and row from 1 on: 1 Black's, -1 White's, 0 empty."""
PERFECT = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 a3 a5 a6 a1 b5 a2 c6 e5 f1 e1 e6 f5 f6"


@pytest.fixture(scope="module")
def solver() -> SixSolver:
    return SixSolver(table_mb=16)


def cells_of(position: SixPosition) -> Cells:
    bits = {(column, row): 1 << 8 * row + column for column in range(1, 7) for row in range(1, 7)}
    return {at: bool(position.black & bit) - bool(position.white & bit) for at, bit in bits.items()}


def turned(cells: Cells, at: tuple[int, int], side: int) -> list[tuple[int, int]]:
    """What a disc turns over, by walking."""
    found = []
    for across, down in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
        run = []
        column, row = at[0] + across, at[1] + down
        while cells.get((column, row), 0) == -side:
            run.append((column, row))
            column, row = column + across, row + down
        if cells.get((column, row), 0) == side:
            found += run
    return found if cells[at] == 0 else []


def moves_of(cells: Cells, side: int) -> list[tuple[int, int]]:
    return [at for at in cells if turned(cells, at, side)]


def tried(cells: Cells, side: int) -> int:
    """The side's discs more than the other's at the end, by trying everything; empty squares go to the winner."""
    moves = moves_of(cells, side)
    if not moves:
        if moves_of(cells, -side):
            return -tried(cells, -side)
        ahead = side * sum(cells.values())
        empty = list(cells.values()).count(0)
        return ahead + (empty if ahead > 0 else -empty if ahead < 0 else 0)
    after = ({**cells, at: side, **dict.fromkeys(turned(cells, at, side), side)} for at in moves)
    return max(-tried(each, -side) for each in after)


def counted(cells: Cells, side: int, depth: int) -> int:
    """Perft."""
    if depth == 0:
        return 1
    moves = moves_of(cells, side)
    if not moves:
        return counted(cells, -side, depth - 1) if moves_of(cells, -side) else 1
    after = ({**cells, at: side, **dict.fromkeys(turned(cells, at, side), side)} for at in moves)
    return sum(counted(each, -side, depth - 1) for each in after)


def played(seed: int, empty_count: int) -> SixPosition:
    """A position of a random game that is not over, with that number of empty squares."""
    rng = random.Random(seed)
    while True:
        position = SixPosition()
        while position.moves() and position.empty_count > empty_count:
            position = position.after(rng.choice(position.moves()))
        if position.moves():
            return position


def test_the_lines_of_the_first_plies_are_as_many_as_by_walking(solver: SixSolver) -> None:
    start = SixPosition()
    assert perft_inside(*start.sides, 5) == counted(cells_of(start), 1, 5)


@pytest.mark.parametrize("seed", range(6))
def test_moves_are_those_of_the_rules(solver: SixSolver, seed: int) -> None:
    rng = random.Random(seed)
    position = SixPosition()
    while moves := position.moves():
        cells, side = cells_of(position), 1 if position.black_moves else -1
        assert sorted(moves) == sorted(8 * row + column for column, row in moves_of(cells, side))
        bit = rng.choice(moves)
        at = bit % 8, bit // 8
        position = position.after(bit)
        assert cells_of(position) == {**cells, at: side, **dict.fromkeys(turned(cells, at, side), side)}
    assert position.final_score() == tried(cells_of(position), 1)


@pytest.mark.parametrize("empty_count", [1, 2, 3, 5, 7])
@pytest.mark.parametrize("seed", range(3))
def test_the_last_squares_are_worth_what_trying_everything_says(solver: SixSolver, empty_count: int, seed: int) -> None:
    position = played(seed, empty_count)
    side = 1 if position.black_moves else -1
    assert solver.value(position) == side * tried(cells_of(position), side)


@pytest.mark.parametrize("empty_count", [11, 14, 19])
def test_a_position_is_worth_its_best_move(solver: SixSolver, empty_count: int) -> None:
    position = played(7, empty_count)
    best = solver.values(position)[0][1]
    assert SixSolver(table_mb=1).value(position) == best
    line = solver.line(position)
    for bit in line:
        position = position.after(bit)
    assert (position.moves(), position.final_score()) == ((), best)


def test_positions_that_are_the_same_by_symmetry_have_one_number(solver: SixSolver) -> None:
    discs = played(3, 20).sides
    keys = set()
    for _ in range(2):
        for _ in range(2):
            for _ in range(2):
                keys.add(int(key_of_all(*discs)))
                discs = left_to_right(discs[0]), left_to_right(discs[1])
            discs = upside_down(discs[0]), upside_down(discs[1])
        discs = transposed(discs[0]), transposed(discs[1])
    assert len(keys) == 1
    assert discs == played(3, 20).sides
    assert int(key_of_all(*reversed(discs))) not in keys
    assert len({int(discs[0]), *(int(turn(discs[0])) for turn in (left_to_right, upside_down, transposed))}) == 4


def test_best_play_ends_16_to_20(solver: SixSolver) -> None:
    """J. Feinstein, 1993; the game is of our own solver. From any of its positions late enough to be solved here the
    best play of both leads to the same end."""
    moves = PERFECT.split()
    assert read_moves(moves).final_score() == -4
    for played_moves in range(14, len(moves)):
        assert solver.value(read_moves(moves[:played_moves])) == -4


def test_the_command_tells_what_each_move_leads_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(PERFECT.split()[:22]) == 0
    said = capsys.readouterr().out
    assert "16:20" in said
    assert main(PERFECT.split()) == 0
    assert "the game is over, 16:20" in capsys.readouterr().out
    assert main(["a1"]) == 2
    assert "a1 is not legal here" in capsys.readouterr().err


@pytest.mark.slow
def test_white_wins_by_four_discs() -> None:
    assert SixSolver().value(SixPosition()) == -4


@pytest.mark.parametrize("seed", range(8))
def test_the_rules_of_the_window_are_those_of_the_solver(seed: int) -> None:
    rng = random.Random(seed)
    game, position = Game(SIX), SixPosition()
    while game.outcome is None:
        if must_pass(game.position):
            game.play(PASS)
            continue
        assert {SIX.write_move(move, game.position) for move in game.position.legal_moves()} == {
            name_of(bit) for bit in position.moves()
        }
        assert (game.turn is Side.FIRST) == position.black_moves
        bit = rng.choice(position.moves())
        position = position.after(bit)
        game.play_text(name_of(bit))
    assert not position.moves()
    assert game.outcome.score is not None
    assert game.outcome.score[0] - game.outcome.score[1] == position.final_score()
    assert SIX.read_position(str(game.position)) == game.position


def test_the_small_board_has_names_and_refusals_of_its_own() -> None:
    start = SIX.start()
    assert str(start) == "--------------OX----XO-------------- X"
    assert start.refusal((Square(0),)).values == {"square": "a6"}
    assert start.refusal((Square(36),)).code == "off-board"
    with pytest.raises(UnreadableMoveError, match="from a to f and a number from 1 to 6"):
        SIX.read_move("g1", start)
    with pytest.raises(UnreadablePositionError, match="36 squares"):
        SIX.read_position(str(REVERSI.start()))
    with pytest.raises(ValueError, match="only 6"):
        SIX.start(8)


def test_several_threads_find_the_same_and_stop_when_told() -> None:
    position = read_moves(PERFECT.split()[:16])
    several = SixSolver(table_mb=16, threads=3)
    heard: dict[int, int] = {}
    assert several.values(position, heard.__setitem__) == SixSolver(table_mb=16).values(position)
    assert sorted(heard) == sorted(position.moves())
    several.stop()
    with pytest.raises(StoppedError):
        several.values(SixPosition())
    several.go_on()
    assert several.value(read_moves(PERFECT.split()[:20])) == -4


def test_what_is_known_is_not_solved_again(tmp_path: Path) -> None:
    file = tmp_path / "values.npz"
    assert read_values(file) == {}
    start = read_moves(PERFECT.split()[:12])
    maker = SixBookmaker(file, 16, start)
    assert list(maker.work(1, 1000)) == [(0, 1, 1), (1, 1, 1)]
    assert list(maker.work(1, 0)) == []
    known = read_values(file)
    again = SixSolver(table_mb=1, known=known)
    assert again.values(start)[0][1] == -4
    assert again.nodes == 0
    assert dict(again.found) == known


def test_damaged_values_are_refused(tmp_path: Path) -> None:
    """A power cut may leave a file of any kind; numpy raises many kinds of errors."""
    file, whole = tmp_path / "values.npz", FILE.read_bytes()
    for content in (b"no zip", b"", whole[: len(whole) // 2]):
        file.write_bytes(content)
        with pytest.raises(BookError, match=r"values\.npz"):
            read_values(file)
    refused = 0
    for at in range(0, len(whole), len(whole) // 400):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            read_values(file)  # what nobody reads, such as the hour of a file, may be anything
        except BookError:
            refused += 1
    assert refused >= 100


def test_the_values_that_come_with_the_program_agree_with_each_other() -> None:
    """The start is lost by four; and where the values of all moves are known, the best of them is that of the
    position."""
    assert FILE.stat().st_size <= 200_000
    known = read_values()
    assert known[int(key_of_all(*SixPosition().sides))] == -4
    checked, waiting, seen = 0, [SixPosition()], set()
    while waiting:
        position = waiting.pop()
        after = [position.after(bit) for bit in position.moves()]
        keys = [int(key_of_all(*each.sides)) for each in after]
        for each, key in zip(after, keys, strict=True):
            if key in known and key not in seen:
                seen.add(key)
                waiting.append(each)
        if all(key in known for key in keys):
            signs = [1 if each.black_moves == position.black_moves else -1 for each in after]
            best = max(sign * known[key] for sign, key in zip(signs, keys, strict=True))
            assert best == known[int(key_of_all(*position.sides))]
            checked += 1
    assert checked >= 1
    assert seen | {int(key_of_all(*SixPosition().sides))} == set(known), "each comes up in a game"
