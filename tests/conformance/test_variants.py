"""Every variant of the registry through the same properties, by random play from seeds; new games are picked up."""

from __future__ import annotations

import random
from functools import cache

import pytest

from game.rules.core import (
    FREE_OPENING,
    PASS,
    GameOverError,
    IllegalMoveError,
    Move,
    Position,
    Side,
    Square,
    Variant,
    must_pass,
)
from game.rules.game import Game
from game.rules.registry import VARIANTS

CASES = [(each, size) for each in VARIANTS.values() for size in each.sizes]
NAMES = [f"{each.name}-{size}" for each, size in CASES]
SEEDS = range(3)
PLIES = 400


@cache
def random_game(name: str, size: int, seed: int, opening: str = FREE_OPENING) -> Game:
    """A game of random legal moves and choices to its end, or of this many plies; shared, so tests leave it as it is.

    Most moves are near the last one, so that rows, captures and checks come about.
    """
    variant = VARIANTS[name]
    rng = random.Random(f"{name} {size} {seed}")
    game = Game(variant, variant.start(size, opening))
    for _ in range(PLIES):
        step = game.position.opening
        moves = game.position.legal_moves() or (step.choices if step else ())
        if game.outcome is None and must_pass(game.position):
            moves = (PASS,)
        if game.outcome is not None or not moves:
            break
        near = [move for move in moves if is_near(game, move)]
        game.play(rng.choice(near if near and rng.random() < 0.8 else moves))
    return game


def replay(game: Game) -> Game:
    """A game of its own from the texts of another one."""
    again = Game(game.variant, game.variant.read_position(game.variant.write_position(game.start)))
    for text in game.texts():
        again.play_text(text)
    return again


def is_near(game: Game, move: Move) -> bool:
    """Whether a move ends within two columns and rows of the one before."""
    here, there = move.target, game.moves[-1].target if game.moves else None
    if here is None or there is None:
        return False
    board = game.position.board
    return abs(board.column(here) - board.column(there)) <= 2 and abs(board.row(here) - board.row(there)) <= 2


GAMES = [
    *((each.name, size, seed, FREE_OPENING) for each, size in CASES for seed in SEEDS),
    *((each.name, each.sizes[0], 0, opening) for each in VARIANTS.values() for opening in each.openings[1:]),
]


@pytest.fixture(params=GAMES, ids=str)
def played(request: pytest.FixtureRequest) -> Game:
    return random_game(*request.param)


def steps(game: Game) -> list[tuple[Position, Move, Position]]:
    positions = game.positions
    return list(zip(positions, game.moves, positions[1:], strict=False))


@pytest.mark.parametrize(("variant", "size"), CASES, ids=NAMES)
def test_the_start(variant: Variant, size: int) -> None:
    start = variant.start(size)
    assert start.ply == 0
    assert start.turn is Side.FIRST
    assert start.outcome() is None
    assert start.legal_moves()
    assert size in (start.board.rows, start.board.columns)
    assert len(set(variant.side_names)) == 2
    assert variant.start() == variant.start(variant.sizes[0])
    assert variant.openings[0] == FREE_OPENING
    assert start.opening is None
    for opening in variant.openings[1:]:
        step = variant.start(size, opening).opening
        assert step is not None
        assert step.rule == opening
    with pytest.raises(ValueError):
        variant.start(size, "no-such-opening")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_other_sizes_are_refused(variant: Variant) -> None:
    for size in (-1, 0, 7, 1000):
        with pytest.raises(ValueError):
            variant.start(size)


def test_random_games_reach_something(played: Game) -> None:
    assert played.ply >= 5
    assert played.outcome is not None or played.ply == PLIES or not played.position.legal_moves()


def test_undo_and_redo_give_equal_positions_and_keys(played: Game) -> None:
    positions = played.positions
    played = replay(played)
    keys = [position.key for position in positions]
    rng = random.Random(played.ply)
    for _ in range(20):
        played.undo(rng.randint(0, played.can_undo))
        assert played.position == positions[played.ply]
        played.redo(rng.randint(0, played.can_redo))
        assert [position.key for position in played.positions] == keys[: played.ply + 1]
    played.undo(played.can_undo)
    again = [played.position]
    for _ in range(len(positions) - 1):
        played.redo()
        again.append(played.position)
    assert tuple(again) == positions
    assert hash(again[-1]) == hash(positions[-1])


def test_a_game_replays_from_its_texts(played: Game) -> None:
    again = replay(played)
    assert again.positions == played.positions
    assert again.moves == played.moves
    assert again.outcome == played.outcome


def test_sides_alternate_and_plies_count(played: Game) -> None:
    for before, _, after in steps(played):
        if before.opening is None:
            assert after.turn is before.turn.other
            assert after.opening is None
            assert [after.colour(side) for side in Side] == [before.colour(side) for side in Side]
            assert before.colour(before.turn) is before.colour_to_move
        assert after.ply == before.ply + 1
        assert after.board == before.board


def test_playing_leaves_the_position_before_as_it_was(played: Game) -> None:
    for before, move, after in steps(played):
        text, key, pieces = played.variant.write_position(before), before.key, dict(before.pieces())
        assert before.play(move) == after
        assert (played.variant.write_position(before), before.key, dict(before.pieces())) == (text, key, pieces)
        assert after != before
        assert after.key != before.key
        assert 0 <= after.key < 1 << 64


def test_positions_survive_as_text(played: Game) -> None:
    for position in played.positions:
        text = played.variant.write_position(position)
        again = played.variant.read_position(text)
        assert again == position
        assert again.key == position.key
        assert again.outcome() == position.outcome()
        assert again.legal_moves() == position.legal_moves()
        assert dict(again.forbidden()) == dict(position.forbidden())
        assert played.variant.write_position(again) == text
        assert text.isascii()
        assert "\n" not in text


def test_move_texts_are_unique_and_read_back(played: Game) -> None:
    for position in played.positions[::7]:
        moves = position.legal_moves()
        texts = [played.variant.write_move(move, position) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [played.variant.read_move(text, position) for text in texts] == list(moves)
        assert all(text.isascii() and text == text.strip() and text for text in texts)


def test_legal_moves_can_be_played(played: Game) -> None:
    for position in played.positions[::11]:
        moves = position.legal_moves()
        assert len(set(moves)) == len(moves)
        pieces = position.pieces()
        for move in moves:
            assert all(pieces[square].side is position.colour_to_move.other for square in move.captured)
            after = position.play(move)
            assert move.target is None or after.pieces()[move.target].side is position.colour_to_move


def test_choices_are_all_that_can_be_played_while_there_are_any(played: Game) -> None:
    for position in played.positions:
        step = position.opening
        if step is None or not step.choices:
            continue
        assert position.legal_moves() == ()
        texts = [played.variant.write_move(choice, position) for choice in step.choices]
        assert [played.variant.read_move(text, position) for text in texts] == list(step.choices)
        assert len(set(texts)) == len(texts)
        for choice in step.choices:
            assert position.play(choice).ply == position.ply + 1
            assert choice.target is None


def test_forbidden_squares_are_not_legal_and_lose(played: Game) -> None:
    for position in played.positions:
        forbidden = position.forbidden()
        assert played.variant.has_forbidden or not forbidden
        for square, reason in forbidden.items():
            move = Move((square,))
            assert move not in position.legal_moves()
            assert position.refusal((square,)).code == reason
            outcome = position.play(move).outcome()
            assert outcome is not None
            assert outcome.winner is position.turn.other


def test_squares_without_a_legal_move_are_refused(played: Game) -> None:
    for position in played.positions[::13]:
        begun = {move.path[0] for move in position.legal_moves()}
        playable = begun | set(position.forbidden())
        for at in range(position.board.squares):
            square = Square(at)
            if square not in begun:
                assert position.refusal((square,)).code
            if square not in playable:
                with pytest.raises(IllegalMoveError):
                    position.play(Move((square,)))


def test_square_names_are_unique(played: Game) -> None:
    board = played.start.board
    used = [square for move in played.moves for square in move.path]
    names = {played.variant.square_name(square, board) for square in used}
    assert len(names) == len(set(used))


def test_only_the_last_position_is_over(played: Game) -> None:
    variant, positions, moves = played.variant, played.positions, played.moves
    for ply in range(played.ply):
        assert positions[ply].outcome() is None
        assert variant.outcome(positions[: ply + 1], moves[:ply]) is None
    assert variant.outcome(positions, moves) == played.outcome
    decided = positions[-1].outcome()
    assert decided is None or decided == played.outcome


def test_nothing_goes_on_after_the_end(played: Game) -> None:
    if played.position.outcome() is None:
        return
    assert played.position.legal_moves() == ()
    assert dict(played.position.forbidden()) == {}
    for move in (played.moves[-1], *played.at(played.ply - 1).legal_moves()[:3]):
        with pytest.raises(GameOverError):
            played.play(move)
        with pytest.raises(IllegalMoveError):
            played.position.play(move)


def test_the_winning_line_lies_on_the_winners_pieces(played: Game) -> None:
    outcome = played.outcome
    if outcome is None or outcome.winner is None:
        return
    winner = played.position.colour(outcome.winner)
    last = played.moves[-1].target
    assert not outcome.line or last in outcome.line
    pieces = played.position.pieces()
    if outcome.winner is played.turn.other:
        assert all(pieces[square].side is winner for square in outcome.line)
