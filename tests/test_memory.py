"""What the program frees is the system's again."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

_HOLES = """
from pathlib import Path
from game.storage.memory import return_free_pages

def resident_mb():
    return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) / 1024

blocks = [bytes([n % 251]) * 60_000 for n in range(1000)]
del blocks[:-1]  # the last one lies above them all
holes = resident_mb()
return_free_pages()
print(holes - resident_mb())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library can be asked to")
def test_free_pages_among_small_blocks_are_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", _HOLES], capture_output=True, text=True, check=True)
    assert float(done.stdout) > 30
