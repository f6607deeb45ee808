"""A game is named in its own folders, in the four lists, and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.engine_kind import resolve
from ai.engines import ENGINES
from ai.games import GAMES as ENGINE_GAMES
from game.records.registry import GAMES as RECORD_GAMES
from game.rules.registry import GAMES, VARIANTS
from game.tables import tables
from game.ui.games.registry import GAMES as WINDOW_GAMES

ROOT = Path(__file__).parent.parent
LISTS = ("game/rules/registry.py", "game/records/registry.py", "game/ui/games/registry.py", "ai/games.py")
FACES = ("game/rules", "game/records", "game/ui/games", "ai")
"""Where each game has a folder of its name."""
OF_ONE_GAME = {
    "ai/classic": "the engines of the source documents, each for one game; their games' lists name them",
    "ai/bench/classic": "the figures of these",
    "ai/protocols/dxp": "the protocol of draughts over a network",
    "ai/protocols/gomocup": "the protocol of Gomoku",
    "ai/protocols/hub": "the protocol of draughts",
    "ai/protocols/nboard": "the protocol of Reversi",
    "ai/protocols/uci": "the protocol of Xiangqi",
    "game/__main__.py": "the commands that are installed, one for each engine",
    "game/bench": "figures of named games, to be compared over the years",
    "game/commands/line.py": "the command line's help gives examples",
}
"""What else may name a game, by the beginning of its path, and why."""
NAME = re.compile(rf"(?<![a-z])({'|'.join(sorted({*GAMES, *VARIANTS}, key=len, reverse=True))})(?![a-z])")


def sources() -> Iterator[Path]:
    for top in ("game", "ai", "net"):
        yield from sorted((ROOT / top).rglob("*.py"))
    yield ROOT / "main.py"


def owner(path: str) -> str | None:
    """The game in whose folder a file lies."""
    return next((game for game in GAMES for face in FACES if path.startswith(f"{face}/{game}/")), None)


def is_excepted(path: str) -> bool:
    return path in LISTS or any(path.startswith(beginning) for beginning in OF_ONE_GAME)


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts of a program but for those that stand alone, which are documentation."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{each.name}") for each in node.names)


def game_of(module: str) -> str | None:
    """The game to which a module belongs."""
    return owner(module.replace(".", "/") + "/")


def test_what_finds_names_finds_them() -> None:
    tree = ast.parse('"""gomoku"""\nX = "gomoku-renju"\n"""xiangqi"""\nY = f"ai.{x}.draughts"\nZ = "reversible"\n')
    assert [text for _, text in texts(tree) if NAME.search(text)] == ["gomoku-renju", ".draughts"]
    tree = ast.parse("from game.rules.gomoku import text\nimport ai.reversi.board\nfrom game.rules import core")
    assert [game_of(module) for _, module in imports(tree)] == ["gomoku", "reversi", None]


def test_no_game_is_named_outside_its_folders() -> None:
    found = []
    for file in sources():
        path = file.relative_to(ROOT).as_posix()
        if owner(path) is None and not is_excepted(path):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found += [f"{path}:{line}: {text!r}" for line, text in texts(tree) if NAME.search(text)]
    assert not found, "\n".join(found)


def test_a_game_is_imported_by_the_lists_alone_and_never_by_another_game() -> None:
    found = []
    for file in sources():
        path = file.relative_to(ROOT).as_posix()
        if not is_excepted(path):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found += [
                f"{path}:{line}: {module}"
                for line, module in imports(tree)
                if game_of(module) not in (None, owner(path))
            ]
    assert not found, "\n".join(found)


def test_exceptions_are_needed() -> None:
    for beginning in OF_ONE_GAME:
        held = [file for file in sources() if file.relative_to(ROOT).as_posix().startswith(beginning)]
        trees = [ast.parse(file.read_text(encoding="utf-8")) for file in held]
        named = any(NAME.search(text) for tree in trees for _, text in texts(tree))
        assert named or any(game_of(module) for tree in trees for _, module in imports(tree)), beginning


def test_the_lists_are_of_the_same_games() -> None:
    assert tuple(GAMES) == tuple(WINDOW_GAMES) == tuple(ENGINE_GAMES), "in the order of the menu"
    assert {each.name for each in RECORD_GAMES} <= set(GAMES)
    assert all(rules.game == name for name, game in GAMES.items() for rules in game.variants)
    assert {name for game in WINDOW_GAMES.values() for name in game.examples} == set(VARIANTS)
    for name, game in ENGINE_GAMES.items():
        assert {level.game for level in game.levels} == {name} == {game.arena.game}
        assert {level.kind for level in game.levels} <= set(game.engines)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_an_engine_refers_to_is_there(engine: str) -> None:
    kind = ENGINES[engine]
    for reference in filter(None, (kind.engine, kind.blunders, kind.around)):
        assert callable(resolve(reference)), reference
    if kind.kernels:
        assert callable(resolve(f"{kind.kernels}:compile_kernels"))


@pytest.mark.parametrize("game", ENGINE_GAMES)
def test_what_a_game_of_engines_refers_to_is_there(game: str) -> None:
    held = ENGINE_GAMES[game]
    if held.protocol is not None:
        assert callable(resolve(held.protocol.dialect))
        assert callable(resolve(held.protocol.client))
    if held.bench:
        assert callable(resolve(f"{held.bench}:main"))
        assert set(resolve(f"{held.bench}:SEARCHES")) <= {kind.name for kind in held.engines}
    if held.puzzles:
        assert resolve(f"{held.puzzles}:MAKERS")


def test_a_game_with_simple_engines_alone_has_its_adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = ENGINE_GAMES["reversi"].levels[0]
    assert not plain.needs_kernels
    monkeypatch.setattr(tables.levels, "level", lambda game, text: plain)
    tables._strong_adviser("reversi").new_engine()
