"""The match and the result with somebody elsewhere, driven by posted events over a real match and a table in memory."""

from __future__ import annotations

import unicodedata

import pygame
import pytest
from fakes import FakeHall, click, click_on, make_stage, picture, press, settle, widget
from lan_fakes import FakeLan, FakeTable, invitation
from sitting import Puppet, Time

from game.lan.views import ChatLine, Direction, LineState
from game.match.clock import MatchClock
from game.match.events import RequestKind
from game.match.match import Match, Seat
from game.match.players import Asked, Human, PlayerKind, Replied, Reply, Resigned
from game.records.control import TimeControl
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.settings import Settings
from game.ui.scenes.match.chat import LONGEST_LINE, ChatLog, chat_lines, said_here
from game.ui.scenes.match.scene import MatchDoors, MatchScene
from game.ui.scenes.page import measure
from game.ui.scenes.result.again import ChatOverlay
from game.ui.scenes.result.scene import ResultDoors, ResultScene
from game.ui.stage import Stage
from game.ui.widgets.overlays import Dialog

WINDOW = (1280, 800)
SMALL = (960, 640)


class Parlour:
    """A stage with a match against Anna on it, or between two others. `opened` tells which doors were used."""

    def __init__(
        self, window: tuple[int, int] = WINDOW, *, watched: bool = False, take_backs: bool = True, **settings: object
    ) -> None:
        self.window = window
        self.opened: list[str] = []
        self.time = Time()
        self.lan = FakeLan()
        self.table = FakeTable("Bo v Anna" if watched else "Anna")
        self.table.is_watched = watched
        self.hall = FakeHall(Settings(**{"language": "en", "name": "Lin", **settings}))  # type: ignore[arg-type]  # a test's own words
        self.stage: Stage = make_stage(window, self.hall)
        self.anna = Puppet(PlayerKind.REMOTE, Reply.LATER)
        self.bo = Puppet(PlayerKind.REMOTE, Reply.LATER) if watched else Human()
        seats = (Seat(self.bo, "Bo" if watched else "Lin"), Seat(self.anna, "Anna"))
        clock = MatchClock(TimeControl(600, 5), self.time)
        self.match = Match(Game(variant("gomoku-renju")), seats, clock, take_backs=take_backs)
        doors = MatchDoors(
            self._result,
            lambda: self.opened.append("leave"),
            lambda: self.opened.append("settings"),
            lambda: self.opened.append("keys"),
        )
        self.scene = MatchScene(self.stage, self.match, doors, self.table)
        self.stage.open(self.scene)
        self.frame()

    def _result(self, scene: MatchScene, outcome: Outcome) -> None:
        self.opened.append("result")
        doors = ResultDoors(
            lambda *_: self.opened.append("rematch"),
            lambda _: self.opened.append("levels"),
            lambda: self.opened.append("menu"),
        )
        self.stage.open(ResultScene(self.stage, scene, outcome, doors, self.lan))

    def frame(self, seconds: float = 1 / 60) -> pygame.Surface:
        settle(self.stage, seconds)
        return picture(self.stage, self.window)

    def click_square(self, text: str) -> None:
        move = self.match.variant.read_move(text, self.match.variant.start())
        click(self.stage, self.scene.board.square_rect(move.path[0]).center)
        self.frame()

    def exchange(self, mine: str, hers: str) -> None:
        self.click_square(mine)
        self.frame()
        self.anna.say(hers)
        self.frame()

    def type(self, text: str) -> None:
        self.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))

    def names(self) -> set[str]:
        return {each.name for each in self.scene.widgets.widgets}

    @property
    def dialog(self) -> Dialog:
        assert isinstance(self.stage.stack.top, Dialog)
        return self.stage.stack.top

    def choose(self, label: str) -> None:
        """Answer the dialog that has come up, once it listens."""
        self.frame(0.7)
        assert isinstance(self.stage.stack.top, Dialog)
        click_on(self.stage, label)
        self.frame()

    @property
    def texts(self) -> tuple[str, ...]:
        return self.match.game.texts()


# ---- playing


def test_moves_go_to_and_fro() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    assert parlour.texts == ("h8", "h9")
    assert parlour.scene.player_name(Side.SECOND) == "Anna"
    assert parlour.scene.lower_side is Side.FIRST


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
    parlour.anna.say(Replied(RequestKind.DRAW, False))
    parlour.frame()
    assert parlour.stage.toasts.text == "Anna plays on and declines the draw."


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
        parlour.anna.say(Asked(kind, 2))
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


def test_a_key_that_was_under_way_answers_no_question() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    parlour.anna.say(Asked(RequestKind.TAKE_BACK, 2))
    parlour.frame()
    press(parlour.stage, pygame.K_RETURN, pygame.K_ESCAPE)
    assert parlour.match.to_answer is not None
    parlour.frame(0.7)
    press(parlour.stage, pygame.K_RETURN)  # the safe answer has the focus
    parlour.frame()
    assert parlour.match.to_answer is None
    assert parlour.match.ply == 2


def test_a_question_that_is_overtaken_goes() -> None:
    parlour = Parlour()
    parlour.anna.say(Asked(RequestKind.PAUSE))
    parlour.frame()
    assert isinstance(parlour.stage.stack.top, Dialog)
    parlour.match.submit(Side.FIRST, parlour.match.variant.read_move("h8", parlour.match.position))
    parlour.frame()
    parlour.frame()
    assert parlour.stage.stack.top is parlour.scene


def test_two_questions_at_once_are_both_put() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    parlour.anna.say(Asked(RequestKind.PAUSE), Asked(RequestKind.DRAW))
    parlour.frame()
    parlour.choose("Play on")
    parlour.choose("Play on")
    assert parlour.match.requests == ()
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
    assert [request.kind for request in parlour.match.requests] == [RequestKind.PAUSE]
    labels = [entry.label for entry in parlour.scene.commands._table_menu(parlour.scene.company)]  # type: ignore[arg-type]  # there is one
    assert "Ask to start again" in labels
    assert "Change the level" not in labels


# ---- leaving


def test_leaving_a_game_asks_first() -> None:
    parlour = Parlour()
    for start in (lambda: press(parlour.stage, pygame.K_ESCAPE), lambda: click_on(parlour.stage, "home")):
        start()
        parlour.frame()
        assert "Anna is told" in parlour.dialog._text
        press(parlour.stage, pygame.K_RETURN)  # the safe answer has the focus
        assert parlour.opened == []
    press(parlour.stage, pygame.K_ESCAPE)
    parlour.frame()
    click_on(parlour.stage, "Leave")
    assert parlour.opened == ["leave"]


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
    assert parlour.opened == ["leave"]
    watched = Parlour(watched=True)
    press(watched.stage, pygame.K_ESCAPE)
    assert watched.opened == ["leave"]


# ---- the line


def test_a_cut_line_is_told_with_its_seconds_and_the_clocks() -> None:
    parlour = Parlour()
    parlour.table.line, parlour.table.back_in_s = LineState.DOWN, 52.4
    parlour.frame()
    company = parlour.scene.company
    assert company is not None
    strip = company.strip()
    assert strip is not None
    assert strip.text == "The line to Anna is cut. Clocks stand; 52 s to come back."
    height = parlour.scene._layout.moves.height
    parlour.table.line = LineState.CONNECTED
    parlour.frame()
    assert company.strip() is None
    assert parlour.scene._layout.moves.height > height


def test_an_overdue_side_asks_for_a_decision_that_can_be_put_off() -> None:
    parlour = Parlour()
    parlour.table.line = LineState.OVERDUE
    parlour.frame()
    parlour.choose("Wait on")
    assert parlour.table.done == []
    click_on(parlour.stage, "decide")
    parlour.frame()
    parlour.choose("Claim the game")
    assert parlour.table.done == ["claim"]
    click_on(parlour.stage, "decide")
    parlour.choose("Leave and keep it")
    assert parlour.opened == ["leave"]


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
    assert parlour.opened == ["leave"]


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
    assert strip.text == "You are watching. Nothing can be touched."
    parlour.bo.say("h8")  # type: ignore[union-attr]  # a puppet where the game is watched
    parlour.frame()
    assert parlour.texts == ("h8",)
    parlour.click_square("h9")
    press(parlour.stage, pygame.K_u, pygame.K_d, pygame.K_q, pygame.K_p, pygame.K_h, pygame.K_s)
    parlour.frame()
    assert parlour.texts == ("h8",)
    assert parlour.match.requests == ()
    assert parlour.stage.stack.top is parlour.scene
    assert {"action_undo", "action_draw", "action_flag", "chat_field"}.isdisjoint(parlour.names())


def test_the_watchers_are_counted_and_named() -> None:
    parlour = Parlour()
    assert widget(parlour.scene, "action_eye").tooltip == "Nobody watches"
    parlour.table.watchers = ("Kenji", "阿哲")
    parlour.frame()
    assert widget(parlour.scene, "action_eye").label == "2 watch"
    assert widget(parlour.scene, "action_eye").tooltip == "Watching: Kenji, 阿哲"
    click_on(parlour.stage, "action_eye")
    assert parlour.stage.toasts.text == "Watching: Kenji, 阿哲"


# ---- talking


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
    assert parlour.match.requests == ()
    assert parlour.stage.stack.top is parlour.scene
    press(parlour.stage, pygame.K_ESCAPE)
    assert parlour.scene.text_field() is None
    assert parlour.opened == []
    parlour.exchange("i9", "g7")  # and what was typed outlives whatever happens
    assert widget(parlour.scene, "chat_field").text == "undo q"
    press(parlour.stage, pygame.K_t, pygame.K_HOME)
    parlour.table.line = LineState.DOWN  # lays out anew
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
    assert parlour.stage.toasts.text == "This could not be said."


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
    stage = make_stage(WINDOW, FakeHall(Settings(language="en")))
    lines = chat_lines(stage, text, 180)
    assert all(measure(stage, line, 15) <= 180 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(not unicodedata.category(line[0]).startswith("M") for line in lines if line)


def test_a_single_character_wider_than_the_room_ends() -> None:
    stage = make_stage(WINDOW, FakeHall(Settings(language="en")))
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
        parlour.match._requests.lapse()
    panel = parlour.scene._layout.header.width
    for each in filter(None, said):
        room = panel - 62 - (company._decide_width() if each.decide else 0)
        assert len(parlour.stage.canvas(pygame.Surface((1, 1))).wrapped(each.text, room, 13)) <= 2, each.text


# ---- the result


def over(parlour: Parlour) -> ResultScene:
    parlour.exchange("h8", "h9")
    parlour.anna.say(Resigned())
    parlour.frame(3.0)
    assert isinstance(parlour.stage.stack.top, ResultScene)
    return parlour.stage.stack.top


def test_a_rematch_is_an_invitation_that_is_waited_for() -> None:
    parlour = Parlour()
    result = over(parlour)
    press(parlour.stage, pygame.K_RETURN)
    assert parlour.table.done == [("again", False)]
    assert "rematch" not in parlour.opened
    parlour.lan.invitations = (invitation("Anna", Direction.SENT, left_s=41.2),)
    parlour.frame()
    large = widget(result, "rematch")
    assert (large.label, large.enabled) == ("Waiting for Anna, 42 s", False)
    parlour.lan.pass_time(10)
    parlour.frame()
    assert widget(result, "rematch").label == "Waiting for Anna, 32 s"
    press(parlour.stage, pygame.K_RETURN)
    assert len(parlour.table.done) == 1
    click_on(parlour.stage, "cancel")
    assert parlour.lan.done == [("cancel", "sent-Anna")]
    parlour.frame()
    click_on(parlour.stage, "swap")
    assert parlour.table.done[-1] == ("again", True)


def test_an_invitation_to_somebody_else_is_not_waited_for() -> None:
    parlour = Parlour()
    result = over(parlour)
    parlour.lan.invitations = (invitation("Kenji", Direction.SENT), invitation("Anna"))
    parlour.frame()
    assert widget(result, "rematch").enabled


def test_nobody_is_invited_who_has_left() -> None:
    parlour = Parlour()
    result = over(parlour)
    parlour.table.line = LineState.GONE
    parlour.frame()
    assert (widget(result, "rematch").label, widget(result, "rematch").enabled) == ("Anna has left", False)
    press(parlour.stage, pygame.K_RETURN)
    assert parlour.table.done == []


def test_the_talk_goes_on_after_the_game() -> None:
    parlour = Parlour()
    over(parlour)
    parlour.table.hear("well played")
    parlour.frame()
    assert parlour.table.unread == 1
    click_on(parlour.stage, "chat")
    parlour.frame()
    assert isinstance(parlour.stage.stack.top, ChatOverlay)
    assert parlour.table.unread == 0
    parlour.type("thank you")
    press(parlour.stage, pygame.K_RETURN)
    assert parlour.table.done == [("say", "thank you")]
    parlour.table.line = LineState.GONE
    parlour.frame()
    assert all(each.name != "chat_field" for each in parlour.stage.stack.top.widgets.widgets)
    press(parlour.stage, pygame.K_ESCAPE)
    assert isinstance(parlour.stage.stack.top, ResultScene)


def test_escape_with_something_typed_leaves_the_field_first() -> None:
    parlour = Parlour()
    over(parlour)
    click_on(parlour.stage, "chat")
    parlour.frame()
    parlour.type("half a sen")
    press(parlour.stage, pygame.K_ESCAPE)
    assert isinstance(parlour.stage.stack.top, ChatOverlay)
    press(parlour.stage, pygame.K_ESCAPE)
    assert isinstance(parlour.stage.stack.top, ResultScene)


def test_who_has_watched_can_look_and_go() -> None:
    parlour = Parlour(watched=True)
    parlour.bo.say("h8", Resigned())  # type: ignore[union-attr]  # a puppet where the game is watched
    parlour.frame(3.0)
    result = parlour.stage.stack.top
    assert isinstance(result, ResultScene)
    names = {each.name for each in result.widgets.widgets}
    assert {"rematch", "swap"}.isdisjoint(names)
    click_on(parlour.stage, "menu")
    assert parlour.opened[-1] == "menu"


def test_a_game_that_was_claimed_names_who_did_not_come_back() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    scene = ResultScene(
        parlour.stage,
        parlour.scene,
        Outcome(Side.FIRST, Termination.ABANDONED),
        ResultDoors(lambda *_: None, lambda _: None, lambda: None),
        parlour.lan,
    )
    parlour.stage.open(scene)
    from looking import read

    drawn = [text for text, _ in read(parlour.stage, WINDOW, scene).drawn]
    assert "You win" in drawn
    assert "Anna did not come back" in drawn
    assert "Anna" in drawn  # beside her time, where a computer's stands otherwise


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
    assert parlour.match.nudge is None  # she has it already
    parlour.click_square("g9")
    assert parlour.match.premove is not None
    parlour.anna.say("h9")
    parlour.frame()
    assert parlour.texts == ("h8", "h9", "g9")
    watched = Parlour(watched=True)
    watched.click_square("g9")
    assert watched.match.premove is None
