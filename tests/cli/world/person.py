"""Somebody who plays with commands, and what others see of her letters."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from .forked_commands import LPBE, Done, clean_environment, forks


class Person:
    """Somebody with a home folder of her own, in which a key is made on first need."""

    def __init__(self, home: Path, work: Path, real: bool = False) -> None:
        self.home, self.work, self.real = home, work, real
        home.mkdir(exist_ok=True)

    def call(self, *args: str, code: int = 0) -> str:
        done = self.outside(*args) if self.real else forks().call(self.home, *args, cwd=self.work)
        assert done.code == code, (args, done)
        assert "Traceback" not in done.err
        return done.out

    def outside(self, *args: str) -> Done:
        """Run the installed program, from its first import on."""
        env = {**clean_environment(), "XDG_CONFIG_HOME": str(self.home)}
        done = subprocess.run([*LPBE, *args], cwd=self.work, env=env, capture_output=True, text=True, check=False)
        return Done(done.returncode, done.stdout, done.stderr)

    def json(self, *args: str, code: int = 0) -> dict[str, Any]:
        payload = json.loads(self.call(*args, "--json", code=code))
        assert payload["ok"] is (code in (0, 3))
        return dict(payload)


def inbox(mars: Path) -> list[str]:
    return sorted(path.name for path in (mars / "inbox").iterdir())


def typed_line(order: dict[str, Any]) -> str:
    def value(v: Any) -> str:
        return ",".join(map(str, v)) if isinstance(v, list) else str(v)

    return " ".join([order["order"], *(f"{k}={value(v)}" for k, v in order.items() if k != "order")])
