"""What a mail without a signature asks for: typed orders win, then a block that was changed, then `ok`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from .block import Block
from .find import Found
from .reading import IsOrder, Reading, Typed, read_lines, read_typed


class Meaning(Struct, frozen=True):
    """The lines that are meant, and the block whose code goes with them; or why that cannot be said.

    why: nothing where `lines` are meant; wrong, doubt, two, untouched, old, cut, nothing otherwise.
    """

    lines: list[str] = []
    why: str = ""
    block: Block | None = None
    about: list[str] = []
    """The lines that are wrong, in doubt, or were only talk."""

    @property
    def certain(self) -> bool:
        return self.why not in ("wrong", "doubt", "two")


def meaning_of(
    ways: Sequence[Found], window: int, is_order: IsOrder, verbs: Sequence[str], is_ok: Callable[[str], bool], name: str
) -> Meaning:
    """Of several ways to say the same the first counts that leaves no doubt; what differs is asked."""
    tried = [meaning(found, window, is_order, verbs, is_ok, name) for found in ways]
    meant = [one for one in tried if one.certain and one.lines]
    untouched = [one for one in tried if one.why == "untouched"]
    if meant and (untouched or len({letters_in(one.lines) for one in meant}) > 1):
        return replace(meant[0], lines=[], why="two", about=[" ; ".join(one.lines) for one in meant])
    return next(iter([*meant, *(one for one in tried if one.why != "nothing"), *tried]), Meaning(why="nothing"))


def letters_in(lines: Sequence[str]) -> str:
    """What is the same wherever lines are broken."""
    return "".join("".join(lines).casefold().split())


def meaning(
    found: Found, window: int, is_order: IsOrder, verbs: Sequence[str], is_ok: Callable[[str], bool], name: str
) -> Meaning:
    current = sorted((block for block in found.blocks if block.mark.window == window), key=lambda one: -one.mark.rev)
    shown = next(iter([*current, *found.blocks]), None)
    typed = read_typed(found.typed, is_order, verbs, name)
    if typed.wrong or typed.doubt:
        return Meaning(why="wrong" if typed.wrong else "doubt", block=shown, about=[typed.wrong, *typed.doubt])
    if torn := [line.plain for line in found.orphans if is_order(line.plain)]:
        return Meaning(why="doubt", block=shown, about=torn)
    orders = [line for line in typed.orders if not is_ok(line)]
    if orders:
        return Meaning(orders, block=shown)
    changed = [block for block in current if block.whole and not block.untouched]
    agreed = len(typed.orders) > 0
    if typed.odd and (changed or agreed or current):
        return Meaning(why="wrong", block=shown, about=[typed.odd])
    if changed:
        return of_changed([block for block in changed if block.mark.rev == changed[0].mark.rev], is_order)
    if ready := [block for block in current if block.whole]:
        return of_untouched(ready, is_order, agreed or is_bare(found, typed), typed)
    return Meaning(why=why_nothing(found, current), block=shown, about=typed.talk)


def of_changed(blocks: Sequence[Block], is_order: IsOrder) -> Meaning:
    """What was changed counts wherever it stands; but not two things at once."""
    read = [read_lines(block.lines, is_order) for block in blocks]
    if len({tuple(one.orders) for one in read if one.orders}) > 1:
        return Meaning(why="two", block=blocks[0], about=[" ; ".join(one.orders) for one in read])
    return of_reading(next((one for one in read if one.orders), read[0]), blocks[0])


def of_reading(read: Reading, block: Block) -> Meaning:
    if read.wrong or read.doubt:
        return Meaning(why="wrong" if read.wrong else "doubt", block=block, about=[read.wrong, *read.doubt])
    return Meaning(read.orders, block=block) if read.orders else Meaning(why="empty", block=block)


def of_untouched(blocks: Sequence[Block], is_order: IsOrder, agreed: bool, typed: Typed) -> Meaning:
    """As it came it is no order, unless its reader says so."""
    if not agreed:
        return Meaning(why="untouched", block=blocks[0], about=typed.talk)
    return of_reading(read_lines(blocks[0].lines, is_order), blocks[0])


def is_bare(found: Found, typed: Typed) -> bool:
    """Somebody sends a block and nothing else: it was put there to be sent."""
    return not found.quotes and not typed.talk and len(found.blocks) == 1 and not found.blocks[0].quoted


def why_nothing(found: Found, current: Sequence[Block]) -> str:
    if any(not block.whole for block in current):
        return "cut"
    return "old" if found.blocks else "nothing"
