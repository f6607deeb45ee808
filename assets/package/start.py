"""The way into the program where PyInstaller has put it into one folder with its Python."""

from __future__ import annotations

import multiprocessing
import os
import sys

_COMPILER = ["-P", "-m", "ai.warmup"]
"""What `ai.warmup` gives to Python for its child; here Python's place is taken by the program itself."""


def main() -> None:
    """Be the program, or the child that compiles kernels for it."""
    multiprocessing.freeze_support()
    _restore("LD_LIBRARY_PATH")
    if sys.argv[1:4] == _COMPILER:
        from ai import warmup

        del sys.argv[1:4]
        sys.exit(warmup.main())
    from game.__main__ import main as play

    play()


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
