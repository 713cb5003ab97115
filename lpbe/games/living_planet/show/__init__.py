"""What reports, boards and previews show of Living Planet. May import the chapters."""
