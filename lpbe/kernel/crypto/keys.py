"""Identities: one seed a person, everything else derived; the text of key files."""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64

from ..base import hashing
from ..base.canon import expand, kdf, lp, tagged
from ..base.errors import Malformed, Unauthentic
from . import sodium, sshsig
from .seals import pair_key

PLAIN, LOCKED, PUBLIC, SEAT = "LPBE-SECRET-1-", "LPBE-SECRET-ENC-1-", "lpbe-pub-1", "lpbe-seat-2"
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
CHECK = 3
"""The bytes after a key that tell whether it is whole."""
ARGON2ID = 2
PASSES, MEMORY = 3, 256 << 20
SALT, NONCE = 16, 24
SEAL_LIMIT = 2**255 - 19
"""Sealing keys are smaller: so no two of them are one."""


def from_seed(seed: bytes, label: str) -> bytes:
    """The three keys of a person keep the label they always had: a key file outlives formats."""
    return expand(seed, lp("lpbe/v1", label), 32)


class Identity:
    """Who signs and who may open: made from a seed, printed as nothing."""

    __slots__ = ("seed", "ssh", "det", "seal_secret", "seal_public", "sign_public", "_sign_seed", "_pairs")

    def __init__(self, seed: bytes, ssh: str = "", ssh_public: bytes = b"") -> None:
        self.seed, self.ssh = seed, ssh
        self._sign_seed = from_seed(seed, "sign")
        self.seal_secret = from_seed(seed, "seal")
        self.det = from_seed(seed, "derive")
        self.sign_public = ssh_public or sshsig.pair_of(self._sign_seed)[0]
        self.seal_public = sodium.x25519_base(self.seal_secret)
        self._pairs: dict[tuple[str, str], bytes] = {}

    def __repr__(self) -> str:
        return "<an identity>"

    def sign(self, namespace: str, message: bytes) -> bytes:
        if self.ssh:
            blob = sshsig.sign_by_ssh(self.ssh, namespace, message)
            sshsig.verify(self.sign_public, namespace, message, blob)
            return blob
        return sshsig.sign(self._sign_seed, namespace, message)

    @property
    def keys(self) -> tuple[str, str]:
        """The public halves as files carry them."""
        return b64(self.sign_public), b64(self.seal_public)

    def pair(self, game: str, referee: str) -> bytes:
        """What this person has in common with the referee of a game; worked out once."""
        if (game, referee) not in self._pairs:
            public = unb64(referee)
            shared = exchange(self.seal_secret, public)
            self._pairs[game, referee] = pair_key(game, public, self.seal_public, shared)
        return self._pairs[game, referee]

    def memo_key(self, game: str) -> bytes:
        """For what nobody else ever reads."""
        return kdf(self.det, "memo", game)

    def tie(self, game: str, seat: str) -> str:
        """What ties a seat of one game to this key: a game that looks like it has another."""
        return kdf(self.det, "tie", game, seat).hex()

    def draw_seed(self, game: str) -> bytes:
        return kdf(self.det, "draw", game)


class Secret:
    """The one secret of one game, the referee's, disclosed at the end."""

    __slots__ = ("raw", "seal_secret", "seal_public", "drawer", "_held", "_pairs")

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.seal_secret = kdf(raw, "referee-seal")
        self.seal_public = sodium.x25519_base(self.seal_secret)
        self.drawer = kdf(raw, "drawer")
        self._held: dict[str, Identity] = {}
        self._pairs: dict[tuple[str, str], bytes] = {}

    def __repr__(self) -> str:
        return "<a game secret>"

    @property
    def commitment(self) -> str:
        return tagged("seed-commit", self.raw).hex()

    def held(self, seat: str) -> Identity:
        """The identity of a seat the referee plays for; made once."""
        if seat not in self._held:
            self._held[seat] = Identity(kdf(self.raw, "held", seat))
        return self._held[seat]

    def pair(self, game: str, seat: str) -> bytes:
        """What the referee has in common with the holder of a seat's sealing key; worked out once."""
        if (game, seat) not in self._pairs:
            public = unb64(seat)
            shared = exchange(self.seal_secret, public)
            self._pairs[game, seat] = pair_key(game, self.seal_public, public, shared)
        return self._pairs[game, seat]

    def mail_code(self, seat: str, window: int, rev: int, head: str) -> str:
        """The one-time code of a mail seat for one letter."""
        return b32(kdf(self.raw, "mail", seat, window, rev, head))[:10]

    def invitation(self, seat: str) -> str:
        code = b32(kdf(self.raw, "invite", seat))[:20]
        return "-".join(code[at : at + 5] for at in range(0, 20, 5))


Secrets = tuple[Secret, ...]
"""The secrets of one game, one a referee it has had, the first one first; none in an open game."""


def game_secret(seed: bytes, nonce: str) -> Secret:
    return Secret(kdf(seed, "game", bytes.fromhex(nonce)))


def handed_secret(seed: bytes, nonce: str, game: str, head: str) -> Secret:
    """The secret of a referee who takes a game over at this head; a copy of the offer in another game has another."""
    return Secret(kdf(seed, "game", bytes.fromhex(nonce), "handover", game, head))


def exchange(secret: bytes, public: bytes) -> bytes:
    check_seal_key(public)
    return sodium.x25519(secret, public)


def b64(data: bytes) -> str:
    return b2a_base64(data, newline=False).decode()


def unb64(text: str, code: str = "E_SCHEMA") -> bytes:
    """Strict base64: white space is ignored, nothing else is."""
    packed = "".join(text.split())
    try:
        data = a2b_base64(packed, strict_mode=True)
    except ValueError:
        raise Malformed(code, "a base64 value is damaged") from None
    if b64(data[-((len(data) - 1) % 3 + 1) :]) != packed[-4:]:  # read strictly, it can only differ in its last bits
        raise Malformed(code, "a base64 value is damaged")
    return data


def weak(message: str) -> Unauthentic:
    return Unauthentic("E_KEY_WEAK", message, "make a new one: lpbe key new")


def check_sign_key(public: bytes) -> None:
    """Refuse keys outside the prime-order group: one signature would fit every message."""
    if len(public) != 32 or not sodium.is_valid_point(public):
        raise weak("the signing key is weak: anybody could use it")


def check_seal_key(public: bytes) -> None:
    """Refuse keys of small order, whose shared secret is known to all, and second spellings of a key."""
    if len(public) != 32 or int.from_bytes(public, "little") >= SEAL_LIMIT:
        raise weak("the sealing key is weak: anybody could use it")
    try:
        sodium.x25519(bytes([9]) * 32, public)
    except sodium.CryptoError:
        raise weak("the sealing key is weak: anybody could use it") from None


def b32(data: bytes) -> str:
    """Base32 without padding; by Python's own module it takes longer to be loaded than an order to be checked."""
    size = signs_for(len(data))
    bits = int.from_bytes(data, "big") << (5 * size - 8 * len(data))
    return "".join(BASE32[bits >> 5 * place & 31] for place in reversed(range(size)))


def unb32(text: str) -> bytes:
    bits = 0
    for sign in text:
        bits = bits << 5 | BASE32.index(sign)
    size, spare = divmod(5 * len(text), 8)
    return (bits >> spare).to_bytes(size, "big")


def signs_for(size: int) -> int:
    """How many signs of base32 so many bytes take."""
    return -(-8 * size // 5)


def encode_line(prefix: str, payload: bytes) -> str:
    return prefix + b32(payload + hashing.sha256(b"lpbe key v1" + payload)[:CHECK])


def decode_line(prefix: str, line: str, size: int) -> bytes:
    body = line[len(prefix) :]
    if len(body) != signs_for(size + CHECK) or body.strip(BASE32):
        raise damaged()
    payload = unb32(body)[:-CHECK]
    if encode_line(prefix, payload) != line:
        raise damaged()
    return payload


def damaged() -> Malformed:
    return Malformed("E_KEY_FORMAT", "this is not a whole lpbe key", "restore it from your backup, or: lpbe key new")


def stretch(passphrase: str, salt: bytes) -> bytes:
    return sodium.pwhash(32, passphrase.encode(), salt, PASSES, MEMORY, ARGON2ID)


def lock(seed: bytes, passphrase: str, fresh: bytes) -> str:
    """The secret line under a passphrase; `fresh` is salt and nonce."""
    salt, nonce = fresh[:SALT], fresh[SALT : SALT + NONCE]
    body = sodium.xaead_seal(seed, LOCKED.encode(), nonce, stretch(passphrase, salt))
    return encode_line(LOCKED, salt + nonce + body)


def unlock(line: str, passphrase: str) -> bytes:
    raw = decode_line(LOCKED, line, SALT + NONCE + 48)
    salt, nonce, body = raw[:SALT], raw[SALT : SALT + NONCE], raw[SALT + NONCE :]
    try:
        return sodium.xaead_open(body, LOCKED.encode(), nonce, stretch(passphrase, salt))
    except sodium.CryptoError:
        raise Malformed("E_KEY_PASSPHRASE", "the passphrase does not open this key") from None


class KeyFile:
    """A key file's text: comments, one secret line, and the SSH key that signs instead, if any."""

    __slots__ = ("secret", "ssh")

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines()]
        kept = [line for line in lines if line and not line.startswith("#")]
        secrets = [line for line in kept if line.startswith("LPBE-SECRET-")]
        others = [line for line in kept if not line.startswith("LPBE-SECRET-")]
        if len(secrets) != 1 or len(others) > 1 or (others and not others[0].startswith("ssh ")):
            raise damaged()
        self.secret = secrets[0]
        self.ssh = others[0][4:].strip() if others else ""

    @property
    def locked(self) -> bool:
        return self.secret.startswith(LOCKED)

    def seed(self, passphrase: str = "") -> bytes:
        if self.locked:
            return unlock(self.secret, passphrase)
        if not self.secret.startswith(PLAIN):
            raise damaged()
        return decode_line(PLAIN, self.secret, 32)


def key_text(identity: Identity, name: str, day: str, secret: str = "") -> str:
    """What a key file says; `secret` is its locked line."""
    lines = [
        f'# lpbe key "{name}", made {day}',
        f"# sign {sshsig.public_line(identity.sign_public, f'lpbe:{name}')}",
        f"# seal lpbe-seal-1:{b64(identity.seal_public)}",
        *([f"ssh {identity.ssh}"] if identity.ssh else []),
        secret or encode_line(PLAIN, identity.seed),
    ]
    return "\n".join(lines) + "\n"


def public_text(identity: Identity) -> str:
    """One public line to send to a host."""
    return " ".join([PUBLIC, *identity.keys])


def seat_text(identity: Identity, game: str, seat: str) -> str:
    """One public line to send to a host who gives this person a seat of a running game."""
    return " ".join([SEAT, *identity.keys, identity.tie(game, seat)])


def parse_seat_text(line: str) -> tuple[str, str, str]:
    words = line.split()
    if len(words) != 4 or words[0] != SEAT or len(words[3]) != 64 or set(words[3]) - set("0123456789abcdef"):
        raise Malformed(
            "E_KEY_FORMAT",
            "the keys for a seat are one line: lpbe-seat-2 SIGN SEAL TIE",
            "the new player prints it: lpbe key show --for GAME --seat SEAT",
        )
    return *parse_public_text(" ".join([PUBLIC, *words[1:3]])), words[3]


def parse_public_text(line: str) -> tuple[str, str]:
    words = line.split()
    if len(words) != 3 or words[0] != PUBLIC:
        raise Malformed("E_KEY_FORMAT", "a public key is one line: lpbe-pub-1 SIGN SEAL", "print yours: lpbe key show")
    sign, seal = words[1:]
    try:
        check_sign_key(unb64(sign, "E_KEY_FORMAT"))
        check_seal_key(unb64(seal, "E_KEY_FORMAT"))
    except Unauthentic as fault:
        raise Malformed.like(fault) from None
    return sign, seal
