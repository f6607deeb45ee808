"""A library made of the object file of one platform, by zig's linker, which has all platforms' systems with it.

Nothing of the machine that it runs on, nor of the time, goes into the library. Those for Apple's processors are signed
ad hoc (zig does it unasked): macOS loads no others there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


class LinkError(Exception):
    """The library can't be made."""


def link(code: Path, out: Path, system: str, scratch: Path) -> None:
    """Make the library `out` of an object file for a system as zig names it (`emit.Platform.system`). Raises
    LinkError."""
    command = [sys.executable, "-m", "ziglang", "cc", "-target", system, "-shared", "-s", "-o", str(out), str(code)]
    if "linux" in system:
        # Whatever C library Python runs on has the few functions that are wanted: glibc or musl, of any age. The linker
        # would make stubs of it out of its sources first, which takes ten times as long as all the rest.
        command.append("-nostdlib")
    elif "macos" in system:
        command.append(f"-Wl,-install_name,@rpath/{out.name}")  # its name in itself, else the path of `out`
    elif "windows" in system:
        command.append("-Wl,/Brepro")  # a hash where else the time stands
    caches = {name: str(scratch / "zig") for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")}
    done = subprocess.run(command, env={**os.environ, **caches}, capture_output=True, text=True, check=False)
    if done.returncode or not out.is_file():
        raise LinkError(f"{out.name} can't be linked: {done.stderr.strip()[-400:]}")
