"""Terms of a game over the LAN: as chosen last, as this program can play them, and in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.lan.views import GameTerms
from game.storage.paths import assets_folder
from game.storage.settings import Settings, TableChoice
from game.ui.games.registry import SHOWN
from game.ui.scenes.lobby.terms import (
    as_choice,
    chosen_terms,
    clock_words,
    colour_words,
    from_other_side,
    game_words,
    is_open,
    playable,
    terms_lines,
    terms_table,
)
from game.ui.stage.language import Language

RENJU = GameTerms("gomoku-renju", 15, 900, 10, "first", True, False)
STRANGE = GameTerms("tiddlywinks", 7, 60, 0, "first")


@pytest.fixture(scope="module")
def t() -> Language:
    return Language(assets_folder() / "languages", "en")


@pytest.mark.parametrize(
    ("choice", "terms"),
    [
        (TableChoice(), GameTerms("gomoku-freestyle", 15, 600, 5, "random", True, False)),
        (
            TableChoice(
                variant="gomoku-renju", size=19, base_s=None, increment_s=0, side="second", opening="swap2",
                take_backs=False, watchers=True,
            ),
            GameTerms("gomoku-renju", 19, None, 0, "second", False, True, "swap2"),
        ),
        (TableChoice(variant="xiangqi", size=19), GameTerms("xiangqi", 10, 600, 5, "random", True, False)),
        (TableChoice(variant="xiangqi", opening="swap2"), GameTerms("xiangqi", 10, 600, 5, "random", True, False)),
        (TableChoice(variant="tiddlywinks"), GameTerms("gomoku-freestyle", 15, 600, 5, "random", True, False)),
    ],
)  # fmt: skip
def test_what_was_chosen_last_as_far_as_there_is_such_a_game(choice: TableChoice, terms: GameTerms) -> None:
    assert chosen_terms(Settings(lan=choice)) == terms
    assert chosen_terms(Settings(lan=as_choice(terms))) == terms


@pytest.mark.parametrize("name", SHOWN)
def test_all_that_can_be_chosen_comes_back(name: str) -> None:
    rules = SHOWN[name]
    for size in rules.sizes:
        for opening in rules.openings:
            terms = GameTerms(name, size, 60, 1, "second", False, True, opening)
            assert chosen_terms(Settings(lan=as_choice(terms))) == terms
            assert playable(terms, STRANGE) is terms


def test_what_can_not_be_played_here_is_replaced() -> None:
    instead = GameTerms("gomoku-freestyle", 19, 60, 1, "second", False, True, "swap")
    assert playable(STRANGE, instead) == replace(STRANGE, variant="gomoku-freestyle", size=19, opening="swap"), (
        "the clock and the colour are theirs"
    )
    assert playable(replace(RENJU, size=13), instead) == RENJU
    assert playable(replace(RENJU, opening="pie"), instead) == RENJU
    assert playable(replace(RENJU, opening="swap2"), instead) == replace(RENJU, opening="swap2")


def test_a_wish_is_turned_round() -> None:
    wishes = [from_other_side(replace(RENJU, colour=wish)).colour for wish in ("first", "second", "random")]  # type: ignore[arg-type]  # the words of the type
    assert wishes == ["second", "first", "random"]


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        (RENJU, "You play Black and move first"),
        (replace(RENJU, colour="second"), "You play White and move second"),
        (replace(RENJU, colour="random"), "Drawn by lot"),
        (GameTerms("xiangqi", 10, colour="first"), "You play Red and move first"),
        (GameTerms("draughts-english", 8, colour="first"), "You play Black and move first"),
        (GameTerms("draughts-russian", 8, colour="first"), "You play White and move first"),
        (replace(RENJU, opening="swap2"), "You begin"),
        (replace(RENJU, opening="swap2", colour="second"), "The other side begins"),
        (replace(RENJU, opening="swap2", colour="random"), "Drawn by lot"),
        (STRANGE, "Drawn by lot"),
    ],
)
def test_which_colour_one_has(t: Language, terms: GameTerms, told: str) -> None:
    assert colour_words(t, terms) == told
    assert is_open(terms) is (terms.opening == "swap2")


@pytest.mark.parametrize(
    ("base_s", "increment_s", "told"),
    [
        (None, 0, "No time limit"),
        (600, 0, ("lan.clock_base", "10")),
        (900, 10, ("lan.clock_increment", "15")),
        (90, 0, ("lan.clock_base", "1.5")),
        (86_400, 0, ("lan.clock_base", "1440")),
    ],
)
def test_the_clock_in_a_sentence(
    t: Language, base_s: int | None, increment_s: int, told: str | tuple[str, str]
) -> None:
    words = clock_words(t, replace(RENJU, base_s=base_s, increment_s=increment_s))
    assert words == (told if isinstance(told, str) else t(told[0], n=told[1], s=increment_s))
    assert str(increment_s or "") in words


def test_the_game_with_its_opening_rule(t: Language) -> None:
    assert game_words(t, RENJU) == "Gomoku · Renju"
    assert game_words(t, replace(RENJU, opening="swap2")) == f"Gomoku · Renju · {t('opening.swap2')}"
    assert terms_lines(t, RENJU) == ("Gomoku · Renju · 15 + 10 s", "Renju · 15 + 10 s")
    swapped = replace(RENJU, opening="swap2", base_s=None)
    rules = f"Renju · {t('opening.swap2')}"
    assert terms_lines(t, swapped) == (f"Gomoku · {rules} · No time limit", f"{rules} · No time limit")
    assert terms_lines(t, GameTerms("xiangqi", 10)) == ("Xiangqi · No time limit", "Xiangqi · No time limit")
    assert terms_lines(t, STRANGE)[1] == f"{t('lan.another_game')} · 1 min"


def test_all_terms_with_their_names(t: Language) -> None:
    named = dict(terms_table(t, replace(RENJU, size=19, take_backs=False, watchers=True)))
    assert named == {
        t("lan.game"): f"Gomoku · Renju · {t('levels.lines', n=19)}",
        t("lan.colour"): "You play Black and move first",
        t("lan.clock"): clock_words(t, RENJU),
        t("lan.take_backs"): t("lan.not_allowed"),
        t("lan.watchers"): t("lan.welcome"),
    }
    plain = dict(terms_table(t, GameTerms("xiangqi", 10)))
    assert plain[t("lan.game")] == "Xiangqi", "there is one size of its board"
    assert (plain[t("lan.take_backs")], plain[t("lan.watchers")]) == (t("lan.by_consent"), t("lan.nobody_watches"))
