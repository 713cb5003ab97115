"""Commitments to choices and to plans: they bind, they hide, and plans cannot be counted."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.games import rules_of
from lpbe.kernel.audit import verify
from lpbe.kernel.base import canonical
from lpbe.kernel.base.errors import Rejected, Unauthentic
from lpbe.kernel.chain.commitments import Opening, check_opening
from lpbe.kernel.chain.genesis import Genesis, SeatSpec
from lpbe.kernel.chain.letter import BatchLetter, commitment_context, letter_id
from lpbe.kernel.chain.letter_builder import Beside
from lpbe.kernel.chain.letters.handover import make_offer
from lpbe.kernel.chain.records import Envelope, GameFile
from lpbe.kernel.chain.transition import Referee, begin, extend, secrets_for
from lpbe.kernel.content import packs
from lpbe.kernel.crypto import seals
from tests import letter_types

from ...size_limits import examples, sizes
from ..party import Party, person

PAIR = bytes(range(32))
GAME, SEEN = "ab" * 32, "cd" * 32
PLACE = (GAME, 3, "red", "play", 1)
some = examples(90)
orders = st.builds(lambda card: canonical.jcs({"card": card}), st.integers(0, 9))

NONCE = {"pair": PAIR, "context": PLACE, "seen": SEEN, "text": b'{"card":4}'}
FIELDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "commit_nonce": (seals.commit_nonce, {**NONCE, "index": 0}),
    "plan_nonce": (seals.plan_nonce, {**NONCE, "slot": 0}),
    "commitment": (seals.commitment, {"context": PLACE, "index": 0, "nonce": bytes(32), "text": b"{}"}),
    "plan_commitment": (seals.plan_commitment, {"context": PLACE, "nonce": bytes(32), "text": b"{}"}),
}
CHANGED: dict[str, list[Any]] = {
    "pair": [bytes(32)],
    "context": [
        ("00" * 32, 3, "red", "play", 1),
        (GAME, 4, "red", "play", 1),
        (GAME, 3, "blue", "play", 1),
        (GAME, 3, "red", "standing", 1),
        (GAME, 3, "red", "play", 2),
    ],
    "seen": ["11" * 32],
    "text": [b'{"card":5}'],
    "index": [1],
    "slot": [1],
    "nonce": [bytes([1]) * 32],
}


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_of_a_nonce_or_commitment_counts(name: str) -> None:
    make, fields = FIELDS[name]
    others = [make(**{**fields, field: other}) for field in fields for other in CHANGED[field]]
    assert len({make(**fields), *others}) == len(others) + 1


def test_a_commitment_is_none_of_another_kind() -> None:
    """One text in one place: as an answer, as a plan, as all plans."""
    one = seals.commitment(PLACE, 0, bytes(32), b"{}")
    assert len({one, seals.plan_commitment(PLACE, bytes(32), b"{}"), seals.plans_commitment([one])}) == 3
    assert seals.commit_nonce(PAIR, PLACE, 0, SEEN, b"{}") != seals.plan_nonce(PAIR, PLACE, 0, SEEN, b"{}")


def test_neighbouring_fields_do_not_run_together() -> None:
    one, two = (GAME, 1, "red", "play", 11), (GAME, 11, "red", "play", 1)
    assert seals.commitment(one, 0, bytes(32), b"{}") != seals.commitment(two, 0, bytes(32), b"{}")
    one, two = (GAME, 1, "re", "dplay", 1), (GAME, 1, "red", "play", 1)
    assert seals.commitment(one, 0, bytes(32), b"{}") != seals.commitment(two, 0, bytes(32), b"{}")


def test_a_commitment_does_not_give_a_small_choice_away() -> None:
    """Whoever tries all six cards without the nonce finds none that fits."""
    texts = [canonical.jcs({"card": card}) for card in range(1, 7)]
    made = {seals.commitment(PLACE, 0, seals.commit_nonce(PAIR, PLACE, 0, SEEN, text), text) for text in texts}
    tries = {
        digest
        for text in texts
        for nonce in (bytes(32), b"", seals.commit_nonce(bytes(32), PLACE, 0, SEEN, text))
        for digest in (sha256(text).hexdigest(), seals.commitment(PLACE, 0, nonce, text))
    }
    assert len(made) == 6
    assert not tries & made


@some
@given(st.lists(orders, max_size=4))
def test_there_are_four_slots_whatever_is_planned(texts: list[bytes]) -> None:
    slots = seals.plan_commitments(PAIR, PLACE, SEEN, texts)
    assert len(slots) == 4
    assert len({nonce for nonce, _ in slots}) == len({commitment for _, commitment in slots}) == 4
    assert {(len(nonce), len(commitment)) for nonce, commitment in slots} == {(64, 64)}


@some
@given(st.lists(orders, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_a_plan_is_opened_by_its_nonce_and_the_other_three_in_any_order(texts: list[bytes], chance: Any) -> None:
    slots = seals.plan_commitments(PAIR, PLACE, SEEN, texts)
    outer = seals.plans_commitment([commitment for _, commitment in slots])
    for at, text in enumerate(texts):
        others = [commitment for slot, (_, commitment) in enumerate(slots) if slot != at]
        chance.shuffle(others)
        own = seals.plan_commitment(PLACE, bytes.fromhex(slots[at][0]), text)
        assert seals.plans_commitment([own, *others]) == outer
        false = seals.plan_commitment(PLACE, bytes.fromhex(slots[at][0]), text + b" ")
        assert seals.plans_commitment([false, *others]) != outer
        assert seals.plans_commitment([own, *others[:2]]) != outer
        assert seals.plans_commitment([own, *others, others[0]]) != outer


def test_an_opening_shows_neither_position_nor_count() -> None:
    """Of one plan beside none, one, two or three others, first or last: the same fields, and nothing that sorts."""
    ranks = set()
    for card in range(40):
        for count, at in [(n, m) for n in range(1, 5) for m in range(n)]:
            texts = [canonical.jcs({"card": card, "at": n}) for n in range(count)]
            commitments = [commitment for _, commitment in seals.plan_commitments(PAIR, PLACE, SEEN, texts)]
            ranks.add((count, at, sorted(commitments).index(commitments[at])))
    assert len(ranks) == 4 * 10  # each of ten places among plans is found at each of four places among commitments


@some
@given(st.lists(st.lists(orders, max_size=4), min_size=2, max_size=6))
def test_no_two_lists_of_plans_have_one_commitment(lists: list[list[bytes]]) -> None:
    """Except for empty slots that are spelled out, which plan nothing."""
    for one, two in combinations(lists, 2):
        outer = [
            seals.plans_commitment([c for _, c in seals.plan_commitments(PAIR, PLACE, SEEN, x)]) for x in (one, two)
        ]
        assert (outer[0] == outer[1]) == (one == two)


# In a game

OPAQUE = {"seal", "memo", "plans", "commit", "sig", "head_sig", "drawer"}


def bid(coins: int) -> dict[str, Any]:
    return {"order": "bid", "coins": coins}


def plan_bids(*coins: int) -> list[dict[str, Any]]:
    return [{"order": "plan", "then": bid(count)} for count in coins]


def outside(value: Any, name: str = "") -> Any:
    """Return all that a stranger sees: of what is sealed, hashed or signed the length."""
    if isinstance(value, dict):
        return {k: outside(v, "seal" if name == "seals" else k) for k, v in value.items()}
    if isinstance(value, list):
        return [outside(item, name) for item in value]
    opaque = isinstance(value, str) and (name in OPAQUE or len(value) == 64)
    return len(value) if opaque else value


def seen_after(send: Callable[[Party], GameFile]) -> Any:
    return outside(msgspec.to_builtins(send(Party().start())))


def test_nobody_can_count_the_plans_of_a_letter() -> None:
    """Or see whether there are any: the same fields, each of one size, in the letter and in everything that follows."""
    shown = [
        seen_after(lambda party, plans=plans: party.give("red", bid(2), *plan_bids(*plans)))
        for plans in ((), (1,), (1, 0), (0, 1, 2), (3, 2, 1, 0))
    ]
    assert all(one == shown[0] for one in shown)
    assert {"plans", "seal", "memo"} == set(shown[0]["last"]["order"]["hidden"])


def test_nobody_can_tell_a_memo_or_a_draft_from_none() -> None:
    def letter(party: Party, beside: Beside) -> GameFile:
        who = party.people["red"]
        return party.send(
            party.sign("red", letter_types.play_letter(party.game, "red", who, [bid(2)], [True], 0, "", beside))
        )

    shown = [
        seen_after(lambda party, beside=beside: letter(party, beside))
        for beside in (Beside(), Beside(memo="red is up to something"), Beside(draft=[bid(1)]))
    ]
    assert all(one == shown[0] for one in shown)


def test_nobody_can_tell_policy_plans_both_or_neither_in_a_standing_letter() -> None:
    policy = {"pebbles": {"bid": 1, "keep": "highest"}}
    shown = [
        seen_after(lambda party, words=words: party.stand("red", *words))
        for words in (({}, []), (policy, []), ({}, [bid(1)] * 4), (policy, [bid(0), bid(1)]))
    ]
    assert all(one == shown[0] for one in shown)
    assert {"plans", "seal"} == set(shown[0]["last"]["order"]["hidden"])


def test_the_opening_of_a_plan_looks_the_same_wherever_it_stood() -> None:
    """First of one, first of four, third of four: the fields and their sizes."""
    shown = []
    for plans in ([bid(1)], [bid(1), bid(2), bid(0), bid(3)]):
        party = Party().start()
        party.stand("blue", {}, plans)
        party.give("red", bid(2))
        party.give("green", bid(0))
        openings = party.game.last.public.openings
        shown.append(outside(msgspec.to_builtins([one for one in openings if one.others])))
        assert verify.verify(party.rules, party.game, party.log).steps == len(party.steps) - 1
    assert shown[0] == shown[1] == [{"order": 64, "v": bid(1), "r": 64, "others": [64, 64, 64]}]


def test_a_value_cannot_be_opened_as_another_or_as_a_plan() -> None:
    """What a referee could try to show instead, of one letter with a sealed answer and a plan."""
    party = Party().start()
    party.give("red", bid(2), *plan_bids(1))
    letter = party.game.last.letter
    assert isinstance(letter, BatchLetter)
    pair, place, name = pair_of(party, "red"), commitment_context(letter), letter_id(letter)
    nonce = seals.commit_nonce(pair, place, 0, letter.seen, canonical.jcs(bid(2))).hex()
    slots = seals.plan_commitments(pair, place, letter.seen, [canonical.jcs(bid(1))])
    others = [commitment for _, commitment in slots[1:]]
    check_opening(letter, Opening(name, bid(2), nonce, 0))
    check_opening(letter, Opening(name, bid(1), slots[0][0], others=others))
    false = [
        Opening(name, bid(1), nonce, 0),
        Opening(name, bid(2), slots[0][0], 0),
        Opening(name, bid(2), nonce, 1),
        Opening(name, bid(2), nonce, others=others),
        Opening(name, bid(2), nonce, 0, others),
        Opening(name, bid(1), slots[0][0], 0),
        Opening(name, bid(2), slots[0][0], others=others),
        Opening(name, bid(1), slots[0][0], others=[*others[:2], "00" * 32]),
        Opening(name, bid(1), nonce, others=others),
    ]
    for opening in false:
        with pytest.raises(Unauthentic) as caught:
            check_opening(letter, opening)
        assert caught.value.code == "E_COMMIT_MISMATCH"


def pair_of(party: Party, seat: str) -> bytes:
    return party.referee.secrets[0].pair(party.game.state.game, party.people[seat].keys[1])


def count_verified(party: Party) -> int:
    """Return the steps that anybody can check so far."""
    return verify.verify(party.rules, party.game, party.log).steps


def used_plans(party: Party) -> int:
    return sum(bool(opening.others) for game in party.steps for opening in game.last.public.openings)


def test_a_plan_is_opened_as_it_was_signed_though_its_seat_has_a_new_key() -> None:
    party = Party().start()
    party.stand("blue", {}, [bid(1)])
    new = person("blue again")
    party.send(party.sign("blue", letter_types.rekey_letter(party.game, "blue", new, 0)))
    party.people["blue"] = new
    party.give("red", bid(2))
    party.give("green", bid(0))
    assert used_plans(party) == 1
    assert count_verified(party) == len(party.steps) - 1


def test_a_plan_that_has_answered_is_opened_though_its_seat_has_filed_others_since() -> None:
    party = Party().start()
    party.stand("blue", {}, [bid(1)])
    party.give("red", bid(2))
    party.stand("blue", {}, [bid(2)])
    party.stand("blue", {}, [])
    party.give("green", bid(0))
    assert used_plans(party) == 1
    assert count_verified(party) == len(party.steps) - 1


def test_a_plan_is_opened_though_the_game_was_handed_over_since() -> None:
    party = Party().start()
    party.stand("blue", {}, [bid(1)])
    new = person("another host")
    letter = letter_types.handover_letter(party.game, make_offer(party.game, new), party.referee.secrets, 0)
    party.send(party.sign("referee", letter))
    party.host, party.referee = new, Referee(secrets_for(party.game, new), new)
    party.give("red", bid(2))
    party.give("green", bid(0))
    assert used_plans(party) == 1
    assert count_verified(party) == len(party.steps) - 1


SPELT = {"order": "keep", "pebble": "p01", "under": []}
"""As the type of the order would not write it: `under` is empty anyway."""


@pytest.mark.parametrize("kind", ["play", "standing"])
def test_a_plan_with_a_default_spelt_out_is_refused(kind: str) -> None:
    """Shown later as its type writes it, it would differ from what was signed, and the referee would seem to lie."""
    party = Party().start()
    send = {
        "play": lambda: party.give("red", bid(2), {"order": "plan", "then": SPELT}),
        "standing": lambda: party.stand("red", {}, [SPELT]),
    }[kind]
    with pytest.raises(Rejected) as caught:
        send()
    assert caught.value.code == "E_SEAL_OPEN"


def test_no_plan_is_opened_of_a_letter_that_seals_nothing() -> None:
    """The log of an open game can contain anything: it is judged all the same."""
    open_letter = letter_types.Play(format=2, game=GAME, seat="red", window=1, seen=SEEN, rev=0, batch=[bid(1)])
    with pytest.raises(Unauthentic) as caught:
        check_opening(open_letter, Opening(letter_id(open_letter), bid(1), "00" * 32, others=["00" * 32] * 3))
    assert caught.value.code == "E_COMMIT_MISMATCH"


@pytest.mark.parametrize("then", [5, "x", [], [1], {}, {"order": "bid"}, {"order": "plan", "then": {}}])
def test_a_plan_in_clear_that_is_none_is_told_to_its_sender(then: Any) -> None:
    """In an open game everything is in plain text, and can be anything."""
    seats = [SeatSpec(seat) for seat in ("red", "blue", "green")]
    terms = ("pebbles", 1, packs.rules_hash("pebbles", ()), [], {"pebbles": {"rounds": 2}}, seats, "open")
    genesis = Genesis(2, *terms, 2, GAME, "en", seed=SEEN)
    rules = rules_of(genesis)
    first = begin(genesis, rules, Referee(), None)
    letter = letter_types.standing_letter(first.game, "red", None, {}, [then, bid(1)], 0)
    step = extend(rules, first, Envelope(letter), Referee(), None)
    assert step.hidden
    view = step.hidden.views["red"]
    assert [event["kind"] for event in view.news if event["event"] == "unfit"] == ["plan"]
    assert view.screen["standing"]["plan"] == [{"order": bid(1)}]


# Games in which everything changes hands

PLANNED: list[dict[str, Any]] = [
    bid(0),
    bid(1),
    {"order": "dig"},
    {"order": "end-turn"},
    {"order": "no-shelter"},
    {"order": "keep", "pebble": "p03", "under": ["p04"]},
]


def some_plans(chance: random.Random) -> list[dict[str, Any]]:
    return [chance.choice(PLANNED) for _ in range(chance.randrange(5))]


def play_on_somehow(party: Party, chance: random.Random) -> None:
    """An answer, or another one in its place, with plans at times."""
    window = party.game.state.window
    seat, rev = chance.choice(party.waiting), 0
    if window.replace and window.accepted and chance.random() < 0.2:
        done = chance.choice(window.accepted)
        seat, rev = done.seat, done.rev + 1
    order = msgspec.json.decode(msgspec.json.encode(chance.choice(party.legal(seat))))
    plans = some_plans(chance) if chance.random() < 0.4 else []
    party.give(seat, order, *({"order": "plan", "then": plan} for plan in plans), rev=rev)


def take_new_key(party: Party, chance: random.Random) -> None:
    seat = chance.choice(list(party.seats))
    new = person(f"{seat}, step {len(party.steps)}")
    rev = next(record.free.next for record in party.game.state.seats if record.id == seat)
    party.send(party.sign(seat, letter_types.rekey_letter(party.game, seat, new, rev)))
    party.people[seat] = new


def hand_over(party: Party, chance: random.Random) -> None:
    new = person(f"host, step {len(party.steps)}")
    letter = letter_types.handover_letter(
        party.game, make_offer(party.game, new), party.referee.secrets, party.game.state.free
    )
    party.send(party.sign("referee", letter))
    party.host, party.referee = new, Referee(secrets_for(party.game, new), new)


def say_in_advance(party: Party, chance: random.Random) -> None:
    party.stand(chance.choice(list(party.seats)), chance.choice([{}, {"pebbles": {"bid": 1}}]), some_plans(chance))


@sizes("games", 8, 300)
def test_an_honest_game_is_true_whatever_changes_hands(games: int) -> None:
    """New keys, new referees, new plans between filing a plan and using it: nobody seems to have lied."""
    opened = 0
    for seed in range(games):
        chance, party = random.Random(seed), Party(options={"pebbles": {"rounds": 3}}).start()
        acts_of = [play_on_somehow] * 16 + [say_in_advance] * 3 + [take_new_key]
        while party.game.state.window.kind == "play":
            more = [hand_over] if len(party.referee.secrets) < 4 else []
            try:
                chance.choice([*acts_of, *more])(party, chance)
            except Rejected as refused:
                assert refused.code == "E_ORDER_MANY"
        opened += used_plans(party)
        assert verify.verify(party.rules, party.game, party.log).level == 2
    assert opened >= games // 4
