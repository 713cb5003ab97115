"""Join: a person takes a seat with keys of their own, fixed before anything is drawn."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ...base.canon import jcs, kdf
from ...base.errors import Rejected, Unauthentic
from ...base.text import check_name
from ...crypto.keys import Identity, Secrets, b64, check_sign_key, unb64
from ..checks import blaming_the_order, check_display_name, check_keys
from ..letters import LANGUAGES, Digest, Key, Lang, Letter, Name, Record
from ..seating import Genesis, Now, given_seat, spec_of, stop_waiting, with_seat
from ..writing import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class JoinArgs(Record, frozen=True):
    sign: Key
    seal: Key
    draw: Key
    tie: Digest
    name: Name
    lang: Lang
    proof: Digest | UnsetType = UNSET
    """That whoever joins with these keys has the invitation."""


class Join(Letter, frozen=True, kw_only=True, tag="join"):
    before_start = True

    args: JoinArgs

    def check_text(self) -> None:
        super().check_text()
        check_name(self.args.name)

    def check_names(self, state: "StateRecord") -> None:
        check_display_name(state, self.seat, self.args.name)

    def signer(self, state: "StateRecord", key: str | UnsetType) -> str | UnsetType:
        """The key it brings along."""
        with blaming_the_order():
            check_sign_key(unb64(self.args.sign))
        return self.args.sign

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        spec, args = spec_of(genesis, self.seat), self.args
        with blaming_the_order():
            check_keys(genesis, state, self.seat, args.sign, args.seal)
            check_draw_key(state, self.seat, args.draw)
        if not isinstance(spec.key, UnsetType) and spec.key != args.sign:
            raise Rejected("E_KEY_SEAT", "{seat} is kept for another key", seat=self.seat)
        if spec.invite and isinstance(args.proof, UnsetType):
            raise Rejected("E_ORDER_INVITE", "the invitation code is missing", "lpbe join ... --code CODE")

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        args = self.args
        record = replace(
            given_seat(state, self.seat),
            name=args.name,
            lang=args.lang,
            sign=args.sign,
            seal=args.seal,
            draw=args.draw,
            tie=args.tie,
        )
        return stop_waiting(with_seat(state, record), self.seat)

    def carry_out(self, deed: "Deed") -> None:
        check_invited(deed.game, self, deed.secrets)


def check_draw_key(state: "StateRecord", seat: str, draw: str) -> None:
    """Of the prime-order group, and nobody else's: two seats with one key would draw one value."""
    check_sign_key(unb64(draw))
    for other in state.seats:
        if other.id != seat and other.draw == draw:
            raise Unauthentic("E_KEY_REUSED", "{seat} draws with this key already", seat=other.id)


def check_invited(game: "GameFile", letter: Join, secrets: Secrets) -> None:
    spec = spec_of(game.genesis, letter.seat)
    keys = (letter.args.sign, letter.args.seal)
    if not isinstance(spec.held, UnsetType) and secrets[-1].held(letter.seat).keys != keys:
        raise Rejected("E_KEY_SEAT", "{seat} is played by the referee", seat=letter.seat)
    if spec.invite:
        check_invitation(letter, secrets)


def check_invitation(letter: Join, secrets: Secrets) -> None:
    """By any code that this game's referees gave out."""
    codes = [secret.invitation(letter.seat) for secret in secrets]
    if letter.args.proof not in [invitation_proof(code, letter.game, letter.seat, letter.args) for code in codes]:
        raise Rejected("E_ORDER_INVITE", "the invitation code is wrong", "ask the host: lpbe invite")


def invitation_proof(code: str, game: str, seat: str, args: JoinArgs) -> str:
    """Shows the code without telling it, and for these keys, this name and this game only."""
    letters = code.upper().replace("-", "").strip()
    return kdf(letters.encode(), "join", game, seat, jcs(replace(args, proof=UNSET))).hex()


def join_letter(game: "GameFile", seat: str, identity: Identity, name: str, lang: str, code: str, rev: int = 0) -> Join:
    from ...crypto.draws import draw_public  # saves it for all who have joined

    name_of_game = game.state.game
    draw, tie = draw_public(identity.draw_seed(name_of_game)), identity.tie(name_of_game, seat)
    args = JoinArgs(*identity.keys, b64(draw), tie, name, LANGUAGES[lang])
    if code:
        args = replace(args, proof=invitation_proof(code, name_of_game, seat, args))
    return Join(**heading(game, seat, rev), args=args)
