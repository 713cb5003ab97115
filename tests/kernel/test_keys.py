"""Identities and game secrets, how they are derived and written, and that they stay secret."""

from __future__ import annotations

import traceback
from base64 import b32encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base.errors import Malformed, Unauthentic
from lpbe.kernel.crypto import keys, sshsig

from ..sizes import examples

SEED = bytes(range(32))
some = examples(150)
seeds = st.binary(min_size=32, max_size=32)
LINE = keys.encode_line(keys.PLAIN, SEED)


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
