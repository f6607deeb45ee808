"""Signed moves and ends: what is forged, replayed, swapped or cut is refused, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from sealed import key_called
from tables import Table, kinds, one

from net.session import actions, events
from net.session.ending import RESIGNATION
from net.session.game_session import UNSIGNED
from net.session.messages import (
    BadMessageError,
    EndMessage,
    FinalMessage,
    Message,
    MoveMessage,
    ResignMessage,
    decode,
    encode,
)
from net.session.signed_game import (
    SideSignature,
    SignedGame,
    end_link,
    first_link,
    links_of,
    next_link,
    sign_end,
    sign_link,
    signed_game,
    signed_up_to,
    with_kept,
)

STRANGER = key_called("Somebody else")


def next_move(table: Table) -> MoveMessage:
    """The move that Anna would make next, as her program says it; it was not sent."""
    sent: list[Message] = []
    session = table.session(0)
    say, session.out.say = session.out.say, lambda message: sent.append(message)  # type: ignore[method-assign]
    player = table.anna.player
    moves = list(player.moves)
    player.play("m3")
    table.settle(0.02)
    session.out.say = say  # type: ignore[method-assign]
    player.moves = moves
    (move,) = [message for message in sent if isinstance(message, MoveMessage)]
    return move


def forged(move: MoveMessage, table: Table) -> MoveMessage:
    """Signed by somebody who is not at the table."""
    state = table.game_session(1).state
    link = state.move_log.link_after(table.game_session(1)._as_ply(move))
    return msgspec.structs.replace(move, signature=sign_link(STRANGER, link))


def of_another_ply(move: MoveMessage, table: Table) -> MoveMessage:
    return msgspec.structs.replace(move, signature=table.game_session(1).state.plies[0].signature)


def of_the_other_side(move: MoveMessage, table: Table) -> MoveMessage:
    return msgspec.structs.replace(move, signature=table.game_session(0).state.plies[1].signature)


def of_an_end(move: MoveMessage, table: Table) -> MoveMessage:
    """A signature over the right link, made for another purpose."""
    link = table.game_session(1).state.move_log.link_after(table.game_session(1)._as_ply(move))
    return msgspec.structs.replace(move, signature=sign_end(table.anna.secret, link))


SPOILT: list[Callable[[MoveMessage, Table], MoveMessage]] = [
    forged,
    of_another_ply,
    of_the_other_side,
    of_an_end,
    lambda move, table: msgspec.structs.replace(move, signature=""),
    lambda move, table: msgspec.structs.replace(move, signature="0" * 128),
    lambda move, table: msgspec.structs.replace(move, signature="f" * 128),
    lambda move, table: msgspec.structs.replace(move, signature=move.signature[64:] + move.signature[:64]),
    lambda move, table: msgspec.structs.replace(move, used_ms=move.used_ms + 1),
    lambda move, table: msgspec.structs.replace(move, left_ms=300_000),
    lambda move, table: msgspec.structs.replace(move, left_ms=None),
    lambda move, table: msgspec.structs.replace(move, text="m9"),
    lambda move, table: msgspec.structs.replace(move, hash="0" * 16),
]


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_move_that_is_not_signed_as_it_stands_is_refused_and_nothing_is_lost(
    spoil: Callable[[MoveMessage, Table], MoveMessage],
) -> None:
    table = Table().start()
    table.play("m1", "m2")
    move = next_move(table)
    table.look()
    spoilt = spoil(move, table)
    table.nodes[1].server.receive(table.cables[-1].links[1], encode(spoilt), table.now)
    table.nodes[1].collect()
    table.settle(0.02)
    seen = table.look()[1]
    assert one(seen, events.Complaint).code == UNSIGNED
    assert kinds(seen) == ["Complaint"]
    assert table.ben.player.moves == ["m1", "m2"]
    table.nodes[1].server.receive(table.cables[-1].links[1], encode(move), table.now)
    table.nodes[1].collect()
    table.settle(0.02)
    assert table.ben.player.moves == ["m1", "m2", "m3"], "the real one is played"


@pytest.mark.parametrize("length", [1, 126, 127, 129])
def test_a_signature_that_is_cut_is_no_message(length: int) -> None:
    frame = encode(MoveMessage("0" * 32, 0, 1, "h8", "00", 0, None, "a" * length))
    with pytest.raises(BadMessageError):
        decode(frame[4:])


def test_a_move_of_before_a_take_back_can_not_be_said_again() -> None:
    table = Table().start()
    table.play("m1", "m2", "m3")
    old = table.game_session(1).state.plies[2]
    table.anna.player.ask("take-back", 1)
    table.settle(0.1)
    table.ben.player.answer(next(iter(table.ben.player.requests)), True)
    table.settle(0.1)
    assert table.ben.player.moves == ["m1", "m2"]
    table.look()
    again = MoveMessage(table.game, 1, 3, old.text, old.hash, old.used_ms, old.left_ms, old.signature)
    table.nodes[1].server.receive(table.cables[-1].links[1], encode(again), table.now)
    table.nodes[1].collect()
    table.settle(0.02)
    assert one(table.look()[1], events.Complaint).code == UNSIGNED
    table.play("other")
    assert table.ben.player.moves == ["m1", "m2", "other"]


@pytest.mark.parametrize(
    "message",
    [
        ResignMessage("", 0, 2),
        EndMessage("", FinalMessage("guest", "five", 0, 2)),
        EndMessage("", FinalMessage("draw", "agreement", 0, 2)),
        EndMessage("", FinalMessage("guest", "time", 0, 2)),
    ],
)
@pytest.mark.parametrize("key", [None, "Somebody else", "Ben"])
def test_an_end_that_the_other_side_has_not_signed_ends_nothing(
    message: ResignMessage | EndMessage, key: str | None
) -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.look()
    final = message.final if isinstance(message, EndMessage) else FinalMessage("guest", RESIGNATION, 0, 2)
    link = end_link(table.game_session(1).state.move_log.link_at(2), final)
    signature = sign_end(key_called(key), link) if key is not None else ""
    said = msgspec.structs.replace(message, game=table.game, signature=signature)
    table.nodes[1].server.receive(table.cables[-1].links[1], encode(said), table.now)
    table.nodes[1].collect()
    table.settle(0.02)
    assert one(table.look()[1], events.Complaint).code == UNSIGNED
    table.play("m3", "m4")
    assert table.anna.player.moves == table.ben.player.moves == ["m1", "m2", "m3", "m4"]


def proved(seen: list[events.WireEvent]) -> SignedGame:
    """The last word about a game's signatures."""
    return [event for event in seen if isinstance(event, events.Proved)][-1].game


def test_both_sides_hold_the_same_proof_of_a_game_and_its_end() -> None:
    table = Table().start()
    table.play("m1", "m2", "m3")
    table.anna.player.end("there", RESIGNATION)
    table.settle(0.2)
    games = [proved(seen) for seen in table.look()]
    for game in games:
        assert [signed_up_to(game, side) for side in ("host", "guest")] == [3, 3]
        assert game.host.end
        assert game.guest.end
        assert (game.card.host.key, game.card.guest.key) == (table.anna.key, table.ben.key)
        assert (game.card.host.name, game.card.guest.name) == ("Anna", "Ben")
    assert games[0].final == games[1].final == FinalMessage("guest", RESIGNATION, 0, 3)
    assert (games[0].host.end, games[0].guest.end) == (games[1].host.end, games[1].guest.end)


def test_a_refused_end_that_is_not_true_goes_on() -> None:
    table = Table().start()
    table.play("m1", "m2")
    table.ben.player.see = lambda event: (  # type: ignore[method-assign]
        table.ben.act(actions.RefuseEnd()) if isinstance(event, events.EndClaimed) else None
    )
    table.look()
    table.inject(1, EndMessage(table.game, FinalMessage("host", "five", 0, 2)))
    session = table.game_session(1)
    assert not session.state.finish.is_over
    table.inject(1, ResignMessage(table.game, 0, 2))
    assert session.state.finish.is_over, "what is true counts afterwards"


def test_whatever_is_changed_in_a_proof_is_found() -> None:
    table = Table().start()
    table.play("m1", "m2", "m3", "m4")
    state = table.game_session(0).state
    assert state.ticket.card is not None
    game = signed_game(state.ticket.card, state.plies, table.anna.secret)
    assert [signed_up_to(game, side) for side in ("host", "guest")] == [4, 4]
    card, plies = game.card, game.plies
    change = msgspec.structs.replace
    for other in (
        change(game, card=change(card, game="0" * 32)),
        change(game, card=change(card, first="guest")),
        change(game, card=change(card, hash="01")),
        change(game, card=change(card, terms=change(card.terms, base_ms=0))),
        change(game, card=change(card, host=change(card.host, name="Anne"))),
        change(game, card=change(card, guest=change(card.guest, date="2031-01-01"))),
        change(game, card=change(card, host=card.guest, guest=card.host)),
        change(game, plies=(change(plies[0], text="m9"), *plies[1:])),
        change(game, plies=(*plies[:3], change(plies[3], epoch=1))),
        change(game, plies=(*plies[:2], plies[3], plies[2])),
        change(game, host=game.guest, guest=game.host),
        change(game, host=change(game.host, ply=3)),
    ):
        assert -1 in [signed_up_to(other, side) for side in ("host", "guest")]
    shorter = change(game, plies=plies[:2])
    assert -1 in [signed_up_to(shorter, side) for side in ("host", "guest")], "what was cut off is missed"
    assert signed_up_to(change(game, guest=SideSignature()), "guest") == 0


def test_a_signature_that_was_kept_counts_where_nobody_can_sign_any_more() -> None:
    table = Table().start()
    table.play("m1", "m2", "m3")
    state = table.game_session(0).state
    kept = state.current_ticket().signed
    assert state.ticket.card is not None
    assert kept.ply == 3
    game = signed_game(state.ticket.card, state.plies)
    unsigned = msgspec.structs.replace(game, host=SideSignature())
    assert with_kept(unsigned, "host", kept).host == kept
    assert with_kept(msgspec.structs.replace(unsigned, plies=state.plies[:2]), "host", kept).host == SideSignature()
    other = msgspec.structs.replace(state.plies[2], text="m9")  # the move was taken back after it was signed
    replayed = msgspec.structs.replace(unsigned, plies=(*state.plies[:2], other))
    assert with_kept(replayed, "host", kept) == replayed


def test_a_chain_is_the_same_in_every_release() -> None:
    """Records that were signed must be proved for ever; who changes these changes `_CHAIN`."""
    table = Table(5).start()
    card = table.game_session(0).state.ticket.card
    assert card is not None
    fixed = msgspec.structs.replace(
        card, game="0" * 32, host=msgspec.structs.replace(card.host, key="1" * 64),
        guest=msgspec.structs.replace(card.guest, key="2" * 64),
    )  # fmt: skip
    link = first_link(fixed)
    assert link.hex() == "7808627a1cad0a8d20a7aa98214623b7789c27f42baae7e1166a33090c78ff1d"
    table.play("m1")
    ply = table.game_session(0).state.plies[0]
    after = next_link(link, 1, ply)
    assert after.hex() == "6b094ba488284e796759b9abc815cc7145879e6c5e17d8dca39f47dc881d9c9c"
    assert links_of(fixed, [ply]) == [link, after]
    assert (
        end_link(after, FinalMessage("host", "five", 0, 1)).hex()
        == "e884e0b9fcc221ae687c4de2f3fe83185b0e0f67b78c557087b51ff85bef4a45"
    )
