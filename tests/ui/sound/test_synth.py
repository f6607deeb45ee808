"""Sounds as samples: how loud, how long, how clean, and that they sound like what they are."""

from itertools import combinations

import numpy as np
import pytest

from game.ui.sound.sets import SETS
from game.ui.sound.synth import PEAK_DB, RATE_HZ, RECIPES, pitch_of, synthesise

EVERY = [(name, variant) for name, recipe in RECIPES.items() for variant in range(recipe.variants)]


def wave(name: str, variant: int = 0) -> np.ndarray:
    return synthesise(name, variant).astype(float) / 32768


def loudest_hz(samples: np.ndarray, above_hz: int = 0) -> float:
    spectrum = np.abs(np.fft.rfft(samples, 4 * RATE_HZ))
    return above_hz + float(np.argmax(spectrum[4 * above_hz :])) / 4


TOUCHED = ("bird", "hiss", "rattle", "disc", "turn", "paper")


def test_the_sounds() -> None:
    assert set(RECIPES) == {
        "stone",
        "wood",
        "capture",
        "check",
        "win",
        "loss",
        "refused",
        "tick",
        "chat",
        "stamp",
        *TOUCHED,
    }
    assert RECIPES["stone"].variants == 5


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_a_sound_keeps_to_its_level(name: str, variant: int) -> None:
    samples = synthesise(name, variant)
    assert samples.dtype == np.int16
    assert samples.ndim == 1
    peak_db = 20 * np.log10(np.abs(wave(name, variant)).max())
    level_db = RECIPES[name].level_db
    assert level_db <= PEAK_DB
    assert level_db - 3.01 <= peak_db <= level_db + 0.01


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_a_sound_is_short_and_clean(name: str, variant: int) -> None:
    samples = wave(name, variant)
    peak = np.abs(samples).max()
    assert 0.04 <= len(samples) / RATE_HZ <= 0.61
    assert abs(samples.mean()) < 1e-5  # no constant part
    assert samples[0] == samples[-1] == 0  # no click at either end
    assert np.abs(samples[:3]).max() < 0.2 * peak
    assert np.abs(samples[-RATE_HZ // 100 :]).max() < 0.02 * peak  # it has died away by itself


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_the_same_variant_is_always_the_same(name: str, variant: int) -> None:
    assert (synthesise(name, variant) == synthesise(name, variant)).all()


@pytest.mark.parametrize("name", [name for name, recipe in RECIPES.items() if recipe.variants > 1])
def test_no_two_variants_are_alike(name: str) -> None:
    variants = [wave(name, variant) for variant in range(RECIPES[name].variants)]
    for one, other in combinations(variants, 2):
        assert np.abs(one - other).max() > 0.1 * np.abs(one).max()
    assert len({int(2000 * np.abs(samples).max()) for samples in variants}) == len(variants)  # nor equally loud


@pytest.mark.parametrize(("name", "hertz"), [("stone", 2300), ("wood", 900), ("refused", 180)])
def test_pitches_lie_within_three_percent_about_their_own(name: str, hertz: int) -> None:
    pitches = [loudest_hz(wave(name, variant), above_hz=hertz // 2) for variant in range(RECIPES[name].variants)]
    # A partial may lie 0.8 % out of its place, and its neighbours' flanks shift a short one's maximum a little more.
    assert 0.955 * hertz < min(pitches) < 0.99 * hertz
    assert 1.01 * hertz < max(pitches) < 1.045 * hertz


def test_they_sound_like_what_they_are() -> None:
    assert 195 < loudest_hz(wave("stone")) < 225  # the board under it
    assert 420 < loudest_hz(wave("capture"), above_hz=200) < 480  # an octave under wood
    assert 860 < loudest_hz(wave("check"), above_hz=400) < 1060  # wood and a little higher
    assert loudest_hz(wave("stamp")) < 160
    assert 650 < loudest_hz(wave("chat")) < 1200


def test_a_win_plays_d_a_d_upwards() -> None:
    samples = wave("win")
    assert len(samples) == round(0.6 * RATE_HZ)
    for start_s, hertz in ((0.0, 146.83), (0.13, 220.0), (0.26, 293.66)):
        start = round(start_s * RATE_HZ)
        before, after = samples[max(0, start - 5000) : start], samples[start : start + 5000]

        def strength(part: np.ndarray, hertz: float = hertz) -> float:
            turn = np.exp(-2j * np.pi * hertz * np.arange(len(part)) / RATE_HZ)
            return float(np.abs((part * np.hanning(len(part)) * turn).sum())) if len(part) else 0.0

        # The last note doubles an overtone of the first, which still rings.
        assert strength(after) > 1.4 * strength(before)


def test_check_and_capture_are_struck_twice() -> None:
    for name, gap_s in (("check", 0.12), ("capture", 0.035)):
        samples = np.abs(wave(name))
        second = round(gap_s * RATE_HZ)
        assert samples[second : second + 300].max() > 1.5 * samples[second - 300 : second].max()


def test_unknown_names_and_variants_are_told() -> None:
    with pytest.raises(KeyError, match="no sound is called 'gong'"):
        synthesise("gong")
    with pytest.raises(IndexError, match="has 5 variants"):
        synthesise("stone", 5)


def brightness_hz(samples: np.ndarray) -> float:
    """The middle of its spectrum."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    return float((power * np.fft.rfftfreq(len(samples), 1 / RATE_HZ)).sum() / power.sum())


@pytest.mark.parametrize("name", ["stone", "wood", "disc", "capture", "turn"])
def test_stone_is_brighter_than_wood_and_felt_softer(name: str) -> None:
    made = {each: synthesise(name, 0, timbre).astype(float) for each, timbre in SETS.items()}
    bright = {each: brightness_hz(samples) for each, samples in made.items()}
    assert bright["stone"] > 1.15 * bright["wood"] > 1.15 * 1.15 * bright["soft"]
    assert np.abs(made["soft"]).max() < 0.7 * np.abs(made["wood"]).max()


def test_steps_climb_the_pentatonic_scale() -> None:
    assert [round(12 * np.log2(pitch_of(step))) for step in range(6)] == [0, 2, 4, 7, 9, 12]
    plain, higher = (loudest_hz(synthesise("wood", 0, step=step).astype(float)) for step in (0, 3))
    assert higher / plain == pytest.approx(pitch_of(3), rel=0.03)
