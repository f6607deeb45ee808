"""Talking beside a match with somebody elsewhere."""

from __future__ import annotations

import unicodedata

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, press, widget
from parlour import SMALL, WINDOW, Parlour
from sitting import Puppet

from game.lan.views import ChatLine, LineState
from game.match.players import PlayerKind, Reply
from game.rules.core import Side
from game.storage.settings import Settings
from game.ui.scenes.match.chat import LONGEST_LINE, ChatLog, chat_lines, said_here
from game.ui.scenes.page import measure


def test_t_goes_to_the_chat_and_escape_back_to_the_board() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    press(parlour.stage, pygame.K_t)
    field = parlour.scene.text_field()
    assert field is not None
    for character in "undo q":
        press(parlour.stage, ord(character))  # the keys of letters are their code points
        parlour.type(character)
    press(parlour.stage, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert field.text == "undo q"
    assert parlour.match.requests.open == ()
    assert parlour.stage.stack.top is parlour.scene
    press(parlour.stage, pygame.K_ESCAPE)
    assert parlour.scene.text_field() is None
    assert parlour.opened == []
    parlour.exchange("i9", "g7")  # and what was typed outlives whatever happens
    assert widget(parlour.scene, "chat_field").text == "undo q"
    press(parlour.stage, pygame.K_t, pygame.K_HOME)
    parlour.table.line = LineState.DOWN  # lays out again
    parlour.frame()
    parlour.type("!")
    assert widget(parlour.scene, "chat_field").text == "!undo q"


def test_what_is_typed_is_said_also_in_chinese() -> None:
    parlour = Parlour(language="zh")
    press(parlour.stage, pygame.K_t)
    parlour.stage.stack.handle(pygame.event.Event(pygame.TEXTEDITING, text="hao", start=0, length=3))
    press(parlour.stage, pygame.K_RETURN)  # belongs to the input method
    assert parlour.table.done == []
    parlour.type("好棋！")
    press(parlour.stage, pygame.K_RETURN)
    assert parlour.table.done == [("say", "好棋！")]
    assert widget(parlour.scene, "chat_field").text == ""
    press(parlour.stage, pygame.K_RETURN)
    assert len(parlour.table.done) == 1  # there is nothing to say


def test_what_can_not_be_said_stays_in_the_field() -> None:
    parlour = Parlour()
    parlour.table.refuses = "too-fast"
    press(parlour.stage, pygame.K_t)
    parlour.type("hello")
    click_on(parlour.stage, "send")
    assert parlour.stage.toasts.text == "Too fast. Wait a moment."
    assert widget(parlour.scene, "chat_field").text == "hello"
    parlour.table.refuses = "something new"
    click_on(parlour.stage, "send")
    assert parlour.stage.toasts.text == "The message could not be sent."


def test_a_phrase_is_said_with_one_press() -> None:
    parlour = Parlour()
    click_on(parlour.stage, "phrase Good luck!")
    assert parlour.table.done == [("say", "Good luck!")]


@pytest.mark.parametrize("window", [WINDOW, SMALL])
def test_phrases_are_said_by_keys_also_while_one_types_or_the_chat_is_folded(window: tuple[int, int]) -> None:
    parlour = Parlour(window)
    press(parlour.stage, pygame.K_5, mod=pygame.KMOD_ALT)
    press(parlour.stage, pygame.K_t)
    parlour.type("he")
    pressed = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_2, mod=pygame.KMOD_LALT, unicode="2")
    parlour.stage.stack.handle(pressed)
    assert parlour.table.done == [("say", "Another game?"), ("say", "Nice move")]
    widget(parlour.scene, "chat_field").composition = "ni"
    parlour.stage.stack.handle(pressed)  # it chooses among the words of the input method
    assert len(parlour.table.done) == 2
    assert widget(parlour.scene, "chat_field").text == "he"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_phrase_has_its_button_and_is_reached_by_tab(language: str) -> None:
    parlour = Parlour(language=language)
    buttons = {name for name in parlour.names() if name.startswith("phrase ")}
    assert buttons == {f"phrase {parlour.stage.t(f'lan.phrase_{n}')}" for n in range(1, 6)}
    reached = set()
    for _ in parlour.scene.widgets.widgets:
        press(parlour.stage, pygame.K_TAB)
        assert parlour.scene.widgets.focus is not None
        reached.add(parlour.scene.widgets.focus.name)
    assert buttons <= reached


def test_a_phrase_is_read_in_one_s_own_language() -> None:
    english, chinese = Parlour(), Parlour(language="zh")
    mine = ChatLine("Lin", "Nice move", True, "21:04")
    theirs = ChatLine("Anna", "Nice move", False, "21:04")
    other = ChatLine("Anna", "Nice move!!", False, "21:04")
    answer = ChatLine("Anna", "好棋", False, "21:05")
    assert [said_here(chinese.stage.t, line) for line in (mine, theirs, other, answer)] == [
        "Nice move", "好棋", "Nice move!!", "好棋",
    ]  # fmt: skip
    assert said_here(english.stage.t, answer) == "Nice move"


def test_the_field_takes_as_much_as_the_wire() -> None:
    parlour = Parlour()
    press(parlour.stage, pygame.K_t)
    parlour.type("棋" * 500)
    assert len(widget(parlour.scene, "chat_field").text) == LONGEST_LINE == 300


def test_what_is_seen_counts_as_read_and_what_is_not_is_marked() -> None:
    parlour = Parlour()
    parlour.table.hear("hello")
    parlour.frame()
    assert parlour.table.unread == 0
    small = Parlour(SMALL, scale=2.0)
    small.table.hear("hello")
    small.frame()
    assert small.table.unread == 1  # the chat is folded
    assert "chat_field" not in small.names()
    press(small.stage, pygame.K_t)
    small.frame()
    assert small.table.unread == 0
    assert small.scene.text_field() is not None
    assert "moves" not in small.names()
    press(small.stage, pygame.K_ESCAPE)
    press(small.stage, pygame.K_ESCAPE)
    small.frame()
    assert "moves" in small.names()
    assert small.opened == []


def test_nothing_is_read_under_a_dialog() -> None:
    parlour = Parlour()
    press(parlour.stage, pygame.K_q)
    parlour.frame()
    parlour.table.hear("hello")
    parlour.frame()
    assert parlour.table.unread == 1
    press(parlour.stage, pygame.K_ESCAPE)
    parlour.frame()
    assert parlour.table.unread == 0


def test_a_folded_chat_opens_by_its_button_and_the_board_can_be_played_on() -> None:
    parlour = Parlour(SMALL, scale=2.0)
    click_on(parlour.stage, "action_chat")
    parlour.frame()
    parlour.click_square("h8")
    assert parlour.texts == ("h8",)
    assert "chat_field" in parlour.names()
    click_on(parlour.stage, "action_chat")
    parlour.frame()
    assert "moves" in parlour.names()


def test_the_log_follows_new_lines_unless_one_has_scrolled_back() -> None:
    parlour = Parlour()
    for i in range(30):
        parlour.table.hear(f"line {i}")
        parlour.frame()
    log: ChatLog = widget(parlour.scene, "chat_log")
    assert log.is_at_end
    click(parlour.stage, log.rect.center)
    parlour.stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=5))
    parlour.frame()
    assert not log.is_at_end
    top = next(block.line.text for block in log._blocks if block.top >= log._most - log._back)
    parlour.table.hear("something new")
    parlour.frame()
    assert parlour.table.unread == 1
    assert next(block.line.text for block in log._blocks if block.top >= log._most - log._back) == top
    click(parlour.stage, log._new_plate.center)
    parlour.frame()
    assert log.is_at_end
    assert parlour.table.unread == 0


def test_notes_are_told_in_the_language_of_the_window() -> None:
    parlour = Parlour()
    note = ChatLine("", "lan.note_take_back_agreed", False, "14:03", True, (("who", "Anna"),))
    parlour.table.chat = (note,)
    parlour.frame()
    log: ChatLog = widget(parlour.scene, "chat_log")
    assert log._blocks[0].texts == ("Anna agreed to the take-back.",)
    parlour.hall.change(language="zh")
    parlour.frame()
    assert log is not None
    assert widget(parlour.scene, "chat_log")._blocks[0].texts[0] != "Anna agreed to the take-back."


HOSTILE = (
    "A" * 300,
    "W" * 300,
    "e" + "\u0301" * 3 + ("a" + "\u0300\u0301\u0302") * 99,
    "棋" * 300,
    "😀" * 150,
    "a " * 150,
    "{0}{name}{{}}" * 20,
    "!" * 300,
    "，" * 300,
    "x" * 50 + ")" * 250,
)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_line_is_wider_than_its_bubble_and_nothing_is_lost(text: str) -> None:
    stage = make_stage(WINDOW, FakeServices(Settings(language="en")))
    lines = chat_lines(stage, text, 180)
    assert all(measure(stage, line, 15) <= 180 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(not unicodedata.category(line[0]).startswith("M") for line in lines if line)


def test_a_single_character_wider_than_the_room_ends() -> None:
    stage = make_stage(WINDOW, FakeServices(Settings(language="en")))
    assert chat_lines(stage, "棋棋", 4) == ["棋", "棋"]


@pytest.mark.parametrize("window", [WINDOW, SMALL])
def test_hostile_names_and_talk_stay_inside(window: tuple[int, int]) -> None:
    parlour = Parlour(window)
    name = "W" * 40
    parlour.table.peer = name
    parlour.match.change_player(Side.SECOND, Puppet(PlayerKind.REMOTE, Reply.LATER), name)
    parlour.table.watchers = tuple(f"{i}{name}" for i in range(8))
    for text in HOSTILE:
        parlour.table.hear(text, name)
    parlour.frame()
    press(parlour.stage, pygame.K_t)
    parlour.frame()
    log: ChatLog = widget(parlour.scene, "chat_log")
    assert len(log._blocks) == len(HOSTILE)
    assert all(block.width <= log.rect.width * 0.87 for block in log._blocks)
    for line in (LineState.DOWN, LineState.OVERDUE, LineState.GONE):
        parlour.table.line = line
        parlour.frame(0.7)
    assert parlour.frame() is not None


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("window", "scale"), [(WINDOW, 1.0), (SMALL, 2.0)])
@pytest.mark.parametrize("peer", ["Anna", "W" * 40, "安" * 40])
def test_what_is_the_matter_is_said_in_full_whatever_the_name(
    peer: str, window: tuple[int, int], scale: float, language: str
) -> None:
    parlour = Parlour(window, scale=scale, language=language)
    parlour.table.peer, parlour.table.back_in_s = peer, 52
    company = parlour.scene.company
    assert company is not None
    said = []
    for line in LineState:
        parlour.table.line = line
        said.append(company.strip())
    parlour.table.line = LineState.CONNECTED
    for ask in (parlour.match.undo, parlour.match.offer_draw, parlour.match.restart, parlour.match.pause):
        if ask == parlour.match.undo:
            parlour.exchange("h8", "h9")
        ask()
        said.append(company.strip())
        parlour.match.requests.lapse()
    panel = parlour.scene._layout.header.width
    for each in filter(None, said):
        room = panel - 62 - (company._decide_width() if each.decide else 0)
        assert len(parlour.stage.canvas(pygame.Surface((1, 1))).wrapped(each.text, room, 13)) <= 2, each.text
