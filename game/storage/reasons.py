"""Why the system refuses something, such as a file that is missing or a disk that is full."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "missing": "there is no such file or folder",
        "denied": "the system does not allow it",
        "read-only": "nothing can be written there",
        "disk-full": "the disk is full",
        "folder": "it is a folder",
        "no-folder": "it is not a folder",
        "name-too-long": "its name is too long",
        "newer-file": "a newer version of the program has written it",
        "stays-damaged": "it is damaged and can't be set aside",
    }
)
"""The usual reasons: a code that the window translates (`reason.<code>`), and its English words."""

_CODES: Final = MappingProxyType(
    {
        errno.ENOENT: "missing",
        errno.EACCES: "denied",
        errno.EPERM: "denied",
        errno.EROFS: "read-only",
        errno.ENOSPC: "disk-full",
        errno.EDQUOT: "disk-full",
        errno.EISDIR: "folder",
        errno.ENOTDIR: "no-folder",
        errno.ENAMETOOLONG: "name-too-long",
    }
)


class SystemReason(str):
    """A reason in English, which knows its code; the code is empty where the words are the system's own."""

    __slots__ = ("code",)

    code: str

    def __new__(cls, words: str, code: str = "") -> SystemReason:
        """The words with their code."""
        found = super().__new__(cls, words)
        found.code = code
        return found


def reason_of(error: BaseException) -> SystemReason:
    """Why something could not be read or written, as the system says it."""
    if not isinstance(error, OSError):
        return SystemReason(str(error))
    code = _CODES.get(error.errno or 0, "")
    return SystemReason(REASONS[code] if code else error.strerror or str(error), code)
