"""What runs from the command line without a window, and the parser of the command line itself."""
