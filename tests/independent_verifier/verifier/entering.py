"""What each kind of letter changes in the bookkeeping: section 5.4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .clock import moment, stamp
from .ids import order_id, pace_id

if TYPE_CHECKING:
    from .books import Books


def enter_play(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """An answer is accepted."""
    name, window = letter["seat"], books.window
    item = {"seat": name, "rev": letter["rev"], "order": order_id(letter)}
    kept = [other for other in window["accepted"] if other["seat"] != name]
    window["accepted"] = sorted([*kept, item], key=lambda other: other["seat"])
    seat = books.seat(name)
    seat |= {"missed": 0, "away": seat["away"] + books.late(seat)}
    if "memo" in letter.get("hidden", {}):
        memo = {key: letter[key] for key in ("kind", "window", "rev", "seen")}
        seat["memo"] = memo | {"seal": letter["hidden"]["memo"]}
    books.stop_waiting([name])


def enter_standing(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """A standing letter shows that somebody is there."""
    books.use_rev(letter)
    books.seat(letter["seat"])["missed"] = 0


def enter_rev(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """Nothing but the number is used."""
    books.use_rev(letter)


def enter_join(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """Let somebody join."""
    names = ("name", "lang", "sign", "seal", "draw", "tie")
    books.seat(letter["seat"]).update({name: letter["args"][name] for name in names})
    books.stop_waiting([letter["seat"]])


def enter_ready(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """A draw is kept until all are there."""
    books.seat(letter["seat"])["proof"] = letter["args"]["proof"]
    books.stop_waiting([letter["seat"]])
    if not books.window["waiting"]:
        for seat in books.state["seats"]:
            seat["draw"] = seat["proof"] = None


def enter_timeout(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """Count a missed deadline for seats that timed out."""
    events = entry["public"].get("events", [])
    for name in {name for event in events if event["event"] == "silent" for name in event["seats"]}:
        seat = books.seat(name)
        seat |= {"missed": seat["missed"] + 1, "away": seat["away"] + books.late(seat)}
    books.stop_waiting(letter["args"]["seats"])


def enter_resign(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """Stop waiting for a seat that has resigned."""
    books.use_rev(letter)
    books.stop_waiting([letter["seat"]])


def enter_rekey(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """A seat has new keys."""
    books.use_rev(letter)
    keys = {key: letter["args"][key] for key in ("sign", "seal", "tie")}
    books.seat(letter["seat"]).update(keys | {"memo": None})


def enter_replace(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """A replacement waits, or is carried out at once."""
    args, state = letter["args"], books.state
    state["replacing"] = [item for item in state["replacing"] if item["args"]["seat"] != args["seat"]]
    books.use_rev(letter)
    if "held" in args or books.quorum(args["seat"]) == 0:
        books.seat_anew(args)
    else:
        state["replacing"] = [*state["replacing"], {"order": order_id(letter), "args": args, "endorsed": []}]


def without(agreement: dict[str, Any], seat: str) -> dict[str, Any]:
    """Return an agreement that a seat has left: each seat agrees to one pace."""
    return agreement | {"endorsed": [name for name in agreement["endorsed"] if name != seat]}


def enter_endorse(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """One more agrees."""
    of, sender, state = letter["args"]["of"], letter["seat"], books.state
    books.use_rev(letter)
    waits = books.replacement(of)
    if waits is None:
        item = {"of": of, "endorsed": [*books.endorsers(of), sender]}
        others = [without(other, sender) for other in state["agreed"] if other["of"] != of]
        state["agreed"] = [*(other for other in others if other["endorsed"]), item]
        return
    state["replacing"] = [item for item in state["replacing"] if item is not waits]
    endorsed = [*waits["endorsed"], sender]
    if len(endorsed) >= books.quorum(waits["args"]["seat"]):
        books.seat_anew(waits["args"])
    else:
        state["replacing"].append(waits | {"endorsed": endorsed})


def enter_pace(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """The pace is another one from now on."""
    pace, state = letter["args"]["pace"], books.state
    state["pace"] = pace
    state["agreed"] = [item for item in state["agreed"] if item["of"] != pace_id(books.game, pace)]
    books.use_rev(letter)


def enter_pause(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """The clock stands still until then."""
    until, window = letter["args"]["until"], books.window
    begin = max(books.head["at"], books.state.get("paused") or "")
    end = window.get("deadline")
    if end:
        if end >= begin:
            end = stamp(moment(end) + (moment(until) - moment(begin)))
        window["deadline"] = max(end, until)
    books.state["paused"] = until
    books.use_rev(letter)


def enter_extend(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """The deadline is later."""
    books.window["deadline"] = letter["args"]["until"]
    books.use_rev(letter)


def enter_handover(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """The game has another referee."""
    for name, item in letter["args"].get("held", {}).items():
        books.seat(name).update(item)
    books.state["handovers"] = [*books.state["handovers"], {"order": letter, "sig": entry["sig"]}]
    books.use_rev(letter)


ENTER = {
    "play": enter_play,
    "standing": enter_standing,
    "note": enter_rev,
    "join": enter_join,
    "ready": enter_ready,
    "timeout": enter_timeout,
    "stop": enter_rev,
    "resign": enter_resign,
    "rekey": enter_rekey,
    "replace": enter_replace,
    "endorse": enter_endorse,
    "pace": enter_pace,
    "pause": enter_pause,
    "extend": enter_extend,
    "handover": enter_handover,
    "disclose": enter_rev,
}
