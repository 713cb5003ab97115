"""Signed letters and the chain of game files they make."""
