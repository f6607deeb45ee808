"""The match with somebody elsewhere, driven by posted events over a real match and a table in memory."""

from __future__ import annotations

import pygame
import pytest
from fakes import click_on, press, widget
from parlour import Parlour

from game.lan.views import LineState
from game.match.events import RequestKind
from game.match.players import Replied, RequestReport
from game.rules.core import Outcome, Side, Termination
from game.ui.paint.canvas import Canvas
from game.ui.stage.overlays import Dialog

# ---- playing


def test_moves_go_to_and_fro() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    assert parlour.texts == ("h8", "h9")
    assert parlour.scene.player_name(Side.SECOND) == "Anna"
    assert parlour.scene.shown.lower_side is Side.FIRST


def test_nothing_is_played_again_or_hinted_at() -> None:
    parlour = Parlour()
    assert {"action_redo", "action_hint"}.isdisjoint(parlour.names())
    press(parlour.stage, pygame.K_h)
    assert parlour.stage.toasts.text == "No hints against people"
    press(parlour.stage, pygame.K_r, pygame.K_n, pygame.K_s)
    assert parlour.match.outcome is None


def test_a_take_back_is_asked_for_and_the_strip_says_so() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    press(parlour.stage, pygame.K_u)
    parlour.frame()
    company = parlour.scene.company
    assert company is not None
    strip = company.strip()
    assert strip is not None
    assert strip.text == "You asked to take back. Anna is thinking about it."
    assert not widget(parlour.scene, "action_undo").enabled
    parlour.anna.say(Replied(RequestKind.TAKE_BACK, True))
    parlour.frame()
    assert parlour.texts == ()
    assert company.strip() is None


def test_what_the_other_side_declines_is_told() -> None:
    parlour = Parlour()
    press(parlour.stage, pygame.K_d)
    parlour.frame()
    assert parlour.match.requests.open == ()
    parlour.choose("Offer a draw")
    parlour.anna.say(Replied(RequestKind.DRAW, False))
    parlour.frame()
    assert parlour.stage.toasts.text == "Anna declines the draw and plays on."


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        (RequestKind.TAKE_BACK, "Anna asks to take back"),
        (RequestKind.DRAW, "Anna offers a draw"),
        (RequestKind.RESTART, "Anna would like to start again"),
        (RequestKind.PAUSE, "Anna asks for a pause"),
    ],
)
def test_what_the_other_side_asks_for_is_a_question(kind: RequestKind, title: str) -> None:
    for label, yes in (("Play on", False), ("Agree", True)):
        parlour = Parlour()
        parlour.exchange("h8", "h9")
        parlour.anna.say(RequestReport(kind, 2))
        parlour.frame()
        assert parlour.dialog._title == title
        parlour.choose(label)
        happened = {
            RequestKind.TAKE_BACK: parlour.match.ply == 0,
            RequestKind.DRAW: parlour.match.outcome is not None,
            RequestKind.RESTART: parlour.match.ply == 0,
            RequestKind.PAUSE: parlour.match.is_paused,
        }
        assert happened[kind] is yes


@pytest.mark.parametrize("window", [(960, 640), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_question_leaves_the_board_in_sight(language: str, window: tuple[int, int]) -> None:
    parlour = Parlour(window, language=language)
    parlour.exchange("h8", "h9")
    for kind in RequestKind:
        parlour.anna.say(RequestReport(kind, 2))
        parlour.frame()
        dialog = parlour.dialog
        canvas = parlour.stage.canvas(pygame.Surface(window))
        dialog.draw(canvas)
        assert not dialog._box.colliderect(parlour.scene.board.rect)
        assert pygame.FRect(0, 0, *dialog.size).contains(dialog._box)
        parlour.choose(dialog._answers[-1].label)
        parlour.frame()
        assert parlour.stage.toasts.text == "", "one's own refusal need not be told to oneself"


@pytest.mark.parametrize(("label", "is_over"), [("Play on", False), ("End the game", True)])
def test_a_game_that_does_not_match_the_other_side_s_ends_if_the_person_wants_it(label: str, is_over: bool) -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    parlour.anna.say(RequestReport(RequestKind.NO_RESULT))
    parlour.frame()
    assert parlour.dialog._title == "Anna's game and yours no longer match"
    parlour.choose(label)
    assert (parlour.match.outcome is not None) is is_over


def test_a_key_that_was_under_way_answers_no_question() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    parlour.anna.say(RequestReport(RequestKind.TAKE_BACK, 2))
    parlour.frame()
    press(parlour.stage, pygame.K_RETURN, pygame.K_ESCAPE)
    assert parlour.match.requests.to_answer is not None
    parlour.frame(0.7)
    press(parlour.stage, pygame.K_RETURN)  # the safe answer has the focus
    parlour.frame()
    assert parlour.match.requests.to_answer is None
    assert parlour.match.ply == 2


def test_a_question_that_is_overtaken_goes() -> None:
    parlour = Parlour()
    parlour.anna.say(RequestReport(RequestKind.PAUSE))
    parlour.frame()
    assert isinstance(parlour.stage.stack.top, Dialog)
    parlour.match.submit(Side.FIRST, parlour.match.variant.read_move("h8", parlour.match.position))
    parlour.frame()
    parlour.frame()
    assert parlour.stage.stack.top is parlour.scene


def test_two_questions_at_once_are_both_put() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    parlour.anna.say(RequestReport(RequestKind.PAUSE), RequestReport(RequestKind.DRAW))
    parlour.frame()
    parlour.choose("Play on")
    parlour.choose("Play on")
    assert parlour.match.requests.open == ()
    assert parlour.stage.stack.top is parlour.scene


def test_resigning_asks_and_is_told() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    press(parlour.stage, pygame.K_q)
    parlour.frame()
    click_on(parlour.stage, "Resign")
    parlour.frame()
    assert parlour.match.outcome == Outcome(Side.SECOND, Termination.RESIGNATION)


def test_restart_and_pause_are_asked_for_in_the_menu() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    click_on(parlour.stage, "action_menu")
    parlour.frame()
    click_on(parlour.stage, "Ask for a pause")
    parlour.frame()
    assert [request.kind for request in parlour.match.requests.open] == [RequestKind.PAUSE]
    labels = [entry.label for entry in parlour.scene.menu.at_lan_table()]
    assert "Ask to start again" in labels
    assert "Change the level" not in labels


# ---- leaving


def test_leaving_a_game_asks_first() -> None:
    parlour = Parlour()
    for start in (lambda: press(parlour.stage, pygame.K_ESCAPE), lambda: click_on(parlour.stage, "home")):
        start()
        parlour.frame()
        assert "Anna will be told" in parlour.dialog._text
        press(parlour.stage, pygame.K_RETURN)  # the safe answer has the focus
        assert parlour.opened == []
    press(parlour.stage, pygame.K_ESCAPE)
    parlour.frame()
    click_on(parlour.stage, "Leave")
    assert parlour.opened == ["menu", "lobby"]


def test_the_table_is_left_with_the_scene() -> None:
    parlour = Parlour()
    parlour.stage.stack.clear()
    assert parlour.table.done == ["leave"]
    assert parlour.anna.closed
    assert "leave" not in parlour.hall.done  # nothing of it belongs to Continue


def test_a_finished_or_a_watched_game_is_left_at_once() -> None:
    parlour = Parlour()
    parlour.match.resign(Side.FIRST)
    parlour.frame()
    press(parlour.stage, pygame.K_ESCAPE)
    assert parlour.opened == ["menu", "lobby"]
    watched = Parlour(watched=True)
    press(watched.stage, pygame.K_ESCAPE)
    assert watched.opened == ["menu", "lobby"]


# ---- the line


def test_a_cut_line_is_told_with_its_seconds_and_the_clocks() -> None:
    parlour = Parlour()
    parlour.table.line, parlour.table.back_in_s = LineState.DOWN, 52.4
    parlour.frame()
    company = parlour.scene.company
    assert company is not None
    strip = company.strip()
    assert strip is not None
    assert strip.text == "Connection to Anna lost. Clocks are stopped; 52 s to come back."
    height = parlour.scene._layout.moves.height
    parlour.table.line = LineState.CONNECTED
    parlour.frame()
    assert company.strip() is None
    assert parlour.scene._layout.moves.height > height


def test_an_overdue_side_asks_for_a_decision_that_can_be_put_off() -> None:
    parlour = Parlour()
    parlour.table.line = LineState.OVERDUE
    parlour.frame()
    parlour.choose("Keep waiting")
    assert parlour.table.done == []
    click_on(parlour.stage, "decide")
    parlour.frame()
    parlour.choose("Claim the win")
    assert parlour.table.done == ["claim"]
    click_on(parlour.stage, "decide")
    parlour.choose("Leave and keep it")
    assert parlour.opened == ["menu", "lobby"]


def test_somebody_who_comes_back_takes_the_question_away() -> None:
    parlour = Parlour()
    parlour.table.line = LineState.OVERDUE
    parlour.frame()
    assert isinstance(parlour.stage.stack.top, Dialog)
    parlour.table.line = LineState.CONNECTED
    parlour.frame()
    parlour.frame()
    assert parlour.stage.stack.top is parlour.scene
    assert "decide" not in parlour.names()


def test_after_somebody_has_left_nothing_can_be_moved_or_said() -> None:
    parlour = Parlour()
    parlour.table.line = LineState.GONE
    parlour.frame()
    parlour.click_square("h8")
    assert parlour.texts == ()
    assert parlour.stage.toasts.text == "Anna has left. The game is kept for both."
    assert "chat_field" not in parlour.names()
    assert not widget(parlour.scene, "action_flag").enabled
    press(parlour.stage, pygame.K_q, pygame.K_d, pygame.K_u, pygame.K_p)
    assert parlour.stage.stack.top is parlour.scene
    press(parlour.stage, pygame.K_ESCAPE)
    assert parlour.opened == ["menu", "lobby"]


def test_every_state_of_the_line_looks_different_without_colour() -> None:
    seen = set()
    for state in LineState:
        parlour = Parlour()
        parlour.table.line = state
        parlour.frame(0.7)
        if isinstance(parlour.stage.stack.top, Dialog):
            press(parlour.stage, pygame.K_ESCAPE)
        grey = pygame.transform.grayscale(parlour.frame())
        chat = parlour.scene._layout.chat
        part = grey.subsurface(pygame.Rect(round(chat.left), round(chat.top), round(chat.width), 44))
        strip = parlour.scene.company.strip() if parlour.scene.company else None
        seen.add((pygame.image.tobytes(part, "RGB"), strip.text if strip else ""))
    assert len(seen) == len(LineState)


# ---- watching


def test_who_watches_can_touch_nothing_and_is_told_so() -> None:
    parlour = Parlour(watched=True)
    company = parlour.scene.company
    assert company is not None
    strip = company.strip()
    assert strip is not None
    assert strip.text == "You are watching and can't move pieces."
    parlour.bo.say("h8")  # type: ignore[union-attr]  # a puppet where the game is watched
    parlour.frame()
    assert parlour.texts == ("h8",)
    parlour.click_square("h9")
    press(parlour.stage, pygame.K_u, pygame.K_d, pygame.K_q, pygame.K_p, pygame.K_h, pygame.K_s)
    parlour.frame()
    assert parlour.texts == ("h8",)
    assert parlour.match.requests.open == ()
    assert parlour.stage.stack.top is parlour.scene
    assert {"action_undo", "action_draw", "action_flag", "chat_field"}.isdisjoint(parlour.names())


@pytest.mark.parametrize("watched", [True, False])
def test_nobody_is_invited_to_write_where_nothing_can_be_written(
    watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    draw = Canvas.text
    monkeypatch.setattr(Canvas, "text", lambda self, text, *a, **k: written.append(text) or draw(self, text, *a, **k))
    parlour = Parlour(watched=watched)
    parlour.frame()
    assert ("chat_field" in parlour.names()) is not watched
    said = " ".join(written)
    assert ("Say hello" in said) is not watched
    assert ("Watchers can only read" in said) is watched


def test_who_watches_is_told_that_the_line_is_cut_and_looked_for() -> None:
    parlour = Parlour(watched=True)
    parlour.table.line, parlour.table.back_in_s = LineState.DOWN, 41.6
    parlour.frame()
    assert parlour.scene.company is not None
    strip = parlour.scene.company.strip()
    assert strip is not None
    assert strip.text == "Connection to this game lost. Trying for another 42 s."


def test_the_watchers_are_counted_and_named() -> None:
    parlour = Parlour()
    assert widget(parlour.scene, "action_eye").tooltip == "Nobody is watching"
    parlour.table.watchers = ("Kenji", "阿哲")
    parlour.frame()
    assert widget(parlour.scene, "action_eye").label == "2 watching"
    assert widget(parlour.scene, "action_eye").tooltip == "Watching: Kenji, 阿哲"
    click_on(parlour.stage, "action_eye")
    assert parlour.stage.toasts.text == "Watching: Kenji, 阿哲"


# ---- places


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("window", [(960, 640), (1280, 800), (1920, 1080)])
def test_nothing_overlaps_or_leaves_the_window(language: str, theme: str, window: tuple[int, int]) -> None:
    parlour = Parlour(window, language=language, theme=theme)
    area = pygame.FRect(0, 0, *parlour.stage.size)
    for line in LineState:
        parlour.table.line = line
        parlour.frame(0.7)
        while parlour.stage.stack.top is not parlour.scene:
            press(parlour.stage, pygame.K_ESCAPE)
        parlour.frame()
        boxes = [each for each in parlour.scene.widgets.widgets if each.visible]
        assert all(area.contains(each.rect) for each in boxes)
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                # the stepping buttons lie in the list's title, the arrow at the end of the field
                inside = one.name in ("moves", "chat_field") and one.rect.contains(other.rect)
                assert inside or not one.rect.colliderect(other.rect.inflate(-1, -1)), (one.name, other.name)
        place = parlour.scene._layout
        for a, b in ((place.moves, place.strip), (place.chat, place.strip), (place.strip, place.lower_card)):
            assert not a.colliderect(b) or not place.strip.height


def test_side_by_side_in_a_wide_window_and_folded_in_a_narrow_one() -> None:
    for window, scale, folded in (
        ((1280, 800), 1.0, False),
        ((1920, 1080), 1.0, False),
        ((2560, 1080), 0.75, False),
        ((960, 640), 2.0, True),
        ((1100, 800), 1.25, True),
    ):
        parlour = Parlour(window, scale=scale)
        assert parlour.scene._layout.is_chat_folded is folded, (window, scale)


def test_a_move_can_be_chosen_ahead_but_nothing_pushed() -> None:
    parlour = Parlour()
    parlour.click_square("h8")
    assert parlour.match.nudges.current is None  # she has it already
    parlour.click_square("g9")
    assert parlour.match.premoves.current is not None
    parlour.anna.say("h9")
    parlour.frame()
    assert parlour.texts == ("h8", "h9", "g9")
    watched = Parlour(watched=True)
    watched.click_square("g9")
    assert watched.match.premoves.current is None
