"""The examples are run, every command of them."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_game_by_file_is_played_to_its_end(tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
    env |= {"LPBE": f"{shlex.quote(sys.executable)} -m lpbe", "PYTHON": sys.executable}
    script = ROOT / "examples" / "by-file" / "play.sh"
    done = subprocess.run(
        ["sh", str(script), str(tmp_path / "play")], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.stdout[-2000:], done.stderr)
    assert done.stdout.splitlines()[-1].startswith("verified: level 2, ")
    assert done.stderr == ""
