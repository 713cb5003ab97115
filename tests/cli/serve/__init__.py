"""Games on the web: the server, static sites, links and pages on loopback."""
