"""The player: variants in turn, volume and switch, and silence where there is no device."""

import logging
from collections.abc import Iterator

import pygame
import pytest
from at_once import AtOnce

from game.ui.sound.player import SoundPlayer
from game.ui.sound.sets import SETS, Heard, rising
from game.ui.sound.synth import RECIPES


@pytest.fixture(autouse=True)
def _fresh_mixer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[pygame.mixer.Sound]:
    """The sounds that were started, in order."""
    started: list[pygame.mixer.Sound] = []
    plain = pygame.mixer.Sound

    class Recorder(plain):  # type: ignore[misc, valid-type]
        def play(self, *args: int, **options: int) -> pygame.mixer.Channel | None:
            started.append(self)
            return super().play(*args, **options)

    monkeypatch.setattr(pygame.mixer, "Sound", Recorder)
    monkeypatch.setattr(pygame.sndarray, "make_sound", lambda samples: Recorder(buffer=samples.tobytes()))
    return started


def sounding() -> int:
    return sum(pygame.mixer.Channel(i).get_busy() for i in range(pygame.mixer.get_num_channels()))


def test_the_device_is_opened_by_the_first_sound_only() -> None:
    player = SoundPlayer(AtOnce())
    assert not player.available
    assert pygame.mixer.get_init() is None
    player.play("stone")
    assert player.available
    assert pygame.mixer.get_init() == (44100, -16, 2)
    assert sounding() == 1


@pytest.mark.parametrize("name", RECIPES)
def test_every_sound_can_be_played(name: str) -> None:
    player = SoundPlayer(AtOnce())
    player.open()
    player.play(name)
    assert sounding() == 1


def test_a_mixer_of_another_format_is_replaced() -> None:
    pygame.mixer.init(22050, -16, 1)
    player = SoundPlayer(AtOnce())
    player.open()
    assert pygame.mixer.get_init() == (44100, -16, 2)


def test_variants_follow_each_other_and_begin_again(played: list[pygame.mixer.Sound]) -> None:
    player = SoundPlayer(AtOnce())
    for _ in range(6):
        player.play("stone")
    assert len({id(sound) for sound in played[:5]}) == 5
    assert played[5] is played[0]


def test_voices_are_limited() -> None:
    player = SoundPlayer(AtOnce())
    for _ in range(20):
        player.play("win")
    assert sounding() == 6


def test_volume_reaches_sounds_made_before_and_after(played: list[pygame.mixer.Sound]) -> None:
    player = SoundPlayer(AtOnce(), volume=1.0)
    player.play("stone")
    player.set_volume(0.5)
    player.play("wood")
    assert [sound.get_volume() for sound in played] == pytest.approx([0.25, 0.25], abs=0.01)
    player.set_volume(7)
    assert played[0].get_volume() == 1.0


def test_off_or_at_volume_zero_nothing_is_opened_or_played() -> None:
    for player in (SoundPlayer(AtOnce(), on=False), SoundPlayer(AtOnce(), volume=0.0)):
        player.play("stone")
        assert pygame.mixer.get_init() is None


def test_switching_off_ends_what_sounds_and_switching_on_plays_again() -> None:
    player = SoundPlayer(AtOnce())
    player.play("win")
    player.set_on(False)
    assert sounding() == 0
    player.set_on(True)
    player.play("win")
    assert sounding() == 1


def test_without_a_device_one_line_is_logged_and_all_stays_silent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    player = SoundPlayer(AtOnce())
    with caplog.at_level(logging.WARNING):
        player.open()
        player.play("stone")
        player.play("win")
        player.set_volume(0.3)
        player.set_on(False)
    assert not player.available
    assert len(caplog.records) == 1
    assert caplog.records[0].getMessage().startswith("no sound: ")


def test_a_mixer_closed_behind_its_back_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    player = SoundPlayer(AtOnce())
    player.play("stone")
    pygame.mixer.quit()
    player.set_volume(0.3)
    player.set_on(False)
    player.set_on(True)
    player.play("stone")
    player.play("wood")
    assert not player.available
    assert len(caplog.records) == 1


def test_an_unknown_name_is_told_even_when_silent() -> None:
    with pytest.raises(KeyError, match="no sound is called 'gong'"):
        SoundPlayer(AtOnce(), on=False).play("gong")


def test_sounds_that_follow_each_other_come_at_their_times_and_rise(monkeypatch: pytest.MonkeyPatch) -> None:
    player = SoundPlayer(AtOnce())
    heard: list[tuple[str, int]] = []
    monkeypatch.setattr(player, "play", lambda name, step=0: heard.append((name, step)))
    player.play_all((Heard("wood"), *rising("capture", 2, 0.1, 0.2)))
    assert heard == [("wood", 0)]
    player.update(0.05)
    assert len(heard) == 1
    player.update(0.06)
    player.update(0.2)
    assert heard[1:] == [("capture", 0), ("capture", 1)]
    player.play_all(rising("turn", 9, 0.1, 0.1))
    player.set_on(False)
    player.update(5.0)
    assert len(heard) == 3, "mute ends what was still to come"
    player.play_all(rising("turn", 9, 0.1, 0.1))
    player.set_on(True)
    player.update(5.0)
    assert len(heard) == 3


def test_another_set_is_heard_at_once_and_an_unknown_one_refused(played: list[pygame.mixer.Sound]) -> None:
    player = SoundPlayer(AtOnce())
    lengths = {}
    for name in SETS:
        player.choose(name)
        played.clear()
        player.play("stone")
        lengths[name] = played[0].get_raw()
    assert lengths["wood"] == lengths["own"]
    assert len(set(lengths.values())) == len(SETS) - 1
    with pytest.raises(KeyError, match="no set of sounds is called 'tin'"):
        player.choose("tin")


def test_the_sounds_of_the_table_are_made_before_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    player = SoundPlayer(AtOnce())
    player.update(0.01)
    assert pygame.mixer.get_init() is None, "nothing is opened for it"
    player.open()
    for _ in range(20):
        player.update(0.01)
    monkeypatch.setattr("game.ui.sound.player.synthesise", None)  # nothing is left to be made
    for name in ("stone", "wood", "disc", "capture", "win"):
        player.play(name)
    assert sounding() == 5


def test_one_sound_is_made_a_frame_raised_ones_too_and_none_while_things_move(monkeypatch: pytest.MonkeyPatch) -> None:
    player = SoundPlayer(AtOnce())
    player.open()
    assert not player.update(0.01, is_moving=True)
    made = 0
    while player.update(0.01):
        made += 1
    assert made > 40
    assert not player.update(0.01)
    monkeypatch.setattr("game.ui.sound.player.synthesise", None)  # nothing is left to be made
    player.play("turn", 5)
    player.play("capture", 3)
    assert sounding() == 2
