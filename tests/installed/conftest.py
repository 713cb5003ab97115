"""One wheel for all tests, and one place where it is installed."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from ..cli.world.forked_commands import Server
from .wheel import Built, Place, build, nobody, with_everything, with_wheel


@pytest.fixture(scope="session")
def built_wheel(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Processes that share the tests share the wheel too."""
    own = tmp_path_factory.getbasetemp()
    return build((own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own) / "built")


@pytest.fixture(scope="session", params=["lent", pytest.param("everything", marks=pytest.mark.soak)])
def place(request: pytest.FixtureRequest, built_wheel: Built, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """With what it needs lent by these tests, or as anybody installs it."""
    home = tmp_path_factory.mktemp("place") / "env"
    return with_wheel(built_wheel, home) if request.param == "lent" else with_everything(built_wheel, home)


@pytest.fixture(scope="session")
def program(place: Place, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its commands, in processes of their own."""
    server = Server(place.python, nobody(LPBE_NO_PIN="1"), tmp_path_factory.mktemp("elsewhere"))
    yield server
    server.close()
