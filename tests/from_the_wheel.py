"""Run by `test_packaging.py` where Qiguan is installed: does what needs the program's packages, its assets and its
children of all kinds, and tells in a line of JSON what came of it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path


def packages() -> dict[str, str]:
    """Where each package lies."""
    import ai
    import game
    import net

    return {module.__name__: os.path.dirname(module.__file__ or "") for module in (ai, game, net)}


def window() -> str:
    """The language of the first frame, which also needs the fonts."""
    from game.app import Program
    from game.storage.folders import find_folders

    program = Program(find_folders())
    program.services.tables.prepare = lambda: None  # type: ignore[method-assign]  nothing is compiled here
    program.loop.frame()
    program.close()
    return program.stage.t.name


def engine_child() -> str:
    """What the child answers in which levels play whose kernels are not compiled."""
    from ai.runtime.child import start_child

    with start_child("ai.runtime.interpreter", variables={}) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write('{"id": 1, "engine": "nobody", "seed": 0, "options": {}}\n')
        child.stdin.flush()
        answer = child.stdout.readline()
        child.stdin.close()
    return str(json.loads(answer)["error"])


def import_child() -> list[str]:
    """What the child that imports games has kept: the names of their files."""
    from game.library.import_worker import import_by_child
    from game.library.importing import GameImport

    task = GameImport("")
    with tempfile.TemporaryDirectory() as folder:
        text = "(;FF[4]GM[4]SZ[15];B[hh];W[hi];B[ih])"
        assert import_by_child(task, [text], Path(folder), {}, lambda kept: None, lambda: False)
        return [Path(file).suffix for file in os.listdir(folder)]


def pool() -> int:
    """What a process of the arena's computes."""
    from ai.arena.pool import open_pool, results

    processes = open_pool(1, None)
    ((_, result),) = results(processes, len, ["four"])
    processes.close(at_once=False)
    assert isinstance(result, int), result
    return result


if __name__ == "__main__":
    import qiguan  # noqa: F401  as the installed commands do

    told = (packages(), window(), engine_child(), import_child(), pool())
    sys.stdout.write(json.dumps(told) + "\n")
