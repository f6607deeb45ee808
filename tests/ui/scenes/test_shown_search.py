"""What the card of the computer's thinking shows: of the search that runs, of the last one, of a hint."""

from __future__ import annotations

import pygame
import pytest
from fakes import FakeServices, make_stage
from looking import Reader
from sitting import FIRST, SECOND, Puppet, Time

from game.match.attempt import Attempt, AttemptNote
from game.match.clock import MatchClock
from game.match.evaluation import Cp, Mate, SearchInfo
from game.match.match import Match, Seat
from game.match.players import Chosen, Human
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import Settings
from game.ui.scenes.match.search_info import ShownSearch
from game.ui.scenes.match.thinking_card import draw_thinking_card, thousands, verdict

LINE = ("i9", "j9", "h7", "g7", "f7", "e7", "d7")
INFO = SearchInfo(3, 50_000, 0.8, Cp(62), LINE)


class Thinking:
    """A match in which the person has begun with h8, and what is shown of the computer's answer."""

    def __init__(self, level: str = "advanced", *, attempt: bool = False, adviser: Puppet | None = None) -> None:
        self.time, self.puppet = Time(), Puppet()
        self.puppet.level = level
        self.stage = make_stage((1280, 800), FakeServices(Settings(language="en", name="Lin")))
        note = AttemptNote(rung="first-steps", person=FIRST, target_s=60.0)
        self.match = Match(
            Game(variant("gomoku-freestyle")),
            (Seat(Human(), "Lin"), Seat(self.puppet)),
            MatchClock(None, self.time),
            adviser=adviser,
            attempt=Attempt(note) if attempt else None,
        )
        self.search = ShownSearch(self.stage, self.match)
        self.frame()

    def play(self, text: str) -> None:
        self.match.submit(FIRST, self.match.variant.read_move(text, self.match.position))
        self.frame()

    def frame(self, later_s: float = 0.0) -> None:
        self.time.now += later_s
        before, side = self.match.position, self.match.turn
        self.match.update()
        if side is SECOND and self.match.turn is FIRST:
            self.search.answered(SECOND, before, self.puppet.info, self.match.line[-1].used_s)
        self.search.update()

    def title(self) -> str:
        return self.search.view().title

    def written(self, width: float) -> list[str]:
        """What stands on the card below its first row."""
        reader = Reader(pygame.Surface((600, 200)), self.stage.theme, self.stage.fonts, 1.0)
        reader.begin()
        card = pygame.FRect(10, 10, width, 134)
        draw_thinking_card(reader, card, self.search.view(), self.stage.t, 0.0, is_covered=True)
        assert reader.cut == []
        return [text for text, _ in reader.drawn]


def test_a_search_is_followed_and_its_last_figures_stay() -> None:
    table = Thinking()
    assert (table.title(), table.search.view().is_running) == ("Idle", False)
    table.play("h8")
    view = table.search.view()
    assert (view.title, view.is_running, view.info, view.line, view.share) == ("Thinking", True, None, [], 0.0)
    table.puppet.info = INFO
    table.frame(0.75)
    view = table.search.view()
    assert (view.info, view.mover, view.elapsed_s) == (INFO, "White", 0.75)
    assert [move.text for move in view.line] == ["I9", "J9", "H7", "G7", "F7"], "no more than five"
    assert view.line[0].colours != view.line[1].colours == view.line[3].colours
    assert view.share == 3 / 4, "of the depth of its level"
    table.puppet.say(Chosen("i9", info=INFO))
    table.frame(0.4)
    view = table.search.view()
    assert (view.title, view.is_running, view.info) == ("Last thought", False, INFO)
    assert view.elapsed_s == table.match.line[-1].used_s
    assert [move.text for move in view.line][:2] == ["I9", "J9"], "from the position in which it thought"
    table.play("a1")
    assert table.search.view().info == INFO, "until there is something newer"
    table.search.forget()
    assert (table.search.view().info, table.search.view().elapsed_s) == (None, 0.0)


@pytest.mark.parametrize(
    ("language", "first", "silent"),
    [
        ("en", "Its figures appear here as soon as it thinks.", "No figures came with this move."),
        ("zh", "电脑思考时，这里会显示数据。", "这步棋没有附带数据。"),
    ],
)
def test_a_move_that_came_without_figures_is_told_as_such(language: str, first: str, silent: str) -> None:
    table = Thinking("master")
    table.stage.t.choose(language)
    assert table.written(340.0) == [first]
    table.play("h8")
    table.puppet.say("i9")
    table.frame(0.4)
    assert table.written(340.0) == [silent]
    table.search.forget()
    assert table.written(340.0) == [first]


def test_of_a_level_with_seconds_their_share_is_shown() -> None:
    table = Thinking("master")
    table.play("h8")
    table.puppet.info = INFO
    table.frame(2.0)
    assert table.search.view().share == 2.0 / 5.0
    unknown = Thinking("external:Gone")
    unknown.play("h8")
    unknown.puppet.info = INFO
    unknown.frame(2.0)
    assert unknown.search.view().share == 0.0


def test_the_expected_line_comes_on_the_board_once_it_has_been_thought_about() -> None:
    table = Thinking()
    table.play("h8")
    table.puppet.info = INFO
    table.frame(0.5)
    assert table.search.line_on_board() == ()
    table.frame(0.125)
    moves = table.search.line_on_board()
    assert [table.match.variant.write_move(move, table.match.position) for move in moves] == list(LINE[:5])
    assert table.search.line_on_board() is moves
    table.puppet.say("i9")
    table.frame()
    assert table.search.line_on_board() == (), "nobody thinks any more"


def test_in_a_game_for_the_ladder_what_is_expected_of_the_person_is_not_told() -> None:
    table = Thinking(attempt=True)
    table.play("h8")
    table.puppet.info = INFO
    table.frame(2.0)
    assert [move.text for move in table.search.view().line] == ["I9"]
    assert table.search.line_on_board() == ()
    table.match.resign()
    table.match.update()
    assert len(table.search.view().line) == 5, "it is over"


def test_who_looks_two_plies_ahead_has_no_figures() -> None:
    for level, has in (
        ("first-steps", False), ("depth:2", False), ("depth:3", True), ("seconds:1", True), ("external:Gone", True),
    ):  # fmt: skip
        table = Thinking(level)
        assert table.search.has_figures is has
        assert (table.title() == "Looks a move or two ahead") is not has


def test_a_hint_has_its_own_words_and_is_not_drawn_as_a_line() -> None:
    adviser = Puppet()
    table = Thinking(adviser=adviser)
    table.match.ask_hint()
    adviser.info = SearchInfo(9, 70_000, 1.5, Mate(5), ("h8", "h9"))
    table.frame(3.0)
    view = table.search.view()
    assert (view.title, view.is_running, view.elapsed_s) == ("Thinking of a hint", True, 1.5)
    assert (view.info, view.mover) == (adviser.info, "Black")
    assert table.search.line_on_board() == ()
    adviser.say(Chosen("h8", info=adviser.info))
    table.frame()
    assert (table.title(), table.search.view().is_running) == ("Hint", False)


def test_a_hint_goes_with_its_position() -> None:
    adviser = Puppet()
    table = Thinking("first-steps", adviser=adviser)
    table.match.ask_hint()
    adviser.info = INFO
    table.frame(0.5)
    adviser.say(Chosen("h8", info=INFO))
    table.frame()
    assert table.title() == "Hint"
    table.search.forget()
    assert table.title() == "Looks a move or two ahead", "what is known of the level is said again"


@pytest.mark.parametrize(
    ("language", "book", "line", "soon"),
    [
        ("en", "Opening book", "No search needed", "The first figures are on their way."),
        ("zh", "开局库", "现成着法，无需计算", "数据马上就来。"),
    ],
)
@pytest.mark.parametrize("width", [340.0, 500.0])
def test_a_move_out_of_the_book_is_told_as_one(language: str, book: str, line: str, soon: str, width: float) -> None:
    table = Thinking()
    table.stage.t.choose(language)

    def written() -> list[str]:
        return table.written(width)

    table.play("h8")
    table.puppet.info = SearchInfo(0, 0, 0.01, Cp(0), ("i9",))
    table.frame(0.1)
    assert written() == [soon], "before the first ply is searched a move is named that was not chosen yet"
    table.puppet.say(Chosen("i9", info=table.puppet.info))
    table.frame(0.1)
    assert written() == [book, line, table.stage.t("match.line"), "1", "I9"]
    proven = SearchInfo(0, 0, 0.01, Mate(9), ("i9",))
    table.search.answered(SECOND, table.match.game.at(1), proven, 0.1)
    assert {book, line, table.stage.t("match.chip_win", n=5)} <= set(written())
    table.search.answered(SECOND, table.match.game.at(1), INFO, 0.1)
    assert book not in written()


def test_large_numbers_and_scores_in_words() -> None:
    t = make_stage((1280, 800), FakeServices(Settings(language="en"))).t
    assert [thousands(t, n) for n in (9_999, 10_000, 999_499, 1_000_000, 1_850_000)] == [
        "9999", "10 k", "999 k", "1.0 M", "1.9 M",
    ]  # fmt: skip
    assert [verdict(t, score, "Black") for score in (Cp(20), Cp(-20), Mate(3), -Mate(2))] == [
        "Even", "Even", "Black wins in 2 moves", "Black loses in 1 move",
    ]  # fmt: skip
    assert verdict(t, Cp(200), "Black") == t("match.better", side="Black")
    assert verdict(t, Cp(-200), "Black") == t("match.worse", side="Black")
    t.choose("zh")
    assert [thousands(t, n) for n in (9_999, 96_469, 99_999, 1_860_000)] == ["9999", "9.6 万", "10 万", "186 万"]
