"""Translate between typed text and orders, and between events and sentences."""
