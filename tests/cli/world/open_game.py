"""An open game of Living Planet at one machine: nobody has a key."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .club import Answer, run_here


@dataclass(frozen=True)
class Table:
    root: Path

    @classmethod
    def begin(cls, root: Path, *options: str) -> Table:
        table = cls(root)
        made = ["new", "mars", "--game", "living-planet", "--seats", "red,blue", "--open", "--seed", "04" * 32]
        table.done(*made, *options)
        return table

    def say(self, *args: str, stdin: str = "", lang: str = "C.UTF-8") -> Answer:
        """Run a command, as nobody in particular."""
        plain = {"PATH": os.environ.get("PATH", ""), "HOME": str(self.root), "LANG": lang}
        status, out, err = run_here(list(args), self.root, plain, stdin.encode())
        return Answer(status, out.decode(), err.decode())

    def done(self, *args: str) -> Answer:
        answer = self.say(*args)
        assert answer.status == 0, (args, answer)
        return answer

    def json(self, *args: str) -> dict[str, Any]:
        return self.done(*args, "--json").payload
