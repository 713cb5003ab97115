"""Standing: the automatic answers of a seat, policy and plans, sent at any time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, UnsetType
from msgspec.structs import replace

from ...base.canonical import Plain
from ...base.errors import WrongKind
from ...crypto.keys import Identity
from ...engine.advance_orders import file_standing_orders
from ..commitments import Contents, file_letter_plans, open_letter
from ..genesis import MAX_LETTERS_PER_WINDOW, Genesis, SeatRecord, StepOutcome, Tally, given_seat, use_rev, with_seat
from ..letter import BatchLetter
from ..letter_builder import Beside, heading, seal_batch

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class StandingLetter(BatchLetter, frozen=True, kw_only=True, tag="standing"):
    """The letter that replaces a seat's policy and plans."""

    free = True
    counter = "standing"
    max_per_window = MAX_LETTERS_PER_WINDOW
    size = "standing"
    has_memo = False

    batch: Annotated[list[Plain], Meta(min_length=1, max_length=5)]

    def tally(self, seat: SeatRecord) -> Tally:
        return seat.standing

    def use_rev(self, seat: SeatRecord, window: int) -> SeatRecord:
        return replace(seat, standing=seat.standing.after(self.rev, window))

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        entered = use_rev(state, self)
        return with_seat(entered, replace(given_seat(entered, self.seat), missed=0))

    def carry_out(self, context: "LetterContext") -> None:
        """File policy and plans; only the sender learns them, or what is wrong with them."""
        contents = open_letter(context.game, self, context.secrets)
        check_policy_sealed(contents, context.game.genesis)
        plans = file_letter_plans(context, self, contents)
        file_standing_orders(context.table, self.seat, policy_in(contents.entries[0][0]), plans)


def check_policy_sealed(contents: Contents, genesis: Genesis) -> None:
    """Check that a policy is sealed and alone; in an open game it is not sealed, and plans may follow."""
    first, *rest = contents.entries
    if genesis.trust == "referee" and (rest or isinstance(first[1], UnsetType)):
        raise WrongKind("E_ORDER_KIND", "a policy must be sent sealed", "use: lpbe policy")
    if any(raw.get("order") != "plan" for raw, _ in rest):
        raise WrongKind("E_ORDER_KIND", "only plans can be sent together with a policy")


def policy_in(entry: Plain) -> Plain:
    """Return the policy in an entry of a batch."""
    policy = entry.get("policy", {})
    if entry.get("order") != "policy" or set(entry) - {"order", "policy"} or not isinstance(policy, dict):
        raise WrongKind("E_ORDER_KIND", "this is not a policy")
    return policy


def policy_entry(policy: Plain) -> Plain:
    """Return a policy as an entry of a batch."""
    return {"order": "policy", "policy": policy} if policy else {"order": "policy"}


def standing_letter(
    game: "GameFile", seat: str, identity: Identity | None, policy: Plain, plans: Sequence[Plain], rev: int
) -> StandingLetter:
    """Return the letter with policy and plans; what is left out is withdrawn."""
    letter = StandingLetter(**heading(game, seat, rev), batch=[policy_entry(policy)])
    if game.genesis.trust == "open" or identity is None:
        return replace(letter, batch=[*letter.batch, *({"order": "plan", "then": plan} for plan in plans)])
    return seal_batch(game, letter, identity, [True], Beside(plans))
