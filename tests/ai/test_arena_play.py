"""One game in the arena: it always comes to an end, and who is to blame loses."""

from __future__ import annotations

import itertools
import os
import shlex
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from arena_fakes import Fake
from patience import PATIENCE_S, until

from ai.api import Clock, Limit
from ai.arena import play
from ai.arena.games import UnknownGameError, game_kind, variant_of
from ai.arena.play import Fixture, Played, Spent, play_game
from ai.arena.players import ArenaPlayer, PlayerError, player
from ai.descriptor import GameEngines
from ai.draughts.arena import DRAUGHTS
from ai.games import GAMES
from ai.gomoku.arena import GOMOKU
from ai.positions import start_text
from game.rules.core import IllegalMoveError

PLAIN = Fake("plain")
VARIANT = "gomoku-freestyle"


def shortened(plies: int) -> dict[str, GameEngines]:
    """The games, of which Gomoku is a draw after this many plies."""
    return {**GAMES, "gomoku": replace(GAMES["gomoku"], arena=replace(GOMOKU, most_plies=plies))}


def _game(first: ArenaPlayer, second: ArenaPlayer, opening: tuple[str, ...] = ("h8", "h9", "i9")) -> Played:
    return play_game(Fixture(7, "gomoku", VARIANT, start_text(VARIANT), opening, (first, second), 5))


def test_a_game_ends_by_the_rules() -> None:
    # Black fills the bottom row: White's five stones of chance among the first nine moves make no five
    played = _game(Fake("row", "left to right"), PLAIN, ())
    assert (played.winner, played.reason, played.message) == (0, "five", "")
    assert played.names == ("row", "plain")
    assert played.points(0) == 1.0
    assert played.points(1) == 0.0
    assert played.moves[::2] == ("a1", "b1", "c1", "d1", "e1")
    assert played.spent[0].moves == 5
    assert played.spent[0].nodes == 50
    assert played.spent[0].longest_s <= played.spent[0].total_s


def test_who_counts_processor_time_is_measured_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = itertools.count(0.0, 60.0)
    monkeypatch.setattr(time, "process_time", lambda: next(minutes))
    players = [player("draughts", f"draughts:nodes=50,processor_time={each}") for each in (0, 1)]
    start = start_text("draughts-english")
    short = replace(GAMES["draughts"], arena=replace(DRAUGHTS, most_plies=4))
    monkeypatch.setattr("ai.arena.games.GAMES", {**GAMES, "draughts": short})
    played = play_game(Fixture(1, "draughts", "draughts-english", start, (), (players[0], players[1]), 5))
    assert (played.spent[0].moves, played.spent[1].moves) == (2, 2)
    assert played.spent[0].total_s < 60 <= played.spent[1].total_s


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = _game(PLAIN, PLAIN), _game(PLAIN, PLAIN)
    assert one.moves == other.moves
    assert one.moves[:3] == ("h8", "h9", "i9")
    assert one.opening == 3


@pytest.mark.parametrize(
    ("manner", "message"),
    [
        ("crashes", "ZeroDivisionError: division of a stone"),
        ("refuses", "I would rather not"),
        ("plays on stones", "h8 is illegal: there is a stone on h8 already"),
        ("does not load", "RuntimeError: no such weights"),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_a_fault_loses_and_says_why(manner: str, message: str, side: int) -> None:
    guilty = Fake("guilty", manner)
    played = _game(guilty, PLAIN) if side == 0 else _game(PLAIN, guilty)
    assert (played.winner, played.reason) == (1 - side, "fault")
    assert played.message.startswith(f"guilty: {message}")


@pytest.mark.parametrize(
    ("manner", "grace_s", "words"), [("is silent", PATIENCE_S, "had to be stopped"), ("is deaf", 0.1, "did not stop")]
)
def test_silence_loses(manner: str, grace_s: float, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "_TIMED_PATIENCE_S", 0.05)
    monkeypatch.setattr(play, "_GRACE_S", grace_s)
    played = _game(PLAIN, Fake("mute", manner, limit=Limit(time_s=0.01)))
    assert (played.winner, played.reason) == (0, "fault")
    assert words in played.message


def test_passing_the_limit_of_a_move_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.arena.games.GAMES", shortened(4))
    slow = _game(Fake("slow", "is slow", limit=Limit(time_s=0.02)), PLAIN, ())
    assert 0.02 < slow.spent[0].over_s < slow.spent[0].longest_s
    assert slow.spent[1].over_s == 0.0


def test_a_fallen_flag_loses() -> None:
    clock = Limit(clock=Clock(0.12, 0.001))
    played = _game(PLAIN, Fake("slow", "is slow", limit=clock))
    assert (played.winner, played.reason) == (0, "time")
    assert 1 <= played.spent[1].moves <= 3


PROGRAM = shlex.join([sys.executable, str(Path(__file__).parent / "bad_engine.py")])


@pytest.mark.skipif(os.name != "posix", reason="paths are quoted in another way")
@pytest.mark.parametrize(("manner", "reason", "words"), [("", "five", ""), ("crash", "fault", "core dumped")])
def test_another_program_as_a_player(manner: str, reason: str, words: str) -> None:
    program = player("gomoku", f"external:{PROGRAM} {manner},seconds=9")
    assert program.name == f"{Path(sys.executable).name},seconds=9"
    assert program.limit == Limit(time_s=9.0)
    played = _game(program, PLAIN, ())
    assert (played.winner, played.reason) == (0 if reason == "five" else 1, reason)
    assert words in played.message
    until(lambda: not any(thread.name == "program-end" for thread in threading.enumerate()))


@pytest.mark.parametrize("text", ["external:", "external:/no/such/program", "external:x y'", f"external:{PROGRAM},x=1"])
def test_programs_that_are_none(text: str) -> None:
    with pytest.raises(PlayerError) as refusal:
        player("gomoku", text)
    assert "\n" not in str(refusal.value)


def test_an_opening_that_is_none_is_an_error() -> None:
    with pytest.raises(IllegalMoveError, match="h8"):
        _game(PLAIN, PLAIN, ("h8", "h8"))


def test_too_long_a_game_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.arena.games.GAMES", shortened(5))
    played = _game(PLAIN, PLAIN)
    assert (played.winner, played.reason, len(played.moves)) == (None, "ply-limit", 5)
    assert played.points(0) == played.points(1) == 0.5


def test_what_was_used_adds_up() -> None:
    spent = Spent()
    spent.add(Limit(depth=3), 0.5, 100)
    spent.join(Spent(2, 1.0, 0.7, 0.1, 50))
    assert spent == Spent(3, 1.5, 0.7, 0.1, 150)


def test_games_and_variants_by_name() -> None:
    assert variant_of("gomoku", None) == "gomoku-freestyle"
    assert variant_of("gomoku", "renju") == variant_of("gomoku", "gomoku-renju") == "gomoku-renju"
    for wrong in (lambda: game_kind("chess"), lambda: variant_of("gomoku", "caro")):
        with pytest.raises(UnknownGameError, match="choose"):
            wrong()
