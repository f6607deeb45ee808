"""Reversi on 6x6, solved to the last disc: J. Feinstein found in 1993 that White wins it by 20 discs to 16."""
