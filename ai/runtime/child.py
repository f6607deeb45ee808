"""Starting Python once more, with a module of ours as its program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO


def start_child(
    module: str, *arguments: str, variables: Mapping[str, str], errors: IO[str] | int = subprocess.DEVNULL
) -> subprocess.Popen[str]:
    """A child that runs the module, to be talked with line by line; `variables` are added to its environment. Raises
    OSError where it can't be started."""
    return subprocess.Popen(
        # -P: a folder `ai` in the current directory must not be taken for ours
        [sys.executable, "-P", "-m", module, *arguments],
        env={**os.environ, "PYTHONPATH": _search_path(), **variables},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        encoding="utf-8",
        bufsize=1,
    )


def _search_path() -> str:
    """The child's PYTHONPATH: where `ai` lies, then what was there."""
    here = str(Path(__file__).resolve().parents[2])
    given = os.environ.get("PYTHONPATH")
    return here + os.pathsep + given if given else here
