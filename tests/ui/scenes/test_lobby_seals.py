"""Seals in the lobby: drawn for whoever has a key, compared, confirmed and taken back."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from fakes import click_on, press, widget
from lan_fakes import PEOPLE, FakeLan
from lobby_house import House
from looking import faults, read

from game.lan.views import Person, Standing, seal_of
from game.ui.paint.key_seal import key_seal
from game.ui.scenes import people
from game.ui.scenes.lobby.seals import SealsOverlay
from game.ui.stage.overlays import Popup
from net.trust.seal import WORDS, KeySeal

KEYS = [f"{number:064x}" for number in range(1, 6)]
STANDINGS = (Standing.NEW, Standing.MET, Standing.COMPARED, Standing.OTHER, Standing.OWN)


def sealed(lan: FakeLan) -> None:
    lan.key = "f" * 64
    lan.people = tuple(
        replace(person, key=key, standing=standing)
        for person, key, standing in zip(PEOPLE, KEYS, STANDINGS, strict=True)
    )


def open_seals(house: House, person: Person) -> SealsOverlay:
    house.lobby._more(person)
    house.frame()
    assert isinstance(house.top, Popup)
    press(house.stage, pygame.K_RETURN)
    house.frame()
    assert isinstance(house.top, SealsOverlay)
    return house.top


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("window", [(960, 640), (1280, 800), (1920, 1080)])
def test_people_with_keys_are_shown_by_their_seals(language: str, window: tuple[int, int]) -> None:
    with_seals = House(window, sealed, language=language).frame(1.0)
    without = House(window, language=language).frame(1.0)
    assert pygame.image.tobytes(with_seals, "RGB") != pygame.image.tobytes(without, "RGB")


def test_a_stranger_is_confirmed_and_a_friend_taken_back() -> None:
    house = House(prepare=sealed)
    open_seals(house, house.lan.people[0])
    click_on(house.stage, "really")
    assert ("confirm", house.lan.people[0].instance, True) in house.lan.done
    house.frame(1.0)
    open_seals(house, house.lan.people[2])
    click_on(house.stage, "really")
    assert ("confirm", house.lan.people[2].instance, False) in house.lan.done


def test_nobody_confirms_oneself_and_close_is_what_a_key_meets_first() -> None:
    house = House(prepare=sealed)
    overlay = open_seals(house, house.lan.people[4])
    assert [each.name for each in overlay.widgets.widgets] == ["close"]
    house = House(prepare=sealed)
    overlay = open_seals(house, house.lan.people[1])
    assert widget(overlay, "close").focused
    assert not widget(overlay, "really").focused


@pytest.mark.parametrize("window", [(960, 640), (1280, 800)])
def test_the_longest_words_of_two_seals_have_room(window: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    words = sorted(WORDS, key=len)[-4:]
    monkeypatch.setattr(people, "seal_of", lambda key: KeySeal("松风竹月", tuple(words), True))
    house = House(window, prepare=sealed, language="en")
    house.frame(1.0)
    assert not faults(house.stage, window, house.lobby)
    overlay = open_seals(house, house.lan.people[1])
    house.frame(1.0)
    assert not faults(house.stage, window, overlay)
    assert " ".join(words[:2]) in [text for text, _ in read(house.stage, window, overlay).drawn]


def test_ones_own_seal_stands_beside_the_title_once_there_is_a_key() -> None:
    house = House(prepare=sealed)
    click_on(house.stage, "own-seal")
    house.frame(1.0)
    assert isinstance(house.top, SealsOverlay)
    assert "own-seal" not in [each.name for each in House().lobby.widgets.widgets]


@pytest.mark.parametrize("size", [24, 48, 112])
def test_filled_outlined_red_and_bronze_are_four_pictures_and_the_first_character_stands_at_the_right(
    size: int,
) -> None:
    fonts = House().stage.fonts
    kinds = [key_seal(fonts, size, "松风竹月", filled, bronze) for filled in (True, False) for bronze in (True, False)]
    assert len({pygame.image.tobytes(picture, "RGBA") for picture in kinds}) == 4
    turned = key_seal(fonts, size, "竹月松风", True, False)
    assert pygame.image.tobytes(turned, "RGBA") != pygame.image.tobytes(kinds[1], "RGBA")


def test_every_character_of_the_lists_can_be_drawn() -> None:
    fonts = House().stage.fonts
    for key in KEYS:
        picture = key_seal(fonts, 48, seal_of(key).characters, False, False)
        assert picture.get_size() == (48, 48)
