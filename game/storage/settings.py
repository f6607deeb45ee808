"""What the person has chosen, kept in one versioned file.

A value that can't be used costs only itself: every field falls back alone, and the file as it was found is kept aside.
Fields that this version does not know are passed over, so a file of a newer version can be read.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from game.rules.core import FREE_OPENING
from game.rules.handicaps import NO_HANDICAP
from game.rules.registry import GAMES
from game.storage.atomic_file import keep_aside, write_safely
from game.storage.folders import FolderError, Folders, ready
from game.storage.notice import Notice
from game.storage.reasons import reason_of

VERSION = 1
"""The version of the file. It rises when a field changes its meaning, not when one is added."""

_LONGEST_FILE = 1 << 20

Language = Literal["zh", "en"]
Theme = Literal["light", "dark", "contrast"]
Blindfold = Literal["off", "discs", "hidden", "no-board"]
"""How much of the pieces is seen: all, discs in their places, nothing, or not even the board."""
GameMode = Literal["computer", "two", "watch", "arcade"]
"""Against the computer, two people at this screen, computer against computer, a ladder of computers to climb."""
SoundSet = Literal["wood", "stone", "soft", "own"]
"""What the table is made of to the ear; the last: the person's own files."""
SideChoice = Literal["first", "second", "random"]

_ShortText = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
_Name = Annotated[str, msgspec.Meta(max_length=40)]


class LevelChoice(msgspec.Struct, frozen=True, kw_only=True):
    """What was last chosen in the level select of one game.

    `level` and `second_level` are level names (`advanced`, `depth:5`); the second is the other computer when watching.
    `variant` None = the game's usual one, `size` None = the variant's usual board. `base_s` None = no time control;
    else seconds for the whole game, and `increment_s` seconds for each move. `opening` is an opening rule of the
    variant, `handicap` what the computer gives, or one of two people or computers.
    """

    mode: GameMode = "computer"
    level: _ShortText = "beginner"
    second_level: _ShortText = "intermediate"
    side: SideChoice = "first"
    variant: _ShortText | None = None
    size: Annotated[int, msgspec.Meta(ge=3, le=64)] | None = None
    base_s: Annotated[int, msgspec.Meta(ge=1, le=86_400)] | None = None
    increment_s: Annotated[int, msgspec.Meta(ge=0, le=3_600)] = 0
    opening: _ShortText = FREE_OPENING
    handicap: _ShortText = NO_HANDICAP
    undo: bool = True

    def with_(self, **changes: Any) -> LevelChoice:
        """A copy with these fields changed. Raises TypeError for a field that does not exist."""
        return msgspec.structs.replace(self, **changes)


class TableChoice(msgspec.Struct, frozen=True, kw_only=True):
    """What was last chosen for games over the LAN; the fields as in `LevelChoice`, `side` is the person's own wish."""

    variant: _ShortText | None = None
    size: Annotated[int, msgspec.Meta(ge=3, le=64)] | None = None
    base_s: Annotated[int, msgspec.Meta(ge=1, le=86_400)] | None = 600
    increment_s: Annotated[int, msgspec.Meta(ge=0, le=3_600)] = 5
    side: SideChoice = "random"
    opening: _ShortText = FREE_OPENING
    take_backs: bool = True
    watchers: bool = False


class AnalysisChoice(msgspec.Struct, frozen=True, kw_only=True):
    """How the analysis board was left: how many lines, whether they are drawn on the board, and by each game's name the
    engines that think there (their level names; empty = that of the house)."""

    lines: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3
    arrows: bool = True
    engines: dict[_ShortText, tuple[Annotated[str, msgspec.Meta(max_length=64)], ...]] = {}

    def with_(self, **changes: Any) -> AnalysisChoice:
        """A copy with these fields changed. Raises TypeError for a field that does not exist."""
        return msgspec.structs.replace(self, **changes)


class BoardLook(msgspec.Struct, frozen=True, kw_only=True):
    """How a game looks: the style of its board, of its pieces, and the notation of its moves; empty = the usual."""

    board: Annotated[str, msgspec.Meta(max_length=64)] = ""
    pieces: Annotated[str, msgspec.Meta(max_length=64)] = ""
    notation: Annotated[str, msgspec.Meta(max_length=64)] = ""

    def with_(self, **changes: Any) -> BoardLook:
        """A copy with these fields changed. Raises TypeError for a field that does not exist."""
        return msgspec.structs.replace(self, **changes)


class OtherEngine(msgspec.Struct, frozen=True, kw_only=True):
    """Another program that plays a game: its file, what it is started with, and its time for a move. `name` is what it
    is called here, different from all others' of its game."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    path: Annotated[str, msgspec.Meta(min_length=1, max_length=1024)]
    arguments: Annotated[str, msgspec.Meta(max_length=1024)] = ""
    game: _ShortText = next(iter(GAMES))
    seconds: Annotated[int, msgspec.Meta(ge=1, le=600)] = 5

    def with_(self, **changes: Any) -> OtherEngine:
        """A copy with these fields changed. Raises TypeError for a field that does not exist."""
        return msgspec.structs.replace(self, **changes)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. `language` None = the system's; `scale` is the size of the interface, 1.0 = 100 %; `window` is
    the width and height in pixels; `sounds` are those of the table, `music` plays behind everything, as
    loud as `music_volume`; `portrait` is the level whose portrait stands beside the person's `name`, empty = none;
    `ponder` lets the computer think on the person's time, `threats` shows what
    threatens, `premove` lets moves be chosen ahead, `nudge` a piece just put down be pushed, `teaching` offers bad
    moves back, `find_mistakes` goes through one's games in the background and makes exercises, `voices` lets
    opponents say a line; `looks` and `choices` hold boards and pieces, and the last level select, of each game by
    the game's name, `lan` what one would like to play with people elsewhere, `analysis` how the analysis board was
    left, `engines` other programs to play against, `learned` the pages of the rules that have been done, `keys` the
    keys that differ from the usual ones, by `scope.action`. `has_played` is set once the person has sat down at a
    table: nobody is welcomed twice; `stories` are the games whose story was told. `explorer` shows the explorer of
    openings beside boards. `quiet` lets nobody invite the person over the LAN, `port` is where others reach this
    program there, 0 = the usual one."""

    language: Language | None = None
    theme: Theme = "light"
    scale: Annotated[float, msgspec.Meta(ge=0.75, le=2.0)] = 1.0
    sound: bool = True
    volume: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.7
    sounds: SoundSet = "wood"
    music: bool = True
    music_volume: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.4
    coordinates: bool = True
    reduced_motion: bool = False
    name: _Name = ""
    portrait: _Name = ""
    fullscreen: bool = False
    window: tuple[
        Annotated[int, msgspec.Meta(ge=320, le=16_384)],
        Annotated[int, msgspec.Meta(ge=240, le=16_384)],
    ] = (1280, 800)
    looks: dict[_ShortText, BoardLook] = msgspec.field(default_factory=dict)
    blindfold: Blindfold = "off"
    ponder: bool = True
    threats: bool = False
    premove: bool = True
    nudge: bool = True
    teaching: bool = False
    find_mistakes: bool = False
    voices: bool = True
    explorer: bool = False
    choices: dict[_ShortText, LevelChoice] = msgspec.field(default_factory=dict)
    lan: TableChoice = TableChoice()
    analysis: AnalysisChoice = AnalysisChoice()
    engines: tuple[OtherEngine, ...] = ()
    learned: tuple[_ShortText, ...] = ()
    keys: dict[_ShortText, tuple[_ShortText, ...]] = msgspec.field(default_factory=dict)
    has_played: bool = False
    stories: tuple[_ShortText, ...] = ()
    quiet: bool = False
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 0

    def with_(self, **changes: Any) -> Settings:
        """A copy with these fields changed. Raises TypeError for a field that does not exist."""
        return msgspec.structs.replace(self, **changes)

    def look(self, game: str) -> BoardLook:
        """How a game is to look, or the usual."""
        return self.looks.get(game, BoardLook())

    def with_look(self, game: str, look: BoardLook) -> Settings:
        """A copy that remembers a game's look."""
        return self.with_(looks={**self.looks, game: look})

    def choice(self, game: str) -> LevelChoice:
        """What was last chosen for a game, or the usual."""
        return self.choices.get(game, LevelChoice())

    def with_choice(self, game: str, choice: LevelChoice) -> Settings:
        """A copy that remembers a game's choice."""
        return self.with_(choices={**self.choices, game: choice})


def load(folders: Folders) -> tuple[Settings, Notice | None]:
    """The settings, and what to tell the person if the file could not be used as it stood. Never raises.

    Without a file: the defaults and no notice. After a damage the file is set aside and a mended one takes its place;
    one that can't be read is set aside too.
    """
    path = folders.settings_file
    try:
        with path.open("rb") as file:
            data = file.read(_LONGEST_FILE + 1)
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        keep_aside(path)  # the next change is written in its place
        return Settings(), Notice("settings-unreadable", {"file": str(path), "why": reason_of(error)})
    settings, faults = _read(data)
    if not faults:
        return settings, None
    aside = keep_aside(path)
    save(settings, folders)  # a folder that refuses this will be reported by the next save
    return settings, Notice(
        "settings-damaged", {"file": str(path), "fields": ", ".join(faults), "aside": str(aside or path)}
    )


def save(settings: Settings, folders: Folders) -> Notice | None:
    """Write the settings; what to tell the person if that failed, else None. Never raises."""
    document = {"version": VERSION, **msgspec.to_builtins(settings)}
    try:
        ready(folders.config)
        write_safely(folders.settings_file, msgspec.json.format(msgspec.json.encode(document)) + b"\n")
    except FolderError as error:
        return error.notice
    except OSError as error:
        return Notice("settings-unsaved", {"file": str(folders.settings_file), "why": reason_of(error)})
    return None


def _read(data: bytes) -> tuple[Settings, list[str]]:
    """The settings in a file's bytes, and the names of the fields that had to fall back (`*` = the whole file)."""
    if len(data) > _LONGEST_FILE:
        return Settings(), ["*"]
    try:
        document = msgspec.json.decode(data)
    except (ValueError, RecursionError):  # ValueError covers broken JSON and broken UTF-8
        return Settings(), ["*"]
    if not isinstance(document, dict):
        return Settings(), ["*"]
    faults: list[str] = []
    raw = dict(document)
    choices, looks = raw.pop("choices", {}), raw.pop("looks", {})
    engines, keys = raw.pop("engines", []), raw.pop("keys", {})
    settings = _lenient(Settings, raw, "", faults).with_(
        engines=_read_engines(engines, faults),
        keys=_read_keys(keys, faults),
        looks=_by_game(BoardLook, looks, "looks", faults),
        choices=_by_game(LevelChoice, choices, "choices", faults),
    )
    return settings, faults


_Struct = TypeVar("_Struct", Settings, LevelChoice, BoardLook)


def _by_game(kind: type[_Struct], raw: Any, field: str, faults: list[str]) -> dict[str, _Struct]:
    """What is kept for each game, as far as it can be read; the rest is added to `faults`."""
    if not isinstance(raw, dict):
        faults.append(field)
        return {}
    read: dict[str, _Struct] = {}
    for game, each in raw.items():
        if isinstance(each, dict):
            read[game] = _lenient(kind, each, f"{field}.{game}.", faults)
        else:
            faults.append(f"{field}.{game}")
    return read


def _read_engines(raw: Any, faults: list[str]) -> tuple[OtherEngine, ...]:
    """The engines that can be read, each name of a game once; the others are added to `faults`."""
    if not isinstance(raw, list):
        faults.append("engines")
        return ()
    read: dict[tuple[str, str], OtherEngine] = {}
    for index, each in enumerate(raw):
        try:
            engine = msgspec.convert(each, OtherEngine)
        except (msgspec.ValidationError, RecursionError):
            faults.append(f"engines.{index}")
        else:
            read.setdefault((engine.game, engine.name), engine)
    return tuple(read.values())


def _read_keys(raw: Any, faults: list[str]) -> dict[str, tuple[str, ...]]:
    """The keys of each action that can be read; the others are added to `faults`. What they mean, the window knows."""
    if not isinstance(raw, dict):
        faults.append("keys")
        return {}
    read: dict[str, tuple[str, ...]] = {}
    for action, each in raw.items():
        try:
            read[action] = msgspec.convert(each, tuple[_ShortText, ...])
        except (msgspec.ValidationError, RecursionError):
            faults.append(f"keys.{action}")
    return read


def _lenient(kind: type[_Struct], raw: dict[str, Any], prefix: str, faults: list[str]) -> _Struct:
    """A struct from what fits of `raw`; the fields that do not fit keep their default and are added to `faults`."""
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.name not in raw:
            continue
        try:
            values[field.name] = msgspec.convert(raw[field.name], field.type)
        except (msgspec.ValidationError, RecursionError):
            faults.append(f"{prefix}{field.name}")
    return kind(**values)
