"""Identities and game secrets, how they are derived and written, and that they stay secret."""

from __future__ import annotations

import traceback
from base64 import b32encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel.base.errors import Malformed, Unauthentic
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.genesis import first_secret, with_referee
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.chain.sealed_state import open_hidden
from lpbe.kernel.chain.transition import secrets_for
from lpbe.kernel.crypto import keys, sshsig

from ...size_limits import examples
from ..party import Party

SEED = bytes(range(32))
some = examples(150)
seeds = st.binary(min_size=32, max_size=32)
hexed = bytes.fromhex
NONCE, GAME, TERMS = "00" * 32, "ab" * 32, b"{}"
LINE = keys.encode_line(keys.PLAIN_PREFIX, SEED)


@some
@given(seeds)
def test_no_two_secrets_of_an_identity_are_equal(seed: bytes) -> None:
    who = keys.Identity(seed)
    game = keys.game_secret(seed, TERMS)
    own = [who.seed, who.seal_secret, who.det, who._sign_seed, who.draw_seed(GAME), who.memo_key(GAME)]
    secrets = [*own, hexed(who.tie(GAME, "red")), game.raw, game.seal_secret, game.drawer]
    assert len(set(secrets)) == 10


def test_each_game_and_each_seat_has_secrets_of_its_own() -> None:
    games = [keys.game_secret(seed, terms) for seed in (SEED, bytes(32)) for terms in (TERMS, b"[]")]
    assert len({game.raw for game in games}) == len({game.commitment for game in games}) == 4
    held = {game.held_identity(seat).sign_public for game in games for seat in ("red", "blue")}
    codes = {game.invitation(seat) for game in games for seat in ("red", "blue")}
    assert len(held) == len(codes) == 8


def test_two_games_of_one_nonce_share_no_secret() -> None:
    """When the first one ends, its secret becomes public: it must not open anything in the other."""
    short, long = (Party(changes={"options": {"pebbles": {"rounds": rounds}}}).start() for rounds in (1, 2))
    assert short.genesis.nonce == long.genesis.nonce
    first, second = (party.referee.secrets[0] for party in (short, long))
    assert {first.raw, first.seal_public, first.invitation("red")}.isdisjoint(
        {second.raw, second.seal_public, second.invitation("red")}
    )
    assert secrets_for(long.game, long.host)[0].raw == second.raw
    with pytest.raises(Unauthentic):
        open_hidden(long.game, (first,))


def test_the_secret_of_a_game_hangs_on_every_term_of_it() -> None:
    host, genesis = Party().host, Party().genesis
    sizes = replace(present(genesis.sizes), view=4096)
    others = [{"lang": "fr"}, {"pace": "1d"}, {"disclose": False}, {"sizes": sizes}, {"seats": genesis.seats[:2]}]
    made = {first_secret(host.seed, replace(genesis, **terms)).raw for terms in others}
    assert len(made | {first_secret(host.seed, genesis).raw}) == 6
    assert with_referee(genesis, host) == genesis


def test_a_referee_who_takes_over_has_a_secret_of_the_head_it_was_offered_at() -> None:
    ids = ("00" * 32, "01" * 32)
    made = {keys.handed_secret(SEED, NONCE, game, head).raw for game in ids for head in ids}
    assert len(made | {keys.game_secret(SEED, TERMS).raw}) == 5


def test_what_ties_a_seat_to_a_key_is_of_that_key_game_and_seat() -> None:
    people = [keys.Identity(seed) for seed in (SEED, bytes(32))]
    places = [(game, seat) for game in ("ab" * 32, "cd" * 32) for seat in ("red", "blue")]
    assert len({who.tie(*place) for who in people for place in places}) == 8
    assert len({who.draw_seed(game) for who in people for game, _ in places}) == 4
    assert len({who.memo_key(game) for who in people for game, _ in places}) == 4


def test_the_three_keys_of_a_person_are_those_they_had_in_format_1() -> None:
    """A key file outlives formats: what is on record of a person must not change."""
    who = keys.Identity(SEED)
    assert who.sign_public.hex() == "221f855d4780d3541ae1ed7da93ee0e44e7724018a6492332cd11f87d4a07095"
    assert who.seal_public.hex() == "bb6b3d4c1fc8b0b3f39717dec02e58b721a69f47a5d207dc7f4b620ef4380c2b"
    assert who.det.hex() == "167bda607c709d49cf33928ff0182595f8934859403e9eaa5c800f60755046f0"


def test_a_mail_code_is_ten_letters_of_one_seat_window_rev_and_head() -> None:
    game = keys.game_secret(SEED, TERMS)
    given = [
        (seat, n, rev, head) for seat in ("red", "blue") for n in (1, 11) for rev in (1, 11) for head in ("a", "b")
    ]
    codes = {game.mail_code(*words) for words in given}
    assert len(codes) == 16
    assert all(len(code) == 10 and set(code) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") for code in codes)


def test_an_invitation_is_four_groups_of_five_letters() -> None:
    groups = keys.game_secret(SEED, TERMS).invitation("red").split("-")
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


@some
@given(st.binary(max_size=96))
def test_base32_is_that_of_python(data: bytes) -> None:
    assert keys.b32(data) == b32encode(data).decode().rstrip("=")
    assert keys.unb32(keys.b32(data)) == data


@some
@given(st.binary(min_size=32, max_size=32), st.integers(0, 55), st.characters())
def test_a_key_line_with_another_sign_is_damaged(seed: bytes, at: int, sign: str) -> None:
    line = keys.encode_line(keys.PLAIN_PREFIX, seed)
    assert keys.decode_line(keys.PLAIN_PREFIX, line, 32) == seed
    at += len(keys.PLAIN_PREFIX)
    other = line[:at] + sign + line[at + 1 :]
    for text in (line[:-1], line + "A", line.lower(), *([other] if other != line else [])):
        with pytest.raises(Malformed) as caught:
            keys.decode_line(keys.PLAIN_PREFIX, text, 32)
        assert caught.value.code == "E_KEY_FORMAT"


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
    secrets = [seed, who.seal_secret, who.det, who._sign_seed, game.seal_secret, game.drawer]
    for shown in (f"{who}", f"{who!r}", f"{[who]}", f"{game}", f"{game!r}", f"{ {'g': game} }"):
        assert not any(spelling in shown for secret in secrets for spelling in spellings(secret))
    assert (repr(who), repr(game)) == ("<an identity>", "<a game secret>")


def test_secrets_have_no_dictionary_to_print() -> None:
    for thing in (keys.Identity(SEED), keys.Secret(SEED), keys.KeyFile(LINE)):
        assert not hasattr(thing, "__dict__")


def test_the_refusal_of_a_damaged_key_does_not_show_it() -> None:
    damaged = LINE[:-1] + ("A" if LINE[-1] != "A" else "B")
    body = damaged[len(keys.PLAIN_PREFIX) :]
    for file in (damaged, f"{damaged}\n{damaged}", keys.encode_line(keys.LOCKED_PREFIX, SEED)):
        with pytest.raises(Malformed) as caught:
            keys.KeyFile(file).seed("a passphrase")
        error = caught.value
        shown = [error.message, error.hint, repr(error), *traceback.format_exception_only(error)]
        assert not any(
            piece in line for line in shown for piece in (body[:20], body[-20:], "a passphrase", LINE[20:40])
        )


# In a game


def look_alike(party: Party, **changes: Any) -> GameFile:
    """Return the game as shown by somebody whose referee can write anything about a seat."""
    seats = [replace(seat, **changes) if seat.id == "red" else seat for seat in party.game.state.seats]
    return replace(party.game, state=replace(party.game.state, seats=seats))


@pytest.mark.parametrize("changes", [{"tie": "00" * 32}, {"tie": UNSET}, {"tie": UNSET, "seal": UNSET, "draw": UNSET}])
def test_a_game_that_the_own_key_never_joined_is_strange(changes: dict[str, Any]) -> None:
    """Also where the tie is left out: once everybody has joined, everybody has one."""
    party = Party().start()
    red = party.people["red"]
    assert player_view.own_seats(party.game, red) == ["red"]
    with pytest.raises(Unauthentic) as caught:
        player_view.own_seats(look_alike(party, **changes), red)
    assert caught.value.code == "E_GAME_STRANGE"


def test_a_seat_that_is_kept_for_the_own_key_is_not_strange_before_it_has_joined() -> None:
    party = Party()
    assert player_view.own_seats(party.game, party.people["red"]) == ["red"]
