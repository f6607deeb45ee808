"""The engines under the simple rules of repetition: what they are told of the rules, no move that is barred."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from engine_helpers import think
from uci_helpers import talking

from ai.api import Engine, EngineError, Job, Limit, SearchInfo
from ai.classic.engines import XiangqiClassicEngine
from ai.engines import ENGINES
from ai.positions import allows
from ai.protocols.external_process import Command
from ai.protocols.uci import client
from ai.protocols.uci.client import UciEngine
from ai.xiangqi.engine import XiangqiEngine
from ai.xiangqi.notation import SIMPLE, banned_moves, number_of, write_move
from game.rules.core import Move, Position
from game.rules.game import Game
from game.rules.registry import VARIANTS
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.simple_repetition import chased_simply

RULES = VARIANTS[SIMPLE]
BAD = str(Path(__file__).parent / "bad_uci.py")
CHECKING = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"
CHECKS = ("e1d1", "d9e9", "d1e1", "e9d9") * 3
BARRED = "e1d1"
JOB = Job(SIMPLE, CHECKING, CHECKS)


def banned(start: str, moves: Sequence[str]) -> set[str]:
    """What the engines may not play."""
    return {write_move(number_of(move)) for move in banned_moves(Job(SIMPLE, start, tuple(moves)))}


def barred_by_rules(game: Game) -> dict[str, str]:
    """The same by the position: what is legal but for its history, and why."""
    here = game.position
    bare = RULES.read_position(str(here))
    only = set(bare.legal_moves()) - set(here.legal_moves())
    return {RULES.write_move(move, here): here.refusal(move.path).code for move in only}


def test_checks_and_chases_are_barred() -> None:
    assert banned(CHECKING, CHECKS) == {BARRED}
    assert banned(CHECKING, CHECKS[:8]) == set()
    chase = ("a4c4", *("c7b7", "c4b4", "b7c7", "b4c4") * 2, "c7b7", "c4b4", "b7c7")
    assert banned("5k3/9/2c6/9/9/R8/9/9/9/3K5 w", chase) == {"b4c4"}
    assert banned(CHECKING, (*CHECKS, BARRED, "d9e9", "d1e1", "e9d9")) == {BARRED}, "whatever was let pass before"
    assert banned_moves(Job("xiangqi", CHECKING, CHECKS)) == frozenset()


def test_a_game_that_can_not_be_played_is_refused_before_its_history_is_read() -> None:
    for engine in (XiangqiEngine(table_mb=1), XiangqiClassicEngine()):
        with pytest.raises(EngineError, match="e5e6"):
            think(engine, Job(SIMPLE, "start", ("e5e6",)), Limit(depth=1))


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        ("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1", {"perpetual-check"}),
        ("3k1a3/4a4/9/9/9/N7c/9/9/4A4/3AK4 w - - 0 1", {"perpetual-chase", "perpetual-check"}),
        ("2rk5/9/9/9/4C4/9/9/9/4p4/4KA1R1 w - - 0 1", {"perpetual-check"}),
    ],
)
def test_the_engines_are_told_what_the_rules_bar(start: str, ends: set[str]) -> None:
    """Games that go to and fro with threats, so that positions come back."""
    barred = set()
    for seed in range(6):
        chance = random.Random(seed)
        game = Game(RULES, RULES.read_position(start))
        favourites: dict[int, Move] = {}
        while game.outcome is None and game.ply < 60:
            here = game.position
            legal = here.legal_moves()
            usual = favourites.get(here.key) or chance.choice(threats(here, legal) or legal)
            favourites[here.key] = usual
            text = RULES.write_move(usual if usual in legal and chance.random() < 0.9 else chance.choice(legal), here)
            game.play_text(text)
            if game.outcome is None:
                expected = barred_by_rules(game)
                assert banned(start, game.texts()) == set(expected)
                barred |= set(expected.values())
    assert ends <= barred


def threats(here: Position, legal: Sequence[Move]) -> list[Move]:
    """The moves that check or chase."""
    found = []
    for move in legal:
        after = here.play(move)
        assert isinstance(here, XiangqiPosition)
        assert isinstance(after, XiangqiPosition)
        origin, target = move.path
        if not move.captured and (after.is_check() or chased_simply(here.cells, (origin, target), here.turn)):
            found.append(move)
    return found


@pytest.mark.parametrize("make", [lambda: XiangqiEngine(table_mb=4), XiangqiClassicEngine], ids=["ours", "classic"])
def test_engines_play_something_else(make: type[Engine]) -> None:
    lines: list[SearchInfo] = []
    result = think(make(), JOB, Limit(depth=2, lines=60), lines)
    first = {choice.line[0] for choice in lines[-1].others} | {result.move}
    game = Game(RULES, RULES.read_position(CHECKING))
    for text in CHECKS:
        game.play_text(text)
    assert first == {RULES.write_move(move, game.position) for move in game.position.legal_moves()}


def test_several_threads_play_something_else() -> None:
    engine = ENGINES["xiangqi"].make(0, {"threads": 2, "table_mb": 4})
    assert think(engine, JOB, Limit(nodes=3000)).move != BARRED


def test_who_overlooks_things_knows_the_rules() -> None:
    assert not allows(JOB, BARRED)
    assert allows(JOB, "e1a1")
    assert allows(Job("xiangqi", CHECKING, CHECKS), BARRED)


# ---- other programs, and ours in other windows


@pytest.mark.parametrize(
    ("how", "heard"),
    [
        ("stubborn", "go depth 3 searchmoves e1a1 "),
        ("stubborn-ucci", f"banmoves {BARRED}"),
    ],
)
def test_other_programs_are_told_and_not_obeyed(
    how: str, heard: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_OTHER_S", 0.3)
    told = tmp_path / "told"
    engine = UciEngine(Command(sys.executable, (BAD, how, str(told)), "Bad"))
    try:
        assert engine.search(JOB, Limit(depth=3), engine.new_stop_flag(), lambda info: None).move != BARRED
        lines = told.read_text("utf-8").splitlines()
        (said,) = [line for line in lines if line.startswith(heard.split()[0]) and BARRED[:2] in line]
        assert set(heard.split()) <= set(said.split())
        assert BARRED not in said.split()[1:] or said.startswith("banmoves")
        assert (
            engine.search(
                Job(SIMPLE, CHECKING, CHECKS[:8]), Limit(depth=3), engine.new_stop_flag(), lambda info: None
            ).move
            == BARRED
        )
        assert told.read_text("utf-8").count("banmoves") + told.read_text("utf-8").count("searchmoves") == 1
    finally:
        engine.close()


def test_our_engine_can_be_told_the_rules() -> None:
    position = f"position fen {CHECKING} moves {' '.join(CHECKS)}"
    with talking() as talk:
        lines = talk.lines_to("uciok", "uci")
        assert "option name Repetition type combo default asianrule var asianrule var simple" in lines
        only = f"go depth 1 searchmoves {BARRED}"
        assert talk.lines_to("bestmove", position, only)[-1].startswith(f"bestmove {BARRED}")
        talk.lines_to("bestmove (none)", "setoption name Repetition value simple", position, only)
        assert talk.engine.jobs[-1].variant == "xiangqi"
        talk.lines_to("bestmove", "go depth 1")
        assert talk.engine.jobs[-1].variant == SIMPLE
        talk.lines_to("readyok", "setoption name Repetition value chinese", "isready")
        assert "info string repetition is asianrule or simple" in talk.messages
