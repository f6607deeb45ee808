"""The match, driven by posted events over a real match with a puppet in the computer's place."""

from __future__ import annotations

import pygame
import pytest
from fakes import click_on, press, settle, widget
from looking import faults, read
from match_table import BLACK_FIVE, WINDOW, Table, result_of, two_people
from sitting import Puppet

from game.match.evaluation import Cp, SearchInfo
from game.match.players import Chosen, Gone, Human, Reply
from game.rules.core import Outcome, Side, Termination
from game.ui.scenes.match.actions import SPEEDS_S
from game.ui.scenes.result.scene import ResultScene
from game.ui.stage.overlays import Dialog


def test_two_people_play_to_the_result_by_clicks() -> None:
    table = two_people()
    table.play(BLACK_FIVE)
    assert table.match.outcome is not None
    assert table.match.outcome.winner is Side.FIRST
    assert "result" not in table.opened
    settle(table.stage, 3.0)
    assert table.opened == ["result"]
    table.frame()
    assert isinstance(table.stage.stack.top, ResultScene)


def test_a_click_on_a_stone_is_explained_and_changes_nothing() -> None:
    table = two_people()
    table.play(["h8", "h8"])
    assert table.texts == ("h8",)
    assert table.stage.toasts.text == "There is a stone on H8 already."


def test_the_computer_answers_and_its_thoughts_are_shown() -> None:
    puppet = Puppet()
    puppet.level = "advanced"
    table = Table(Human(), puppet)
    table.click_square("h8")
    table.frame()
    assert puppet.turn is not None
    puppet.info = SearchInfo(4, 50_000, 0.8, Cp(62), ("h9", "i9"))
    table.time.now += 0.8
    table.frame()
    view = table.scene.thoughts.view()
    assert view.is_running
    assert [move.text for move in view.line] == ["H9", "I9"]
    assert len(table.scene.board.annotations.best_line) == 2
    press(table.stage, pygame.K_n)
    assert puppet.hurried == 1
    puppet.say(Chosen("h9", info=puppet.info))
    table.frame()
    assert table.texts == ("h8", "h9")
    assert not table.scene.thoughts.view().is_running
    assert table.scene.thoughts.view().info is not None


def test_a_click_while_the_computer_thinks_is_refused_where_nothing_is_chosen_ahead() -> None:
    table = Table(Human(), Puppet(), premove=False)
    table.play(["h8", "i9"])
    assert table.texts == ("h8",)
    assert "turn" in table.stage.toasts.text


@pytest.mark.parametrize(("level", "rows"), [("first-steps", 1), ("intermediate", 3), ("expert", 3)])
@pytest.mark.parametrize("window", [(960, 640), (1280, 800)])
def test_who_hardly_looks_ahead_shows_no_figures(level: str, rows: int, window: tuple[int, int]) -> None:
    puppet = Puppet()
    puppet.level = level
    table = Table(Human(), puppet, window=window, name="Lin")
    table.click_square("h8")
    puppet.info = SearchInfo(depth=1, nodes=5, time_s=0.066, score=Cp(12), line=("h9",))
    table.frame()

    def said() -> str:
        return " ".join(text for text, _ in read(table.stage, window, table.scene).drawn)

    assert ("Nodes/s" in said()) is (rows == 3)
    assert "Thinking" in said()
    puppet.say("h9")
    table.frame()
    assert ("Nodes/s" in said()) is (rows == 3)
    assert ("Looks a move or two ahead" in said()) is (rows == 1)
    found = faults(table.stage, window, table.scene)
    assert [each for each in found if not each.startswith("widgets")] == []  # the steppers lie on the list


def test_a_game_against_a_program_that_was_taken_out_of_the_settings_is_shown() -> None:
    puppet = Puppet()
    puppet.level = "external:Gone"
    table = Table(Human(), puppet, name="Lin")
    table.click_square("h8")
    puppet.info = SearchInfo(depth=4, nodes=5, time_s=0.066, score=Cp(12), line=("h9",))
    table.frame()
    assert "Nodes/s" in [text for text, _ in read(table.stage, WINDOW, table.scene).drawn]


def test_who_thinks_is_not_said_to_be_waited_for() -> None:
    table = Table(Human(), Puppet(), name="Lin")

    def says(key: str) -> bool:
        drawn = read(table.stage, WINDOW, table.scene).drawn
        return table.stage.t(f"match.{key}") in [text for text, _ in drawn]

    assert (says("no_figures"), says("figures_soon")) == (True, False)
    table.click_square("h8")
    assert (says("no_figures"), says("figures_soon")) == (False, True)


def test_undo_and_redo_by_keys_and_buttons() -> None:
    table = two_people()
    table.play(["h8", "h9", "i9"])
    press(table.stage, pygame.K_u)
    table.frame()
    assert table.texts == ("h8", "h9")
    press(table.stage, pygame.K_z, mod=pygame.KMOD_CTRL)
    table.frame()
    assert table.texts == ("h8",)
    click_on(table.stage, "action_redo")
    table.frame()
    press(table.stage, pygame.K_r)
    table.frame()
    assert table.texts == ("h8", "h9", "i9")
    assert not widget(table.scene, "action_redo").enabled


def test_resigning_asks_first_and_the_safe_answer_has_the_focus() -> None:
    table = two_people()
    table.click_square("h8")
    press(table.stage, pygame.K_q)
    table.frame()
    assert isinstance(table.stage.stack.top, Dialog)
    press(table.stage, pygame.K_RETURN)
    assert table.match.outcome is None
    press(table.stage, pygame.K_q)
    table.frame()
    click_on(table.stage, "Resign")
    table.frame()
    assert table.match.outcome == Outcome(Side.FIRST, Termination.RESIGNATION)


def test_a_draw_between_people_is_asked_and_may_be_declined_and_accepted() -> None:
    table = two_people()
    table.click_square("h8")
    for label, ended in (("Decline", False), ("Accept", True)):
        press(table.stage, pygame.K_d)
        table.frame()
        table.frame()
        assert isinstance(table.stage.stack.top, Dialog)
        click_on(table.stage, label)
        table.frame()
        assert (table.match.outcome is not None) is ended
    assert table.match.outcome == Outcome(None, Termination.AGREEMENT)


def test_a_computer_that_declines_a_draw_says_so() -> None:
    puppet = Puppet(reply=Reply.NO)
    puppet.level = "advanced"
    table = Table(Human(), puppet)
    press(table.stage, pygame.K_d)
    table.frame()
    assert puppet.considered == []
    press(table.stage, pygame.K_ESCAPE)  # a slip of the finger offers nothing
    table.frame()
    assert puppet.considered == []
    press(table.stage, pygame.K_d)
    table.frame()
    click_on(table.stage, "Offer a draw")
    table.frame()
    assert "Advanced" in table.stage.toasts.text


def test_a_failed_engine_leaves_the_game_alive_and_can_be_retried_or_replaced() -> None:
    puppet = Puppet()
    table = Table(Human(), puppet)
    table.click_square("h8")
    table.frame()
    puppet.say(Gone("the engine fell over"))
    table.frame()
    table.frame()
    assert isinstance(table.stage.stack.top, Dialog)
    click_on(table.stage, "Try again")
    table.frame()
    assert len(puppet.asked) == 2
    puppet.say(Gone("again"))
    table.frame()
    table.frame()
    click_on(table.stage, "Play its side")
    table.frame()
    table.click_square("h9")
    assert table.texts == ("h8", "h9")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "What went wrong: Pela did not answer within 6.0 s."), ("zh", "原因：Pela 在 6.0 秒内没有回应。")],
)
def test_what_is_wrong_with_another_program_is_said_in_the_language_chosen(language: str, said: str) -> None:
    puppet = Puppet()
    table = Table(Human(), puppet, language=language)
    table.play(["h8"])
    puppet.say(Gone("Pela did not answer", "program-silent", {"name": "Pela", "n": "6.0"}))
    table.frame()
    table.frame()
    dialog = table.stage.stack.top
    assert isinstance(dialog, Dialog)
    assert dialog._text.endswith(said)


def test_pause_stops_the_board_and_resume_lets_it_go_on() -> None:
    table = two_people()
    press(table.stage, pygame.K_p)
    table.frame()
    assert table.match.is_paused
    table.click_square("h8")
    assert table.texts == ()
    press(table.stage, pygame.K_p)
    table.frame()
    table.click_square("h8")
    assert table.texts == ("h8",)


def test_where_only_computers_play_nobody_is_asked_to_type_a_move() -> None:
    for first, asked in ((Puppet(), False), (Human(), True)):
        table = Table(first, Puppet(), blindfold="no-board")
        names = {each.name for each in table.scene.widgets.widgets}
        assert ({"say", "send"} <= names) is asked
        assert ({"say", "send"} & names != set()) is asked
        assert "show" in names
        assert table.scene.widgets.focus is widget(table.scene, "say" if asked else "show")


def test_watching_has_pause_step_and_speed() -> None:
    first, second = Puppet(), Puppet()
    table = Table(first, second)
    table.frame()
    press(table.stage, pygame.K_p)
    table.frame()
    assert table.match.is_paused
    press(table.stage, pygame.K_s)
    table.frame()
    table.frame()
    first.say("h8")
    table.frame()
    assert table.texts == ("h8",)
    assert table.match.is_paused
    click_on(table.stage, "action_menu")
    table.frame()
    click_on(table.stage, "Speed · Slow")
    assert table.match.pace_s == SPEEDS_S["slow"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("window", [(960, 640), (1280, 800), (1920, 1080)])
def test_nothing_overlaps_or_leaves_the_window(language: str, theme: str, window: tuple[int, int]) -> None:
    puppet = Puppet()
    puppet.level = "expert"
    table = Table(Human(), puppet, window=window, language=language, theme=theme)
    area = pygame.FRect(0, 0, *table.stage.size)
    for scene in (table.scene, result_of(table)):
        boxes = [w for w in scene.widgets.widgets if w.visible]
        for widget_ in boxes:
            assert area.contains(widget_.rect), widget_.name
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                inside = one.name == "moves" and one.rect.contains(other.rect)  # the stepping buttons in its title
                assert inside or not one.rect.colliderect(other.rect.inflate(-1, -1)), (one.name, other.name)


def test_clicks_on_a_board_that_is_only_looked_at_are_explained() -> None:
    table = two_people()
    table.play(["h8", "h9"])
    press(table.stage, pygame.K_PAGEUP)
    table.click_square("a1")
    assert "looking at move 1" in table.stage.toasts.text
    press(table.stage, pygame.K_END, pygame.K_p)
    table.frame()
    table.click_square("a1")
    assert table.stage.toasts.text == "The game is paused."
    assert table.texts == ("h8", "h9")
