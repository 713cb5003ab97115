"""The bot of Living Planet, which plays what looks best."""
