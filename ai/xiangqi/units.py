"""What adds to the danger that a general is in (`ai.xiangqi.danger`): where each has its unit behind DANGERS in the
tables."""

from __future__ import annotations

from typing import Final

ROOK_SIGHT: Final = 0
"""Each square of the palace that a rook sees, ..."""
CANNON_SIGHT: Final = 1
"""... that a cannon could take on, over its screen, ..."""
HORSE_SIGHT: Final = 2
"""... that a horse could step to, ..."""
SOLDIER_SIGHT: Final = 3
"""... or a soldier beyond the river. What several pieces see counts for each of them, and"""
SEEN_TWICE: Final = 4
"""... here for each after the first."""
ROOK_CHECKS: Final = 5
"""Empty squares from which a rook could give check with its next move; likewise ..."""
CANNON_CHECKS: Final = 6
HORSE_CHECKS: Final = 7
"""... (for a horse also squares on which it would take something)."""
ROOKS_OVER: Final = 8
"""Rooks, ..."""
CANNONS_OVER: Final = 9
HORSES_OVER: Final = 10
SOLDIERS_OVER: Final = 11
"""... soldiers beyond the river."""
HOLLOW_CANNON: Final = 12
"""A cannon on the general's file with nothing between, ..."""
TWO_SCREENS: Final = 13
"""... with two pieces between: if one leaves, it is check."""
BOTTOM_CANNON: Final = 14
"""A cannon on the bottom rank of the general's side."""
FLIGHTS: Final = 15
"""By the number of squares that the general could step to, 0 to 4."""
GUARDS: Final = 20
"""3 * advisors + elephants, 0 to 8."""
GENERAL_RANKS: Final = 29
"""By the general's rank in its palace, 0 to 2."""
OFF_FILE: Final = 32
"""A general beside the middle file."""
OPEN_FILE: Final = 33
"""Nothing stands before the general on its side of the river."""
ROOKS: Final = 34
"""Rooks, ..."""
CANNONS: Final = 35
HORSES: Final = 36
"""... cannons, horses of the other side, wherever they stand."""
UNIT_COUNT: Final = 37
"""How many there are."""
