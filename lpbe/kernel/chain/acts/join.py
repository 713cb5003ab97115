"""Join: a person takes a seat with keys of their own, and commits to a nonce."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ...base.errors import Rejected
from ...base.text import check_name
from ...crypto.keys import Identity, Secret, b64, unb64
from ...crypto.seals import LETTER_SIZES, seal
from ..checks import blaming_the_order, check_display_name, check_keys
from ..letters import LANGUAGES, Digest, Key, Lang, Letter, Name, Record, Sealed, check_seal_sizes, present, seal_info
from ..openings import open_letter
from ..randomness import need_secret
from ..seating import Genesis, given_seat, spec_of, stop_waiting, with_seat
from ..writing import heading, nonce_commitment, own_nonce

if TYPE_CHECKING:
    from ...play.rulebook import Rules
    from ...play.table import Table
    from ..records import Envelope, GameFile, StateRecord


class JoinArgs(Record, frozen=True):
    sign: Key
    seal: Key
    nonce_commit: Digest
    name: Name
    lang: Lang


class Join(Letter, frozen=True, kw_only=True, tag="join"):
    before_start = True

    args: JoinArgs
    hidden: Sealed | UnsetType = UNSET

    def check_text(self) -> None:
        super().check_text()
        check_name(self.args.name)

    def check_sizes(self) -> None:
        check_seal_sizes(self, self.hidden)

    def signer(self, state: "StateRecord", key: str | UnsetType) -> str | UnsetType:
        """The key it brings along."""
        with blaming_the_order():
            check_keys(state, self.seat, self.args.sign, self.args.seal)
        return self.args.sign

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        spec = spec_of(genesis, self.seat)
        if not isinstance(spec.key, UnsetType) and spec.key != self.args.sign:
            raise Rejected("E_KEY_SEAT", "{seat} is kept for another key", seat=self.seat)
        check_display_name(state, self.seat, self.args.name)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        args = self.args
        record = replace(
            given_seat(state, self.seat),
            name=args.name,
            lang=args.lang,
            sign=args.sign,
            seal=args.seal,
            nonce_commit=args.nonce_commit,
        )
        return stop_waiting(with_seat(state, record), self.seat)

    def carry_out(self, table: "Table", rules: "Rules", game: "GameFile", secret: Secret | None) -> "Table":
        check_invited(game, self, need_secret(secret))
        return table


def check_invited(game: "GameFile", letter: Join, secret: Secret) -> None:
    spec = spec_of(game.genesis, letter.seat)
    keys = (letter.args.sign, letter.args.seal)
    if not isinstance(spec.held, UnsetType) and secret.held(letter.seat).keys != keys:
        raise Rejected("E_KEY_SEAT", "{seat} is played by the referee", seat=letter.seat)
    if spec.invite:
        check_code(letter, secret)


def check_code(letter: Join, secret: Secret) -> None:
    if isinstance(letter.hidden, UnsetType) or isinstance(letter.hidden.seal, UnsetType):
        raise Rejected("E_ORDER_INVITE", "the invitation code is missing", "lpbe join ... --code CODE")
    content = open_letter(letter, letter.hidden.seal, secret.seal_secret)
    if content != {"code": secret.invitation(letter.seat).replace("-", "")}:
        raise Rejected("E_ORDER_INVITE", "the invitation code is wrong", "ask the host: lpbe invite")


def join_letter(game: "GameFile", seat: str, identity: Identity, name: str, lang: str, code: str, rev: int = 0) -> Join:
    nonce = own_nonce(identity, game.state.game)
    args = JoinArgs(*identity.keys, nonce_commitment(game.state.game, seat, nonce), name, LANGUAGES[lang])
    letter = Join(**heading(game, seat, rev), args=args)
    if not code:
        return letter
    public = unb64(present(game.genesis.referee).seal)
    content = {"code": code.upper().replace("-", "").strip()}
    sealed = seal(identity.det, public, seal_info(letter), content, LETTER_SIZES["join"])
    return replace(letter, hidden=Sealed(b64(sealed)))
