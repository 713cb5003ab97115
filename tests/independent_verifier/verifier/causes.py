"""What a letter can bring about: section 9.2."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .canon import need
from .events import Event
from .records import DIGEST
from .world import ENDINGS

if TYPE_CHECKING:
    from .books import Books
    from .table import Table

Data = dict[str, Any]
PRIVATE = {"answered", "lapsed", "plan-filed", "plan-used", "plan-dropped", "unfit"}
PRIVATE |= {"policy-set", "drafted", "draft-dropped"}
OWN = {"resigned", "silent", "returned", "replaced", "stop-agreed", "stop-withdrawn"}
GOES_ON = {"play", "ready", "timeout", "stop", "resign"}
CLOSINGS = ([], ["stopped"], ["asked"], ["stopped", "asked"], ["ended"], ["ended", "stopped"])
CAN_STOP = {"living-planet", "planet-2116"}
NOBODY: Data = {"seats": [], "resigned": [], "stopping": [], "silent": {}}


class Before:
    """The position before a letter was carried out."""

    def __init__(self, books: Books, table: Table | None) -> None:
        """Kept before the step changes them."""
        self.books, self.window = books, books.window["kind"]
        self.waiting = list(books.window.get("waiting", []))
        roster: Data = table["roster"] if table else NOBODY
        self.silent = set(roster["silent"])
        self.stopping, self.resigned = list(roster["stopping"]), list(roster["resigned"])

    def gives(self, letter: Data) -> Data | None:
        """Return the arguments of the replacement that a letter carries out, if it does."""
        books, args = self.books, letter["args"]
        if letter["kind"] == "replace":
            at_once = "held" in args or books.quorum(args["seat"]) == 0
            return args if at_once else None
        waits = books.replacement(args["of"])
        if waits is None or len(waits["endorsed"]) + 1 < books.quorum(waits["args"]["seat"]):
            return None
        return waits["args"]


Owed = Callable[[Before, Data, list[Event]], "list[Event] | None"]


def same_word(before: Before, letter: Data, own: list[Event]) -> list[Event] | None:
    """Return the events by which a seat that timed out is back."""
    return [{"event": "returned", "seat": letter["seat"]}] if letter["seat"] in before.silent else []


def silence(before: Before, letter: Data, own: list[Event]) -> list[Event] | None:
    """Nothing, or some of those who were waited for."""
    if len(own) != 1 or own[0]["event"] != "silent":
        return []
    seats, args = own[0]["seats"], letter["args"]
    fits = seats and len(set(seats)) == len(seats) and set(seats) <= set(args["seats"])
    return own if fits and own[0]["phase"] == args["phase"] else None


def will(before: Before, letter: Data, own: list[Event]) -> list[Event] | None:
    """Return a word for stopping, or against it."""
    seat, agree = letter["seat"], letter["args"]["agree"]
    if before.books.genesis["rules"] not in CAN_STOP or seat in before.resigned or (seat in before.stopping) == agree:
        return None
    return [{"event": "stop-agreed" if agree else "stop-withdrawn", "seat": seat}]


def leaving(before: Before, letter: Data, own: list[Event]) -> list[Event] | None:
    """A seat leaves, once."""
    return None if letter["seat"] in before.resigned else [{"event": "resigned", "seat": letter["seat"]}]


def giving(before: Before, letter: Data, own: list[Event]) -> list[Event] | None:
    """A seat is given away by what decides it."""
    args = before.gives(letter)
    if args is None:
        return []
    made = {"event": "replaced", "seat": args["seat"]}
    if "held" in args:
        made |= {"held": args["held"], "missed": before.books.seat(args["seat"])["missed"]}
    return [made]


OWED: dict[str, Owed] = {
    "play": same_word,
    "standing": same_word,
    "timeout": silence,
    "stop": will,
    "resign": leaving,
    "replace": giving,
    "endorse": giving,
}


def spare(event: Event) -> Event:
    """Return an event of the kernel without what has its default."""
    usual = {"held": "", "missed": 0, "why": "", "several": False, "replace": False}
    return {name: item for name, item in event.items() if name not in usual or item != usual[name]}


def check_causes(before: Before, entry: Data) -> None:
    """The letter brings about just its own events, and play goes on behind few."""
    letter, events = entry["order"], entry["public"].get("events", [])
    need(not PRIVATE & {event["event"] for event in events}, "a private event")
    own = [spare(event) for event in events if event["event"] in OWN]
    owed = OWED.get(letter["kind"], lambda *_: [])(before, letter, own)
    need(owed is not None and own == owed, "an event that this letter cannot make")
    answer = len(events) > len(own) or "openings" in entry["public"]
    need(not answer or letter["kind"] in GOES_ON, "play went on behind a letter that lets it not")


def in_its_time(before: Before, entry: Data) -> None:
    """Check that nothing happens before everybody is ready, or after the end."""
    letter, events = entry["order"], entry["public"].get("events", [])
    names = [event["event"] for event in events]
    closing = [name for name in names if name in ("asked", "ended", "stopped")]
    need(closing in CLOSINGS and names[len(names) - len(closing) :] == closing, "a step that closes in no such way")
    need(not events or before.window != "over", "something happened after the end")
    if before.window not in ("join", "ready"):
        return
    if letter["kind"] == "timeout":
        void = {"event": "ended", "scores": {}, "winners": [], "why": "void"}
        need([spare(event) for event in events] == [void], "a start that failed and did not end the game")
    elif letter["kind"] == "ready" and before.waiting == [letter["seat"]]:
        need({"asked", "ended"} & set(names), "everybody is ready, and nothing begins")
    else:
        need(not events, "a game that began without everybody")


def course(books: Books, table: Table | None, entry: Data) -> None:
    """Who is asked can be, and the game ended as the letters say."""
    letter, events = entry["order"], entry["public"].get("events", [])
    if table is None:
        return
    roster, ended = table["roster"], [event for event in events if event["event"] == "ended"]
    for event in events:
        if event["event"] == "asked":
            can_be_asked(roster, table.phase(), event)
    by_will = letter["kind"] in ("stop", "resign") and books.genesis["rules"] in CAN_STOP and all_agree(books, roster)
    need(by_will == any(event.get("why") == "agreed" for event in ended), "an end by agreement that is none")
    need(letter["kind"] != "stop" or by_will or len(events) == 1, "more than a word to stop")
    for event in ended:
        ends = ENDINGS if books.genesis["rules"] == "planet-2116" else ()
        need(event.get("why", "") in ("", "agreed", *ends), "an end of another kind")
        winners = event["winners"]
        need(len(set(winners)) == len(winners), "one winner twice")
        need({*winners, *event["scores"]} <= set(roster["seats"]), "points for a stranger")


def can_be_asked(roster: Data, phase: int, event: Event) -> None:
    """One seat, or several at once, of those who are there."""
    seats = event["seats"]
    away = {*roster["resigned"], *(seat for seat, since in roster["silent"].items() if since == phase)}
    need(seats and len(set(seats)) == len(seats), "nobody is asked, or one twice")
    need(set(seats) <= set(roster["seats"]) - away, "somebody is asked who is not there")
    need(event.get("several") or (len(seats) == 1 and not event.get("replace")), "several are asked as one")


def all_agree(books: Books, roster: Data) -> bool:
    """Return whether all who still play agree to stop."""
    bots = [seat["id"] for seat in books.state["seats"] if (seat.get("held") or "").startswith("bot:")]
    play = set(books.everybody()) - set(roster["resigned"]) - set(bots)
    return bool(play) and play <= set(roster["stopping"])


def batch(books: Books, letter: Data) -> None:
    """What everybody can see of a batch."""
    if letter["kind"] not in ("play", "standing"):
        return
    names = [item.get("order") for item in letter["batch"]]
    need(all(isinstance(name, str) for name in names), "an order without a name")
    for item in letter["batch"]:
        if item["order"] == "sealed":
            need(set(item) == {"order", "commit"}, "a sealed order of another form")
            DIGEST(item["commit"])
    need(books.secret or "sealed" not in names, "sealed in an open game")
    need(letter["kind"] == "play" or not books.secret or names == ["sealed"], "a policy in clear")
