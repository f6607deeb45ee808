"""`python -m qiguan`, and the ways in that the installed commands call."""

from game.__main__ import draughts, gomoku, main, reversi, xiangqi

__all__ = ["draughts", "gomoku", "main", "reversi", "xiangqi"]

if __name__ == "__main__":
    main()
