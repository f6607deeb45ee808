"""What the start and the frames of each scene cost; `python -m game.bench` prints it."""
