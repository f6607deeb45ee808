"""The person's own sounds: what is read, what is passed over and why, and that nothing in a folder breaks anything."""

from __future__ import annotations

import random
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest
from at_once import AtOnce

from game.ui.sound.own import LARGEST_BYTES, LONGEST_S, SoundFault, raised, read_own
from game.ui.sound.player import SoundPlayer
from game.ui.sound.synth import RATE_HZ


@pytest.fixture(autouse=True)
def _mixer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.init(RATE_HZ, -16, 2, 512, allowedchanges=0)
    yield
    pygame.mixer.quit()


def write(path: Path, seconds: float = 0.2, loud: int = 9000, rate_hz: int = RATE_HZ) -> None:
    times = np.arange(round(seconds * rate_hz)) / rate_hz
    samples = np.rint(loud * np.sin(2 * np.pi * 440 * times)).astype(np.int16)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(samples.tobytes())


def test_files_are_named_after_sounds_and_their_variants(tmp_path: Path) -> None:
    for name in ("stone-1.wav", "stone-2.wav", "win.WAV"):
        write(tmp_path / name)
    write(tmp_path / "disc.wav", rate_hz=22050)
    own = read_own(tmp_path)
    assert not own.faults
    assert {name: len(each) for name, each in own.variants.items()} == {"stone": 2, "win": 1, "disc": 1}
    assert own.variants["disc"][0].shape == (pytest.approx(0.2 * RATE_HZ, abs=64), 2), "at our own rate"


def test_what_can_not_be_used_is_told_and_the_rest_is_heard(tmp_path: Path) -> None:
    write(tmp_path / "stone.wav")
    write(tmp_path / "gong.wav")
    write(tmp_path / "stone-9.wav")
    write(tmp_path / "win.mp3")
    write(tmp_path / "wood.wav", LONGEST_S + 0.1)
    write(tmp_path / "tick.wav", loud=0)
    (tmp_path / "chat.wav").write_bytes(b"RIFF of nothing")
    (tmp_path / "stamp.ogg").write_bytes(bytes(LARGEST_BYTES + 1))
    (tmp_path / "disc.wav").mkdir()
    own = read_own(tmp_path)
    assert list(own.variants) == ["stone"]
    assert {(fault.file, fault.why) for fault in own.faults} == {
        ("gong.wav", "name"),
        ("stone-9.wav", "name"),
        ("win.mp3", "name"),
        ("wood.wav", "long"),
        ("tick.wav", "empty"),
        ("chat.wav", "damaged"),
        ("stamp.ogg", "large"),
        ("disc.wav", "damaged"),
    }


def test_no_folder_is_no_fault_and_a_file_in_its_place_is_one(tmp_path: Path) -> None:
    assert not read_own(tmp_path / "nowhere").faults
    (tmp_path / "file").touch()
    assert read_own(tmp_path / "file").faults == (SoundFault("folder", str(tmp_path / "file")),)


def test_damaged_files_of_every_kind_do_no_harm(tmp_path: Path) -> None:
    dice = random.Random(3)
    write(tmp_path / "good.wav")
    good = bytearray((tmp_path / "good.wav").read_bytes())
    (tmp_path / "good.wav").unlink()
    for number in range(40):
        data = bytearray(good[: dice.randrange(len(good))])
        for _ in range(dice.randrange(30)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        (tmp_path / f"stone-{number % 5 + 1}.{'ogg' if number % 3 else 'wav'}").write_bytes(data)
        own = read_own(tmp_path)
        assert len(own.faults) + len(own.variants.get("stone", ())) == len(list(tmp_path.iterdir()))


def test_a_raised_sound_is_higher_and_shorter() -> None:
    times = np.arange(RATE_HZ) / RATE_HZ
    samples = np.repeat((9000 * np.sin(2 * np.pi * 440 * times)).astype(np.int16)[:, None], 2, axis=1)
    higher = raised(samples, 1.5)
    assert len(higher) == pytest.approx(RATE_HZ / 1.5, abs=2)
    assert np.argmax(np.abs(np.fft.rfft(higher[:, 0], RATE_HZ))) == pytest.approx(660, abs=2)
    assert raised(samples, 1.0) is samples


def test_own_sounds_are_heard_and_what_is_missing_sounds_like_wood(tmp_path: Path) -> None:
    write(tmp_path / "stone.wav", 1.5)
    player = SoundPlayer(AtOnce(), own_folder=tmp_path)
    player.choose("own")
    player.play("stone")
    assert list(player.own.variants) == ["stone"], "read when the device was opened"
    channel = pygame.mixer.Channel(1)
    assert channel.get_sound().get_length() == pytest.approx(1.5, abs=0.01)
    pygame.mixer.stop()
    player.play("wood")
    assert pygame.mixer.Channel(1).get_sound().get_length() < 0.5
    (tmp_path / "stone.wav").unlink()
    player.read_again()
    assert not player.own.variants
