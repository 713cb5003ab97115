"""Identities and game secrets, all derived from seeds; the text of key files and public keys."""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from hashlib import sha256

from ..base.canonical import expand, kdf, lp, tagged_hash
from ..base.errors import Malformed, Unauthentic
from . import sodium, sshsig
from .seals import pair_key

PLAIN_PREFIX = "LPBE-SECRET-1-"
LOCKED_PREFIX = "LPBE-SECRET-ENC-1-"
PUBLIC_PREFIX = "lpbe-pub-1"
SEAT_PREFIX = "lpbe-seat-2"
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
CHECKSUM_BYTES = 3
"""The bytes after a key that show whether it is complete."""
ARGON2ID = 2
ARGON2_PASSES = 3
ARGON2_BYTES = 256 << 20
SALT_BYTES = 16
NONCE_BYTES = 24
SEAL_LIMIT = 2**255 - 19
"""Sealing keys are smaller than this: so each key has one encoding."""


def derive_key(seed: bytes, label: str) -> bytes:
    """Derive one of a person's three keys from their seed.

    The label is still that of version 1, because a key file outlives formats.
    """
    return expand(seed, lp("lpbe/v1", label), 32)


class Identity:
    """The keys of one person, derived from one seed; printing it reveals nothing."""

    __slots__ = ("seed", "ssh", "det", "seal_secret", "seal_public", "sign_public", "_sign_seed", "_pairs")

    def __init__(self, seed: bytes, ssh: str = "", ssh_public: bytes = b"") -> None:
        self.seed = seed
        self.ssh = ssh
        self._sign_seed = derive_key(seed, "sign")
        self.seal_secret = derive_key(seed, "seal")
        self.det = derive_key(seed, "derive")
        self.sign_public = ssh_public or sshsig.derive_keypair(self._sign_seed)[0]
        self.seal_public = sodium.x25519_base(self.seal_secret)
        self._pairs: dict[tuple[str, str], bytes] = {}

    def __repr__(self) -> str:
        return "<an identity>"

    def sign(self, namespace: str, message: bytes) -> bytes:
        """Return an SSHSIG signature of a message, made by ssh-keygen if an SSH key signs instead."""
        if self.ssh:
            blob = sshsig.sign_by_ssh(self.ssh, namespace, message)
            sshsig.verify(self.sign_public, namespace, message, blob)
            return blob
        return sshsig.sign(self._sign_seed, namespace, message)

    @property
    def keys(self) -> tuple[str, str]:
        """Return the public signing and sealing keys, as files contain them."""
        return b64(self.sign_public), b64(self.seal_public)

    def pair(self, game: str, referee: str) -> bytes:
        """Return the key that this person shares with the referee of a game; cached."""
        if (game, referee) not in self._pairs:
            public = unb64(referee)
            shared = exchange(self.seal_secret, public)
            self._pairs[game, referee] = pair_key(game, public, self.seal_public, shared)
        return self._pairs[game, referee]

    def claim(self, game: str, referee: str, seat: str) -> str:
        """Return the proof for the referee that this person has the secret half of their sealing key."""
        return key_claim(self.pair(game, referee), seat, self.sign_public)

    def memo_key(self, game: str) -> bytes:
        """Return the key of the player's own memos, which nobody else can read."""
        return kdf(self.det, "memo", game)

    def tie(self, game: str, seat: str) -> str:
        """Return the value that ties a seat of one game to this key: a game that imitates it has a different one."""
        return kdf(self.det, "tie", game, seat).hex()

    def draw_seed(self, game: str) -> bytes:
        """Return the seed of the key that makes this person's verifiable draw for a game."""
        return kdf(self.det, "draw", game)


class Secret:
    """The secret of one referee for one game, disclosed at the end."""

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
        """Return the public commitment to this secret."""
        return tagged_hash("seed-commit", self.raw).hex()

    def held_identity(self, seat: str) -> Identity:
        """Return the identity of a seat that the referee plays for; cached."""
        if seat not in self._held:
            self._held[seat] = Identity(kdf(self.raw, "held", seat))
        return self._held[seat]

    def pair(self, game: str, seat: str) -> bytes:
        """Return the key that the referee shares with the holder of a sealing key; cached."""
        if (game, seat) not in self._pairs:
            public = unb64(seat)
            shared = exchange(self.seal_secret, public)
            self._pairs[game, seat] = pair_key(game, self.seal_public, public, shared)
        return self._pairs[game, seat]

    def mail_code(self, seat: str, window: int, rev: int, head: str) -> str:
        """Return the one-time code of a mail seat for one letter."""
        return b32(kdf(self.raw, "mail", seat, window, rev, head))[:10]

    def invitation(self, seat: str) -> str:
        """Return the invitation code of a seat, in groups of five letters."""
        code = b32(kdf(self.raw, "invite", seat))[:20]
        return "-".join(code[at : at + 5] for at in range(0, 20, 5))


def key_claim(pair: bytes, seat: str, sign: bytes) -> str:
    """Return the MAC that ties a signing key to a sealing key; only both ends of the pair can make it."""
    return kdf(pair, "claim", seat, sign).hex()


Secrets = tuple[Secret, ...]
"""The secrets of one game, one per referee it has had, oldest first; none in an open game."""


def game_secret(seed: bytes, terms: bytes) -> Secret:
    """Return the secret of the referee who starts a game by these terms; other terms give another secret."""
    return Secret(kdf(seed, "game", terms))


def handed_secret(seed: bytes, nonce: str, game: str, head: str) -> Secret:
    """Return the secret of a referee who takes over a game at this head.

    The same offer, copied to another game, gives another secret.
    """
    return Secret(kdf(seed, "game", bytes.fromhex(nonce), "handover", game, head))


def exchange(secret: bytes, public: bytes) -> bytes:
    """Return the shared secret of two sealing keys; refuse a weak public key."""
    check_seal_key(public)
    return sodium.x25519(secret, public)


def b64(data: bytes) -> str:
    """Return base64 in one line."""
    return b2a_base64(data, newline=False).decode()


def unb64(text: str, code: str = "E_SCHEMA") -> bytes:
    """Decode strict base64; only white space is ignored."""
    packed = "".join(text.split())
    try:
        data = a2b_base64(packed, strict_mode=True)
    except ValueError:
        raise Malformed(code, "a base64 value is damaged") from None
    if b64(data[-((len(data) - 1) % 3 + 1) :]) != packed[-4:]:  # read strictly, it can only differ in its last bits
        raise Malformed(code, "a base64 value is damaged")
    return data


def weak_key(message: str) -> Unauthentic:
    """Return the failure for a key that anybody could use."""
    return Unauthentic("E_KEY_WEAK", message, "make a new one: lpbe key new")


def check_sign_key(public: bytes) -> None:
    """Refuse keys outside the prime-order group: one signature would fit every message."""
    if len(public) != 32 or not sodium.is_valid_point(public):
        raise weak_key("the signing key is weak: anybody could use it")


def check_seal_key(public: bytes) -> None:
    """Refuse keys of small order, whose shared secret everybody knows, and second encodings of a key."""
    if len(public) != 32 or int.from_bytes(public, "little") >= SEAL_LIMIT:
        raise weak_key("the sealing key is weak: anybody could use it")
    try:
        sodium.x25519(bytes([9]) * 32, public)
    except sodium.CryptoError:
        raise weak_key("the sealing key is weak: anybody could use it") from None


def b32(data: bytes) -> str:
    """Return base32 without padding; importing Python's own module takes longer than checking an order."""
    size = base32_length(len(data))
    bits = int.from_bytes(data, "big") << (5 * size - 8 * len(data))
    return "".join(BASE32[bits >> 5 * place & 31] for place in reversed(range(size)))


def unb32(text: str) -> bytes:
    """Decode base32 without padding."""
    bits = 0
    for sign in text:
        bits = bits << 5 | BASE32.index(sign)
    size, spare = divmod(5 * len(text), 8)
    return (bits >> spare).to_bytes(size, "big")


def base32_length(size: int) -> int:
    """Return how many characters of base32 a number of bytes takes."""
    return -(-8 * size // 5)


def encode_line(prefix: str, payload: bytes) -> str:
    """Return a key as one line: prefix, key and checksum."""
    return prefix + b32(payload + sha256(b"lpbe key v1" + payload).digest()[:CHECKSUM_BYTES])


def decode_line(prefix: str, line: str, size: int) -> bytes:
    """Return the key in a line, if the line has the right length and checksum."""
    body = line[len(prefix) :]
    if len(body) != base32_length(size + CHECKSUM_BYTES) or body.strip(BASE32):
        raise damaged_key()
    payload = unb32(body)[:-CHECKSUM_BYTES]
    if encode_line(prefix, payload) != line:
        raise damaged_key()
    return payload


def damaged_key() -> Malformed:
    """Return the failure for a key that is incomplete or damaged."""
    return Malformed(
        "E_KEY_FORMAT", "this lpbe key is incomplete", "restore it from your backup, or make a new one: lpbe key new"
    )


def stretch(passphrase: str, salt: bytes) -> bytes:
    """Derive a key from a passphrase with Argon2id."""
    return sodium.pwhash(32, passphrase.encode(), salt, ARGON2_PASSES, ARGON2_BYTES, ARGON2ID)


def lock(seed: bytes, passphrase: str, fresh: bytes) -> str:
    """Return the secret line of a seed encrypted with a passphrase; `fresh` is salt and nonce."""
    salt, nonce = fresh[:SALT_BYTES], fresh[SALT_BYTES : SALT_BYTES + NONCE_BYTES]
    body = sodium.xaead_seal(seed, LOCKED_PREFIX.encode(), nonce, stretch(passphrase, salt))
    return encode_line(LOCKED_PREFIX, salt + nonce + body)


def unlock(line: str, passphrase: str) -> bytes:
    """Return the seed in a secret line that a passphrase encrypts."""
    raw = decode_line(LOCKED_PREFIX, line, SALT_BYTES + NONCE_BYTES + 48)
    salt, nonce, body = raw[:SALT_BYTES], raw[SALT_BYTES : SALT_BYTES + NONCE_BYTES], raw[SALT_BYTES + NONCE_BYTES :]
    try:
        return sodium.xaead_open(body, LOCKED_PREFIX.encode(), nonce, stretch(passphrase, salt))
    except sodium.CryptoError:
        raise Malformed("E_KEY_PASSPHRASE", "the passphrase is wrong for this key") from None


class KeyFile:
    """The content of a key file: comments, one secret line, and the SSH key that signs instead, if any."""

    __slots__ = ("secret", "ssh")

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines()]
        content = [line for line in lines if line and not line.startswith("#")]
        secrets = [line for line in content if line.startswith("LPBE-SECRET-")]
        others = [line for line in content if not line.startswith("LPBE-SECRET-")]
        if len(secrets) != 1 or len(others) > 1 or (others and not others[0].startswith("ssh ")):
            raise damaged_key()
        self.secret = secrets[0]
        self.ssh = others[0][4:].strip() if others else ""

    @property
    def is_locked(self) -> bool:
        """Return whether a passphrase encrypts the secret line."""
        return self.secret.startswith(LOCKED_PREFIX)

    def seed(self, passphrase: str = "") -> bytes:
        """Return the seed, decrypted if necessary."""
        if self.is_locked:
            return unlock(self.secret, passphrase)
        if not self.secret.startswith(PLAIN_PREFIX):
            raise damaged_key()
        return decode_line(PLAIN_PREFIX, self.secret, 32)


def key_text(identity: Identity, name: str, day: str, secret: str = "") -> str:
    """Return the text of a key file; `secret` is its encrypted line, if it has a passphrase."""
    lines = [
        f'# lpbe key "{name}", made {day}',
        f"# sign {sshsig.public_line(identity.sign_public, f'lpbe:{name}')}",
        f"# seal lpbe-seal-1:{b64(identity.seal_public)}",
        *([f"ssh {identity.ssh}"] if identity.ssh else []),
        secret or encode_line(PLAIN_PREFIX, identity.seed),
    ]
    return "\n".join(lines) + "\n"


def public_text(identity: Identity) -> str:
    """Return the line with a person's public keys, to be sent to a host."""
    return " ".join([PUBLIC_PREFIX, *identity.keys])


def parse_public_text(line: str) -> tuple[str, str]:
    """Return the signing and the sealing key of a public line."""
    words = line.split()
    if len(words) != 3 or words[0] != PUBLIC_PREFIX:
        raise Malformed("E_KEY_FORMAT", "a public key is one line: lpbe-pub-1 SIGN SEAL", "print yours: lpbe key show")
    sign, seal = words[1:]
    try:
        check_sign_key(unb64(sign, "E_KEY_FORMAT"))
        check_seal_key(unb64(seal, "E_KEY_FORMAT"))
    except Unauthentic as fault:
        raise Malformed.like(fault) from None
    return sign, seal
