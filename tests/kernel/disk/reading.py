"""How tests of files read and write them, here and in a process of its own."""

import os
import subprocess
import sys

import pytest

from lpbe.kernel.base.errors import Failure
from lpbe.kernel.disk import files

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
IMPORTS = """
import os, sys, resource
from lpbe.kernel.disk import files, folders
from lpbe.kernel.base.errors import Failure
"""


def expect_refusal(code, call, *args, **kwargs):
    with pytest.raises(Failure) as caught:
        call(*args, **kwargs)
    assert caught.value.code == code, caught.value
    return caught.value


def parse_order(data, name="order.toml"):
    return files.parse(data, name, width=files.MAX_ORDER_LINE_BYTES, lines=files.MAX_ORDER_LINES)


def parse_game(data, name="game.toml"):
    return files.parse(data, name, width=files.MAX_GAME_LINE_BYTES, lines=files.MAX_GAME_LINES)


def run(code, *args, **kwargs):
    """Return a child process of its own; its standard output."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS + code, *args], env=ENVIRONMENT, capture_output=True, check=True, **kwargs
    )
    return done.stdout


def save(path, data):
    with open(path, "wb") as stream:
        stream.write(data)


def load(path):
    with open(path, "rb") as stream:
        return stream.read()
