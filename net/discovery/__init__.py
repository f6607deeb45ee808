"""Who is on this network: beacons out, a table of people in."""
