"""What reports, boards and previews show of 2116."""
