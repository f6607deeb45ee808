"""The terms of the evaluation beside the piece-square values: where each has its weight behind TERMS in `tables`."""

from __future__ import annotations

from typing import Final

ROOK_MOBILITY: Final = 0
"""By the number of free squares a rook sees, 0 to 17."""
HORSE_MOBILITY: Final = 20
"""By the number of squares that a horse can step to, 0 to 8."""
CANNON_MOBILITY: Final = 30
"""By the number of free squares, 0 to 17."""
HOLLOW_CANNON: Final = 50
"""The other side's cannon on the general's rank, and on its file, with nothing between: no piece may be put there."""
TEMPO: Final = 53
"""For the side to move."""
TWO_SOLDIERS: Final = 54
"""Soldiers side by side beyond the river."""
PINNED: Final = 56
"""A piece, by kind, between its general and a rook; 8 more for one between both generals."""
SCREENS: Final = 72
"""Each of two own pieces, by kind, between the general and a cannon."""
ROOK_RELATIONS: Final = 80
"""A rook attacks a piece, by kind; 8 more for one of its own side, which it guards."""
CANNON_RELATIONS: Final = 96
"""Likewise a cannon over its screen."""
HORSE_RELATIONS: Final = 112
"""Likewise a horse."""
ROOKS_ADVISORS: Final = 128
"""3 * rooks of the other side + own advisors."""
CANNONS_ADVISORS: Final = 137
"""3 * cannons of the other side + own advisors."""
CANNONS_ELEPHANTS: Final = 146
"""3 * cannons of the other side + own elephants."""
HORSES_ADVISORS: Final = 155
"""3 * horses of the other side + own advisors."""
ATTACK: Final = 164
"""5 * min(attackers beyond the river, 7), rooks counting twice + missing defenders (advisors and elephants)."""
TERM_COUNT: Final = 204
"""How many numbers there are, with some that no term uses."""
