"""What is told without a search for all moves is what the search tells: reading thousands of games hangs on it."""

import random
from dataclasses import replace

import pytest

from game.rules.core import GameOverError, Side, Variant
from game.rules.draughts.moves import all_captures, quiet_step, quiet_steps
from game.rules.draughts.position import DraughtsPosition
from game.rules.draughts.variants import ENGLISH, INTERNATIONAL, RUSSIAN, DraughtsVariant
from game.rules.game import Game
from game.rules.gomoku.variants import FREESTYLE
from game.rules.registry import GAMES, variants_of
from game.rules.reversi.variants import REVERSI
from game.rules.xiangqi.board import (
    EMPTY,
    after_step,
    attackers,
    general_square,
    is_checked,
    is_newly_checked,
    legal_steps,
    reaches,
    side_of,
    targets,
)
from game.rules.xiangqi.position import XiangqiPosition, step_move
from game.rules.xiangqi.refusal import is_legal
from game.rules.xiangqi.variants import XIANGQI


@pytest.mark.parametrize("variant", [INTERNATIONAL, RUSSIAN, ENGLISH], ids=lambda variant: variant.name)
def test_a_quiet_step_by_its_ends_is_the_one_among_all(variant: DraughtsVariant) -> None:
    rng, seen = random.Random(3), 0
    for _ in range(4):
        position = variant.start()
        for _ in range(70):
            cells, colour, rules = position.cells, variant.rules.colour_of(position.turn), variant.rules
            every = {(step.origin, step.target): step for step in quiet_steps(rules, cells, colour)}
            for origin in range(rules.squares):
                for target in range(rules.squares):
                    found = quiet_step(rules, cells, colour, origin, target)
                    assert found == every.get((origin, target)), f"{origin}-{target} in {position}"
            seen += len(every)
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
    assert seen > 500


def test_men_with_nothing_to_take_are_passed_over_and_no_others() -> None:
    for text, count in (("W:W28:B22,13", 1), ("W:W28:B33", 1), ("W:W28:B22,17", 0), ("W:WK46:B28", 5)):
        position = INTERNATIONAL.read_position(text)
        assert len(all_captures(INTERNATIONAL.rules, position.cells, 0)) == count, text
    backwards = ENGLISH.read_position("B:W6:B10")
    assert isinstance(backwards, DraughtsPosition)
    assert not backwards.must_capture(), "men of English draughts capture forwards alone"


def test_a_check_is_seen_by_what_attacks_the_general() -> None:
    rng, checks, near = random.Random(5), 0, 0
    for _ in range(20):
        position = XIANGQI.start()
        for _ in range(80):
            for side in Side:
                attacked = next(attackers(position.cells, general_square(position.cells, side), side.other), None)
                assert is_checked(position.cells, side) is (attacked is not None), str(position)
            for step in legal_steps(position.cells, position.turn):
                after, other = after_step(position.cells, step), position.turn.other
                near += is_checked(after, other)
                assert is_newly_checked(after, step, other) is is_checked(after, other), f"{step} in {position}"
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
            assert isinstance(position, XiangqiPosition)
            assert position.in_check is is_checked(position.cells, position.turn)
            checks += position.in_check
    assert checks > 20
    assert near > 100


def test_a_step_of_xiangqi_is_legal_by_its_ends_where_it_is_among_all() -> None:
    rng, seen, unsafe = random.Random(6), 0, 0
    for _ in range(3):
        position = XIANGQI.start()
        for _ in range(60):
            assert isinstance(position, XiangqiPosition)
            cells, turn = position.cells, position.turn
            every = set(legal_steps(cells, turn))
            own = [at for at, value in enumerate(cells) if value and side_of(value) is turn]
            for origin in own:
                reached = set(targets(cells, origin))
                assert {to for to in range(len(cells)) if reaches(cells, origin, to)} == reached, str(position)
                for to in reached:
                    legal = is_legal(cells, turn, step_move((origin, to), cells[to] != EMPTY), position.in_check)
                    assert legal is ((origin, to) in every), f"{origin}-{to} in {position}"
                    unsafe += not legal
            seen += len(every)
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
    assert seen > 3000
    assert unsafe > 20


@pytest.mark.parametrize("variant", variants_of("draughts"), ids=lambda variant: variant.name)
def test_what_stands_where_is_what_the_pieces_say(variant: Variant) -> None:
    # the numbers are in stores on disk, where the keys of positions come of them
    game, rng = GAMES[variant.game], random.Random(variant.name)
    seen = set()
    for _ in range(8):
        position = variant.start()
        for _ in range(120):
            assert game.board_cells(position) == replace(game, cells=None).board_cells(position), str(position)
            seen |= set(game.board_cells(position))
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
    assert seen == {0, 1, 2, 3, 4}


def test_what_comes_after_the_end_is_told_as_such() -> None:
    five = Game(FREESTYLE)
    for text in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]:
        five.enter_text(text)
    assert five.position.is_stopped()
    over = Game(REVERSI, REVERSI.read_position("X" * 63 + "- O"))
    assert not over.position.is_stopped(), "there it is the moves that are missing"
    mate = Game(XIANGQI, XIANGQI.read_position("3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1"))
    for game, text in ((five, "o15"), (over, "a8"), (mate, "d9e9")):
        with pytest.raises(GameOverError):
            game.enter_text(text)
