"""Identities, game secrets, weak keys, the text of key files."""

from __future__ import annotations

import traceback
from base64 import b32encode, b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha512

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lpbe.kernel.base.errors import Failure, Malformed, Unauthentic
from lpbe.kernel.crypto import keys, sodium, sshsig

from ..sizes import examples

SEED = bytes(range(32))
FRESH = bytes(range(40))
some = examples(150)
few = examples(60)
seeds = st.binary(min_size=32, max_size=32)

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def decoded(data: bytes) -> Point | None:
    """The point of a canonical encoding, by RFC 8032 5.1.3."""
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if v * x * x % P != u or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def encoded(point: Point) -> bytes:
    x, y, z, _ = point
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def added(one: Point, two: Point) -> Point:
    a, b = (one[1] - one[0]) * (two[1] - two[0]) % P, (one[1] + one[0]) * (two[1] + two[0]) % P
    c, d = 2 * one[3] * two[3] * D % P, 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(count: int, point: Point) -> Point:
    out = NEUTRAL
    for bit in bin(count)[2:]:
        out = added(out, out)
        out = added(out, point) if bit == "1" else out
    return out


def neutral(point: Point) -> bool:
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


def order_eight() -> Point:
    """A generator of the torsion: L times some point."""
    for y in range(2, 100):
        point = decoded(y.to_bytes(32, "little"))
        if point and not neutral(times(4, times(L, point))):
            return times(L, point)
    raise AssertionError("no point of order eight")


TORSION = [times(n, order_eight()) for n in range(8)]


def refusal(check: Callable[[bytes], None], public: bytes) -> str:
    try:
        check(public)
    except Unauthentic as caught:
        return caught.code
    return ""


# Weak keys


@pytest.mark.parametrize(("times_eight", "order"), [(0, 1), (4, 2), (2, 4), (6, 4), (1, 8), (3, 8), (5, 8), (7, 8)])
def test_points_of_small_order_are_no_signing_keys(times_eight: int, order: int) -> None:
    point = TORSION[times_eight]
    assert neutral(times(order, point))
    assert not any(neutral(times(n, point)) for n in range(1, order))
    assert refusal(keys.check_sign_key, encoded(point)) == "E_KEY_WEAK"


def test_the_identity_point_is_no_signing_key() -> None:
    assert encoded(NEUTRAL) == bytes([1]) + bytes(31)
    assert refusal(keys.check_sign_key, bytes([1]) + bytes(31)) == "E_KEY_WEAK"


@pytest.mark.parametrize("value", [P, P + 1, 2**255 - 1, 1 | 1 << 255, (P - 1) | 1 << 255, P | 1 << 255])
def test_encodings_that_are_not_canonical_are_no_signing_keys(value: int) -> None:
    assert refusal(keys.check_sign_key, value.to_bytes(32, "little")) == "E_KEY_WEAK"


@few
@given(seeds, st.integers(1, 7))
def test_a_good_key_with_torsion_added_is_refused(seed: bytes, twist: int) -> None:
    public = keys.Identity(seed).sign_public
    keys.check_sign_key(public)
    point = decoded(public)
    assert point is not None
    assert refusal(keys.check_sign_key, encoded(added(point, TORSION[twist]))) == "E_KEY_WEAK"


@few
@given(seeds)
def test_signing_keys_are_exactly_the_points_of_prime_order(data: bytes) -> None:
    """Against a textbook implementation; a random point is of prime order one time in eight."""
    point = decoded(data)
    good = point is not None and not neutral(point) and neutral(times(L, point))
    assert refusal(keys.check_sign_key, data) == ("" if good else "E_KEY_WEAK")


def test_no_signature_fits_every_message_even_under_the_identity_point() -> None:
    """R the identity and S zero: lax verifiers say yes to any text."""
    forged = bytes([1]) + bytes(31) + bytes(32)
    for public in map(encoded, TORSION):
        for turn in range(16):
            message = sha512(bytes([turn])).digest()
            blob = sshsig.prefix(public, sshsig.ORDER) + forged
            with pytest.raises(Unauthentic):
                sshsig.verify(public, sshsig.ORDER, message, blob)


@pytest.mark.parametrize(
    "value",
    [
        0,
        1,
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
        P - 1,
        P,
        P + 1,
        2**255,
        2**255 + 1,
        2**255 + P - 1,
    ],
)
def test_points_of_small_order_are_no_seal_keys(value: int) -> None:
    assert refusal(keys.check_seal_key, value.to_bytes(32, "little")) == "E_KEY_WEAK"


@pytest.mark.parametrize("size", [0, 1, 16, 31, 33, 64])
def test_a_signing_key_has_32_bytes(size: int) -> None:
    public = (keys.Identity(SEED).sign_public * 2)[:size]
    assert refusal(keys.check_sign_key, public) == "E_KEY_WEAK"


@pytest.mark.parametrize("size", [0, 1, 16, 31, 33, 64])
def test_a_seal_key_has_32_bytes(size: int) -> None:
    public = (keys.Identity(SEED).seal_public * 2)[:size]
    assert refusal(keys.check_seal_key, public) == "E_KEY_WEAK"


@some
@given(seeds)
def test_the_keys_of_every_identity_are_strong(seed: bytes) -> None:
    who = keys.Identity(seed)
    keys.check_sign_key(who.sign_public)
    keys.check_seal_key(who.seal_public)
    assert sodium.x25519_base(who.seal_secret) == who.seal_public


# Derivation


@some
@given(seeds)
def test_no_two_secrets_of_an_identity_are_equal(seed: bytes) -> None:
    who = keys.Identity(seed)
    game = keys.game_secret(seed, "00" * 16)
    secrets = [who.seed, who.seal_secret, who.det, who._sign_seed, game.raw, game.seal_secret, game.eph]
    assert len(set(secrets)) == 7


def test_each_game_and_each_seat_has_secrets_of_its_own() -> None:
    games = [keys.game_secret(seed, nonce) for seed in (SEED, bytes(32)) for nonce in ("00" * 16, "01" * 16)]
    assert len({game.raw for game in games}) == len({game.commitment for game in games}) == 4
    held = {game.held(seat).sign_public for game in games for seat in ("red", "blue")}
    codes = {game.invitation(seat) for game in games for seat in ("red", "blue")}
    assert len(held) == len(codes) == 8


def test_an_invitation_is_four_groups_of_five_letters() -> None:
    groups = keys.game_secret(SEED, "00" * 16).invitation("red").split("-")
    assert [len(group) for group in groups] == [5, 5, 5, 5]
    assert set("".join(groups)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def test_an_identity_signs_what_its_public_key_verifies() -> None:
    who = keys.Identity(SEED)
    blob = who.sign(sshsig.ORDER, b"text")
    sshsig.verify(who.sign_public, sshsig.ORDER, b"text", blob)
    with pytest.raises(Unauthentic):
        sshsig.verify(keys.Identity(bytes(32)).sign_public, sshsig.ORDER, b"text", blob)


# Key files


@some
@given(seeds, st.sampled_from(["alice", "Zoé", "Jean-François"]))
def test_a_key_file_gives_its_seed_back(seed: bytes, name: str) -> None:
    who = keys.Identity(seed)
    text = keys.key_text(who, name, "2026-11-16")
    file = keys.KeyFile(text)
    assert (file.seed(), file.ssh, file.locked) == (seed, "", False)
    assert keys.KeyFile(text.replace("\n", "\r\n")).seed() == seed
    assert keys.KeyFile(keys.encode_line(keys.PLAIN, seed)).seed() == seed
    assert [line[:1] for line in text.splitlines()] == ["#", "#", "#", "L"]


@some
@given(seeds)
def test_a_public_line_gives_its_keys_back(seed: bytes) -> None:
    who = keys.Identity(seed)
    assert keys.parse_public_text(keys.public_text(who)) == who.keys
    assert keys.parse_public_text(f"  {keys.public_text(who)}\n") == who.keys


LINE = keys.encode_line(keys.PLAIN, SEED)


def test_a_key_line_with_one_wrong_letter_is_refused() -> None:
    for at in range(len(LINE)):
        for letter in set("A7a0-=é ") - {LINE[at]}:
            assert refused_line(LINE[:at] + letter + LINE[at + 1 :]), (at, letter)


@some
@given(seeds, st.integers(0, 80), st.integers(0, 80), st.text(max_size=3))
def test_a_damaged_key_line_is_refused(seed: bytes, start: int, end: int, put: str) -> None:
    """Any stretch of the line replaced by anything: cut, doubled, overwritten."""
    line = keys.encode_line(keys.PLAIN, seed)
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
    return keys.encode_line(keys.PLAIN, payload)


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
        LINE.replace(keys.PLAIN, "LPBE-SECRET-2-"),
        LINE.replace(keys.PLAIN, "LPBE-SECRET-"),
        LINE + "====",
        with_check(SEED[:31]),
        with_check(SEED + b"\0"),
        with_check(b""),
        keys.PLAIN,
        keys.PLAIN + b32encode(SEED).decode().strip("="),
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
def locked(fresh: bytes) -> str:
    """A locked line; made once, for it is slow on purpose."""
    return keys.lock(SEED, "étoile", fresh)


def test_a_locked_key_opens_with_its_passphrase_and_no_other() -> None:
    line = locked(FRESH)
    file = keys.KeyFile(keys.key_text(keys.Identity(SEED), "alice", "2026-11-16", line))
    assert file.locked
    assert file.seed("étoile") == SEED
    assert keys.encode_line(keys.PLAIN, SEED) not in line
    with pytest.raises(Malformed) as caught:
        file.seed("etoile")
    assert caught.value.code == "E_KEY_PASSPHRASE"


def test_salt_and_nonce_both_change_what_a_locked_key_holds() -> None:
    other_salt, other_nonce = b"\xff" + FRESH[1:], FRESH[:-1] + b"\xff"
    raw = [keys.decode_line(keys.LOCKED, locked(fresh), 88) for fresh in (FRESH, other_salt, other_nonce)]
    assert [line[:40] for line in raw] == [FRESH, other_salt, other_nonce]
    assert len({line[40:] for line in raw}) == 3


def test_a_damaged_locked_key_is_refused_before_any_passphrase_is_tried() -> None:
    line = keys.encode_line(keys.LOCKED, bytes(range(88)))
    for at in range(len(line)):
        other = "7" if line[at] != "7" else "A"
        for damaged in (line[:at], line[:at] + other + line[at + 1 :], line[:at] + line[at + 1 :]):
            assert refused_line(damaged)


def test_a_plain_body_under_the_locked_prefix_is_refused_and_the_other_way_round() -> None:
    for line in (keys.encode_line(keys.LOCKED, SEED), keys.encode_line(keys.PLAIN, bytes(88))):
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


# Base64


@some
@given(st.binary(max_size=100), st.lists(st.integers(0, 150), max_size=4))
def test_base64_may_be_broken_into_lines_anywhere(data: bytes, breaks: list[int]) -> None:
    text = keys.b64(data)
    for at in breaks:
        text = text[:at] + "\n  " + text[at:]
    assert keys.unb64(text) == data


@pytest.mark.parametrize("text", ["A", "AA", "AAA", "AB==", "AAB=", "AA=A", "AAAA=", "A-_A", "AA*A", "é", "=", "===="])
def test_base64_in_any_other_form_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        keys.unb64(text, "E_ANY")
    assert caught.value.code == "E_ANY"


# Secrets stay secret


def spellings(secret: bytes) -> list[str]:
    return [
        secret.hex(),
        secret.hex().upper(),
        keys.b64(secret).strip("="),
        b32encode(secret).decode().strip("="),
        repr(secret),
    ]


@some
@given(seeds)
def test_printing_an_identity_or_a_game_secret_shows_nothing(seed: bytes) -> None:
    who, game = keys.Identity(seed), keys.Secret(seed)
    secrets = [seed, who.seal_secret, who.det, who._sign_seed, game.seal_secret, game.eph]
    for shown in (f"{who}", f"{who!r}", f"{[who]}", f"{game}", f"{game!r}", f"{ {'g': game} }"):
        assert not any(spelling in shown for secret in secrets for spelling in spellings(secret))
    assert (repr(who), repr(game)) == ("<an identity>", "<a game secret>")


def test_secrets_have_no_dictionary_to_print() -> None:
    for thing in (keys.Identity(SEED), keys.Secret(SEED), keys.KeyFile(LINE)):
        assert not hasattr(thing, "__dict__")


def test_the_refusal_of_a_damaged_key_does_not_show_it() -> None:
    damaged = LINE[:-1] + ("A" if LINE[-1] != "A" else "B")
    body = damaged[len(keys.PLAIN) :]
    for file in (damaged, f"{damaged}\n{damaged}", keys.encode_line(keys.LOCKED, SEED)):
        with pytest.raises(Malformed) as caught:
            keys.KeyFile(file).seed("a passphrase")
        error = caught.value
        shown = [error.message, error.hint, repr(error), *traceback.format_exception_only(error)]
        assert not any(
            piece in line for line in shown for piece in (body[:20], body[-20:], "a passphrase", LINE[20:40])
        )
