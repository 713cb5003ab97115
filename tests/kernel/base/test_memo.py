"""What is kept from the last page is rebuilt as soon as one of its inputs has changed."""

from __future__ import annotations

from functools import partial

from lpbe.kernel.base.memo import MAX_ENTRIES, Memo


def test_the_same_is_made_once() -> None:
    kept, made = Memo[list[int]](), list[int]()

    def of(name: str, *basis: object) -> list[int]:
        def make() -> list[int]:
            made.append(len(made))
            return [made[-1]]

        return kept.get(name, basis, make)

    assert of("red", {"a": [1]}) is of("red", {"a": [1]})
    assert of("red", {"a": [2]}) == [1]
    assert of("blue", {"a": [2]}) == [2]
    assert of("red", {"a": [1]}) == [3]


def test_no_more_is_kept_than_has_room() -> None:
    kept = Memo[int]()
    for n in range(3 * MAX_ENTRIES):
        assert kept.get(n, (n,), partial(int, n)) == n
    assert len(kept.entries) <= MAX_ENTRIES
