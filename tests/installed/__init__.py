"""The program as people install it: built, installed in a clean place without this checkout, and played there."""
