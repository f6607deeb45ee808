"""Endgame tables against perfect play found otherwise: by the rules, without bitboards, depth by depth."""

from __future__ import annotations

import itertools
import lzma
import random
from pathlib import Path

import numpy as np
import pytest
from draughts_words import rules_of, words_of

from ai.draughts import endings as end
from ai.draughts.board import VARIANTS
from ai.draughts.endings_maker import KERNELS as MAKER
from ai.draughts.endings_maker import main, make_table
from ai.draughts.kernels import compile_kernels
from game.rules.draughts.board import piece
from game.rules.draughts.position import DraughtsPosition, position_of
from game.rules.draughts.variants import DraughtsVariant

RUSSIAN = "draughts-russian"
TABLES = ("draughts-international", "draughts-brazilian", RUSSIAN, "draughts-english")


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in compile_kernels():
        pass
    for _ in end.KERNELS.compile():
        pass


def looked_up(name: str, position: DraughtsPosition) -> int:
    ending, table = end.load_endings(name)
    return int(end.look_up(ending, table, *words_of(name, position)))


_TURNED = bytes.maketrans(bytes((1, 2, 3, 4)), bytes((3, 4, 1, 2)))


def turned(cells: bytes) -> bytes:
    """The board turned round with the colours exchanged: the same for the other side."""
    return cells[::-1].translate(_TURNED)


def all_boards(name: str, count: int) -> list[bytes]:
    """Every board of this many pieces, both sides present."""
    rules = rules_of(name).rules
    found = []
    for squares in itertools.combinations(range(rules.squares), count):
        possible = [
            [piece(colour, king) for colour in (0, 1) for king in (False, True)
             if king or not rules.is_crowning(square, colour)]
            for square in squares
        ]  # fmt: skip
        for values in itertools.product(*possible):
            if 0 < sum(value > 2 for value in values) < count:
                cells = bytearray(rules.squares)
                for square, value in zip(squares, values, strict=True):
                    cells[square] = value
                found.append(bytes(cells))
    return found


def boards_after(name: str, cells: bytes) -> list[bytes]:
    """The boards after White's moves, turned, so that it is White's turn again."""
    position = position_of(rules_of(name).rules, cells, 0)
    return [turned(position.play(move).cells) for move in position.legal_moves()]


def perfect_play(name: str, most: int) -> dict[bytes, int]:
    """What every board of 2 to `most` pieces is worth with White to move, by the rules' own moves: lost is who has no
    move; from the decided ones back to those before them. What is never decided is drawn."""
    boards = [cells for count in range(2, most + 1) for cells in all_boards(name, count)]
    number = {cells: index for index, cells in enumerate(boards)}
    before: list[list[int]] = [[] for _ in boards]
    left = [0] * len(boards)
    worth = [end.DRAW] * len(boards)
    decided = []
    for index, cells in enumerate(boards):
        after = boards_after(name, cells)
        left[index] = len(after)
        for each in after:
            if 1 not in each and 2 not in each:  # the other side has nothing left
                worth[index] = end.WIN
            else:
                before[number[each]].append(index)
        if not after:
            worth[index] = end.LOSS
        if worth[index] != end.DRAW:
            decided.append(index)
    while decided:
        index = decided.pop()
        for earlier in before[index]:
            left[earlier] -= 1
            if worth[earlier] == end.DRAW and (worth[index] == end.LOSS or not left[earlier]):
                worth[earlier] = end.WIN if worth[index] == end.LOSS else end.LOSS
                decided.append(earlier)
    return dict(zip(boards, worth, strict=True))


def differences(name: str, most: int) -> tuple[int, list[str]]:
    """How many positions of 2 to `most` pieces there are, and those that the table knows otherwise than perfect play:
    every board, with White to move and turned round with Black to move."""
    rules = rules_of(name).rules
    wrong = []
    worths = perfect_play(name, most)
    for cells, worth in worths.items():
        for position in (position_of(rules, cells, 0), position_of(rules, turned(cells), 1)):
            if looked_up(name, position) != worth:
                wrong.append(str(position))
    return 2 * len(worths), wrong


def test_all_positions_of_two_pieces() -> None:
    positions, wrong = differences("draughts-english", 2)
    assert positions == 2 * sum(
        end.size_of(VARIANTS["draughts-english"], material) - _overlaps("draughts-english", material)
        for material in end.materials()
        if sum(material) == 2
    )
    assert wrong == []


def _overlaps(name: str, material: tuple[int, int, int, int]) -> int:
    """Indices at which two pieces, one of each side, would stand on one square."""
    rules = rules_of(name).rules
    own = [s for s in range(rules.squares) if material[1] or not rules.is_crowning(s, 0)]
    other = [s for s in range(rules.squares) if material[3] or not rules.is_crowning(s, 1)]
    return len(set(own) & set(other))


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_all_positions_of_two_and_three_pieces(name: str) -> None:
    """Some minutes for each board of 8x8, about half an hour and 4 GB for that of 10x10."""
    _, wrong = differences(name, 3)
    assert wrong == []


def random_position(rules: DraughtsVariant, chance: random.Random, counts: list[int]) -> DraughtsPosition:
    while True:
        squares = chance.sample(range(rules.rules.squares), chance.choice(counts))
        pieces = [(square, chance.randint(0, 1), chance.random() < 0.5) for square in squares]
        if len({colour for _, colour, _ in pieces}) == 2 and not any(
            not king and rules.rules.is_crowning(square, colour) for square, colour, king in pieces
        ):
            cells = bytearray(rules.rules.squares)
            for square, colour, king in pieces:
                cells[square] = piece(colour, king)
            return position_of(rules.rules, bytes(cells), chance.randint(0, 1))


def worth_by_moves(name: str, position: DraughtsPosition) -> int:
    """What the worths of the positions after its moves make of it."""
    worths = [
        end.LOSS if not any(value and (value < 3) == (colour == 0) for value in after.cells) else looked_up(name, after)
        for after in map(position.play, position.legal_moves())
        for colour in [after.rules.colour_of(after.turn)]
    ]
    return end.WIN if end.LOSS in worths else end.DRAW if end.DRAW in worths else end.LOSS


@pytest.mark.parametrize("name", TABLES)
def test_a_position_is_worth_what_its_moves_lead_to(name: str) -> None:
    chance = random.Random(name)
    for _ in range(500):
        position = random_position(rules_of(name), chance, [2, 3, 4, 4])
        assert looked_up(name, position) == worth_by_moves(name, position), str(position)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_a_large_sample_of_four_pieces(name: str) -> None:
    chance = random.Random(f"four {name}")
    for _ in range(25_000):
        position = random_position(rules_of(name), chance, [4])
        assert looked_up(name, position) == worth_by_moves(name, position), str(position)


def test_what_has_no_table_is_unknown() -> None:
    start = rules_of(RUSSIAN).start()
    assert looked_up(RUSSIAN, start) == end.UNKNOWN


@pytest.mark.slow
def test_the_shipped_table_is_what_the_maker_makes(tmp_path: Path) -> None:
    for _ in MAKER.compile():
        pass
    out = tmp_path / "table.xz"
    assert main([RUSSIAN, "--out", str(out)]) == 0
    _, table = end.load_endings(RUSSIAN)
    assert lzma.decompress(out.read_bytes()) == table.tobytes()
    assert np.array_equal(make_table(RUSSIAN), table)


def test_a_damaged_table_costs_only_itself(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    end.load_endings.cache_clear()
    monkeypatch.setattr(lzma, "decompress", lambda data: b"short")
    ending, table = end.load_endings(RUSSIAN)
    assert len(table) == 0
    assert "instead of" in caplog.text
    end.load_endings.cache_clear()
    assert end.look_up(ending, table, np.uint64(1), np.uint64(2), np.uint64(3), 0) == end.UNKNOWN
