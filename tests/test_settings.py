"""Settings: what was chosen comes back, and what is damaged costs no more than itself."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from game.rules.registry import GAMES
from game.storage.folders import Folders, find_folders
from game.storage.settings import (
    VERSION,
    AnalysisChoice,
    BoardLook,
    LevelChoice,
    OtherEngine,
    Settings,
    TableChoice,
    load,
    save,
)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


def put(folders: Folders, content: bytes) -> None:
    folders.config.mkdir(parents=True, exist_ok=True)
    folders.settings_file.write_bytes(content)


def damaged_files(folders: Folders) -> list[Path]:
    return sorted(folders.config.glob("settings.json.damaged-*"))


def test_without_a_file_there_are_defaults_and_nothing_to_tell(folders: Folders) -> None:
    assert load(folders) == (Settings(), None)
    assert not folders.settings_file.exists()


def test_everything_comes_back(folders: Folders) -> None:
    choice = LevelChoice(
        mode="watch", level="depth:7", second_level="expert", side="random", variant="gomoku-renju", size=19,
        base_s=600, increment_s=5, opening="swap2", undo=False,
    )  # fmt: skip
    settings = Settings(
        language="zh", theme="contrast", scale=1.25, sound=False, volume=0.0, coordinates=False, reduced_motion=True,
        name="林小舟", portrait="expert", fullscreen=True, window=(960, 640),
        looks={"gomoku": BoardLook(board="night", pieces="flat")}, ponder=False, threats=True, blindfold="discs",
        analysis=AnalysisChoice(lines=5, arrows=False, engines={"gomoku": ("", "external:Pela")}),
        lan=TableChoice(variant="gomoku-renju", base_s=300), engines=(OtherEngine(name="Pela", path="/opt/pela"),),
        learned=("gomoku.five",),
        keys={"match.hint": ("K", "Ctrl+H")}, premove=False, nudge=False, teaching=True,
        find_mistakes=True, voices=False, has_played=True, explorer=True,
        quiet=True, port=27200, sounds="own", stories=("gomoku",), music=False, music_volume=1.0,
    ).with_choice("gomoku", choice)  # fmt: skip
    assert save(settings, folders) is None
    assert load(folders) == (settings, None)
    assert json.loads(folders.settings_file.read_text("utf-8"))["version"] == VERSION
    defaults = Settings()
    same = [name for name in settings.__struct_fields__ if getattr(settings, name) == getattr(defaults, name)]
    assert same == [], "every field must differ from its default, or this test shows nothing about it"


def test_other_engines_that_can_not_be_read_cost_only_themselves(folders: Folders) -> None:
    good = {"name": "Pela", "path": "/opt/pela", "arguments": "-q", "seconds": 9}
    bad = [{"name": "", "path": "x"}, {"name": "X"}, {"name": "X", "path": "x", "seconds": 0}, "Pela", None]
    put(folders, json.dumps({"version": VERSION, "engines": [good, *bad, {**good, "path": "/other"}]}).encode())
    settings, notice = load(folders)
    assert settings.engines == (OtherEngine(name="Pela", path="/opt/pela", arguments="-q", seconds=9),)
    assert notice is not None
    assert notice.values["fields"] == ", ".join(f"engines.{index}" for index in range(1, 6))
    put(folders, json.dumps({"version": VERSION, "engines": 5}).encode())
    assert load(folders)[0].engines == ()


def test_copies_change_only_what_they_are_told() -> None:
    settings = Settings(name="a").with_(scale=2.0)
    assert (settings.name, settings.scale) == ("a", 2.0)
    assert settings.choice("gomoku") == LevelChoice()
    changed = settings.with_choice("gomoku", LevelChoice().with_(level="expert"))
    assert changed.choice("gomoku").level == "expert"
    assert changed.choice("xiangqi") == LevelChoice()
    with pytest.raises(TypeError):
        settings.with_(colour="red")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "xx"),
        ("theme", 3),
        ("scale", 9.0),
        ("scale", "big"),
        ("sound", "yes"),
        ("volume", -0.1),
        ("coordinates", None),
        ("name", "x" * 41),
        ("window", [10, 10]),
        ("window", [319, 800]),
        ("window", [1280, 239]),
        ("window", [1280]),
        ("looks", []),
        ("blindfold", "both eyes"),
        ("choices", 4),
    ],
)
def test_a_wrong_value_costs_only_itself(folders: Folders, field: str, value: Any) -> None:
    document = {"version": 1, "theme": "dark", "scale": 1.5, "name": "Ada", field: value}
    put(folders, json.dumps(document).encode())
    settings, notice = load(folders)
    assert getattr(settings, field) == getattr(Settings(), field)
    others = {"theme": "dark", "scale": 1.5, "name": "Ada"}
    others.pop(field, None)
    assert {name: getattr(settings, name) for name in others} == others
    assert notice is not None
    assert notice.code == "settings-damaged"
    assert notice.values["fields"] == field
    (aside,) = damaged_files(folders)
    assert notice.values["aside"] == str(aside)
    assert json.loads(aside.read_text()) == document
    assert load(folders) == (settings, None), "the mended file stands in its place, and nobody is told twice"


LIMITS = {
    "scale": (0.75, 2.0, 0.01),
    "volume": (0.0, 1.0, 0.01),
    "port": (0, 65_535, 1),
}
"""The least and the most of a number, and a step beyond."""
TERMS = {"size": (3, 64, 1), "base_s": (1, 86_400, 1), "increment_s": (0, 3_600, 1)}


@pytest.mark.parametrize(
    ("within", "field", "limits"),
    [
        *[((), field, limits) for field, limits in LIMITS.items()],
        *[(("choices", "gomoku"), field, limits) for field, limits in TERMS.items()],
    ],
)
def test_the_least_and_the_most_are_taken_and_nothing_beyond(
    folders: Folders, within: tuple[str, ...], field: str, limits: tuple[float, float, float]
) -> None:
    least, most, step = limits
    for value, taken in ((least, True), (most, True), (least - step, False), (most + step, False)):
        document: dict[str, Any] = {field: value}
        for name in reversed(within):
            document = {name: document}
        put(folders, json.dumps({"version": 1, **document}).encode())
        settings, notice = load(folders)
        found = getattr(settings.choice("gomoku") if within else settings, field)
        usual = getattr(LevelChoice() if within else Settings(), field)
        assert found == (value if taken else usual)
        assert (notice is None) is taken


@pytest.mark.parametrize(("field", "limits"), TERMS.items())
def test_terms_over_the_lan_have_the_same_limits(folders: Folders, field: str, limits: tuple[int, int, int]) -> None:
    least, most, step = limits
    for value, taken in ((least, True), (most, True), (least - step, False), (most + step, False)):
        put(folders, json.dumps({"version": 1, "lan": {field: value}}).encode())
        settings, notice = load(folders)
        assert getattr(settings.lan, field) == (value if taken else getattr(TableChoice(), field))
        assert (notice is None) is taken


def test_the_window_and_the_time_of_other_engines_have_limits(folders: Folders) -> None:
    for window, taken in (([320, 240], True), ([16_384, 16_384], True), ([16_385, 240], False), ([320, 16_385], False)):
        put(folders, json.dumps({"version": 1, "window": window}).encode())
        assert (load(folders)[0].window == tuple(window)) is taken
    for seconds, taken in ((1, True), (600, True), (601, False)):
        engine = {"name": "Pela", "path": "/opt/pela", "seconds": seconds}
        put(folders, json.dumps({"version": 1, "engines": [engine]}).encode())
        assert [each.seconds for each in load(folders)[0].engines] == ([seconds] if taken else [])


def test_what_somebody_new_finds() -> None:
    """What the help promises without having to be switched on, and nothing that gives a game away."""
    new = Settings()
    on = {"sound", "music", "coordinates", "ponder", "premove", "nudge", "voices"}
    switches = {name for name, value in msgspec.structs.asdict(new).items() if value is True or value is False}
    assert {name for name in switches if getattr(new, name)} == on
    assert (new.language, new.theme, new.scale, new.blindfold, new.port) == (None, "light", 1.0, "off", 0)
    assert (new.choice("gomoku").mode, new.choice("gomoku").level) == ("computer", "beginner")
    assert (new.choice("gomoku").base_s, new.choice("gomoku").side, new.choice("gomoku").undo) == (None, "first", True)
    assert (new.lan.base_s, new.lan.increment_s, new.lan.side) == (600, 5, "random")
    assert (new.lan.take_backs, new.lan.watchers) == (True, False)
    assert OtherEngine(name="Pela", path="/opt/pela").game == next(iter(GAMES))


def test_a_wrong_value_in_a_choice_costs_only_itself(folders: Folders) -> None:
    choices = {"gomoku": {"level": "expert", "size": -1, "later": 1}, "xiangqi": 5}
    put(folders, json.dumps({"version": 1, "choices": choices}).encode())
    settings, notice = load(folders)
    assert settings.choices == {"gomoku": LevelChoice(level="expert")}
    assert notice is not None
    assert notice.values["fields"] == "choices.gomoku.size, choices.xiangqi"


def test_a_wrong_value_in_a_look_costs_only_itself(folders: Folders) -> None:
    looks = {"gomoku": {"board": "slate", "pieces": 3}, "xiangqi": {"notation": "wxf"}, "draughts": "red"}
    put(folders, json.dumps({"version": 1, "looks": looks}).encode())
    settings, notice = load(folders)
    assert settings.looks == {"gomoku": BoardLook(board="slate"), "xiangqi": BoardLook(notation="wxf")}
    assert notice is not None
    assert notice.values["fields"] == "looks.gomoku.pieces, looks.draughts"
    assert settings.look("draughts") == BoardLook()
    assert settings.with_look("draughts", BoardLook(board="paper")).look("draughts").board == "paper"


def test_a_newer_version_is_read_as_far_as_it_is_known(folders: Folders) -> None:
    put(folders, json.dumps({"version": 99, "scale": 1.5, "hologram": {"on": True}}).encode())
    assert load(folders) == (Settings(scale=1.5), None)


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00" * 64, b"{", b"[]", b'"text"', b"\xff\xfe{}", b"[" * 200_000, b'{"a":' * 100_000, b" " * (1 << 21)],
)
def test_a_file_that_is_none_falls_back_and_is_kept(folders: Folders, content: bytes) -> None:
    put(folders, content)
    settings, notice = load(folders)
    assert settings == Settings()
    assert notice is not None
    assert notice.code == "settings-damaged"
    (aside,) = damaged_files(folders)
    assert aside.read_bytes() == content


def test_deep_nesting_inside_a_field_is_passed_over(folders: Folders) -> None:
    put(folders, b'{"version":1,"scale":1.5,"hologram":' + b"[" * 500 + b"]" * 500 + b"}")
    assert load(folders) == (Settings(scale=1.5), None)


@examples(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy
@given(
    st.dictionaries(
        st.sampled_from([*Settings.__struct_fields__, "version", "other"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
            max_leaves=5,
        ),
    )
)
def test_whatever_stands_in_the_file_the_settings_are_valid(
    tmp_path_factory: pytest.TempPathFactory, document: Any
) -> None:
    folders = find_folders({"QIGUAN_DATA": str(tmp_path_factory.mktemp("any"))})
    put(folders, json.dumps(document).encode())
    settings, _ = load(folders)
    assert save(settings, folders) is None
    assert load(folders) == (settings, None)


def test_what_can_not_be_read_is_a_notice_and_never_written_over(folders: Folders) -> None:
    folders.settings_file.mkdir(parents=True)
    (folders.settings_file / "of old").touch()
    settings, notice = load(folders)
    assert settings == Settings()
    assert notice is not None
    assert notice.code == "settings-unreadable"
    assert save(settings, folders) is None
    (aside,) = folders.config.glob("settings.json.damaged-*")
    assert (aside / "of old").exists()


def test_a_folder_in_the_way_is_a_notice(folders: Folders) -> None:
    folders.settings_file.mkdir(parents=True)
    notice = save(Settings(), folders)
    assert notice is not None
    assert notice.code == "settings-unsaved"


def test_an_unwritable_folder_is_a_notice(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    notice = save(Settings(), find_folders({"QIGUAN_DATA": str(tmp_path / "file")}))
    assert notice is not None
    assert notice.code == "folder-unwritable"
    assert str(tmp_path / "file") in str(notice)
