"""The house's music: strings in tune, pieces that begin again, sounds before music, silence when it is wanted."""

from __future__ import annotations

import dataclasses
import gc
import tracemalloc
import weakref
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace

import numpy as np
import pygame
import pytest
from at_once import AtOnce

from game.ui.games.registry import GAMES
from game.ui.paint.kept import at_once
from game.ui.sound import music
from game.ui.sound.music import DUCKED, MusicPlayer, Recording
from game.ui.sound.scores import MENU, Melody
from game.ui.sound.strings import plucked_string
from game.ui.sound.synth import RATE_HZ

PIECES = (MENU, *(window.music for window in GAMES.values()))
FIRST, LAST = PIECES[1], PIECES[-1]


@pytest.mark.parametrize("hertz", [82.4, 146.83, 233.08, 440.0, 739.99])
def test_a_string_is_in_tune_and_dies_away(hertz: float) -> None:
    wave = at_once(plucked_string(hertz, 2.0, 3.0, 1, RATE_HZ))
    assert np.abs(wave).max() == 1.0
    power = np.abs(np.fft.rfft(wave * np.hanning(len(wave)), 8 * len(wave)))
    bins = np.fft.rfftfreq(8 * len(wave), 1 / RATE_HZ)
    near = (bins > hertz * 0.94) & (bins < hertz * 1.06)
    found = bins[near][power[near].argmax()]
    assert abs(1200 * np.log2(found / hertz)) < 8, "within 8 cents"
    quarter = len(wave) // 4
    assert np.abs(wave[-quarter:]).max() < 0.35 * np.abs(wave[:quarter]).max()


def test_every_game_has_a_piece_and_all_are_different() -> None:
    assert len({piece.notes for piece in PIECES}) == len({piece.name for piece in PIECES}) == len(GAMES) + 1
    for score in PIECES:
        assert len(score.mode) == 5
        assert 25 < score.length_s < 45
        assert score.rest_s >= 12
        assert all(0 <= beat < score.beats and 0 < strength <= 1 for beat, _, strength in score.notes)
        assert all(60 < score.hertz(step) < 900 for _, step, _ in score.notes)


def test_a_piece_is_made_step_by_step_and_keeps_to_its_level() -> None:
    piece = Recording(MENU)
    made = 0
    while not piece.is_ready:
        piece.make_step()
        made += 1
    assert made > 2 * len(MENU.notes), "several for each note"
    samples = piece.samples()
    assert len(samples) == round(MENU.length_s * RATE_HZ)
    assert abs(20 * np.log10(np.abs(samples).max() / 32767) + 12) < 0.1
    assert np.abs(samples[-200:]).max() < 100, "it ends in silence"


def test_a_piece_that_is_made_takes_no_more_than_its_samples() -> None:
    tracemalloc.start()
    try:
        piece = Recording(MENU)
        while not piece.is_ready:
            piece.make_step()
        assert tracemalloc.get_traced_memory()[0] < 1.2 * piece.samples().nbytes
    finally:
        tracemalloc.stop()


@pytest.fixture
def mixer() -> Iterator[None]:
    pygame.mixer.quit()
    pygame.mixer.init(RATE_HZ, -16, 2, 512, allowedchanges=0)
    yield
    pygame.mixer.quit()


class Heard:
    def __init__(self) -> None:
        self.sounds = 0
        self.is_open = True


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def player(heard: Heard, mixer: None, monkeypatch: pytest.MonkeyPatch) -> MusicPlayer:
    monkeypatch.setattr(Recording, "samples", lambda piece: np.ones((RATE_HZ * 30, 2), np.int16))
    made = MusicPlayer(AtOnce(), lambda: heard.is_open, lambda: heard.sounds)
    made.set_volume(0.5, True)
    return made


def until_playing(player: MusicPlayer, frames: int = 600) -> int:
    for frame in range(frames):
        player.update(1 / 60)
        if player.playing:
            return frame
    return frames


def test_what_is_wished_is_played_once_its_notes_are_made(player: MusicPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_MAKING_S", "_MAKING_IDLE_S"):
        monkeypatch.setattr(music, name, 0.0)  # a step a frame, however fast the machine is
    player.wish(FIRST)
    assert len(FIRST.notes) < until_playing(player, 1200) < 1200
    assert player.playing is FIRST
    assert pygame.mixer.Channel(music.CHANNEL).get_busy()


def test_of_pieces_heard_before_one_is_kept_and_nothing_of_their_making(
    player: MusicPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[weakref.ref[Recording]] = []
    begin = Recording.__init__
    monkeypatch.setattr(
        Recording, "__init__", lambda piece, melody: (made.append(weakref.ref(piece)), begin(piece, melody))[1]
    )
    frames = []
    for melody in (FIRST, MENU, LAST, MENU, FIRST):
        pygame.mixer.Channel(music.CHANNEL).stop()
        player.wish(melody)
        frames.append(until_playing(player))
        assert player.playing is melody
    assert len(made) == 4, "the menu's was kept, the first one had to make way"
    assert frames[3] < 5 < frames[4]
    assert [piece() for piece in made] == [None] * 4


def test_what_is_no_longer_wanted_is_made_no_further_and_given_up(player: MusicPlayer, made: list[Recording]) -> None:
    def half_made(melody: Melody) -> weakref.ref[Recording]:
        player.wish(melody)
        for _ in range(20):
            player.update(1 / 60)
        return weakref.ref(player._recordings[melody])

    first, last = half_made(FIRST), half_made(LAST)
    made.clear()  # what the test itself holds
    gc.collect()  # as when the menu is gone back to, or nothing moves
    assert first() is None
    assert last() is not None
    player.wish(FIRST)
    gc.collect()
    assert last() is None
    assert player.playing is None


def test_it_begins_as_soon_in_a_window_with_few_frames(player: MusicPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    # a step takes half a millisecond on every machine
    monkeypatch.setattr(music, "time", SimpleNamespace(thread_time=count(0, 0.0005).__next__))
    player.wish(FIRST)
    seconds = 0.0
    while not player.playing:
        player.update(0.1)
        seconds += 0.1
        assert seconds < 10


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Recording]:
    """A recording for each step that is made, each of which takes half a millisecond."""
    steps: list[Recording] = []
    make_step = Recording.make_step
    monkeypatch.setattr(Recording, "make_step", lambda piece: (steps.append(piece), make_step(piece)))
    monkeypatch.setattr(music, "time", SimpleNamespace(thread_time=lambda: len(steps) * 0.0005))
    return steps


def test_in_an_idle_window_more_is_made_in_each_frame(player: MusicPlayer, made: list[Recording]) -> None:
    player.wish(dataclasses.replace(FIRST, name="another"))
    player.update(0.1, is_idle=False)
    assert len(made) == 2
    player.update(0.1, is_idle=True)
    assert len(made) == 2 + 16


def test_while_things_move_hardly_anything_is_made(player: MusicPlayer, made: list[Recording]) -> None:
    player.wish(dataclasses.replace(FIRST, name="a third"))
    for _ in range(120):
        player.update(1 / 60, is_idle=False, is_moving=True)
    assert 4 <= len(made) <= 8


def test_a_piece_begins_when_nothing_moves_or_after_two_seconds(player: MusicPlayer) -> None:
    player.wish(FIRST)
    until_playing(player)
    pygame.mixer.Channel(music.CHANNEL).stop()
    player.update(FIRST.rest_s + 1, is_moving=True)
    player.update(FIRST.rest_s + 1, is_moving=True)
    assert player.playing is None
    player.update(1 / 60, is_moving=False)
    assert player.playing is FIRST
    pygame.mixer.Channel(music.CHANNEL).stop()
    player.update(1 / 60, is_moving=True)
    player.update(FIRST.rest_s + 1, is_moving=True)
    for _ in range(125):
        player.update(1 / 60, is_moving=True)
    assert player.playing is FIRST


def test_another_piece_takes_its_place_and_what_has_none_is_silent(player: MusicPlayer) -> None:
    player.wish(MENU)
    until_playing(player)
    player.wish(LAST)
    player.update(1 / 60)
    assert player.playing is None
    pygame.mixer.Channel(music.CHANNEL).stop()  # the fading has come to its end
    until_playing(player)
    assert player.playing is LAST
    player.wish(None)
    pygame.mixer.Channel(music.CHANNEL).stop()
    assert until_playing(player, 60) == 60


def test_a_piece_begins_again_after_its_rest(player: MusicPlayer) -> None:
    player.wish(MENU)
    until_playing(player)
    pygame.mixer.Channel(music.CHANNEL).stop()
    player.update(1 / 60)
    assert player.playing is None
    rest_s = MENU.rest_s
    player.update(rest_s - 1)
    assert player.playing is None
    player.update(1.1)
    assert player.playing is MENU


def test_sounds_go_before_music(player: MusicPlayer, heard: Heard) -> None:
    player.wish(MENU)
    until_playing(player)
    before = player.level()
    heard.sounds += 1
    player.update(1 / 60)
    assert player.level() == pytest.approx(DUCKED * before)
    player.update(3.0)
    assert player.level() == pytest.approx(before)


def test_it_is_silent_when_that_is_wanted(player: MusicPlayer, heard: Heard) -> None:
    player.wish(MENU)
    until_playing(player)
    player.set_volume(0.5, False)
    player.update(1 / 60)
    assert player.playing is None
    assert not pygame.mixer.Channel(music.CHANNEL).get_busy()
    player.set_volume(0.5, True)
    heard.is_open = False
    assert until_playing(player, 60) == 60
