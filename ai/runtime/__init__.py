"""Where engines run: the background thread, compiled kernels and the child processes that make or replace them."""
