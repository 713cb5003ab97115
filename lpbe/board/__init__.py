"""Boards: the drawing of a world of hexes as plain data, and what makes text or SVG of it."""
