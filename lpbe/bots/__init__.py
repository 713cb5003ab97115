"""Bots that play seats, and games between them."""
