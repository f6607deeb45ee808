"""The analysis board: engines that think live about any position, and a tree that grows of what is tried there."""
