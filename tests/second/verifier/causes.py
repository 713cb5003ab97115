"""What only a letter can do: section 9.2."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .canon import need
from .events import Event

if TYPE_CHECKING:
    from .audit import Audit


PRIVATE = {"answered", "lapsed", "plan-filed", "plan-used", "plan-dropped", "unfit"}
PRIVATE |= {"policy-set", "drafted", "draft-dropped"}
Cause = Callable[["Audit", dict[str, Any], Event], bool]


def by_sender(*kinds: str, agree: bool | None = None) -> Cause:
    """An event that a letter of some kind makes of its own seat."""

    def run(audit: Audit, letter: dict[str, Any], event: Event) -> bool:
        fits = letter["kind"] in kinds and event["seat"] == letter["seat"]
        return fits and (agree is None or letter["args"]["agree"] == agree)

    return run


def in_its_time(entry: dict[str, Any], before: str, waiting: list[str]) -> None:
    """Nothing happens before everybody is ready, nor after the end."""
    letter, events = entry["order"], entry["public"].get("events", [])
    names = [event["event"] for event in events]
    need(not events or before != "over", "something happened after the end")
    if "ended" in names:
        need(set(names[names.index("ended") + 1 :]) <= {"stopped"}, "something happened behind the end")
    if before in ("join", "ready") and letter["kind"] == "timeout":
        need(names == ["ended"] and events[0].get("why") == "void", "a start that failed and did not end the game")
    elif before in ("join", "ready"):
        last = letter["kind"] == "ready" and waiting == [letter["seat"]]
        need(not events or last, "a game that began without everybody")


def by_timeout(audit: Audit, letter: dict[str, Any], event: Event) -> bool:
    """Seats are silent when their time is up."""
    if letter["kind"] != "timeout":
        return False
    return set(event["seats"]) <= set(letter["args"]["seats"]) and event["phase"] == letter["args"]["phase"]


def by_replacement(audit: Audit, letter: dict[str, Any], event: Event) -> bool:
    """A seat is given to another by a replacement or its endorsement."""
    return letter["kind"] in ("replace", "endorse") and event["seat"] == audit.of_seat(letter)


CAUSES: dict[str, Cause] = {
    "stop-agreed": by_sender("stop", agree=True),
    "stop-withdrawn": by_sender("stop", agree=False),
    "resigned": by_sender("resign"),
    "returned": by_sender("play", "standing"),
    "silent": by_timeout,
    "replaced": by_replacement,
}
