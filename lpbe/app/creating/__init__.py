"""Create games and fill their seats."""
