"""Libraries of all kernels for six platforms, made ahead of time on one machine: `python -m ai.build`.

code       the kernels' code before it is optimised, as numba has it, and what can be called in it from outside
emit       the code optimised for one platform, as an object file
link       an object file linked into a library
__main__   the command: all libraries, or the one for this machine
"""
