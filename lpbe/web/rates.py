"""How many letters an address or a seat may send: some at once, then so many a minute."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic

from msgspec import Struct

from ..kernel.base.errors import Rejected

MAX_BUCKETS = 20_000
"""How many senders are remembered; of more, those that sent nothing for longest are forgotten."""


class Bucket(Struct):
    """What a sender has left."""

    left: float
    at: float


class Rate:
    """A limit that holds for every sender on its own."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = monotonic) -> None:
        self.per_minute = per_minute
        self.clock = clock
        self.buckets: dict[str, Bucket] = {}
        self.lock = Lock()

    def check(self, sender: str) -> None:
        """Count one letter of a sender; refuse it if there were too many."""
        with self.lock:
            now = self.clock()
            bucket = self.buckets.pop(sender, None) or Bucket(self.per_minute, now)
            bucket.left = min(self.per_minute, bucket.left + (now - bucket.at) * self.per_minute / 60)
            bucket.at = now
            self.buckets[sender] = bucket
            if len(self.buckets) > MAX_BUCKETS:
                del self.buckets[next(iter(self.buckets))]
            if bucket.left < 1:
                raise too_many()
            bucket.left -= 1


def too_many() -> Rejected:
    return Rejected("E_ORDER_MANY", "you have sent too many messages in a short time", "wait a minute, then try again")
