"""Run games, remind players and list what is waiting."""
