"""The program as people install it: built, put into a clean place without this checkout, and played from there."""
