"""What the kernels of Xiangqi know of repetitions against the rules of the table: chases, and who is to blame."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from xiangqi_chases import ATTACKS
from xiangqi_cycles import diagrams, gone_on

from ai.common.control import new_control
from ai.xiangqi import layout as at
from ai.xiangqi.board import make, new_arrays, unmake
from ai.xiangqi.chase import PIECES, note_before, threatened_anew
from ai.xiangqi.kernels import compile_kernels
from ai.xiangqi.notation import read_fen, read_move
from ai.xiangqi.outlook import board_of
from ai.xiangqi.repetition import repeated
from ai.xiangqi.searcher import play_game
from ai.xiangqi.weights import weighted_tables
from game.rules.game import Game
from game.rules.registry import VARIANTS
from game.rules.xiangqi.chase import chased, undermined
from game.rules.xiangqi.position import XiangqiPosition

RULES = VARIANTS["xiangqi"]


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in compile_kernels():
        pass


def test_what_moves_chase_and_undermine_is_told_as_by_the_rules() -> None:
    """The kernels' reading of moves against the rules', in random games."""
    seen = Counter[str]()
    room = np.zeros(PIECES + 2 * at.MAX_MOVES, np.int32)
    for seed in range(16):
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
    assert seen["undermined"] > seen["chased"] > 400


@pytest.mark.parametrize("taken", "rcnp")
@pytest.mark.parametrize("attacker", ATTACKS)
def test_whom_each_piece_chases_is_told_as_by_the_rules(attacker: str, taken: str) -> None:
    """All of the table, of which some entries come up in no random game; without protection, too."""
    room = np.zeros(PIECES + 2 * at.MAX_MOVES, np.int32)
    fen, text, _ = ATTACKS[attacker]
    for protector in "r1":
        here = RULES.read_position(fen.replace("x", taken).replace("y", protector))
        assert isinstance(here, XiangqiPosition)
        origin, target = RULES.read_move(text, here).path
        board = board_of(read_fen(str(here)))
        note_before(board, int(here.turn), False, room, 0)
        make(board, origin | target << at.TO_SHIFT)
        found = int(threatened_anew(board, int(here.turn), room, 0))
        others = board.state[at.PLACE + 16 * here.turn.other :]
        squares = {int(others[piece]) for piece in range(16) if found >> piece & 1}
        assert squares == chased(here.cells, (origin, target), here.turn)


@pytest.mark.parametrize("entry", diagrams(), ids=lambda each: each["diagram"])
def test_diagrams_are_judged_as_by_the_rules(entry: dict[str, Any]) -> None:
    """To the search the first time that a position comes again is enough."""
    game = gone_on(entry["fen"], entry["moves"])
    assert game.outcome is not None
    board = new_arrays(weighted_tables(), new_control(), np.zeros(8, np.int64), searches=True)
    side = play_game(board, read_fen(entry["fen"]), [read_move(text) for text in game.texts()])
    score = int(repeated(board, side, 0))
    assert (None if score == 0 else side if score > 0 else 1 - side) == game.outcome.winner
