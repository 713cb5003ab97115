"""One pure step: a game and one order give the next game."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ..base.canon import Plain, ident, jcs
from ..base.errors import Malformed, Rejected, Unauthentic
from ..content import packs
from ..crypto import sshsig
from ..crypto.keys import Identity, Secret, Secrets, b64, game_secret, unb64
from ..play import table
from ..play.chance import Rng
from ..play.rulebook import Rules
from ..play.rules import Event, State
from ..play.table import Table
from .books import bookkeep, first_state, open_window
from .checks import check_letter, check_referee, referee_keys, seal_keys
from .drawers import empty, plain_events
from .hidden import close_drawers, fit, handed_over, open_hidden, open_live, tell
from .letters import AnyLetter, letter_id, present
from .openings import Plans, shown
from .randomness import kept_root
from .records import Entry, Envelope, GameFile, Head, Hidden, Public, StateRecord, StepName, head_id
from .seating import Genesis, Now, RefereeKeys, game_id


class Referee(Struct, frozen=True):
    """Who may apply orders: the game's secrets, and the identity that signs heads. An open game needs neither."""

    secrets: Secrets = ()
    identity: Identity | None = None

    @property
    def secret(self) -> Secret | None:
        """The one that seals now."""
        return self.secrets[-1] if self.secrets else None


class Link(Struct, frozen=True):
    """What one order made: the next game file and its log entry."""

    game: GameFile
    hidden: Hidden | None = None
    """What is hidden in it, for whoever goes on at once and need not open it again."""

    @property
    def entry(self) -> Entry:
        return self.game.last

    @property
    def events(self) -> list[Plain]:
        return self.game.last.public.events


def pin_of(rules: Rules, expansions: Collection[str]) -> tuple[int, str]:
    """Which rules these are: a game names them when it begins."""
    return rules.game.version, packs.rules_hash(rules.game.name, expansions)


def check_pinned(genesis: Genesis, rules: Rules) -> None:
    """A game is played with the rules it was begun with."""
    if (genesis.rules_version, genesis.rules_sha256) != pin_of(rules, genesis.expansions):
        raise Malformed(
            "E_RULES_VERSION",
            "this game was begun with other rules of {rules} (version {version}, lpbe {engine})",
            "see whether these come to the same: lpbe migrate GAME; else install that lpbe",
            rules=genesis.rules,
            version=genesis.rules_version,
            engine=genesis.engine or "?",
        )
    check_pack(genesis, rules)


def check_pack(genesis: Genesis, rules: Rules) -> None:
    if (genesis.pack or "") != rules.pack:
        raise Malformed(
            "E_PACK",
            "this game is played with a content pack ({pack}) that is not the one here",
            "put the host's pack.toml beside the game file",
            pack=str(genesis.pack)[:12],
        )


def authenticate(game: GameFile) -> str:
    """Check that a game file is what its referee signed; return the head's id."""
    genesis, state, last = game.genesis, game.state, game.last
    ident_of = game_id(genesis)
    seats = [spec.id for spec in genesis.seats] == [seat.id for seat in state.seats]
    if not ident_of == state.game == last.head.game or state.seq != last.head.seq or not seats:
        raise Unauthentic("E_STATE_GAME", "genesis, state and head do not belong together")
    if last.head.state != ident("state", state) or last.head.public != ident("public", last.public):
        raise Unauthentic("E_SIG_INVALID", "the position in this file is not the one its head names")
    if last.head.order != (UNSET if isinstance(last.order, UnsetType) else letter_id(last.order)):
        raise Unauthentic("E_SIG_INVALID", "the last order in this file is not the one its head names")
    if genesis.trust == "referee":
        for keys in [present(genesis.referee), *handed_to(state)]:
            check_referee(keys)
        check_signature(present(genesis.referee).sign, sshsig.GENESIS, jcs(genesis), game.sig)
        check_signature(head_signer(game), sshsig.HEAD, last.head.signed, last.head_sig)
    return head_id(last.head)


def handed_to(state: StateRecord) -> list[RefereeKeys]:
    """The referees after the first."""
    return [keys for link in state.handovers if (keys := link.order.new_referee())]


def head_signer(game: GameFile) -> str:
    """The step that hands a game over is still signed by the old referee."""
    handovers = game.state.handovers[:-1] if handed_over(game) else game.state.handovers
    return referee_keys(game.genesis, replace(game.state, handovers=handovers)).sign


def check_signature(key: str, namespace: str, message: bytes, sig: str | UnsetType) -> None:
    if isinstance(sig, UnsetType):
        raise Unauthentic("E_SIG_FORMAT", "a signature of the referee is missing")
    sshsig.verify(unb64(key), namespace, message, unb64(sig))


def secrets_for(game: GameFile, identity: Identity) -> Secrets:
    """The game's secrets, if this identity is its referee."""
    genesis, handovers = game.genesis, game.state.handovers
    if referee_keys(genesis, game.state).sign != b64(identity.sign_public):
        raise not_the_referee()  # a copy of the genesis under another key would have the secret told
    first = game_secret(identity.seed, genesis.nonce)
    if not handovers and first.commitment == genesis.seed_commit:
        return (first,)
    if handovers:
        from .acts.handover import Handover  # saves it for games that nobody hands over

        letter = handovers[-1].order
        before = seal_keys(genesis, game.state)[-2]
        if isinstance(letter, Handover) and (handed := letter.secrets_for(genesis, before, identity)):
            check_handed(game, handed)
            return handed
    raise not_the_referee()


def not_the_referee() -> Malformed:
    return Malformed(
        "E_KEY_ROLE", "this key is not the referee's: only the referee applies orders", "send it the order"
    )


def check_handed(game: GameFile, secrets: Secrets) -> None:
    """Whoever goes on with a game must be able to disclose what it was begun with."""
    from .acts.handover import Handover  # saves it for games that nobody hands over

    letters = [link.order for link in game.state.handovers]
    later = [letter.args.seed_commit for letter in letters if isinstance(letter, Handover)]
    if [secret.commitment for secret in secrets] != [game.genesis.seed_commit, *later]:
        raise Unauthentic("E_SEAL_OPEN", "the handover does not hold the game's secrets", "make it with: lpbe handover")


def referee_of(game: GameFile, identity: Identity | None) -> Referee:
    if game.genesis.trust == "open":
        return Referee()
    if identity is None:
        raise Malformed(
            "E_KEY_ROLE", "only the referee applies orders, and there is no key here", "give it: --key FILE"
        )
    return Referee(secrets_for(game, identity), identity)


def begin(genesis: Genesis, rules: Rules, referee: Referee, at: str | None) -> Link:
    """The game file of seq 0. An open game starts at once."""
    state = first_state(genesis, game_id(genesis), at)
    live, hidden = None, Hidden()
    events: list[Event] = []
    if genesis.trust == "open":
        live = rules.book.blank([s.id for s in state.seats], genesis.options)
        play = Table(live, rules.chance(kept_root(genesis, state.game, hidden)))
        table.start(play)
        events, hidden = play.events, tell(state, live, play.events, Hidden())
    public = Public(plain_events(events, None))
    state = open_window(genesis, state, Now(at, events))
    step = StepName(state.game, 0, state.game, "")
    whole = close_drawers(genesis, state, live, hidden, step, referee.secrets)
    signer = referee.identity
    sig = bare_signature(signer, sshsig.GENESIS, jcs(genesis))
    return Link(GameFile(genesis, whole, entry_of(step, whole, public, signer, at), sig), hidden)


def entry_of(
    step: StepName,
    state: StateRecord,
    public: Public,
    signer: Identity | None,
    at: str | None,
    envelope: Envelope | None = None,
) -> Entry:
    """What the log says of a step."""
    names = ident("public", public), ident("state", state), step.order or UNSET
    head = Head(2, step.game, step.seq, step.prev, *names, at or UNSET)
    signed = bare_signature(signer, sshsig.HEAD, head.signed)
    if envelope is None:
        return Entry(public, head, signed)
    return Entry(public, head, signed, envelope.order, bare_envelope(envelope).sig)


def bare_signature(signer: Identity | None, namespace: str, message: bytes) -> str | UnsetType:
    return b64(sshsig.bare(signer.sign(namespace, message))) if signer else UNSET


def bare_envelope(envelope: Envelope) -> Envelope:
    """A letter as the log keeps it: the frame of its signature is left out."""
    if isinstance(envelope.sig, UnsetType):
        return envelope
    return Envelope(envelope.order, b64(sshsig.bare(unb64(envelope.sig))))


def extend(rules: Rules, before: Link, envelope: Envelope, referee: Referee, at: str | None) -> Link:
    """Apply one order: check it, play it, seal and sign what follows."""
    game = before.game
    envelope.order.check_text()
    envelope.order.check_names(game.state)
    state, public, hidden = advance(rules, before, envelope, referee.secrets, at)
    step = step_name(game, envelope.order)
    entry = entry_of(step, state, public, referee.identity, at, envelope)
    return Link(GameFile(game.genesis, state, entry, game.sig), hidden)


def step_name(game: GameFile, letter: AnyLetter) -> StepName:
    """The step that this letter makes."""
    return StepName(game.state.game, game.state.seq + 1, head_id(game.last.head), letter_id(letter))


def check_time(game: GameFile, at: str | None) -> None:
    last = game.last.head.at
    if not isinstance(last, UnsetType) and (at is None or at < last):
        raise Unauthentic("E_STATE_TIME", "time runs backwards: the last step was at {last}", last=last)


class Deed:
    """A letter being carried out: the game and its secrets, the table, and what comes of it beside events."""

    __slots__ = ("disclosing", "filed", "game", "hidden", "letter", "rules", "secrets", "table")

    def __init__(self, rules: Rules, game: GameFile, letter: AnyLetter, secrets: Secrets, hidden: Hidden) -> None:
        self.rules, self.game, self.letter, self.secrets, self.hidden = rules, game, letter, secrets, hidden
        self.filed: dict[str, Plans] = {}
        self.disclosing = False
        # Opened anew from its data, also where the step before has just closed it: a run, a single command and an
        # auditor then start from one position, and no rule can hang on the order in which another put things there.
        live = open_live(rules, game.state, hidden)
        if live is None:
            self.table = Table(empty(rules.book), Rng(b""))
        else:
            self.table = Table(live, rules.chance(kept_root(game.genesis, game.state.game, hidden)))

    @property
    def live(self) -> State | None:
        """What lies on the table, if the game has started."""
        return self.table.state or None

    def start(self, root: str) -> None:
        """Everybody is ready: the root of all draws is known, and the game is set up."""
        self.hidden = replace(self.hidden, inmost=replace(self.hidden.inmost, root=root))
        live = self.rules.book.blank([s.id for s in self.game.state.seats], self.game.genesis.options)
        self.table = Table(live, self.rules.chance(bytes.fromhex(root)))
        table.start(self.table)


def advance(
    rules: Rules, before: Link, envelope: Envelope, secrets: Secrets, at: str | None, signed: bool = False
) -> tuple[StateRecord, Public, Hidden]:
    """The next state and what it makes public; the same for a referee who plays and an auditor who replays.

    `signed`: somebody has checked the signature already.
    """
    game, letter = before.game, envelope.order
    genesis, step = game.genesis, step_name(game, letter)
    check_time(game, at)
    check_letter(genesis, game.state, step.prev, envelope, at, signed)
    deed = Deed(rules, game, letter, secrets, before.hidden or open_hidden(game, secrets))
    if deed.live is None and not letter.before_start:
        raise Rejected("E_ORDER_EARLY", "the game has not started")
    letter.carry_out(deed)
    events = deed.table.events
    books = bookkeep(genesis, game.state, step.prev, bare_envelope(envelope), events, at)
    openings = shown(deed)
    sender = letter.seat if letter.reads_news else ""
    hidden = fit(genesis, tell(books, deed.live, events, deed.hidden, sender, deed.filed))
    closed = close_drawers(genesis, books, deed.live, hidden, step, secrets)
    return closed, Public(plain_events(events, None), openings, disclosed(deed, books)), hidden


def disclosed(deed: Deed, books: StateRecord) -> list[str]:
    """All secrets of the game, in the step that ends it, or later if the terms say so."""
    ends = books.window.kind == "over" and deed.game.state.window.kind != "over"
    if deed.disclosing or (ends and deed.game.genesis.disclose):
        return [secret.raw.hex() for secret in deed.secrets]
    return []
