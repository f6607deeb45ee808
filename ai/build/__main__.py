"""`python -m ai.build`: the kernels of all engines as libraries, one for each platform, in `ai/native`.

The same sources, numba and linker give the same bytes.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ai.build.link import LinkError, link
from ai.common.sources import FOLDER, NUMBA, VARIABLE, content_hash, library_file, this_platform
from ai.version import ShowVersion

_SEED = "PYTHONHASHSEED"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.build", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("--here", action="store_true", help="for this machine alone")
    options = parser.parse_args(arguments)
    if os.environ.get(_SEED) != "0" or os.environ.get(VARIABLE) != NUMBA:
        # the order of numba's sets goes into its code
        again = [sys.executable, "-m", "ai.build", *(["--here"] if options.here else [])]
        return subprocess.run(again, env={**os.environ, _SEED: "0", VARIABLE: NUMBA}, check=False).returncode
    with tempfile.TemporaryDirectory() as scratch:
        from ai.build.code import BuildError  # imports numba

        try:
            return _build(Path(scratch), options.here)
        except (BuildError, LinkError, OSError) as error:
            sys.stderr.write(f"{error}\n")
            return 1


def _build(scratch: Path, here: bool) -> int:
    from ai.build.code import BuildError, import_all, whole_module
    from ai.build.emit import PLATFORMS, object_code

    this = this_platform()
    if here and this is None:
        raise BuildError("no library is made for this machine")
    sources = content_hash()
    import_all()
    text, entries = whole_module()
    sys.stdout.write(f"{len(entries)} kernels\n")
    made: dict[Path, Path] = {}
    for name in [this] if here and this else PLATFORMS:
        code = scratch / f"{name}.o"
        code.write_bytes(object_code(text, entries, PLATFORMS[name]))
        file = library_file(name)
        made[file] = scratch / file.name
        link(code, made[file], PLATFORMS[name].system, scratch)
    content_hash.cache_clear()
    if content_hash() != sources:
        raise BuildError("the sources were changed meanwhile: what was made of them fits neither")
    FOLDER.mkdir(exist_ok=True)
    for file, fresh in made.items():
        beside = file.with_suffix(".new")
        shutil.copyfile(fresh, beside)
        beside.replace(file)  # at once: who looks meanwhile finds a whole one
    for other in FOLDER.iterdir():
        if sources not in other.name:
            with contextlib.suppress(OSError):  # a program has it open
                other.unlink()
    for file in made:
        sys.stdout.write(f"{file.name}: {file.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
