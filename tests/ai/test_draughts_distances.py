"""Distances to the end against the rules, move by move, and against the tables of wins and draws; wins played out."""

from __future__ import annotations

import logging
import lzma
import random
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from draughts_words import rules_of, words_of
from engine_helpers import think

from ai.api import Job, Limit
from ai.common.control import new_control
from ai.draughts import distances as dist
from ai.draughts import endings as end
from ai.draughts.board import VARIANTS
from ai.draughts.distances_maker import main
from ai.draughts.engine import DraughtsEngine
from ai.draughts.lost_blocks import LostBlocks
from ai.draughts.notation import setup_after
from ai.draughts.searcher import set_out
from ai.score import Cp, Mate
from game.rules.draughts.board import piece
from game.rules.draughts.position import DraughtsPosition, position_of
from game.rules.draughts.variants import DraughtsVariant
from game.rules.game import Game

ENGLISH = "draughts-english"


@pytest.fixture(scope="module")
def engine() -> DraughtsEngine:
    engine = DraughtsEngine(table_mb=4)
    engine.load()
    return engine


def plies_of(name: str, position: DraughtsPosition) -> int:
    """The distance of a position by the tables: of four pieces and fewer found without the kernels' board."""
    white, black, kings, side = words_of(name, position)
    if not (black if side else white):
        return 0
    if len(position.pieces()) > 4:
        board = set_out(setup_after(Job(name, str(position))), name, new_control(), np.zeros(8, np.int64))
        return dist.Distances(board, name).plies(side, 0)
    ending, _ = end.ending_index(VARIANTS[name])
    return int(dist.load_distances(name)[end.index_of(ending, white, black, kings, side)])


def plies_by_moves(name: str, position: DraughtsPosition) -> int:
    """The distance that follows from those after the moves of the rules."""
    after = [plies_of(name, position.play(move)) for move in position.legal_moves()]
    if not after:
        return 0
    if won := [plies for plies in after if plies != dist.DRAWN and plies % 2 == 0]:
        return min(won) + 1
    return dist.DRAWN if dist.DRAWN in after else max(after) + 1


def random_position(rules: DraughtsVariant, chance: random.Random, counts: tuple[int, ...]) -> DraughtsPosition:
    """Of as many pieces as one of the counts, five as three against two."""
    while True:
        squares = chance.sample(range(rules.rules.squares), chance.choice(counts))
        pieces = [(square, chance.randint(0, 1), chance.random() < 0.5) for square in squares]
        first = sum(colour == 0 for _, colour, _ in pieces)
        if min(first, len(pieces) - first) > len(pieces) // 5 and not any(
            not king and rules.rules.is_crowning(square, colour) for square, colour, king in pieces
        ):
            cells = bytearray(rules.rules.squares)
            for square, colour, king in pieces:
                cells[square] = piece(colour, king)
            return position_of(rules.rules, bytes(cells), chance.randint(0, 1))


@pytest.mark.parametrize("name", dist.NAMES)
def test_a_distance_is_what_the_moves_lead_to(name: str) -> None:
    chance = random.Random(name)
    for _ in range(600):
        position = random_position(rules_of(name), chance, (2, 3, 4, 4))
        assert plies_of(name, position) == plies_by_moves(name, position), str(position)


@pytest.mark.parametrize("name", dist.NAMES)
def test_distances_and_wins_are_known_of_the_same_positions(name: str) -> None:
    """Both tables whole; they were made in different ways."""
    plies = dist.load_distances(name)
    _, table = end.load_endings(name)
    worths = ((table[:, None] >> np.array([0, 2, 4, 6], np.uint8)) & 3).ravel()[: len(plies)]
    told = np.where(plies == dist.DRAWN, end.DRAW, np.where(plies % 2, end.WIN, end.LOSS))
    assert np.array_equal(told, worths)
    assert plies[plies != dist.DRAWN].max() <= dist.LONGEST


WON = [
    (ENGLISH, "W:WK12,22,K28:B6"),
    (ENGLISH, "W:WK5,21,K29:BK13"),
    (ENGLISH, "W:WK4,K31,K32:B18"),
    (ENGLISH, "W:WK4,K19,K25:BK7"),
    (ENGLISH, "W:WK18,25:B2,10"),
    ("draughts-russian", "W:WK9,K17,20:B28"),
    ("draughts-russian", "W:WK4,12,K14:B28"),
]
WON_BY_FIVE = [
    ("draughts-russian", "W:WK23,K26,K30:BK2,20"),
    ("draughts-russian", "W:WK8,11,K22:B21,27"),
]


@pytest.mark.parametrize(("name", "start"), WON + WON_BY_FIVE)
def test_a_won_ending_is_won_in_as_many_plies_as_it_takes(engine: DraughtsEngine, name: str, start: str) -> None:
    """Before there were distances, drawn by repetition or by the rules of few pieces."""
    rules = rules_of(name)
    game = Game(rules, rules.read_position(start))
    position = game.position
    assert isinstance(position, DraughtsPosition)
    plies = plies_of(name, position)
    while game.outcome is None:
        answer = think(engine, Job(name, start, tuple(game.texts())), Limit(nodes=6000))
        left = plies - len(game.texts())
        assert answer.info.score == Mate(left if left % 2 else -left)
        assert len(answer.info.line) == left
        assert answer.info.tabled == (1 if left % 2 else -1)
        game.play_text(answer.move)
    assert game.outcome.winner is not None
    assert len(game.texts()) == plies


def test_the_other_moves_are_told_as_well(engine: DraughtsEngine) -> None:
    info = think(engine, Job(ENGLISH, "W:WK4,K31,K32:B18"), Limit(nodes=6000, lines=40)).info
    scores = [info.score, *(each.score for each in info.others)]
    rules = rules_of(ENGLISH)
    position = rules.read_position("W:WK4,K31,K32:B18")
    assert {info.line[0], *(each.line[0] for each in info.others)} == {
        rules.write_move(move, position) for move in position.legal_moves()
    }
    assert scores == sorted(scores, reverse=True)
    assert scores[0].wins
    for each in (info, *info.others):
        after = position.play(rules.read_move(each.line[0], position))
        assert isinstance(after, DraughtsPosition)
        plies = plies_of(ENGLISH, after)
        expected = Cp(0) if plies == dist.DRAWN else Mate(-plies - 1 if plies % 2 else plies + 1)
        assert each.score == expected


def test_who_looks_little_looks_for_himself(engine: DraughtsEngine) -> None:
    for limit in (Limit(depth=3), Limit(nodes=1000)):
        info = think(engine, Job(ENGLISH, "W:WK18,25:B2,10"), limit).info
        assert info.nodes > 0
        assert not isinstance(info.score, Mate)


def test_a_win_that_counting_forbids_is_not_told(engine: DraughtsEngine) -> None:
    """Forty moves of each side with kings alone draw an English game."""
    start = "W:WK4,K31,K32:BK18"
    moves = shuffled(start, 78, least=7)
    assert isinstance(think(engine, Job(ENGLISH, start, moves[:10]), Limit(nodes=6000)).info.score, Mate)
    assert not isinstance(think(engine, Job(ENGLISH, start, moves), Limit(nodes=6000)).info.score, Mate)


def shuffled(start: str, plies: int, least: int) -> tuple[str, ...]:
    """So many moves of kings, at random, after which nothing was taken and White still wins, in no less than `least`
    plies."""
    rules = rules_of(ENGLISH)
    chance = random.Random(5)
    while True:
        game = Game(rules, rules.read_position(start))
        while len(game.texts()) < plies and game.outcome is None:
            position = game.position
            assert isinstance(position, DraughtsPosition)
            good = []
            for move in position.legal_moves():
                after = position.play(move)
                if not move.captured and not after.must_capture() and plies_of(ENGLISH, after) != dist.DRAWN:
                    good.append(move)
            if not good:
                break
            game.play(chance.choice(good))
        position = game.position
        assert isinstance(position, DraughtsPosition)
        if game.outcome is None and len(game.texts()) == plies and plies_of(ENGLISH, position) >= least:
            return tuple(game.texts())


def test_a_damaged_table_costs_only_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, engine: DraughtsEngine
) -> None:
    dist.load_distances.cache_clear()
    monkeypatch.setattr(lzma, "decompress", lambda data: b"short")
    with caplog.at_level(logging.WARNING):
        assert not len(dist.load_distances(ENGLISH))
    assert "instead of" in caplog.text
    info = think(engine, Job(ENGLISH, "W:WK18,25:B2,10"), Limit(nodes=6000)).info
    assert info.tabled == 1
    assert not isinstance(info.score, Mate)
    dist.load_distances.cache_clear()


SHIPPED_FIVE = ("draughts-brazilian", "draughts-russian")


def check_five(name: str, count: int) -> None:
    """Random positions of three against two; enough of them are won and lost."""
    chance = random.Random(name)
    won = lost = 0
    for _ in range(count):
        position = random_position(rules_of(name), chance, (5,))
        plies = plies_of(name, position)
        assert plies == plies_by_moves(name, position), str(position)
        won += plies != dist.DRAWN and plies % 2
        lost += plies % 2 == 0
    assert won > count // 6
    assert lost > count // 15


@pytest.mark.parametrize("name", SHIPPED_FIVE)
def test_three_against_two_is_what_the_moves_lead_to(name: str) -> None:
    check_five(name, 300)


@pytest.fixture
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a file of English five pieces belongs that is made here, which nobody has done."""
    monkeypatch.setattr(dist, "own_folder", lambda: tmp_path)
    dist.load_five.cache_clear()
    yield tmp_path / dist.five_name(ENGLISH)
    dist.load_five.cache_clear()


def test_where_nobody_made_five_pieces_four_are_known(own_file: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert not own_file.exists()
    assert dist.most_pieces(ENGLISH) == 4
    assert not caplog.text


def test_a_damaged_file_of_five_pieces_costs_only_itself(
    own_file: Path, caplog: pytest.LogCaptureFixture, engine: DraughtsEngine
) -> None:
    own_file.write_bytes(b"short")
    with caplog.at_level(logging.WARNING):
        assert dist.most_pieces(ENGLISH) == 4
    assert "five pieces" in caplog.text
    assert isinstance(think(engine, Job(ENGLISH, "W:WK18,25:B2,10"), Limit(nodes=6000)).info.score, Mate)


@pytest.mark.slow
def test_five_pieces_made_here_are_what_the_moves_lead_to(own_file: Path) -> None:
    assert main([ENGLISH, "--five", "--out", str(own_file.parent)]) == 0
    assert [each.name for each in own_file.parent.iterdir()] == [own_file.name]
    assert dist.most_pieces(ENGLISH) == 5
    check_five(ENGLISH, 2000)


def test_a_folder_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([ENGLISH])
    assert "--out" in capsys.readouterr().err


def test_a_damaged_block_leaves_the_search(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, engine: DraughtsEngine
) -> None:
    def damaged(blocks: LostBlocks, number: int) -> int:
        raise ValueError("block 7: damaged")

    monkeypatch.setattr(LostBlocks, "plies", damaged)
    name, start = WON_BY_FIVE[0]
    with caplog.at_level(logging.WARNING):
        info = think(engine, Job(name, start), Limit(nodes=6000)).info
    assert info.nodes > 0
    assert "block 7" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED_FIVE)
def test_the_shipped_five_are_what_the_maker_makes(tmp_path: Path, name: str) -> None:
    assert main([name, "--five", "--out", str(tmp_path)]) == 0
    shipped = files("ai.draughts").joinpath("tables", dist.five_name(name)).read_bytes()
    assert (tmp_path / dist.five_name(name)).read_bytes() == shipped


@pytest.mark.slow
def test_the_shipped_distances_are_what_the_maker_makes(tmp_path: Path) -> None:
    assert main([ENGLISH, "--out", str(tmp_path)]) == 0
    made = lzma.decompress((tmp_path / dist.file_name(ENGLISH)).read_bytes())
    assert made == dist.load_distances(ENGLISH).tobytes()
