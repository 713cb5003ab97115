"""What is kept from the last page: made anew as soon as something it is made of has changed."""

from __future__ import annotations

from functools import partial

from lpbe.kernel.base.kept import MOST, Kept


def test_the_same_is_made_once() -> None:
    kept, made = Kept[list[int]](), list[int]()

    def of(name: str, *basis: object) -> list[int]:
        def make() -> list[int]:
            made.append(len(made))
            return [made[-1]]

        return kept.of(name, basis, make)

    assert of("red", {"a": [1]}) is of("red", {"a": [1]})
    assert of("red", {"a": [2]}) == [1]
    assert of("blue", {"a": [2]}) == [2]
    assert of("red", {"a": [1]}) == [3]


def test_no_more_is_kept_than_has_room() -> None:
    kept = Kept[int]()
    for n in range(3 * MOST):
        assert kept.of(n, (n,), partial(int, n)) == n
    assert len(kept.found) <= MOST
