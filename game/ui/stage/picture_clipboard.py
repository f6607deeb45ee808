"""Pictures on the clipboard of the desktop, put there by a program of the system: SDL 2, on which pygame stands, knows
texts alone (`pygame.scrap.put` refuses all else), and what a clipboard has must outlive the program that put it there.

Wayland has wl-copy, X11 xclip, which are packages of their own; macOS and Windows bring what is needed along. A GIF can
be put there everywhere but on Windows, whose clipboard has no name for it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

PNG: Final = "image/png"
GIF: Final = "image/gif"

_LIMIT_S: Final = 20.0
_MAC_CLASSES: Final = {PNG: "PNGf", GIF: "GIFf"}
_MAC: Final = "set the clipboard to (read (POSIX file {path}) as «class {kind}»)"
_WINDOWS: Final = (
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing;"
    "[Windows.Forms.Clipboard]::SetDataObject([Drawing.Image]::FromFile($env:QIGUAN_PICTURE), $true)"
)
_FILE: Final = "QIGUAN_PICTURE"
"""The variable in which PowerShell finds the path, whatever characters that has."""


class PictureClipboardError(Exception):
    """A picture can't be put on the clipboard. `programs` are those of which one would help, empty where none does."""

    def __init__(self, why: str, programs: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.programs = tuple(programs)


def put(
    kind: str,
    data: bytes,
    system: str = sys.platform,
    environment: Mapping[str, str] = os.environ,
    which: Callable[[str], str | None] = shutil.which,
) -> None:
    """Put the bytes of a file of a kind (`PNG`, `GIF`) on the clipboard. Waits for the program that does it, so not for
    the window's thread. Raises PictureClipboardError."""
    if system == "win32":
        if kind != PNG:
            raise PictureClipboardError(kind)
        _with_file(data, lambda path: _run(["powershell", "-NoProfile", "-STA", "-Command", _WINDOWS], None, path))
    elif system == "darwin":
        _with_file(data, lambda path: _run(["osascript", "-e", _mac_script(kind, path)], None))
    else:
        _run(_command(kind, environment, which), data)


def _command(kind: str, environment: Mapping[str, str], which: Callable[[str], str | None]) -> list[str]:
    wayland, x11 = ["wl-copy", "--type", kind], ["xclip", "-selection", "clipboard", "-t", kind, "-i"]
    shown = [("WAYLAND_DISPLAY", wayland), ("DISPLAY", x11)]
    fitting = [command for variable, command in shown if environment.get(variable)]
    for command in fitting:
        path = which(command[0])
        if path is not None:
            return [path, *command[1:]]
    raise PictureClipboardError("no program for it", [command[0] for command in fitting])


def _mac_script(kind: str, path: Path) -> str:
    quoted = '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'
    return _MAC.format(path=quoted, kind=_MAC_CLASSES[kind])


def _with_file(data: bytes, use: Callable[[Path], None]) -> None:
    """Have a file with these bytes while it is used. Raises PictureClipboardError where it can't be written."""
    try:
        with tempfile.TemporaryDirectory(prefix="qiguan-") as folder:
            path = Path(folder) / "picture"
            path.write_bytes(data)
            use(path)
    except OSError as error:
        raise PictureClipboardError(error.strerror or str(error)) from error


def _run(command: Sequence[str], data: bytes | None, path: Path | None = None) -> None:
    environment = {**os.environ, _FILE: str(path)} if path is not None else None
    try:
        with tempfile.TemporaryFile() as errors:  # no pipe: what stays behind to hold the clipboard would keep it open
            done = subprocess.run(
                command,
                input=b"" if data is None else data,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=environment,
                timeout=_LIMIT_S,
                check=False,
                start_new_session=True,  # it outlives the program, also one that is ended in its terminal
            )
            errors.seek(0)
            told = errors.read(200).decode("utf-8", "replace").split("\n")[0].strip()
    except subprocess.TimeoutExpired as error:
        raise PictureClipboardError(f"{command[0]}: {_LIMIT_S:.0f} s") from error
    except OSError as error:
        raise PictureClipboardError(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        raise PictureClipboardError(told or f"{command[0]}: {done.returncode}")
