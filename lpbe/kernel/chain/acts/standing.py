"""Standing: what a seat wants answered in its name from now on, and what it plans; sent whenever it likes."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, UnsetType
from msgspec.structs import replace

from ...base.canon import Plain
from ...base.errors import Rejected
from ...crypto.keys import Identity
from ...play.filing import file_standing
from ..letters import BatchLetter
from ..openings import Contents, file_letter_plans, open_letter
from ..seating import MANY, Genesis, Now, SeatRecord, Tally, given_seat, use_rev, with_seat
from ..writing import Beside, heading, seal_batch

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class StandingLetter(BatchLetter, frozen=True, kw_only=True, tag="standing"):
    free = True
    shelf = "standing"
    many = MANY
    size = "standing"
    has_memo = False

    batch: Annotated[list[Plain], Meta(min_length=1, max_length=5)]

    def used(self, seat: SeatRecord) -> Tally:
        return seat.standing

    def count(self, seat: SeatRecord, window: int) -> SeatRecord:
        return replace(seat, standing=seat.standing.after(self.rev, window))

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        entered = use_rev(state, self)
        return with_seat(entered, replace(given_seat(entered, self.seat), missed=0))

    def carry_out(self, deed: "Deed") -> None:
        """Nobody learns what it holds: what is wrong with it is told to its sender alone."""
        contents = open_letter(deed.game, self, deed.secrets)
        check_sealed(contents, deed.game.genesis)
        plans = file_letter_plans(deed, self, contents)
        file_standing(deed.table, self.seat, policy_in(contents.entries[0][0]), plans)


def check_sealed(contents: Contents, genesis: Genesis) -> None:
    """A policy travels sealed, alone; in an open game all stands in clear, the plans behind it."""
    first, *rest = contents.entries
    if genesis.trust == "referee" and (rest or isinstance(first[1], UnsetType)):
        raise Rejected("E_ORDER_KIND", "a policy must travel sealed", "make it with: lpbe policy")
    if any(raw.get("order") != "plan" for raw, _ in rest):
        raise Rejected("E_ORDER_KIND", "only plans can stand beside a policy")


def policy_in(entry: Plain) -> Plain:
    policy = entry.get("policy", {})
    if entry.get("order") != "policy" or set(entry) - {"order", "policy"} or not isinstance(policy, dict):
        raise Rejected("E_ORDER_KIND", "this is not a policy")
    return policy


def policy_entry(policy: Plain) -> Plain:
    """A policy as a batch holds it."""
    return {"order": "policy", "policy": policy} if policy else {"order": "policy"}


def standing_letter(
    game: "GameFile", seat: str, identity: Identity | None, policy: Plain, plans: Sequence[Plain], rev: int
) -> StandingLetter:
    """Policy and plans together: what is left out is taken back."""
    letter = StandingLetter(**heading(game, seat, rev), batch=[policy_entry(policy)])
    if game.genesis.trust == "open" or identity is None:
        return replace(letter, batch=[*letter.batch, *({"order": "plan", "then": plan} for plan in plans)])
    return seal_batch(game, letter, identity, [True], Beside(plans))
