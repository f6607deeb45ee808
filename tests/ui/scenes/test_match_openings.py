"""Openings by rule in the match scene: what is said, what is chosen by buttons and keys, and how it all lies there."""

from __future__ import annotations

import pygame
import pytest
from fakes import FakeServices, click_on, make_stage, picture, press, settle, widget
from looking import WINDOWS, faults, read
from match_table import Table, two_people
from sitting import Puppet, Time

from game.match.clock import MatchClock
from game.match.evaluation import Cp, SearchInfo
from game.match.match import Match, Seat
from game.match.players import Chosen, Human
from game.rules.core import Side
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import Settings
from game.ui.scenes.match.scene import MatchScene

THREE = "h8 h9 j10"


class Advanced(Puppet):
    level = "advanced"


class Opened(Table):
    """A match scene over a game by an opening rule, some of which has been played."""

    def __init__(
        self,
        opening: str,
        moves: str = "",
        second: Human | Puppet | None = None,
        first: Human | Puppet | None = None,
        window: tuple[int, int] = (1280, 800),
        scale: float = 1.0,
        language: str = "en",
    ) -> None:
        self.time = Time()
        self.hall = FakeServices(Settings(language=language, scale=scale, reduced_motion=True, has_played=True))  # type: ignore[arg-type]
        self.stage = make_stage(window, self.hall)
        self.opened = self.stage.opened
        rules = variant("gomoku-freestyle")
        game = Game(rules, rules.start(15, opening))
        for text in moves.split():
            game.play_text(text)
        self.adviser = Puppet()
        seats = (Seat(first or Human()), Seat(second or Human()))
        self.match = Match(game, seats, MatchClock(None, self.time) if not moves else None, adviser=self.adviser)
        self.scene = MatchScene(self.stage, self.match)
        self.stage.open(self.scene)
        self.frame()

    def says(self, text: str) -> bool:
        """Whether a text is on the screen, whole or in lines."""
        drawn = " ".join(each for each, _ in read(self.stage, self.hall.window, self.scene).drawn)
        return text in drawn

    @property
    def buttons(self) -> list[str]:
        return [each.name for each in self.scene.widgets.widgets if each.name.startswith("choose_")]


def test_two_people_go_through_swap2_by_clicks_and_buttons() -> None:
    table = Opened("swap2")
    assert table.says("First: Place three stones: black, white, black")
    table.play(["h8", "h9", "j10"])
    assert table.buttons == ["choose_black", "choose_white", "choose_more"]
    assert table.says("Second: Choose your colour, or place two more stones")
    table.click_square("a1")
    assert table.texts == ("h8", "h9", "j10")
    assert table.stage.toasts.text == "Choose with the buttons first."
    click_on(table.stage, "choose_more")
    table.frame()
    assert table.stage.toasts.text == "Second places two more stones."
    assert table.says("Second: Place two more stones: white, black")
    assert table.buttons == []
    table.play(["a1", "b1"])
    assert table.says("First: Choose your colour")
    assert table.buttons == ["choose_black", "choose_white"]
    click_on(table.stage, "choose_white")
    table.frame()
    assert table.texts[-1] == "white"
    assert table.match.position.colour(Side.FIRST) is Side.SECOND
    assert not table.says("Choose")
    assert [table.scene.player_name(side) for side in Side] == ["White", "Black"]
    assert table.scene.board.position.colour_to_move is Side.SECOND
    table.play(["c1"])
    assert table.match.turn is Side.SECOND


@pytest.mark.parametrize(("key", "word"), [(pygame.K_b, "black"), (pygame.K_w, "white"), (pygame.K_a, "more")])
def test_choices_by_keys(key: int, word: str) -> None:
    table = Opened("swap2", THREE)
    press(table.stage, key)
    table.frame()
    assert table.texts[-1] == word
    press(table.stage, key)
    assert len(table.texts) == 4


def test_keys_choose_nothing_in_ordinary_play_nor_while_looking_back() -> None:
    plain = two_people()
    press(plain.stage, pygame.K_b, pygame.K_w, pygame.K_a)
    assert plain.texts == ()
    table = Opened("swap", THREE)
    press(table.stage, pygame.K_PAGEUP)
    table.frame()
    press(table.stage, pygame.K_b)
    assert table.match.ply == 3
    assert not widget(table.scene, "choose_black").enabled


def test_undo_across_a_choice_asks_again() -> None:
    table = Opened("swap", THREE)
    press(table.stage, pygame.K_b)
    table.frame()
    assert table.buttons == []
    press(table.stage, pygame.K_u)
    table.frame()
    assert table.buttons == ["choose_black", "choose_white"]
    press(table.stage, pygame.K_r)
    table.frame()
    assert table.texts[-1] == "black"


def test_the_computer_chooses_and_says_so() -> None:
    engine = Advanced()
    table = Opened("swap2", THREE, second=engine)
    assert table.says("Advanced chooses a colour, or two more stones")
    assert table.buttons == []
    info = SearchInfo(6, 5000, 0.4, Cp(40), ("black", "a1", "a2"))
    engine.say(Chosen("black", info=info))
    table.frame()
    assert table.stage.toasts.text == "Advanced plays black."
    assert table.match.turn is Side.FIRST
    assert table.says("plays White")  # the person's card
    table.click_square("a1")
    assert table.texts[-1] == "a1"


def test_a_hint_for_a_choice_marks_its_button_and_names_it() -> None:
    table = Opened("swap2", THREE, second=Human(), first=Advanced())
    press(table.stage, pygame.K_h)
    table.frame()
    info = SearchInfo(6, 5000, 0.4, Cp(40), ("white", "a1"))
    table.adviser.say(Chosen("white", info=info))
    table.frame()
    table.frame()
    kinds = [getattr(widget(table.scene, name), "kind", "") for name in table.buttons]
    assert kinds == ["secondary", "jade", "secondary"]
    assert table.says("Takes White")


def test_closed_points_are_veiled_and_explained() -> None:
    table = Opened("pro", "h8 h9")
    veiled = picture(table.stage, (1280, 800))
    table.click_square("j10")
    assert table.texts == ("h8", "h9")
    assert table.stage.toasts.text == "J10 lies in the central 5×5; this stone must go outside it."
    settle(table.stage, 1.0)
    table.click_square("m12")
    clear = picture(table.stage, (1280, 800))
    at = tuple(map(round, table.scene.board.square_rect(FREESTYLE_G7).center))
    at = (at[0] + 8, at[1] + 8)  # between the lines
    assert sum(veiled.get_at(at)[:3]) < sum(clear.get_at(at)[:3])


FREESTYLE_G7 = variant("gomoku-freestyle").read_move("g7", variant("gomoku-freestyle").start()).path[0]


def test_the_first_stone_of_pro_is_the_centre() -> None:
    table = Opened("pro")
    table.click_square("a1")
    assert table.stage.toasts.text == "The first stone must go in the centre."
    table.click_square("h8")
    assert table.says("White: Place a white stone anywhere")


def test_the_move_list_keeps_colours_in_their_columns() -> None:
    table = Opened("swap2", f"{THREE} more a1 b1 white c1 c2 c3")
    moves = widget(table.scene, "moves")
    columns = [each.column for each in moves.entries]  # type: ignore[attr-defined]  # the move list
    assert columns == [0, 1, 0, None, 1, 0, None, 1, 0, 1]
    cells = [moves._cell(ply) for ply in range(1, 11)]  # type: ignore[attr-defined]
    assert cells[0].left == cells[2].left == cells[5].left == cells[8].left
    assert cells[1].left == cells[4].left == cells[7].left == cells[9].left
    assert cells[3].width > cells[1].right - cells[0].left - 1
    assert [cell.top for cell in cells] == sorted(cell.top for cell in cells)
    assert cells[8].top == cells[9].top
    click_on(table.stage, "moves")
    press(table.stage, pygame.K_HOME)
    table.frame()
    assert table.scene.shown.ply == 0


def test_computers_play_an_opening_while_one_watches() -> None:
    first, second = Advanced(), Advanced()
    table = Opened("swap", first=first, second=second)
    for text, player in (("h8", first), ("h9", first), ("j10", first), ("black", second), ("a1", first)):
        player.say(text)
        table.frame()
        table.frame()
    assert table.texts == ("h8", "h9", "j10", "black", "a1")
    assert table.match.turn is Side.SECOND


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("opening", "moves"), [("swap2", "h8"), ("swap2", THREE), ("swap2", f"{THREE} more a1 b1"), ("long-pro", "h8 h9")]
)
def test_nothing_overlaps_or_is_cut_off(opening: str, moves: str, language: str) -> None:
    found = []
    for window, scale in WINDOWS[:2] + WINDOWS[2:7:4]:
        for second in (Human(), Advanced()):
            table = Opened(opening, moves, second=second, window=window, scale=scale, language=language)
            card = table.scene._layout.task
            reader = read(table.stage, window, table.scene)
            said = [text for text, rect in reader.drawn if card.colliderect(rect)]
            assert said
            found += [f"{window} at {scale}: {text!r} is cut off" for text in said if text in reader.cut]
            wrong = [
                each
                for each in faults(table.stage, window, table.scene)
                if "cut off" not in each and "'moves'" not in each
            ]
            found += [f"{window} at {scale}, {type(second).__name__}: {each}" for each in wrong]
    assert found == []
