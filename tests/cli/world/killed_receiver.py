"""Run as a program: forks a process for each letter it is asked to receive and carry out, and may kill it underway."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

FILED = "filed"


def receive(ask: dict[str, Any]) -> None:
    from crash_points import Instants

    from lpbe.app.hosting.receive_letter import after_run, receive_letter
    from lpbe.app.hosting.run_folders import run_games
    from lpbe.app.session.session import Session

    os.environ["XDG_STATE_HOME"] = ask["state"]
    session = Session(key=ask["key"])
    letter = Path(ask["letter"]).read_bytes()
    Instants(ask["at"], ask["way"], ask["trace"])
    received = receive_letter(session, ask["folder"], letter)
    print(FILED, flush=True)
    end = run_games(session, [ask["folder"]]).ends[0]
    print(after_run(session, ask["folder"], received, end).data()["state"], flush=True)


def serve() -> None:
    sys.path.insert(0, str(Path(__file__).parent))
    import lpbe.app.hosting.receive_letter
    import lpbe.app.reading.publish_report  # noqa: F401

    for line in iter(sys.stdin.readline, ""):
        ask = json.loads(line)
        out, into = os.pipe()
        child = os.fork()
        if not child:
            os.dup2(into, 1)
            try:
                receive(ask)
                os._exit(0)
            finally:
                os._exit(99)
        os.close(into)
        with open(out, encoding="utf-8") as output:
            said = output.read().split()
        _, status = os.waitpid(child, 0)
        sys.stdout.write(json.dumps({"said": said, "code": os.waitstatus_to_exitcode(status)}) + "\n")
        sys.stdout.flush()


class Receiver:
    """The program, seen from the tests."""

    def __init__(self, key: Path, letter: Path) -> None:
        self.known = {"key": str(key), "letter": str(letter)}
        self.process = subprocess.Popen(
            [sys.executable, "-B", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def call(self, folder: Path, at: int = 0, way: str = "die", trace: Path | None = None) -> dict[str, Any]:
        """Receive the letter in this game, which is run on its own computer."""
        assert self.process.stdin and self.process.stdout
        ask = {
            **self.known,
            "folder": str(folder),
            "state": str(folder.parent / "state"),
            "at": at,
            "way": way,
            "trace": str(trace or ""),
        }
        self.process.stdin.write(json.dumps(ask) + "\n")
        self.process.stdin.flush()
        return dict(json.loads(self.process.stdout.readline()))

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


if __name__ == "__main__":
    serve()
