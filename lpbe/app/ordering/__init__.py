"""Turn typed orders into signed letters and file them."""
