"""Show a game: reports, boards, history, replays and rules."""
