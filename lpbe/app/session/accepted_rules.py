"""Remember which rules a game is continued with, if it was started with others.

The genesis names the rules for good. A player who continues with others has checked with `lpbe migrate` that they
change nothing, as far as that can be checked. This is remembered on this machine, and proves nothing to anybody else.
"""

from os.path import join
from typing import Literal

import msgspec

from ...kernel.chain.genesis import Genesis, game_id
from ...kernel.chain.letter import Count, Digest, Record
from ...kernel.chain.letter_registry import read_record
from ...kernel.chain.transition import pin_of
from ...kernel.disk import files, folders, safe_open
from ...kernel.engine.rulebook import Rules
from .paths import state_home


class Accepted(Record, frozen=True):
    """The rules by which a game is continued."""

    format: Literal[2]
    game: Digest
    rules_version: Count
    rules_sha256: Digest


def began_with(genesis: Genesis, rules: Rules) -> bool:
    return (genesis.rules_version, genesis.rules_sha256) == pin_of(rules, genesis.expansions)


def is_accepted(genesis: Genesis, rules: Rules) -> bool:
    """Return whether a game that was started with other rules is continued with these."""
    if began_with(genesis, rules) or not files.is_file(path := accepted_path(game_id(genesis))):
        return False
    raw = files.parse(files.read(path, files.MAX_KEY_BYTES), path, width=1024, lines=64)
    with safe_open.naming_file(path):
        return read_record(raw, Accepted) == acceptance(genesis, rules)


def accept(genesis: Genesis, rules: Rules) -> None:
    folders.make_folder(accepted_folder(), 0o700)
    files.write(accepted_path(game_id(genesis)), msgspec.json.encode(acceptance(genesis, rules)), 0o600)


def acceptance(genesis: Genesis, rules: Rules) -> Accepted:
    version, digest = pin_of(rules, genesis.expansions)
    return Accepted(2, game_id(genesis), version, digest)


def accepted_folder() -> str:
    return join(state_home(), "rules")


def accepted_path(game: str) -> str:
    return join(accepted_folder(), f"{game}.json")
