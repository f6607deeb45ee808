"""What each game brings to the window."""
