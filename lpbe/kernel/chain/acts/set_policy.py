"""Set policy: what a seat wants answered in its name from now on."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, UnsetType

from ...base.canon import Plain, jcs
from ...base.errors import Rejected
from ...crypto.keys import Identity, Secret
from ...play.events import PolicySet
from ...play.standing import POLICY_LIMIT
from ...play.table import Table
from ..letters import BatchLetter
from ..openings import open_entries
from ..seating import Genesis, remember, use_rev
from ..writing import heading, seal_batch

if TYPE_CHECKING:
    from ...play.rulebook import Rules
    from ..records import Envelope, GameFile, StateRecord


class SetPolicy(BatchLetter, frozen=True, kw_only=True, tag="set-policy"):
    free = True

    batch: Annotated[list[Plain], Meta(min_length=1, max_length=1)]

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        return remember(use_rev(state, self), self)

    def carry_out(self, table: Table, rules: "Rules", game: "GameFile", secret: Secret | None) -> Table:
        raw, proof = open_entries(self, secret)[0]
        if game.genesis.trust == "referee" and isinstance(proof, UnsetType):
            raise Rejected("E_ORDER_KIND", "a policy must travel sealed", "make it with: lpbe policy")
        policy = rules.book.read_policy(policy_in(raw))
        if len(jcs(policy)) > POLICY_LIMIT:
            raise Rejected("E_SEAL_TOO_LARGE", "a policy has at most {limit} bytes", limit=POLICY_LIMIT)
        table.emit(PolicySet(self.seat, policy))
        return table


def policy_in(entry: Plain) -> Plain:
    policy = entry.get("policy", {})
    if entry.get("order") != "set-policy" or set(entry) - {"order", "policy"} or not isinstance(policy, dict):
        raise Rejected("E_ORDER_KIND", "this is not a policy")
    return policy


def policy_entry(policy: Plain) -> Plain:
    """A policy as a batch holds it."""
    return {"order": "set-policy", "policy": policy}


def policy_letter(game: "GameFile", seat: str, identity: Identity | None, policy: Plain, rev: int) -> SetPolicy:
    letter = SetPolicy(**heading(game, seat, rev), batch=[policy_entry(policy)])
    if game.genesis.trust == "open" or identity is None:
        return letter
    return seal_batch(game, letter, identity, [True], [], "")
