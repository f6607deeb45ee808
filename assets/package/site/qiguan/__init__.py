"""The one name that an installed Qiguan takes in site-packages. `game`, `ai`, `net` and `assets` lie inside.

Modules import each other as `game.x` and `ai.x`, as they do in a checkout, but names as common as these belong to
anybody in site-packages. So they lie in this folder, and importing this package puts the folder at the front of the
search path, where no other `game` wins, neither one installed beside us nor one in the current directory. Children get
the folder from `ai.runtime.child` and the like, and from multiprocessing, which hands its own search path on.
"""

import sys
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).resolve().parent
HOME: Final = str(_HERE if (_HERE / "game").is_dir() else _HERE.parents[3])
"""The folder with `game`, `ai` and `net`: this one, or the checkout after `pip install -e`."""

if sys.path[:1] != [HOME]:  # children of multiprocessing import this again, with the search path handed on
    sys.path.insert(0, HOME)
