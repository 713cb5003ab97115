"""The container file: what it copies exists, and what it runs is run unchanged, outside a container."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..cli.conftest import Stages, club_at, stages
from ..cli.world.example_host import EXAMPLES, Home, check_ticked
from .wheel import Built, Place, clean_place, lend, nobody

__all__ = ["club_at", "stages"]
STATE = "/srv/lpbe"


def lines(word: str) -> list[str]:
    text = (EXAMPLES / "Containerfile").read_text()
    return re.findall(rf"(?m)^{word} (.*)$", text)


def context(built: Built, folder: Path) -> Path:
    """Return what README puts into the folder that is built."""
    folder.mkdir()
    for path in (built.wheel, EXAMPLES / "Containerfile", EXAMPLES / "tick.sh"):
        shutil.copy(path, folder)
    return folder


def with_pip(place: Place) -> Place:
    """Return a pip that installs there without asking anybody."""
    call = f'exec {sys.executable} -m pip --disable-pip-version-check --python {place.python} "$@"'
    (place.bin / "pip").write_text(f"#!/bin/sh\n{call}\n")
    (place.bin / "pip").chmod(0o755)
    return place


@pytest.mark.soak
def test_the_container_makes_a_tick(built_wheel: Built, club_at: Stages, tmp_path: Path) -> None:
    place = with_pip(clean_place(tmp_path / "image"))
    lend(place)
    work = context(built_wheel, tmp_path / "context")
    for source in (words[-2] for line in lines("COPY") if (words := line.split())):
        assert list(work.glob(source)), source
    [command] = lines("RUN")
    env = nobody(PATH=f"{place.bin}:/usr/bin:/bin", PIP_NO_INDEX="1", PIP_NO_DEPS="1", PIP_NO_COMPILE="1")
    done = subprocess.run(["/bin/sh", "-c", command], cwd=work, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not list(work.glob("*.whl")), done
    shutil.copy(work / "tick.sh", place.bin)

    club = club_at("bidding")
    home = Home.of(club, tmp_path / "mounted", "config", "state", "mail/in")
    shutil.rmtree(home.path / ".local")
    given = dict(word.split("=", 1) for line in lines("ENV") for word in shlex.split(line))
    there = {name: value.replace(STATE, str(home.path)) for name, value in given.items()}
    [entry] = lines("ENTRYPOINT")
    assert lines("WORKDIR")[-1] == STATE
    env = {"PATH": f"{place.bin}:/usr/bin:/bin", "LANG": "C.UTF-8", **there}
    done = subprocess.run(json.loads(entry), cwd=home.path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done
    check_ticked(home, club.game.state.seq + 1, home.sent("mail", "out"))


def test_nothing_of_anybodys_is_in_the_image() -> None:
    """Neither in what is copied nor in what is set; and it does not run as root."""
    assert [line.split()[-2] for line in lines("COPY")] == ["lpbe-*.whl", "tick.sh"]
    assert lines("USER") == ["1000:1000"] and not lines("ARG") and not lines("ADD")
    assert {word.partition("=")[0] for line in lines("ENV") for word in shlex.split(line)} == {
        "XDG_CONFIG_HOME",
        "XDG_STATE_HOME",
        "MAIL_IN",
        "MAIL_OUT",
    }
