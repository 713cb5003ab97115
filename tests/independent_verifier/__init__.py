"""Encryption and draws implemented a second time, from docs/protocol.md: nothing of lpbe is imported here."""
