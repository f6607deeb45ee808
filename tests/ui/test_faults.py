"""What is wrong with a game, in both languages of the window: every code, every place, every reason of the rules."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from game.library.importing import GameImport, import_games
from game.records.fault import FAULTS, PLACES, Fault, fault, fault_of_system
from game.rules.core import Refusal, Termination
from game.rules.draughts import refusal as draughts_refusal
from game.rules.gomoku import position as gomoku_position
from game.rules.reversi import position as reversi_position
from game.rules.xiangqi import refusal as xiangqi_refusal
from game.storage.notice import Notice
from game.storage.paths import assets_folder
from game.storage.reasons import REASONS, SystemReason, reason_of
from game.ui.stage.faults import fault_words, reasons_worded
from game.ui.stage.language import LANGUAGES, Language, read_texts

FOLDER = assets_folder() / "languages"
TEXTS = {language: read_texts(FOLDER, language) for language in LANGUAGES}
GAME = Path(__file__).parents[2] / "game"
SOURCES = sorted(path for part in ("records", "library") for path in (GAME / part).rglob("*.py"))
KINDS = ".qiguan .ggf .wtb .pgn .xq .xqf .cbr .cbl .cbf .pdn .sgf .psq .lib .rif .txt"
REFUSALS = {
    code: sentence
    for module in (draughts_refusal, gomoku_position, reversi_position, xiangqi_refusal)
    for code, sentence in module.REFUSALS.items()
}


def named(text: object) -> set[str]:
    """The names of the values in a text."""
    assert isinstance(text, str)
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_place_and_reason_has_its_text(language: str) -> None:
    texts = TEXTS[language]
    for code, sentence in FAULTS.items():
        if code not in REASONS:
            assert named(texts[f"records.{code}"]) <= named(sentence), code
    for code in REASONS:
        assert named(texts[f"reason.{code}"]) == set(), code
    for kind in PLACES:
        assert named(texts[f"records.place_{kind}"]) == named(PLACES[kind]), kind
    for end in Termination:
        assert f"library.by_{end}" in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_rules_is_worded_for_who_did_not_make_the_move(language: str) -> None:
    texts = TEXTS[language]
    for code, sentence in REFUSALS.items():
        text = texts.get(f"records.refusal_{code}", texts[f"refusal.{code}"])
        assert named(text) <= named(sentence), code
        assert not (language == "en" and "you" in str(text).lower().replace("your general", "")), text
    ours = {key.removeprefix("records.refusal_") for key in texts if key.startswith("records.refusal_")}
    assert ours <= {*REFUSALS, "several-fit"}


def test_faults_are_made_with_the_values_that_their_sentences_need() -> None:
    used = set(REASONS)
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "fault":
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    assert isinstance(code.value, str)
                    used.add(code.value)
                    given = {keyword.arg for keyword in node.keywords}
                    assert named(FAULTS[code.value].replace("!r", "")) == given, (source.name, code.value)
    assert used == set(FAULTS)


@pytest.mark.parametrize(
    ("text", "english", "chinese"),
    [
        (
            "nothing",
            f"It contains no game that can be read here. Known kinds: {KINDS}.",
            f"里面没有可以读取的棋谱。可以读取的格式：{KINDS}。",
        ),
        (
            "(;GM[4];B[hh];W[hh])",
            'Game 1 · move 2 · line 1: "h8" can\'t be played. There is a stone on H8 already.',
            "第 1 局 · 第 2 手 · 第 1 行：不能走“h8”。H8 已有棋子。",
        ),
        (
            "(;GM[4];B[hh];B[hi])",
            "Game 1 · line 1: Black plays twice in a row (stone 2).",
            "第 1 局 · 第 1 行：黑方连走了两手（第 2 子）。",
        ),
        (
            "(;GM[1];B[hh])",
            "Game 1 · property GM: This is Go, not Gomoku.",
            "第 1 局 · 属性 GM：这是围棋，不是五子棋。",
        ),
        (
            '[Game "Chess"]\n1. e4 *',
            "Game 1 · tag Game: This is chess, not Xiangqi.",
            "第 1 局 · 标签 Game：这是国际象棋，不是象棋。",
        ),
        (
            '[FEN "nonsense"]\n1. 炮二平五 *',
            'Game 1 · start position: The position "nonsense" is unreadable or impossible.',
            "第 1 局 · 初始局面：局面“nonsense”无法识别或不可能出现。",
        ),
        (
            '[Game "Chinese Chess"]\n1. h2e2 hello *',
            'Game 1 · move 1 · line 2: The move "hello" can\'t be read.',
            "第 1 局 · 第 1 回合 · 第 2 行：走法“hello”无法识别。",
        ),
        (
            '[GameType "20"]\n1. 32-28 19-23 2. 33-29 *',
            'Game 1 · move 2 · line 2: "33-29" can\'t be played. A capture must be played: 28×19.',
            "第 1 局 · 第 2 回合 · 第 2 行：不能走“33-29”。有子可吃必须吃：28×19。",
        ),
        (
            '[GameType "25"]\n1. c3-d4 d6-c5 2. c3-b4 *',
            'Game 1 · move 2 · line 2: "c3-b4" can\'t be played. There is no piece on c3.',
            "第 1 局 · 第 2 回合 · 第 2 行：不能走“c3-b4”。c3 上没有棋子。",
        ),
        ('[GameType "30"]\n1. 32-28 *', None, "第 1 局 · 标签 GameType：这里没有“土耳其跳棋”这种跳棋。"),
        (
            '{"format": "qiguan", "version": 1, "variant": "chess", "start": ""}',
            'Game 1 · field variant: "chess" is not a game that is played here.',
            "第 1 局 · 字段 variant：这里没有“chess”这种棋。",
        ),
        (
            "(;GM[4]RU[standard];B[hh];W[])",
            'Game 1 · move 2 · line 1: "pass" can\'t be played. There is no passing here.',
            "第 1 局 · 第 2 手 · 第 1 行：不能走“pass”。这里不能停一手。",
        ),
    ],
)
def test_what_is_wrong_with_a_text_is_told_in_both_languages(text: str, english: str | None, chinese: str) -> None:
    bringing = GameImport("")
    list(import_games(bringing, [text], lambda reading: "key", lambda: False))
    (found,) = (*bringing.failed, *bringing.partly)
    t = Language(FOLDER, "en")
    assert english is None or fault_words(t, found) == english
    t.choose("zh")
    assert fault_words(t, found) == chinese
    assert str(found) == f"{found.where}: {found.why}".removeprefix(": ")


def test_places_stand_from_the_outermost_inwards() -> None:
    found = fault("no-moves").at(game=2, line=7).at(file="a\nb.pgn")
    assert str(found) == "a b.pgn, game 2, line 7: there are no moves in it"
    assert fault_words(Language(FOLDER, "en"), found) == "a b.pgn · game 2 · line 7: There are no moves in it."


def test_other_games_and_fields_are_named_as_the_file_has_them() -> None:
    t = Language(FOLDER, "en")
    told = [fault("other-game", name=name, game="xiangqi") for name in ("Backgammon", "Ludo")]
    assert [fault_words(t, each) for each in told] == [
        "This is backgammon, not Xiangqi.",
        'This is "Ludo", not Xiangqi.',
    ]
    found = fault("no-colour", name="green").at(field="result.winner")
    assert fault_words(t, found) == 'Field result.winner: "green" is not a side in this game.'


def test_several_moves_that_fit_and_the_end_of_a_game_are_named() -> None:
    t = Language(FOLDER, "zh")
    several = Fault("unreadable-move", {"move": "x", "why": "?"}, (), Refusal("several-fit", {"moves": "a1a2, b1b2"}))
    assert fault_words(t, several) == "不能走“x”。有几种走法都符合：a1a2, b1b2。"
    assert fault_words(t, fault("after-end", move="o15", termination=Termination.FIVE)).endswith("（五子连珠）。")


def test_the_system_s_reasons_are_told_in_both_languages(tmp_path: Path) -> None:
    t = Language(FOLDER, "zh")
    with pytest.raises(OSError) as caught:
        (tmp_path / "gone").read_bytes()
    assert fault_words(t, fault_of_system(caught.value)) == "没有这个文件或文件夹。"
    reason = reason_of(caught.value)
    notice = Notice("library-unreadable", {"folder": "x", "why": reason})
    assert "there is no such file or folder" in str(notice)
    assert reasons_worded(t, notice.values) == {"folder": "x", "why": "没有这个文件或文件夹"}
    odd = reason_of(OSError(12345, "The device is on fire"))
    assert (odd, odd.code) == ("The device is on fire", "")
    assert fault_words(t, fault_of_system(OSError("just words"))) == "just words"
    assert reasons_worded(t, {"why": SystemReason("as it is")}) == {"why": "as it is"}


def test_a_game_without_sentences_of_its_own_is_told_of_by_its_name() -> None:
    t = Language(FOLDER, "en")
    assert fault_words(t, fault("other-kind", name="giant", game="reversi")) == (
        '"giant" is not a kind of Reversi that is played here.'
    )
    own = fault_words(t, fault("other-kind", name="turkish", game="draughts"))
    assert own == '"Turkish draughts" is not a kind of draughts that is played here.'
