"""What is sealed in a game: bound to its step, seat and letter, and never equal to anything else sealed."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lpbe.kernel.audit import verify
from lpbe.kernel.base import canonical
from lpbe.kernel.base.errors import Malformed, Rejected
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letter import BatchLetter, commitment_context, memo_info, present
from lpbe.kernel.chain.records import Envelope, GameFile, StepName
from lpbe.kernel.chain.sealed_state import hidden_info, view_info
from lpbe.kernel.chain.transition import extend
from lpbe.kernel.crypto import keys, seals
from lpbe.kernel.gamedir.receipts import make_refusal, open_reason, reason_info
from tests import letter_types

from ...size_limits import examples
from ..party import Party
from ..sealing import expect_refusal, forge_seal, make_seal

GAME = "ab" * 32


def bid(coins: int) -> dict[str, Any]:
    return {"order": "bid", "coins": coins}


def blobs(game: GameFile) -> set[str]:
    """Return everything sealed that one step made."""
    seals_of = present(game.state.seals)
    return {*seals_of.values(), present(game.state.drawer)}


def apply_each(party: Party, *envelopes: Envelope) -> list[GameFile]:
    """Return each of these letters on one state, as a host would who looks ahead."""
    return [extend(party.rules, party.step, envelope, party.referee, None).game for envelope in envelopes]


def test_two_letters_on_one_state_give_seals_that_all_differ() -> None:
    """If nothing changes for a seat, equal seals would reveal that."""
    party = Party().start()
    notes = [party.sign("red", letter_types.note_letter(party.game, "red", text, 0)) for text in ("one", "two")]
    made = apply_each(party, *(party.order("red", bid(coins)) for coins in (0, 1, 2)), *notes)
    found = [blobs(game) for game in made]
    assert [len(one) for one in found] == [4] * 5
    assert len(set().union(*found)) == 20
    views = [player_view.open_view(game, "green", party.people["green"]) for game in made]
    assert len({canonical.jcs(view) for view in views}) == 1


def test_one_letter_applied_twice_gives_the_same_bytes() -> None:
    party = Party().start()
    one, two = apply_each(party, *[party.order("red", bid(2))] * 2)
    assert blobs(one) == blobs(two)


def test_no_two_seals_of_a_game_are_equal() -> None:
    party = Party(options={"pebbles": {"rounds": 1}}).start().play_on(5)
    every = [blob for game in party.steps for blob in blobs(game)]
    hidden = [order.hidden for game in party.steps[1:] if isinstance(order := game.last.letter, BatchLetter)]
    every += [text for one in hidden if one for text in (one.seal, one.memo) if text]
    assert len(set(every)) == len(every) > 40


def test_a_letters_seal_opens_as_nothing_else_and_nothing_else_as_it() -> None:
    """The same pair, the same size: only what it is bound to distinguishes them."""
    party = Party().start()
    letter = party.order("red", bid(2)).letter
    assert isinstance(letter, BatchLetter)
    sizes, step = present(party.genesis.sizes), party.game.last.head.step
    pair = party.referee.secrets[0].pair(step.game, party.people["red"].keys[1])
    sealed, info = keys.unb64(present(letter.hidden).seal), letter.info(present(letter.hidden).plans)
    places = [
        view_info(step, "red"),
        hidden_info(step),
        memo_info(step.game, "red", "play", letter.window, 0, letter.seen),
        reason_info(step.game, "red", letter.seen, letter.seen, "E_RULE"),
        letter.info("00" * 32),
        replace(letter, batch=[]).info(present(letter.hidden).plans),
        *(replace(letter, **change).info(present(letter.hidden).plans) for change in OTHER_LETTERS),
    ]
    assert len({info, *places}) == len(places) + 1
    for place in places:
        expect_refusal("E_SEAL_OPEN", seals.unseal, pair, place, sealed, sizes.letter)
        other = seals.seal(pair, place, {"draft": [], "plans": [], "v": []}, sizes.letter)
        expect_refusal("E_SEAL_OPEN", seals.unseal, pair, info, other, sizes.letter)


OTHER_LETTERS: list[dict[str, Any]] = [
    {"game": "00" * 32},
    {"seat": "blue"},
    {"window": 9},
    {"rev": 1},
    {"seen": "11" * 32},
]


def test_a_view_is_bound_to_its_step_and_its_seat() -> None:
    step = StepName("aa" * 32, 7, "bb" * 32, "cc" * 32)
    others = [
        replace(step, game="00" * 32),
        replace(step, seq=8),
        replace(step, prev="00" * 32),
        replace(step, letter_id=""),
    ]
    infos = [view_info(step, "red"), view_info(step, "blue"), hidden_info(step), *(view_info(o, "red") for o in others)]
    assert len(set(infos)) == 7


def test_a_seal_with_the_roles_swapped_does_not_open() -> None:
    """What a seat sealed is returned as what its referee sealed to a seat of that name: reflection."""
    one, two = keys.Identity(bytes([1]) * 32), keys.Identity(bytes([2]) * 32)
    shared = keys.exchange(one.seal_secret, two.seal_public)
    there = seals.pair_key(GAME, one.seal_public, two.seal_public, shared)
    back = seals.pair_key(GAME, two.seal_public, one.seal_public, shared)
    expect_refusal("E_SEAL_OPEN", seals.unseal, back, b"info", seals.seal(there, b"info", {}, 64), 64)


def reseal(party: Party, envelope: Envelope, change: Any) -> Envelope:
    """Return the letter of a player who seals something else, or otherwise, and signs that."""
    letter = envelope.letter
    assert isinstance(letter, BatchLetter)
    hidden = present(letter.hidden)
    pair = party.people[letter.seat].pair(letter.game, party.game.genesis.referee.seal)
    sealed = keys.b64(change(pair, letter.info(hidden.plans), keys.unb64(hidden.seal)))
    return party.sign(letter.seat, replace(letter, hidden=replace(hidden, seal=sealed)))


LETTER = 288
FORGERIES: dict[str, tuple[str, Any]] = {
    "a beginning of one's choice": (
        "E_SEAL_OPEN",
        lambda pair, info, good: forge_seal(
            pair, info, seals.pad(b'{"draft":[],"plans":[],"v":[]}', LETTER), bytes(32)
        ),
    ),
    "the beginning of another text": (
        "E_SEAL_OPEN",
        lambda pair, info, good: forge_seal(
            pair, info, seals.pad(b'{"draft":[],"plans":[],"v":[]}', LETTER), good[:32]
        ),
    ),
    "a bit": ("E_SEAL_OPEN", lambda pair, info, good: bytes([good[0] ^ 1]) + good[1:]),
    "another place": ("E_SEAL_OPEN", lambda pair, info, good: seals.seal(pair, info + b"x", {}, LETTER)),
    "no padding": ("E_SEAL_PADDING", lambda pair, info, good: make_seal(pair, info, bytes(LETTER))),
    "no JSON": ("E_SEAL_OPEN", lambda pair, info, good: make_seal(pair, info, seals.pad(b"x", LETTER))),
    "a number with a fraction": (
        "E_SEAL_OPEN",
        lambda pair, info, good: make_seal(pair, info, seals.pad(b'{"draft":[],"plans":[],"v":[{"a":1.0}]}', LETTER)),
    ),
    "a number too large": (
        "E_SEAL_OPEN",
        lambda pair, info, good: seals.seal(pair, info, {"draft": [], "plans": [], "v": [{"a": 2**60}]}, LETTER),
    ),
    "nothing": ("E_SEAL_OPEN", lambda pair, info, good: seals.seal(pair, info, {}, LETTER)),
    "a list": ("E_SEAL_OPEN", lambda pair, info, good: seals.seal(pair, info, [], LETTER)),
    "null": ("E_SEAL_OPEN", lambda pair, info, good: seals.seal(pair, info, None, LETTER)),
    "more than is known": (
        "E_SEAL_OPEN",
        lambda pair, info, good: seals.seal(pair, info, {"draft": [], "plans": [], "v": [], "w": []}, LETTER),
    ),
    "five plans": (
        "E_SEAL_OPEN",
        lambda pair, info, good: seals.seal(pair, info, {"draft": [], "plans": [{}] * 5, "v": [bid(2)]}, LETTER),
    ),
    "other plans": (
        "E_COMMIT_MISMATCH",
        lambda pair, info, good: seals.seal(pair, info, {"draft": [], "plans": [bid(1)], "v": [bid(2)]}, LETTER),
    ),
    "another value": (
        "E_COMMIT_MISMATCH",
        lambda pair, info, good: seals.seal(pair, info, {"draft": [], "plans": [], "v": [bid(1)]}, LETTER),
    ),
    "a value too many": (
        "E_COMMIT_MISMATCH",
        lambda pair, info, good: seals.seal(pair, info, {"draft": [], "plans": [], "v": [bid(2), bid(2)]}, LETTER),
    ),
    "no value": (
        "E_COMMIT_MISMATCH",
        lambda pair, info, good: seals.seal(pair, info, {"draft": [], "plans": [], "v": []}, LETTER),
    ),
    "another size": ("E_SEAL_SIZE", lambda pair, info, good: good + bytes(1)),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_letter_that_seals_something_else_is_refused(name: str) -> None:
    code, change = FORGERIES[name]
    party = Party().start()
    assert present(party.genesis.sizes).letter == LETTER
    good = party.order("red", bid(2))
    with pytest.raises(Rejected) as caught:
        party.send(reseal(party, good, change))
    assert caught.value.code == code
    party.send(good)


ODD: list[Any] = [
    bid(1),
    bid(-1),
    bid(2**53 - 1),
    {"order": "bid"},
    {"order": "bid", "coins": "1"},
    {"order": "bid", "coins": 1, "more": 1},
    {"coins": 1, "order": "nothing"},
    {"order": "plan", "then": bid(1)},
    {"order": "sealed", "commit": "00" * 32},
    {"order": "policy", "policy": {}},
    {"order": "keep", "pebble": "p01", "under": []},
    {"order": "dig"},
    {"order": {"order": "bid"}},
    {"é": 1},
    {},
    [],
    "bid",
    1,
    True,
    None,
    1.5,
    2**60,
]


@cache
def begin_game() -> Party:
    return Party().start()


def shared_party() -> Party:
    """Return a game that is started once and continued in many ways."""
    party = copy(begin_game())
    party.steps = [*party.steps]
    return party


@examples(400)
@given(*[st.lists(st.sampled_from(ODD), max_size=most) for most in (2, 5, 2)], st.sampled_from(["play", "standing"]))
def test_whatever_a_player_seals_is_accepted_or_refused(draft: Any, plans: Any, values: Any, kind: str) -> None:
    """Honestly committed to and signed: no seal stops the referee, and none makes a log that others find false."""
    party = shared_party()
    send = party.order("red", bid(2)) if kind == "play" else party.sign("red", standing_of(party))
    letter = send.letter
    assert isinstance(letter, BatchLetter)
    place, pair = commitment_context(letter), party.people["red"].pair(letter.game, present(party.genesis.referee).seal)
    nonce = seals.commit_nonce(pair, place, 0, letter.seen, canonical.jcs(values[0] if values else 0))
    commit = seals.commitment(place, 0, nonce, canonical.jcs(values[0] if values else 0))
    slots = seals.plan_commitments(pair, place, letter.seen, [canonical.jcs(plan) for plan in plans])
    outer = seals.plans_commitment([commitment for _, commitment in slots])
    letter = replace(letter, batch=[{"order": "sealed", "commit": commit}])
    size = letter.seal_size(party.genesis)
    content = {"draft": draft, "plans": plans, "v": values}
    sealed = keys.b64(seals.seal(pair, letter.info(outer), content, max(size, len(canonical.jcs(content)) + 1)))
    letter = replace(letter, hidden=replace(present(letter.hidden), plans=outer, seal=sealed))
    try:
        party.send(party.sign("red", letter))
    except (Rejected, Malformed):
        return
    for seat in party.waiting:
        party.give(seat, bid(0))
    assert verify.verify(party.rules, party.game, party.log).steps == len(party.steps) - 1


def standing_of(party: Party) -> letter_types.StandingLetter:
    return letter_types.standing_letter(party.game, "red", party.people["red"], {}, [], 0)


def view_for_referee(game: GameFile, identity: keys.Identity) -> bytes:
    """Return what this key makes of red's view, whoever has it."""
    head = game.last.head
    step, key = StepName(head.game, head.seq, head.prev, head.letter_id or ""), present(game.genesis.referee).seal
    sealed, size = keys.unb64(present(game.state.seals)["red"]), present(game.genesis.sizes).view
    return seals.unseal(identity.pair(head.game, key), view_info(step, "red"), sealed, size)


def test_who_sits_down_anew_opens_nothing_older() -> None:
    """A key that is given up, or found out, opens what was sealed to it, and no other key does."""
    party = Party().start()
    older, old, new = party.game, party.people["red"], keys.Identity(b"new".ljust(32, b"."))
    party.send(party.sign("red", letter_types.rekey_letter(party.game, "red", new, 0)))
    assert view_for_referee(older, old) and view_for_referee(party.game, new)
    expect_refusal("E_SEAL_OPEN", view_for_referee, older, new)
    expect_refusal("E_SEAL_OPEN", view_for_referee, party.game, old)


def test_a_refusal_of_a_join_with_anothers_key_is_for_that_other_alone() -> None:
    """Whoever names somebody else's sealing key gets the code; only the owner of the key can read the reason."""
    party = Party(seats=("red", "blue"))
    red, thief = party.people["red"], party.people["blue"]
    letter = letter_types.join_letter(party.game, "blue", thief, "Thief", "en", "")
    letter = replace(letter, args=replace(letter.args, seal=red.keys[1]))
    refusal = make_refusal(party.game, party.referee, letter, Rejected("E_KEY_REUSED", "taken"))
    game_key = present(party.genesis.referee).seal
    opened = [open_reason(refusal, party.game, "blue", who, game_key) for who in (red, thief)]
    assert opened[0] and opened[0].message == "taken" and opened[1] is None
