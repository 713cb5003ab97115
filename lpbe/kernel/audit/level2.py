"""Level 2: the whole game played again, once its secret is disclosed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import UnsetType

from ..base.canonical import ident, jcs, kdf
from ..base.errors import Diverged, Failure
from ..chain.genesis import seat_of
from ..chain.letter import AnyLetter, letter_bytes, present
from ..chain.letters.handover import Handover, held_keys
from ..chain.records import Entry, GameFile, Public, StateRecord
from ..chain.transition import ChainState, Referee, advance, begin
from ..crypto.keys import Secret, Secrets, b64
from ..engine.rulebook import Rules
from ..gamedir.log import without_genesis
from .findings import Progress, is_bot
from .receipt_checks import Refusals


def disclosed_secrets(game: GameFile) -> Secrets:
    """Return all secrets of a finished game; each must be the one that was committed to before it was used."""
    found = tuple(Secret(bytes.fromhex(raw)) for raw in game.last.public.disclosed)
    if not found:
        return ()
    promised = [(present(game.genesis.seed_commit), present(game.genesis.referee).seal), *handed_commitments(game)]
    kept = [(secret.commitment, b64(secret.seal_public)) for secret in found]
    if kept != promised or not all(map(gives_held_keys, found[1:], takeovers(game))):
        raise Diverged(
            "E_AUDIT_SEED",
            game.state.seq,
            "the disclosed secret is not the one that the game was started or handed over with",
        ).but(str(promised), str(kept))
    return found


def handed_commitments(game: GameFile) -> list[tuple[str, str]]:
    """Return the commitment and the sealing key of each later referee."""
    return [(one.args.seed_commit, one.args.seal) for one in takeovers(game)]


def takeovers(game: GameFile) -> list[Handover]:
    letters = [envelope.letter for envelope in game.state.handovers]
    return [letter for letter in letters if isinstance(letter, Handover)]


def gives_held_keys(secret: Secret, letter: Handover) -> bool:
    """Return whether the secret of a new referee gives all the keys that the handover names for held seats."""
    return all(secret.held_identity(seat).keys == (keys.sign, keys.seal) for seat, keys in letter.args.held.items())


def replay(
    rules: Rules,
    game: GameFile,
    entries: list[Entry],
    secrets: Secrets,
    progress: Progress,
    bots: Bots,
    refusals: Refusals,
) -> None:
    """Play the whole game again; every byte of every state must come out the same.

    Signatures were checked when the log was read. Refused letters must be refused again, and bots are asked again.
    """
    step = first_step(rules, game, entries[0], secrets)
    for entry in entries[1:]:
        known = secrets[: len(step.game.state.handovers) + 1]
        refusals.judge(rules, step, known)
        bots.check(step, entry, known)
        step = replay_step(rules, step, entry, known)
        check_handed_keys(step, entry, secrets)
        progress(entry.head.seq)
    refusals.judge(rules, step, secrets)


def first_step(rules: Rules, game: GameFile, entry: Entry, secrets: Secrets) -> ChainState:
    """Return the game as it began, which must be what the first line of the log says."""
    first = begin(game.genesis, rules, Referee(secrets[:1]), entry.head.at or None)
    check_public(entry, first.game.last.public)
    check_state(entry, first.game.state)
    start = GameFile(genesis=game.genesis, state=first.game.state, last=without_genesis(entry), sig=game.sig)
    return ChainState(start, first.hidden)


def each_step(
    rules: Rules, game: GameFile, entries: list[Entry], secrets: Secrets
) -> Iterator[tuple[ChainState, Entry, Secrets]]:
    """Yield each letter with the position it was given in, and the secrets that open it."""
    step = first_step(rules, game, entries[0], secrets)
    for entry in entries[1:]:
        known = secrets[: len(step.game.state.handovers) + 1]
        yield step, entry, known
        step = replay_step(rules, step, entry, known)


def check_handed_keys(step: ChainState, entry: Entry, secrets: Secrets) -> None:
    """Check that the seats a new referee holds have exactly the keys that the new secret gives them."""
    letter = entry.letter
    if not isinstance(letter, Handover):
        return
    secret = secrets[len(step.game.state.handovers)]
    for seat, keys in letter.args.held.items():
        if held_keys(step.game, secret, seat) != keys:
            raise Diverged(
                "E_KEY_SEAT",
                entry.head.seq,
                "a seat played by the referee must have the key derived from the game's secret",
            )


def replay_step(rules: Rules, before: ChainState, entry: Entry, secrets: Secrets) -> ChainState:
    try:
        state, public, hidden = advance(rules, before, entry.envelope, secrets, entry.head.at or None, signed=True)
    except Failure as fault:
        raise Diverged(
            "E_AUDIT_DIVERGES",
            entry.head.seq,
            "this order should not have been accepted: {reason}",
            reason=fault.sentence,
        ) from None
    check_public(entry, public)
    check_state(entry, state)
    game = GameFile(genesis=before.game.genesis, state=state, last=entry, sig=before.game.sig)
    return ChainState(game, hidden)


def check_public(entry: Entry, computed: Public) -> None:
    if jcs(computed) != jcs(entry.public):
        raise Diverged("E_AUDIT_DIVERGES", entry.head.seq, "what happened does not match the log")


def check_state(entry: Entry, computed: StateRecord) -> None:
    signed = entry.head.state
    found = ident("state", computed)
    if signed != found:
        fault = Diverged("E_AUDIT_DIVERGES", entry.head.seq, "the position is not the one that the rules give")
        raise fault.but(found, signed)


BotLetter = Callable[[ChainState, Secrets, str, str], AnyLetter | None]
"""Return what a bot sends for a seat at this step; None if that version of the bot is not available."""


def no_bots(step: ChainState, secrets: Secrets, seat: str, bot: str) -> None:
    return None


def every_move(bot: str) -> int:
    return 1


class Bots:
    """The bots that are asked again: for every move, or for a sample of the moves of those that think long.

    The last head of the game chooses the sample, so that nobody knows at a step whether it will be worked out again.
    """

    __slots__ = ("ask", "chosen_by", "share", "skipped", "strange")

    def __init__(self, ask: BotLetter, share: Callable[[str], int] = every_move, chosen_by: str = "") -> None:
        self.ask = ask
        self.share = share
        """One of how many moves of a bot is worked out again."""
        self.chosen_by = chosen_by
        self.strange: dict[str, int] = {}
        """The bots that are not available, and how many letters they sent."""
        self.skipped: dict[str, int] = {}
        """How many letters of which bots are not in the sample."""

    def is_sampled(self, bot: str, seq: int) -> bool:
        drawn = kdf(self.chosen_by.encode(), "audit/bots", seq)
        return int.from_bytes(drawn[:4], "big") % self.share(bot) == 0

    def check(self, before: ChainState, entry: Entry, secrets: Secrets) -> None:
        letter = entry.envelope.letter
        seat = seat_of(before.game.state, letter.seat)
        if seat is None or not is_bot(seat) or isinstance(seat.held, UnsetType):
            return
        if not self.is_sampled(seat.held, entry.head.seq):
            self.skipped[seat.held] = self.skipped.get(seat.held, 0) + 1
            return
        given = self.ask(before, secrets, seat.id, seat.held)
        if given is None:
            self.strange[seat.held] = self.strange.get(seat.held, 0) + 1
        elif jcs(given) != letter_bytes(letter):
            raise Diverged(
                "E_AUDIT_BOT",
                entry.head.seq,
                "{seat} is played by {bot}, which would send something else",
                seat=seat.id,
                bot=seat.held,
            )
