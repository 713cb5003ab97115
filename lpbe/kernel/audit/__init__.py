"""Verification by strangers. May import all of the above."""
