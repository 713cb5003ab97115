"""What every game shares. Knows no game and no command line."""
