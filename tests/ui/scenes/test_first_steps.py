"""What a newcomer is told at the first table: how to move, then that a move can be taken back, and never again."""

from __future__ import annotations

import pytest
from fakes import press, widget
from looking import read
from match_table import WINDOW, Table
from sitting import Puppet

from game.match.players import Human

PLACE = "It is your move. Click on the board where you want to play."
STEP = "It is your move. Click a piece, then where it should go."
BACK = "On second thoughts? You can take a move back here."


def said(table: Table) -> str:
    """All that the scene writes, in one line."""
    return " ".join(text for text, _ in read(table.stage, WINDOW, table.scene).drawn)


def guides(table: Table) -> list[str]:
    return [text for text in (PLACE, STEP, BACK) if text in said(table)]


@pytest.mark.parametrize(
    ("rules", "first", "moves"),
    [
        ("gomoku-freestyle", PLACE, ("h8", "h9", "i9", "g7")),
        ("xiangqi", STEP, ("h2e2", "h9g7", "h0g2", "i9h9")),
    ],
)
def test_two_bubbles_lead_through_the_first_moves(rules: str, first: str, moves: tuple[str, ...]) -> None:
    puppet = Puppet()
    table = Table(Human(), puppet, rules, has_played=False)
    assert guides(table) == [first]
    seen = []
    for text in moves:
        if table.match.may_move:
            table.match.submit(table.match.turn, table.match.variant.read_move(text, table.match.position))
        else:
            puppet.say(text)
        table.frame()
        table.frame()
        seen.append(guides(table))
    assert seen == [[], [BACK], [], []], "nobody is led while the other side is to move"


@pytest.mark.parametrize("window", [(960, 640), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_said_of_take_backs_hides_no_card(window: tuple[int, int], language: str) -> None:
    puppet = Puppet()
    table = Table(Human(), puppet, window=window, language=language, has_played=False)
    before = {text for text, _ in read(table.stage, window, table.scene).drawn}
    table.play(["h8"])
    puppet.say("h9")
    table.frame()
    table.frame()
    guide = table.stage.t("match.guide_back").replace(" ", "")
    drawn = read(table.stage, window, table.scene).drawn
    bubble = [place for text, place in drawn if text.replace(" ", "") in guide and text not in before and len(text) > 6]
    undo, board = widget(table.scene, "action_undo").rect, table.scene.board.slab_rect
    assert bubble
    assert all(board.left < place.left and place.right < undo.left for place in bubble)


def test_nobody_is_led_twice() -> None:
    table = Table(Human(), Puppet(), has_played=False)
    assert table.hall.settings.has_played
    again = Table(Human(), Puppet())
    assert guides(again) == []


def test_whoever_looks_at_the_board_alone_sees_nothing_else() -> None:
    table = Table(Human(), Puppet(), has_played=False)
    table.scene.toggle_zen()
    table.frame()
    assert guides(table) == []
    press(table.stage)
    table.scene.toggle_zen()
    table.frame()
    assert guides(table) == [PLACE]
