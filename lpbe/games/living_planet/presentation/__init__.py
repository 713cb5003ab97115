"""What reports, boards and previews show of Living Planet."""
