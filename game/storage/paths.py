"""Where the assets lie: beside `game`, in a checkout as in the installed program."""

from __future__ import annotations

from pathlib import Path


def assets_folder() -> Path:
    """The folder with fonts and languages. Raises FileNotFoundError when the installation lacks it."""
    folder = Path(__file__).resolve().parents[2] / "assets"
    if not (folder / "languages").is_dir():
        raise FileNotFoundError(f"the assets of Qiguan are missing: there is no {folder / 'languages'}")
    return folder
