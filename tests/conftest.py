"""What every test needs before anything is imported: no real screen, no sound card, nobody's own folders."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

from ai.cache import sources_hash

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

_folder = tempfile.TemporaryDirectory(prefix="qiguan-tests-")
os.environ["QIGUAN_DATA"] = _folder.name
# Kernels are compiled once for all tests and runs, and anew when a source has changed.
os.environ.setdefault(
    "NUMBA_CACHE_DIR", str(Path(__file__).parent.parent / ".pytest_cache" / f"numba-{sources_hash()}")
)

# The same examples on every run, and no test that fails because the machine is busy.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
