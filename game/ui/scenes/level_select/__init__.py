"""The level select: against whom, with which colour, by which rules, on which clock."""
