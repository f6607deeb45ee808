"""The Gomoku engine: line patterns kept up to date move by move, and a search over them in compiled kernels."""
