"""Where the assets lie: beside the code in a checkout, inside the package once installed."""

from __future__ import annotations

from pathlib import Path


def assets_folder() -> Path:
    """The folder with fonts and languages. Raises FileNotFoundError when the installation lacks it."""
    here = Path(__file__).resolve().parents[1]
    for folder in (here / "assets", here.parent / "assets"):
        if (folder / "languages").is_dir():
            return folder
    raise FileNotFoundError(f"the assets of Qiguan are missing: neither {here / 'assets'} nor {here.parent / 'assets'}")
