"""By which rules a game is played on here that was begun with others.

Which rules a game was begun with stands in its genesis for good. Who plays it with others has seen how far they come
to the same (`lpbe migrate`); that is remembered on this machine, and says nothing to anybody else.
"""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from os.path import join
from typing import Literal

import msgspec

from ..kernel.chain.kinds import read_record
from ..kernel.chain.letters import Count, Digest, Record
from ..kernel.chain.seating import Genesis, game_id
from ..kernel.chain.step import pin_of
from ..kernel.disk import files
from ..kernel.play.rulebook import Rules
from .homes import state_home


class Accepted(Record, frozen=True):
    """The rules by which a game is played on."""

    format: Literal[2]
    game: Digest
    rules_version: Count
    rules_sha256: Digest


def begun_with(genesis: Genesis, rules: Rules) -> bool:
    return (genesis.rules_version, genesis.rules_sha256) == pin_of(rules, genesis.expansions)


def accepted_here(genesis: Genesis, rules: Rules) -> bool:
    """Whether a game that was begun with other rules is played by these."""
    if begun_with(genesis, rules) or not files.is_file(path := accepted_path(game_id(genesis))):
        return False
    raw = files.parse(files.read(path, files.KEY), path, width=1024, lines=64)
    with files.naming(path):
        return read_record(raw, Accepted) == acceptance(genesis, rules)


def accept(genesis: Genesis, rules: Rules) -> None:
    files.make_folder(accepted_folder(), 0o700)
    files.write(accepted_path(game_id(genesis)), msgspec.json.encode(acceptance(genesis, rules)), 0o600)


def acceptance(genesis: Genesis, rules: Rules) -> Accepted:
    version, digest = pin_of(rules, genesis.expansions)
    return Accepted(2, game_id(genesis), version, digest)


def accepted_folder() -> str:
    return join(state_home(), "rules")


def accepted_path(game: str) -> str:
    return join(accepted_folder(), f"{game}.json")
