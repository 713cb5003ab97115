"""What an order does at the table, by its kind."""

from __future__ import annotations

from msgspec import UnsetType
from msgspec.structs import replace

from ..base.canon import kdf
from ..base.errors import Rejected
from ..crypto.keys import Secret, b64, unb64
from ..crypto.seals import letter_info, seal
from ..play import table
from ..play.chance import Rng
from ..play.events import Replaced
from ..play.rulebook import Rules
from ..play.rules import Roster, State
from ..play.table import Table
from .ledger import taking_effect
from .letters import AnyLetter, Handover, Join, Play, Ready, Replace, Resign, SetPolicy, Timeout, present
from .openings import open_batch, open_letter, set_policy
from .records import GameFile, StateRecord, spec_of


def handover_info(letter: Handover) -> bytes:
    return letter_info(letter.game, letter.window, letter.seat, "handover", letter.rev, letter.seen, [])


def carry_out(rules: Rules, game: GameFile, live: State | None, letter: AnyLetter, secret: Secret | None) -> Table:
    """What the order does at the table."""
    if live is None:
        return before_the_start(rules, game, letter, secret)
    play = Table(live, rng_of(game, game.state, secret))
    if isinstance(letter, Play):
        table.submit(play, letter.seat, open_batch(rules, game, letter, secret))
    elif isinstance(letter, SetPolicy):
        set_policy(rules, game, play, letter, secret)
    elif isinstance(letter, Resign):
        if letter.seat in live[Roster].resigned:
            raise Rejected("E_ORDER_STALE", "{seat} has left already", seat=letter.seat)
        table.resign(play, letter.seat)
    elif isinstance(letter, Timeout):
        table.time_out(play, letter.args.seats)
    elif args := taking_effect(game.genesis, game.state, letter):
        check_held(letter, secret)
        play.emit(Replaced(args.seat))
    elif isinstance(letter, Handover):
        check_handed(letter, secret)
    return play


def before_the_start(rules: Rules, game: GameFile, letter: AnyLetter, secret: Secret | None) -> Table:
    """Joining needs the invitation; the last `ready` sets the game up."""
    nothing = State()
    nothing.book = rules.book
    play = Table(nothing, Rng(b""))
    if isinstance(letter, Join):
        check_invited(game, letter, given_secret(secret))
    elif isinstance(letter, Ready) and game.state.window.waiting == [letter.seat]:
        seats = [replace(s, nonce=letter.args.nonce) if s.id == letter.seat else s for s in game.state.seats]
        live = rules.book.blank([s.id for s in seats], game.genesis.options)
        play = Table(live, rng_of(game, replace(game.state, seats=seats), secret))
        table.start(play)
    elif isinstance(letter, Handover):
        check_handed(letter, secret)
    elif not isinstance(letter, Ready):
        raise Rejected("E_ORDER_EARLY", "the game has not started")
    return play


def given_secret(secret: Secret | None) -> Secret:
    assert secret
    return secret


def check_invited(game: GameFile, letter: Join, secret: Secret) -> None:
    spec = spec_of(game.genesis, letter.seat)
    keys = (letter.args.sign, letter.args.seal)
    if not isinstance(spec.held, UnsetType) and secret.held(letter.seat).keys != keys:
        raise Rejected("E_KEY_SEAT", "{seat} is played by the referee", seat=letter.seat)
    if spec.invite:
        if isinstance(letter.hidden, UnsetType) or isinstance(letter.hidden.seal, UnsetType):
            raise Rejected("E_ORDER_INVITE", "the invitation code is missing", "lpbe join ... --code CODE")
        said = open_letter(letter, present(letter.hidden.seal), secret.seal_secret)
        if said != {"code": secret.invitation(letter.seat).replace("-", "")}:
            raise Rejected("E_ORDER_INVITE", "the invitation code is wrong", "ask the host: lpbe invite")


def check_held(letter: AnyLetter, secret: Secret | None) -> None:
    if not isinstance(letter, Replace) or isinstance(letter.args.held, UnsetType):
        return
    if given_secret(secret).held(letter.args.seat).keys != (letter.args.sign, letter.args.seal):
        raise Rejected("E_KEY_SEAT", "a held seat has the key that the game's secret gives it")


def check_handed(letter: Handover, secret: Secret | None) -> None:
    """The new referee must be able to open the game: the same bytes come out again only if the secret is inside."""
    if letter.args.secret != handed_secret(letter, given_secret(secret)):
        raise Rejected("E_SEAL_OPEN", "the handover does not hold the game's secret", "make it with: lpbe handover")


def handed_secret(letter: Handover, secret: Secret) -> str:
    return b64(seal(secret.eph, unb64(letter.args.seal), handover_info(letter), secret.raw.hex(), 256))


def rng_of(game: GameFile, state: StateRecord, secret: Secret | None) -> Rng:
    if game.genesis.trust == "open":
        return Rng(kdf(bytes.fromhex(present(game.genesis.seed)), "rng-root", state.game))
    nonces = [bytes.fromhex(present(s.nonce)) for s in state.seats]
    return Rng(kdf(given_secret(secret).raw, "rng-root", state.game, *nonces))
