"""Signed letters and the chain of game files they make. May import all of the above."""
