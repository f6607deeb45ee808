"""The three looks of the window: colours by meaning, and the measures that all of them share.

Colours: red = primary act, side to move, current move; jade = go, legal, online, Continue; indigo = focus, last move,
links; gold = stars and warnings. Marks on a board use the light theme's colours in every theme.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from game.ui.paint.surfaces import Colour


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour of the window, named by what it is for. `name` is light, dark or contrast."""

    name: str
    paper: Colour  # the window's ground
    card: Colour  # panels, buttons, dialogs
    inset: Colour  # wells and segmented tracks
    hover: Colour  # hovered rows and buttons
    line: Colour  # hairlines, decoration
    edge: Colour  # borders that must be seen (fields, toggles): contrast 3:1
    ink: Colour
    muted: Colour
    disabled: Colour
    red: Colour
    red_hover: Colour
    red_pressed: Colour
    red_tint: Colour
    on_red: Colour  # text on red
    jade: Colour
    jade_tint: Colour
    on_jade: Colour
    indigo: Colour
    indigo_tint: Colour
    gold: Colour
    gold_tint: Colour
    gold_ink: Colour
    plate: Colour  # the dark plate: running clock, toast, tooltip
    on_plate: Colour
    plate_muted: Colour
    scrim: Colour
    shadow: Colour
    mountain: Colour
    sun: Colour

    @property
    def is_dark(self) -> bool:
        """Whether shadows are doubled and stones in small marks get a rim."""
        return self.name == "dark"

    @property
    def is_contrast(self) -> bool:
        """Whether borders are 2 wide and black, and shadows and textures are left out."""
        return self.name == "contrast"


def _theme(name: str, colours: str) -> Theme:
    """A theme out of six-digit colours in the order of the fields."""
    names = [f.name for f in fields(Theme)][1:]
    values = [(int(c[0:2], 16), int(c[2:4], 16), int(c[4:6], 16)) for c in colours.split()]
    if len(names) != len(values):
        raise ValueError(f"theme {name}: {len(values)} colours for {len(names)} names")
    return Theme(name, **dict(zip(names, values, strict=True)))


LIGHT = _theme(
    "light",
    "F3ECDF FFFBF4 F6EFE2 F0E6D4 E2D6C2 92806A 2A241E 655847 9A8D7B "  # paper to disabled
    "A3362A B5452F 862A20 F8E6DF FFF9F0 2C6650 E1EEE4 FFFBF4 26568C E2EAF3 B9801F F8EBD0 7A5208 "  # red to gold
    "332A22 FBF3E4 D6C8B4 2A1F14 4A3218 C9BBA2 C0503C",  # plate to sun
)
DARK = _theme(
    "dark",
    "1D1A18 2A2623 221F1C 38322D 3F3933 85786A F3EADB B9AC9A 7C7166 "
    "E88D74 F0A08A D97B61 43271F 1B0F0B 7FC3A2 24382F 10231A 8DB8EA 243447 E0B354 43371F EBC774 "
    "F1E6D3 251F1A 5C5044 000000 000000 3A342E 8E3F30",
)
CONTRAST = _theme(
    "contrast",
    "FFFFFF FFFFFF FFFFFF E8E8E8 000000 000000 000000 1F1F1F 595959 "
    "9C0000 7A0000 5C0000 FFFFFF FFFFFF 005A32 FFFFFF FFFFFF 00318F FFFFFF 000000 FFF3A0 000000 "
    "000000 FFFFFF E8E8E8 000000 000000 FFFFFF FFFFFF",
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}

# Type sizes, in units (pixels at scale 1).
TINY, CAPTION, BODY, HEADING, TITLE, DISPLAY = 11, 13, 15, 18, 24, 36

# Radii, in units.
ROW_RADIUS, BUTTON_RADIUS, TOAST_RADIUS, CARD_RADIUS, DIALOG_RADIUS = 8, 10, 12, 16, 20

# Shadows by level: (downward offset, blur, alpha) of their layers.
SHADOWS: dict[int, tuple[tuple[int, int, int], ...]] = {
    1: ((2, 6, 26), (1, 2, 20)),
    2: ((6, 18, 34), (1, 3, 22)),
    3: ((16, 40, 70), (4, 10, 36)),
}

# Motion, in seconds.
HOVER_S, PRESS_S, ENTER_S, LEAVE_S, TOOLTIP_S, TOAST_S = 0.09, 0.06, 0.18, 0.12, 0.5, 4.0
