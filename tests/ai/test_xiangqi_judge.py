"""The arena's judge of Xiangqi against the rules of the table."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xiangqi_cycles import diagrams, gone_on

from ai.api import EngineError
from ai.arena.judge import Ending, IllegalMoveError
from ai.common.control import new_control
from ai.xiangqi import layout as at
from ai.xiangqi.arbiter import XiangqiJudge
from ai.xiangqi.board import make, new_arrays, unmake
from ai.xiangqi.chase import PIECES, note_before, threatened_anew
from ai.xiangqi.judge import XIANGQI
from ai.xiangqi.kernels import compile_kernels
from ai.xiangqi.notation import START, read_fen, read_move
from ai.xiangqi.outlook import board_of
from ai.xiangqi.repetition import repeated
from ai.xiangqi.searcher import play_game
from ai.xiangqi.weights import weighted_tables
from game.rules.core import Move, Outcome
from game.rules.game import Game
from game.rules.registry import VARIANTS
from game.rules.xiangqi.chase import chased, undermined
from game.rules.xiangqi.position import XiangqiPosition

DATA = Path(__file__).parent.parent / "data" / "xiangqi"
RULES = VARIANTS["xiangqi"]


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in compile_kernels():
        pass


def ending_of(outcome: Outcome | None) -> Ending | None:
    if outcome is None:
        return None
    return Ending(None if outcome.winner is None else int(outcome.winner), str(outcome.termination))


def follow(start: str, chance: random.Random, plies: int) -> str | None:
    """Play a random game on the judge and by the rules side by side; gives the reason of its end."""
    judge, game = XIANGQI.judge("xiangqi", start), Game(RULES, RULES.read_position(start))
    for _ in range(plies):
        if judge.ending:
            break
        legal = [RULES.write_move(move, game.position) for move in game.position.legal_moves()]
        text = judge.random_move(chance) if chance.random() < 0.5 else chance.choice(legal)
        assert text in legal
        assert judge.turn == game.turn
        judge.play(text)
        game.play_text(text)
        assert judge.ending == ending_of(game.outcome), game.texts()
    return judge.ending.reason if judge.ending else None


def test_random_games_end_as_by_the_rules() -> None:
    for seed in range(6):
        follow(START, random.Random(seed), 120)


@pytest.mark.parametrize(
    "start",
    [
        "3k5/9/9/9/9/9/9/9/4r4/R3K4 w - - 0 1",
        "3ak4/9/9/9/9/9/9/9/4A4/4K3C w - - 0 1",
        "3k5/9/9/9/9/4p4/9/9/9/5K3 b - - 0 1",
        "3k1a3/9/3n5/9/9/9/9/5R3/9/5K3 w - - 0 1",
    ],
)
def test_endings_end_as_by_the_rules(start: str) -> None:
    for seed in range(12):
        follow(start, random.Random(seed), 260)


def test_random_endings_know_many_ends() -> None:
    reasons = {
        follow(start, random.Random(seed), 260)
        for start in ("3k5/9/9/9/9/9/9/9/4r4/R3K4 w - - 0 1", "3k5/9/9/9/9/4p4/9/9/9/5K3 b - - 0 1")
        for seed in range(30)
    }
    assert {"repetition", "no-attackers", "stalemate"} <= reasons


def test_what_moves_chase_and_undermine_is_told_as_by_the_rules() -> None:
    """The kernels' reading of moves against the rules', in random games."""
    seen = Counter[str]()
    room = np.zeros(PIECES + 2 * at.MAX_MOVES, np.int32)
    for seed in range(40):
        chance = random.Random(seed)
        game = Game(RULES, RULES.start())
        while game.ply < 160 and game.outcome is None:
            here = game.position
            assert isinstance(here, XiangqiPosition)
            quiet = [move for move in here.legal_moves() if not move.captured]
            for move in chance.sample(quiet, min(4, len(quiet))):
                board = board_of(read_fen(str(here)))
                origin, target = move.path
                for undermining, chases in ((False, chased), (True, undermined)):
                    note_before(board, int(here.turn), undermining, room, 0)
                    key, score = int(board.past[at.KEY]), int(board.state[at.PIECE_SQUARE])
                    make(board, origin | target << at.TO_SHIFT)
                    found = int(threatened_anew(board, int(here.turn), room, 0))
                    unmake(board, origin | target << at.TO_SHIFT, -1, key, score)
                    others = board.state[at.PLACE + 16 * here.turn.other :]
                    squares = {int(others[piece]) for piece in range(16) if found >> piece & 1}
                    assert squares == chases(here.cells, (origin, target), here.turn), (str(here), move)
                    seen[chases.__name__] += bool(squares)
            game.play(chance.choice(here.legal_moves()))
    assert seen["undermined"] > seen["chased"] > 1000


def go_round(start: str, chance: random.Random, plies: int) -> Ending | None:
    """Play a game on the judge and by the rules side by side in which both sides like to check and to chase, and to go
    back where they came from; gives its end."""
    judge, game = XIANGQI.judge("xiangqi", start), Game(RULES, RULES.read_position(start))
    while game.ply < plies and judge.ending is None:
        here = game.position
        assert isinstance(here, XiangqiPosition)
        legal = here.legal_moves()
        back = {move for move in legal if game.ply > 1 and move.path == game.moves[-2].path[::-1]}
        pressing = {move for move in legal if not move.captured and presses(here, move)}
        choices = [each for each in (back & pressing, back, pressing) if each and chance.random() < 0.85]
        text = RULES.write_move(chance.choice(sorted(choices[0], key=str) if choices else legal), here)
        judge.play(text)
        game.play_text(text)
        assert judge.ending == ending_of(game.outcome), (start, game.texts())
    return judge.ending


def presses(here: XiangqiPosition, move: Move) -> bool:
    origin, target = move.path
    return here.play(move).is_check() or bool(undermined(here.cells, (origin, target), here.turn))


def test_games_that_go_round_end_as_by_the_rules() -> None:
    ends = [go_round(each["fen"], random.Random(each["fen"]), 40) for each in diagrams()]
    reasons = Counter(end.reason for end in ends if end is not None)
    assert reasons["repetition"] > 9
    assert reasons["perpetual-check"] > 0
    assert reasons["perpetual-chase"] > 0


def repetitions() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / "repetition.json").read_text(encoding="utf-8"))["sequences"]
    return found


@pytest.mark.parametrize("entry", repetitions(), ids=lambda each: each["fen"])
def test_repetitions_are_judged_as_by_the_rules(entry: dict[str, Any]) -> None:
    judge, game = XIANGQI.judge("xiangqi", entry["fen"]), Game(RULES, RULES.read_position(entry["fen"]))
    for text in entry["moves"][: entry["end_ply"]]:
        assert judge.ending is None
        judge.play(text)
        game.play_text(text)
    assert judge.ending is not None
    assert judge.ending == ending_of(game.outcome)


@pytest.mark.parametrize("entry", diagrams(), ids=lambda each: each["diagram"])
def test_diagrams_are_judged_as_by_the_rules(entry: dict[str, Any]) -> None:
    """By the judge, and by the search, to which the first time that a position comes again is enough."""
    judge, game = XIANGQI.judge("xiangqi", entry["fen"]), gone_on(entry["fen"], entry["moves"])
    for text in game.texts():
        assert judge.ending is None
        judge.play(text)
    assert judge.ending is not None
    assert judge.ending == ending_of(game.outcome)
    board = new_arrays(weighted_tables(), new_control(), np.zeros(8, np.int64), searches=True)
    side = play_game(board, read_fen(entry["fen"]), [read_move(text) for text in game.texts()])
    score = int(repeated(board, side, 0))
    assert (None if score == 0 else side if score > 0 else 1 - side) == judge.ending.winner


@pytest.mark.parametrize("move", ["a0a5", "a9a8", "", "h2", "h2h2", "e3e3", "hello"])
def test_moves_that_are_none(move: str) -> None:
    judge = XiangqiJudge("xiangqi", START)
    key = judge.key()
    with pytest.raises(IllegalMoveError):
        judge.play(move)
    assert judge.key() == key


def test_nothing_is_played_after_the_end() -> None:
    judge = XiangqiJudge("xiangqi", "3k5/R8/1R7/9/9/9/9/9/9/4K4 w")
    judge.play("b7b9")
    assert judge.ending == Ending(0, "checkmate")
    with pytest.raises(IllegalMoveError, match="after the end"):
        judge.play("d9d8")


@pytest.mark.parametrize(
    ("variant", "start", "why"),
    [
        ("xiangqi-mini", START, "no variant"),
        ("xiangqi", "nonsense", "ranks"),
        ("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/3RK4 b", "over"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w", "not to move is in check"),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w", "over"),
    ],
)
def test_starts_that_are_none(variant: str, start: str, why: str) -> None:
    with pytest.raises(EngineError, match=why):
        XiangqiJudge(variant, start)


def test_mirrored_positions_have_one_key() -> None:
    def key(*moves: str) -> str:
        judge = XiangqiJudge("xiangqi", START)
        for move in moves:
            judge.play(move)
        return judge.key()

    assert key("h2e2") == key("b2e2") != key("h2d2")
    assert key("h2e2", "h9g7", "b0c2") == key("b0c2", "h9g7", "h2e2")
    assert key("c3c4") != key("c3c4", "c6c5")
