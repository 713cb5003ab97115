"""Draws: unbiased, labelled, independent, repeatable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import islice, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base.errors import NotVisible
from lpbe.kernel.engine import chance

from ...size_limits import examples

ROOT = bytes(range(32))
many = examples(300)


def far_from_even(drawn: Iterable[Hashable], cells: Iterable[Hashable]) -> float:
    """Chi-squared against even odds, in standard deviations from its mean: a fair source stays within 4."""
    counts, cells = Counter(drawn), list(cells)
    assert set(counts) <= set(cells)
    expected = counts.total() / len(cells)
    assert expected >= 5
    freedom = len(cells) - 1
    chi = sum((counts[cell] - expected) ** 2 for cell in cells) / expected
    return (chi - freedom) / (2 * freedom) ** 0.5


def test_the_measure_finds_a_bias_of_modulo() -> None:
    """The yardstick itself: five bits modulo 6 are not even."""
    drawn = [word % 32 % 6 for word in islice(chance.words(ROOT, "yardstick"), 20000)]
    assert far_from_even(drawn, range(6)) > 4


@pytest.mark.parametrize("limit", [2, 3, 6, 7, 10, 24, 52, 58, 100, 1000])
def test_numbers_below_a_limit_are_even(limit: int) -> None:
    stream = chance.words(ROOT, f"even/{limit}")
    drawn = [chance.below(stream, limit) for _ in range(20000)]
    assert abs(far_from_even(drawn, range(limit))) < 4


@pytest.mark.parametrize("limit", [40000, 65175, 65535, 65536])
def test_numbers_below_a_wide_limit_are_even(limit: int) -> None:
    stream = chance.words(ROOT, f"wide/{limit}")
    drawn = [chance.below(stream, limit) * 50 // limit for _ in range(20000)]
    assert abs(far_from_even(drawn, range(50))) < 4


def test_single_draws_under_labels_of_their_own_are_even() -> None:
    source = chance.Rng(ROOT)
    drawn = [source.below(6, f"dice/round-{n}/red/1") for n in range(12000)]
    assert abs(far_from_even(drawn, range(6))) < 4


@many
@given(st.integers(1, 65536), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_words_past_the_last_full_multiple_are_thrown_away_and_no_others(limit: int, one: int, two: int) -> None:
    kept = 2**32 // limit * limit
    assert kept % limit == 0
    assert 2**32 - kept < limit
    assert chance.below(iter([kept - 1]), limit) == limit - 1
    assert chance.below(iter([*range(kept, min(kept + 3, 2**32)), 5]), limit) == 5 % limit
    assert chance.below(iter([one, two, 0]), limit) == next(word % limit for word in (one, two, 0) if word < kept)


@pytest.mark.parametrize("limit", [0, -1, 65537, 2**32])
def test_limits_out_of_range_are_programming_errors(limit: int) -> None:
    with pytest.raises(AssertionError):
        chance.below(chance.words(ROOT, "x"), limit)


def test_every_order_of_four_items_is_equally_likely() -> None:
    source = chance.Rng(ROOT)
    drawn = [tuple(source.shuffled("abcd", f"deck/{n}")) for n in range(24000)]
    assert abs(far_from_even(drawn, permutations("abcd"))) < 4


@pytest.mark.parametrize("place", [0, 1, 12, 22, 23])
def test_every_item_of_a_deck_comes_to_every_place(place: int) -> None:
    source = chance.Rng(bytes([place]) * 32)
    drawn = [source.shuffled(range(24), f"deck/{n}")[place] for n in range(1200)]
    assert abs(far_from_even(drawn, range(24))) < 4


@many
@given(st.lists(st.integers(0, 5), max_size=40), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_every_item_and_leaves_its_input_alone(items: list[int], root: bytes) -> None:
    before = list(items)
    assert sorted(chance.Rng(root).shuffled(items, "deck")) == sorted(items)
    assert items == before


def test_a_pick_is_the_item_at_the_number_drawn() -> None:
    items = ["a", "b", "c", "d", "e"]
    for turn in range(50):
        assert chance.Rng(ROOT).pick(items, f"pick/{turn}") == items[chance.Rng(ROOT).below(5, f"pick/{turn}")]
    with pytest.raises(AssertionError):
        chance.Rng(ROOT).pick([], "nothing")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dice/{}/red", "dice/{}/blue"),
        ("dice/{}", "dice/{}/"),
        ("dice/1/{}", "dice/11/{}"),
        ("a{}", "A{}"),
    ],
)
def test_draws_of_two_labels_are_independent(one: str, other: str) -> None:
    source = chance.Rng(ROOT)
    drawn = [(source.below(6, one.format(n)), source.below(6, other.format(n))) for n in range(3600)]
    assert abs(far_from_even(drawn, product(range(6), repeat=2))) < 4


def test_successive_draws_of_one_stream_are_independent() -> None:
    stream = chance.words(ROOT, "pairs")
    drawn = [(chance.below(stream, 6), chance.below(stream, 6)) for _ in range(7200)]
    assert abs(far_from_even(drawn, product(range(6), repeat=2))) < 4


def test_no_two_streams_share_a_word() -> None:
    """64 words of 12 streams: a repeated block would show."""
    labels = ["a", "b", "ab", "a/b", "deck/hexes", "deck/hexes/"]
    drawn = [word for root in (ROOT, bytes(32)) for label in labels for word in islice(chance.words(root, label), 64)]
    assert len(set(drawn)) == len(drawn) == 12 * 64


def test_what_a_label_draws_does_not_depend_on_what_was_drawn_before() -> None:
    labels = [f"draw/{n}" for n in range(20)]
    forwards, backwards = chance.Rng(ROOT), chance.Rng(ROOT)
    first = {label: forwards.below(1000, label) for label in labels}
    for label in reversed(labels):
        backwards.shuffled(range(10), "between/" + label)
        assert backwards.below(1000, label) == first[label]


def test_a_label_draws_only_once() -> None:
    source = chance.Rng(ROOT)
    source.below(6, "dice/1")
    source.shuffled("abc", "deck")
    for again in (
        lambda: source.below(6, "dice/1"),
        lambda: source.pick("ab", "dice/1"),
        lambda: source.shuffled("abc", "deck"),
    ):
        with pytest.raises(AssertionError):
            again()


def test_whoever_may_not_know_a_draw_gets_none() -> None:
    nobody: chance.Chance = chance.NoChance()
    for draw in (
        lambda: nobody.below(6, "dice"),
        lambda: nobody.pick("ab", "pick"),
        lambda: nobody.shuffled("ab", "deck"),
    ):
        with pytest.raises(NotVisible):
            draw()
