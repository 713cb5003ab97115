"""The world as reports and boards show it."""
