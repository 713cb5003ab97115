"""Commitments to choices and to plans: they bind, they hide, and plans cannot be counted."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base import canon
from lpbe.kernel.crypto import seals

from ..sizes import examples

PAIR = bytes(range(32))
GAME, SEEN = "ab" * 32, "cd" * 32
PLACE = (GAME, 3, "red", "play", 1)
some = examples(90)
orders = st.builds(lambda card: canon.jcs({"card": card}), st.integers(0, 9))

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
    """One text at one place: as an answer, as a plan, as all plans."""
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
    texts = [canon.jcs({"card": card}) for card in range(1, 7)]
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
            texts = [canon.jcs({"card": card, "at": n}) for n in range(count)]
            commitments = [commitment for _, commitment in seals.plan_commitments(PAIR, PLACE, SEEN, texts)]
            ranks.add((count, at, sorted(commitments).index(commitments[at])))
    assert len(ranks) == 4 * 10  # each of ten places among plans is found at each of four places among commitments


@some
@given(st.lists(st.lists(orders, max_size=4), min_size=2, max_size=6))
def test_no_two_lists_of_plans_have_one_commitment(lists: list[list[bytes]]) -> None:
    """But for empty slots that are spelt out, which plan nothing."""
    for one, two in combinations(lists, 2):
        outer = [
            seals.plans_commitment([c for _, c in seals.plan_commitments(PAIR, PLACE, SEEN, x)]) for x in (one, two)
        ]
        assert (outer[0] == outer[1]) == (one == two)
