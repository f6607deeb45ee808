"""The whole program in a window without a screen meets another one over loopback, driven by posted events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from driver import Driver
from lan_helpers import Player, free_port, let_invite_again
from patience import PATIENCE_S
from reviewing import Oracle, review_of

from ai.runtime.warmup import Warmup
from game.app import Program
from game.lan.play import LanPlay
from game.lan.signing import ProofKind, check_reading
from game.lan.views import GameTerms, LineState
from game.match.evaluation import Cp
from game.records import native
from game.rules.core import Side
from game.storage.folders import Folders, find_folders
from game.storage.settings import Settings, TableChoice, save
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.lobby.invitations import InvitationOverlay
from game.ui.scenes.lobby.scene import Lobby
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.menu import Menu
from game.ui.scenes.result.scene import ResultScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.stage.navigator import ALBUM, LOBBY
from game.ui.stage.overlays import Dialog


class Meeting(Driver):
    """Lin's program with its window, and Anna's without one."""

    def __init__(self, folder: Path, frames: int = 6) -> None:
        udp = free_port()
        folders = find_folders({"QIGUAN_DATA": str(folder / "lin")})
        choice = TableChoice(variant="gomoku-freestyle", base_s=None, increment_s=0, side="first", watchers=True)
        save(Settings(name="Lin", language="en", lan=choice), folders)
        self.made: list[LanPlay] = []

        def new_lan(own: Folders, name: str) -> LanPlay:
            self.made.append(LanPlay(own, name, port=0, discovery_port=udp))
            return self.made[-1]

        self.program = Program(folders, seed=7, new_lan=new_lan)
        self.anna = Player("Anna", folder / "anna", udp)
        self.anna.lan.enter_lobby(True)
        self.anna.lan.open()
        self.frames(frames)

    def until(self, happened: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not happened():
            assert time.monotonic() < deadline, "it never happened"
            self.program.loop.frame()
            self.anna.frame()
            time.sleep(0.002)

    @property
    def scene(self) -> MatchScene:
        assert isinstance(self.top, MatchScene)
        return self.top

    def enter_lobby(self) -> None:
        self.click_on("lan")
        assert isinstance(self.top, Lobby)
        self.until(lambda: len(self.program.services.lan.people) == len(self.anna.lan.people) == 1)
        self.frames(2)

    def sit_down(self) -> None:
        """Lin invites, Anna accepts."""
        self.key(pygame.K_RETURN)
        self.until(lambda: bool(self.anna.lan.invitations))
        self.anna.lan.answer(self.anna.received.id, True)
        self.until(lambda: isinstance(self.top, MatchScene) and bool(self.anna.seated))

    def move(self, text: str) -> None:
        """Lin's move by a click, seen by Anna."""
        match = self.scene.match
        self.until(lambda: match.may_move)
        square = match.variant.read_move(text, match.position).path[0]
        self.click(*self.scene.board.square_rect(square).center)
        self.until(lambda: text in self.anna.texts())

    def answer(self, text: str) -> None:
        """Anna's move, seen in the window."""
        self.until(lambda: self.anna.match.may_move)
        self.anna.play(text)
        self.until(lambda: text in self.scene.match.game.texts())

    def close(self) -> None:
        self.program.close()
        for seated in self.anna.seated:
            seated.match.close()
        self.anna.lan.close()


@pytest.fixture
def meeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Meeting]:
    monkeypatch.setattr(Warmup, "start", lambda self: None)  # compiling is tested with the engines
    meeting = Meeting(tmp_path)
    yield meeting
    meeting.close()


@pytest.mark.parametrize("frames", range(6))
def test_one_lan_is_made_however_early_the_lobby_is_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frames: int
) -> None:
    monkeypatch.setattr(Warmup, "start", lambda self: None)
    meeting = Meeting(tmp_path, frames)
    try:
        meeting.program.stage.go(LOBBY)  # what a click on its tile does
        meeting.until(lambda: len(meeting.program.services.lan.people) == 1 and len(meeting.anna.lan.people) == 1)
        assert len(meeting.made) == 1
        meeting.anna.lan.invite(meeting.anna.lan.people[0].instance, GameTerms("gomoku-renju", 15))
        meeting.until(lambda: isinstance(meeting.top, InvitationOverlay))
    finally:
        meeting.close()


def test_people_find_each_other_play_talk_and_play_again(meeting: Meeting) -> None:
    meeting.enter_lobby()
    meeting.sit_down()
    scene = meeting.scene
    assert scene.company is not None
    assert scene.player_name(Side.SECOND) == "Anna"
    meeting.move("h8")
    meeting.answer("h9")
    meeting.key(pygame.K_t, text="t")
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="请多指教"))
    meeting.key(pygame.K_RETURN)
    meeting.until(lambda: ("Lin", "请多指教") in meeting.anna.talk)
    meeting.key(pygame.K_ESCAPE)
    assert meeting.anna.table.say("You too") is None
    meeting.until(lambda: any(line.text == "You too" for line in scene.company.table.chat if scene.company))
    # a take-back: asked for by a key, agreed to over there
    meeting.key(pygame.K_u)
    meeting.until(lambda: meeting.anna.match.requests.to_answer is not None)
    meeting.anna.match.requests.answer(meeting.anna.match.requests.to_answer.kind, True)  # type: ignore[union-attr]  # there is one
    meeting.until(lambda: scene.match.ply == 0)
    meeting.move("g7")
    meeting.anna.match.resign(Side.SECOND)
    meeting.until(lambda: isinstance(meeting.top, ResultScene))
    # another game
    let_invite_again(*meeting.made, meeting.anna.lan)
    meeting.key(pygame.K_RETURN)
    meeting.until(lambda: bool(meeting.anna.lan.invitations))
    meeting.frames(2)
    assert "Waiting for Anna" in next(w for w in meeting.top.widgets.widgets if w.name == "rematch").label  # type: ignore[attr-defined]  # a button
    meeting.anna.lan.answer(meeting.anna.received.id, True)
    meeting.until(lambda: isinstance(meeting.top, MatchScene) and len(meeting.anna.seated) == 2)
    assert meeting.scene.match.ply == 0
    meeting.move("a1")
    meeting.answer("a2")
    assert [type(each) for each in meeting.program.stage.stack.scenes] == [Menu, Lobby, MatchScene]


def test_a_game_that_was_left_is_taken_up_again_from_the_lobby(meeting: Meeting) -> None:
    meeting.enter_lobby()
    meeting.sit_down()
    meeting.move("h8")
    meeting.answer("h9")
    meeting.key(pygame.K_ESCAPE)
    assert isinstance(meeting.top, Dialog)
    meeting.click_on("Leave")
    assert isinstance(meeting.top, Lobby)
    meeting.until(lambda: meeting.anna.table.line is not LineState.CONNECTED)
    meeting.until(lambda: len(meeting.program.services.lan.suspended) == 1)
    game = meeting.program.services.lan.suspended[0]
    assert (game.peer, game.ply) == ("Anna", 2)
    meeting.frames(40)

    def lately() -> Any:
        """The list as it is laid out now."""
        return next(w for w in meeting.top.widgets.widgets if w.name == "lately")

    meeting.until(lambda: bool(lately().rows) and lately().rows[0].key == f"game {game.id}")
    meeting.click(*lately().button(f"game {game.id}", 1).rect.center)
    meeting.until(lambda: isinstance(meeting.top, MatchScene))
    assert meeting.scene.match.game.texts() == ("h8", "h9")
    company = meeting.scene.company
    assert company is not None
    meeting.until(lambda: company.table.line is LineState.CONNECTED)
    meeting.move("i9")
    meeting.answer("g7")


def test_the_seal_of_a_game_leads_to_that_game(meeting: Meeting) -> None:
    meeting.enter_lobby()
    meeting.sit_down()
    meeting.move("h8")
    meeting.answer("h9")
    meeting.anna.match.resign(Side.SECOND)
    meeting.until(lambda: isinstance(meeting.top, ResultScene))
    services = meeting.program.services
    key = services.seals.prints["first-guest"].game
    meeting.until(lambda: (services.folders.records / key).is_file())
    meeting.program.stage.go_from_menu(ALBUM)
    meeting.click_on("seal-first-guest")
    meeting.click_on("show")
    meeting.until(lambda: isinstance(meeting.top, ReplayScene))
    replay = meeting.top
    assert isinstance(replay, ReplayScene)
    assert (replay.game_key, replay.match.game.texts()) == (key, ("h8", "h9"))


def test_variations_grow_in_the_review_of_a_game_that_was_just_signed(
    meeting: Meeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        meeting.program.services.tables, "review", lambda match: review_of(match.game, Oracle({1: (Cp(0), "h9")}))
    )
    meeting.enter_lobby()
    meeting.sit_down()
    scene = meeting.scene
    meeting.move("h8")
    meeting.answer("h9")
    meeting.anna.match.resign(Side.SECOND)
    meeting.until(lambda: isinstance(meeting.top, ResultScene))
    meeting.key(pygame.K_v)
    meeting.until(lambda: isinstance(meeting.top, ReviewScene))
    meeting.until(lambda: scene.study is not None)
    meeting.key(pygame.K_t)
    review = meeting.top
    assert isinstance(review, ReviewScene)
    review.show_ply(1)
    meeting.frames(20)
    square = scene.match.variant.read_move("a1", scene.match.game.at(1)).path[0]
    meeting.click(*review.board.square_rect(square).center)
    folder = meeting.program.services.folders.records

    def kept() -> tuple[int, ProofKind | None]:
        (path,) = folder.glob("*.qiguan")
        reading = native.read(path.read_bytes())
        proof = check_reading(reading)
        return reading.record.tree.variations, proof.kind if proof is not None else None

    meeting.until(lambda: kept() == (1, ProofKind.SIGNED))


def test_an_invitation_finds_one_in_the_menu_and_in_a_game(meeting: Meeting) -> None:
    meeting.enter_lobby()
    meeting.key(pygame.K_ESCAPE)
    assert isinstance(meeting.top, Menu)
    lin = meeting.anna.lan.people[0]
    meeting.anna.lan.invite(lin.instance, GameTerms("gomoku-renju", 15, colour="first"))
    meeting.until(lambda: isinstance(meeting.top, InvitationOverlay))
    overlay = meeting.top
    assert isinstance(overlay, InvitationOverlay)
    meeting.until(lambda: not overlay._deaf_s)  # at first it takes no key
    meeting.click_on("decline")
    meeting.until(lambda: not meeting.anna.lan.invitations)
    assert isinstance(meeting.top, Menu)


def test_closing_the_window_in_a_game_asks_once(meeting: Meeting) -> None:
    meeting.enter_lobby()
    meeting.sit_down()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    meeting.frames(2)
    assert isinstance(meeting.top, Dialog)
    assert meeting.program.loop.running
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    meeting.frames(1)
    assert not meeting.program.loop.running
