"""Level 0 of the log: section 9.1, points 4 to 6."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from .books import Books
from .canon import jcs, need, same
from .causes import Before, batch, check_causes, course, in_its_time
from .clock import moment
from .events import check_named, event_forms, step_forms
from .file import check_entry
from .ids import game_id, head_id, order_id
from .keys import is_signed
from .openings import check_opening
from .table import Table


class Audit:
    """Reads the log step by step, and keeps what the secrets are compared with."""

    def __init__(self, game: dict[str, Any], entries: list[dict[str, Any]]) -> None:
        """Line 0."""
        self.game, self.genesis, first = game, game["genesis"], entries[0]
        self.id, self.secret = game_id(self.genesis), self.genesis["trust"] == "referee"
        self.entries = entries
        self.events, self.steps = event_forms(self.genesis), step_forms(self.genesis)
        self.letters: dict[str, dict[str, Any]] = {}
        self.replaced: set[str] = set()
        self.table: Table | None = None
        self.pairs: list[tuple[dict[str, Any], str, int]] = []
        self.proofs: dict[str, str] = {}
        self.draws: dict[str, str] = {}
        self.roster = ""
        self.first(first)
        self.readable(first)
        self.books = Books(self.genesis, first)
        self.fold(first)

    def first(self, entry: dict[str, Any]) -> None:
        """What must be so of line 0."""
        need("genesis" in entry and same(entry["genesis"], self.genesis), "another genesis")
        need(entry.get("sig") == self.game.get("sig"), "another signature of the genesis")
        need("order" not in entry and "order" not in entry["head"], "a letter at step 0")
        head = entry["head"]
        need(head["seq"] == 0 and head["prev"] == head["game"] == self.id, "a strange first head")
        check_entry(entry)
        self.time(head, None)
        if self.secret:
            need("events" not in entry["public"] and "openings" not in entry["public"], "something public at step 0")
            self.head_signed(entry, self.genesis["referee"]["sign"])
        else:
            need("head_sig" not in entry, "a signature in an open game")

    def head_signed(self, entry: dict[str, Any], key: str) -> None:
        """Check that the referee signed this head."""
        need(is_signed(key, "lpbe-head-v2", jcs(entry["head"]), entry.get("head_sig")), "a head unsigned")

    def time(self, head: dict[str, Any], before: dict[str, Any] | None) -> None:
        """Check that the clock runs if it must, and never backwards."""
        need(("at" in head) == ("pace" in self.genesis), "time where there is none, or none where there is")
        if "at" in head:
            moment(head["at"])
            need(before is None or before["at"] <= head["at"], "the clock runs backwards")

    def readable(self, entry: dict[str, Any]) -> None:
        """The events of an entry are of their forms."""
        for event in entry["public"].get("events", []):
            check_named(event, "event", self.events)
            for step in event["steps"] if event["event"] == "stopped" else []:
                check_named(step, "step", self.steps)

    def follow(self, entry: dict[str, Any], before: dict[str, Any]) -> None:
        """Each next line."""
        need("order" in entry and "genesis" not in entry, "a line without a letter")
        head, letter = entry["head"], entry["order"]
        need(head["seq"] == before["head"]["seq"] + 1 and head["game"] == self.id, "a line of another place")
        need(head["prev"] == head_id(before["head"]), "a broken chain")
        check_entry(entry)
        self.time(head, before["head"])
        if self.secret:
            self.head_signed(entry, self.books.referees()[-1]["sign"])
        else:
            need("head_sig" not in entry, "a signature in an open game")
        self.readable(entry)
        self.note(letter)
        window = self.books.window
        self.books.phase = self.phase()
        batch(self.books, letter)
        self.no_bot(letter)
        before_it = Before(self.books, self.table)
        check_causes(before_it, entry)
        in_its_time(before_it, entry)
        self.books.step(entry)
        self.replacements(window)
        for opening in entry["public"].get("openings", []):
            check_opening(opening, self.letters, self.replaced)
        self.fold(entry)
        course(self.books, self.table, entry)
        self.shown(before_it, entry)

    def no_bot(self, letter: dict[str, Any]) -> None:
        """Check that a bot answers, writes no other letters and never times out."""
        bots = {seat["id"] for seat in self.books.state["seats"] if seat.get("held") not in (None, "mail")}
        need(letter["seat"] not in bots or letter["kind"] in ("join", "ready", "play"), "a letter of a bot")
        need(letter["kind"] != "timeout" or not bots & set(letter["args"]["seats"]), "a silent bot")

    def shown(self, before: Before, entry: dict[str, Any]) -> None:
        """Check that secrets are shown when that was promised, and not before."""
        ends = self.books.window["kind"] == "over" and before.window != "over"
        due = entry["order"]["kind"] == "disclose" or (ends and self.genesis.get("disclose", True))
        shown = "disclosed" in entry["public"]
        need(shown == due or (due and not self.secret), "secrets at another time than promised")

    def note(self, letter: dict[str, Any]) -> None:
        """Keep what openings and secrets will be compared with."""
        if letter["kind"] in ("play", "standing"):
            self.letters[order_id(letter)] = letter
            seal = self.books.seat(letter["seat"]).get("seal") or ""
            self.pairs.append((letter, seal, len(self.books.state["handovers"])))
        if letter["kind"] == "ready":
            self.proofs[letter["seat"]] = letter["args"]["proof"]
            self.draws[letter["seat"]] = self.books.seat(letter["seat"])["draw"]
            self.roster = self.books.roster()
        self.accepted = {item["order"] for item in self.books.window.get("accepted", [])}

    def replacements(self, window: dict[str, Any]) -> None:
        """Letters that stood in the window and do so no more."""
        now = self.books.window
        if now["number"] == window["number"] and now["kind"] != "over":
            self.replaced |= self.accepted - {item["order"] for item in now.get("accepted", [])}

    def phase(self) -> int:
        """Return the phase before a step."""
        return self.table.phase() if self.table else self.books.window["number"]

    def fold(self, entry: dict[str, Any]) -> None:
        """Let the events change the table."""
        events = entry["public"].get("events", [])
        if self.table is None:
            void = any(event["event"] == "ended" and event.get("why") == "void" for event in events)
            if not events or void or self.books.window["kind"] in ("join", "ready"):
                return
            self.table = Table(self.genesis)
        for event in events:
            self.table.apply(event)

    def end(self) -> None:
        """Check that the log leads to what the game file says."""
        state, last = self.game["state"], dict(self.entries[-1])
        need(len(self.entries) == state["seq"] + 1, "another number of steps")
        if state["seq"] == 0:
            last.pop("genesis")
            last.pop("sig", None)
        need(same(last, self.game["last"]), "another last line")
        books = {key: item for key, item in state.items() if key not in ("table", "seals", "drawer", "clear")}
        need(same(books, self.books.written()), "other books")
        need(same(state.get("table", {}), self.table.written() if self.table else {}), "another table")


def walk(game: dict[str, Any], entries: list[dict[str, Any]]) -> Audit:
    """Level 0 of a log."""
    audit = Audit(game, entries)
    for before, entry in pairwise(entries):
        audit.follow(entry, before)
    audit.end()
    return audit
