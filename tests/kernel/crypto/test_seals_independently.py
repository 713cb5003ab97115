"""Seals and draws by a second implementation: the same bytes, the same refusals, and a whole game opened."""

from __future__ import annotations

import random
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.base.errors import Failure, Malformed, Unauthentic
from lpbe.kernel.chain.genesis import roster_of
from lpbe.kernel.crypto import keys, seals, sodium
from lpbe.kernel.engine import chance

from ...independent_verifier import box, draw
from ...size_limits import examples, sizes
from ..party import Party

Plain = dict[str, Any]
secrets = st.binary(min_size=32, max_size=32)
plain_values = st.recursive(
    st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcXYZ_-09", max_size=6), inner, max_size=4),
    max_leaves=12,
)


def ours(secret: bytes, game: str, referee: bytes, seat: bytes) -> bytes:
    """Our pair, by whichever end has this secret."""
    other = seat if sodium.x25519_base(secret) == referee else referee
    return seals.pair_key(game, referee, seat, keys.exchange(secret, other))


def code(call: Any, *words: Any) -> str:
    try:
        call(*words)
    except (box.Bad, Failure) as fault:
        assert isinstance(fault, box.Bad | Malformed | Unauthentic)
        return str(fault) if isinstance(fault, box.Bad) else fault.code
    return ""


# Random inputs


@examples(900)
@given(secrets, secrets, secrets, plain_values, st.sampled_from([64, 384, 1024, 4096]), st.binary(max_size=90))
def test_both_make_and_open_the_same_seals(
    one: bytes, two: bytes, game: bytes, value: Any, size: int, info: bytes
) -> None:
    referee, seat = sodium.x25519_base(one), sodium.x25519_base(two)
    if referee == seat:
        return
    pairs = {make(s, game.hex(), referee, seat) for s in (one, two) for make in (ours, seconds)}
    assert len(pairs) == 1
    (pair,) = pairs
    text = jcs(value)
    assert text == box.canonical(value)
    if len(text) >= size:
        assert code(seals.seal, pair, info, value, size) == "E_SEAL_TOO_LARGE"
        assert code(box.seal, pair, info, text, size) == "E_SEAL_TOO_LARGE"
        return
    sealed = seals.seal(pair, info, value, size)
    assert sealed == box.seal(pair, info, text, size)
    assert seals.unseal(pair, info, sealed, size) == box.unseal(pair, info, sealed, size) == text


def seconds(secret: bytes, game: str, referee: bytes, seat: bytes) -> bytes:
    return box.pair_key(game, referee, seat, secret)


def damage(
    chance: random.Random, pair: bytes, info: bytes, sealed: bytes, size: int
) -> tuple[bytes, bytes, bytes, int]:
    """Return one thing about a seal that is not as it should be, or nothing."""
    kind = chance.randrange(9)
    if kind == 0:
        flipped = bytearray(sealed)
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
        return pair, info, bytes(flipped), size
    if kind == 1:
        return pair, info + b"\0", sealed, size
    if kind == 2:
        return chance.randbytes(32), info, sealed, size
    if kind == 3:
        return pair, info, sealed[: chance.randrange(len(sealed))], size
    if kind == 4:
        return pair, info, sealed + bytes(chance.randrange(1, 9)), size
    if kind == 5:
        return pair, info, sealed, size + chance.choice([-1, 1, 16])
    if kind == 6:
        return pair, info, seals.seal_text(pair, info, chance.randbytes(size)), size
    if kind == 7:
        return pair, info, seals.seal_text(pair, info, seals.pad(spoilt(chance), size)), size
    return pair, info, sealed, size


def spoilt(chance: random.Random) -> bytes:
    """Nearly canonical JSON."""
    text = bytearray(b'{"a":[1,true,"x"],"b":{"c":-7}}')
    for _ in range(chance.randrange(1, 3)):
        at = chance.randrange(len(text))
        text[at : at + chance.randrange(2)] = chance.choice([b" ", b"0", b".5", b'"', b"\\", b"\xc3", b"", b"1", b"-"])
    return bytes(text)


@sizes("rounds", 600, 40000)
def test_both_refuse_the_same_seals_with_the_same_codes(rounds: int) -> None:
    chance = random.Random(20261116)
    found: dict[str, int] = {}
    for _ in range(rounds):
        pair, info, size = chance.randbytes(32), chance.randbytes(chance.randrange(40)), chance.choice([64, 384])
        good = seals.seal(pair, info, {"card": chance.randrange(9)}, size)
        given = damage(chance, pair, info, good, size)
        mine, theirs = code(seals.unseal, *given), code(box.unseal, *given)
        assert mine == theirs
        found[mine] = found.get(mine, 0) + 1
    assert set(found) == {"", "E_SEAL_OPEN", "E_SEAL_SIZE", "E_SEAL_PADDING"}


WEAK = [
    0,
    1,
    box.FIELD - 1,
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
    box.FIELD,
    box.FIELD + 1,
    box.FIELD + 9,
    2**255 + 9,
    2**255 - 1,
    2**256 - 1,
]


@pytest.mark.parametrize("value", WEAK)
def test_both_refuse_the_same_keys(value: int) -> None:
    secret, weak = bytes([17]) * 32, value.to_bytes(32, "little")
    own = sodium.x25519_base(secret)
    assert code(ours, secret, "00" * 32, weak, own) == code(box.pair_key, "00" * 32, weak, own, secret) == "E_KEY_WEAK"
    assert code(ours, secret, "00" * 32, own, weak) == code(box.pair_key, "00" * 32, own, weak, secret) == "E_KEY_WEAK"


@examples(300)
@given(secrets, st.lists(plain_values, max_size=4), st.integers(0, 999), st.integers(0, 15), secrets)
def test_both_make_the_same_commitments_and_plans(
    pair: bytes, planned: list[Any], window: int, rev: int, seen: bytes
) -> None:
    place, texts = ("ab" * 32, window, "red", "play", rev), [jcs(plan) for plan in planned]
    mine = seals.plan_commitments(pair, place, seen.hex(), texts)
    theirs = box.plan_slots(pair, place, seen.hex(), texts)
    assert mine == [(nonce.hex(), commitment) for nonce, commitment in theirs]
    assert seals.plans_commitment([c for _, c in mine]) == box.plans([c for _, c in theirs])
    for index, text in enumerate(texts):
        nonce = seals.commit_nonce(pair, place, index, seen.hex(), text)
        assert nonce == box.commit_nonce(pair, place, index, seen.hex(), text)
        assert seals.commitment(place, index, nonce, text) == box.commitment(place, index, nonce, text)


@examples(90)
@given(secrets, st.text("abc/-12", max_size=12), st.integers(1, 60))
def test_both_draw_and_shuffle_the_same(root: bytes, label: str, count: int) -> None:
    assert chance.Rng(root).shuffled(range(count), label) == draw.shuffle_items(
        [*range(count)], draw.words(root, label)
    )
    assert chance.Rng(root).below(count, label) == draw.below(draw.words(root, label), count)


# A whole game, once it is disclosed


def bid(coins: int) -> Plain:
    return {"order": "bid", "coins": coins}


def plan_order(order: Plain) -> Plain:
    return {"order": "plan", "then": order}


@pytest.fixture(scope="module")
def busy_game() -> Party:
    """With plans that are used, policies, an answer that is replaced, notes and drafts; then at random to the end."""
    party = Party(expansions=("moss",), options={"pebbles": {"rounds": 3}}).start()
    party.stand("blue", {}, [bid(1), bid(0)])
    party.give("red", bid(1))
    party.give("red", bid(2), rev=1, note="rather this")
    party.give("green", bid(0), plan_order(bid(1)), plan_order({"order": "dig"}))
    party.policy("red", {"pebbles": {"bid": 1}})
    return party.play_on(11)


def steps_of(party: Party) -> list[Plain]:
    """Return the game files of all steps, as data: nothing of ours is left."""
    return [msgspec.json.decode(jcs(game)) for game in party.steps]


class Reader:
    """A stranger who has all game files and the disclosed secret."""

    def __init__(self, steps: list[Plain]) -> None:
        self.steps = steps
        self.genesis = steps[0]["genesis"]
        (disclosed,) = steps[-1]["last"]["public"]["disclosed"]
        self.secret = bytes.fromhex(disclosed)
        self.sealing = box.expand(self.secret, "referee-seal")
        self.game = box.hash_parts("genesis", box.canonical(self.genesis))

    def pair(self, seat: Plain) -> bytes:
        referee = b64decode(self.genesis["referee"]["seal"])
        return box.pair_key(self.game, referee, b64decode(seat["seal"]), self.sealing)

    def place(self, step: Plain) -> tuple[str, int, str, str]:
        head = step["last"]["head"]
        return head["game"], head["seq"], head["prev"], head.get("order", "")

    def views(self, step: Plain) -> dict[str, Plain]:
        seats = {seat["id"]: seat for seat in step["state"]["seats"]}
        size = self.genesis["sizes"]["view"]
        return {
            name: box.decode_json(
                box.unseal(self.pair(seats[name]), box.view_info(*self.place(step), name), b64decode(sealed), size)
            )
            for name, sealed in step["state"]["seals"].items()
        }

    def drawer(self, step: Plain) -> Plain:
        sealed, size = b64decode(step["state"]["drawer"]), self.genesis["sizes"]["drawer"]
        opened = box.unseal(box.expand(self.secret, "drawer"), box.drawer_info(*self.place(step)), sealed, size)
        value = box.decode_json(opened)
        assert isinstance(value, dict)
        return value

    def letters(self) -> Iterator[tuple[Plain, Plain]]:
        """Yield each sealed letter, with the bookkeeping it was made for."""
        for before, step in zip(self.steps, self.steps[1:], strict=False):
            if "hidden" in step["last"]["order"]:
                yield step["last"]["order"], before

    def opened(self, letter: Plain, before: Plain) -> tuple[bytes, Plain]:
        seat = next(seat for seat in before["state"]["seats"] if seat["id"] == letter["seat"])
        pair, commits = self.pair(seat), [one["commit"] for one in letter["batch"] if one["order"] == "sealed"]
        info = box.letter_info(context(letter), letter["seen"], letter["hidden"]["plans"], commits)
        size = self.genesis["sizes"]["standing" if letter["kind"] == "standing" else "letter"]
        return pair, box.decode_json(box.unseal(pair, info, b64decode(letter["hidden"]["seal"]), size))


def context(letter: Plain) -> box.Place:
    return letter["game"], letter["window"], letter["seat"], letter["kind"], letter["rev"]


@pytest.fixture(scope="module")
def reader(busy_game: Party) -> Reader:
    return Reader(steps_of(busy_game))


def test_a_stranger_recomputes_ids_and_the_promise_of_the_secret(reader: Reader) -> None:
    assert reader.game == reader.steps[0]["state"]["game"]
    assert box.hash_parts("seed-commit", reader.secret) == reader.genesis["seed_commit"]
    assert box.seal_public(reader.sealing) == b64decode(reader.genesis["referee"]["seal"])
    for step in reader.steps:
        head = step["last"]["head"]
        assert head["state"] == box.hash_parts("state", box.canonical(step["state"]))
        assert head["public"] == box.hash_parts("public", box.canonical(step["last"]["public"]))
    for before, step in zip(reader.steps, reader.steps[1:], strict=False):
        assert step["last"]["head"]["prev"] == box.hash_parts("head", box.canonical(before["last"]["head"]))
        assert step["last"]["head"]["order"] == box.hash_parts("order", box.canonical(step["last"]["order"]))


def test_a_stranger_opens_every_view_and_drawer(reader: Reader, busy_game: Party) -> None:
    count = 0
    for step in reader.steps:
        views, drawer = reader.views(step), reader.drawer(step)
        assert set(views) == {seat["id"] for seat in step["state"]["seats"] if "seal" in seat}
        started = step["state"]["window"]["kind"] in ("play", "over")
        assert ("root" in drawer) == started
        assert all(("screen" in view) == started for view in views.values())
        count += len(views)
    assert count > 60
    for seat, view in reader.views(reader.steps[-1]).items():
        assert view.get("screen", {}) == busy_game.screen(seat)


def test_a_stranger_opens_every_letter_and_finds_what_it_committed_to(reader: Reader) -> None:
    counts = {"play": 0, "standing": 0}
    plans, values = [], 0
    for letter, before in reader.letters():
        pair, sealing = reader.opened(letter, before)
        place, seen = context(letter), letter["seen"]
        slots = box.plan_slots(pair, place, seen, [box.canonical(plan) for plan in sealing["plans"]])
        assert box.plans([commitment for _, commitment in slots]) == letter["hidden"]["plans"]
        sealed = [(at, one["commit"]) for at, one in enumerate(letter["batch"]) if one["order"] == "sealed"]
        assert len(sealed) == len(sealing["v"])
        for (at, commit), value in zip(sealed, sealing["v"], strict=True):
            text = box.canonical(value)
            nonce = box.commit_nonce(pair, place, at, seen, text)
            assert box.commitment(place, at, nonce, text) == commit
        counts[letter["kind"]] += 1
        plans.append(len(sealing["plans"]))
        values += len(sealing["v"])
    assert counts["play"] > 15 and counts["standing"] == 2
    assert values > 8 and {0, 2} <= set(plans)


def test_a_stranger_finds_every_opening_in_a_letter(reader: Reader) -> None:
    letters = {box.hash_parts("order", box.canonical(letter)): letter for letter, _ in reader.letters()}
    kinds = {"index": 0, "others": 0}
    for step in reader.steps:
        for opening in step["last"]["public"].get("openings", []):
            letter, nonce = letters[opening["order"]], bytes.fromhex(opening["r"])
            place, text = context(letter), box.canonical(opening["v"])
            if "others" in opening:
                assert set(opening) == {"order", "v", "r", "others"}
                assert opening["others"] == sorted(opening["others"])
                assert box.opens_plan(place, letter["hidden"]["plans"], nonce, text, opening["others"])
                kinds["others"] += 1
            else:
                commit = box.commitment(place, opening["index"], nonce, text)
                assert letter["batch"][opening["index"]] == {"order": "sealed", "commit": commit}
                kinds["index"] += 1
    assert kinds["index"] > 3 and kinds["others"] >= 2


def test_a_stranger_recomputes_the_roster_every_draw_and_the_root(reader: Reader, busy_game: Party) -> None:
    full = next(step for step in reader.steps if step["state"]["window"]["kind"] == "ready")
    roster = draw.roster(reader.game, full["state"]["seats"])
    assert roster == roster_of(busy_game.steps[3].state)
    shown = {
        step["last"]["order"]["seat"]: b64decode(step["last"]["order"]["args"]["proof"])
        for step in reader.steps[1:]
        if step["last"]["order"]["kind"] == "ready"
    }
    seats = full["state"]["seats"]
    values = [draw.check(b64decode(seat["draw"]), roster.encode(), shown[seat["id"]]) for seat in seats]
    root = draw.root(reader.secret, reader.game, roster, values)
    assert {reader.drawer(step).get("root", root.hex()) for step in reader.steps} == {root.hex()}


def test_nobody_else_opens_the_memos_of_a_person(reader: Reader) -> None:
    """Disclosure opens all but what a player wrote to themselves."""
    for letter, before in reader.letters():
        if letter["kind"] == "play":
            pair, _ = reader.opened(letter, before)
            memo, size = b64decode(letter["hidden"]["memo"]), reader.genesis["sizes"]["memo"]
            for key in (pair, reader.secret, box.expand(reader.secret, "memo", reader.game)):
                assert (
                    code(box.unseal, key, box.memo_info(context(letter), letter["seen"]), memo, size) == "E_SEAL_OPEN"
                )
