"""Find the orders in what was typed: orders are on adjacent lines, and everything else must be harmless talk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from ..reply_block import COMMENT, without_comment
from .quoted_lines import Line, may_be_wrapped
from .talk import (
    Reader,
    begins_signature,
    find_doubt,
    is_courtesy,
    is_heading,
    is_salutation,
    looks_like_order,
    own_sentences,
)
from .wrapped_orders import IsOrder, read_lines, segmentations, strip_markup

MAX_TYPED_LINES = 1000
"""How many lines outside blocks are read: each is parsed as an order, which takes longer than writing it."""


class Typed(Struct, frozen=True):
    """The orders in what was typed, or which lines are wrong or doubtful; and the lines regarded as talk."""

    orders: list[str] = []
    wrong: str = ""
    doubt: list[str] = []
    talk: list[str] = []
    """What is said, without greetings, signatures and what companies add."""
    odd: str = ""
    """A line of the talk that may have been meant as an order."""
    limit: str = ""
    """A sentence in the talk that may take back, replace or postpone the orders."""


class Part(Struct, frozen=True):
    """A paragraph: talk, orders, talk."""

    above: Sequence[Line] = ()
    orders: Sequence[Line] = ()
    below: Sequence[Line] = ()


class Talk(Struct, frozen=True):
    """Lines that are not orders, and whether they are below a name or a closing phrase that ends the e-mail."""

    lines: Sequence[Line]
    signature: bool = False


def read_typed(
    paragraphs: Sequence[Sequence[Line]],
    is_order: IsOrder,
    verbs: Sequence[str],
    name: str,
    in_blocks: Sequence[str] = (),
) -> Typed:
    """Find the orders in what was typed and judge the rest, knowing the orders of changed blocks."""
    if more := [line for part in paragraphs for line in part][MAX_TYPED_LINES:]:
        return Typed(wrong=more[0].plain)
    reader = Reader(cache(is_order), verbs, name)
    parts = [split_paragraph(part, reader) for part in paragraphs]
    readings = [read_lines(part.orders, reader.is_order) for part in parts if part.orders]
    if bad := next((one for one in readings if one.wrong or one.doubt), None):
        return Typed(wrong=bad.wrong, doubt=bad.doubt)
    orders = [order for one in readings for order in one.orders]
    return judge_talk(orders, list(talk_of(parts, reader)), replace(reader, orders=[*orders, *in_blocks]))


def judge_talk(orders: list[str], talks: Sequence[Talk], reader: Reader) -> Typed:
    """Return the orders with what is wrong or doubtful about the talk around them."""
    lines = [(strip_markup(line).plain, talk.signature) for talk in talks for line in without_word_ends(talk, reader)]
    lines = [(text, signature) for text, signature in lines if text and not is_courtesy(text, reader)]
    odd = next((text for text, signature in lines if looks_like_order(text, reader, signature)), "")
    limit = next(filter(None, (find_doubt(talk.lines, reader, talk.signature) for talk in talks)), "")
    said = [text for talk in talks for text in own_sentences(talk.lines, reader, talk.signature)]
    said = [text for text in said if is_said(text, reader)]
    return Typed(wrong=odd) if odd and orders else Typed(orders, talk=said, odd=odd, limit=limit)


def without_word_ends(talk: Talk, reader: Reader) -> Iterator[Line]:
    """Yield the lines, but not a last word that a mail program has broken off the sentence above it."""
    for at, line in enumerate(talk.lines):
        alone = at > 0 and len(line.plain.split()) == 1 and line.plain[-1] in ".!?"
        if not (alone and may_be_wrapped(talk.lines[at - 1], line)) or reader.is_order(line.plain.strip(".!?")):
            yield line


def is_said(text: str, reader: Reader) -> bool:
    """Return whether a sentence says something, unlike greetings, names, titles and addresses."""
    text = strip_markup(Line(text)).plain
    whole = text[-1:] in ".!?" and len(re.findall(r"[^\W\d]+", text)) > 3
    return whole and not is_courtesy(text, reader)


def split_paragraph(lines: Sequence[Line], reader: Reader) -> Part:
    """Split a paragraph; one without any order is talk."""
    plain = [strip_markup(line) for line in lines]
    if not has_orders(plain, reader):
        return Part(above=lines)
    begin = count_above(plain, reader)
    end = next((at for at in range(begin + 1, len(lines)) if ends_orders(plain, at, reader)), len(lines))
    return Part(lines[:begin], lines[begin:end], lines[end:])


def has_orders(lines: Sequence[Line], reader: Reader) -> bool:
    if any(reader.is_order(without_comment(line.plain)) for line in lines):
        return True
    return len(lines) > 1 and any(orders for orders, _ in segmentations(lines, reader.is_order))


def count_above(lines: Sequence[Line], reader: Reader) -> int:
    """Return how many lines above the orders of a paragraph are a greeting, a heading or whole sentences."""
    count = 0
    while count + 1 < len(lines) and is_introduction(lines, count, reader):
        count += 1
    return count


def is_introduction(lines: Sequence[Line], at: int, reader: Reader) -> bool:
    text = lines[at].plain
    if not text or reader.is_order(text) or reader.is_order(text.rstrip(".!: ")):
        return False
    if is_salutation(text, reader) or is_heading(text):
        return True
    return text[-1] in ".!?:" and not may_be_wrapped(lines[at], lines[at + 1])


def ends_orders(lines: Sequence[Line], at: int, reader: Reader) -> bool:
    """Return whether a signature begins here, rather than the rest of an order that was wrapped."""
    return begins_signature(lines[at:], reader) and not may_be_wrapped(lines[at - 1], lines[at])


def talk_of(parts: Sequence[Part], reader: Reader) -> Iterator[Talk]:
    """Yield everything except the orders; a signature is looked for below the last of them."""
    last = max((at for at, part in enumerate(parts) if part.orders), default=-1)
    for at, part in enumerate(parts[: last + 1]):
        yield Talk(part.above)
        yield Talk(comments_of(part.orders))
        yield Talk(part.below, at == last)
    signed = last >= 0 and bool(parts[last].below)
    for part in parts[last + 1 :]:
        lines = part.above
        begin = 0 if signed else find_signature(lines, reader)
        signed = signed or begin < len(lines)
        yield Talk(lines[:begin])
        yield Talk(lines[begin:], True)


def comments_of(lines: Sequence[Line]) -> list[Line]:
    """Return the comments among orders: people write doubts there too."""
    found = (COMMENT.search(line.plain) for line in lines)
    return [Line(one.group().strip("# ")) for one in found if one]


def find_signature(lines: Sequence[Line], reader: Reader) -> int:
    """Return the line of a paragraph at which a signature begins; the number of its lines if there is none."""
    return next((at for at in range(len(lines)) if begins_signature(lines[at:], reader)), len(lines))
