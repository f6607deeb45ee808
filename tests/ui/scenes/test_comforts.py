"""Premove and nudge by mouse and keys, over a real match with a puppet in the computer's place."""

from __future__ import annotations

import pygame
import pytest
from fakes import FakeServices, click, make_stage, picture, press
from sitting import Puppet, Time

from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.nudge import NUDGE_S
from game.match.players import Human
from game.rules.core import Side, Square
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import Settings
from game.ui.scenes.keys import areas_of
from game.ui.scenes.match.scene import MatchScene

WINDOW = (960, 640)


class Table:
    """A person against a puppet (or another person), on a small window."""

    def __init__(
        self, rules: str = "gomoku-freestyle", other: Human | Puppet | None = None, **settings: object
    ) -> None:
        hall = FakeServices(Settings(**{"language": "en", "reduced_motion": True, **settings}))  # type: ignore[arg-type]  # a test's own words
        self.stage = make_stage(WINDOW, hall)
        self.puppet = other or Puppet()
        self.time = Time()
        seats = (Seat(Human()), Seat(self.puppet))
        self.match = Match(Game(variant(rules)), seats, MatchClock(None, self.time))
        self.scene = MatchScene(self.stage, self.match)
        self.stage.open(self.scene)
        self.frame()

    def frame(self) -> pygame.Surface:
        self.stage.stack.update(1 / 60)
        return picture(self.stage, WINDOW)

    def place(self, name: str) -> tuple[float, float]:
        board = self.match.position.board
        for index in range(board.squares):
            if self.match.variant.square_name(Square(index), board) == name:
                return self.scene.board.square_rect(Square(index)).center
        raise LookupError(name)

    def click(self, *names: str) -> None:
        for name in names:
            click(self.stage, self.place(name))
            self.frame()

    def drag(self, begin: str, end: str, *, let_go: bool = True) -> None:
        (x, y), target = self.place(begin), self.place(end)
        for kind, pos, more in (
            (pygame.MOUSEMOTION, (x, y), {"rel": (0, 0), "buttons": (0, 0, 0)}),
            (pygame.MOUSEBUTTONDOWN, (x, y), {"button": 1}),
            (pygame.MOUSEMOTION, (x + 6, y + 6), {"rel": (6, 6), "buttons": (1, 0, 0)}),
            (pygame.MOUSEMOTION, target, {"rel": (6, 6), "buttons": (1, 0, 0)}),
            *([(pygame.MOUSEBUTTONUP, target, {"button": 1})] if let_go else []),
        ):
            self.stage.stack.handle(pygame.event.Event(kind, pos=pos, **more))
            self.frame()

    def right_click(self, name: str) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.stage.stack.handle(pygame.event.Event(kind, pos=self.place(name), button=3))
        self.frame()

    def answer(self, text: str) -> None:
        assert isinstance(self.puppet, Puppet)
        self.puppet.say(text)
        self.frame()

    @property
    def texts(self) -> tuple[str, ...]:
        return self.match.game.texts()


def _differs(one: pygame.Surface, other: pygame.Surface, table: Table, name: str) -> bool:
    scale = table.stage.scale
    x, y = (value * scale for value in table.place(name))
    cell = table.scene.board.square_rect(Square(0)).width * scale
    area = pygame.Rect(x - cell / 2, y - cell / 2, cell, cell)
    return pygame.image.tobytes(one.subsurface(area), "RGB") != pygame.image.tobytes(other.subsurface(area), "RGB")


# ---- premove


def test_a_point_clicked_while_the_computer_thinks_is_shown_and_played_after_its_answer() -> None:
    table = Table(nudge=False)
    table.click("h8")
    before = table.frame()
    table.click("j10")
    click(table.stage, (950, 2))  # the mouse goes elsewhere
    assert _differs(before, table.frame(), table, "j10")
    assert table.texts == ("h8",)
    table.answer("h9")
    table.frame()
    assert table.texts == ("h8", "h9", "j10")


@pytest.mark.parametrize("how", ["click", "other", "right", "escape"])
def test_it_is_taken_back_before_it_is_played(how: str) -> None:
    table = Table()
    table.click("h8", "j10")
    assert table.match.premoves.current is not None
    match how:
        case "click":
            table.click("j10")
        case "other":
            table.click("c3")  # not chosen instead: the next click chooses
        case "right":
            table.right_click("c3")
        case _:
            press(table.stage, pygame.K_ESCAPE)
    assert table.match.premoves.current is None
    assert table.stage.opened == []
    table.answer("h9")
    assert table.texts == ("h8", "h9")


def test_what_can_not_be_played_is_dropped_with_a_word() -> None:
    table = Table()
    table.click("h8", "h9")
    table.answer("h9")
    assert table.texts == ("h8", "h9")
    assert table.stage.toasts.text == table.stage.t("comfort.premove_dropped")


def test_a_piece_goes_ahead_by_two_clicks_or_by_a_drag() -> None:
    table = Table("xiangqi", nudge=False)
    table.click("h2", "e2")
    table.click("h0", "g2")
    table.answer("h9g7")
    table.frame()
    assert table.texts == ("h2e2", "h9g7", "h0g2")
    table.drag("b0", "c2")
    table.answer("b9c7")
    table.frame()
    assert table.texts[-1] == "b0c2"


def test_where_no_answer_would_let_it_go_is_refused_at_once() -> None:
    table = Table("xiangqi", nudge=False)
    table.click("h2", "e2", "h0", "h5")
    assert table.match.premoves.current is None
    assert table.stage.toasts.text == table.stage.t("refusal.no-premove")


def test_a_click_on_the_piece_that_is_to_go_ahead_only_takes_that_back() -> None:
    table = Table("xiangqi", nudge=False)
    table.click("h2", "e2", "h0", "g2", "h0")
    assert table.match.premoves.current is None
    assert table.scene.board.movable.picked is None
    table.click("b0", "c2", "h0")
    assert table.scene.board.movable.picked is not None, "another piece is chosen in its place"


def test_by_the_cursor_alone() -> None:
    table = Table(nudge=False)
    press(table.stage, pygame.K_LEFT, pygame.K_RETURN)
    table.frame()
    assert table.match.ply == 1
    press(table.stage, pygame.K_UP, pygame.K_RETURN)
    assert table.match.premoves.current is not None


def test_a_piece_picked_ahead_is_in_hand_when_the_turn_comes() -> None:
    table = Table("xiangqi", nudge=False)
    table.click("h2", "e2", "h0")
    table.answer("h9g7")
    table.click("g2")
    assert table.texts[-1] == "h0g2"


def test_a_drag_ahead_goes_on_when_the_answer_comes_in_its_midst() -> None:
    table = Table("xiangqi", nudge=False)
    table.click("h2", "e2")
    table.drag("h0", "g2", let_go=False)
    table.answer("h9g7")
    table.stage.stack.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=table.place("g2"), button=1))
    table.frame()
    assert table.texts[-1] == "h0g2"


def test_a_click_that_wipes_arrows_away_chooses_nothing() -> None:
    table = Table(nudge=False)
    table.click("h8")
    table.right_click("c3")  # a ring
    table.click("j10")
    assert table.match.premoves.current is None
    table.click("j10")
    assert table.match.premoves.current is not None


# ---- nudge


def test_a_stone_just_placed_is_dragged_to_its_neighbour() -> None:
    table = Table()
    table.click("h8")
    table.drag("h8", "i9")
    assert table.texts == ("i9",)
    assert [turn.moves for turn in table.puppet.asked] == [("h8",), ("i9",)]  # type: ignore[union-attr]  # a puppet
    assert table.match.turn is Side.SECOND


def test_not_further_than_its_neighbour() -> None:
    table = Table()
    table.click("h8")
    table.drag("h8", "k11")
    assert table.texts == ("h8",)


def test_not_after_its_time_nor_after_the_answer_nor_when_it_is_off() -> None:
    late = Table()
    late.click("h8")
    late.time.now += NUDGE_S
    late.drag("h8", "i9")
    assert late.texts == ("h8",)
    answered = Table()
    answered.click("h8")
    answered.answer("a1")
    answered.drag("h8", "i9")
    assert answered.texts == ("h8", "a1")
    off = Table(nudge=False)
    off.click("h8")
    off.drag("h8", "i9")
    assert off.texts == ("h8",)


def test_while_it_is_in_hand_nobody_answers() -> None:
    table = Table()
    table.click("h8")
    table.drag("h8", "i9", let_go=False)
    table.time.now += 2.0
    table.answer("h9")
    assert table.texts == ("h8",)
    table.stage.stack.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=table.place("i9"), button=1))
    table.frame()
    assert table.texts[0] == "i9"


def test_shift_and_an_arrow_push_it() -> None:
    table = Table()
    table.click("h8")
    press(table.stage, pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
    table.frame()
    assert table.texts == ("i8",)


def test_a_piece_goes_elsewhere_from_where_it_came() -> None:
    table = Table("xiangqi")
    table.click("h2", "g2")
    table.drag("g2", "e2")
    assert table.texts == ("h2e2",)
    press(table.stage, pygame.K_UP, mod=pygame.KMOD_SHIFT)
    table.frame()
    assert table.texts == ("h2e2",)  # above it no square is one where the cannon could have gone


def test_between_two_people_a_double_click_moves_nothing() -> None:
    table = Table(other=Human())
    table.click("h8", "h8", "i9")
    assert table.texts == ("h8", "i9")


def test_the_ring_is_shown_and_goes() -> None:
    table = Table()
    table.click("h8")
    click(table.stage, (950, 2))
    ring = table.frame()
    table.time.now += NUDGE_S
    assert _differs(ring, table.frame(), table, "h8")


def test_draughts_are_chosen_ahead_too_and_what_must_be_captured_first_drops_it() -> None:
    table = Table("draughts-international", nudge=False)
    table.click("32", "28", "31", "27")
    assert table.match.premoves.current is not None
    table.answer("20-25")
    table.frame()
    assert table.texts[-1] == "31-27"
    table.answer("19-23")
    assert table.match.position.must_capture()
    forced = Table("draughts-international", nudge=False)
    forced.click("32", "28", "31", "27")
    forced.answer("19-23")
    assert forced.texts[-1] == "19-23"
    assert forced.match.premoves.current is None


def test_discs_of_reversi_are_chosen_ahead_and_pushed() -> None:
    table = Table("reversi")
    start = [table.match.variant.write_move(move, table.match.position) for move in table.match.position.legal_moves()]
    table.click(start[0])
    table.drag(start[0], start[1])
    assert table.texts == (start[1],)  # the neighbour across the corner
    replies = table.match.position.legal_moves()
    after = table.match.position.play(replies[0])
    wanted = table.match.variant.write_move(after.legal_moves()[0], after)
    table.click(wanted)
    assert table.match.premoves.current is not None
    table.answer(table.match.variant.write_move(replies[0], table.match.position))
    table.frame()
    assert table.texts[-1] == wanted


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("blindfold", ["off", "discs", "hidden"])
def test_what_is_chosen_ahead_is_shown_in_each_theme_and_blindfold(theme: str, blindfold: str) -> None:
    table = Table("xiangqi", theme=theme, blindfold=blindfold, nudge=False)
    table.click("h2", "e2")
    click(table.stage, table.place("a5"))
    before = table.frame()
    table.click("h0", "g2")
    click(table.stage, (table.scene.panel.right - 2, table.scene.panel.top + 60))
    after = table.frame()
    assert _differs(before, after, table, "g2")
    assert _differs(before, after, table, "h0")


def test_f1_tells_how_a_piece_is_pushed_where_that_is_possible() -> None:
    def told(table: Table) -> bool:
        texts = [text for _, lines in areas_of(table.stage, table.scene) for _, text in lines]
        return table.stage.t("keys.nudge") in texts

    assert told(Table())
    assert not told(Table(nudge=False))
