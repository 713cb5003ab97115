"""The bots of 2116, one for each role."""
