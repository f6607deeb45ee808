"""The match and the result, driven by posted events over a real match with a puppet in the computer's place."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, picture, press, settle, widget
from looking import faults, read
from sitting import Puppet, Time

from game.match.clock import MatchClock
from game.match.evaluation import Cp, SearchInfo
from game.match.match import Match, Seat
from game.match.players import Chosen, Gone, Human, Reply
from game.records.control import TimeControl
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import Settings
from game.ui.navigator import RESULT
from game.ui.scene import Scene
from game.ui.scenes.match.actions import SPEEDS_S
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.result.scene import ResultScene
from game.ui.widgets.overlays import Dialog, Popup

WINDOW = (1280, 800)


class Table:
    """A stage with a match scene on it. `opened` tells where it has led."""

    def __init__(
        self,
        first: Human | Puppet,
        second: Human | Puppet,
        rules: str = "gomoku-freestyle",
        control: TimeControl | None = None,
        window: tuple[int, int] = WINDOW,
        adviser: Puppet | None = None,
        **settings: object,
    ) -> None:
        self.time = Time()
        self.hall = FakeServices(Settings(**{"language": "en", **settings}))  # type: ignore[arg-type]  # a test's own words
        self.stage = make_stage(window, self.hall)
        self.stage.follows = {RESULT}
        self.opened = self.stage.opened
        chosen = variant(rules)
        self.match = Match(Game(chosen), (Seat(first), Seat(second)), MatchClock(control, self.time), adviser=adviser)
        self.scene = MatchScene(self.stage, self.match)
        self.stage.open(self.scene)
        self.frame()

    def frame(self) -> pygame.Surface:
        self.stage.stack.update(1 / 60)
        return picture(self.stage, WINDOW)

    def click_square(self, text: str) -> None:
        move = self.match.variant.read_move(text, self.match.variant.start())
        click(self.stage, self.scene.board.square_rect(move.path[0]).center)
        self.frame()

    def play(self, texts: Sequence[str]) -> None:
        for text in texts:
            self.click_square(text)

    @property
    def texts(self) -> tuple[str, ...]:
        return self.match.game.texts()


def two_people(**more: object) -> Table:
    return Table(Human(), Human(), **more)  # type: ignore[arg-type]  # passed on as they are


BLACK_FIVE = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")


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


def test_looking_back_and_playing_on_from_there() -> None:
    table = two_people()
    table.play(["h8", "h9", "i9", "g7"])
    press(table.stage, pygame.K_PAGEUP, pygame.K_PAGEUP)
    table.frame()
    assert table.scene.shown.is_looking_back
    assert len(table.scene.board.position.pieces()) == 2
    table.click_square("a1")
    assert len(table.texts) == 4
    click_on(table.stage, "action_menu")
    table.frame()
    assert isinstance(table.stage.stack.top, Popup)
    click_on(table.stage, "Play on from here")
    table.frame()
    assert table.texts == ("h8", "h9")
    table.click_square("a1")
    assert table.texts == ("h8", "h9", "a1")


def test_home_and_end_step_and_a_new_move_brings_back_to_the_present() -> None:
    puppet = Puppet()
    table = Table(Human(), puppet)
    table.click_square("h8")
    table.frame()
    press(table.stage, pygame.K_PAGEUP)
    assert table.scene.shown.ply == 0
    puppet.say("h9")
    table.frame()
    assert table.scene.shown.ply == 2
    press(table.stage, pygame.K_HOME)
    table.frame()
    assert table.scene.shown.ply == 0
    press(table.stage, pygame.K_END)
    assert table.scene.shown.ply == 2


def test_the_wheel_over_the_board_steps_through_the_moves_and_back_to_the_present() -> None:
    table = two_people()
    table.play(["h8", "h9", "i9"])

    def turn(y: int, over: tuple[float, float] = table.scene.board.rect.center) -> None:
        move = {"pos": over, "rel": (0, 0), "buttons": (0, 0, 0)}
        table.stage.stack.handle(pygame.event.Event(pygame.MOUSEMOTION, **move))
        table.stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=y))
        table.frame()

    shown = []
    for y in (1, 1, -1, 1, 1, 1, -1, -1, -1, -1):
        turn(y)
        shown.append(table.scene.shown.ply)
    assert shown == [2, 1, 2, 1, 0, 0, 1, 2, 3, 3]
    turn(0)  # a wheel that is tilted
    turn(1, table.scene.panel.midtop)
    assert table.scene.shown.ply == 3
    assert not table.scene.shown.is_looking_back
    table.click_square("a1")
    assert table.texts == ("h8", "h9", "i9", "a1")
    table.scene.shown.set_blindfold("no-board")
    table.frame()
    turn(1)
    assert table.scene.shown.ply == 4, "without a board there is nothing to step through"


def test_the_wheel_lets_a_piece_be_that_is_being_dragged() -> None:
    table = two_people(rules="xiangqi")
    board = table.scene.board
    table.scene.shown.choose(table.match.position.legal_moves()[0])
    table.frame()
    settle(table.stage)
    mover = table.match.position.legal_moves()[0]
    start, end = (board.square_rect(square).center for square in mover.path)
    for kind, pos, more in (
        (pygame.MOUSEMOTION, start, {"rel": (0, 0), "buttons": (0, 0, 0)}),
        (pygame.MOUSEBUTTONDOWN, start, {"button": 1}),
        (pygame.MOUSEMOTION, end, {"rel": (9, 9), "buttons": (1, 0, 0)}),
        (pygame.MOUSEWHEEL, None, {"x": 0, "y": 1}),
        (pygame.MOUSEBUTTONUP, end, {"button": 1}),
    ):
        values = more if pos is None else {"pos": pos, **more}
        table.stage.stack.handle(pygame.event.Event(kind, **values))
    table.frame()
    assert table.match.ply == 2


def test_a_move_in_the_list_can_be_clicked() -> None:
    table = two_people()
    table.play(["h8", "h9", "i9"])
    moves = widget(table.scene, "moves")
    click(table.stage, moves._cell(1).center)
    table.frame()
    assert table.scene.shown.ply == 1


def test_flip_turns_board_and_cards() -> None:
    table = Table(Human(), Puppet())
    assert table.scene.shown.lower_side is Side.FIRST
    press(table.stage, pygame.K_f)
    assert table.scene.shown.lower_side is Side.SECOND
    assert table.scene.board.flipped


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
    [("en", "Pela did not answer within 6.0 s. The game"), ("zh", "Pela 在 6.0 秒内没有回应。局面")],
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
    assert dialog._text.startswith(said)


def test_the_hint_is_marked_on_the_board() -> None:
    adviser = Puppet()
    table = Table(Human(), Puppet(), adviser=adviser)
    press(table.stage, pygame.K_h)
    table.frame()
    adviser.say("h8")
    table.frame()
    assert len(table.scene.board.annotations.hints) == 1
    table.click_square("h8")
    assert table.scene.board.annotations.hints == ()


def test_threats_are_shown_on_the_persons_move_and_when_looking_back() -> None:
    puppet = Puppet()
    table = Table(Human(), puppet)
    assert not table.scene.board.annotations.show_threats
    press(table.stage, pygame.K_x)
    table.frame()
    assert table.hall.settings.threats
    assert table.scene.board.annotations.show_threats
    table.click_square("h8")
    table.frame()
    assert not table.scene.board.annotations.show_threats, "the computer is to move"
    press(table.stage, pygame.K_HOME)
    table.frame()
    assert table.scene.board.annotations.show_threats
    press(table.stage, pygame.K_x)
    table.frame()
    assert not table.scene.board.annotations.show_threats


def test_the_board_alone_fills_the_window_until_the_game_ends() -> None:
    table = two_people()
    beside = table.scene.board.rect.copy()
    press(table.stage, pygame.K_z)
    table.frame()
    assert table.scene.board.rect.height > beside.height
    assert table.scene.board.rect.centerx == pytest.approx(WINDOW[0] / 2)
    assert len(table.scene.widgets.widgets) == 2
    assert faults(table.stage, WINDOW, table.scene) == []
    table.play(BLACK_FIVE[:-1])
    click(table.stage, table.scene.widgets.widgets[-1].rect.center)
    table.frame()
    assert table.scene.board.rect == beside
    press(table.stage, pygame.K_z)
    table.frame()
    table.play(BLACK_FIVE[-1:])
    assert table.match.outcome is not None
    assert table.scene.board.rect == beside, "the result lies beside the board"


def test_forbidden_points_are_refused_with_their_reason() -> None:
    table = two_people(rules="gomoku-renju")
    table.play(["h8", "a1", "i8", "a3", "g9", "a5", "g10", "a7"])
    # g8 joins two threes: g8 h8 i8 and g8 g9 g10
    assert "g8" in {table.match.variant.write_move(m, table.match.position) for m in _forbidden(table)}
    table.click_square("g8")
    assert len(table.texts) == 8
    said = [text for text, _ in read(table.stage, WINDOW, table.scene).drawn if "forbidden" in text]
    assert len(said) == 1, "the plate beside the point says it"
    assert table.stage.toasts.text == "", "and nobody says it twice"
    table.scene.shown.set_blindfold("hidden")  # no plate
    table.frame()
    table.click_square("g8")
    assert "forbidden" in table.stage.toasts.text


def _forbidden(table: Table) -> list[object]:
    from game.rules.core import Move

    return [Move((square,)) for square in table.match.position.forbidden()]


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


def test_a_clock_that_runs_out_ends_the_game() -> None:
    table = two_people(control=TimeControl(60, 0))
    table.click_square("h8")
    table.time.now += 61
    table.frame()
    assert table.match.outcome == Outcome(Side.FIRST, Termination.TIME)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("window", [(960, 640), (1280, 800), (1920, 1080)])
def test_nothing_overlaps_or_leaves_the_window(language: str, theme: str, window: tuple[int, int]) -> None:
    puppet = Puppet()
    puppet.level = "expert"
    table = Table(Human(), puppet, window=window, language=language, theme=theme)
    area = pygame.FRect(0, 0, *table.stage.size)
    for scene in (table.scene, _result_of(table)):
        boxes = [w for w in scene.widgets.widgets if w.visible]
        for widget_ in boxes:
            assert area.contains(widget_.rect), widget_.name
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                inside = one.name == "moves" and one.rect.contains(other.rect)  # the stepping buttons in its title
                assert inside or not one.rect.colliderect(other.rect.inflate(-1, -1)), (one.name, other.name)


def _result_of(table: Table) -> ResultScene:
    scene = ResultScene(table.stage, table.scene, Outcome(None, Termination.AGREEMENT))
    scene.resized(table.stage.size)
    return scene


def test_the_result_leads_on() -> None:
    table = two_people()
    table.play(BLACK_FIVE)
    settle(table.stage, 3.0)
    table.frame()
    for name in ("rematch", "swap", "levels", "menu"):
        click_on(table.stage, name)
    assert table.opened[1:] == ["menu", "match", "menu", "match", "menu", "levels", "menu"]
    assert table.hall.sat_down == [("rematch", table.match, False), ("rematch", table.match, True)]
    click_on(table.stage, "board")
    assert table.stage.stack.top is table.scene
    table.frame()
    click_on(table.stage, "action_trophy")
    assert isinstance(table.stage.stack.top, ResultScene)


def test_taking_back_the_last_move_of_a_finished_game_lets_it_go_on() -> None:
    table = two_people()
    table.play(BLACK_FIVE)
    settle(table.stage, 3.0)
    table.frame()
    click_on(table.stage, "board")
    press(table.stage, pygame.K_u)
    table.frame()
    assert table.match.outcome is None
    settle(table.stage, 3.0)
    assert table.opened == ["result"]
    table.click_square("e2")
    assert len(table.texts) == 9


def test_the_table_is_left_with_its_scene() -> None:
    table = two_people()
    press(table.stage, pygame.K_ESCAPE)
    assert table.opened == ["menu"]
    table.stage.stack.clear()
    assert "leave" in table.hall.done


def test_the_result_waits_until_the_board_is_seen_again() -> None:
    table = two_people()
    table.play(BLACK_FIVE[:-1])
    over = Recorder()
    table.match.submit(Side.FIRST, table.match.variant.read_move(BLACK_FIVE[-1], table.match.position))
    table.stage.stack.push(over)
    settle(table.stage, 4.0)
    assert table.opened == []
    over.close()
    settle(table.stage, 3.0)
    assert table.opened == ["result"]


def test_a_question_about_a_game_goes_with_the_game() -> None:
    table = two_people(control=TimeControl(60, 0))
    table.click_square("h8")
    press(table.stage, pygame.K_q)
    table.frame()
    assert isinstance(table.stage.stack.top, Dialog)
    table.time.now += 61
    table.frame()
    assert table.stage.stack.top is table.scene


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


def test_a_pause_ends_with_the_game() -> None:
    table = two_people()
    table.click_square("h8")
    press(table.stage, pygame.K_p)
    table.frame()
    table.match.resign()
    table.frame()
    assert not table.match.is_paused


class Recorder(Scene):
    """A scene that fills the window, such as the settings."""
