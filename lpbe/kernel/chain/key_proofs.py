"""The proofs that the player of a seat has the secret halves of new keys.

Without them a player could name somebody else's public key, and the game would then refuse its owner.
"""

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from ..base.canonical import jcs
from ..base.errors import Malformed, Rejected
from ..crypto import sshsig
from ..crypto.keys import PUBLIC_PREFIX, SEAT_PREFIX, Identity, Secrets, b64, key_claim, parse_public_text, unb64
from .letter import Digest, Key, Record, Sig, present

if TYPE_CHECKING:
    from .letters.join import JoinArgs

SEAT_LINE = "the keys for a seat are a single line: lpbe-seat-2 SIGN SEAL TIE CLAIM PROOF"
HEX_DIGITS = set("0123456789abcdef")


class ProvenKeys(Record, frozen=True, kw_only=True):
    """The new keys of a seat with their proofs."""

    sign: Key
    seal: Key
    tie: Digest
    claim: Digest | UnsetType = UNSET
    """Proves the sealing key to the referee; there is none in an open game."""
    proof: Sig
    """Proves the signing key to everybody."""


def prove_keys(identity: Identity, game: str, seat: str, referee: str) -> ProvenKeys:
    """Return a person's keys for a seat, proven; `referee` is the game's sealing key, or empty in an open game."""
    sign, seal = identity.keys
    tie = identity.tie(game, seat)
    claim = identity.claim(game, referee, seat) if referee else UNSET
    proof = identity.sign(sshsig.REKEY, proof_message(game, seat, sign, seal, tie, claim))
    return ProvenKeys(sign=sign, seal=seal, tie=tie, claim=claim, proof=b64(sshsig.strip_frame(proof)))


def proof_message(game: str, seat: str, sign: str, seal: str, tie: str, claim: str | UnsetType) -> bytes:
    """Return what the new signing key of a seat signs."""
    claimed = {} if isinstance(claim, UnsetType) else {"claim": claim}
    return jcs({"game": game, "seat": seat, "sign": sign, "seal": seal, "tie": tie, **claimed})


def check_proofs(trust: str, game: str, seat: str, keys: ProvenKeys) -> None:
    """Check what everybody can check: the player has the signing key, and claims the sealing key to a referee."""
    if isinstance(keys.claim, UnsetType) == (trust == "referee"):
        raise wrong_claim(seat)
    message = proof_message(game, seat, keys.sign, keys.seal, keys.tie, keys.claim)
    sshsig.verify(unb64(keys.sign), sshsig.REKEY, message, unb64(keys.proof))


def check_claim(secrets: Secrets, game: str, seat: str, keys: "ProvenKeys | JoinArgs") -> None:
    """Check that the player has the sealing key; a claim sent before a handover, to an earlier referee, counts too."""
    pairs = [secret.pair(game, keys.seal) for secret in secrets]
    if secrets and keys.claim not in [key_claim(pair, seat, unb64(keys.sign)) for pair in pairs]:
        raise wrong_claim(seat)


def wrong_claim(seat: str) -> Rejected:
    return Rejected(
        "E_KEY_CLAIM",
        "the new keys of {seat} do not prove that their owner has the sealing key",
        "make them again with the newest game file",
        seat=seat,
    )


def seat_text(keys: ProvenKeys) -> str:
    """Return the line to send to a host who gives this person a seat of a running game."""
    return " ".join([SEAT_PREFIX, keys.sign, keys.seal, keys.tie, present(keys.claim), keys.proof])


def parse_seat_text(line: str) -> ProvenKeys:
    """Return the keys of such a line."""
    words = line.split()
    if len(words) != 6 or words[0] != SEAT_PREFIX or not all(map(is_digest, words[3:5])):
        raise damaged_line()
    sign, seal = parse_public_text(" ".join([PUBLIC_PREFIX, *words[1:3]]))
    if len(unb64(words[5], "E_KEY_FORMAT")) != sshsig.SIGNATURE_BYTES:
        raise damaged_line()
    return ProvenKeys(sign=sign, seal=seal, tie=words[3], claim=words[4], proof=words[5])


def is_digest(word: str) -> bool:
    return len(word) == 64 and not set(word) - HEX_DIGITS


def damaged_line() -> Malformed:
    return Malformed("E_KEY_FORMAT", SEAT_LINE, "the new player prints it with: lpbe key show --for GAME --seat SEAT")
