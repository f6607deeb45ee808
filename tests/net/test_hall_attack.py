"""Strangers at the door, in the middle of other people's game: nothing they send raises or changes that game."""

from __future__ import annotations

import random
import struct
from itertools import pairwise

import msgspec
import pytest
from frames import GAME, HELLO, ID, MESSAGES, SECRET, any_frame, spoil
from test_connection import said
from world import TERMS, World

from net.session import actions, events
from net.session.limits import MOST_CONNECTIONS, PENALTY_S, WATCHER_MESSAGES
from net.session.link import SessionLink
from net.session.messages import (
    ChatMessage,
    ErrorMessage,
    HelloMessage,
    InviteMessage,
    Message,
    MoveMessage,
    PingMessage,
    ResumeMessage,
    StateMessage,
    Terms,
    WatchersMessage,
    WatchMessage,
    encode,
)
from net.session.redials import REDIAL_MOST_S, REDIAL_SLOW_AFTER, REDIAL_SLOW_S
from net.session.resume_authentication import make_proof
from net.session.server import (
    MOST_LINKS,
    MOST_STRANGERS,
    SessionServer,
)
from net.session.session_state import SessionState
from net.session.spectators import MOST_WATCHERS


class Stranger:
    """Somebody at 10.0.0.66 who says what the test wants."""

    def __init__(
        self, world: World, address: str = "10.0.0.66", hello: HelloMessage | None = HELLO, key: str = "6" * 64
    ) -> None:
        self.world = world
        self.server: SessionServer = world.nodes[1].server
        self.link: SessionLink = self.server.accept(address, world.now)
        self.link.key = key
        self.nonce = ""
        for message in self.hears():
            if isinstance(message, HelloMessage):
                self.nonce = message.nonce
        if hello is not None:
            self.says(hello)
            self.hears()

    def says(self, *messages: Message) -> None:
        for message in messages:
            self.sends(encode(message))

    def sends(self, data: bytes) -> None:
        self.server.receive(self.link, data, self.world.now)
        self.world.nodes[1].collect()

    def hears(self) -> list[Message]:
        return said(self.link.connection)

    @property
    def code(self) -> str:
        closing = self.link.connection.closing
        return closing.code if closing is not None else ""

    @property
    def state(self) -> SessionState | None:
        return self.link.session.state if self.link.session is not None else None


@pytest.fixture
def world() -> World:
    world = World(1)
    world.begin()
    return world


def play_on(world: World) -> None:
    """The game goes on as if nothing had been."""
    anna, ben = (node.player for node in world.nodes)
    before = len(anna.moves)
    for number in range(4):
        world.settle(0.05)
        (anna if anna.my_turn else ben).play(f"after{number}")
    world.settle(0.5)
    assert len(anna.moves) == before + 4
    assert anna.moves == ben.moves


def game_of(world: World) -> str:
    """The id of the game that Anna and Ben are playing."""
    return world.game_session(1).state.game


def test_who_does_not_greet_is_shown_out(world: World) -> None:
    stranger = Stranger(world, hello=None)
    stranger.says(ChatMessage(1, "hi"))
    assert stranger.code == "no-hello"
    play_on(world)


def test_a_wrong_version_is_told_so(world: World) -> None:
    stranger = Stranger(world, hello=None)
    stranger.says(HelloMessage(7, 9, "9.0", GAME, "Future", SECRET))
    assert stranger.code == "version"
    (error,) = stranger.hears()
    assert isinstance(error, ErrorMessage)
    assert Stranger(world).state is SessionState.LOBBY, "that is no offence"


def test_one_does_not_play_against_oneself(world: World) -> None:
    stranger = Stranger(world, hello=None)
    stranger.says(HelloMessage(4, 4, "1", stranger.server.me.instance, "Me", SECRET))
    assert stranger.code == "self"


def test_an_oversized_frame_and_then_a_closed_door(world: World) -> None:
    stranger = Stranger(world)
    stranger.sends(struct.pack(">I", 1 << 30))
    assert stranger.code == "bad-message"
    again = Stranger(world, hello=None)
    assert again.code == "wait"
    world.settle(PENALTY_S + 0.1)
    assert Stranger(world).state is SessionState.LOBBY
    play_on(world)


def test_six_connections_and_sixty_four(world: World) -> None:
    crowd = [Stranger(world) for _ in range(MOST_CONNECTIONS + 1)]
    assert [stranger.code for stranger in crowd] == [""] * MOST_CONNECTIONS + ["too-many-connections"]
    masses = [Stranger(world, f"10.1.0.{number}") for number in range(MOST_LINKS)]
    assert sum(not stranger.code for stranger in (*crowd, *masses)) == MOST_STRANGERS
    assert masses[-1].state is SessionState.LOBBY
    play_on(world)


def test_a_crowd_that_stands_around_keeps_nobody_out(world: World) -> None:
    """One machine with twenty addresses; the newcomer greets and invites, and the crowd goes on coming."""
    crowd = [Stranger(world, f"10.1.0.{number % 20}") for number in range(60)]
    newcomer = Stranger(world, "10.0.0.5")
    assert newcomer.state is SessionState.LOBBY
    more = [Stranger(world, f"10.1.0.{number}") for number in range(20)]
    assert newcomer.state is SessionState.LOBBY, "of those who want nothing those go first who come as a crowd"
    newcomer.says(InviteMessage(ID, TERMS))
    more += [Stranger(world, f"10.2.{number}.9") for number in range(100)]
    assert newcomer.state is SessionState.INVITED
    assert newcomer.code == ""
    assert {stranger.code for stranger in crowd + more} == {"", "full"}
    play_on(world)


def test_a_crowd_with_invitations_makes_room_too(world: World) -> None:
    for number in range(MOST_LINKS):
        Stranger(world, f"10.1.0.{number}", hello_of(number)).says(InviteMessage(ID, TERMS))
    assert Stranger(world, "10.0.0.5").state is SessionState.LOBBY
    play_on(world)


def hello_of(number: int) -> HelloMessage:
    """Somebody else each time."""
    return HelloMessage(4, 4, "1", f"{number:032x}", f"Somebody {number}", SECRET)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_in_the_lobby_only_an_invitation_does_anything(world: World, message: Message) -> None:
    stranger = Stranger(world)
    game_session = world.game_session(1)
    before = (game_session.state.stage, game_session.state.plies, game_session.state.current_ticket())
    stranger.says(message)
    assert (game_session.state.stage, game_session.state.plies, game_session.state.current_ticket()) == before
    assert stranger.state in (SessionState.LOBBY, SessionState.INVITED, SessionState.WATCHED, SessionState.CLOSED, None)
    play_on(world)


def test_somebody_elses_game_id_opens_nothing(world: World) -> None:
    """Knowing a game's id does not let anybody move in it, resign it, or come back to it."""
    game = game_of(world)
    stranger = Stranger(world)
    stranger.says(MoveMessage(game, 0, 1, "m1", "00", 0))
    assert [message.code for message in stranger.hears() if isinstance(message, ErrorMessage)] == ["wrong-state"]
    back = Stranger(world, "10.0.0.67", hello=None)
    back.says(HelloMessage(4, 4, "1", "f" * 32, "Anna", SECRET, game=game))
    back.says(ResumeMessage(game, "0" * 64, 0, 0, "00", 0, 5, 0))
    assert back.code == "not-proved"
    play_on(world)


def test_a_proof_is_good_on_its_own_connection_alone(world: World) -> None:
    """Even a proof that is right for another connection, or was made by the other role, lets nobody in."""
    ticket = world.game_session(1).state.ticket
    assert ticket.here == "guest"
    blank = ResumeMessage(ticket.game, "0" * 64, 0, 0, "00", 0, 5, 0)
    for by, nonce_of_ben in (("host", "f" * 64), ("guest", "")):
        back = Stranger(world, hello=None, key=world.nodes[0].key)
        back.says(HelloMessage(4, 4, "1", "f" * 32, "Anna", SECRET, game=ticket.game))
        proof = make_proof(ticket.token, by, SECRET, nonce_of_ben or back.nonce, blank)
        back.says(ResumeMessage(ticket.game, proof, 0, 0, "00", 0, 5, 0))
        assert back.code == "not-proved"
        world.settle(70.0)
    play_on(world)


def test_the_token_without_the_key_lets_nobody_in(world: World) -> None:
    """Somebody has got hold of the token: not even with that can they sit down in Anna's place and resign for her."""
    ticket = world.game_session(1).state.ticket
    blank = ResumeMessage(ticket.game, "0" * 64, 0, 0, "00", 0, 5, 0)
    back = Stranger(world, "10.0.0.67", hello=None)
    back.says(HelloMessage(4, 4, "1", world.nodes[0].server.me.instance, "Anna", SECRET, game=ticket.game))
    proof = make_proof(ticket.token, "host", SECRET, back.nonce, blank)
    back.says(ResumeMessage(ticket.game, proof, 0, 0, "00", 0, 5, 0))
    assert back.code == "not-proved"
    play_on(world)


def test_the_key_with_the_token_is_let_in(world: World) -> None:
    """The counterpart of the tests above, so that they can't succeed for another reason."""
    ticket = world.game_session(1).state.ticket
    blank = ResumeMessage(ticket.game, "0" * 64, 0, 0, "00", 0, 5, 0)
    back = Stranger(world, hello=None, key=world.nodes[0].key)
    back.says(HelloMessage(4, 4, "1", "f" * 32, "Anna", SECRET, game=ticket.game))
    proof = make_proof(ticket.token, "host", SECRET, back.nonce, blank)
    back.says(ResumeMessage(ticket.game, proof, 0, 0, "00", 0, 5, 0))
    answer = next(message for message in back.hears() if isinstance(message, ResumeMessage))
    said_by_ben = ResumeMessage(ticket.game, "0" * 64, 0, 0, "00", 0, answer.turn, answer.chat)
    assert answer.proof == make_proof(ticket.token, "guest", back.nonce, SECRET, said_by_ben)


class Host(Stranger):
    """A connection by which Anna's program comes back to its game, with Ben's as the guest's."""

    def __init__(self, world: World) -> None:
        super().__init__(world, hello=None, key=world.nodes[0].key)
        self.ticket = world.game_session(1).state.ticket
        self.says(HelloMessage(4, 4, "1", world.nodes[0].server.me.instance, "Anna", SECRET, game=self.ticket.game))

    def resume(self, turn: int) -> None:
        """Say that this is the connection with this number, with the proof that belongs to it."""
        said = ResumeMessage(self.ticket.game, "0" * 64, 0, 0, "00", 0, turn, 0)
        proof = make_proof(self.ticket.token, "host", SECRET, self.nonce, said)
        self.says(msgspec.structs.replace(said, proof=proof))


def test_of_two_connections_of_one_guest_the_one_that_the_host_counted_later_stays(world: World) -> None:
    """Two redials have crossed. The host numbers them, and whatever comes in last: the older one has to go."""
    server = world.nodes[1].server
    (first,) = server.links
    older, newer = Host(world), Host(world)
    for each in (older, newer):
        each.resume(5)  # which the guest answers with its own proof
        assert [type(message) for message in each.hears()] == [ResumeMessage]
    newer.resume(7)
    assert server.links == [older.link, newer.link]
    assert first.connection.closing is not None
    assert newer.link.session is server.session(world.nodes[1].table)
    for late in (6, 7):  # counted before, or a second time
        older.resume(late)
        assert older.code == "replaced"
        assert newer.code == ""
        assert newer.link.session is server.session(world.nodes[1].table)
        older = Host(world)
        older.resume(5)
    assert world.game_session(1).state.turn == 7


def test_two_invitations_within_ten_seconds_are_one_too_many(world: World) -> None:
    stranger = Stranger(world)
    stranger.says(InviteMessage(ID, TERMS))
    assert stranger.state is SessionState.INVITED
    stranger.says(InviteMessage("f" * 16, TERMS))
    assert stranger.code == "too-fast"
    play_on(world)


def test_nobody_uses_up_the_invitations_of_another_person(world: World) -> None:
    """Somebody says that they are the run of the program that Cleo's beacons name, and invites in its place."""
    cleo = hello_of(7)
    Stranger(world, "10.0.0.66", cleo, key="6" * 64).says(InviteMessage(ID, TERMS))
    real = Stranger(world, "10.0.0.7", cleo, key="7" * 64)
    real.says(InviteMessage("f" * 16, TERMS))
    assert (real.code, real.state) == ("", SessionState.INVITED)


def test_an_invitation_in_the_middle_of_a_game_changes_nothing(world: World) -> None:
    anna = world.nodes[0]
    cable = world.cables[0]
    world.settle(12.0)
    world.nodes[1].server.receive(cable.links[1], encode(InviteMessage(ID, Terms("other"))), world.now)
    world.nodes[1].collect()
    world.settle(0.1)
    assert any(isinstance(event, events.Complaint) for event in anna.player.seen)
    assert not any(
        isinstance(event, events.Invited) and event.terms.variant == "other" for event in world.nodes[1].player.seen
    )
    play_on(world)


def test_eight_may_watch_and_say_nothing(world: World) -> None:
    watchers = [Stranger(world, f"10.2.0.{number}", key=f"{number:064x}") for number in range(1, MOST_WATCHERS + 2)]
    for number, watcher in enumerate(watchers):
        watcher.says(WatchMessage())
        heard = [type(message) for message in watcher.hears()]
        assert heard == ([StateMessage, WatchersMessage] if number < MOST_WATCHERS else [ErrorMessage])
    ben = world.nodes[1].player
    world.settle(0.1)
    came = [event for event in ben.seen if isinstance(event, events.WatcherCame)]
    assert len(came) == MOST_WATCHERS
    assert len(came[-1].watchers) == MOST_WATCHERS
    watcher = watchers[0]
    for message in (ChatMessage(1, "boo"), MoveMessage(game_of(world), 0, 1, "m1", "00", 0), InviteMessage(ID, TERMS)):
        watcher.hears()
        watcher.says(message)
        assert [type(answer) for answer in watcher.hears()] == [ErrorMessage]
    play_on(world)
    assert [message.text for message in watcher.hears() if isinstance(message, MoveMessage)] == [
        f"after{number}" for number in range(4)
    ]
    assert "boo" not in ben.chats


def test_a_watcher_may_say_less_than_a_player(world: World) -> None:
    watcher = Stranger(world, "10.2.0.1")
    watcher.says(WatchMessage())
    watcher.says(*[PingMessage(number) for number in range(WATCHER_MESSAGES)])
    assert watcher.code == ""
    watcher.says(PingMessage(WATCHER_MESSAGES))
    assert watcher.code == "too-fast"
    play_on(world)


def test_a_closed_table_is_not_watched() -> None:
    world = World(2)
    world.begin(Terms("invented", colour="first"))
    stranger = Stranger(world)
    stranger.says(WatchMessage())
    assert [message.code for message in stranger.hears() if isinstance(message, ErrorMessage)] == ["not-open"]
    assert stranger.state is SessionState.LOBBY


def test_watchers_see_the_end_and_hear_the_talk(world: World) -> None:
    watcher = Stranger(world, "10.0.0.70")
    watcher.says(WatchMessage())
    world.nodes[0].act(actions.Say("hello"))
    world.settle(0.1)
    world.nodes[0].player.end("there", "resignation")
    world.settle(0.1)
    heard = watcher.hears()
    assert [(message.text, message.by) for message in heard if isinstance(message, ChatMessage)] == [("hello", "host")]
    finals = [message.final for message in heard if isinstance(message, StateMessage) and message.final is not None]
    assert finals
    assert (finals[-1].winner, finals[-1].reason) == ("guest", "resignation")


def test_whoever_has_not_answered_for_long_is_called_seldom() -> None:
    """A game is waited for as long as the program runs, and at first often."""
    world = World(3)
    world.begin()
    server = world.nodes[0].server
    (link,) = server.links
    server.lost(link, "cut", world.now)
    calls = [0.0]
    now = world.now
    while len(calls) < REDIAL_SLOW_AFTER + 5:
        now += 0.05
        server.tick(now)
        for dial in server.redials.take_dials():
            calls.append(now)
            server.dial_failed(dial.table, "nobody", now)
    gaps = [later - earlier for earlier, later in pairwise(calls)]
    assert max(gaps[2:400]) <= REDIAL_MOST_S + 0.1
    assert gaps[-1] == pytest.approx(REDIAL_SLOW_S, abs=0.1)


def test_wrong_messages_are_counted(world: World) -> None:
    stranger = Stranger(world)
    for _ in range(30):
        stranger.says(MoveMessage(GAME, 0, 1, "h8", "00", 0))
        world.tick(0.1)
    assert stranger.code == "too-much"
    play_on(world)


@pytest.mark.parametrize("seed", range(4))
def test_rubbish_at_the_door_while_others_play(seed: int) -> None:
    storm(seed, 2_500)


@pytest.mark.slow
def test_a_million_frames_at_the_door() -> None:
    for seed in range(10):
        storm(100 + seed, 100_000)


def storm(seed: int, frames: int) -> None:
    """Strangers send good, late and spoiled frames; some of them know the game's id."""
    world = World(seed)
    world.begin()
    draw = random.Random(seed)
    game = game_of(world)
    strangers: list[Stranger] = []
    for number in range(frames):
        strangers = [stranger for stranger in strangers if not stranger.code]
        if len(strangers) < 3:
            address = f"10.{draw.randrange(3, 9)}.{draw.randrange(256)}.{draw.randrange(256)}"
            strangers.append(Stranger(world, address, HELLO if draw.random() < 0.9 else None))
        stranger = draw.choice(strangers)
        frame = any_frame(draw).replace(GAME.encode(), game.encode() if draw.random() < 0.5 else GAME.encode())
        stranger.sends(spoil(draw, frame) if draw.random() < 0.5 else frame)
        if draw.random() < 0.1:
            session = stranger.link.session
            if session is not None:
                stranger.server.act(session.table, draw.choice(ANYTHING), world.now)
        if draw.random() < 0.05:
            world.settle(draw.choice((0.05, 0.05, 1.0)))
        if number % 1000 == 0 and len(world.nodes[0].player.moves) < 20:
            play_on(world)
    world.settle(1.0)
    assert game_of(world) == game
    play_on(world)


ANYTHING: list[actions.TableAction] = [
    actions.Invite(TERMS),
    actions.AnswerInvitation(ID, True),
    actions.AnswerInvitation(ID, False),
    actions.CounterInvitation(ID, TERMS),
    actions.CancelInvitation(),
    actions.Begin("00"),
    actions.Begin("ff"),
    actions.Play(0, 1, "m1", "00", 1.0),
    actions.AcceptMove(0, 1, "00"),
    actions.RefuseMove(0, 1),
    actions.Ask("take-back", 1),
    actions.AnswerRequest(1, True),
    actions.EndPause(),
    actions.Resign(),
    actions.DeclareEnd("here", "five"),
    actions.ClaimEnd(),
    actions.Say("hello"),
    actions.Watch(),
    actions.Leave(),
]
