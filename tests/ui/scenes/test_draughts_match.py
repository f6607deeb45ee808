"""A match of draughts in the window: captures by clicks, drags and from their list, what is refused, how it ends."""

from __future__ import annotations

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, press, widget
from looking import WINDOWS, faults, read
from match_table import Table
from sitting import Puppet, Time

from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.players import Human
from game.records.control import TimeControl
from game.rules.core import Outcome, Side, Square, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import Settings
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.notation import shown_line, shown_move, shown_square
from game.ui.scenes.result.words import result_words

FORK = "W:W38,35,50,39:B33,23,12,13,30,3,17"
"""38 takes three and ends on 7 or 9, 39 takes three and ends on 8; 35 could take one."""


class Advanced(Puppet):
    level = "advanced"


class Draughts(Table):
    """A match scene over a game of draughts."""

    def __init__(
        self,
        start: str | None = None,
        rules: str = "draughts-international",
        seats: tuple[object, object] | None = None,
        window: tuple[int, int] = (1280, 800),
        control: TimeControl | None = None,
        **settings: object,
    ) -> None:
        self.time = Time()
        chosen = {"language": "en", "reduced_motion": True, "has_played": True, **settings}
        self.hall = FakeServices(Settings(**chosen))  # type: ignore[arg-type]  # a test's own words
        self.stage = make_stage(window, self.hall)
        self.opened = self.stage.opened
        self.rules = variant(rules)
        game = Game(self.rules, self.rules.read_position(start) if start else None)
        first, second = seats or (Human(), Human())
        self.match = Match(game, (Seat(first), Seat(second)), MatchClock(control, self.time))  # type: ignore[arg-type]
        self.scene = MatchScene(self.stage, self.match)
        self.stage.open(self.scene)
        self.sounds: list[str] = []
        self.stage.sounds.play = lambda name, step=0: self.sounds.append(name)  # type: ignore[method-assign]  # listens in its place
        self.frame()
        self.frame()

    def at(self, name: int) -> tuple[float, float]:
        x, y = self.scene.board.square_rect(self.square(name)).center
        return x, y

    def square(self, number: int) -> Square:
        board = self.match.position.board
        squares = map(Square, range(board.squares))
        return next(each for each in squares if self.rules.square_name(each, board) == str(number))

    def click_on_squares(self, *numbers: int) -> None:
        for number in numbers:
            click(self.stage, self.at(number))
            self.frame()

    def drag(self, *numbers: int) -> None:
        places = [self.at(number) for number in numbers]
        self.stage.stack.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=places[0], button=1))
        for place in places[1:]:
            self.stage.stack.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(9, 9), buttons=(1, 0, 0)))
        self.stage.stack.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=places[-1], button=1))
        self.frame()

    def drawn(self) -> list[str]:
        return [text for text, _ in read(self.stage, self.hall.window, self.scene).drawn]

    def listed(self) -> list[str]:
        return [entry.text for entry in widget(self.scene, "moves").entries]


# ---- moving


def test_steps_and_a_capture_that_completes_itself() -> None:
    table = Draughts()
    table.click_on_squares(32, 28)
    table.drag(19, 23)
    assert table.texts == ("32-28", "19-23")
    table.click_on_squares(28)
    assert table.texts[-1] == "28x19", "there is nothing else to do"
    assert table.sounds == ["wood", "wood", "capture"]
    assert table.listed() == ["32-28", "19-23", "28×19"]
    taken = table.scene._players.view(Side.FIRST).captured  # what the card is given
    assert [count for _, count in taken] == [1]


@pytest.mark.parametrize("way", [(38, 7), (38, 29, 18, 7)])
def test_a_capture_is_dragged_along_its_way_or_straight_to_its_end(way: tuple[int, ...]) -> None:
    table = Draughts(FORK)
    table.drag(*way)
    assert table.texts == ("38x7",)


def test_half_a_capture_is_taken_back_before_the_match_is_left() -> None:
    table = Draughts(FORK)
    table.click_on_squares(38)
    assert len(table.scene.board.movable.chosen) == 3
    press(table.stage, pygame.K_ESCAPE)
    assert table.scene.board.movable.chosen == ()
    assert table.opened == []
    table.click_on_squares(39)
    assert table.texts == ("39x8",)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "You must take 3, the most possible: 38×29×7."), ("zh", "必须吃得最多（3 子）：38×29×7。")],
)
def test_a_refused_piece_names_the_rule(language: str, said: str) -> None:
    table = Draughts(FORK, language=language)
    table.click_on_squares(35)
    assert table.stage.toasts.text == said
    assert table.sounds == ["refused"]


def test_refusals_name_squares_as_the_board_does() -> None:
    table = Draughts("W:W18,32:B15,5", "draughts-russian")
    table.click_on_squares(32)
    assert table.stage.toasts.text == "You must capture: d4:f6."
    table.click_on_squares(18)
    assert table.listed() == ["d4:f6"]


# ---- the list of captures


def test_the_captures_to_choose_from_are_listed_pointed_at_and_played() -> None:
    table = Draughts(FORK)
    texts = table.drawn()
    for text in ("You must capture", "Must take 3", "38×29×18×7", "takes 33, 23, 12", "39×28×19×8"):
        assert text in texts, text
    row = widget(table.scene, "capture1")
    x, y = row.rect.center
    table.stage.stack.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 1), buttons=(0, 0, 0)))
    table.frame()
    pointed = table.scene.board.annotations.pointed
    assert pointed is not None
    assert table.rules.write_move(pointed, table.match.position) == "38x9"
    click_on(table.stage, "capture1")
    table.frame()
    assert table.texts == ("38x9",)
    assert "You must capture" not in table.drawn()


def test_the_captures_take_the_place_of_the_thinking_where_they_have_no_room() -> None:
    table = Draughts(FORK, seats=(Human(), Advanced()), scale=2.0)
    assert {"takes 33, 23, 12", "38×29×18×9", "39×28×19×8"} <= set(table.drawn())
    assert table.stage.t("match.no_figures") not in table.drawn()


def test_the_list_is_for_who_has_a_choice_to_make() -> None:
    assert "You must capture" not in Draughts("W:W38,50:B33,5").drawn(), "one capture"
    assert "You must capture" not in Draughts(FORK, seats=(Advanced(), Human())).drawn(), "not the person's"
    assert "You must capture" not in Draughts(FORK, blindfold="discs").drawn(), "it would tell what stands where"


# ---- which way the board lies


def test_the_board_is_turned_to_the_person() -> None:
    for rules, seats, turned in (
        ("draughts-international", None, False),
        ("draughts-international", (Advanced(), Human()), True),
        ("draughts-english", (Human(), Advanced()), False),
        ("draughts-english", (Advanced(), Human()), True),
    ):
        table = Draughts(None, rules, seats)
        assert table.scene.board.flipped is turned
        table.scene.actions.flip()
        table.frame()
        assert table.scene.board.flipped is not turned


# ---- the end


@pytest.mark.parametrize("rules", ["international", "fifteen", "brazilian", "russian", "english"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_way_to_end_is_told_in_words(rules: str, language: str) -> None:
    table = Draughts(None, f"draughts-{rules}", language=language)
    ends = [Termination.NO_PIECES, Termination.NO_MOVES]
    draws = [Termination.REPETITION, Termination.KINGS_ONLY, Termination.FEW_PIECES, Termination.MOVE_LIMIT]
    for termination in (*ends, *draws):
        winner = Side.FIRST if termination in ends else None
        words = result_words(table.stage.t, table.match, Outcome(winner, termination))
        assert not words.reason.startswith("result.")
        assert "{" not in words.reason


def test_draws_name_the_moves_of_their_variant() -> None:
    said = {}
    for rules in ("international", "brazilian", "russian"):
        table = Draughts(None, f"draughts-{rules}")
        said[rules] = result_words(table.stage.t, table.match, Outcome(None, Termination.KINGS_ONLY)).reason
    assert [text.split()[0] for text in said.values()] == ["25", "20", "15"]


def test_the_last_piece_taken_ends_the_game() -> None:
    table = Draughts("W:W38:B33")
    table.click_on_squares(38)
    assert table.match.outcome == Outcome(Side.FIRST, Termination.NO_PIECES)
    assert result_words(table.stage.t, table.match, table.match.outcome).reason == "Black has no piece left"


# ---- blindfold and looking back


@pytest.mark.parametrize("flipped", [False, True])
def test_a_game_is_played_by_arrows_over_the_dark_fields_alone(flipped: bool) -> None:
    table = Draughts()
    if flipped:
        table.scene.actions.flip()
        table.frame()
    board, position = table.scene.board, table.match.position
    press(table.stage, pygame.K_UP)  # shows the cursor

    def go(name: str) -> None:
        """Walk to a field: its row first, then along it."""
        target = next(s for s in map(Square, range(100)) if table.rules.square_name(s, position.board) == name)
        for _ in range(20):
            here = board.hovered_square
            assert here is not None
            assert table.rules.square_name(here, position.board), "a light field"
            x, y = board.square_rect(here).center
            to_x, to_y = board.square_rect(target).center
            if here == target:
                return
            across = pygame.K_RIGHT if to_x > x else pygame.K_LEFT
            press(table.stage, (pygame.K_DOWN if to_y > y else pygame.K_UP) if to_y != y else across)
        raise AssertionError(f"{name} was never reached")

    for name in ("32", "28", "19", "23", "28", "19"):
        go(name)
        press(table.stage, pygame.K_RETURN)
        table.frame()
    assert table.texts == ("32-28", "19-23", "28x19")


def test_moves_are_typed_without_a_board() -> None:
    table = Draughts(None, "draughts-russian", blindfold="no-board")
    field = widget(table.scene, "say")
    assert field.placeholder == "Type a move such as a3-b4"
    for text in ("c3-d4", "f6-g5"):
        field.text = text
        click_on(table.stage, "send")
        table.frame()
    assert table.texts == ("22-18", "11-16")
    assert "f6-g5" in table.drawn()


def test_an_earlier_position_asks_for_nothing() -> None:
    table = Draughts()
    table.click_on_squares(32, 28, 19, 23)
    assert table.match.position.must_capture()
    press(table.stage, pygame.K_HOME)
    table.frame()
    assert "You must capture" not in table.drawn()


# ---- how it lies


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_overlaps_at_any_size(language: str) -> None:
    for window, scale in WINDOWS:
        for seats in (None, (Human(), Advanced())):
            table = Draughts(
                FORK, seats=seats, window=window, scale=scale, language=language, control=TimeControl(3600, 30)
            )
            wrong = [each for each in faults(table.stage, window, table.scene) if "'moves'" not in each]
            assert [each for each in wrong if "cut off" not in each] == [], (window, scale)


def test_names_without_a_window() -> None:
    table = Draughts()
    t, start = table.stage.t, table.match.position
    assert shown_line(t, table.rules, start, ["32-28", "19-23", "28x19", "hm"]) == ("32-28", "19-23", "28×19", "hm")
    assert shown_square(table.rules, table.square(28), start.board) == "28"
    russian = variant("draughts-russian")
    move = russian.read_move("22-18", russian.start())
    assert shown_move(t, russian, move, russian.start()) == "c3-d4"
