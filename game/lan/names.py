"""What a person without a name is called: everybody on the LAN has one."""

from __future__ import annotations

import getpass
from typing import Final

from net.sanitize import clean_line, substitute_name

LONGEST_LOGIN: Final = 24
_NOBODYS: Final = frozenset({"root", "admin", "administrator", "user", "guest"})
"""Accounts that tell nothing about who sits there."""


def usual_name(instance: str) -> str:
    """The name that the person has at this computer, or else one made from the program's instance."""
    try:
        login = getpass.getuser()
    except Exception:  # it asks the environment and the system, which raise what they like where there is no account
        login = ""
    name = clean_line(login, LONGEST_LOGIN + 1)
    if not name or len(name) > LONGEST_LOGIN or name.casefold() in _NOBODYS:
        return substitute_name(instance)
    return name
