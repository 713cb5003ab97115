"""What each kind of letter must observe: section 5.4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .canon import jcs, need, unbase
from .clock import YEAR, hours, moment
from .ids import pace_id, seat_keys, sound_keys
from .keys import is_signed
from .streams import beta

if TYPE_CHECKING:
    from .books import Books


def check_note(books: Books, letter: dict[str, Any]) -> None:
    """Check that a note has no further note."""
    need(not letter.get("note"), "a note in a note")


def check_join(books: Books, letter: dict[str, Any]) -> None:
    """Check that a player who joins has sound keys and the one that was requested."""
    seat_keys(books, letter["seat"], letter["args"])
    spec = next(spec for spec in books.genesis["seats"] if spec["id"] == letter["seat"])
    need(spec.get("key", letter["args"]["sign"]) == letter["args"]["sign"], "the seat is for another key")
    need("proof" in letter["args"] or not spec.get("invite"), "a join without its invitation")


def check_ready(books: Books, letter: dict[str, Any]) -> None:
    """A draw comes in its turn, for the full roster, and is true."""
    count = books.state["seq"] - books.window["since"]
    recent = books.known[:-1]
    full = [*(recent[-count:] if count else []), books.known[-1]]
    need(letter["seen"] in full, "a head without the full roster")
    present = books.referees()[-1]["sign"]
    host = {seat["id"] for seat in books.state["seats"] if seat.get("held") or seat.get("sign") == present}
    waiting = set(books.window["waiting"])
    if letter["seat"] in host:
        need(set(books.everybody()) - host <= waiting, "a host who draws late")
    else:
        need(not host & waiting, "a draw before the host's")
    draw = unbase(books.seat(letter["seat"])["draw"])
    need(beta(draw, books.roster(), unbase(letter["args"]["proof"])), "a false draw")


def check_timeout(books: Books, letter: dict[str, Any]) -> None:
    """A time-out comes after the last call, for those who are waited for."""
    window, args = books.window, letter["args"]
    named = [] if window["kind"] == "play" else window["waiting"]
    need(window.get("deadline") and books.head["at"] > books.last_call(named), "a time-out too early")
    need(books.head["at"] > books.last_call(books.silent), "a seat that has days left is called silent")
    need(sorted(args["seats"]) == sorted(window["waiting"]), "a time-out of others")
    phase = window["number"] if window["kind"] in ("join", "ready") else books.phase
    need(args["phase"] == phase, "a time-out of another phase")


def check_started(books: Books, letter: dict[str, Any]) -> None:
    """The game has started."""
    books.started()


def check_rekey(books: Books, letter: dict[str, Any]) -> None:
    """New keys are sound, and the new one signs them."""
    books.started()
    args = letter["args"]
    seat_keys(books, letter["seat"], args)
    proven(books, letter["seat"], args)


def proven(books: Books, seat: str, args: dict[str, Any]) -> None:
    """The new signing key signs all that its player shows."""
    need(("claim" in args) == (books.genesis["trust"] == "referee"), "a claim where nobody checks it, or none")
    shown = {key: args[key] for key in ("sign", "seal", "tie", "claim") if key in args}
    message = {"game": books.game, "seat": seat} | shown
    need(is_signed(args["sign"], "lpbe-rekey-v2", jcs(message), args["proof"]), "new keys without a proof")


def check_replace(books: Books, letter: dict[str, Any]) -> None:
    """Check that a replacement is for a seat that has a player, or has lost one."""
    books.started()
    args = letter["args"]
    seat = books.seat(args["seat"])
    need(seat.get("sign"), "nobody sits there")
    if "held" in args:
        need(args["held"].startswith("bot:"), "nobody but a bot takes a seat that the referee holds")
        after = books.genesis.get("bot_after")
        need(after is not None and seat["missed"] >= after, "a bot too early")
    seat_keys(books, args["seat"], args)
    proven(books, args["seat"], args)


def check_endorse(books: Books, letter: dict[str, Any]) -> None:
    """Check that the endorsing seat has a vote, and has not used it yet."""
    args, sender = letter["args"], letter["seat"]
    waits = books.replacement(args["of"])
    need(waits or "pace" in args, "nothing to endorse")
    need("pace" not in args or "pace" in books.genesis, "a game without time")
    need("pace" not in args or args["of"] == pace_id(books.game, args["pace"]), "another pace")
    need(sender in books.voters(waits["args"]["seat"] if waits else None), "no voter")
    done = waits.get("endorsed", []) if waits else books.endorsers(args["of"])
    need(sender not in done, "endorsed twice")
    if waits and len(done) + 1 >= books.quorum(waits["args"]["seat"]):
        seat_keys(books, waits["args"]["seat"], waits["args"])


def check_pace(books: Books, letter: dict[str, Any]) -> None:
    """A shorter pace needs agreement."""
    need("pace" in books.genesis, "a game without time")
    pace = letter["args"]["pace"]
    if hours(pace) < hours(books.state.get("pace") or books.genesis["pace"]):
        agreed = books.endorsers(pace_id(books.game, pace))
        need(len(agreed) >= books.quorum(None), "too few agree")


def check_pause(books: Books, letter: dict[str, Any]) -> None:
    """A pause ends later than now and than the last one."""
    need("pace" in books.genesis, "a game without time")
    until = letter["args"]["until"]
    moment(until)
    need(until > max(books.head["at"], books.state.get("paused") or ""), "a pause that is over")
    need(moment(until) - moment(books.head["at"]) <= YEAR, "a pause of more than a year")


def check_extend(books: Books, letter: dict[str, Any]) -> None:
    """A deadline is only moved to a later time."""
    need("pace" in books.genesis and books.window.get("deadline"), "no deadline")
    moment(letter["args"]["until"])
    need(letter["args"]["until"] > books.window["deadline"], "not later")
    begin = max(books.head["at"], books.window["deadline"])
    need(moment(letter["args"]["until"]) - moment(begin) <= YEAR, "more than a year later")


def check_handover(books: Books, letter: dict[str, Any]) -> None:
    """The next referee has sound keys, and so have the seats he holds."""
    books.started()
    args = letter["args"]
    sound_keys(args["sign"], args["seal"])
    taken = [item["seal"] for item in books.referees()] + [seat.get("seal") for seat in books.state["seats"]]
    need(args["seal"] not in taken, "a sealing key in use")
    items = args.get("held", {})
    need(set(items) == {seat["id"] for seat in books.state["seats"] if seat.get("held")}, "other seats are held")
    for name, item in items.items():
        seat_keys(books, name, item)
        need(item["seal"] != args["seal"], "a sealing key in use")
        others = [other for key, other in items.items() if key != name]
        need(all(item["sign"] != other["sign"] and item["seal"] != other["seal"] for other in others), "one key twice")


def check_disclose(books: Books, letter: dict[str, Any]) -> None:
    """Secrets are disclosed later only where that was said."""
    need(books.window["kind"] == "over", "the game is not over")
    need(books.genesis.get("disclose", True) is False, "disclosed already")


def check_play(books: Books, letter: dict[str, Any]) -> None:
    """A seat that plays by mail says so in every answer, and no other does."""
    mailed = books.seat(letter["seat"]).get("held") == "mail"
    need(("via" in letter) == ("mail" in letter) == mailed, "a mail, or none, of the wrong seat")


CHECK = {
    "play": check_play,
    "note": check_note,
    "join": check_join,
    "ready": check_ready,
    "timeout": check_timeout,
    "stop": check_started,
    "resign": check_started,
    "rekey": check_rekey,
    "replace": check_replace,
    "endorse": check_endorse,
    "pace": check_pace,
    "pause": check_pause,
    "extend": check_extend,
    "handover": check_handover,
    "disclose": check_disclose,
}
