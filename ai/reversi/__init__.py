"""The Reversi engine: bitboards, moves, search and endings in compiled kernels."""
