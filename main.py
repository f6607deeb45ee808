"""The program from a checkout: `python main.py` opens the window, `python main.py --help` tells the rest."""

from game.__main__ import main

if __name__ == "__main__":
    main()
