"""The screens of the program, a file or a folder each."""
