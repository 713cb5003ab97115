"""The text of key files and public lines."""

from __future__ import annotations

from base64 import b32encode, b64encode
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lpbe.kernel.base.errors import Failure, Malformed
from lpbe.kernel.crypto import keys

from ...size_limits import examples

SEED = bytes(range(32))
FRESH = bytes(range(40))
some = examples(150)
seeds = st.binary(min_size=32, max_size=32)


@some
@given(seeds, st.sampled_from(["alice", "Zoé", "Jean-François"]))
def test_a_key_file_gives_its_seed_back(seed: bytes, name: str) -> None:
    who = keys.Identity(seed)
    text = keys.key_text(who, name, "2026-11-16")
    file = keys.KeyFile(text)
    assert (file.seed(), file.ssh, file.is_locked) == (seed, "", False)
    assert keys.KeyFile(text.replace("\n", "\r\n")).seed() == seed
    assert keys.KeyFile(keys.encode_line(keys.PLAIN_PREFIX, seed)).seed() == seed
    assert [line[:1] for line in text.splitlines()] == ["#", "#", "#", "L"]


@some
@given(seeds)
def test_a_public_line_gives_its_keys_back(seed: bytes) -> None:
    who = keys.Identity(seed)
    assert keys.parse_public_text(keys.public_text(who)) == who.keys
    assert keys.parse_public_text(f"  {keys.public_text(who)}\n") == who.keys


LINE = keys.encode_line(keys.PLAIN_PREFIX, SEED)


def test_a_key_line_with_one_wrong_letter_is_refused() -> None:
    for at in range(len(LINE)):
        for letter in set("A7a0-=é ") - {LINE[at]}:
            assert refused_line(LINE[:at] + letter + LINE[at + 1 :]), (at, letter)


@some
@given(seeds, st.integers(0, 80), st.integers(0, 80), st.text(max_size=3))
def test_a_damaged_key_line_is_refused(seed: bytes, start: int, end: int, put: str) -> None:
    """Any stretch of the line replaced by anything: cut, doubled, overwritten."""
    line = keys.encode_line(keys.PLAIN_PREFIX, seed)
    damaged = line[:start] + put + line[max(start, end) :]
    assume(damaged.strip() != line and "\n" not in damaged)
    assume(not any(part.strip() == line for part in damaged.splitlines()))
    assert refused_line(damaged)


def refused_line(line: str) -> bool:
    with pytest.raises(Malformed) as caught:
        keys.KeyFile(line).seed()
    assert caught.value.code == "E_KEY_FORMAT"
    return True


def with_check(payload: bytes) -> str:
    return keys.encode_line(keys.PLAIN_PREFIX, payload)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment\n",
        "hello\n",
        f"{LINE}\n{LINE}\n",
        f"{LINE}\nhello\n",
        f"{LINE}\nssh a\nssh b\n",
        f"{LINE}\nsshkey\n",
        LINE.lower(),
        LINE.replace(keys.PLAIN_PREFIX, "LPBE-SECRET-2-"),
        LINE.replace(keys.PLAIN_PREFIX, "LPBE-SECRET-"),
        LINE + "====",
        with_check(SEED[:31]),
        with_check(SEED + b"\0"),
        with_check(b""),
        keys.PLAIN_PREFIX,
        keys.PLAIN_PREFIX + b32encode(SEED).decode().strip("="),
    ],
    ids=range(16),
)
def test_texts_that_are_no_key_file_are_refused(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        keys.KeyFile(text).seed()
    assert caught.value.code == "E_KEY_FORMAT"


def test_a_key_file_may_name_an_ssh_key() -> None:
    who = keys.Identity(SEED, "id_ed25519.pub", keys.Identity(bytes(32)).sign_public)
    text = keys.key_text(who, "alice", "2026-11-16")
    file = keys.KeyFile(text)
    assert (file.ssh, file.seed()) == ("id_ed25519.pub", SEED)
    assert who.sign_public == keys.Identity(bytes(32)).sign_public
    assert who.seal_public == keys.Identity(SEED).seal_public


@cache
def locked_line(fresh: bytes) -> str:
    """Return a locked line; made once, for it is slow on purpose."""
    return keys.lock(SEED, "étoile", fresh)


def test_a_locked_key_opens_with_its_passphrase_and_no_other() -> None:
    line = locked_line(FRESH)
    file = keys.KeyFile(keys.key_text(keys.Identity(SEED), "alice", "2026-11-16", line))
    assert file.is_locked
    assert file.seed("étoile") == SEED
    assert keys.encode_line(keys.PLAIN_PREFIX, SEED) not in line
    with pytest.raises(Malformed) as caught:
        file.seed("etoile")
    assert caught.value.code == "E_KEY_PASSPHRASE"


def test_salt_and_nonce_both_change_what_a_locked_key_holds() -> None:
    other_salt, other_nonce = b"\xff" + FRESH[1:], FRESH[:-1] + b"\xff"
    raw = [keys.decode_line(keys.LOCKED_PREFIX, locked_line(fresh), 88) for fresh in (FRESH, other_salt, other_nonce)]
    assert [line[:40] for line in raw] == [FRESH, other_salt, other_nonce]
    assert len({line[40:] for line in raw}) == 3


def test_a_damaged_locked_key_is_refused_before_any_passphrase_is_tried() -> None:
    line = keys.encode_line(keys.LOCKED_PREFIX, bytes(range(88)))
    for at in range(len(line)):
        other = "7" if line[at] != "7" else "A"
        for damaged in (line[:at], line[:at] + other + line[at + 1 :], line[:at] + line[at + 1 :]):
            assert refused_line(damaged)


def test_a_plain_body_under_the_locked_prefix_is_refused_and_the_other_way_round() -> None:
    for line in (keys.encode_line(keys.LOCKED_PREFIX, SEED), keys.encode_line(keys.PLAIN_PREFIX, bytes(88))):
        with pytest.raises(Malformed) as caught:
            keys.KeyFile(line).seed("p")
        assert caught.value.code == "E_KEY_FORMAT"


GOOD = keys.Identity(SEED)
WEAK_SIGN, WEAK_SEAL = b64encode(bytes([1]) + bytes(31)).decode(), b64encode(bytes(32)).decode()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "E_KEY_FORMAT"),
        ("lpbe-pub-1", "E_KEY_FORMAT"),
        (f"lpbe-pub-1 {GOOD.keys[0]}", "E_KEY_FORMAT"),
        (f"lpbe-pub-2 {GOOD.keys[0]} {GOOD.keys[1]}", "E_KEY_FORMAT"),
        (f"lpbe-pub-1 {GOOD.keys[0]} {GOOD.keys[1]} more", "E_KEY_FORMAT"),
        (f"lpbe-pub-1 {GOOD.keys[0][:-1]} {GOOD.keys[1]}", "E_KEY_FORMAT"),
        (f"lpbe-pub-1 {GOOD.keys[0]} {GOOD.keys[1][:-2]}é=", "E_KEY_FORMAT"),
        (f"lpbe-pub-1 {WEAK_SIGN} {GOOD.keys[1]}", "E_KEY_WEAK"),
        (f"lpbe-pub-1 {GOOD.keys[0]} {WEAK_SEAL}", "E_KEY_WEAK"),
        (f"lpbe-pub-1 {GOOD.keys[0][:40]} {GOOD.keys[1]}", "E_KEY_WEAK"),
    ],
    ids=range(10),
)
def test_public_lines_that_are_damaged_or_weak_are_refused(line: str, code: str) -> None:
    with pytest.raises(Failure) as caught:
        keys.parse_public_text(line)
    assert caught.value.code == code
