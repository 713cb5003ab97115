"""Read files with limits and write them atomically."""
