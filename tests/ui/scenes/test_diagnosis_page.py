"""The diagnosis page of the lobby, over a LAN in memory."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from fakes import FakeServices, click, make_stage, picture, press, settle, widget
from lan_fakes import (
    ALL_HINTS,
    FakeLan,
    observation,
    person,
    report,
)
from lobby_house import WINDOW, House, nothing

from game.lan.views import PersonPresence
from game.storage.settings import Settings
from game.ui.scenes.lobby.diagnosis import DiagnosisPage
from game.ui.stage.stage import Stage
from net.discovery.diagnosis import HintCode, LinkState
from net.discovery.interfaces import InterfaceKind


def diagnosis(prepare: Callable[[FakeLan], None] = nothing, **settings: object) -> tuple[Stage, FakeLan, DiagnosisPage]:
    stage = make_stage(WINDOW, FakeServices(Settings(**{"language": "en", **settings})))  # type: ignore[arg-type]  # a test's own words
    lan = FakeLan()
    prepare(lan)
    page = DiagnosisPage(stage, lan)
    stage.open(page)
    return stage, lan, page


def test_the_page_looks_again_by_itself_and_connects() -> None:
    stage, lan, page = diagnosis()
    lan.to_check = ALL_HINTS
    settle(stage, 1.2)
    assert page._hints == ALL_HINTS
    stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text="10.0.0.2"))
    press(stage, pygame.K_RETURN)
    assert lan.done[-1][:2] == ("invite-address", "10.0.0.2")  # type: ignore[index]  # a tuple
    press(stage, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert stage.stack.top is None


def test_everything_to_be_found_scrolls_into_view() -> None:
    stage, lan, page = diagnosis(lambda lan: setattr(lan, "to_check", ALL_HINTS))
    picture(stage, WINDOW)
    findings = widget(page, "findings")
    click(stage, findings.rect.center)
    stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1000))
    assert findings.scroll == pytest.approx(findings.whole - findings.rect.height)
    assert findings.scroll > 0
    press(stage, pygame.K_UP)
    assert findings.scroll < findings.whole - findings.rect.height
    lan.to_check = ALL_HINTS[:1]
    settle(stage, 1.2)
    picture(stage, WINDOW)
    assert findings.scroll == 0, "what is left is seen"


def test_the_page_of_a_closed_lan_and_of_every_state() -> None:
    for state in LinkState:
        stage, _, _ = diagnosis(lambda lan, state=state: setattr(lan, "seen", observation((), state)))  # type: ignore[misc]  # bound in the loop
        assert picture(stage, WINDOW) is not None
        assert stage.t.has(f"lan.state_{state.name.lower()}")
    stage, _, _ = diagnosis(lambda lan: setattr(lan, "seen", None))
    assert picture(stage, WINDOW) is not None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_hint_and_every_interface_has_its_words(language: str) -> None:
    stage = make_stage(WINDOW, FakeServices(Settings(language=language)))  # type: ignore[arg-type]  # a test's own words
    assert {hint.code for hint in ALL_HINTS} == set(HintCode)
    for hint in ALL_HINTS:
        key = f"lan.hint_{hint.code.value}"
        assert stage.t.has(key)
        text = stage.t(key, **hint.values)
        assert "{" not in text
        named = [name for name in hint.values if f"{{{name}}}" in stage.t(key)]
        assert all(str(hint.values[name]) in text for name in named)
    assert all(stage.t.has(f"lan.kind_{kind.value}") for kind in InterfaceKind)


def test_names_and_addresses_of_any_length_are_drawn() -> None:
    long = report("Intel(R) Wi-Fi 6E AX210 160MHz #2 " * 4, address="fe80::" + "1234:" * 8, trouble="ENETUNREACH")
    stage, _, _ = diagnosis(lambda lan: setattr(lan, "seen", observation((long,))))
    assert picture(stage, WINDOW) is not None


def test_presence_needs_no_colour() -> None:
    house = House(prepare=lambda lan: setattr(lan, "people", tuple(person(p.name, p) for p in PersonPresence)))
    dots = {}
    seen = house.frame()
    people = widget(house.lobby, "people")
    for presence in PersonPresence:
        y = round(people.button(presence.name.lower()).rect.centery - 12)
        strip = pygame.Surface((160, 14))
        strip.blit(seen, (0, 0), (150, y - 7, 160, 14))
        grey = pygame.transform.grayscale(strip)
        dots[presence] = pygame.image.tobytes(grey, "RGB")
    assert len(set(dots.values())) == len(PersonPresence)
