"""A bad move offered back in the window: the reason in words, the board, the buttons and the keys."""

from __future__ import annotations

import pygame
import pytest
from fakes import FakeServices, click_on, make_stage, picture, press, settle, widget
from looking import faults, read
from sitting import Puppet, Time

from ai.api import Score, SearchInfo
from game.match.clock import MatchClock
from game.match.evaluation import Cp, Mate
from game.match.match import Match, Seat
from game.match.players import Gone, Human, TurnAsked
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import VARIANTS, variant
from game.storage.settings import Settings
from game.ui.scenes.match.lesson_card import lesson_words
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.result.scene import ResultScene

ROOK = "5k3/8r/9/9/9/9/9/9/9/R2K5 w - - 0 1"
ROOK_SAYS = {"-": (Cp(0), "a0a1"), "a0a8": (Cp(900), "i8a8")}


class Oracle:
    """A judge that answers at once, by the last move."""

    def __init__(self, says: dict[str, tuple[Score, str]]) -> None:
        self.is_ready = True
        self._says = says
        self._open: TurnAsked | None = None

    def ask(self, turn: TurnAsked, time_s: float) -> None:
        self._open = turn

    def poll(self) -> SearchInfo | Gone | None:
        if self._open is None:
            return None
        score, line = self._says[self._open.moves[-1] if self._open.moves else "-"]
        self._open = None
        return SearchInfo(8, 1000, 0.5, score, tuple(line.split()))

    def cancel(self) -> None:
        self._open = None


class Table:
    """A person taught against a puppet."""

    def __init__(
        self,
        says: dict[str, tuple[Score, str]] | None = None,
        rules: str = "xiangqi",
        start: str = ROOK,
        window: tuple[int, int] = (960, 640),
        **settings: object,
    ) -> None:
        self.window = window
        hall = FakeServices(Settings(**{"language": "en", "teaching": True, "reduced_motion": True, **settings}))  # type: ignore[arg-type]  # a test's own words
        self.stage = make_stage(window, hall)
        self.hall = hall
        self.puppet = Puppet()
        game = Game(variant(rules), variant(rules).read_position(start) if start else None)
        self.match = Match(game, (Seat(Human()), Seat(self.puppet)), MatchClock(None, Time()))
        self.judge = Oracle(says or ROOK_SAYS)
        self.match.teaching.judge_with(self.judge)
        self.scene = MatchScene(self.stage, self.match)
        self.stage.open(self.scene)
        self.frame()

    def frame(self) -> pygame.Surface:
        self.stage.stack.update(1 / 60)
        return picture(self.stage, self.window)

    def play(self, text: str) -> None:
        self.match.submit(self.match.turn, self.match.variant.read_move(text, self.match.position))
        settle(self.stage, 0.2)

    @property
    def words(self) -> str:
        assert self.match.teaching.offer is not None
        return lesson_words(self.stage.t, self.match, self.match.teaching.offer)

    @property
    def names(self) -> set[str]:
        return {each.name for each in self.scene.widgets.widgets}


def test_the_reason_is_told_and_shown_and_the_move_taken_back_by_its_button() -> None:
    table = Table()
    table.play("a0a8")
    assert {"take_back", "keep", "better"} <= table.names
    assert table.words == "This loses the rook: Black answers R9=1."
    assert [move.path for move in table.scene.board.annotations.best_line] == [
        table.match.teaching.offer.answer.moves[0].path
    ]  # type: ignore[union-attr]
    assert table.puppet.asked == []
    click_on(table.stage, "take_back")
    table.frame()
    assert table.match.ply == 0
    assert "take_back" not in table.names
    assert table.match.may_move


def test_keys_alone_show_a_better_move_and_keep_the_bad_one() -> None:
    table = Table()
    table.play("a0a8")
    press(table.stage, pygame.K_g)
    table.frame()
    assert table.scene.shown.ply == 0
    assert table.scene.board.annotations.hints == table.match.teaching.offer.better.moves[:1]  # type: ignore[union-attr]
    assert table.scene.board.annotations.refuted is not None
    press(table.stage, pygame.K_g)
    table.frame()
    assert table.scene.shown.ply == 1
    press(table.stage, pygame.K_g, pygame.K_k)
    table.frame()
    assert table.scene.shown.ply == 1
    assert len(table.puppet.asked) == 1
    assert "keep" not in table.names


def test_the_undo_key_takes_it_back() -> None:
    table = Table()
    table.play("a0a8")
    press(table.stage, pygame.K_u)
    table.frame()
    assert table.match.ply == 0
    assert table.match.teaching.offer is None


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("says", "english"),
    [
        ((Mate(-1), Mate(1)), None),
        ((Cp(0), Mate(1)), "This lets Black win at once: R9=1."),
        ((Cp(0), Mate(5)), "This lets Black win in 3 moves, beginning with R9=1."),
        ((Mate(3), Cp(0)), "You had a win in 2 moves, beginning with R9+1."),
    ],
)
def test_the_words(language: str, says: tuple[Score, Score], english: str | None) -> None:
    table = Table({"-": (says[0], "a0a1"), "a0a8": (says[1], "i8a8")}, language=language)
    table.play("a0a8")
    if english is None:
        assert table.match.teaching.offer is None
        return
    if language == "en":
        assert table.words == english
    assert "{" not in table.words
    assert "comfort." not in table.words


def test_every_piece_has_a_name_in_both_languages() -> None:
    stage = make_stage()
    for language in ("en", "zh"):
        stage.t.choose(language)
        for rules in (variant("xiangqi"), variant("draughts-international")):
            for piece in rules.start().pieces().values():
                if piece.kind != "general":
                    assert stage.t.has(f"comfort.{rules.game}_{piece.kind}")
        for rules in map(variant, VARIANTS):
            assert stage.t.has(f"comfort.unit_{rules.game}") or stage.t.has(f"comfort.worse_{rules.game}")


@pytest.mark.parametrize("window", [(960, 640), (1024, 640), (1280, 720), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_card_fits(window: tuple[int, int], language: str) -> None:
    says = {"-": (Cp(0), "a0a1"), "a0a6": (Cp(800), "i6a6")}
    table = Table(says, start="5k3/9/9/p7r/9/9/9/9/9/R2K5 w - - 0 1", window=window, language=language)
    table.play("a0a6")
    assert [each for each in faults(table.stage, window, table.scene) if "'moves'" not in each] == []
    assert widget(table.scene, "moves").rect.height >= 84, "the move it is about is not seen"


def test_it_is_switched_by_key_and_says_what_it_waits_for() -> None:
    table = Table(teaching=False)
    table.judge.is_ready = False
    press(table.stage, pygame.K_l)
    assert table.hall.settings.teaching
    table.frame()
    assert table.stage.toasts.text == table.stage.t("comfort.preparing")
    press(table.stage, pygame.K_l)
    table.frame()
    assert not table.match.teaching.enabled


def test_where_take_backs_are_forbidden_it_says_so() -> None:
    table = Table(teaching=False)
    table.match.take_backs = False
    press(table.stage, pygame.K_l)
    table.frame()
    assert table.stage.toasts.text == table.stage.t("comfort.no_undo")


def test_the_result_tells_how_many_moves_were_offered_back() -> None:
    table = Table(window=(1280, 800))
    table.play("a0a8")
    table.match.resign(Side.FIRST)
    table.frame()
    outcome = Outcome(Side.SECOND, Termination.RESIGNATION)
    result = ResultScene(table.stage, table.scene, outcome)
    table.stage.open(result)
    assert not faults(table.stage, (1280, 800), result)
    drawn = " ".join(text for text, _ in read(table.stage, (1280, 800), result).drawn)
    assert "1 move offered back" in drawn


def test_a_card_needs_no_focus_and_gives_it_back() -> None:
    table = Table()
    table.play("a0a8")
    click_on(table.stage, "better")
    table.frame()
    assert widget(table.scene, "better").label == table.stage.t("comfort.show_answer")
    click_on(table.stage, "keep")
    table.frame()
    assert table.scene.widgets.focus is not None
