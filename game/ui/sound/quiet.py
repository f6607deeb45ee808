"""Keeps the complaints of the system's libraries off the terminal: they tell of every screen and sound device that they
tried, where one line of ours says what matters."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def quiet_standard_error() -> Iterator[None]:
    """What libraries below Python write to standard error meanwhile is dropped."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no such stream to keep quiet
        yield
        return
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
