"""The program from a checkout: `python main.py` opens the window, `python main.py --help` tells the rest.

This file alone is read by whatever Python somebody has, from 2.7 on: what does not fit is told in a line.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NEEDED = (3, 11)
MODULES = {
    "pygame": "pygame-ce",
    "numpy": "numpy",
    "msgspec": "msgspec",
    "platformdirs": "platformdirs",
    "ifaddr": "ifaddr",
    "cryptography": "cryptography",
    "OpenSSL": "pyopenssl",
}
"""What must be there, as it is imported and as it is installed; pyproject.toml says the rest. Without numba and without
a library of kernels (`python -m ai.build`) weak computer players alone can play, and the menu says what is missing."""


def obstacle(version, is_there):
    # type: (tuple[int, ...], Callable[[str], bool]) -> str | None
    """What keeps the program from running, as a line for the person; None if nothing does. `version` is Python's,
    `is_there` tells whether a module can be imported."""
    if version[:2] < NEEDED:
        numbers = [".".join(map(str, each[:2])) for each in (NEEDED, version)]
        return "needs Python {} or newer, and this is {} ({})".format(*(numbers + [sys.executable]))
    missing = ", ".join(package for module, package in MODULES.items() if not is_there(module))
    if not missing:
        return None
    here = os.path.dirname(os.path.abspath(__file__))
    python = os.path.join(".venv", *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
    there = os.path.join(here, python)
    if os.path.exists(there) and os.path.abspath(sys.executable) != there:
        return "this Python lacks {}; start it with {} main.py".format(missing, python)
    make = "py -m venv .venv" if os.name == "nt" else "python3 -m venv .venv"
    install = '{} && {} -m pip install -e ".[compile]"'.format(make, python)
    return "this Python lacks {}; install with: {}, then start it with {} main.py".format(missing, install, python)


def _is_there(module):
    # type: (str) -> bool
    from importlib.util import find_spec

    return find_spec(module) is not None


if __name__ == "__main__":
    why = obstacle(sys.version_info[:3], _is_there)
    if why is not None:
        sys.exit("qiguan: " + why)
    from game.__main__ import main

    main()
