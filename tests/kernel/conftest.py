"""A folder, and a file in it that is not there yet."""

import os

import pytest


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


@pytest.fixture
def path(folder):
    return os.path.join(folder, "game.toml")
