"""The lobby, invitations and the diagnosis page at every size, in both languages and all themes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pygame
import pytest
from fakes import FakeServices, make_stage, picture, settle
from lan_fakes import ALL_HINTS, PEOPLE, TERMS, FakeLan, invitation, observation, person, report, suspended
from looking import WINDOWS, Reader, faults

from game.lan.views import BlockedPerson, Direction
from game.storage.settings import Settings, TableChoice
from game.ui.paint.canvas import Align
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY
from game.ui.scenes.lobby.diagnosis import DiagnosisPage
from game.ui.scenes.lobby.invitations import CounterOverlay, InvitationOverlay
from game.ui.scenes.lobby.privacy import PrivacyOverlay
from game.ui.scenes.lobby.scene import Lobby
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from net.discovery.interfaces import InterfaceKind

NAMES = ("W" * 40, "安" * 40, "a\u0300\u0301\u0302" * 40, "I Am {name} %s", "😀" * 20, "ﷺ" * 10, "-", "(2)")
"""Names as hostile as they can be once the wire has cleaned them."""


def nothing(*_: object) -> None:
    """A door that leads nowhere."""


def lobby(stage: Stage, lan: FakeLan) -> Scene:
    stage.services.lan = lan  # type: ignore[misc]  # its services are a test's
    return Lobby(stage, lambda: datetime(2026, 5, 10, 9, tzinfo=UTC))


def overlay(stage: Stage, lan: FakeLan) -> Scene:
    lan.invitations = (invitation(terms=replace(TERMS, opening="swap2"), note="再来一盘，这回我先走。" * 3),)
    return InvitationOverlay(stage, lan, lan.invitations[0])


def counter(stage: Stage, lan: FakeLan) -> Scene:
    lan.invitations = (invitation(terms=replace(TERMS, base_s=3600, increment_s=60, opening="long-pro")),)
    return CounterOverlay(stage, lan, lan.invitations[0])


def changed(stage: Stage, lan: FakeLan) -> Scene:
    terms = replace(TERMS, opening="swap2", base_s=3600, increment_s=60, watchers=True, take_backs=False)
    before = replace(TERMS, variant="gomoku-standard", colour="random", opening="long-pro")
    lan.invitations = (replace(invitation(terms=terms, changed=True), before=before),)
    return InvitationOverlay(stage, lan, lan.invitations[0])


def privacy(stage: Stage, lan: FakeLan) -> Scene:
    return PrivacyOverlay(stage, lan, lambda: datetime(2026, 5, 10, 9, tzinfo=UTC))


def much_blocked(lan: FakeLan) -> None:
    lan.blocked = tuple(
        BlockedPerson(str(i), "Wilhelmina van Oranje", "fe80::1234:5678:9abc:def0", "2026-05-09T20:41:00+00:00")
        for i in range(9)
    )


def busy(lan: FakeLan) -> None:
    lan.suspended = (suspended(),)
    lan.invitations = (invitation("周老师", Direction.SENT), invitation("Kenji"), invitation("阿哲", Direction.SENT))
    lan.to_check = ALL_HINTS[:3]


def quiet(lan: FakeLan) -> None:
    lan.people, lan.recent = (), ()


def cut_off(lan: FakeLan) -> None:
    quiet(lan)
    lan.address, lan.port = None, 0
    lan.seen, lan.to_check = None, ()


def troubled(lan: FakeLan) -> None:
    lan.to_check = ALL_HINTS
    lan.seen = observation(
        (
            report(),
            report("eth0", InterfaceKind.OTHER, "169.254.7.7", "ENETUNREACH"),
            report("docker0", InterfaceKind.VIRTUAL, "172.17.0.1"),
            report("lo", InterfaceKind.LOOPBACK, "127.0.0.1"),
        )
    )


SCENES: dict[str, tuple[Callable[[Stage, FakeLan], Scene], Callable[[FakeLan], None]]] = {
    "lobby": (lobby, nothing),
    "busy lobby": (lobby, busy),
    "quiet lobby": (lobby, quiet),
    "lobby without a network": (lobby, cut_off),
    "invitation": (overlay, nothing),
    "counter": (counter, nothing),
    "changed terms": (changed, nothing),
    "privacy": (privacy, nothing),
    "privacy from many": (privacy, much_blocked),
    "diagnosis": (DiagnosisPage, nothing),
    "diagnosis of much": (DiagnosisPage, troubled),
    "diagnosis of nothing": (DiagnosisPage, cut_off),
}


class Onlooker(Reader):
    """A reader that counts of a text only what is not clipped away, as in lists that scroll."""

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float = BODY,
        colour: Colour | None = None,
        align: Align = "left",
        face: Face = Face.REGULAR,
        width: float | None = None,
    ) -> float:
        drawn = super().text(text, x, y, size, colour, align, face, width)
        if drawn:
            clip = self.surface.get_clip()
            seen = pygame.FRect(*(value / self.scale for value in clip))
            name, rect = self.drawn.pop()
            if rect.colliderect(seen):
                self.drawn.append((name, rect.clip(seen)))
        return drawn


@pytest.fixture(autouse=True)
def _see_what_is_clipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("looking.Reader", Onlooker)


def make(
    name: str, window: tuple[int, int], scale: float, language: str, more: Callable[[FakeLan], None] = nothing
) -> tuple[Stage, Scene]:
    build, prepare = SCENES[name]
    choice = TableChoice(variant="gomoku-standard", base_s=5400, increment_s=30, opening="swap2")
    hall = FakeServices(Settings(language=language, scale=scale, name="Wilhelmina van Oranje", lan=choice))  # type: ignore[arg-type]
    stage = make_stage(window, hall)
    lan = FakeLan()
    prepare(lan)
    more(lan)
    scene = build(stage, lan)
    stage.open(scene)
    settle(stage, 0.1)
    return stage, scene


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", SCENES)
def test_nothing_overlaps_or_is_cut_off_at_any_size(name: str, language: str) -> None:
    found = []
    for window, scale in WINDOWS:
        stage, scene = make(name, window, scale, language)
        allowed = ("再来一盘",)  # a sentence of the sender's may be cut
        found += [
            f"{window} at {scale}: {fault}"
            for fault in faults(stage, window, scene)
            if not any(word in fault for word in allowed)
        ]
    assert found == []


@pytest.mark.parametrize("name", ["busy lobby", "invitation", "diagnosis"])
def test_hostile_names_are_cut_and_move_nothing(name: str) -> None:
    def rename(lan: FakeLan) -> None:
        lan.people = tuple(person(each, p.presence, p.game, 9999) for each, p in zip(NAMES, PEOPLE * 2, strict=False))
        lan.recent = tuple(replace(lan.recent[0], name=each, won=10**9, lost=10**9, drawn=10**9) for each in NAMES)
        lan.suspended = tuple(replace(suspended(), id=str(i), peer=each) for i, each in enumerate(NAMES))
        lan.invitations = (
            invitation(NAMES[0], Direction.SENT),
            replace(invitation("x"), name=NAMES[1], note="好" * 80, address="[fe80::1234:5678:9abc:def0%wlan0]:65535"),
        )

    for window, scale in WINDOWS[:4]:
        for language in ("en", "zh"):
            stage, scene = make(name, window, scale, language, rename)
            wrong = [fault for fault in faults(stage, window, scene) if "cut off" not in fault]
            assert wrong == [], (window, scale, language)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("name", SCENES)
def test_every_theme_draws(name: str, theme: str) -> None:
    window = (960, 640)
    stage, scene = make(name, window, 1.0, "zh")
    stage.services.change(theme=theme, reduced_motion=True)
    settle(stage, 0.5)
    seen = picture(stage, window)
    assert tuple(stage.theme.card) in {
        tuple(seen.get_at((x, y)))[:3] for x in range(0, 960, 7) for y in range(0, 640, 7)
    }
    assert scene.size[0] > 0


def test_invitations_take_the_place_of_games_of_late_where_both_have_no_room() -> None:
    sizes = (((960, 640), 2.0), ((1280, 900), 1.0))  # the first has the fewest units that there are
    small, big = (make_stage(window, FakeServices(Settings(language="en", scale=scale))) for window, scale in sizes)
    for stage, stands in ((small, False), (big, True)):
        lan = FakeLan()
        busy(lan)
        scene = lobby(stage, lan)
        stage.open(scene)
        settle(stage)
        assert any(each.name == "lately" for each in scene.widgets.widgets) is stands
        lan.invitations = lan.invitations[:1]
        settle(stage)
        assert any(each.name == "lately" for each in scene.widgets.widgets)
