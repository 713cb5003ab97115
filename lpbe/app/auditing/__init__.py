"""Verify games, judge evidence and migrate games to newer rules."""
