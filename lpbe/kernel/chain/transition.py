"""The pure step: a game and one letter give the next game."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ..base.canonical import Plain, ident, jcs
from ..base.errors import Malformed, OtherRules, TooEarly, Unauthentic
from ..content import packs
from ..crypto import sshsig
from ..crypto.keys import Identity, Secret, Secrets, b64, unb64
from ..engine import table
from ..engine.chance import Rng
from ..engine.model import Event, State
from ..engine.rulebook import Rules
from ..engine.table import Table
from .bookkeeping import bookkeep, first_state, open_window
from .commitments import Plans, public_openings
from .genesis import Genesis, RefereeKeys, StepOutcome, first_secret, game_id
from .letter import AnyLetter, letter_id, present
from .letter_checks import check_letter, check_referee, referee_keys, seal_keys
from .records import Entry, Envelope, GameFile, Head, Hidden, Public, StateRecord, StepName, head_id
from .sealed_state import (
    draw_root,
    empty_state,
    ends_in_handover,
    open_full_state,
    open_hidden,
    plain_events,
    seal_state,
    trim_news,
    update_hidden,
)


class Referee(Struct, frozen=True):
    """Who may apply orders: the game's secrets, and the identity that signs heads. An open game needs neither."""

    secrets: Secrets = ()
    identity: Identity | None = None

    @property
    def secret(self) -> Secret | None:
        """Return the current secret, with which steps are sealed."""
        return self.secrets[-1] if self.secrets else None


class ChainState(Struct, frozen=True):
    """The state of the chain after a letter: the game file, and what is hidden in it."""

    game: GameFile
    hidden: Hidden | None = None
    """What is hidden in it, if known: whoever continues at once need not open it again."""

    @property
    def entry(self) -> Entry:
        return self.game.last

    @property
    def events(self) -> list[Plain]:
        return self.game.last.public.events


def pin_of(rules: Rules, expansions: Collection[str]) -> tuple[int, str]:
    """Return version and hash of rules, as a genesis names them."""
    return rules.game.version, packs.rules_hash(rules.game.name, expansions)


def check_pinned(genesis: Genesis, rules: Rules) -> None:
    """Check that these are the rules the game was started with."""
    if (genesis.rules_version, genesis.rules_sha256) != pin_of(rules, genesis.expansions):
        raise OtherRules(
            "E_RULES_VERSION",
            "this game was started with other rules of {rules} (version {version}, lpbe {engine})",
            "to see whether the rules here give the same results: lpbe migrate "
            "GAME; otherwise install that version of lpbe",
            rules=genesis.rules,
            version=genesis.rules_version,
            engine=genesis.engine or "?",
        )
    check_pack(genesis, rules)


def check_pack(genesis: Genesis, rules: Rules) -> None:
    if (genesis.pack or "") != rules.pack:
        raise Malformed(
            "E_PACK",
            "this game needs the content pack {pack}, but the pack here is a different one",
            "put the host's pack.toml next to the game file",
            pack=str(genesis.pack)[:12],
        )


def authenticate(game: GameFile) -> str:
    """Check that a game file is what its referee signed; return the head's id."""
    genesis = game.genesis
    state = game.state
    last = game.last
    ident_of = game_id(genesis)
    seats = [spec.id for spec in genesis.seats] == [seat.id for seat in state.seats]
    if not ident_of == state.game == last.head.game or state.seq != last.head.seq or not seats:
        raise Unauthentic("E_STATE_GAME", "genesis, state and head do not belong together")
    if last.head.state != ident("state", state) or last.head.public != ident("public", last.public):
        raise Unauthentic("E_SIG_INVALID", "the position in this file does not match its head")
    if last.head.letter_id != (UNSET if isinstance(last.letter, UnsetType) else letter_id(last.letter)):
        raise Unauthentic("E_SIG_INVALID", "the last order in this file does not match its head")
    if genesis.trust == "referee":
        for keys in [present(genesis.referee), *later_referees(state)]:
            check_referee(keys)
        check_signature(present(genesis.referee).sign, sshsig.GENESIS, jcs(genesis), game.sig)
        check_signature(head_signer(game), sshsig.HEAD, last.head.signed_bytes, last.head_sig)
    return head_id(last.head)


def later_referees(state: StateRecord) -> list[RefereeKeys]:
    """Return the keys of all referees after the first."""
    return [keys for handover in state.handovers if (keys := handover.letter.new_referee())]


def head_signer(game: GameFile) -> str:
    """Return who signed the last head; a handover is still signed by the old referee."""
    handovers = game.state.handovers[:-1] if ends_in_handover(game) else game.state.handovers
    return referee_keys(game.genesis, replace(game.state, handovers=handovers)).sign


def check_signature(key: str, namespace: str, message: bytes, sig: str | UnsetType) -> None:
    if isinstance(sig, UnsetType):
        raise Unauthentic("E_SIG_FORMAT", "a signature of the referee is missing")
    sshsig.verify(unb64(key), namespace, message, unb64(sig))


def secrets_for(game: GameFile, identity: Identity) -> Secrets:
    """Return the secrets of the game if this identity is its referee."""
    genesis = game.genesis
    handovers = game.state.handovers
    if referee_keys(genesis, game.state).sign != b64(identity.sign_public):
        raise not_the_referee()  # a copy of the genesis under another key would have the secret revealed
    first = first_secret(identity.seed, genesis)
    if not handovers and first.commitment == genesis.seed_commit:
        return (first,)
    if handovers:
        from .letters.handover import Handover  # saves it for games that nobody hands over

        letter = handovers[-1].letter
        before = seal_keys(genesis, game.state)[-2]
        if isinstance(letter, Handover) and (handed := letter.secrets_for(genesis, before, identity)):
            check_handed_secrets(game, handed)
            return handed
    raise not_the_referee()


def not_the_referee() -> Malformed:
    return Malformed(
        "E_KEY_ROLE",
        "this is not the referee's key, and only the referee can apply orders",
        "send the order to the host",
    )


def check_handed_secrets(game: GameFile, secrets: Secrets) -> None:
    """Check that a new referee can disclose every secret since the beginning."""
    from .letters.handover import Handover  # saves it for games that nobody hands over

    letters = [envelope.letter for envelope in game.state.handovers]
    later = [letter.args.seed_commit for letter in letters if isinstance(letter, Handover)]
    if [secret.commitment for secret in secrets] != [game.genesis.seed_commit, *later]:
        raise Unauthentic("E_SEAL_OPEN", "the handover does not contain the game's secrets", "use: lpbe handover")


def referee_of(game: GameFile, identity: Identity | None) -> Referee:
    if game.genesis.trust == "open":
        return Referee()
    if identity is None:
        raise Malformed(
            "E_KEY_ROLE", "only the referee can apply orders, and there is no key here", "give it: --key FILE"
        )
    return Referee(secrets_for(game, identity), identity)


def begin(genesis: Genesis, rules: Rules, referee: Referee, at: str | None) -> ChainState:
    """Make the game file of seq 0. An open game starts at once."""
    state = first_state(genesis, game_id(genesis), at)
    live = None
    hidden = Hidden()
    events: list[Event] = []
    if genesis.trust == "open":
        live = rules.book.blank([s.id for s in state.seats], genesis.options)
        play = Table(live, rules.chance(draw_root(genesis, state.game, hidden)))
        table.start(play)
        events = play.events
        hidden = update_hidden(state, live, events, hidden)
    public = Public(plain_events(events, None))
    state = open_window(genesis, state, StepOutcome(at, events))
    step = StepName(game=state.game, seq=0, prev=state.game, letter_id="")
    whole = seal_state(genesis, state, live, hidden, step, referee.secrets)
    signer = referee.identity
    sig = bare_signature(signer, sshsig.GENESIS, jcs(genesis))
    first = make_entry(step, whole, public, signer, at)
    return ChainState(GameFile(genesis=genesis, state=whole, last=first, sig=sig), hidden)


def make_entry(
    step: StepName,
    state: StateRecord,
    public: Public,
    signer: Identity | None,
    at: str | None,
    envelope: Envelope | None = None,
) -> Entry:
    """Make the log entry of a step."""
    head = Head(
        format=2,
        game=step.game,
        seq=step.seq,
        prev=step.prev,
        public=ident("public", public),
        state=ident("state", state),
        letter_id=step.letter_id or UNSET,
        at=at or UNSET,
    )
    signed = bare_signature(signer, sshsig.HEAD, head.signed_bytes)
    if envelope is None:
        return Entry(public, head, signed)
    sig = bare_envelope(envelope).sig
    return Entry(public=public, head=head, head_sig=signed, letter=envelope.letter, sig=sig)


def bare_signature(signer: Identity | None, namespace: str, message: bytes) -> str | UnsetType:
    return b64(sshsig.strip_frame(signer.sign(namespace, message))) if signer else UNSET


def bare_envelope(envelope: Envelope) -> Envelope:
    """Return a letter as the log keeps it, without the frame of its signature."""
    if isinstance(envelope.sig, UnsetType):
        return envelope
    return Envelope(envelope.letter, b64(sshsig.strip_frame(unb64(envelope.sig))))


def extend(rules: Rules, before: ChainState, envelope: Envelope, referee: Referee, at: str | None) -> ChainState:
    """Apply one letter: check it, play it, seal and sign the result."""
    game = before.game
    envelope.letter.check_text()
    envelope.letter.check_names(game.state)
    state, public, hidden = advance(rules, before, envelope, referee.secrets, at)
    step = step_name(game, envelope.letter)
    entry = make_entry(step, state, public, referee.identity, at, envelope)
    return ChainState(GameFile(genesis=game.genesis, state=state, last=entry, sig=game.sig), hidden)


def step_name(game: GameFile, letter: AnyLetter) -> StepName:
    """Return the name of the step that this letter makes."""
    return StepName(
        game=game.state.game,
        seq=game.state.seq + 1,
        prev=head_id(game.last.head),
        letter_id=letter_id(letter),
    )


def check_time(game: GameFile, at: str | None) -> None:
    last = game.last.head.at
    if not isinstance(last, UnsetType) and (at is None or at < last):
        raise Unauthentic("E_STATE_TIME", "time runs backwards: the last step was at {last}", last=last)


class LetterContext:
    """A letter being carried out: the game and its secrets, the table, and what results from it besides events."""

    __slots__ = ("disclosing", "filed", "game", "hidden", "letter", "rules", "secrets", "table")

    def __init__(self, rules: Rules, game: GameFile, letter: AnyLetter, secrets: Secrets, hidden: Hidden) -> None:
        self.rules = rules
        self.game = game
        self.letter = letter
        self.secrets = secrets
        self.hidden = hidden
        self.filed: dict[str, Plans] = {}
        self.disclosing = False
        # Opened anew from its data, even if the step before has just closed it: a run, a single command and an auditor
        # then start from one position, and no rule can depend on the order in which another inserted things.
        live = open_full_state(rules, game.state, hidden)
        if live is None:
            self.table = Table(empty_state(rules.book), Rng(b""))
        else:
            self.table = Table(live, rules.chance(draw_root(game.genesis, game.state.game, hidden)))

    @property
    def live(self) -> State | None:
        """Return the state of the table if the game has started."""
        return self.table.state or None

    def start(self, root: str) -> None:
        """Set the game up once everybody is ready and the root of all draws is known."""
        self.hidden = replace(self.hidden, inmost=replace(self.hidden.inmost, root=root))
        live = self.rules.book.blank([s.id for s in self.game.state.seats], self.game.genesis.options)
        self.table = Table(live, self.rules.chance(bytes.fromhex(root)))
        table.start(self.table)


def advance(
    rules: Rules, before: ChainState, envelope: Envelope, secrets: Secrets, at: str | None, signed: bool = False
) -> tuple[StateRecord, Public, Hidden]:
    """Return the next state and what it makes public, for a referee who plays and an auditor who replays alike.

    `signed`: the signature has already been checked.
    """
    game = before.game
    letter = envelope.letter
    genesis = game.genesis
    step = step_name(game, letter)
    check_time(game, at)
    check_letter(genesis, game.state, step.prev, envelope, at, signed)
    context = LetterContext(rules, game, letter, secrets, before.hidden or open_hidden(game, secrets))
    if context.live is None and not letter.before_start:
        raise TooEarly("E_ORDER_EARLY", "the game has not started")
    letter.carry_out(context)
    events = context.table.events
    after = bookkeep(genesis, game.state, step.prev, bare_envelope(envelope), events, at)
    openings = public_openings(context)
    sender = letter.seat if letter.reads_news else ""
    hidden = trim_news(genesis, update_hidden(after, context.live, events, context.hidden, sender, context.filed))
    closed = seal_state(genesis, after, context.live, hidden, step, secrets)
    return closed, Public(plain_events(events, None), openings, secrets_to_disclose(context, after)), hidden


def secrets_to_disclose(context: LetterContext, after: StateRecord) -> list[str]:
    """Return all secrets of the game in the step that ends it, or later if the terms say so."""
    ends = after.window.is_over and not context.game.state.window.is_over
    if context.disclosing or (ends and context.game.genesis.disclose):
        return [secret.raw.hex() for secret in context.secrets]
    return []
