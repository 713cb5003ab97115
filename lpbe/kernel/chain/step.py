"""One pure step: a game and one order give the next game."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ..base.canon import Plain, ident, jcs
from ..base.errors import Malformed, Rejected, Unauthentic
from ..content import packs
from ..crypto import sshsig
from ..crypto.keys import Identity, Secret, b64, game_secret, unb64
from ..play import table
from ..play.chance import Rng
from ..play.rulebook import Rules
from ..play.rules import Event, State
from ..play.table import Table
from .acts import AnyLetter
from .acts.handover import Handover
from .books import bookkeep, first_state, open_window
from .checks import check_letter, referee_keys
from .drawers import empty, plain_events
from .hidden import close_drawers, fit, open_hidden, open_live, tell
from .letters import letter_id, present
from .randomness import rng_of
from .records import Entry, Envelope, GameFile, Head, Hidden, Public, StateRecord, head_id
from .seating import Genesis, game_id


class Referee(Struct, frozen=True):
    """Who may apply orders: the game's secret, and the identity that signs heads. An open game needs neither."""

    secret: Secret | None = None
    identity: Identity | None = None


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


def check_pinned(genesis: Genesis, rules: Rules) -> None:
    """A game is played with the rules it was begun with."""
    known = (rules.game.version, packs.rules_hash(rules.game.name, genesis.expansions))
    if (genesis.rules_version, genesis.rules_sha256) != known:
        raise Malformed(
            "E_RULES_VERSION",
            "this game was begun with other rules of {rules} (version {version})",
            "install the lpbe that began it",
            rules=genesis.rules,
            version=genesis.rules_version,
        )
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
        check_signature(present(genesis.referee).sign, sshsig.GENESIS, jcs(genesis), game.sig)
        check_signature(head_signer(genesis, state, last.order), sshsig.HEAD, jcs(last.head), last.head_sig)
    return head_id(last.head)


def head_signer(genesis: Genesis, state: StateRecord, order: AnyLetter | UnsetType) -> str:
    """The step that hands a game over is still signed by the old referee."""
    handed_over = not isinstance(order, UnsetType) and order.new_referee() is not None
    handovers = state.handovers[:-1] if handed_over else state.handovers
    return referee_keys(genesis, replace(state, handovers=handovers)).sign


def check_signature(key: str, namespace: str, message: bytes, sig: str | UnsetType) -> None:
    if isinstance(sig, UnsetType):
        raise Unauthentic("E_SIG_FORMAT", "a signature of the referee is missing")
    sshsig.verify(unb64(key), namespace, message, unb64(sig))


def secret_for(game: GameFile, identity: Identity) -> Secret:
    """The game's secret, if this identity is its referee."""
    genesis = game.genesis
    first = game_secret(identity.seed, genesis.nonce)
    if first.commitment == genesis.seed_commit and not game.state.handovers:
        return first
    if game.state.handovers:
        letter = game.state.handovers[-1].order
        if isinstance(letter, Handover) and (handed := letter.secret_for(identity)):
            return handed
    raise Malformed("E_KEY_ROLE", "this key is not the referee's: only the referee applies orders", "send it the order")


def referee_of(game: GameFile, identity: Identity | None) -> Referee:
    if game.genesis.trust == "open":
        return Referee()
    if identity is None:
        raise Malformed(
            "E_KEY_ROLE", "only the referee applies orders, and there is no key here", "give it: --key FILE"
        )
    return Referee(secret_for(game, identity), identity)


def begin(genesis: Genesis, rules: Rules, referee: Referee, at: str | None) -> Link:
    """The game file of seq 0. An open game starts at once."""
    state = first_state(genesis, game_id(genesis))
    live, hidden = None, Hidden()
    events: list[Event] = []
    if genesis.trust == "open":
        live = rules.book.blank([s.id for s in state.seats], genesis.options)
        play = Table(live, rng_of(genesis, state, None))
        table.start(play)
        events, hidden = play.events, fit(rules, tell(state, live, play.events, Hidden(), ""))
    public = Public(plain_events(events, None))
    state = open_window(genesis, state, events, at)
    whole = close_drawers(rules, state, live, hidden, state.game, referee.secret)
    head = Head(1, state.game, 0, state.game, ident("public", public), ident("state", whole), at=at or UNSET)
    signer = referee.identity
    sig = b64(signer.sign(sshsig.GENESIS, jcs(genesis))) if signer else UNSET
    game = GameFile(genesis, whole, Entry(public, head, sign_head(head, signer)), sig)
    return Link(game, hidden)


def sign_head(head: Head, signer: Identity | None) -> str | UnsetType:
    return b64(signer.sign(sshsig.HEAD, jcs(head))) if signer else UNSET


def extend(rules: Rules, before: Link, envelope: Envelope, referee: Referee, at: str | None) -> Link:
    """Apply one order: check it, play it, seal and sign what follows."""
    game = before.game
    state, public, hidden = advance(rules, before, envelope, referee.secret, at)
    head = Head(
        1,
        state.game,
        state.seq,
        head_id(game.last.head),
        ident("public", public),
        ident("state", state),
        letter_id(envelope.order),
        at or UNSET,
    )
    entry = Entry(public, head, sign_head(head, referee.identity), envelope.order, envelope.sig)
    return Link(GameFile(game.genesis, state, entry, game.sig), hidden)


def check_time(game: GameFile, at: str | None) -> None:
    last = game.last.head.at
    if not isinstance(last, UnsetType) and (at is None or at < last):
        raise Unauthentic("E_STATE_TIME", "time runs backwards: the last step was at {last}", last=last)


def advance(
    rules: Rules, before: Link, envelope: Envelope, secret: Secret | None, at: str | None
) -> tuple[StateRecord, Public, Hidden]:
    """The next state and what it makes public; the same for a referee who plays and an auditor who replays."""
    game, letter = before.game, envelope.order
    genesis, state = game.genesis, game.state
    head = head_id(game.last.head)
    check_time(game, at)
    check_letter(genesis, state, head, envelope, at)
    hidden = before.hidden or open_hidden(rules, game, secret)
    # Opened anew from its data, also where the step before has just closed it: a run, a single command and an auditor
    # then start from one position, and no rule can hang on the order in which another rule put things there.
    live = open_live(rules, state, hidden)
    play = carry_out(rules, game, live, letter, secret)
    books = bookkeep(genesis, state, head, envelope, play.events, at)
    if books.window.kind == "over" and state.window.kind != "over" and genesis.disclose and secret:
        books = replace(books, disclosed=secret.raw.hex())
    sender = letter.seat if letter.reads_news else ""
    hidden = fit(rules, tell(books, play.state, play.events, hidden, sender))
    closed = close_drawers(rules, books, play.state or None, hidden, head, secret)
    return closed, Public(plain_events(play.events, None), play.openings), hidden


def carry_out(rules: Rules, game: GameFile, live: State | None, letter: AnyLetter, secret: Secret | None) -> Table:
    """What the order does at the table; before the game has started there is nothing on it."""
    if live is not None:
        return letter.carry_out(Table(live, rng_of(game.genesis, game.state, secret)), rules, game, secret)
    if not letter.before_start:
        raise Rejected("E_ORDER_EARLY", "the game has not started")
    return letter.carry_out(Table(empty(rules.book), Rng(b"")), rules, game, secret)
