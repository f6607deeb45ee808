"""`python -m net.bench [SECTION ...]`: the figures of the network, on loopback, between real processes."""
