"""The one name that an installed Qiguan takes in site-packages. `game`, `ai`, `net` and `assets` lie inside.

Modules import each other as `game.x` and `ai.x`, as they do in a checkout, but names as common as these belong to
anybody in site-packages. So they lie in this folder, and importing this package puts the folder at the front of the
search path, where no other `game` wins, neither one installed beside us nor one in the current directory. Children get
the folder from `ai.child` and from multiprocessing, which hands its own search path on.
"""

import sys
from pathlib import Path


def _home() -> Path:
    """The folder with `game`, `ai` and `net`: this one, or the checkout after `pip install -e`."""
    here = Path(__file__).resolve().parent
    return here if (here / "game").is_dir() else here.parents[3]


if sys.path[:1] != [str(_home())]:  # children of multiprocessing import this again, with the search path handed on
    sys.path.insert(0, str(_home()))
