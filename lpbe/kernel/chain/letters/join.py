"""Join: a person takes a seat with their own keys, fixed before anything is drawn."""

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ...base.canonical import jcs, kdf
from ...base.errors import Rejected, Unauthentic, WrongCode
from ...base.safe_text import check_name
from ...crypto.keys import Identity, Secrets, b64, check_sign_key, unb64
from ..genesis import Genesis, StepOutcome, given_seat, spec_of, stop_waiting, with_seat
from ..key_proofs import check_claim
from ..letter import LANGUAGES, Digest, Key, Lang, Letter, Name, Record
from ..letter_builder import heading, referee_key
from ..letter_checks import blame_sender, check_display_name, check_keys

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class JoinArgs(Record, frozen=True):
    """The keys and the name of a person who joins."""

    sign: Key
    seal: Key
    draw: Key
    tie: Digest
    name: Name
    lang: Lang
    claim: Digest
    """Proves to the referee that this person has the sealing key."""
    proof: Digest | UnsetType = UNSET
    """Proves that the holder of these keys has the invitation."""


class Join(Letter, frozen=True, kw_only=True, tag="join"):
    """The letter by which a person takes a seat."""

    before_start = True

    args: JoinArgs

    def check_text(self) -> None:
        super().check_text()
        check_name(self.args.name)

    def check_names(self, state: "StateRecord") -> None:
        check_display_name(state, self.seat, self.args.name)

    def signer(self, state: "StateRecord", key: str | UnsetType) -> str | UnsetType:
        """Return the key in the letter itself."""
        with blame_sender():
            check_sign_key(unb64(self.args.sign))
        return self.args.sign

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        spec = spec_of(genesis, self.seat)
        args = self.args
        with blame_sender():
            check_keys(genesis, state, self.seat, args.sign, args.seal)
            check_draw_key(state, self.seat, args.draw)
        if not isinstance(spec.key, UnsetType) and spec.key != args.sign:
            raise Rejected("E_KEY_SEAT", "{seat} is reserved for another key", seat=self.seat)
        if spec.invite and isinstance(args.proof, UnsetType):
            raise WrongCode("E_ORDER_INVITE", "the invitation code is missing", "lpbe join ... --code CODE")

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
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

    def carry_out(self, context: "LetterContext") -> None:
        check_admission(context.game, self, context.secrets)
        check_claim(context.secrets, self.game, self.seat, self.args)


def check_draw_key(state: "StateRecord", seat: str, draw: str) -> None:
    """Check the key of a draw: not weak, and not used by another seat, since both would draw the same value."""
    check_sign_key(unb64(draw))
    for other in state.seats:
        if other.id != seat and other.draw == draw:
            raise Unauthentic("E_KEY_REUSED", "{seat} already draws with this key", seat=other.id)


def check_admission(game: "GameFile", letter: Join, secrets: Secrets) -> None:
    """Check that this person may take the seat: the referee's own seats and invitations."""
    spec = spec_of(game.genesis, letter.seat)
    keys = (letter.args.sign, letter.args.seal)
    if not isinstance(spec.held, UnsetType) and secrets[-1].held_identity(letter.seat).keys != keys:
        raise Rejected("E_KEY_SEAT", "{seat} is played by the referee", seat=letter.seat)
    if spec.invite:
        check_invitation(letter, secrets)


def check_invitation(letter: Join, secrets: Secrets) -> None:
    """Check that the proof fits a code that one of this game's referees gave out."""
    codes = [secret.invitation(letter.seat) for secret in secrets]
    if letter.args.proof not in [invitation_proof(code, letter.game, letter.seat, letter.args) for code in codes]:
        raise WrongCode("E_ORDER_INVITE", "the invitation code is wrong", "ask the host for one: lpbe invite")


def invitation_proof(code: str, game: str, seat: str, args: JoinArgs) -> str:
    """Return a proof of the invitation code that does not reveal it, for these keys, this name and this game only."""
    letters = code.upper().replace("-", "").strip()
    return kdf(letters.encode(), "join", game, seat, jcs(replace(args, proof=UNSET))).hex()


def join_letter(game: "GameFile", seat: str, identity: Identity, name: str, lang: str, code: str, rev: int = 0) -> Join:
    """Return the letter that takes a seat."""
    from ...crypto.vrf import draw_public  # saves it for players who have joined

    game_id = game.state.game
    sign, seal = identity.keys
    args = JoinArgs(
        sign=sign,
        seal=seal,
        draw=b64(draw_public(identity.draw_seed(game_id))),
        tie=identity.tie(game_id, seat),
        name=name,
        lang=LANGUAGES[lang],
        claim=identity.claim(game_id, referee_key(game), seat),
    )
    if code:
        args = replace(args, proof=invitation_proof(code, game_id, seat, args))
    return Join(**heading(game, seat, rev), args=args)
