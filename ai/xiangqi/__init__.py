"""The Xiangqi engine: board, moves and search in compiled kernels."""
