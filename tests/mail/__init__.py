"""Play by mail: what people write, and what comes of it."""
