"""Replace: the referee gives a seat to another person if the others agree, or to a bot after timeouts."""

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType, structs

from ...base.errors import Rejected, WrongKind
from ...base.safe_text import check_name
from ...crypto.keys import Secret, Secrets
from ...engine.events import Replaced
from ..genesis import (
    Genesis,
    ReplaceArgs,
    Replacement,
    StepOutcome,
    given_seat,
    required_votes,
    seat_of,
    use_rev,
    with_seat,
)
from ..key_proofs import ProvenKeys, check_claim, check_proofs, prove_keys
from ..letter import Letter, letter_id
from ..letter_builder import heading, referee_key
from ..letter_checks import blame_sender, check_display_name, check_keys, check_started

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class Replace(Letter, frozen=True, kw_only=True, tag="replace"):
    """The letter that gives a seat to another person or to a bot."""

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
            raise Rejected("E_ORDER_SEAT", "nobody has taken the seat '{seat}'", seat=args.seat)
        if not isinstance(args.held, UnsetType) and not args.held.startswith("bot:"):
            raise WrongKind("E_ORDER_KIND", "only a bot can take a seat that the referee plays")
        if not isinstance(args.held, UnsetType) and not has_missed_too_many(genesis, state, args.seat):
            raise Rejected("E_ORDER_QUORUM", "a seat can be given to a bot only after it has missed too many deadlines")
        with blame_sender():
            check_keys(genesis, state, args.seat, args.sign, args.seal)
            check_proofs(genesis.trust, self.game, args.seat, args)

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        others = [r for r in state.replacing if r.args.seat != self.args.seat]
        freed = use_rev(state, self)
        if takes_effect_at_once(genesis, state, self.args):
            return reassign_seat(structs.replace(freed, replacing=others), self.args)
        return structs.replace(freed, replacing=[*others, Replacement(letter_id(self), self.args)])

    def carry_out(self, context: "LetterContext") -> None:
        check_claim(context.secrets, self.game, self.args.seat, self.args)
        if takes_effect_at_once(context.game.genesis, context.game.state, self.args):
            check_held_keys(self.args, context.secrets)
            context.table.emit(replaced_event(context.game.state, self.args))


def replaced_event(state: "StateRecord", args: ReplaceArgs) -> Replaced:
    """Return the event of a replacement, by another person or by a bot after missed windows."""
    if isinstance(args.held, UnsetType):
        return Replaced(args.seat)
    return Replaced(args.seat, args.held, given_seat(state, args.seat).missed)


def has_missed_too_many(genesis: Genesis, state: "StateRecord", seat: str) -> bool:
    """Return whether a seat has missed so many windows that a bot may take over."""
    after = genesis.bot_after
    return not isinstance(after, UnsetType) and given_seat(state, seat).missed >= after


def takes_effect_at_once(genesis: Genesis, state: "StateRecord", args: ReplaceArgs) -> bool:
    """Return whether nobody needs to endorse a replacement."""
    return required_votes(genesis, state, args.seat) == 0 or not isinstance(args.held, UnsetType)


def check_held_keys(args: ReplaceArgs, secrets: Secrets) -> None:
    """Check that a seat given to a bot gets the keys derived from the game's secret."""
    if not isinstance(args.held, UnsetType) and secrets[-1].held_identity(args.seat).keys != (args.sign, args.seal):
        raise Rejected("E_KEY_SEAT", "a seat played by the referee must have the key derived from the game's secret")


def reassign_seat(state: "StateRecord", args: ReplaceArgs) -> "StateRecord":
    """Give a seat its new keys; if its old player had answered the open window, the seat is asked again."""
    old = given_seat(state, args.seat)
    name = old.name if isinstance(args.name, UnsetType) else args.name
    keys = {"sign": args.sign, "seal": args.seal, "tie": args.tie}
    new = structs.replace(old, name=name, held=args.held, memo=UNSET, missed=0, **keys)
    window = state.window
    state = with_seat(state, new)
    if all(done.seat != args.seat for done in window.accepted):
        return state
    accepted = [done for done in window.accepted if done.seat != args.seat]
    waiting = [*window.waiting, args.seat]
    return structs.replace(state, window=structs.replace(window, accepted=accepted, waiting=waiting))


def bot_keys(game: "GameFile", secret: Secret, seat: str) -> ProvenKeys:
    """Return the keys of a seat that a bot takes over: those that the game's secret gives."""
    return prove_keys(secret.held_identity(seat), game.state.game, seat, referee_key(game))


def replace_letter(game: "GameFile", seat: str, keys: ProvenKeys, name: str, held: str) -> Replace:
    """Return the letter that gives a seat to new keys."""
    args = ReplaceArgs(**structs.asdict(keys), seat=seat, name=name or UNSET, held=held or UNSET)
    return Replace(**heading(game, "referee", game.state.free), args=args)
