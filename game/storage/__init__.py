"""What lies on disk: folders, files written as a whole, settings, logs."""
