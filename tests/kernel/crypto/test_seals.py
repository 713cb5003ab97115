"""The box between two keys: of fixed size, the same bytes for the same content, bound to its place and its pair."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base import canonical
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.crypto import keys, seals

from ...size_limits import examples
from ..sealing import expect_refusal, forge_seal, make_seal

V2 = json.loads((Path(__file__).parents[2] / "vectors" / "v2.json").read_text())
PAIR, OTHER = bytes(range(32)), bytes([1]) * 32
GAME = "ab" * 32
some = examples(150)
pairs = st.binary(min_size=32, max_size=32)
values = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 99) | st.text(max_size=5), max_size=4)


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
    expect_refusal("E_SEAL_PADDING", seals.unpad, padded)


# The pair


@some
@given(pairs, pairs)
def test_both_ends_have_the_same_in_common(referee: bytes, seat: bytes) -> None:
    host, player = keys.Secret(referee), keys.Identity(seat)
    ours = host.pair(GAME, keys.b64(player.seal_public))
    assert ours == player.pair(GAME, keys.b64(host.seal_public))
    assert ours == host.pair(GAME, keys.b64(player.seal_public))
    assert host.pair("cd" * 32, keys.b64(player.seal_public)) != ours


def test_game_and_both_keys_and_their_roles_are_in_a_pair() -> None:
    one, two, three = (keys.Identity(bytes([n]) * 32) for n in (1, 2, 3))
    shared = keys.exchange(one.seal_secret, two.seal_public)
    a, b, c = one.seal_public, two.seal_public, three.seal_public
    found = [seals.pair_key(*words, shared) for words in ((GAME, a, b), (GAME, b, a), (GAME, a, c), ("00" * 32, a, b))]
    assert len(set(found)) == 4
    assert seals.pair_key(GAME, a, b, keys.exchange(two.seal_secret, a)) == found[0]


def test_a_second_key_with_the_same_shared_secret_has_another_pair() -> None:
    """A key with torsion added gives the same X25519 result: only the key itself in the salt tells them apart."""
    referee, player = keys.Secret(bytes(32)), keys.Identity(bytes([1]) * 32)
    u = int.from_bytes(player.seal_public, "little")
    twin = pow(u, -1, keys.SEAL_LIMIT).to_bytes(32, "little")  # the point plus the one of order two
    keys.check_seal_key(twin)
    assert keys.exchange(referee.seal_secret, twin) == keys.exchange(referee.seal_secret, player.seal_public)
    assert referee.pair(GAME, keys.b64(twin)) != referee.pair(GAME, keys.b64(player.seal_public))


@pytest.mark.parametrize(
    "value",
    [0, 1, keys.SEAL_LIMIT - 1, keys.SEAL_LIMIT, keys.SEAL_LIMIT + 9, 2**255 + 9, 2**255 - 1, 2**256 - 1],
)
def test_nothing_is_in_common_with_a_weak_key_or_a_second_spelling_of_one(value: int) -> None:
    weak = keys.b64(value.to_bytes(32, "little"))
    expect_refusal("E_KEY_WEAK", keys.Secret(bytes(32)).pair, GAME, weak)
    expect_refusal("E_KEY_WEAK", keys.Identity(bytes(32)).pair, GAME, weak)


# Seals


@some
@given(pairs, values, st.sampled_from([256, 1024, 4096]))
def test_a_sealed_value_has_a_fixed_size_and_opens_to_its_canonical_form(
    pair: bytes, value: dict[str, Any], size: int
) -> None:
    sealed = seals.seal(pair, b"info", value, size)
    assert len(sealed) == size + seals.OVERHEAD_BYTES
    assert seals.unseal(pair, b"info", sealed, size) == canonical.jcs(value)
    assert seals.seal(pair, b"info", dict(reversed(value.items())), size) == sealed


def test_a_value_that_does_not_fit_is_never_given_a_larger_seal() -> None:
    fits, over = "x" * 253, "x" * 254
    assert len(seals.seal(PAIR, b"", fits, 256)) == 304
    with pytest.raises(Malformed) as caught:
        seals.seal(PAIR, b"", over, 256)
    assert caught.value.code == "E_SEAL_TOO_LARGE"


@pytest.mark.parametrize("size", [0, 1, 31, 32, 33, 47, 48, 303, 305, 304 + 256])
def test_a_seal_of_another_size_is_refused(size: int) -> None:
    sealed = seals.seal(PAIR, b"", {}, 256) + bytes(256)
    expect_refusal("E_SEAL_SIZE", seals.unseal, PAIR, b"", sealed[:size], 256)


@some
@given(pairs, st.binary(max_size=60), values, st.integers(0, 10**6))
def test_a_seal_with_one_bit_flipped_does_not_open(pair: bytes, info: bytes, value: Any, flip: int) -> None:
    damaged = bytearray(seals.seal(pair, info, value, 256))
    at = flip % (len(damaged) * 8)
    damaged[at // 8] ^= 1 << at % 8
    expect_refusal("E_SEAL_OPEN", seals.unseal, pair, info, bytes(damaged), 256)


def test_every_single_bit_of_a_seal_counts() -> None:
    good = seals.seal(PAIR, b"info", {}, 16)
    for at in range(len(good) * 8):
        damaged = bytearray(good)
        damaged[at // 8] ^= 1 << at % 8
        expect_refusal("E_SEAL_OPEN", seals.unseal, PAIR, b"info", bytes(damaged), 16)


def test_a_seal_opens_with_its_pair_and_at_its_place_only() -> None:
    sealed = seals.seal(PAIR, b"info", {}, 64)
    assert seals.unseal(PAIR, b"info", sealed, 64) == b"{}"
    expect_refusal("E_SEAL_OPEN", seals.unseal, OTHER, b"info", sealed, 64)
    expect_refusal("E_SEAL_OPEN", seals.unseal, PAIR, b"inf", sealed, 64)
    expect_refusal("E_SEAL_OPEN", seals.unseal, PAIR, b"", sealed, 64)


@some
@given(pairs, values, pairs)
def test_a_seal_that_begins_with_something_chosen_does_not_open(pair: bytes, value: Any, siv: bytes) -> None:
    """Who has the pair can still not make a second seal of one text."""
    padded = seals.pad(canonical.jcs(value), 128)
    expect_refusal("E_SEAL_OPEN", seals.unseal, pair, b"info", forge_seal(pair, b"info", padded, siv), 128)


@some
@given(pairs, values, values)
def test_one_beginning_does_not_open_to_two_texts(pair: bytes, one: Any, two: Any) -> None:
    good = seals.seal(pair, b"info", one, 128)
    again = forge_seal(pair, b"info", seals.pad(canonical.jcs(two), 128), good[:32])
    assert (again == good) == (one == two)
    if one != two:
        expect_refusal("E_SEAL_OPEN", seals.unseal, pair, b"info", again, 128)


@pytest.mark.parametrize("text", [bytes(256), b"{}" + bytes(254), b"{}\x80" + bytes(252) + b"\1", b"x" * 256])
def test_an_authentic_seal_with_other_padding_is_refused(text: bytes) -> None:
    expect_refusal("E_SEAL_PADDING", seals.unseal, PAIR, b"", make_seal(PAIR, b"", text), 256)


OTHERWISE = [
    b"",
    b" {}",
    b"{} ",
    b'{"b":1,"a":2}',
    b'{"a":1,"a":1}',
    b'"\\u0041"',
    b'"\\/"',
    b'"\\ud800"',
    b'"\xed\xa0\x80"',
    b'"\xff"',
    b"-0",
    b"01",
    b"1.0",
    b"1.5",
    b"1e2",
    b"NaN",
    b"[1,]",
    b"{}{}",
    b"[" * 60 + b"1" + b"]" * 59,
]


@pytest.mark.parametrize("text", OTHERWISE, ids=range(len(OTHERWISE)))
def test_an_authentic_seal_of_a_text_in_any_other_form_does_not_open(text: bytes) -> None:
    expect_refusal("E_SEAL_OPEN", seals.unseal, PAIR, b"", make_seal(PAIR, b"", seals.pad(text, 256)), 256)


def test_each_input_of_a_seal_changes_its_beginning_and_its_key_stream() -> None:
    found = [
        seals.seal(pair, info, value, size)
        for pair, info, value, size in product((PAIR, OTHER), (b"one", b"two"), ({}, {"a": 1}), (256, 257))
    ]
    assert len({sealed[:32] for sealed in found}) == len({sealed[32:64] for sealed in found}) == 16


def test_two_texts_in_one_place_are_not_under_one_key_stream() -> None:
    """With a key of the place alone, two ciphertexts would differ as their texts do."""
    one, two = {"card": 1}, {"card": 2}
    first, second = (seals.seal(PAIR, b"place", value, 256)[32:-16] for value in (one, two))
    texts = (seals.pad(canonical.jcs(value), 256) for value in (one, two))
    differ = bytes(a ^ b for a, b in zip(*texts, strict=True))
    assert bytes(a ^ b for a, b in zip(first, second, strict=True)) != differ
    assert sum(a == b for a, b in zip(first, second, strict=True)) < 16


def test_the_box_of_the_frozen_vectors_is_opened_by_either_end() -> None:
    for row in V2["box"]:
        given, out = row["in"], row["out"]
        for own, other in (("referee_secret", "seat"), ("seat_secret", "referee")):
            shared = keys.exchange(bytes.fromhex(given[own]), bytes.fromhex(given[other]))
            ends = bytes.fromhex(given["referee"]), bytes.fromhex(given["seat"])
            pair = seals.pair_key(given["game"], *ends, shared)
            assert pair.hex() == out["pair"]
            text = seals.unseal(pair, bytes.fromhex(given["info"]), bytes.fromhex(out["seal"]), given["size"])
            assert text == bytes.fromhex(given["text"])
