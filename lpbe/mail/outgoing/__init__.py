"""Compose and deliver mail."""
