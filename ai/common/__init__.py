"""What the engines of all games share."""
