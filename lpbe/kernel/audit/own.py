"""Level 1: what a player can check with the own key, before anything is disclosed."""

from __future__ import annotations

from ..base.errors import Failure
from ..chain.acts.play import Play
from ..chain.acts.set_policy import SetPolicy, policy_entry
from ..chain.compose import open_notes, open_view
from ..chain.letters import present, read_record
from ..chain.records import Entry, GameFile
from ..chain.seating import memory_of
from ..chain.writing import own_commitment
from ..crypto import sshsig
from ..crypto.keys import Identity, unb64
from ..play.rulebook import Rules
from ..play.rules import Standing
from .verdict import Diverged


def check_own(rules: Rules, game: GameFile, seat: str, identity: Identity, entries: list[Entry]) -> None:
    """Level 1: the own seal opens, and holds what this seat signed."""
    view = open_view(rules, game, seat, identity)
    policy: SetPolicy | None = None
    for entry in entries:
        letter = entry.order
        if any(event["event"] == "replaced" and event["seat"] == seat for event in entry.public.events):
            policy = None
        elif isinstance(letter, Play) and letter.seat == seat:
            check_own_letter(game, letter, identity)
        elif isinstance(letter, SetPolicy) and letter.seat == seat:
            policy = letter if signed_by(entry, identity) else None
    standing = read_record(view.screen.get("standing", {}), Standing)
    if policy and own_commitment(policy, 0, policy_entry(standing.policy), identity) not in policy.commits():
        raise Diverged("E_COMMIT_MISMATCH", game.state.seq, "the referee keeps another policy than was signed")


def signed_by(entry: Entry, identity: Identity) -> bool:
    """Whether this key signed an order of the log; a seat may have had another one before."""
    return unb64(present(entry.sig)).startswith(sshsig.prefix(identity.sign_public, sshsig.ORDER))


def check_own_letter(game: GameFile, letter: Play, identity: Identity) -> None:
    """The seat's own copy of its secrets fits its commitments; letters of an earlier key stay closed."""
    memory = memory_of(letter)
    if memory is None:
        return
    try:
        notes = open_notes(memory, game.state.game, letter.seat, identity)
    except Failure:
        return
    sealed = [n for n, entry in enumerate(letter.batch) if entry.get("order") == "sealed"]
    for index, opening in zip(sealed, notes.entries, strict=False):
        if own_commitment(letter, index, opening["v"], identity) != letter.batch[index]["commit"]:
            raise Diverged("E_COMMIT_MISMATCH", game.state.seq, "an order in the log is not the one this seat signed")
