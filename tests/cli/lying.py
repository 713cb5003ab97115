"""A referee who signs what is not so: the last step again, with another letter and other books."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from lpbe.kernel.base.canon import ident, jcs
from lpbe.kernel.chain.letters import AnyLetter, letter_id
from lpbe.kernel.chain.records import Entry
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import b64
from lpbe.kernel.folder.folder import dump_game
from lpbe.kernel.folder.log import log_line

from .house import HOST, House, identity


def signed(namespace: str, said: Any) -> str:
    return b64(sshsig.bare(identity(HOST).sign(namespace, jcs(said))))


def signed_anew(house: House, letter: AnyLetter, at: str = "", **books: Any) -> None:
    """The host's own signatures over the last step as if this letter had made it; game file and log say the same."""
    game = house.game
    state = replace(game.state, **books)
    head = replace(game.last.head, order=letter_id(letter), state=ident("state", state), at=at or game.last.head.at)
    last = Entry(game.last.public, head, signed(sshsig.HEAD, head), letter, signed(sshsig.ORDER, letter))
    false = replace(game, state=state, last=last)
    (house.mars / "game.toml").write_bytes(dump_game(false, "game.toml"))
    lines = house.log.read_bytes().splitlines(keepends=True)
    house.log.write_bytes(b"".join([*lines[:-1], log_line(false) + b"\n"]))
