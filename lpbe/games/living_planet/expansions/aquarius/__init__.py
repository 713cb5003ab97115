"""Planet Aquarius and Planet Terra-H2O: water, boats that carry teams, ports, tidal waves, walls and a maelstrom."""
