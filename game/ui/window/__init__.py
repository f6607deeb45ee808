"""The window: the frame, what it shows, its size and icon, the last words after a failure."""
