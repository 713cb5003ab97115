"""A job that referees every game below a folder, for cron or CI: runs all, verifies what is over, says who is awaited.

    python3 examples/by-script/referee.py FOLDER

Nothing but the JSON answers and exit codes of lpbe is used. It prints one line a game and a summary as JSON, and exits
with 0 if every game is well, 1 if a person must look at one, 75 if trying again later is enough.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from typing import Any

LPBE = shlex.split(os.environ.get("LPBE", "lpbe"))
BUSY = 75


def ask(*args: str) -> tuple[int, dict[str, Any]]:
    """The exit code of a command, and its answer."""
    done = subprocess.run([*LPBE, *args, "--json"], stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


def verified(folder: str) -> str:
    code, seen = ask("verify", folder)
    return f"over, verified at level {seen['level']}" if code == 0 else f"over, NOT verified: {seen.get('message', '')}"


def awaited(folder: str) -> str:
    """Whom a game waits for, and for what; the texts could be sent as they are."""
    _, seen = ask("remind", folder, "--print")
    asked = [f"{one.get('name', one['seat'])} is asked: {one['question']}" for one in seen["messages"]]
    return "; ".join(asked) or "nobody is awaited"


def line(game: dict[str, Any]) -> str:
    done = f"{len(game['applied'])} orders applied, {len(game['refused'])} refused"
    return f"{game['folder']}: {done}; {verified(game['folder']) if game['over'] else awaited(game['folder'])}"


def main(folder: str) -> int:
    _, seen = ask("run", folder)
    if "games" not in seen:  # not even the folder could be read
        print(seen["message"], file=sys.stderr)
        return 1
    lines = [line(game) for game in seen["games"]]
    print(*lines, sep="\n")
    for fault in seen["broken"]:
        print(f"{fault['folder']}: {fault['code']} {fault['message']}", file=sys.stderr)
    bad = [text for text in lines if "NOT verified" in text]
    bad += [fault["folder"] for fault in seen["broken"] if fault["code"] != "E_BUSY"]
    over = sum(game["over"] for game in seen["games"])
    print(json.dumps({"games": len(lines), "over": over, "broken": len(seen["broken"])}))
    return 1 if bad else BUSY if seen["broken"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "."))
