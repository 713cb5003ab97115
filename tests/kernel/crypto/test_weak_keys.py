"""Points of a curve that are not valid keys."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha512
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lpbe.kernel.audit import verify
from lpbe.kernel.audit.level2 import disclosed_secrets
from lpbe.kernel.base.canonical import ident
from lpbe.kernel.base.errors import Malformed, Rejected, Unauthentic
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.genesis import Genesis, SeatSpec, game_id, given_seat
from lpbe.kernel.chain.key_proofs import ProvenKeys, check_claim, check_proofs, proof_message, prove_keys
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.letter_builder import heading, referee_key
from lpbe.kernel.chain.letters.handover import HandoverArgs, HeldKeys, make_offer, sealed_secrets
from lpbe.kernel.chain.letters.rekey import Rekey
from lpbe.kernel.chain.letters.replace import Replace
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.chain.transition import Referee, authenticate, secrets_for
from lpbe.kernel.crypto import keys, seals, sodium, sshsig
from lpbe.kernel.crypto.keys import Identity
from lpbe.kernel.gamedir.receipts import make_refusal
from tests import letter_types

from ...size_limits import examples
from ..party import Party, person

SEED = bytes(range(32))
some = examples(150)
few = examples(60)
seeds = st.binary(min_size=32, max_size=32)
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def decode_point(data: bytes) -> Point | None:
    """Return the point of a canonical encoding, by RFC 8032 5.1.3."""
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


def encode_point(point: Point) -> bytes:
    x, y, z, _ = point
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def add_points(one: Point, two: Point) -> Point:
    a, b = (one[1] - one[0]) * (two[1] - two[0]) % P, (one[1] + one[0]) * (two[1] + two[0]) % P
    c, d = 2 * one[3] * two[3] * D % P, 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(count: int, point: Point) -> Point:
    out = NEUTRAL
    for bit in bin(count)[2:]:
        out = add_points(out, out)
        out = add_points(out, point) if bit == "1" else out
    return out


def neutral(point: Point) -> bool:
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


def order_eight() -> Point:
    """Return a generator of the torsion: L times some point."""
    for y in range(2, 100):
        point = decode_point(y.to_bytes(32, "little"))
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


@pytest.mark.parametrize(("times_eight", "order"), [(0, 1), (4, 2), (2, 4), (6, 4), (1, 8), (3, 8), (5, 8), (7, 8)])
def test_points_of_small_order_are_no_signing_keys(times_eight: int, order: int) -> None:
    point = TORSION[times_eight]
    assert neutral(times(order, point))
    assert not any(neutral(times(n, point)) for n in range(1, order))
    assert refusal(keys.check_sign_key, encode_point(point)) == "E_KEY_WEAK"


def test_the_identity_point_is_no_signing_key() -> None:
    assert encode_point(NEUTRAL) == bytes([1]) + bytes(31)
    assert refusal(keys.check_sign_key, bytes([1]) + bytes(31)) == "E_KEY_WEAK"


@pytest.mark.parametrize("value", [P, P + 1, 2**255 - 1, 1 | 1 << 255, (P - 1) | 1 << 255, P | 1 << 255])
def test_encodings_that_are_not_canonical_are_no_signing_keys(value: int) -> None:
    assert refusal(keys.check_sign_key, value.to_bytes(32, "little")) == "E_KEY_WEAK"


@few
@given(seeds, st.integers(1, 7))
def test_a_good_key_with_torsion_added_is_refused(seed: bytes, twist: int) -> None:
    public = keys.Identity(seed).sign_public
    keys.check_sign_key(public)
    point = decode_point(public)
    assert point is not None
    assert refusal(keys.check_sign_key, encode_point(add_points(point, TORSION[twist]))) == "E_KEY_WEAK"


@few
@given(seeds)
def test_signing_keys_are_exactly_the_points_of_prime_order(data: bytes) -> None:
    """Against a textbook implementation; a random point is of prime order one time in eight."""
    point = decode_point(data)
    good = point is not None and not neutral(point) and neutral(times(L, point))
    assert refusal(keys.check_sign_key, data) == ("" if good else "E_KEY_WEAK")


def test_no_signature_fits_every_message_even_under_the_identity_point() -> None:
    """R the identity and S zero: lax verifiers say yes to any text."""
    forged = bytes([1]) + bytes(31) + bytes(32)
    for public in map(encode_point, TORSION):
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


# In a game

WEAK_SEALS = [0, 1, P - 1, P, P + 9, 2**255 + 9, 2**256 - 1]
WEAK_SIGNS = [0, 1, 1 | 1 << 255, P, 2, 2**256 - 1]


def text_of(value: int) -> str:
    return keys.b64(value.to_bytes(32, "little"))


def twist_key(public: bytes) -> str:
    """Return a good key with torsion added."""
    point = decode_point(public)
    assert point
    return keys.b64(encode_point(add_points(point, TORSION[1])))


BAD_SEALS = [("E_KEY_WEAK", text_of(value)) for value in WEAK_SEALS]
BAD_SIGNS = [("E_KEY_WEAK", text_of(value)) for value in WEAK_SIGNS]
BAD_SIGNS.append(("E_KEY_WEAK", twist_key(keys.Identity(SEED).sign_public)))
DAMAGED = "A" * 42 + "B="
"""A second spelling of 32 zeros in base64."""


def refusal_code(send: Callable[[], GameFile]) -> str:
    """Return the code of a letter that is refused; anything but a refusal or an unreadable file is a fault of ours."""
    try:
        send()
    except (Rejected, Malformed) as fault:
        return fault.code
    return ""


def join(party: Party, seat: str, **changes: str) -> GameFile:
    letter = letter_types.join_letter(party.game, seat, party.people[seat], f"{seat}y", "en", "")
    return party.send(party.sign(seat, replace(letter, args=replace(letter.args, **changes))))


def open_seats() -> Party:
    """Return a game without seats reserved for a key."""
    return Party(changes={"seats": [SeatSpec(seat) for seat in ("red", "blue", "green")]})


@pytest.mark.parametrize(("code", "key"), [*BAD_SEALS, ("E_SCHEMA", DAMAGED)])
def test_nobody_joins_with_a_bad_sealing_key(code: str, key: str) -> None:
    assert refusal_code(lambda: join(open_seats(), "red", seal=key)) == code


@pytest.mark.parametrize(("code", "key"), [*BAD_SIGNS, ("E_SCHEMA", DAMAGED)])
def test_nobody_joins_with_a_bad_signing_or_drawing_key(code: str, key: str) -> None:
    assert refusal_code(lambda: join(open_seats(), "red", draw=key)) == code
    assert refusal_code(lambda: join(open_seats(), "red", sign=key)) == code


def test_nobody_joins_with_the_keys_of_another_or_of_the_game() -> None:
    party = open_seats()
    join(party, "red")
    red = next(seat for seat in party.game.state.seats if seat.id == "red")
    game = present(party.genesis.referee).seal
    assert refusal_code(lambda: join(party, "blue", seal=str(red.seal))) == "E_KEY_REUSED"
    assert refusal_code(lambda: join(party, "blue", draw=str(red.draw))) == "E_KEY_REUSED"
    assert refusal_code(lambda: join(party, "blue", seal=game)) == "E_KEY_REUSED"
    party.people["blue"] = party.people["red"]
    assert refusal_code(lambda: join(party, "blue")) == "E_KEY_REUSED"


def rekey_seat(party: Party, seat: str, **changes: str) -> GameFile:
    new = Identity(b"another key of it".ljust(32))
    letter = letter_types.rekey_letter(party.game, seat, new, 0)
    return party.send(party.sign(seat, replace(letter, args=signed_anew(new, seat, letter, **changes))))


def replace_seat(party: Party, seat: str, **changes: str) -> GameFile:
    new = Identity(b"somebody else".ljust(32))
    letter = letter_types.replace_letter(party.game, seat, proven(party, new, seat), "", "")
    return party.send(party.sign("referee", replace(letter, args=signed_anew(new, seat, letter, **changes))))


def proven(party: Party, new: Identity, seat: str) -> ProvenKeys:
    return prove_keys(new, party.game.state.game, seat, referee_key(party.game))


def signed_anew(new: Identity, seat: str, letter: Rekey | Replace, **changes: str) -> Any:
    """Change keys that are proven: the signing key signs what they are now."""
    args = replace(letter.args, **changes)
    message = proof_message(letter.game, seat, args.sign, args.seal, args.tie, args.claim)
    return replace(args, proof=keys.b64(sshsig.strip_frame(new.sign(sshsig.REKEY, message))))


def is_sound(seal: str) -> bool:
    try:
        keys.check_seal_key(keys.unb64(seal))
    except (Malformed, Unauthentic):
        return False
    return True


def hand_over_game(party: Party, **changes: str) -> GameFile:
    offer = replace(make_offer(party.game, Identity(b"another host".ljust(32))), **changes)
    args = HandoverArgs(offer.sign, offer.seal, offer.seed_commit, offer.head, offer.held, secrets="AAAA")
    letter = letter_types.Handover(**heading(party.game, "referee", 0), args=args)
    if is_sound(offer.seal):
        letter = replace(letter, args=replace(args, secrets=sealed_secrets(letter, party.referee.secrets)))
    return party.send(party.sign("referee", letter))


CHANGES: dict[str, Callable[..., GameFile]] = {
    "rekey": lambda **changes: rekey_seat(start_game(), "red", **changes),
    "replace": lambda **changes: replace_seat(start_game(), "red", **changes),
    "handover": lambda **changes: hand_over_game(start_game(), **changes),
}


def start_game() -> Party:
    return Party().start()


@pytest.mark.parametrize("kind", CHANGES)
def test_no_key_is_changed_for_a_bad_one(kind: str) -> None:
    send = CHANGES[kind]
    assert refusal_code(send) == ""
    for code, key in [*BAD_SEALS, ("E_SCHEMA", DAMAGED)]:
        assert refusal_code(lambda key=key: send(seal=key)) == code
    for code, key in [*BAD_SIGNS, ("E_SCHEMA", DAMAGED)]:
        assert refusal_code(lambda key=key: send(sign=key)) == code


@pytest.mark.parametrize("kind", CHANGES)
def test_no_key_is_changed_for_that_of_another_or_of_the_game(kind: str) -> None:
    send, party = CHANGES[kind], start_game()
    blue = next(seat for seat in party.game.state.seats if seat.id == "blue")
    game = present(party.genesis.referee).seal
    assert refusal_code(lambda: send(seal=str(blue.seal))) == "E_KEY_REUSED"
    assert refusal_code(lambda: send(seal=game)) == "E_KEY_REUSED"
    if kind != "handover":  # a player may become the referee
        assert refusal_code(lambda: send(sign=str(blue.sign))) == "E_KEY_REUSED"


@pytest.mark.parametrize(("name", "bad"), [("seal", BAD_SEALS), ("sign", BAD_SIGNS)])
def test_a_game_of_a_referee_with_a_bad_key_is_false(name: str, bad: list[tuple[str, str]]) -> None:
    """Every reader is warned before anything is believed, opened or sealed."""
    party = Party().start()
    for code, key in bad:
        referee = replace(present(party.genesis.referee), **{name: key})
        game = replace_genesis(party.game, replace(party.genesis, referee=referee))
        with pytest.raises(Unauthentic) as caught:
            authenticate(game)
        assert caught.value.code == code


def replace_genesis(game: GameFile, genesis: Genesis) -> GameFile:
    """Return the game file with another genesis, all ids in it made again."""
    name = game_id(genesis)
    state = replace(game.state, game=name)
    head = replace(game.last.head, game=name, state=ident("state", state))
    return replace(game, genesis=genesis, state=state, last=replace(game.last, head=head))


def test_a_disclosed_secret_must_give_the_sealing_key_of_the_game() -> None:
    """A referee who sealed with a key that does not follow from the secret is found out when the secret is shown."""
    party = Party(options={"pebbles": {"rounds": 1}}).start().play_on(1)
    assert verify.verify(party.rules, party.game, party.log).level == 2
    other = replace(present(party.genesis.referee), seal=keys.Identity(SEED).keys[1])
    with pytest.raises(Unauthentic) as caught:
        disclosed_secrets(replace_genesis(party.game, replace(party.genesis, referee=other)))
    assert caught.value.code == "E_AUDIT_SEED"


def with_bot() -> Party:
    party = Party(changes={"seats": [SeatSpec("red"), SeatSpec("blue"), SeatSpec("green", held="bot:greedy@1")]})
    party.people["green"] = party.referee.secrets[0].held_identity("green")
    for seat in party.seats:
        join(party, seat)
    for seat in ("green", "red", "blue"):
        party.send(party.sign(seat, letter_types.ready_letter(party.game, seat, party.people[seat])))
    return party


HELD: dict[str, tuple[str, Callable[[Party], dict[str, str]]]] = {
    "nothing": ("", lambda party: {}),
    "a weak sealing key": ("E_KEY_WEAK", lambda party: {"seal": text_of(0)}),
    "a weak signing key": ("E_KEY_WEAK", lambda party: {"sign": text_of(1)}),
    "the keys of a player": (
        "E_KEY_REUSED",
        lambda party: dict(zip(("sign", "seal"), party.people["red"].keys, strict=True)),
    ),
    "the sealing key of the game": ("E_KEY_REUSED", lambda party: {"seal": present(party.genesis.referee).seal}),
    "that of the next referee": ("E_KEY_REUSED", lambda party: {"seal": make_offer(party.game, NEXT).seal}),
    "no base64": ("E_SCHEMA", lambda party: {"seal": DAMAGED}),
}
NEXT = Identity(b"another host".ljust(32))


@pytest.mark.parametrize("name", HELD)
def test_no_held_seat_is_handed_over_with_a_bad_key(name: str) -> None:
    code, changes = HELD[name]
    party = with_bot()
    offer = make_offer(party.game, NEXT)
    held = {"green": replace(offer.held["green"], **changes(party))}
    letter = letter_types.handover_letter(party.game, replace(offer, held=held), party.referee.secrets, 0)
    assert refusal_code(lambda: party.send(party.sign("referee", letter))) == code


def handed_on(party: Party, **changes: HeldKeys) -> Party:
    """Return the game in the hands of another referee."""
    offer = make_offer(party.game, NEXT)
    offer = replace(offer, held={**offer.held, **changes})
    letter = letter_types.handover_letter(party.game, offer, party.referee.secrets, 0)
    party.send(party.sign("referee", letter))
    party.host, party.referee = NEXT, Referee(secrets_for(party.game, NEXT), NEXT)
    party.people["green"] = NEXT if changes else party.referee.secrets[1].held_identity("green")
    return party


@pytest.mark.parametrize("false", [False, True])
def test_the_keys_of_held_seats_are_those_of_the_new_secret(false: bool) -> None:
    """Otherwise somebody else could play a seat that supposedly belongs to a bot."""
    party = with_bot()
    own = {"green": HeldKeys(*NEXT.keys, NEXT.tie(party.game.state.game, "green"))}
    party = handed_on(party, **(own if false else {})).play_on(2)
    if not false:
        assert verify.verify(party.rules, party.game, party.log).level == 2
        return
    with pytest.raises(Unauthentic) as caught:
        verify.verify(party.rules, party.game, party.log)
    assert caught.value.code == "E_AUDIT_SEED"


def test_a_game_handed_to_a_bad_key_is_false() -> None:
    party = handed_on(with_bot())
    for name, bad in (("seal", BAD_SEALS), ("sign", BAD_SIGNS)):
        for code, key in bad:
            (link,) = party.game.state.handovers
            order = replace(link.letter, args=replace(link.letter.args, **{name: key}))
            state = replace(party.game.state, handovers=[player_view.sign(person("host"), order)])
            head = replace(party.game.last.head, state=ident("state", state))
            with pytest.raises(Unauthentic) as caught:
                authenticate(replace(party.game, state=state, last=replace(party.game.last, head=head)))
            assert caught.value.code in (code, "E_SIG_INVALID")
            assert caught.value.code == code


@pytest.mark.parametrize("content", [[], ["00" * 32], ["00"], {"a": 1}])
def test_a_referee_who_was_handed_other_secrets_is_told_so(content: Any) -> None:
    """Going on with them would be taken for a lie at the end."""
    party = with_bot()
    letter = letter_types.handover_letter(party.game, make_offer(party.game, NEXT), party.referee.secrets, 0)
    pair = party.referee.secrets[0].pair(letter.game, letter.args.seal)
    sealed = keys.b64(seals.seal(pair, letter.info(), content, 1024))
    false = player_view.sign(party.host, replace(letter, args=replace(letter.args, secrets=sealed)))
    assert refusal_code(lambda: party.send(false)) == "E_SEAL_OPEN"
    game = replace(party.game, state=replace(party.game.state, handovers=[false]))
    with pytest.raises(Unauthentic) as caught:
        secrets_for(game, NEXT)
    assert caught.value.code == "E_SEAL_OPEN"


def test_nobody_takes_the_sealing_key_of_somebody_else() -> None:
    """It is public while a replacement waits; if it were taken, the deciding endorsement would be refused."""
    party, new = Party().start(), Identity(b"somebody new".ljust(32))
    party.send(party.sign("referee", letter_types.replace_letter(party.game, "red", proven(party, new, "red"), "", "")))
    order = party.game.state.replacing[0].letter_id
    assert refusal_code(lambda: rekey_seat(party, "blue", seal=new.keys[1])) == "E_KEY_CLAIM"
    waiting = present(party.game.state.replacing[0].args.claim)
    assert refusal_code(lambda: rekey_seat(party, "blue", seal=new.keys[1], claim=waiting)) == "E_KEY_CLAIM"
    for seat in ("green", "blue"):
        party.send(party.sign(seat, letter_types.endorse_letter(party.game, seat, order, 0)))
    assert given_seat(party.game.state, "red").seal == new.keys[1]


def test_nobody_joins_or_takes_a_seat_over_with_the_sealing_key_of_somebody_else() -> None:
    theirs = Identity(b"somebody else's".ljust(32)).keys[1]
    assert refusal_code(lambda: join(open_seats(), "red", seal=theirs)) == "E_KEY_CLAIM"
    assert refusal_code(lambda: replace_seat(start_game(), "red", seal=theirs)) == "E_KEY_CLAIM"


def test_a_host_names_nobody_who_has_not_signed_for_the_seat() -> None:
    party, new = start_game(), Identity(b"somebody else".ljust(32))
    letter = letter_types.replace_letter(party.game, "red", proven(party, new, "blue"), "", "")
    assert refusal_code(lambda: party.send(party.sign("referee", letter))) == "E_SIG_INVALID"


def test_keys_are_claimed_where_there_is_a_referee_and_nowhere_else() -> None:
    new = Identity(b"somebody else".ljust(32))
    for trust, referee in (("referee", ""), ("open", new.keys[1])):
        with pytest.raises(Rejected) as caught:
            check_proofs(trust, "ab" * 32, "red", prove_keys(new, "ab" * 32, "red", referee))
        assert caught.value.code == "E_KEY_CLAIM"


def test_a_claim_to_an_earlier_referee_counts_and_one_to_a_stranger_does_not() -> None:
    """A rekey may be on its way while the game is handed over."""
    earlier, later = (keys.game_secret(SEED, terms) for terms in (b"1", b"2"))
    new = Identity(b"somebody else".ljust(32))
    claimed = prove_keys(new, "ab" * 32, "red", keys.b64(earlier.seal_public))
    check_claim((earlier, later), "ab" * 32, "red", claimed)
    with pytest.raises(Rejected):
        check_claim((later,), "ab" * 32, "red", claimed)


def test_a_replacement_is_not_carried_out_when_its_key_was_taken_meanwhile() -> None:
    """By its owner, who gives one key to two seats."""
    party, new = Party().start(), Identity(b"somebody new".ljust(32))
    party.send(party.sign("referee", letter_types.replace_letter(party.game, "red", proven(party, new, "red"), "", "")))
    order = party.game.state.replacing[0].letter_id
    party.send(party.sign("blue", letter_types.rekey_letter(party.game, "blue", new, 0)))
    party.people["blue"] = new
    party.send(party.sign("green", letter_types.endorse_letter(party.game, "green", order, 0)))
    assert (
        refusal_code(lambda: party.send(party.sign("blue", letter_types.endorse_letter(party.game, "blue", order, 1))))
        == "E_KEY_REUSED"
    )


@pytest.mark.parametrize("key", [text_of(0), text_of(P), DAMAGED])
def test_a_stranger_with_a_weak_key_does_not_stop_the_referee(key: str) -> None:
    """The receipt says the code; there is nothing to seal a reason to."""
    party = open_seats()
    letter = letter_types.join_letter(party.game, "red", party.people["red"], "Reddy", "en", "")
    letter = replace(letter, args=replace(letter.args, seal=key))
    with pytest.raises((Rejected, Malformed)) as caught:
        party.send(party.sign("red", letter))
    refusal = make_refusal(party.game, party.referee, letter, caught.value)
    assert refusal.code == caught.value.code
    assert not refusal.reason
