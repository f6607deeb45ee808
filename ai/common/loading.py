"""Loading an engine without holding up the window's thread."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ai.common.sources import fitting_library


@contextmanager
def no_collection() -> Iterator[None]:
    """No garbage collection while numba is imported and kernels are loaded.

    That makes hundreds of thousands of objects which live as long as the program. A full collection among them held
    the GIL for 32 ms, two frames; so they are also left out of all later ones (`gc.freeze`). Once numba is there, or
    where a library of kernels takes its place, this does nothing: what is frozen again and again is never collected.
    """
    if "numba" in sys.modules or fitting_library() is not None:
        yield
        return
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()
