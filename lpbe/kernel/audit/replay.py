"""Level 2: the whole game played again, once its secret is disclosed."""

from __future__ import annotations

from msgspec import UnsetType

from ..base.canon import ident, jcs
from ..base.errors import Failure
from ..chain.records import Entry, GameFile, Public, StateRecord
from ..chain.step import Link, Referee, advance, begin
from ..crypto.keys import Secret
from ..play.rulebook import Rules
from .verdict import Diverged, Progress


def disclosed_secret(game: GameFile) -> Secret | None:
    if isinstance(game.state.disclosed, UnsetType):
        return None
    secret = Secret(bytes.fromhex(game.state.disclosed))
    if secret.commitment != game.genesis.seed_commit:
        raise Diverged(
            "E_AUDIT_SEED",
            game.state.seq,
            "another secret is disclosed than the game was begun with",
        ).but(str(game.genesis.seed_commit), secret.commitment)
    return secret


def replay(rules: Rules, game: GameFile, entries: list[Entry], secret: Secret | None, progress: Progress) -> None:
    """Play the whole game again; every byte of every state must come out the same."""
    first = entries[0]
    step = begin(game.genesis, rules, Referee(secret), first.head.at or None)
    check_state(first, step.game.state)
    check_public(first, step.game.last.public)
    for entry in entries[1:]:
        step = replay_step(rules, step, entry, secret)
        progress(entry.head.seq)


def replay_step(rules: Rules, before: Link, entry: Entry, secret: Secret | None) -> Link:
    try:
        state, public, hidden = advance(rules, before, entry.envelope, secret, entry.head.at or None)
    except Failure as fault:
        raise Diverged(
            "E_AUDIT_DIVERGES", entry.head.seq, "this order was not acceptable: {reason}", reason=fault.sentence
        ) from None
    check_public(entry, public)
    check_state(entry, state)
    return Link(GameFile(before.game.genesis, state, entry, before.game.sig), hidden)


def check_public(entry: Entry, computed: Public) -> None:
    if jcs(computed) != jcs(entry.public):
        raise Diverged("E_AUDIT_DIVERGES", entry.head.seq, "other things happened than the log tells")


def check_state(entry: Entry, computed: StateRecord) -> None:
    signed, found = entry.head.state, ident("state", computed)
    if signed != found:
        fault = Diverged("E_AUDIT_DIVERGES", entry.head.seq, "the position is not the one the rules give")
        raise fault.but(found, signed)
