"""A match of Xiangqi in the window: steps by clicks, drags and keys, names of moves, what was captured, blindfold."""

from __future__ import annotations

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, press, settle, widget
from looking import WINDOWS, faults, read
from match_table import Table
from sitting import Puppet, Time

from game.match.clock import MatchClock
from game.match.evaluation import Cp, SearchInfo
from game.match.match import Match, Seat
from game.match.players import Chosen, Human
from game.records.control import TimeControl
from game.rules.core import Side, Square, Termination, Variant
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import BoardLook, Settings
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.notation import names_squares, shown_move, shown_square
from game.ui.scenes.result.words import result_words
from game.ui.stage.language import Language

XIANGQI = variant("xiangqi")
OPENING = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5"
CAPTURES = "h2e2 h9g7 e2e6 g7e6 b2b9 a9b9"
MATE_IN_ONE = "4k4/9/9/9/9/9/9/4r4/3r5/5K3 b - - 0 1"


class Advanced(Puppet):
    level = "advanced"


class Xiangqi(Table):
    """A match scene over a game of Xiangqi, some of which has been played."""

    def __init__(
        self,
        moves: str = "",
        second: Human | Puppet | None = None,
        start: str | None = None,
        window: tuple[int, int] = (1280, 800),
        control: TimeControl | None = None,
        rules: Variant = XIANGQI,
        **settings: object,
    ) -> None:
        self.time = Time()
        chosen = {"language": "en", "reduced_motion": True, "has_played": True, **settings}
        self.hall = FakeServices(Settings(**chosen))  # type: ignore[arg-type]  # a test's own words
        self.stage = make_stage(window, self.hall)
        self.opened = self.stage.opened
        game = Game(rules, rules.read_position(start) if start else None)
        if second is not None:  # who is not a person can't be played for
            for text in moves.split():
                game.play_text(text)
            moves = ""
        clock = MatchClock(control, self.time)
        clock.replay([game.at(ply).turn for ply in range(game.ply)], [1.25] * game.ply)
        seats = (Seat(Human()), Seat(second or Human()))
        self.match = Match(game, seats, clock)
        self.scene = MatchScene(self.stage, self.match)
        self.stage.open(self.scene)
        self.sounds: list[str] = []
        self.stage.sounds.play = lambda name, step=0: self.sounds.append(name)  # type: ignore[method-assign]  # listens in its place
        self.frame()
        for text in moves.split():
            self.time.now += 1.25
            self.match.submit(self.match.turn, XIANGQI.read_move(text, self.match.position))
            self.frame()
        self.frame()

    def at(self, name: str) -> tuple[float, float]:
        square = Square("abcdefghi".index(name[0]) + 9 * int(name[1]))
        x, y = self.scene.board.square_rect(square).center
        return x, y

    def click_on_square(self, name: str) -> None:
        click(self.stage, self.at(name))
        self.frame()

    def drag(self, start: str, end: str) -> None:
        for kind, place, values in (
            (pygame.MOUSEBUTTONDOWN, start, {"button": 1}),
            (pygame.MOUSEMOTION, end, {"rel": (9, 9), "buttons": (1, 0, 0)}),
            (pygame.MOUSEBUTTONUP, end, {"button": 1}),
        ):
            self.stage.stack.handle(pygame.event.Event(kind, pos=self.at(place), **values))
        self.frame()

    def drawn(self) -> list[str]:
        """The texts of the scene."""
        return [text for text, _ in read(self.stage, self.hall.window, self.scene).drawn]

    def listed(self) -> list[str]:
        return [entry.text for entry in widget(self.scene, "moves").entries]


# ---- moving


def test_two_clicks_are_a_step_and_another_own_piece_is_taken_instead() -> None:
    table = Xiangqi()
    table.click_on_square("b2")
    table.click_on_square("h2")
    table.click_on_square("e2")
    assert table.texts == ("h2e2",)
    assert table.sounds == ["wood"]
    table.click_on_square("h9")
    table.click_on_square("g7")
    assert table.texts == ("h2e2", "h9g7")


def test_a_drag_is_a_step() -> None:
    table = Xiangqi()
    table.drag("h2", "e2")
    table.drag("h9", "g7")
    assert table.texts == ("h2e2", "h9g7")


def test_keys_make_a_step() -> None:
    table = Xiangqi()
    for _ in range(3):
        press(table.stage, pygame.K_DOWN)  # the first one shows the cursor in the middle of the board: e5
    press(table.stage, pygame.K_RETURN, pygame.K_UP, pygame.K_SPACE)
    table.frame()
    assert table.texts == ("e3e4",)


@pytest.mark.parametrize(
    ("clicks", "said"),
    [
        (("b0", "d1"), "The marked piece hobbles the horse."),
        (("h2", "h9"), None),
        (("b2", "b9"), None),
        (("a0", "a5"), "The marked piece is in the rook's way."),
        (("e0", "d1"), "The general moves one point along a line."),
        (("e3", "e2"), "A soldier never goes back."),
        (("e3", "d3"), "A soldier moves sideways only after crossing the river."),
        (("e9",), "That piece is not yours."),
        (("e5",), "There is no piece there."),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(clicks: tuple[str, ...], said: str | None) -> None:
    table = Xiangqi()
    for name in clicks:
        table.click_on_square(name)
    if said is None:
        assert len(table.texts) == 1, "cannons capture over a screen"
    else:
        assert table.texts == ()
        assert table.stage.toasts.text == said


def test_squares_are_named_where_the_board_names_them() -> None:
    table = Xiangqi(looks={"xiangqi": BoardLook(notation="iccs")})
    table.click_on_square("b0")
    table.click_on_square("d1")
    assert table.stage.toasts.text == "The piece on c0 hobbles the horse."


def test_check_and_capture_are_heard() -> None:
    table = Xiangqi(CAPTURES)
    assert table.sounds == ["wood", "wood", "capture", "capture", "capture", "capture"]
    table = Xiangqi("e2f2", start="3k5/9/9/9/9/9/9/4r4/9/5K3 b - - 0 1")
    assert table.sounds == ["check"]


# ---- names and times of moves


@pytest.mark.parametrize(
    ("language", "notation", "names"),
    [
        ("zh", "", ["炮二平五", "马８进７", "马二进三"]),
        ("zh", "chinese-traditional", ["炮二平五", "馬８進７", "馬二進三"]),
        ("en", "", ["C2=5", "H8+7", "H2+3"]),
        ("en", "iccs", ["H2-E2", "H9-G7", "H0-G2"]),
        ("zh", "wxf", ["C2=5", "H8+7", "H2+3"]),
        ("en", "chinese", ["炮二平五", "马８进７", "马二进三"]),
    ],
)
def test_moves_are_listed_in_the_notation_that_is_read(language: str, notation: str, names: list[str]) -> None:
    table = Xiangqi(OPENING, language=language, looks={"xiangqi": BoardLook(notation=notation)})
    assert table.listed()[:3] == names
    assert [entry.column for entry in widget(table.scene, "moves").entries[:4]] == [0, 1, 0, 1]


def test_the_list_follows_the_notation_at_once() -> None:
    table = Xiangqi(OPENING)
    table.hall.change(looks={"xiangqi": BoardLook(notation="iccs")})
    table.frame()
    assert table.listed()[0] == "H2-E2"


def test_the_list_scrolls_to_the_newest_and_follows_undo_and_redo() -> None:
    shuffle = "a0a1 a9a8 a1a0 a8a9 "
    table = Xiangqi(OPENING + " " + " ".join(["b0a2 b7a7 a2b0 a7b7"]) + " c3c4 g6g5 " + shuffle.strip())
    names = table.listed()
    assert len(names) == 18
    for _ in range(5):
        press(table.stage, pygame.K_u)
        table.frame()
    assert table.listed() == names[:13]
    for _ in range(5):
        press(table.stage, pygame.K_r)
        table.frame()
    assert table.listed() == names
    press(table.stage, pygame.K_u, pygame.K_u)
    table.drag("i6", "i5") if table.match.turn is Side.SECOND else table.drag("i3", "i4")
    assert not table.match.can_redo, "a new move clears what could be played again"


def test_both_thinking_times_are_counted_in_tenths() -> None:
    table = Xiangqi(OPENING)
    assert [round(table.match.clock.used_s(side), 1) for side in Side] == [5.0, 5.0]
    assert table.drawn().count("1.2 s") + table.drawn().count("1.3 s") == 8
    assert {".0"} <= set(table.drawn()), "beside the clock of each side"


def test_the_computers_line_is_shown_in_the_notation() -> None:
    puppet = Advanced()
    table = Xiangqi(second=puppet)
    table.drag("h2", "e2")
    puppet.info = SearchInfo(6, 90_000, 0.8, Cp(-12), ("h9g7", "h0g2", "i9h9", "zz9"))
    table.time.now += 0.8
    table.frame()
    drawn = table.drawn()
    assert drawn.index("H8+7") < drawn.index("H2+3") < drawn.index("R9=8") < drawn.index("zz9")
    puppet.reply = Chosen("h9g7", puppet.info, 0.9)
    table.frame()
    assert "R9=8" in table.drawn(), "the last thought stays, from where it was thought"


# ---- who has what


def test_captured_pieces_stand_in_the_card_of_who_took_them() -> None:
    table = Xiangqi(CAPTURES)
    red, black = (table.scene._players.view(side).captured for side in Side)  # what the cards are given
    assert [[count for _, count in taken] for taken in (red, black)] == [[1, 1], [2]]
    table.scene.actions.undo()
    table.frame()
    assert [count for _, count in table.scene._players.view(Side.SECOND).captured] == [1]
    table.hall.change(blindfold="discs")
    assert table.scene._players.view(Side.FIRST).captured == ()


def test_colours_are_red_and_black() -> None:
    table = Xiangqi(second=Advanced())
    drawn = " ".join(table.drawn())
    assert "plays Red" in drawn
    assert "plays Black" in drawn
    assert "Xiangqi" in table.drawn(), "named once"


def test_mate_and_its_words() -> None:
    table = Xiangqi(start=MATE_IN_ONE)
    table.drag("e2", "f2")
    outcome = table.match.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (Side.SECOND, Termination.CHECKMATE)
    words = result_words(table.stage.t, table.match, outcome)
    assert (words.headline, words.reason) == ("Black wins", "Red was checkmated")
    assert words.detail == "After 1 move, Xiangqi"
    table.stage.t.choose("zh")
    assert result_words(table.stage.t, table.match, outcome).reason.startswith("红方")


def test_every_end_of_xiangqi_has_its_words() -> None:
    ends = ("checkmate", "stalemate", "perpetual-check", "perpetual-chase", "repetition", "move-limit", "no-attackers")
    table = Xiangqi()
    for language in ("en", "zh"):
        table.stage.t.choose(language)
        texts = [table.stage.t(f"result.{end}", loser="X") for end in ends]
        assert len(set(texts)) == len(ends)
        assert not any(text.startswith("result.") for text in texts)


# ---- blindfold


def test_a_key_goes_through_the_forms_and_the_choice_is_kept() -> None:
    table = Xiangqi(OPENING)
    seen = []
    for _ in range(3):
        press(table.stage, pygame.K_e)
        table.frame()
        seen.append((table.hall.settings.blindfold, table.scene.board.blindfold))
        assert any("Blindfold" in text for text in table.drawn()), "always with a banner"
    assert seen == [("discs", "discs"), ("hidden", "hidden"), ("no-board", "no-board")]
    click_on(table.stage, "show")
    table.frame()
    assert table.hall.settings.blindfold == "off"
    assert not any("Blindfold" in text for text in table.drawn())


def choose(table: Xiangqi, label: str) -> None:
    """Click on an entry of the open list."""
    rows = table.stage.stack.top.widgets.widgets  # type: ignore[union-attr]  # the list is open
    click(table.stage, next(each.rect.center for each in rows if each.name == label))


def test_the_menu_offers_the_forms() -> None:
    table = Xiangqi()
    click_on(table.stage, "action_menu")
    choose(table, "Blindfold")
    choose(table, "Hidden pieces")
    assert table.hall.settings.blindfold == "hidden"
    click_on(table.stage, "action_menu")
    focus = table.stage.stack.top.widgets.focus  # type: ignore[union-attr]  # the list is open
    assert focus is not None
    assert focus.name == "Blindfold", "the first that is checked"


def no_board(**more: object) -> Xiangqi:
    return Xiangqi(OPENING, blindfold="no-board", **more)  # type: ignore[arg-type]  # passed on as they are


def say(table: Xiangqi, text: str) -> None:
    click(table.stage, widget(table.scene, "say").rect.center)
    for character in text:
        table.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=character))
    press(table.stage, pygame.K_RETURN)
    table.frame()


@pytest.mark.parametrize("text", ["b0c2", "H8+7", "马八进七", "馬八進七", "B0-C2", " b0c2 "])
def test_without_a_board_moves_are_typed_in_any_notation(text: str) -> None:
    table = no_board()
    say(table, text)
    assert table.texts[-1] == "b0c2"
    assert widget(table.scene, "say").text == ""
    assert "H8+7" in table.drawn(), "what was played last is said"
    assert "Black to move" in table.drawn()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "That is not a move here: hello"),
        ("b0d1", "The piece on c0 hobbles the horse."),
        ("H9+9", "No legal move fits that."),
        ("a9a8", "The piece on a9 is not yours."),
    ],
)
def test_a_move_that_cannot_be_made_is_explained_and_stays(text: str, said: str) -> None:
    table = no_board()
    before = table.texts
    say(table, text)
    assert table.texts == before
    assert table.stage.toasts.text == said
    assert widget(table.scene, "say").text == text


def test_typing_presses_no_keys_of_the_match() -> None:
    table = no_board()
    click(table.stage, widget(table.scene, "say").rect.center)
    for key, letter in ((pygame.K_u, "u"), (pygame.K_q, "q"), (pygame.K_e, "e")):
        table.stage.stack.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=letter))
    table.frame()
    assert len(table.texts) == 8
    assert table.stage.stack.top is table.scene
    assert table.hall.settings.blindfold == "no-board"
    press(table.stage, pygame.K_ESCAPE)
    assert table.opened == [], "it leaves the field first"
    press(table.stage, pygame.K_ESCAPE)
    assert table.opened == ["menu"]


def test_the_end_brings_the_board_back() -> None:
    table = Xiangqi(start=MATE_IN_ONE, blindfold="no-board")
    say(table, "e2f2")
    assert table.match.outcome is not None
    assert table.scene.board in table.scene.widgets.widgets
    settle(table.stage, 0.2)
    assert table.scene.board.blindfold == "off"


def test_gomoku_can_be_played_without_a_board_too() -> None:
    table = Table(Human(), Human(), blindfold="no-board")
    assert widget(table.scene, "say").placeholder == "Type a point such as H8"
    field = widget(table.scene, "say")
    for text in ("h8", "H9"):
        field.text = text
        press(table.stage, pygame.K_RETURN) if table.scene.text_field() is field else click_on(table.stage, "send")
        table.frame()
    assert table.texts == ("h8", "h9")


# ---- how it lies


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("form", ["off", "discs", "no-board"])
def test_nothing_overlaps_at_any_size(form: str, language: str) -> None:
    for window, scale in WINDOWS:
        table = Xiangqi(
            CAPTURES,
            second=Advanced(),
            window=window,
            scale=scale,
            language=language,
            blindfold=form,
            control=TimeControl(3600, 30),
        )
        # the steppers lie in the title row of the list; long labels are cut by the row of actions as in every game
        wrong = [each for each in faults(table.stage, window, table.scene) if "'moves'" not in each]
        assert [each for each in wrong if "cut off" not in each] == [], (window, scale)


# ---- names of squares and moves


def test_names_without_a_window() -> None:
    language = Table(Human(), Human()).stage.t
    assert isinstance(language, Language)
    gomoku, start = variant("gomoku-freestyle"), XIANGQI.start()
    move = XIANGQI.read_move("h2e2", start)
    assert shown_move(language, XIANGQI, move, start) == "C2=5"
    language.notations = {"xiangqi": "iccs"}
    assert shown_move(language, XIANGQI, move, start) == "H2-E2"
    assert names_squares(language, XIANGQI)
    language.notations = {}
    assert not names_squares(language, XIANGQI)
    assert names_squares(language, gomoku)
    assert shown_square(gomoku, Square(112), gomoku.start().board) == "H8"
    assert shown_square(XIANGQI, Square(19), start.board) == "b2"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "This would be the fourth time, with check at every move. Play something else."),
        ("zh", "长将不变：这步会让局面第四次出现，必须变着。"),
    ],
)
def test_a_repetition_that_the_simple_rules_forbid_is_no_target_and_is_explained(language: str, said: str) -> None:
    checks = "e1d1 d9e9 d1e1 e9d9 " * 3
    start = "3k5/9/9/9/9/9/9/9/4R4/5K3 w"
    table = Xiangqi(checks, start=start, rules=variant("xiangqi-simple"), language=language)
    table.click_on_square("e1")
    table.click_on_square("d1")
    assert table.match.ply == 12
    assert table.stage.toasts.text == said
    table.click_on_square("a1")
    assert table.match.ply == 13


def test_the_fourth_time_is_a_draw_by_the_simple_rules() -> None:
    start = "5k3/9/2c6/9/9/R8/9/9/9/3K5 w"
    table = Xiangqi("a4a5 f9f8 a5a4 f8f9 " * 3, start=start, rules=variant("xiangqi-simple"))
    outcome = table.match.outcome
    assert outcome is not None
    words = result_words(table.stage.t, table.match, outcome)
    assert (words.headline, words.reason) == ("Draw", "The same position for the fourth time")
    assert words.detail == "After 12 moves, Xiangqi · Simple rules"
