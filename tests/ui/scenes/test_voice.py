"""What opponents say: when, which line, how it stands in the window, and that it can be had quiet."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pygame
import pytest
from fakes import settle
from looking import Reader
from match_table import Table
from sitting import Puppet

from ai.games import GAMES as ENGINES
from game.match.evaluation import Cp, SearchInfo
from game.match.occasions import Occasion
from game.match.players import Chosen, Human
from game.rules.core import Outcome, Side, Termination
from game.rules.registry import GAMES
from game.storage.paths import assets_folder
from game.ui.scenes.match.voice import Voice
from game.ui.scenes.result.scene import ResultScene
from game.ui.stage.language import LANGUAGES, read_texts

LINES = {
    language: {
        key: text
        for key, text in read_texts(assets_folder() / "languages", language).items()
        if key.startswith("voices_")
    }
    for language in LANGUAGES
}
_KEY = re.compile(r"voices_(\w+)\.([\w-]+)_(\w+)_(\d)")


def computer(level: str = "expert") -> Puppet:
    made = Puppet()
    made.level = level
    return made


def table(first: Human | Puppet | None = None, second: Human | Puppet | None = None, **settings: object) -> Table:
    return Table(first or Human(), second or computer(), **{"voices": True, **settings})  # type: ignore[arg-type]  # a test's own words


def answer(at: Table, puppet: Puppet, text: str, score: int, expects: str = "a15", depth: int = 8) -> str:
    """The computer plays with this opinion of its own side, after which the person plays; what it then says."""
    info = SearchInfo(depth, 1000, 0.1, Cp(score), (text, expects))
    puppet.say(Chosen(text, info=info))
    at.frame()
    return said(at)


def said(at: Table) -> str:
    """What occasion the present line is for; empty where nothing is said."""
    key = at.scene.voice.key
    found = _KEY.fullmatch(key)
    return found.group(3) if found else key


def quiet(at: Table) -> None:
    """Until what was said has gone."""
    settle(at.stage, 12)
    assert at.scene.voice.key == ""


# ---- the lines


@pytest.mark.parametrize("game", GAMES)
def test_every_named_level_has_its_lines_in_both_languages(game: str) -> None:
    occasions: dict[str, set[str]] = {}
    for key in LINES["en"]:
        found = _KEY.fullmatch(key)
        assert found, key
        if found.group(1) == game:
            occasions.setdefault(found.group(2), set()).add(found.group(3))
    named = [level.name for level in ENGINES[game].levels]
    assert set(named) | {"adaptive"} <= occasions.keys()
    assert all(told == {each.value for each in Occasion} for told in occasions.values())
    count = sum(key.startswith(f"voices_{game}.") for key in LINES["en"])
    assert count >= 60
    for texts in LINES.values():
        own = [text for key, text in texts.items() if key.startswith(f"voices_{game}.")]
        assert len(set(own)) == len(own) == count


def test_no_line_is_said_in_two_games() -> None:
    for texts in LINES.values():
        assert len(set(map(str, texts.values()))) == len(texts)


def test_lines_are_numbered_without_a_gap() -> None:
    for key in LINES["en"]:
        stem, number = key[:-1], int(key[-1])
        assert number == 1 or f"{stem}{number - 1}" in LINES["en"]


# ---- when


def test_it_greets_at_the_beginning_and_is_quiet_again() -> None:
    at = table()
    assert said(at) == "start"
    quiet(at)


def test_nobody_speaks_between_people_or_between_computers_or_for_a_level_without_lines() -> None:
    for first, second in ((Human(), Human()), (computer(), computer()), (Human(), computer("depth:4"))):
        assert said(table(first, second)) == ""


def test_a_slip_and_a_fine_move_are_told_from_the_computers_own_opinions() -> None:
    puppet = computer()
    at = table(None, puppet)
    quiet(at)
    told = []
    # the person's moves between; the computer's opinion of its own side rises at the fourth, falls at the sixth
    for text, reply, score in zip(
        ("a1", "c1", "e1", "g1", "i1", "k1"),
        ("a3", "c3", "e3", "g3", "i3", "k3"),
        (0, 10, 5, 1500, 1500, -200),
        strict=True,
    ):
        at.play([text])
        told.append(answer(at, puppet, reply, score))
        quiet(at)
    assert told == ["", "", "", "blunder", "", "brilliancy"]


def test_a_good_reply_that_was_expected_is_no_surprise() -> None:
    puppet = computer()
    at = table(None, puppet)
    for text, reply, expects in (("a1", "a3", "c1"), ("c1", "c3", "e1"), ("e1", "e3", "g1")):
        at.play([text])
        answer(at, puppet, reply, 800, expects)
    quiet(at)
    at.play(["g1"])
    assert answer(at, puppet, "g3", -800) == ""


def test_what_a_shallow_level_thinks_is_no_occasion() -> None:
    puppet = computer()
    at = table(None, puppet)
    for text, reply in (("a1", "a3"), ("c1", "c3"), ("e1", "e3")):
        at.play([text])
        answer(at, puppet, reply, 0, depth=1)
    quiet(at)
    at.play(["g1"])
    assert answer(at, puppet, "g3", 3000, depth=1) == ""


def test_a_move_taken_back_is_no_occasion() -> None:
    puppet = computer()
    at = table(None, puppet)
    for text, reply in (("a1", "a3"), ("c1", "c3"), ("e1", "e3"), ("g1", "g3")):
        at.play([text])
        answer(at, puppet, reply, 0)
    quiet(at)
    at.match.undo()
    at.play(["i1"])
    assert answer(at, puppet, "i3", 3000) == ""


@pytest.mark.parametrize(("winner", "occasion"), [(Side.SECOND, "won"), (Side.FIRST, "lost"), (None, "drawn")])
def test_it_says_something_at_the_end_also_over_the_result(winner: Side | None, occasion: str) -> None:
    at = table()
    quiet(at)
    at.match._end(Outcome(winner, Termination.RESIGNATION if winner is not None else Termination.AGREEMENT))
    at.frame()
    assert said(at) == occasion
    settle(at.stage, 1.6)
    assert isinstance(at.stage.stack.top, ResultScene)
    line = at.stage.t(at.scene.voice.key)
    reader = Reader(pygame.Surface((1280, 800)), at.stage.theme, at.stage.fonts, at.stage.scale)
    reader.begin()
    at.stage.stack.draw(reader)
    assert line.split()[0] in " ".join(text for text, _ in reader.drawn)


def test_a_game_given_up_ends_in_silence() -> None:
    at = table()
    quiet(at)
    at.match.abandon()
    at.frame()
    assert said(at) == ""


# ---- which


def test_no_line_is_said_twice_in_a_game_and_the_seed_decides() -> None:
    at = table()
    orders = []
    for seed in (1, 1, *range(2, 10)):
        voice = Voice(at.match, random.Random(seed))
        order = []
        for _ in range(4):
            voice.hush()
            voice.say(Occasion.BLUNDER, at.stage.t, at.stage.settings)
            order.append(voice.key)
        assert order[2:] == ["", ""]  # an expert has two
        assert order[0] != order[1]
        orders.append(order)
    assert orders[0] == orders[1]
    assert len({tuple(order) for order in orders}) == 2


def test_another_game_at_the_same_table_has_all_lines_again() -> None:
    at = table()
    for _ in range(3):
        at.scene.voice.say(Occasion.START, at.stage.t, at.stage.settings)
    quiet(at)
    at.match.restart()
    at.frame()
    assert said(at) == "start"


# ---- how


@pytest.mark.parametrize("changes", [{"voices": False}, {"reduced_motion": True}])
def test_it_can_be_had_quiet(changes: dict[str, bool]) -> None:
    assert said(table(**changes)) == ""


def test_switching_it_off_silences_it_at_once() -> None:
    at = table()
    assert said(at) == "start"
    at.hall.settings = at.hall.settings.with_(voices=False)
    at.frame()
    assert said(at) == ""


@pytest.mark.parametrize("window", [(960, 640), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("flipped", [False, True])
def test_the_bubble_stays_in_the_window_beside_its_card_and_moves_nothing(
    window: tuple[int, int], flipped: bool
) -> None:
    at = table(window=window)
    at.scene.shown.flipped = flipped
    stage, scene = at.stage, at.scene
    before = [each.rect.copy() for each in scene.widgets.widgets]
    longest = max((key for key in LINES["en"]), key=lambda key: len(str(LINES["en"][key])))
    scene.voice._key, scene.voice._left_s = longest, 5.0
    settle(stage, 0.5)
    reader = Reader(pygame.Surface(window), stage.theme, stage.fonts, stage.scale)
    reader.begin()
    scene.draw(reader)
    places = [place for text, place in reader.drawn if len(text) > 6 and text in stage.t(longest)]
    assert places
    panel = scene.panel
    assert all(panel.contains(place) for place in places)
    if not flipped:  # the words come one below the other
        assert all(upper.top < lower.top for upper, lower in pairwise(places))
    assert [each.rect for each in scene.widgets.widgets] == before


def test_a_board_alone_is_left_alone() -> None:
    at = table()
    at.scene.toggle_zen()
    at.frame()
    reader = Reader(pygame.Surface((1280, 800)), at.stage.theme, at.stage.fonts, at.stage.scale)
    reader.begin()
    at.scene.draw(reader)
    line = at.stage.t(at.scene.voice.key)
    assert not [text for text, _ in reader.drawn if len(text) > 8 and text in line]


def test_no_letters_look_out_from_under_a_bubble() -> None:
    at = table()
    reader = Reader(pygame.Surface((1280, 800)), at.stage.theme, at.stage.fonts, at.stage.scale)

    def written() -> set[str]:
        reader.begin()
        at.scene.draw(reader)
        return {text for text, _ in reader.drawn}

    at.scene.voice._key = "voices_gomoku.expert_start_1"
    at.scene.voice._left_s = 5.0
    settle(at.stage, 0.5)
    before = written()
    at.scene.voice.hush()
    settle(at.stage, 0.5)
    assert at.scene.thoughts.view().title not in before
    assert at.scene.thoughts.view().title in written()
