"""Many pieces of work at a time: helpers are forked with all that is loaded, and take the next piece when free."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from select import select
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")
WIDTH = 4
"""The bytes of a number: so few that helpers who read from one pipe never get half of one."""
AHEAD = 2
"""How many pieces a helper may find waiting: it need not wait for the answer to its last."""
CHUNK = 1 << 16


class Answer(Struct, Generic[T], array_like=True):
    """What came of a piece of work."""

    number: int
    result: T


def side_by_side(work: Callable[[int], T], kind: type[T], count: int, jobs: int) -> Iterator[T]:
    """The results for 0, 1, 2 and so on, in order; helpers end with the iterator."""
    orders, hand_out = os.pipe()
    gc.freeze()
    helpers = dict(hired(work, orders, hand_out) for _ in range(min(jobs, count)))
    os.close(orders)
    try:
        yield from in_order(answers(kind, list(helpers.values()), hand_out, count), count)
    finally:
        for end in (hand_out, *helpers.values()):
            os.close(end)
        for helper in helpers:
            os.waitpid(helper, 0)
        gc.unfreeze()


def hired(work: Callable[[int], T], orders: int, hand_out: int) -> tuple[int, int]:
    """Fork a helper: its process, and where its answers are read."""
    reader, writer = os.pipe()
    if helper := os.fork():
        os.close(writer)
        return helper, reader
    try:
        os.close(hand_out)
        serve(work, orders, writer)
    finally:
        os._exit(0)


def serve(work: Callable[[int], T], orders: int, writer: int) -> None:
    """Do what is handed out until nothing is; a line an answer."""
    while read := os.read(orders, WIDTH):
        number = int.from_bytes(read, "big")
        os.write(writer, msgspec.json.encode(Answer(number, work(number))) + b"\n")


def answers(kind: type[T], readers: list[int], hand_out: int, count: int) -> Iterator[Answer[T]]:
    """What helpers answer, as it comes; for each answer another piece is handed out."""
    decoder = msgspec.json.Decoder(Answer[kind])  # type: ignore[valid-type]
    numbers = iter(range(count))
    give(hand_out, numbers, AHEAD * len(readers))
    rests = dict.fromkeys(readers, b"")
    while True:
        for reader in select(readers, [], [])[0]:
            read = os.read(reader, CHUNK)
            if not read:
                raise RuntimeError("a helper ended before its work was done")
            *lines, rests[reader] = (rests[reader] + read).split(b"\n")
            give(hand_out, numbers, len(lines))
            yield from map(decoder.decode, lines)


def give(hand_out: int, numbers: Iterator[int], most: int) -> None:
    for _, number in zip(range(most), numbers, strict=False):
        os.write(hand_out, number.to_bytes(WIDTH, "big"))


def in_order(found: Iterator[Answer[T]], count: int) -> Iterator[T]:
    """The results by their numbers, each as soon as those before it are there."""
    early: dict[int, T] = {}
    for number in range(count):
        while number not in early:
            answer = next(found)
            early[answer.number] = answer.result
        yield early.pop(number)
