"""What the import contracts can't say of the house: no circle of imports of any kind, and each class name used once."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


@cache
def sources() -> Mapping[str, ast.Module]:
    """Every module of the program by its dotted name, parsed."""
    found = {}
    for top in ("game", "ai", "net"):
        for path in sorted((ROOT / top).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imported(tree: ast.Module) -> Iterable[str]:
    """The modules that one imports anywhere in it: at its top, for types alone, or late in a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                full = f"{node.module}.{each.name}"
                yield full if full in sources() else node.module


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """The sets of nodes of which each leads to each other one (Tarjan 1972), without single nodes."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[set[str]] = []

    def visit(node: str) -> None:
        number[node] = low[node] = len(number)
        path.append(node)
        for other in graph[node]:
            if other not in number:
                visit(other)
            if other in path:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            start = path.index(node)
            if len(path) - start > 1:
                found.append(set(path[start:]))
            del path[start:]

    for node in graph:
        if node not in number:
            visit(node)
    return found


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [{"b", "c"}]


def test_no_modules_import_each_other() -> None:
    names = sources().keys()
    graph = {
        name: {each for each in imported(tree) if each in names and each != name} for name, tree in sources().items()
    }
    assert sum(map(len, graph.values())) > 1000
    assert circles(graph) == []


def test_each_class_name_is_used_once() -> None:
    places = defaultdict(list)
    for name, tree in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
    assert {each: where for each, where in places.items() if len(where) > 1} == {}
