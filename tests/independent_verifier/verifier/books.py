"""Bookkeeping, which is all of the state except the table: section 5."""

from __future__ import annotations

from typing import Any

from .canon import Wrong, jcs, need, tagged_hash, unbase
from .checks import CHECK
from .clock import later, moment
from .entering import ENTER
from .ids import game_id, head_id
from .keys import is_signed, sound_point
from .records import BEFORE_START, MANY, OF_REFEREE, OF_WINDOW, REPLACEMENT, SITTER, STATE, TALLIES


class Books:
    """Everything in the state that follows from the log, except the table."""

    def __init__(self, genesis: dict[str, Any], first: dict[str, Any]) -> None:
        """Start the bookkeeping at step 0."""
        self.genesis, self.game, self.head = genesis, game_id(genesis), first["head"]
        self.secret = genesis["trust"] == "referee"
        self.phase = 0
        seats = []
        for spec in genesis["seats"]:
            seats.append(
                {
                    "id": spec["id"],
                    "sign": spec.get("key"),
                    "held": spec.get("held"),
                    "free": {},
                    "standing": {},
                    "notes": {},
                    "missed": 0,
                    "silent": False,
                    "away": 0,
                }
            )
        self.state: dict[str, Any] = {
            "format": 2,
            "game": self.game,
            "seq": 0,
            "window": {"number": 1, "kind": "play", "since": 0, "waiting": [], "accepted": []},
            "seats": seats,
            "recent": [],
            "free": 0,
            "agreed": [],
            "replacing": [],
            "handovers": [],
        }
        if self.secret:
            self.open("join", 0, self.everybody())
            self.window["number"] = 0
        self.windows(first["public"].get("events", []))

    @property
    def window(self) -> dict[str, Any]:
        """Return the open window."""
        return self.state["window"]

    def everybody(self) -> list[str]:
        """Return all seats in order."""
        return [seat["id"] for seat in self.state["seats"]]

    def referees(self) -> list[dict[str, Any]]:
        """Return the referee's keys so far."""
        return [self.genesis["referee"]] + [item["order"]["args"] for item in self.state["handovers"]]

    def seat(self, name: str) -> dict[str, Any]:
        """Return the record of a seat."""
        for seat in self.state["seats"]:
            if seat["id"] == name:
                return seat
        raise Wrong("no such seat")

    def written(self) -> dict[str, Any]:
        """Return the books as the state has them."""
        state = dict(self.state)
        state["seats"] = [SITTER.written(seat) for seat in state["seats"]]
        state["replacing"] = [REPLACEMENT.written(item) for item in state["replacing"]]
        return STATE.written(state)

    def open(self, kind: str, step: int, waiting: list[str], replace: bool = False) -> None:
        """Open a window."""
        window = {"number": 0, "kind": kind, "since": step, "waiting": list(waiting), "accepted": []}
        old = self.state["window"]
        self.state["window"] = window | {"number": old["number"] + 1, "replace": replace, "deadline": self.deadline()}

    def deadline(self) -> str | None:
        """Return the deadline of a window that opens now."""
        if "pace" not in self.genesis:
            return None
        at = self.head["at"]
        return later(max(at, self.state.get("paused") or at), self.state.get("pace") or self.genesis["pace"])

    def windows(self, events: list[dict[str, Any]]) -> None:
        """Let the events of a step open and end windows."""
        for event in events:
            if event["event"] == "asked":
                self.open("play", self.state["seq"], event["seats"], event.get("replace", False))
            elif event["event"] == "ended":
                self.state["window"] = {"number": self.window["number"], "kind": "over", "since": self.state["seq"]}
        if self.window["kind"] == "join" and not self.window["waiting"]:
            self.open("ready", self.state["seq"], self.everybody())

    def step(self, entry: dict[str, Any]) -> None:
        """One step: check the letter, enter it, go through the events."""
        letter, events = entry["order"], entry["public"].get("events", [])
        before = head_id(self.head)
        self.silent = [name for event in events if event["event"] == "silent" for name in event["seats"]]
        self.known = [*self.state["recent"], before]
        self.head = entry["head"]
        self.check(letter, entry.get("sig"))
        keep = max(16, self.state["seq"] - self.window["since"] + 1)
        self.state["seq"] += 1
        self.state["recent"] = self.known[-keep:]
        ENTER[letter["kind"]](self, letter, entry)
        for event in events:
            if event["event"] == "silent":
                for name in event["seats"]:
                    self.seat(name)["silent"] = True
            elif event["event"] in ("returned", "replaced"):
                self.seat(event["seat"])["silent"] = False
        self.windows(events)

    def check(self, letter: dict[str, Any], sig: str | None) -> None:
        """What every letter must observe, and what its kind must."""
        kind = letter["kind"]
        need(letter["game"] == self.game, "a letter of another game")
        need((letter["seat"] == "referee") == (kind in OF_REFEREE), "a letter of the wrong sender")
        need(self.secret or kind not in ("handover", "replace", "disclose"), "no such letter in an open game")
        self.sender(letter, sig)
        if kind in ("play", "standing"):
            self.sizes(letter)
        if kind in OF_WINDOW:
            self.in_window(letter)
        else:
            self.at_liberty(letter)
        CHECK.get(kind, lambda *_: None)(self, letter)

    def sender(self, letter: dict[str, Any], sig: str | None) -> None:
        """The letter is signed by those who sent it."""
        if letter["seat"] == "referee":
            key = self.referees()[-1]["sign"] if self.secret else None
        else:
            key = self.seat(letter["seat"]).get("sign")
            if letter["kind"] == "join":
                key = letter["args"]["sign"]
                need(sound_point(unbase(key)), "a weak signing key")
            need(key or not self.secret, "a seat without a key")
        if key is None:
            need(sig is None, "a signature without a key")
        else:
            need(is_signed(key, "lpbe-order-v2", jcs(letter), sig), "a letter is not signed")

    def sizes(self, letter: dict[str, Any]) -> None:
        """What is sealed has its size."""
        hidden, kind = letter.get("hidden"), letter["kind"]
        need(self.secret or all(item.get("order") != "sealed" for item in letter["batch"]), "sealed in an open game")
        if not self.secret:
            need(hidden is None, "something hidden in an open game")
            return
        need(hidden is not None and ("memo" in hidden) == (kind == "play"), "hidden parts are missing")
        sizes = self.genesis["sizes"]
        size = sizes["letter" if kind == "play" else "standing"]
        need(len(unbase(hidden["seal"])) == size + 48, "a seal of another size")
        need(kind != "play" or len(unbase(hidden["memo"])) == sizes["memo"] + 48, "a memo of another size")

    def in_window(self, letter: dict[str, Any]) -> None:
        """A letter that answers the open window."""
        window, seat = self.window, letter["seat"]
        need(letter["window"] == window["number"] and window["kind"] != "over", "a letter for another window")
        need(letter["seen"] in self.known, "a letter of a fork")
        if seat == "referee":
            return
        need(letter["kind"] == window["kind"] and letter["rev"] <= 15, "another kind of answer")
        if seat in window["waiting"]:
            return
        mine = [item for item in window["accepted"] if item["seat"] == seat]
        need(window.get("replace") and (mine or self.seat(seat)["silent"]), "nobody waits for this seat")
        need(all(letter["rev"] > item["rev"] for item in mine), "an older answer")

    def at_liberty(self, letter: dict[str, Any]) -> None:
        """A letter that may come at any time."""
        window, kind = self.window, letter["kind"]
        need(letter["window"] <= window["number"], "a letter from a later window")
        need(window["kind"] != "over" or kind == "disclose", "the game is over")
        need(window["kind"] not in ("join", "ready") or kind in BEFORE_START, "the game has not started")
        need(letter["seen"] in self.known, "a letter that saw too old a head")
        first = self.state["free"]
        if letter["seat"] != "referee":
            tally = self.seat(letter["seat"])[TALLIES.get(kind, "free")]
            first = tally.get("next", 0)
            need(self.sent(tally) < MANY[kind], "too many letters")
        need(first <= letter["rev"] <= first + 15, "a rev that was used, or is too far")

    def sent(self, tally: dict[str, int]) -> int:
        """Return how many letters of a tally came in this window."""
        return tally.get("sent", 0) if tally.get("window", 0) == self.window["number"] else 0

    def use_rev(self, letter: dict[str, Any]) -> None:
        """A free letter uses up its number."""
        if letter["seat"] == "referee":
            self.state["free"] = letter["rev"] + 1
            return
        name = TALLIES.get(letter["kind"], "free")
        seat = self.seat(letter["seat"])
        sent = self.sent(seat[name]) + 1
        seat[name] = {"next": letter["rev"] + 1, "window": self.window["number"], "sent": sent}

    def stop_waiting(self, seats: list[str]) -> None:
        """Stop waiting for these seats."""
        if "waiting" in self.window:
            self.window["waiting"] = [seat for seat in self.window["waiting"] if seat not in seats]

    def started(self) -> None:
        """Refuse what needs a started game."""
        need(self.window["kind"] not in ("join", "ready"), "the game has not started")

    def voters(self, but: str | None) -> list[str]:
        """Who may endorse."""
        held = [seat["id"] for seat in self.state["seats"] if seat.get("held")]
        return [name for name in self.entitled(but) if name not in held]

    def entitled(self, but: str | None) -> list[str]:
        """Who has a vote by the terms."""
        return [spec["id"] for spec in self.genesis["seats"] if spec["id"] != but and "held" not in spec]

    def quorum(self, but: str | None) -> int:
        """Return how many must agree."""
        entitled = self.entitled(but)
        wanted: int = self.genesis.get("quorum", len(entitled) // 2 + 1)
        person = any(seat["id"] == but and not seat.get("held") for seat in self.state["seats"])
        return min(wanted, len(entitled if person else self.voters(but)))

    def endorsers(self, of: str) -> list[str]:
        """Who agrees to a pace, of those who may."""
        voters = self.voters(None)
        found = [item["endorsed"] for item in self.state["agreed"] if item["of"] == of]
        return [name for name in (found[0] if found else []) if name in voters]

    def late(self, seat: dict[str, Any]) -> int:
        """Return how many days of vacation a seat uses now."""
        vacation, deadline = self.genesis.get("vacation", 0), self.window.get("deadline")
        if not vacation or not deadline:
            return 0
        end = later(deadline, self.genesis["grace"]) if "grace" in self.genesis else deadline
        seconds = int((moment(self.head["at"]) - moment(end)).total_seconds())
        return max(0, min(-(-seconds // 86400), vacation - seat["away"]))

    def last_call(self, seats: list[str]) -> str:
        """When time is up for these seats."""
        end = self.window["deadline"]
        if "grace" in self.genesis:
            end = later(end, self.genesis["grace"])
        vacation = self.genesis.get("vacation", 0)
        days = max([vacation - self.seat(name)["away"] for name in seats], default=0)
        return later(end, f"{days}d") if days > 0 else end

    def replacement(self, of: str) -> dict[str, Any] | None:
        """Return the replacement of this id that waits."""
        return next((item for item in self.state["replacing"] if item["order"] == of), None)

    def seat_anew(self, args: dict[str, Any]) -> None:
        """Give a seat to other keys."""
        seat, window = self.seat(args["seat"]), self.window
        seat |= {"name": args.get("name", seat.get("name")), "held": args.get("held"), "memo": None, "missed": 0}
        seat |= {key: args[key] for key in ("sign", "seal", "tie")}
        if any(item["seat"] == seat["id"] for item in window.get("accepted", [])):
            window["accepted"] = [item for item in window["accepted"] if item["seat"] != seat["id"]]
            window["waiting"] = [*window["waiting"], seat["id"]]

    def roster(self) -> str:
        """Return the id of who sits at the table."""
        names = ("id", "name", "sign", "seal", "draw", "tie", "held")
        sitters = [{name: seat[name] for name in names if seat.get(name)} for seat in self.state["seats"]]
        return tagged_hash("roster", self.game, jcs(sitters))
