"""What commands share, without click and without printing. May import kernel, board, games, bots, report; never cli."""
