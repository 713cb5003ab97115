"""Replace: the referee gives a seat to another person if the others agree, or to a bot after silence."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType, structs

from ...base.errors import Rejected
from ...base.text import check_name
from ...crypto.keys import Secrets
from ...play.events import Replaced
from ..checks import blaming_the_order, check_display_name, check_keys, check_started
from ..letters import Letter, letter_id
from ..seating import (
    Genesis,
    Now,
    ReplaceArgs,
    Replacement,
    electors,
    given_seat,
    majority,
    seat_of,
    use_rev,
    with_seat,
)
from ..writing import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class Replace(Letter, frozen=True, kw_only=True, tag="replace"):
    free = True
    by_referee = True
    in_open_games = False

    args: ReplaceArgs

    def check_text(self) -> None:
        super().check_text()
        if not isinstance(self.args.name, UnsetType):
            check_name(self.args.name)

    def check_names(self, state: "StateRecord") -> None:
        if not isinstance(self.args.name, UnsetType):
            check_display_name(state, self.args.seat, self.args.name)

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        args = self.args
        check_started(state)
        if seat_of(state, args.seat) is None or isinstance(given_seat(state, args.seat).sign, UnsetType):
            raise Rejected("E_ORDER_SEAT", "nobody sits at '{seat}'", seat=args.seat)
        if not isinstance(args.held, UnsetType) and not args.held.startswith("bot:"):
            raise Rejected("E_ORDER_KIND", "nobody but a bot takes a seat that the referee holds")
        if not isinstance(args.held, UnsetType) and not long_silent(genesis, state, args.seat):
            raise Rejected("E_ORDER_QUORUM", "a seat may be given to a bot only after too many silent windows")
        with blaming_the_order():
            check_keys(genesis, state, args.seat, args.sign, args.seal)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        others = [r for r in state.replacing if r.args.seat != self.args.seat]
        freed = use_rev(state, self)
        if at_once(genesis, state, self.args):
            return seat_anew(structs.replace(freed, replacing=others), self.args)
        return structs.replace(freed, replacing=[*others, Replacement(letter_id(self), self.args)])

    def carry_out(self, deed: "Deed") -> None:
        if at_once(deed.game.genesis, deed.game.state, self.args):
            check_held(self.args, deed.secrets)
            deed.table.emit(replaced(deed.game.state, self.args))


def replaced(state: "StateRecord", args: ReplaceArgs) -> Replaced:
    """By another person, or by a bot after so many misses."""
    if isinstance(args.held, UnsetType):
        return Replaced(args.seat)
    return Replaced(args.seat, args.held, given_seat(state, args.seat).missed)


def long_silent(genesis: Genesis, state: "StateRecord", seat: str) -> bool:
    """A bot may take over without asking when the game says after how many misses."""
    after = genesis.bot_after
    return not isinstance(after, UnsetType) and given_seat(state, seat).missed >= after


def at_once(genesis: Genesis, state: "StateRecord", args: ReplaceArgs) -> bool:
    """Whether nobody need endorse it."""
    return quorum(genesis, state, args.seat) == 0 or not isinstance(args.held, UnsetType)


def quorum(genesis: Genesis, state: "StateRecord", seat: str) -> int:
    return majority(genesis, electors(state, seat))


def check_held(args: ReplaceArgs, secrets: Secrets) -> None:
    if not isinstance(args.held, UnsetType) and secrets[-1].held(args.seat).keys != (args.sign, args.seal):
        raise Rejected("E_KEY_SEAT", "a held seat has the key that the game's secret gives it")


def seat_anew(state: "StateRecord", args: ReplaceArgs) -> "StateRecord":
    """The seat answers to new keys; what its old holder had said in the open window is asked again."""
    old = given_seat(state, args.seat)
    name = old.name if isinstance(args.name, UnsetType) else args.name
    keys = {"sign": args.sign, "seal": args.seal, "tie": args.tie}
    new = structs.replace(old, name=name, held=args.held, memo=UNSET, missed=0, **keys)
    state, window = with_seat(state, new), state.window
    if all(done.seat != args.seat for done in window.accepted):
        return state
    accepted = [done for done in window.accepted if done.seat != args.seat]
    waiting = [*window.waiting, args.seat]
    return structs.replace(state, window=structs.replace(window, accepted=accepted, waiting=waiting))


def replace_letter(game: "GameFile", seat: str, keys: tuple[str, str, str], name: str, held: str) -> Replace:
    """New sign and seal key and tie of a seat."""
    args = ReplaceArgs(seat, *keys, name or UNSET, held or UNSET)
    return Replace(**heading(game, "referee", game.state.free), args=args)
