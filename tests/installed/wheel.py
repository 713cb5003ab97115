"""Wheel and sdist as `make dist` builds them, and a clean environment with nothing of ours but the wheel."""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


@dataclass(frozen=True)
class Built:
    """A folder with a wheel and an sdist in it."""

    folder: Path

    @property
    def wheel(self) -> Path:
        [path] = self.folder.glob("*.whl")
        return path

    @property
    def sdist(self) -> Path:
        [path] = self.folder.glob("*.tar.gz")
        return path

    def in_wheel(self) -> set[str]:
        with zipfile.ZipFile(self.wheel) as file:
            return set(file.namelist())

    def read(self, name: str) -> bytes:
        """Return a file of the wheel."""
        with zipfile.ZipFile(self.wheel) as file:
            return file.read(name)

    def in_sdist(self) -> set[str]:
        """Without the folder that it is all in."""
        with tarfile.open(self.sdist) as file:
            return {name.partition("/")[2] for name in file.getnames()}


def recipe(target: str, part: str) -> str:
    """Return the line of a target of the Makefile that has this part, with the Python of these tests."""
    found = re.search(rf"(?m)^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text())
    assert found
    (line,) = (line for line in found[1].splitlines() if part in line)
    return line.strip().replace("$(BIN)/python", sys.executable)


def build(folder: Path) -> Built:
    """Build once for everybody who needs it; wait if another process is building."""
    folder.mkdir(exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(folder.glob("*.whl")):
            call = [*recipe("dist", " -m build").split(), "--outdir", str(folder)]
            subprocess.run(call, cwd=ROOT, env=nobody(), check=True, capture_output=True)
    return Built(folder)


def nobody(**more: str) -> dict[str, str]:
    """Return an environment without settings of Python's, of ours or of the person who runs the tests."""
    kept = {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "SSL_", "http", "HTTP", "XDG_"))}
    return {**kept, "PATH": os.environ["PATH"], "HOME": os.environ["HOME"], "LANG": "C.UTF-8", **more}


@dataclass(frozen=True)
class Place:
    """An environment of its own."""

    home: Path

    @property
    def bin(self) -> Path:
        return self.home / "bin"

    @property
    def python(self) -> str:
        return str(self.bin / "python")

    @property
    def packages(self) -> Path:
        [path] = self.home.glob("lib/python*/site-packages")
        return path


def clean_place(home: Path) -> Place:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], env=nobody(), check=True)
    return Place(home)


def lend(place: Place) -> None:
    """Borrow what it needs from these tests: a folder named in a .pth is searched, its own .pth files are not."""
    (place.packages / "lent.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")


def with_wheel(built: Built, home: Path) -> Place:
    place = clean_place(home)
    lend(place)
    install(place, "--no-deps", "--no-compile", "--no-index", str(built.wheel))
    return place


def with_everything(built: Built, home: Path) -> Place:
    """Return the wheel and what it needs, as anybody gets them."""
    place = clean_place(home)
    install(place, str(built.wheel))
    return place


def install(place: Place, *what: str) -> None:
    subprocess.run([*PIP, "--python", place.python, "install", *what], env=nobody(), check=True, cwd=place.home)
