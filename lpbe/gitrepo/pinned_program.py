"""The lpbe that workflows install: a wheel in the repository, or a release at a URL, and every dependency by its hash.

A workflow that has the referee's key must never install anything by name alone: somebody else could register it.
"""

from __future__ import annotations

import re
from hashlib import sha256
from os.path import basename

from msgspec import Struct

from ..kernel.base.errors import Misused
from ..kernel.base.safe_text import quote
from ..kernel.disk import files
from ..kernel.disk.packaged import read_packaged

PROGRAM_FOLDER = ".github/lpbe"
REQUIREMENTS = f"{PROGRAM_FOLDER}/requirements.txt"
MAX_WHEEL_BYTES = 8 << 20
WHEEL_NAME = re.compile(r"lpbe-[0-9][\w.+]*-py3-none-any\.whl")
RELEASE_URL = re.compile(r"https://[\w.~:/@%+-]+\.whl")
SHA256 = re.compile(r"[0-9a-f]{64}")


class PinnedProgram(Struct, frozen=True, kw_only=True):
    """One build of lpbe, named by its hash."""

    requirement: str
    """The line for pip, without the hash."""
    sha256: str
    install_from: str
    """What a player passes to pipx, relative to the top of the repository."""
    wheel_name: str = ""
    wheel: bytes = b""

    def files(self) -> dict[str, bytes]:
        """Return the files to keep in a repository, by path."""
        dependencies = read_packaged("gitrepo/templates/requirements.txt").decode()
        requirements = f"{self.requirement} \\\n    --hash=sha256:{self.sha256}\n{dependencies}".encode()
        kept = {f"{PROGRAM_FOLDER}/{self.wheel_name}": self.wheel} if self.wheel else {}
        return {**kept, REQUIREMENTS: requirements}


def pinned_program(wheel: str | None, release: str | None, sha256_hex: str | None) -> PinnedProgram | None:
    """Return the program that the options name, or None if they name none."""
    if wheel and (release or sha256_hex):
        raise Misused("E_USAGE", "give either a wheel or a release", "leave out --wheel or --release")
    if wheel:
        return program_of_wheel(wheel)
    if release or sha256_hex:
        return program_of_release(release or "", sha256_hex or "")
    return None


def program_of_wheel(path: str) -> PinnedProgram:
    name = basename(path)
    if not WHEEL_NAME.fullmatch(name):
        message = "'{path}' is not an lpbe wheel"
        raise Misused("E_USAGE", message, "build one in a checkout of lpbe: make dist", path=quote(path))
    data = files.read(path, MAX_WHEEL_BYTES)
    return PinnedProgram(
        requirement=f"./{name}",
        sha256=sha256(data).hexdigest(),
        install_from=f"{PROGRAM_FOLDER}/{name}",
        wheel_name=name,
        wheel=data,
    )


def program_of_release(url: str, sha256_hex: str) -> PinnedProgram:
    if not RELEASE_URL.fullmatch(url) or not SHA256.fullmatch(sha256_hex):
        message = "a release needs the https URL of a wheel and its SHA-256"
        raise Misused("E_USAGE", message, "give both: --release URL --sha256 HEX")
    return PinnedProgram(requirement=f"lpbe @ {url}", sha256=sha256_hex, install_from=url)


def require_program(program: PinnedProgram | None) -> PinnedProgram:
    """Refuse workflows if it is not known which lpbe they should install."""
    if program is None:
        message = "the workflows need to know which lpbe to install"
        hint = "build it in a checkout of lpbe with make dist, then add: --wheel dist/lpbe-VERSION-py3-none-any.whl"
        raise Misused("E_USAGE", message, hint)
    return program
