"""What every test needs before anything is imported: no real screen, no sound card, nobody's own folders."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from ai.common.kernel_cache import sources_hash

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

_folder = tempfile.TemporaryDirectory(prefix="qiguan-tests-")
os.environ["QIGUAN_DATA"] = _folder.name
# Where the tests are started in the background a shell has their programs ignore Ctrl-C, with which some are tried.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Kernels are compiled once for all tests and runs, and again when a source has changed.
os.environ.setdefault(
    "NUMBA_CACHE_DIR", str(Path(__file__).parent.parent / ".pytest_cache" / f"numba-{sources_hash()}")
)

# The same examples on every run, and no test that fails because the machine is busy.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

_NETWORK = ("net", "lan", "commands")
"""Folders whose tests find each other on this machine's network, so that they must run one after the other."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several processes share the tests, the tests of a file stay together, for what they load is slow to load;
    those of the network wait most of their time, so that all of them beside the others cost little."""
    for item in items:
        folder = item.path.relative_to(Path(__file__).parent).parts[0]
        item.add_marker(pytest.mark.xdist_group("network" if folder in _NETWORK else str(item.path)))
