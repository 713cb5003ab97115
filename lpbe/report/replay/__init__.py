"""Replays of whole games as one HTML page."""
