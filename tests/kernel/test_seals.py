"""Seals and commitments: standard, of fixed size, deterministic, bound to their place."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base import canon
from lpbe.kernel.base.errors import Malformed, Unauthentic
from lpbe.kernel.crypto import keys, seals, sodium

from ..sizes import examples

RFC9180 = json.loads((Path(__file__).parent.parent / "vectors" / "rfc.json").read_text())["rfc9180"]["test"]
KEY = bytes(range(32))
READER = keys.Identity(bytes(32))
OTHER = keys.Identity(bytes([1]) * 32)
GAME, SEEN = "ab" * 32, "cd" * 32
hexed = bytes.fromhex
some = examples(150)
secrets = st.binary(min_size=32, max_size=32)
values = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 99) | st.text(max_size=5), max_size=4)


def refused(code: str, call: Any, *words: Any) -> None:
    with pytest.raises(Unauthentic) as caught:
        call(*words)
    assert caught.value.code == code


# HPKE


def test_hpke_is_that_of_rfc_9180() -> None:
    row = {name: hexed(value) for name, value in RFC9180.items()}
    assert seals.derive_secret(row["ikmE"]) == row["skEm"]
    assert seals.derive_secret(row["ikmR"]) == row["skRm"]
    assert sodium.x25519_base(row["skRm"]) == row["pkRm"]
    product = sodium.x25519(row["skEm"], row["pkRm"])
    assert seals.shared_secret(product, row["enc"], row["pkRm"]) == row["shared_secret"]
    assert seals.schedule(row["shared_secret"], row["info"]) == (row["key"], row["base_nonce"])
    sealed = seals.hpke_seal(row["pkRm"], row["info"], row["pt"], row["ikmE"], row["aad"])
    assert sealed == row["enc"] + row["ct"]
    assert seals.hpke_open(row["skRm"], row["info"], sealed, row["aad"]) == row["pt"]


@examples(300)
@given(secrets, secrets, st.binary(max_size=80), st.binary(max_size=400))
def test_another_implementation_opens_our_seals_and_we_open_its(
    secret: bytes, material: bytes, info: bytes, text: bytes
) -> None:
    suite = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
    theirs = X25519PrivateKey.from_private_bytes(secret)
    ours = seals.hpke_seal(sodium.x25519_base(secret), info, text, material)
    assert suite.decrypt(ours, theirs, info=info) == text
    assert seals.hpke_open(secret, info, suite.encrypt(text, theirs.public_key(), info=info)) == text
    assert len(ours) == len(text) + seals.OVERHEAD


@some
@given(secrets, st.binary(max_size=60), st.binary(max_size=100), st.integers(0, 10**6))
def test_a_seal_with_one_bit_flipped_does_not_open(secret: bytes, info: bytes, text: bytes, flip: int) -> None:
    good = seals.hpke_seal(sodium.x25519_base(secret), info, text, KEY)
    assert seals.hpke_open(secret, info, good) == text
    damaged = bytearray(good)
    at = flip % (len(damaged) * 8)
    damaged[at // 8] ^= 1 << at % 8
    refused("E_SEAL_OPEN", seals.hpke_open, secret, info, bytes(damaged))


def test_every_single_bit_of_a_seal_counts() -> None:
    """Also the top bit of the ephemeral key, which X25519 itself ignores."""
    good = seals.hpke_seal(READER.seal_public, b"info", b"text", KEY)
    for at in range(len(good) * 8):
        damaged = bytearray(good)
        damaged[at // 8] ^= 1 << at % 8
        refused("E_SEAL_OPEN", seals.hpke_open, READER.seal_secret, b"info", bytes(damaged))


def test_a_seal_opens_with_its_key_info_and_associated_data_only() -> None:
    sealed = seals.hpke_seal(READER.seal_public, b"info", b"text", KEY, b"more")
    assert seals.hpke_open(READER.seal_secret, b"info", sealed, b"more") == b"text"
    refused("E_SEAL_OPEN", seals.hpke_open, OTHER.seal_secret, b"info", sealed, b"more")
    refused("E_SEAL_OPEN", seals.hpke_open, READER.seal_secret, b"inf", sealed, b"more")
    refused("E_SEAL_OPEN", seals.hpke_open, READER.seal_secret, b"info", sealed)


@pytest.mark.parametrize("size", [0, 1, 31, 32, 33, 47, 48, 51])
def test_seals_cut_short_do_not_open(size: int) -> None:
    sealed = seals.hpke_seal(READER.seal_public, b"info", b"text", KEY)
    assert len(sealed) == 52
    refused("E_SEAL_OPEN", seals.hpke_open, READER.seal_secret, b"info", sealed[:size])


@pytest.mark.parametrize("enc", [bytes(32), bytes([1]) + bytes(31), (2**255 - 20).to_bytes(32, "little")])
def test_an_ephemeral_key_of_small_order_does_not_open(enc: bytes) -> None:
    """Its shared secret would be zero, known to all: such a seal could come from anybody."""
    key, nonce = seals.schedule(seals.shared_secret(bytes(32), enc, READER.seal_public), b"info")
    forged = enc + sodium.aead_seal(b"text", b"", nonce, key)
    refused("E_SEAL_OPEN", seals.hpke_open, READER.seal_secret, b"info", forged)


# Padding


@some
@given(st.binary(max_size=300), st.integers(1, 200))
def test_padding_fills_a_fixed_size_and_comes_off_again(text: bytes, room: int) -> None:
    padded = seals.pad(text, len(text) + room)
    assert len(padded) == len(text) + room
    assert padded.startswith(text + b"\x80")
    assert seals.unpad(padded) == text


@some
@given(st.lists(st.sampled_from([b"\x00", b"\x80", b"a"]), max_size=6), st.integers(0, 6))
def test_text_that_looks_like_padding_is_kept(pieces: list[bytes], more: int) -> None:
    text = b"".join(pieces)
    longer = text + b"\x80" + bytes(more)
    assert seals.unpad(seals.pad(text, 20)) == text
    assert seals.unpad(seals.pad(longer, 20)) == longer
    assert seals.pad(text, 20) != seals.pad(longer, 20)


@pytest.mark.parametrize("size", [0, 1, 10, 11])
def test_text_that_leaves_no_room_for_padding_is_too_large(size: int) -> None:
    with pytest.raises(Malformed) as caught:
        seals.pad(b"eleven byte", size)
    assert caught.value.code == "E_SEAL_TOO_LARGE"


@pytest.mark.parametrize(
    "padded", [b"", b"\0", bytes(64), b"text", b"text\0\0", b"text\x81\0", b"text\x80\1", b"\x80\0\1"]
)
def test_other_padding_is_refused(padded: bytes) -> None:
    refused("E_SEAL_PADDING", seals.unpad, padded)


# Seals of values


@some
@given(values, st.sampled_from([256, 1024, 4096]))
def test_a_sealed_value_has_a_fixed_size_and_opens_to_its_canonical_form(value: dict[str, Any], size: int) -> None:
    sealed = seals.seal(KEY, READER.seal_public, b"info", value, size)
    assert len(sealed) == size + 48
    assert seals.unseal(READER.seal_secret, b"info", sealed, size) == canon.jcs(value)
    assert seals.seal(KEY, READER.seal_public, b"info", dict(reversed(value.items())), size) == sealed


def test_a_value_that_does_not_fit_is_never_given_a_larger_seal() -> None:
    fits, over = "x" * 253, "x" * 254
    assert len(seals.seal(KEY, READER.seal_public, b"", fits, 256)) == 304
    with pytest.raises(Malformed) as caught:
        seals.seal(KEY, READER.seal_public, b"", over, 256)
    assert caught.value.code == "E_SEAL_TOO_LARGE"


@pytest.mark.parametrize("size", [0, 48, 303, 305, 304 + 256])
def test_a_seal_of_another_size_is_refused(size: int) -> None:
    sealed = seals.seal(KEY, READER.seal_public, b"", {}, 256) + bytes(256)
    refused("E_SEAL_SIZE", seals.unseal, READER.seal_secret, b"", sealed[:size], 256)


@pytest.mark.parametrize("text", [bytes(256), b"{}" + bytes(254), b"{}\x80" + bytes(252) + b"\1", b"x" * 256])
def test_an_authentic_seal_with_other_padding_is_refused(text: bytes) -> None:
    sealed = seals.hpke_seal(READER.seal_public, b"", text, KEY)
    refused("E_SEAL_PADDING", seals.unseal, READER.seal_secret, b"", sealed, 256)


def test_each_input_of_a_seal_changes_its_ephemeral_key() -> None:
    """Key, recipient, place and content: no two seals share a key stream."""
    made = [
        seals.seal(key, reader.seal_public, info, value, size)
        for key, reader, info, value, size in product(
            (KEY, bytes(32)), (READER, OTHER), (b"one", b"two"), ({}, {"a": 1}), (256, 257)
        )
    ]
    assert len({sealed[:32] for sealed in made}) == len({sealed[32:64] for sealed in made}) == 32


def test_two_texts_in_one_place_are_not_under_one_key_stream() -> None:
    """With an ephemeral key of the place alone, two ciphertexts would differ as their texts do."""
    one, two = {"card": 1}, {"card": 2}
    first, second = (seals.seal(KEY, READER.seal_public, b"place", value, 256)[32:-16] for value in (one, two))
    texts = (seals.pad(canon.jcs(value), 256) for value in (one, two))
    differ = bytes(a ^ b for a, b in zip(*texts, strict=True))
    assert bytes(a ^ b for a, b in zip(first, second, strict=True)) != differ
    assert sum(a == b for a, b in zip(first, second, strict=True)) < 16


# Places and commitments

ORDER = {"game": GAME, "window": 3, "seat": "red", "kind": "play", "rev": 1, "seen": SEEN, "commits": ["ee" * 32]}
STATE = {"game": GAME, "seq": 7, "prev": SEEN, "recipient": "red"}
CHOICE = {"game": GAME, "window": 3, "seat": "red", "kind": "play", "rev": 1, "index": 0, "value": {"card": 4}}
CHANGED = {
    "game": "00" * 32,
    "window": 4,
    "seat": "blue",
    "kind": "join",
    "rev": 2,
    "seen": "11" * 32,
    "commits": [],
    "seq": 8,
    "prev": "22" * 32,
    "recipient": "referee",
    "index": 1,
    "value": {"card": 5},
    "nonce": bytes([1]) * 32,
    "det": bytes([1]) * 32,
}


@pytest.mark.parametrize(
    ("make", "fields"),
    [
        (seals.letter_info, ORDER),
        (seals.state_info, STATE),
        (seals.commitment, {**CHOICE, "nonce": bytes(32)}),
        (seals.commit_nonce, {**CHOICE, "seen": SEEN, "det": bytes(32)}),
    ],
    ids=["order_info", "state_info", "commitment", "commit_nonce"],
)
def test_every_field_of_a_place_or_commitment_counts(make: Any, fields: dict[str, Any]) -> None:
    made = [make(**fields), *(make(**{**fields, name: CHANGED[name]}) for name in fields)]
    assert len(set(made)) == len(fields) + 1
    assert make(**fields) == made[0]


def test_a_seal_moved_to_another_place_does_not_open() -> None:
    here = seals.letter_info(**ORDER)
    sealed = seals.seal(KEY, READER.seal_public, here, {"card": 4}, 256)
    assert seals.unseal(READER.seal_secret, here, sealed, 256) == b'{"card":4}'
    for name in ORDER:
        there = seals.letter_info(**{**ORDER, name: CHANGED[name]})
        refused("E_SEAL_OPEN", seals.unseal, READER.seal_secret, there, sealed, 256)
    refused("E_SEAL_OPEN", seals.unseal, READER.seal_secret, seals.state_info(**STATE), sealed, 256)


def test_neighbouring_fields_do_not_run_together() -> None:
    assert seals.letter_info(GAME, 1, "red", "play", 11, SEEN, []) != seals.letter_info(
        GAME, 11, "red", "play", 1, SEEN, []
    )
    assert seals.letter_info(GAME, 1, "re", "dplay", 1, SEEN, []) != seals.letter_info(
        GAME, 1, "red", "play", 1, SEEN, []
    )
    assert seals.letter_info(GAME, 1, "red", "play", 1, "", [SEEN]) != seals.letter_info(
        GAME, 1, "red", "play", 1, SEEN, [""]
    )


def test_a_commitment_does_not_give_a_small_choice_away() -> None:
    """Whoever tries all six cards without the nonce finds none that fits."""
    made = {card: committed(card) for card in range(1, 7)}
    tries = {
        digest
        for card in range(1, 7)
        for digest in (
            sha256(canon.jcs({"card": card})).hexdigest(),
            seals.commitment(**{**CHOICE, "value": {"card": card}, "nonce": bytes(32)}),
            seals.commitment(**{**CHOICE, "value": {"card": card}, "nonce": b""}),
        )
    }
    assert len(set(made.values())) == 6
    assert not tries & set(made.values())


def committed(card: int) -> str:
    choice = {**CHOICE, "value": {"card": card}}
    nonce = seals.commit_nonce(det=READER.det, seen=SEEN, **choice)
    assert len(nonce) == 32
    return seals.commitment(nonce=nonce, **choice)
