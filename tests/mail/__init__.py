"""Play by mail: what people write, and what happens then."""
