"""Boards: a game describes what lies there as plain data, and this makes text or SVG of it."""
