"""The README: what it shows is there, and small."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_readme_names_the_commands_that_ci_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    between = readme.split("<!-- test command -->")[1].split("<!-- end -->")[0]
    assert "-m pytest" in between
    assert "pip install" in between


def test_the_pictures_of_the_readme_are_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = [part.split(")")[0] for part in readme.split("](")[1:]]
    local = [name for name in names if "://" not in name]
    assert any(name.endswith(".jpg") for name in local)
    for name in local:
        assert (ROOT / name).is_file(), name


def test_the_readme_shows_every_picture_that_is_made_and_they_are_small() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    made = (ROOT / "assets/pictures/make_pictures.py").read_text(encoding="utf-8").split("SCENES = (")[1].split(")")[0]
    pictures = {file.stem: file for file in (ROOT / "assets/pictures").glob("*.jpg")}
    assert set(pictures) == {name.strip() for name in made.split(",") if name.strip()} - {""}
    assert all(f"assets/pictures/{name}.jpg" in readme for name in pictures)
    assert sum(file.stat().st_size for file in pictures.values()) < 1_000_000
