"""A referee who signs something false: the last step again, with another letter and other bookkeeping."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from lpbe.kernel.base.canonical import ident, jcs
from lpbe.kernel.chain.letter import AnyLetter, letter_id
from lpbe.kernel.chain.records import Entry
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import b64
from lpbe.kernel.gamedir.gamedir import dump_game
from lpbe.kernel.gamedir.log import log_line

from .club import HOST, Club, identity


def sign_statement(namespace: str, statement: Any) -> str:
    return b64(sshsig.strip_frame(identity(HOST).sign(namespace, jcs(statement))))


def signed_anew(club: Club, letter: AnyLetter, at: str = "", **books: Any) -> None:
    """Sign the last step as if this letter had made it; game file and log agree with that."""
    game = club.game
    state = replace(game.state, **books)
    head = replace(game.last.head, letter_id=letter_id(letter), state=ident("state", state), at=at or game.last.head.at)
    last = Entry(
        game.last.public, head, sign_statement(sshsig.HEAD, head), letter, sign_statement(sshsig.ORDER, letter)
    )
    false = replace(game, state=state, last=last)
    (club.mars / "game.toml").write_bytes(dump_game(false, "game.toml"))
    lines = club.log.read_bytes().splitlines(keepends=True)
    club.log.write_bytes(b"".join([*lines[:-1], log_line(false) + b"\n"]))
