"""SSHSIG signatures with Ed25519 keys, made here or by ssh-keygen."""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from functools import lru_cache
from hashlib import sha512

from ..base.errors import Malformed, Unauthentic
from . import sodium

GENESIS = "lpbe-genesis-v2"
ORDER = "lpbe-order-v2"
HEAD = "lpbe-head-v2"
REKEY = "lpbe-rekey-v2"
RECEIPT = "lpbe-receipt-v2"
SIGNATURE_BYTES = 64
"""The length of a signature without its frame."""
KEY_START = 33
"""Where the frame of a signature has the public key."""
KEY_BYTES = 32
BEGIN = "-----BEGIN SSH SIGNATURE-----"
END = "-----END SSH SIGNATURE-----"
TIMEOUT_SECONDS = 60


def field(data: bytes) -> bytes:
    """Return an SSH string: the length of the data, then the data."""
    return len(data).to_bytes(4, "big") + data


def key_blob(public: bytes) -> bytes:
    """Return a public key in SSH's wire format."""
    return field(b"ssh-ed25519") + field(public)


def signed_part(namespace: str, message: bytes) -> bytes:
    """Return the bytes that an SSHSIG signature covers."""
    return b"SSHSIG" + field(namespace.encode()) + field(b"") + field(b"sha512") + field(sha512(message).digest())


@lru_cache(64)
def prefix(public: bytes, namespace: str) -> bytes:
    """Return all of an SSHSIG blob but the signature itself: for one key and namespace there is one valid form."""
    head = b"SSHSIG" + (1).to_bytes(4, "big") + field(key_blob(public)) + field(namespace.encode())
    return (
        head + field(b"") + field(b"sha512") + (83).to_bytes(4, "big") + field(b"ssh-ed25519") + (64).to_bytes(4, "big")
    )


@lru_cache(16)
def derive_keypair(seed: bytes) -> tuple[bytes, bytes]:
    """Return the public and the secret key of a seed; cached, because one person signs several times."""
    return sodium.sign_keypair(seed)


def sign(seed: bytes, namespace: str, message: bytes) -> bytes:
    """Return the SSHSIG blob of a message."""
    public, secret = derive_keypair(seed)
    return prefix(public, namespace) + sodium.sign(signed_part(namespace, message), secret)[:64]


def strip_frame(blob: bytes) -> bytes:
    """Return the bare signature, as logs and game files store it: the frame follows from key and namespace."""
    return blob[-SIGNATURE_BYTES:]


def verify(public: bytes, namespace: str, message: bytes, blob: bytes) -> None:
    """Check a signature, either with its frame as ssh-keygen writes it, or bare."""
    frame = blob[:-SIGNATURE_BYTES]
    if len(blob) < SIGNATURE_BYTES or (frame and frame != prefix(public, namespace)):
        raise Unauthentic(
            "E_SIG_FORMAT", "the signature is by another key or for another purpose, or it is not a signature"
        )
    try:
        sodium.sign_open(strip_frame(blob) + signed_part(namespace, message), public)
    except sodium.CryptoError:
        raise Unauthentic("E_SIG_INVALID", "the signature does not match what it signs") from None


def is_intact(namespace: str, message: bytes, blob: bytes) -> bool:
    """Return whether a framed signature fits the message by the key in its frame; that does not prove who sent it."""
    public = blob[KEY_START : KEY_START + KEY_BYTES]
    if len(blob) <= SIGNATURE_BYTES or len(public) != KEY_BYTES:
        return False
    try:
        verify(public, namespace, message, blob)
    except Unauthentic:
        return False
    return True


def armour(blob: bytes) -> str:
    """Return a signature as the text block that ssh-keygen reads."""
    text = b2a_base64(blob, newline=False).decode()
    lines = [text[at : at + 70] for at in range(0, len(text), 70)]
    return "\n".join([BEGIN, *lines, END, ""])


def dearmour(text: str) -> bytes:
    """Return the signature in such a text block, whatever white space mail programs have put into it."""
    lines = text.split()
    body = "".join(lines)
    head, tail = "".join(BEGIN.split()), "".join(END.split())
    if not body.startswith(head) or not body.endswith(tail):
        raise Malformed("E_SIG_FORMAT", "this is not an SSH signature")
    inner = body[len(head) : -len(tail)]
    try:
        blob = a2b_base64(inner, strict_mode=True)
    except ValueError:
        blob = b""
    if not blob or b2a_base64(blob, newline=False).decode() != inner:
        raise Malformed("E_SIG_FORMAT", "this SSH signature is damaged")
    return blob


def public_line(public: bytes, comment: str = "") -> str:
    """Return a public key as a line of an authorized_keys file."""
    return f"ssh-ed25519 {b2a_base64(key_blob(public), newline=False).decode()} {comment}".strip()


def parse_public_line(line: str) -> bytes:
    """Return the 32 bytes of the key in an `ssh-ed25519 AAAA...` line."""
    words = line.split()
    if len(words) < 2 or words[0] != "ssh-ed25519":
        raise Malformed("E_KEY_FORMAT", "only ssh-ed25519 keys can sign orders", "make one: ssh-keygen -t ed25519")
    try:
        blob = a2b_base64(words[1], strict_mode=True)
    except ValueError:
        blob = b""
    if len(blob) != 51 or blob[:-32] != key_blob(bytes(32))[:-32]:
        raise Malformed("E_KEY_FORMAT", "this ssh-ed25519 line is damaged")
    return blob[-32:]


def sign_by_ssh(path: str, namespace: str, message: bytes) -> bytes:
    """Let ssh-keygen, and its agent if any, sign a message."""
    import os
    import subprocess

    clean = {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
    call = ["ssh-keygen", "-Y", "sign", "-n", namespace, "-f", path]
    try:
        done = subprocess.run(call, input=message, capture_output=True, timeout=TIMEOUT_SECONDS, env=clean, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Malformed("E_KEY_SSH", "ssh-keygen could not sign: {error}", error=type(error).__name__) from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        raise Malformed(
            "E_KEY_SSH",
            "ssh-keygen refused to sign: {error}",
            "check that the key is loaded and the file exists",
            error=lines[-1],
        )
    return dearmour(done.stdout.decode("ascii", "replace"))
