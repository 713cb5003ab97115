"""The real server, as a host starts it: `lpbe serve` over a folder of games, in a process of its own."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..cli.world.club import LPBE, Club


@contextmanager
def serving(club: Club, client: Path, who: str, games: Sequence[str] = (".",)) -> Iterator[str]:
    """Serve the games of a club with a person's key; the address."""
    command = [*LPBE, "serve", *games, "--port", "0", "--client", str(client), "--rate", "10000"]
    env = club.environment(who, {"PYTHONUNBUFFERED": "1"})
    server = subprocess.Popen(
        command, cwd=club.root, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert server.stdout
        found = re.search(r"http://[0-9.:]+/", server.stdout.readline())
        assert found, "the server does not say its address"
        yield found[0]
    finally:
        server.terminate()
        server.wait(60)
        if server.stdout:
            server.stdout.close()
