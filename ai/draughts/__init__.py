"""The draughts engine: bitboards, moves and search in compiled kernels."""
