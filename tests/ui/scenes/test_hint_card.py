"""The hint in the match: numbered rings, what the moves are worth, and a line shown move by move by keys and clicks."""

from __future__ import annotations

import pygame
import pytest
from fakes import click, click_on, press, settle, widget
from looking import WINDOWS, Reader, faults, read
from match_table import Table
from sitting import Puppet

from ai.api import Choice
from game.match.evaluation import Cp, Mate, Repetition, SearchInfo
from game.match.players import Chosen, Human
from game.rules.core import Move
from game.ui.scenes.match.hint_card import HintCard, chip_text
from game.ui.scenes.match.thinking_card import verdict

WIN = SearchInfo(
    9,
    50_000,
    0.8,
    Mate(5),
    ("g10", "g8", "h10", "j10", "k11"),
    (Choice(Cp(240), ("i10", "g11")), Choice(Cp(-35), ("g6",))),
)

REPEATED = SearchInfo(
    9,
    50_000,
    0.8,
    Repetition(5),
    ("g10", "g8"),
    (Choice(Cp(240), ("i10", "g11")), Choice(Repetition(-6), ("g6",))),
)


def advised(info: SearchInfo | None = WIN, *, two: bool = False, **settings: object) -> Table:
    """A table at which a hint has been given after `h8 h9`."""
    adviser, computer = Puppet(), Puppet()
    computer.level = "advanced"
    table = Table(Human(), Human() if two else computer, adviser=adviser, **settings)  # type: ignore[arg-type]
    table.click_square("h8")
    if two:
        table.click_square("h9")
    else:
        computer.say("h9")
        table.frame()
    settle(table.stage, 0.5)
    press(table.stage, pygame.K_h)
    table.frame()
    adviser.say(Chosen("g10", info=info))
    table.frame()
    return table


def squares(table: Table, moves: tuple[Move, ...]) -> list[str]:
    return [table.match.variant.write_move(move, table.match.position) for move in moves]


def written(table: Table) -> list[str]:
    return [text for text, _ in read(table.stage, (1280, 800), table.scene).drawn]


def test_the_good_moves_are_ringed_and_listed_with_what_they_are_worth() -> None:
    table = advised()
    assert squares(table, table.scene.board.annotations.hints) == ["g10", "i10", "g6"]
    texts = written(table)
    assert {"Black wins in 3 moves", "Win in 3", "+2.40", "−0.35", "G10", "I10", "G6"} <= set(texts)


def test_h_shows_the_line_move_by_move_and_shift_h_goes_back() -> None:
    table = advised()
    board = table.scene.board
    press(table.stage, pygame.K_h)
    table.frame()
    assert squares(table, board.annotations.best_line) == ["g10"]
    assert board.annotations.hints == ()
    press(table.stage, pygame.K_h, pygame.K_h)
    table.frame()
    assert squares(table, board.annotations.best_line) == ["g10", "g8", "h10"]
    press(table.stage, pygame.K_h, mod=pygame.KMOD_SHIFT)
    table.frame()
    assert squares(table, board.annotations.best_line) == ["g10", "g8"]
    press(table.stage, *[pygame.K_h] * 4)
    table.frame()
    assert board.annotations.best_line == (), "after the end it begins again"
    assert len(board.annotations.hints) == 3
    press(table.stage, pygame.K_h, mod=pygame.KMOD_SHIFT)
    table.frame()
    assert len(board.annotations.best_line) == 5


def test_numbers_and_clicks_choose_among_the_moves() -> None:
    table = advised()
    board = table.scene.board
    press(table.stage, pygame.K_2)
    table.frame()
    assert squares(table, board.annotations.best_line) == ["i10"]
    press(table.stage, pygame.K_2)
    table.frame()
    assert squares(table, board.annotations.best_line) == ["i10", "g11"]
    card = widget(table.scene, "hint_card").rect
    click(table.stage, (card.left + 60, card.top + 10))
    table.frame()
    assert squares(table, board.annotations.best_line) == ["g10"]
    click_on(table.stage, "hint_on")
    table.frame()
    assert squares(table, board.annotations.best_line) == ["g10", "g8"]
    click_on(table.stage, "hint_back")
    table.frame()
    assert squares(table, board.annotations.best_line) == ["g10"]


def test_the_card_works_by_keys_alone() -> None:
    table = advised()
    table.scene.widgets.focus_on("hint_card", show=True)
    press(table.stage, pygame.K_RIGHT, pygame.K_RIGHT)
    table.frame()
    assert squares(table, table.scene.board.annotations.best_line) == ["g10", "g8"]
    press(table.stage, pygame.K_DOWN)
    table.frame()
    assert squares(table, table.scene.board.annotations.best_line) == ["i10"]
    press(table.stage, pygame.K_LEFT)
    table.frame()
    assert len(table.scene.board.annotations.hints) == 3


def test_a_hint_is_gone_with_the_move_and_hidden_in_the_past() -> None:
    table = advised(two=True)
    assert widget(table.scene, "hint_card").visible
    press(table.stage, pygame.K_PAGEUP)
    table.frame()
    assert table.scene.board.annotations.hints == ()
    press(table.stage, pygame.K_h, pygame.K_END)
    table.frame()
    assert len(table.scene.board.annotations.hints) == 3
    table.click_square("g10")
    table.frame()
    assert table.scene.board.annotations.hints == ()
    assert not [each for each in table.scene.widgets.widgets if isinstance(each, HintCard)]


def test_an_adviser_that_says_nothing_of_its_move_is_shown_as_before() -> None:
    table = advised(None)
    assert squares(table, table.scene.board.annotations.hints) == ["g10"]
    assert "Win in 3" not in written(table)


def test_what_a_chip_says() -> None:
    t = advised().stage.t
    assert [chip_text(t, score) for score in (Mate(5), Mate(-4), Cp(62), Cp(-7))] == [
        "Win in 3",
        "Loss in 2",
        "+0.62",
        "−0.07",
    ]


def test_a_repetition_that_decides_is_no_number() -> None:
    t = advised().stage.t
    won, lost = Repetition(5), Repetition(-4)
    assert [chip_text(t, score) for score in (won, lost)] == ["Win by repetition", "Loss by repetition"]
    assert [str(score) for score in (won, lost)] == ["+W", "-W"]
    assert [verdict(t, score, "Red") for score in (won, lost)] == ["Perpetual: Red wins", "Perpetual: Red loses"]


@pytest.mark.parametrize("info", [WIN, REPEATED], ids=["win", "repetition"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_card_lies_well_at_any_size(language: str, info: SearchInfo) -> None:
    found = []
    for window, scale in WINDOWS:
        table = advised(info, two=True, window=window, language=language, scale=scale)
        press(table.stage, pygame.K_h, pygame.K_h)
        table.frame()
        card = next(each for each in table.scene.widgets.widgets if isinstance(each, HintCard))
        reader = Reader(pygame.Surface(window), table.stage.theme, table.stage.fonts, table.stage.scale)
        reader.begin()
        card.draw(reader)
        found += [f"{window} at {scale}: {text} is cut off" for text in reader.cut]
        found += [f"{window} at {scale}: {each}" for each in faults(table.stage, window, table.scene) if "hint" in each]
    assert found == []
