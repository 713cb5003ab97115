"""The box and the draw written a second time, from docs/protocol.md: nothing of lpbe is imported here."""
