"""Bots that play seats, and games among them."""
