"""The version of lpbe."""

__version__ = "0.1.0"
