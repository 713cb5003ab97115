"""The map of Living Planet: hexes, zones, paths and questions about them."""
