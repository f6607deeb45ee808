"""The table of the World Xiangqi Rules on who may chase whom, for the rules and for the kernels' reading of them."""

from __future__ import annotations

from typing import Final

ATTACKS: Final = {
    "rook": ("5k3/9/9/9/9/2x5y/9/R8/9/3K5 w", "a2c2", "c4"),
    "cannon": ("5k3/9/9/9/9/2x5y/9/2N6/9/C2K5 w", "a0c0", "c4"),
    "horse": ("5k3/9/9/9/9/2x5y/9/9/9/N2K5 w", "a0b2", "c4"),
    "advisor": ("5k3/9/9/9/9/9/3y5/3x5/9/3AK4 w", "d0e1", "d2"),
    "elephant": ("5k3/9/9/9/9/6x1y/9/9/9/2BK5 w", "c0e2", "g4"),
}
"""For each attacker a position, its move that attacks something, and the square of that. `x` stands for the target, `y`
for the rook that protects it."""
WON_THOUGH_PROTECTED: Final = {"rook": "", "cannon": "r", "horse": "r", "advisor": "rcn", "elephant": "rcn"}
"""What each attacker wins though it is protected."""
