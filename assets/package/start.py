"""The way into the program where PyInstaller has put it into one folder with its Python."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import sys
from pathlib import Path

_CHILDREN = ("ai.runtime.warmup", "ai.runtime.interpreter", "game.library.import_worker")
"""What the program starts Python with (`-P -m NAME`); here Python's place is taken by the program itself."""

_ENGINES = {f"qiguan-{game}": game for game in ("gomoku", "xiangqi", "draughts", "reversi")}
"""Names under which the program is an engine, and the ways into it (`game.__main__`)."""


def main() -> None:
    """Be the program, or a child of it: what compiles kernels or interprets them, what brings games in."""
    multiprocessing.freeze_support()
    _restore("LD_LIBRARY_PATH")
    if sys.argv[1:3] == ["-P", "-m"] and sys.argv[3:4] and sys.argv[3] in _CHILDREN:
        child = importlib.import_module(sys.argv[3])
        del sys.argv[1:4]
        sys.exit(child.main())
    from game import __main__ as program

    names = (Path(path).stem.lower() for path in (sys.argv[0], sys.executable))
    getattr(program, next((_ENGINES[name] for name in names if name in _ENGINES), "main"))()


def _restore(name: str) -> None:
    """Undo for other programs, such as engines that are played against, what was set to find the libraries in the
    folder; this one has found them."""
    before = os.environ.pop(f"{name}_ORIG", None)
    if before is not None:
        os.environ[name] = before
    else:
        os.environ.pop(name, None)


if __name__ == "__main__":
    main()
