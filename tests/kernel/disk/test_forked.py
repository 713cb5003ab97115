"""Work in a forked process: only its bytes come back, and it never outlives its caller."""

from __future__ import annotations

import subprocess
import sys

import pytest

BEGIN = """
import os, sys, threading, time
from lpbe.kernel.disk.forked import may_fork, run_aside, run_forked
seen = []

def alone():
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
"""
BYTES = """
def work():
    seen.append(1)
    return b"x" * 300_000

with run_forked(work) as result:
    assert result() == b"x" * 300_000
assert not seen and alone()
"""
FAULT = """
def work():
    raise ValueError("nobody hears it")

with run_forked(work) as result:
    assert result() is None
assert alone()
"""
EARLY = """
try:
    with run_forked(lambda: time.sleep(600)):
        raise KeyError
except KeyError:
    assert alone()
"""
LATE = """
with run_forked(lambda: b"never asked for"):
    pass
assert alone()
"""
NO_MORE = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
with run_forked(lambda: b"never begun") as result:
    assert result() is None and alone()
"""
UNWANTED = """
with run_aside(lambda: b"", wanted=False) as result:
    assert result() is None and alone()
"""
THREADS = """
over = threading.Event()
other = threading.Thread(target=over.wait)
other.start()
try:
    assert not may_fork()
finally:
    over.set(); other.join()
"""


@pytest.mark.parametrize("story", [BYTES, FAULT, EARLY, LATE, NO_MORE, UNWANTED, THREADS])
def test_work_done_aside(story: str) -> None:
    answer = subprocess.run([sys.executable, "-c", BEGIN + story], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")
