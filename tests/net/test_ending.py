"""The end that counts, and the draw for colours: rules that both sides apply for themselves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.session.colour_draw import ColourDraw, commitment
from net.session.ending import AGREEMENT, DISAGREEMENT, RESIGNATION, agreed, is_resignation, is_same, other
from net.session.messages import FinalMessage

HOST_RESIGNS = FinalMessage("guest", RESIGNATION, 0, 4)
GUEST_RESIGNS = FinalMessage("host", RESIGNATION, 0, 5)
DRAW = FinalMessage("draw", AGREEMENT, 0, 5)
FIVE = FinalMessage("host", "five", 0, 5)
TIME = FinalMessage("guest", "time", 0, 5)
NOTHING = FinalMessage("none", "too-long", 0, 3)

FINALS = st.builds(
    FinalMessage,
    st.sampled_from(("host", "guest", "draw", "none")),
    st.sampled_from((RESIGNATION, AGREEMENT, DISAGREEMENT, "five", "time")),
    st.integers(0, 2),
    st.integers(0, 3),
)


@pytest.mark.parametrize(
    ("host", "guest", "wanted"),
    [
        (FIVE, FIVE, FIVE),
        (HOST_RESIGNS, GUEST_RESIGNS, HOST_RESIGNS),
        (FIVE, GUEST_RESIGNS, GUEST_RESIGNS),
        (HOST_RESIGNS, DRAW, DRAW),
        (DRAW, NOTHING, DRAW),
        (NOTHING, GUEST_RESIGNS, GUEST_RESIGNS),
        (NOTHING, FinalMessage("none", DISAGREEMENT, 0, 4), NOTHING),
        (FIVE, TIME, None),
        # nobody undoes an end by seeing none
        (FIVE, NOTHING, None),
        (NOTHING, TIME, None),
        # nobody resigns for another
        (GUEST_RESIGNS, HOST_RESIGNS, None),
    ],
)
def test_which_end_counts(host: FinalMessage, guest: FinalMessage, wanted: FinalMessage | None) -> None:
    assert agreed(host, guest) == wanted


def test_of_the_same_end_the_shorter_game_counts() -> None:
    assert agreed(FinalMessage("draw", AGREEMENT, 0, 7), FinalMessage("draw", AGREEMENT, 0, 5)).ply == 5
    assert agreed(FinalMessage("draw", AGREEMENT, 1, 7), FinalMessage("draw", AGREEMENT, 0, 5)).ply == 7


def test_who_resigns() -> None:
    assert is_resignation(HOST_RESIGNS, "host")
    assert not is_resignation(HOST_RESIGNS, "guest")
    assert other(other("host")) == "host"


@settings(max_examples=500, deadline=None, derandomize=True)
@given(FINALS, FINALS)
def test_both_sides_come_to_rest(host: FinalMessage, guest: FinalMessage) -> None:
    """Each side changes to what the two come to and says it, and then they have said the same; or each keeps its own,
    and neither has to sign that nobody has won."""
    first = agreed(host, guest)
    if first is None:
        assert not (host.winner == guest.winner == "none")
        return
    assert agreed(first, first) == first
    assert first.winner != "none" or host.winner == guest.winner == "none"
    # one of them has changed already and hears the old one of the other
    for again in (agreed(first, guest), agreed(host, first)):
        assert again is not None
        assert is_same(again, first)


def test_a_colour_draw_comes_out_alike_on_both_sides() -> None:
    for number in range(64):
        host, guest = ColourDraw(f"{number:064x}"), ColourDraw(f"{number * 7 + 1:064x}")
        assert host.commit(commitment(guest.secret))
        assert guest.commit(commitment(host.secret))
        assert host.open(guest.secret)
        assert guest.open(host.secret)
        assert host.first("host") == guest.first("guest")


def test_a_colour_draw_is_not_to_be_bent() -> None:
    colour_draw = ColourDraw("a" * 64)
    assert not colour_draw.open("b" * 64), "nothing has been committed to"
    assert not colour_draw.commit(commitment("a" * 64)), "a mirror of our own"
    assert colour_draw.commit(commitment("b" * 64))
    assert not colour_draw.commit(commitment("c" * 64)), "twice"
    assert not colour_draw.open("c" * 64), "something else"
    assert colour_draw.open("b" * 64)
    assert not colour_draw.open("b" * 64), "twice"
