"""Faults in system calls, including those that the interpreter makes behind our back: with strace."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from ...size_limits import part
from ..world.forked_commands import LPBE, clean_environment
from ..world.interrupted_run import Club, pinned_club
from ..world.interrupted_sender import SENDERS, Sender

CALLS = "openat,read,pread64,write,fsync,rename,link,unlink,mkdir,newfstatat,getdents64,ftruncate,flock,close"
FAULTS = ("error=EIO", "error=ENOSPC", "error=EACCES", "signal=KILL")
KILLED = 137
TRIED = 120
"""How many faults per command a soak tries, spread over all its calls."""


def can_trace() -> bool:
    """A machine may lack strace, or forbid it."""
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, check=False).returncode == 0


needs_strace = pytest.mark.skipif(not can_trace(), reason="strace is not installed here, or may not trace")


def trace_command(home: Path, args: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    """Run a real command under strace; its modules are not looked for in any game folder."""
    env = {name: value for name, value in clean_environment().items() if name != "LPBE_NO_PIN"}
    env |= {
        "XDG_CONFIG_HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "PYTHONSAFEPATH": "1",
        "PYTHONHASHSEED": "0",
    }
    command = ["strace", "-E", "PYTHONDONTWRITEBYTECODE=1", *options, *LPBE, *args, "--json"]
    return subprocess.run(command, cwd=home, env=env, capture_output=True, text=True, check=False)


def calls_below(root: Path, home: Path, args: list[str]) -> list[tuple[str, int]]:
    """Return every call on something below the root: its name, and its number among the calls of that name."""
    answer = root.with_suffix(".trace")
    done = trace_command(home, args, "-y", "-o", str(answer), "-e", f"trace={CALLS}")
    assert done.returncode == 0, done
    counts, found = Counter[str](), []
    for line in answer.read_text(errors="replace").splitlines():
        if made := re.match(r"(\w+)\(", line):
            counts[made[1]] += 1
            if str(root) in line.replace(f"AT_FDCWD<{home}>", ""):
                found.append((made[1], counts[made[1]]))
    return found


def sample_faults(calls: list[tuple[str, int]]) -> list[tuple[str, int, str]]:
    """Faults spread over all calls, each kind in its turn."""
    stride = max(1, len(FAULTS) * len(calls) // part(TRIED)) | 1
    return [(*calls[n // len(FAULTS)], FAULTS[n % len(FAULTS)]) for n in range(0, len(FAULTS) * len(calls), stride)]


def inject(home: Path, args: list[str], name: str, when: int, fault: str) -> subprocess.CompletedProcess[str]:
    done = trace_command(home, args, "-o", os.devnull, "-e", f"inject={name}:{fault}:when={when}")
    assert done.returncode in (0, 6, -9, KILLED) and "Traceback" not in done.stderr, (name, when, fault, done)
    return done


@needs_strace
@pytest.mark.soak
@pytest.mark.parametrize("name", ["order", "order again", "join", "join without a key"])
def test_who_sends_something_survives_every_fault(table: Club, tmp_path: Path, name: str) -> None:
    sender = SENDERS[name](table, tmp_path)
    before = sender.files()
    measured = sender.copy(tmp_path / "measured")
    for call, when, fault in sample_faults(calls_below(measured.root, measured.home, measured.command)):
        copy = sender.copy(tmp_path / f"{call}-{when}-{fault}")
        inject(copy.home, copy.command, call, when, fault)
        copy.check_halfway(before)
        check_key(copy, name, fault)
        copy.complete()


def check_key(sender: Sender, name: str, fault: str) -> None:
    """Only a killed process leaves a key without its letter."""
    if name == "join without a key" and fault != "signal=KILL":
        assert sender.key.exists() == sender.there()


@needs_strace
@pytest.mark.soak
def test_a_run_survives_every_fault(table: Club, tmp_path: Path) -> None:
    measured = pinned_club(table, tmp_path / "measured")
    root = measured.host.parent
    for call, when, fault in sample_faults(calls_below(root, measured.host, ["run", str(root / "mars")])):
        club = pinned_club(table, tmp_path / f"{call}-{when}-{fault}")
        folder = club.host.parent / "mars"
        done = inject(club.host, ["run", str(folder)], call, when, fault)
        assert club.server.call(club.host, "verify", folder).code in (0, 3), (call, when, fault)
        if fault == "error=EACCES" and done.returncode == 0:  # what cannot be read for once stays, or has another name
            club.check_nothing_lost(folder)
            club.server.do(club.host, "run", folder, pins=True)
            continue
        club.check_halfway(folder)
        club.check_complete(folder, club.call(folder, pins=True))
