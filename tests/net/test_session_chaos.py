"""Random games over a random network: whatever is delayed, cut, killed and taken up again, both sides have one game."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from world import GAME_LENGTH, Node, World

from net.session import actions, events
from net.session.messages import Kind
from net.session.session import TableSession
from net.session.session_state import SessionState

KINDS: tuple[Kind, ...] = ("take-back", "draw", "restart", "pause")


def session_of(node: Node) -> TableSession | None:
    return node.server.session(node.table)


class Chaos:
    """A world in which anything may happen at any time; `check` makes it calm and looks at what is left."""

    def __init__(self, seed: int, world: World | None = None) -> None:
        self.world = world or World(seed)
        self.world.begin()

    # --- what people do ---

    def play(self, who: int) -> None:
        node = self.world.nodes[who]
        if node.alive and node.player.my_turn:
            node.player.play(f"m{self.world.random.randrange(100)}")

    def ask(self, who: int, kind: Kind, plies: int) -> None:
        node = self.world.nodes[who]
        if node.alive and node.player.is_playing and node.player.over is None:
            if kind == "pause" and node.player.paused:
                node.player.paused = False
                node.act(actions.EndPause())
                return
            node.player.ask(kind, plies)

    def answer(self, who: int, yes: bool) -> None:
        node = self.world.nodes[who]
        if node.alive and node.player.requests and node.player.over is None:
            node.player.answer(next(iter(node.player.requests)), yes)

    def say(self, who: int) -> None:
        node = self.world.nodes[who]
        if node.alive and node.player.is_playing:
            text = f"{node.name} {len(node.player.said)}"
            node.player.said.append(text)
            node.act(actions.Say(text))

    def resign(self, who: int) -> None:
        node = self.world.nodes[who]
        if node.alive and node.player.is_playing and node.player.over is None:
            node.player.end("there", "resignation")

    # --- what the network and the machines do ---

    def deliver(self, which: int, end: int, most: int) -> None:
        if self.world.cables:
            self.world.deliver(self.world.cables[which % len(self.world.cables)], end, most)

    def obey(self, who: int) -> None:
        if self.world.nodes[who].alive:
            self.world.nodes[who].obey()

    def poll(self, who: int) -> None:
        if self.world.nodes[who].alive:
            self.world.nodes[who].poll()

    def cut(self, which: int, keep: int) -> None:
        if self.world.cables:
            self.world.cut(self.world.cables[which % len(self.world.cables)], keep)

    def kill(self, who: int) -> None:
        self.world.kill(self.world.nodes[who])

    def restore(self, who: int) -> None:
        if not self.world.nodes[who].alive:
            self.world.nodes[who].restore()

    # --- what must hold ---

    def check(self) -> None:
        for node in self.world.nodes:
            if not node.alive:
                node.restore()
        self.world.settle(20.0)
        players = [node.player for node in self.world.nodes]
        sessions = [session_of(node) for node in self.world.nodes]
        ended = [player.disk.confirmed for player in players]
        if any(ended):
            results = [player.over for player in players]
            assert None not in results, results
            mirror = {"here": "there", "there": "here", "draw": "draw", "none": "none"}
            (winner, reason), (other_winner, other_reason) = results  # neither is None
            assert (mirror[winner], reason) == (other_winner, other_reason)
            # a yes to a question that the asker has forgotten can't be believed
            honest = {"five", "resignation", "agreement"} | ({"disagreement"} if self.world.lost_ask else set())
            assert reason in honest
            if reason == "five":
                assert players[0].moves == players[1].moves
                assert len(players[0].moves) == GAME_LENGTH
            return
        first, second = sessions
        assert first is not None
        assert second is not None
        assert first.game_session is not None
        assert second.game_session is not None
        assert {first.state, second.state} <= {SessionState.PLAYING, SessionState.REQUEST_OPEN}
        assert players[0].moves == players[1].moves
        assert players[0].epoch == players[1].epoch
        assert players[0].paused == players[1].paused
        logs = [each.game_session.state.move_log for each in (first, second)]
        assert logs[0].told == logs[1].told
        assert logs[0].link_at(len(logs[0])) == logs[1].link_at(len(logs[1])), "both sign the same game"
        assert [ply.text for ply in first.game_session.state.plies] == players[0].moves
        assert first.game_session.state.epoch == second.game_session.state.epoch == players[0].epoch

    def check_talk(self) -> None:
        """Without a kill nothing that was said is lost or doubled; much talk takes its time."""
        self.world.settle(40.0)
        anna, ben = (node.player for node in self.world.nodes)
        assert ben.chats == anna.said
        assert anna.chats == ben.said


def run(seed: int, steps: int, *, kills: bool, ends: bool, world: World | None = None) -> None:
    chaos = Chaos(seed, world)
    draw = chaos.world.random
    for _ in range(steps):
        who, dice = draw.randrange(2), draw.random()
        if dice < 0.10:
            chaos.play(who)
        elif dice < 0.16:
            chaos.ask(who, draw.choice(KINDS if ends else ("take-back", "restart", "pause")), draw.randrange(1, 4))
        elif dice < 0.22:
            chaos.answer(who, draw.random() < 0.7)
        elif dice < 0.24:
            chaos.say(who)
        elif dice < 0.50:
            chaos.deliver(draw.randrange(3), draw.randrange(2), draw.choice((1, 7, 60, 100_000)))
        elif dice < 0.66:
            chaos.obey(who)
        elif dice < 0.84:
            chaos.poll(who)
        elif dice < 0.96:
            chaos.world.tick(draw.choice((0.01, 0.05, 0.3)))
        elif dice < 0.975:
            chaos.cut(draw.randrange(3), draw.choice((0, 0, 50, 500)))
        elif dice < 0.982 and kills:
            chaos.kill(who)
        elif dice < 0.99 and kills:
            chaos.restore(who)
        elif dice < 0.992 and ends:
            chaos.resign(who)
        elif dice > 0.998:
            chaos.world.tick(6.0)
    chaos.check()
    if not kills and not ends:
        chaos.check_talk()


@pytest.mark.parametrize("seed", range(40))
def test_delays_and_cuts(seed: int) -> None:
    run(seed, 400, kills=False, ends=False)


@pytest.mark.parametrize("seed", range(40))
def test_delays_cuts_and_ends(seed: int) -> None:
    run(1000 + seed, 400, kills=False, ends=True)


@pytest.mark.parametrize("seed", range(40))
def test_kills_and_restarts(seed: int) -> None:
    run(2000 + seed, 400, kills=True, ends=seed % 2 == 1)


@pytest.mark.slow
def test_thousands_of_games() -> None:
    for seed in range(10_000, 13_000):
        run(seed, 500, kills=seed % 3 == 0, ends=seed % 2 == 0)


SIDE = st.integers(0, 1)


@settings(
    max_examples=40,
    stateful_step_count=60,
    deadline=None,
    derandomize=True,
    database=None,
    # looking for a shorter example takes minutes; take this line away to have one
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
class Misfortune(RuleBasedStateMachine):
    """The same with hypothesis as the scheduler, which looks for the shortest way to a difference."""

    def __init__(self) -> None:
        super().__init__()
        self.chaos = Chaos(7)

    @rule(who=SIDE)
    def play(self, who: int) -> None:
        self.chaos.play(who)

    @rule(who=SIDE, kind=st.sampled_from(KINDS), plies=st.integers(1, 3))
    def ask(self, who: int, kind: Kind, plies: int) -> None:
        self.chaos.ask(who, kind, plies)

    @rule(who=SIDE, yes=st.booleans())
    def answer(self, who: int, yes: bool) -> None:
        self.chaos.answer(who, yes)

    @rule(who=SIDE)
    def say(self, who: int) -> None:
        self.chaos.say(who)

    @rule(who=SIDE)
    def resign(self, who: int) -> None:
        self.chaos.resign(who)

    @rule(which=st.integers(0, 2), end=SIDE, most=st.sampled_from((1, 50, 100_000)))
    def deliver(self, which: int, end: int, most: int) -> None:
        self.chaos.deliver(which, end, most)

    @rule(who=SIDE)
    def obey(self, who: int) -> None:
        self.chaos.obey(who)

    @rule(who=SIDE)
    def poll(self, who: int) -> None:
        self.chaos.poll(who)

    @rule(seconds=st.sampled_from((0.05, 0.3, 6.0)))
    def tick(self, seconds: float) -> None:
        self.chaos.world.tick(seconds)

    @precondition(lambda self: self.chaos.world.cables)
    @rule(which=st.integers(0, 2), keep=st.sampled_from((0, 50, 500)))
    def cut(self, which: int, keep: int) -> None:
        self.chaos.cut(which, keep)

    @rule(who=SIDE)
    def kill(self, who: int) -> None:
        self.chaos.kill(who)

    @rule(who=SIDE)
    def restore(self, who: int) -> None:
        self.chaos.restore(who)

    @invariant()
    def nobody_accuses_anybody(self) -> None:
        """Honest programs never disagree about the game."""
        for node in self.chaos.world.nodes:
            for event in node.player.seen:
                assert not isinstance(event, events.Resynchronising)

    def teardown(self) -> None:
        self.chaos.check()


TestMisfortune = Misfortune.TestCase
