"""Verify games as strangers do, level by level."""
