"""Verifiable draws: one value for one key and text, that nobody chooses and everybody can check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lpbe.kernel.base.errors import Malformed, Rejected, Unauthentic
from lpbe.kernel.chain.genesis import SeatSpec, roster_of
from lpbe.kernel.chain.letters.handover import make_offer
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.crypto import keys, sodium, vrf
from tests import letter_types

from ...independent_verifier import draw
from ...size_limits import examples
from ..party import Party

RFC9381 = json.loads((Path(__file__).parents[2] / "vectors" / "rfc.json").read_text())["rfc9381"]["tests"]
SEED, TEXT = bytes(range(32)), b"a roster"
PUBLIC, PROOF = vrf.draw_public(SEED), vrf.prove_draw(SEED, TEXT)
hexed = bytes.fromhex
some = examples(60)
seeds = st.binary(min_size=32, max_size=32)
texts = st.binary(max_size=80)


def torsion() -> list[draw.Point]:
    """Return the eight points of small order."""
    points = (draw.decode(y.to_bytes(32, "little")) for y in range(2, 100))
    eighth = next(t for p in points if p and not draw.is_neutral(draw.times(4, t := draw.times(draw.L, p))))
    return [draw.times(n, eighth) for n in range(8)]


TORSION = torsion()


def expect_refusal(public: bytes, text: bytes, proof: bytes) -> None:
    """By us and by the second implementation, with one code."""
    with pytest.raises(Unauthentic) as caught:
        vrf.check_draw(public, text, proof)
    assert caught.value.code == "E_PROOF"
    with pytest.raises(draw.Bad, match="E_PROOF"):
        draw.check(public, text, proof)


@pytest.mark.parametrize("row", RFC9381, ids=lambda row: row["name"])
def test_draws_are_those_of_rfc_9381(row: dict[str, str]) -> None:
    secret, public, alpha, proof = (hexed(row[name]) for name in ("secret", "public", "alpha", "proof"))
    assert vrf.draw_public(secret) == public == draw.public_of(secret)
    assert vrf.hash_to_curve(public, alpha).hex() == row["point"] == draw.encode(draw.to_curve(public, alpha)).hex()
    assert vrf.prove_draw(secret, alpha) == proof == draw.prove(secret, alpha)
    assert vrf.check_draw(public, alpha, proof).hex() == row["beta"] == draw.check(public, alpha, proof).hex()


@examples(300)
@given(seeds, texts)
def test_the_second_implementation_draws_the_same(seed: bytes, text: bytes) -> None:
    public, proof = vrf.draw_public(seed), vrf.prove_draw(seed, text)
    assert (public, proof) == (draw.public_of(seed), draw.prove(seed, text))
    assert vrf.check_draw(public, text, proof) == draw.check(public, text, proof)


@some
@given(seeds, seeds, texts, texts)
def test_a_draw_is_of_one_key_and_one_text(one: bytes, two: bytes, text: bytes, other: bytes) -> None:
    proof, public = vrf.prove_draw(one, text), vrf.draw_public(one)
    value = vrf.check_draw(public, text, proof)
    assert value == vrf.check_draw(public, text, vrf.prove_draw(one, text))
    if text != other:
        expect_refusal(public, other, proof)
        assert vrf.check_draw(public, other, vrf.prove_draw(one, other)) != value
    if one != two:
        expect_refusal(vrf.draw_public(two), text, proof)


@some
@given(st.integers(0, 639))
def test_a_proof_with_one_bit_flipped_is_false(at: int) -> None:
    damaged = bytearray(PROOF)
    damaged[at // 8] ^= 1 << at % 8
    expect_refusal(PUBLIC, TEXT, bytes(damaged))


def test_every_single_bit_of_a_proof_counts() -> None:
    for at in range(640):
        damaged = bytearray(PROOF)
        damaged[at // 8] ^= 1 << at % 8
        with pytest.raises(Unauthentic):
            vrf.check_draw(PUBLIC, TEXT, bytes(damaged))


@pytest.mark.parametrize("size", [0, 1, 32, 48, 79, 81, 160])
def test_a_proof_has_eighty_bytes(size: int) -> None:
    expect_refusal(PUBLIC, TEXT, (PROOF * 2)[:size])


@pytest.mark.parametrize("add", [vrf.ORDER, 2 * vrf.ORDER, 4 * vrf.ORDER])
def test_a_proof_has_one_scalar_only(add: int) -> None:
    scalar = int.from_bytes(PROOF[48:], "little") + add
    expect_refusal(PUBLIC, TEXT, PROOF[:48] + scalar.to_bytes(32, "little"))


@pytest.mark.parametrize("scalar", [0, vrf.ORDER, 2**255, 2**256 - 1])
def test_scalars_out_of_range_prove_nothing(scalar: int) -> None:
    expect_refusal(PUBLIC, TEXT, PROOF[:48] + scalar.to_bytes(32, "little"))


def test_a_challenge_of_zero_proves_nothing() -> None:
    expect_refusal(PUBLIC, TEXT, PROOF[:32] + bytes(16) + PROOF[48:])


def forge_proof(seed: bytes, text: bytes, twist: draw.Point, c_even: int) -> bytes:
    """Return a proof for a Gamma with torsion, made with the key; it is wrong only where eight divides c."""
    scalar, _ = draw.secret_of(seed)
    public = draw.public_of(seed)
    point = draw.to_curve(public, text)
    gamma = draw.encode(draw.add(draw.times(scalar, point), twist))
    for k in range(1, 400):
        u, v = draw.encode(draw.times(k, draw.BASE)), draw.encode(draw.times(k, point))
        c = draw.challenge(public, draw.encode(point), gamma, u, v)
        if int.from_bytes(c, "little") % c_even == 0:
            s = (k + int.from_bytes(c, "little") * scalar) % draw.L
            return gamma + c + s.to_bytes(32, "little")
    raise AssertionError("no such challenge")


@pytest.mark.parametrize("twist", range(1, 8))
def test_a_gamma_with_torsion_proves_nothing(twist: int) -> None:
    """The equations hold: only the check of the group finds it."""
    proof = forge_proof(SEED, TEXT, TORSION[twist], 8)
    expect_refusal(PUBLIC, TEXT, proof)
    assert vrf.check_draw(PUBLIC, TEXT, forge_proof(SEED, TEXT, TORSION[0], 8)) == vrf.check_draw(PUBLIC, TEXT, PROOF)


@pytest.mark.parametrize("twist", range(8))
def test_a_gamma_of_small_order_proves_nothing(twist: int) -> None:
    expect_refusal(PUBLIC, TEXT, draw.encode(TORSION[twist]) + PROOF[32:])


@pytest.mark.parametrize("twist", range(8))
def test_a_key_of_small_order_or_with_torsion_draws_nothing(twist: int) -> None:
    good = draw.decode(PUBLIC)
    assert good
    weak = draw.encode(TORSION[twist])
    expect_refusal(weak, TEXT, PROOF)
    with pytest.raises(Unauthentic) as caught:
        keys.check_sign_key(weak)
    assert caught.value.code == "E_KEY_WEAK"
    if twist:
        expect_refusal(draw.encode(draw.add(good, TORSION[twist])), TEXT, PROOF)


@pytest.mark.parametrize("value", [draw.P, draw.P + 1, 2**255 - 1, 1 | 1 << 255, 2, 0])
def test_encodings_that_are_none_are_neither_keys_nor_gammas(value: int) -> None:
    data = value.to_bytes(32, "little")
    expect_refusal(data, TEXT, PROOF)
    expect_refusal(PUBLIC, TEXT, data + PROOF[32:])


def test_many_proofs_give_one_value() -> None:
    """Who knows the key can show it in many ways, and always shows the same."""
    proofs = {forge_proof(SEED, TEXT, TORSION[0], mod) for mod in (1, 2, 3, 5, 7, 8, 11)}
    assert len(proofs) >= 4
    assert {vrf.check_draw(PUBLIC, TEXT, proof) for proof in proofs} == {vrf.check_draw(PUBLIC, TEXT, PROOF)}


@examples(200)
@given(seeds)
def test_both_implementations_know_the_same_points(data: bytes) -> None:
    point = draw.decode(data)
    assert sodium.is_valid_point(data) == (draw.of_prime_order(data) is not None)
    if point:
        eight: Any = draw.encode(draw.times(8, point))
        assert vrf.multiply_by_cofactor(data) == eight
    else:
        with pytest.raises(sodium.CryptoError):
            vrf.multiply_by_cofactor(data)


# In a game


def joined_party(seats: list[SeatSpec] | None = None, host: str = "", **more: Any) -> Party:
    """Return a game where everybody has joined and nobody is ready; the host has one seat, the referee the held
    ones.
    """
    specs = seats or [SeatSpec(seat) for seat in ("red", "blue", "green")]
    party = Party(changes={"seats": specs, **more}, at=more.get("pace") and "2026-11-16T12:00:00Z")
    for spec in specs:
        if spec.held:
            party.people[spec.id] = party.referee.secrets[0].held_identity(spec.id)
    if host:
        party.people[host] = party.host
    for seat in party.seats:
        party.send(
            party.sign(seat, letter_types.join_letter(party.game, seat, party.people[seat], f"{seat}y", "en", ""))
        )
    return party


def ready(party: Party, seat: str, proof: bytes = b"") -> GameFile:
    letter = letter_types.ready_letter(party.game, seat, party.people[seat])
    if proof:
        letter = replace(letter, args=replace(letter.args, proof=keys.b64(proof)))
    return party.send(party.sign(seat, letter))


def code_of(send: Any) -> str:
    try:
        send()
    except (Rejected, Malformed) as fault:
        return fault.code
    return ""


def root_in(party: Party) -> str:
    assert party.step.hidden
    return str(party.step.hidden.inmost.root)


def test_a_proof_for_another_roster_or_game_or_by_another_key_is_refused() -> None:
    party, other = joined_party(), joined_party(lang="fr")
    roster, who = roster_of(party.game.state).encode(), party.people["red"]
    seed = who.draw_seed(party.game.state.game)
    assert roster_of(other.game.state).encode() != roster
    for proof in (
        vrf.prove_draw(seed, roster_of(other.game.state).encode()),
        vrf.prove_draw(seed, bytes.fromhex(roster.decode())),
        vrf.prove_draw(who.draw_seed(other.game.state.game), roster),
        vrf.prove_draw(party.people["blue"].draw_seed(party.game.state.game), roster),
        forge_proof(seed, roster, TORSION[1], 8),
        bytes(80),
        vrf.prove_draw(seed, roster)[:-1],
    ):
        assert code_of(lambda proof=proof: ready(party, "red", proof)) == "E_PROOF"
    assert code_of(lambda: ready(party, "red")) == ""


def test_every_part_of_a_seat_counts_in_the_roster() -> None:
    state = joined_party().game.state
    changes = {"id": "pink", "name": "Rosa", "sign": "A" * 43 + "=", "seal": "A" * 43 + "=", "draw": "A" * 43 + "="}
    first = state.seats[0]
    others = [replace(first, **{name: value}) for name, value in {**changes, "tie": "00" * 32, "held": "mail"}.items()]
    found = {roster_of(replace(state, seats=[seat, *state.seats[1:]])) for seat in [first, *others]}
    found |= {roster_of(replace(state, seats=state.seats[::-1])), roster_of(replace(state, game="00" * 32))}
    assert len(found) == 10


def test_the_root_hangs_on_every_seat_and_not_on_how_a_draw_is_shown() -> None:
    """Whoever joins or is ready last can neither choose it nor try again with another proof."""
    roots = set()
    for mod in (1, 3, 8):
        party = joined_party()
        seed, roster = party.people["green"].draw_seed(party.game.state.game), roster_of(party.game.state).encode()
        ready(party, "red")
        ready(party, "blue")
        ready(party, "green", forge_proof(seed, roster, TORSION[0], mod))
        roots.add(root_in(party))
    assert len(roots) == 1
    party = joined_party()
    for seat in ("green", "blue", "red"):
        ready(party, seat)
    assert {root_in(party)} == roots
    other = joined_party([SeatSpec("red"), SeatSpec("blue"), SeatSpec("green", held="bot:greedy@1")])
    for seat in ("green", "blue", "red"):
        ready(other, seat)
    assert root_in(other) not in roots


def test_what_a_seat_has_shown_is_no_longer_kept_once_the_game_has_started() -> None:
    party = joined_party()
    ready(party, "red")
    assert [bool(seat.proof) for seat in party.game.state.seats] == [True, False, False]
    ready(party, "blue")
    ready(party, "green")
    assert not any(seat.proof for seat in party.game.state.seats)


def test_the_host_shows_the_own_draw_before_all_others() -> None:
    """He alone knows the game's secret: last, he could stop a game whose draws displease him."""
    party = joined_party(host="blue")
    assert code_of(lambda: ready(party, "red")) == "E_ORDER_EARLY"
    ready(party, "blue")
    ready(party, "red")
    ready(party, "green")
    assert party.game.state.window.kind == "play"


def test_so_do_the_seats_that_the_referee_holds() -> None:
    party = joined_party([SeatSpec("red"), SeatSpec("blue", held="mail"), SeatSpec("green", held="bot:greedy@1")])
    assert code_of(lambda: ready(party, "red")) == "E_ORDER_EARLY"
    ready(party, "green")
    assert code_of(lambda: ready(party, "red")) == "E_ORDER_EARLY"
    ready(party, "blue")
    ready(party, "red")
    assert party.game.state.window.kind == "play"


@pytest.mark.parametrize("until", ["join", "ready"])
def test_a_game_that_does_not_start_in_time_is_void_and_nobody_is_drawn_for(until: str) -> None:
    party = joined_party(pace="1d") if until == "ready" else Party(changes={"pace": "1d"}, at="2026-11-16T12:00:00Z")
    if until == "ready":
        ready(party, "red")
        ready(party, "blue")
    assert party.game.state.window.kind == until
    party.at = "2026-11-19T12:00:00Z"
    party.send(party.sign("referee", letter_types.timeout_letter(party.game, None)))
    assert party.game.state.window.kind == "over"
    assert not party.game.state.table
    assert [event.get("why") for event in party.game.last.public.events] == ["void"]


@pytest.mark.parametrize("until", ["join", "ready"])
def test_a_game_is_not_handed_over_before_it_has_started(until: str) -> None:
    """Else a host could give it away, keep his seat, and decide last whether the draws please him."""
    party = joined_party(host="red") if until == "ready" else Party()
    offer = make_offer(party.game, keys.Identity(SEED))
    letter = letter_types.handover_letter(party.game, offer, party.referee.secrets, 0)
    assert code_of(lambda: party.send(party.sign("referee", letter))) == "E_ORDER_EARLY"


@pytest.mark.parametrize("y", [1, vrf.FIELD - 1])
def test_a_guess_that_libraries_read_in_two_ways_is_a_point_for_none(y: int) -> None:
    """x = 0 with a sign: libsodium reads it, RFC 8032 does not; times the cofactor it is the neutral element."""
    odd = (y + 2**255).to_bytes(32, "little")
    assert draw.decode(odd) is None
    assert not sodium.is_valid_point(vrf.multiply_by_cofactor(odd))


def test_a_person_draws_with_another_key_in_every_game_and_signs_with_none_of_them() -> None:
    who = keys.Identity(b"somebody".ljust(32, b"."))
    publics = {vrf.draw_public(who.draw_seed(game)) for game in ("aa" * 32, "bb" * 32)}
    assert len(publics | {who.sign_public}) == 3
