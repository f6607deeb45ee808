"""Endgame tables against perfect play found otherwise: by the rules, without bitboards, depth by depth."""

from __future__ import annotations

import itertools
import lzma
import random
from pathlib import Path

import numpy as np
import pytest

from ai.draughts import endings as end
from ai.draughts.board import VARIANTS, bit_of
from ai.draughts.endings_maker import KERNELS as MAKER
from ai.draughts.endings_maker import main, make_table
from ai.draughts.kernels import compile_kernels
from game.rules.draughts import DraughtsVariant
from game.rules.draughts_board import piece
from game.rules.draughts_position import DraughtsPosition, position_of
from game.rules.registry import variant

RUSSIAN = "draughts-russian"
TABLES = ("draughts-international", "draughts-brazilian", RUSSIAN, "draughts-english")


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in compile_kernels():
        pass
    for _ in end.KERNELS.compile():
        pass


def rules_of(name: str) -> DraughtsVariant:
    found = variant(name)
    assert isinstance(found, DraughtsVariant)
    return found


def looked_up(name: str, position: DraughtsPosition) -> int:
    sets = {"white": 0, "black": 0, "kings": 0}
    for index, value in enumerate(position.cells):
        if value:
            bit = 1 << bit_of(index + 1, VARIANTS[name].columns)
            sets["white" if value < 3 else "black"] |= bit
            sets["kings"] |= bit if value in (2, 4) else 0
    side = position.rules.colour_of(position.turn)
    ending, table = end.load_endings(name)
    white, black, kings = (np.uint64(sets[key]) for key in ("white", "black", "kings"))
    return int(end.look_up(ending, table, white, black, kings, side))


def all_positions(name: str, count: int) -> list[DraughtsPosition]:
    """Every position of so many pieces, both sides present, either side to move."""
    rules = rules_of(name).rules
    found = []
    for squares in itertools.combinations(range(rules.squares), count):
        for kinds in itertools.product(range(4), repeat=count):
            cells = bytearray(rules.squares)
            for square, kind in zip(squares, kinds, strict=True):
                cells[square] = piece(kind // 2, bool(kind % 2))
            if len({kind // 2 for kind in kinds}) == 2 and not any(
                kind % 2 == 0 and rules.is_crowning(square, kind // 2)
                for square, kind in zip(squares, kinds, strict=True)
            ):
                found += [position_of(rules, bytes(cells), colour) for colour in (0, 1)]
    return found


def perfect_play(positions: list[DraughtsPosition], known: dict[DraughtsPosition, int]) -> dict[DraughtsPosition, int]:
    """What positions are worth, found by the definition: wins and losses of growing length until no more come."""
    worth = dict(known)
    after = {
        position: [position.play(move) for move in position.legal_moves()]
        for position in positions
        if position not in worth
    }
    while True:
        news = {}
        for position, answers in after.items():
            if position in worth:
                continue
            values = [worth.get(answer, end.LOSS if not answer.legal_moves() else None) for answer in answers]
            if end.LOSS in values:
                news[position] = end.WIN
            elif all(value == end.WIN for value in values):
                news[position] = end.LOSS
        if not news:
            return {position: worth.get(position, end.DRAW) for position in positions}
        worth.update(news)


def test_all_positions_of_two_pieces() -> None:
    name = "draughts-english"
    positions = all_positions(name, 2)
    assert len(positions) == 2 * sum(
        end.size_of(VARIANTS[name], material) - _overlaps(name, material)
        for material in end.materials()
        if sum(material) == 2
    )
    for position, worth in perfect_play(positions, {}).items():
        assert looked_up(name, position) == worth, str(position)


def _overlaps(name: str, material: tuple[int, int, int, int]) -> int:
    """Indices at which two pieces, one of each side, would stand on one square."""
    rules = rules_of(name).rules
    own = [s for s in range(rules.squares) if material[1] or not rules.is_crowning(s, 0)]
    other = [s for s in range(rules.squares) if material[3] or not rules.is_crowning(s, 1)]
    return len(set(own) & set(other))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [(RUSSIAN, 2), (RUSSIAN, 3), ("draughts-international", 2)])
def test_all_positions_of_more_pieces(name: str, count: int) -> None:
    known: dict[DraughtsPosition, int] = {}
    for pieces in range(2, count + 1):
        known.update(perfect_play(all_positions(name, pieces), known))
    for position, worth in known.items():
        assert looked_up(name, position) == worth, str(position)


def random_position(rules: DraughtsVariant, chance: random.Random) -> DraughtsPosition:
    while True:
        squares = chance.sample(range(rules.rules.squares), chance.choice([2, 3, 4, 4]))
        pieces = [(square, chance.randint(0, 1), chance.random() < 0.5) for square in squares]
        if len({colour for _, colour, _ in pieces}) == 2 and not any(
            not king and rules.rules.is_crowning(square, colour) for square, colour, king in pieces
        ):
            cells = bytearray(rules.rules.squares)
            for square, colour, king in pieces:
                cells[square] = piece(colour, king)
            return position_of(rules.rules, bytes(cells), chance.randint(0, 1))


@pytest.mark.parametrize("name", TABLES)
def test_a_position_is_worth_what_its_moves_lead_to(name: str) -> None:
    chance = random.Random(name)
    for _ in range(500):
        position = random_position(rules_of(name), chance)
        worths = [
            end.LOSS
            if not any(value and (value < 3) == (colour == 0) for value in after.cells)
            else looked_up(name, after)
            for after in map(position.play, position.legal_moves())
            for colour in [after.rules.colour_of(after.turn)]
        ]
        expected = end.WIN if end.LOSS in worths else end.DRAW if end.DRAW in worths else end.LOSS
        assert looked_up(name, position) == expected, str(position)


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
