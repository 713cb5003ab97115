"""Errors, safe text, canonical bytes: what every other package builds on."""
