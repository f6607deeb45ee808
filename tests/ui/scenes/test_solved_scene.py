"""The solved board as a scene: what moves come to, what a move gave away, best play to the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from fakes import click, click_on, make_stage, picture, settle, widget
from looking import faults, read

from game.rules.core import PASS, Side, must_pass
from game.rules.game import Game
from game.rules.registry import GAMES
from game.tables.solutions import SolvedLook
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.solved.scene import SolvedScene
from game.ui.stage.navigator import SOLVED
from game.ui.stage.stage import Stage

WINDOW = (1280, 800)
SIZES = (((960, 640), 1.0), ((1280, 800), 1.0), ((1280, 800), 2.0), ((1920, 1080), 1.5))


class Answers:
    """Instead of the solver: White wins by four where both always play the first legal move; each other move of a side
    gives away six discs."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self.rests = 0
        self.waits = False
        """Whether nothing is found yet."""
        self.fails = False
        self.looks: list[SolvedLook] = []

    def offers(self, game: str) -> bool:
        return game == "reversi"

    def values(self, game: str, moves: Sequence[str]) -> SolvedLook:
        self.asked.append(("values", tuple(moves)))
        look = SolvedLook()
        self.looks.append(look)
        if self.fails:
            look.has_failed = look.is_done = True
        elif not self.waits:
            self.find(look, moves)
        return look

    def find(self, look: SolvedLook, moves: Sequence[str]) -> None:
        """What it knows of every move."""
        game = played(moves)
        sign = 1 if game.turn is Side.FIRST else -1
        for number, move in enumerate(game.position.legal_moves()):
            worth = worth_of(game) - sign * (12 if number else 0)
            look.values[game.variant.write_move(move, game.position)] = worth
        look.is_done = True

    def best(self, game: str, moves: Sequence[str]) -> SolvedLook:
        self.asked.append(("best", tuple(moves)))
        if self.fails:
            return SolvedLook(is_done=True, has_failed=True)
        now = played(moves)
        first = now.position.legal_moves()[0]
        return SolvedLook({}, now.variant.write_move(first, now.position), worth_of(now), True)

    def rest(self) -> None:
        self.rests += 1


def played(moves: Sequence[str]) -> Game:
    rules = GAMES["reversi"].solved
    assert rules is not None
    game = Game(rules)
    for move in moves:
        game.play_text(move)
    return game


def worth_of(game: Game) -> int:
    """What `Answers` says of a position."""
    worth = -4
    for before, move in zip(game.positions, game.moves, strict=False):
        if move != PASS and move != before.legal_moves()[0]:
            worth -= 12 if before.turn is Side.FIRST else -12
    return worth


class Room:
    """A stage with the scene on it."""

    def __init__(self, answers: Answers | None = None) -> None:
        self.answers = answers or Answers()
        self.stage: Stage = make_stage(WINDOW)
        self.stage.services.solutions = self.answers
        self.scene = SolvedScene(self.stage, "reversi")
        self.stage.open(self.scene)
        settle(self.stage, 0.1)
        picture(self.stage, WINDOW)

    def click(self, square: int, wait_s: float = 3) -> str:
        """Place a disc, and wait for the answer; its name."""
        click(self.stage, self.scene.board.square_rect(square).center)
        settle(self.stage, wait_s)
        return self.scene.game.texts()[-1]

    def move(self, number: int, wait_s: float = 3) -> None:
        """Play the legal move of this number."""
        target = self.scene.game.position.legal_moves()[number].target
        assert target is not None
        self.click(target, wait_s)

    @property
    def worths(self) -> list[str]:
        found = self.scene.board.annotations.worths
        return [found[square].text + ("*" if found[square].is_best else "") for square in sorted(found)]

    @property
    def texts(self) -> str:
        return " ".join(text for text, _ in read(self.stage, WINDOW, self.scene).drawn)


def test_each_square_tells_what_a_move_comes_to_and_best_play_answers() -> None:
    room = Room()
    assert room.scene.board.position.board.squares == 36
    assert room.worths == ["−4*", "−16", "−16", "−16"]
    assert "Black 16, White 20" in room.texts
    room.move(0)
    assert room.scene.game.ply == 2
    assert room.scene.given_away is not None
    assert room.scene.given_away[1] == 0
    assert "gave nothing away" in room.texts
    room.move(2)
    given = room.scene.given_away
    assert given is not None
    best = room.scene.game.at(2).legal_moves()[0]
    assert given == (room.scene.game.texts()[2], 6, room.scene.game.variant.write_move(best, room.scene.game.at(2)))
    assert f"{given[0]} gave away 6 discs; better {given[2]}" in room.texts


def test_taken_back_another_move_can_be_tried() -> None:
    room = Room()
    room.move(1)
    assert room.scene.game.ply == 2
    click_on(room.stage, "undo")
    settle(room.stage, 0.2)
    assert room.scene.game.ply == 0
    assert room.scene.given_away is None
    room.move(0)
    assert room.scene.given_away is not None
    assert room.scene.given_away[1] == 0
    click_on(room.stage, "again")
    assert room.scene.game.ply == 0


def test_the_person_may_play_white_or_both_sides() -> None:
    room = Room()
    click_on(room.stage, "sides")  # the one in the middle: White
    settle(room.stage, 3)
    assert room.scene.game.ply == 1, "Black has begun"
    assert "+4*" in room.worths
    assert room.scene.board.movable.sides == {Side.SECOND}
    room.scene.play_as(frozenset(Side))
    room.move(0, 1)
    assert (room.scene.game.ply, room.scene.game.turn) == (2, Side.FIRST)
    room.move(0, 1)
    assert room.scene.game.ply == 3, "nobody answers"
    assert {kind for kind, moves in room.answers.asked if len(moves) > 1} == {"values"}


def test_best_play_is_shown_to_the_end_and_taken_back_as_a_whole() -> None:
    room = Room()
    room.move(1)
    ply = room.scene.game.ply
    click_on(room.stage, "show")
    settle(room.stage, 60)
    outcome = room.scene.game.outcome
    assert outcome is not None
    assert outcome.score is not None
    assert room.scene.worth == outcome.score[0] - outcome.score[1]
    assert f"Black {int(outcome.score[0])}, White {int(outcome.score[1])}." in room.texts
    assert not widget(room.scene, "show").enabled
    click_on(room.stage, "undo")
    settle(room.stage, 0.2)
    assert room.scene.game.ply == ply
    assert room.scene.board.movable.sides == {Side.FIRST}


def test_whoever_can_not_move_passes() -> None:
    room = Room()
    game = room.scene.game
    while not must_pass(game.position):
        game.play(game.position.legal_moves()[-1])
        assert game.outcome is None, "in this game somebody has to pass"
    ply = game.ply
    room.scene.play_as(frozenset(Side))
    settle(room.stage, 2)
    assert game.moves[ply] == PASS
    assert game.ply == ply + 1


def test_numbers_come_as_they_are_found_and_can_be_hidden() -> None:
    answers = Answers()
    answers.waits = True
    room = Room(answers)
    assert room.worths == []
    assert room.scene.is_busy
    assert "(0 of 4)" in room.texts
    answers.looks[-1].values["c2"] = -4
    settle(room.stage, 0.1)
    assert room.worths == ["−4"], "the best is not known yet"
    answers.find(answers.looks[-1], ())
    settle(room.stage, 0.1)
    assert "−4*" in room.worths
    assert not room.scene.is_busy
    click_on(room.stage, "worths")
    assert room.worths == []
    click_on(room.stage, "worths")
    assert len(room.worths) == 4


def test_where_nothing_can_be_found_it_says_so() -> None:
    answers = Answers()
    answers.fails = True
    room = Room(answers)
    assert "can't be started" in room.texts
    assert not widget(room.scene, "show").enabled
    room.scene.play_as(frozenset({Side.SECOND}))
    assert not room.scene.is_busy, "no answer can come"


def test_nothing_is_looked_for_once_it_is_left() -> None:
    room = Room()
    below = room.scene
    above = SolvedScene(room.stage, "reversi")
    room.stage.open(above)
    rests = room.answers.rests
    room.stage.stack.back_to_bottom()  # as the way to the menu does
    assert room.stage.stack.top is below
    assert room.answers.rests == rests + 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_cut_off_or_overlaps(language: str) -> None:
    found = []
    for window, scale in SIZES:
        stage = make_stage(window, language=language, scale=scale)
        stage.services.solutions = Answers()
        scene = SolvedScene(stage, "reversi")
        stage.open(scene)
        settle(stage, 0.1)
        found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, scene)]
    assert found == []


def test_the_levels_lead_to_it() -> None:
    stage = make_stage(WINDOW)
    scene = LevelSelect(stage, "reversi")
    stage.open(scene)
    click_on(stage, "proof")
    assert stage.went == [(SOLVED, "reversi")]
    assert widget(scene, "proof").tooltip == stage.t("solved.open_help")


def test_other_games_have_none() -> None:
    with pytest.raises(ValueError, match="gomoku has no solved board"):
        SolvedScene(make_stage(WINDOW), "gomoku")
