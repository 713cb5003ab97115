"""Cards of any game: piles face down, hands behind screens, a discard that becomes a pile again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from .chance import Chance


class Drawing(Struct, frozen=True):
    """What a draw comes to: cards of the pile, and where it runs out the new pile and the cards of that."""

    first: tuple[str, ...]
    pile: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()


def draw(pile: Sequence[str], discard: Iterable[str], count: int, rng: Chance, label: str) -> Drawing:
    """So many cards from the top; when they run out the discard is shuffled: only that is left to chance."""
    first = tuple(pile[:count])
    left = sorted(discard) if len(first) < count else []
    if not left:
        return Drawing(first)
    fresh = tuple(rng.shuffled(left, label))
    return Drawing(first, fresh, fresh[: count - len(first)])


def take_out(cards: list[str], gone: Iterable[str]) -> None:
    """Each of these once: there may be several alike."""
    for card in gone:
        cards.remove(card)
