"""A player who makes a game of random letters, signs all of them, and sends some that must be refused."""

from __future__ import annotations

import random

from .forger import Data, Forger, Person, b64, terms
from .verifier.canon import jcs, kdf, tagged_hash
from .verifier.clock import later
from .verifier.ids import head_id, order_id, pace_id
from .verifier.openings import context
from .verifier.records import LETTERS
from .verifier.seals import public_half


class Player:
    """Makes a game of random letters, some of them bad."""

    def __init__(self, chance: random.Random) -> None:
        """Start a game with random terms and all its players."""
        self.chance = chance
        more: Data = {}
        if chance.random() < 0.8:
            more["pace"] = chance.choice(["2d", "36h", "1h"])
        if chance.random() < 0.5:
            more["grace"] = chance.choice(["3h", "1d"])
        if chance.random() < 0.5:
            more["vacation"] = chance.choice([1, 3])
        if chance.random() < 0.3:
            more["quorum"] = chance.choice([0, 1, 2, 8])
        if chance.random() < 0.6:
            more["bot_after"] = 1
        if chance.random() < 0.5:
            more["disclose"] = False
        seats: list[Data] = [{"id": name} for name in ("red", "blue", "green")[: chance.choice([1, 2, 3])]]
        if chance.random() < 0.4:
            seats.append({"id": "yellow", "held": "bot:greedy@1"})
        self.awaited = {seat["id"]: self.person() for seat in seats if chance.random() < 0.3 and "held" not in seat}
        for seat in seats:
            if seat["id"] in self.awaited:
                seat["key"] = self.awaited[seat["id"]].public
        self.game = Forger(chance, terms("pebbles-2") | more, seats)
        self.secrets = [self.game.secret]
        self.plans: list[tuple[Data, list[Data]]] = []

    def person(self) -> Person:
        """Return somebody new."""
        return Person(self.chance.randbytes(32))

    def held(self, seat: str, secret: bytes) -> Person:
        """Return the person of a held seat."""
        return Person(kdf(secret, "held", seat))

    def sit(self, seat: str) -> tuple[Data, Person, list[Data]]:
        """Let a seat join, occasionally with keys that are not its own."""
        game, chance = self.game, self.chance
        held = game.books.seat(seat).get("held")
        person = self.held(seat, self.secrets[0]) if held else self.awaited.get(seat) or self.person()
        if chance.random() < 0.15:
            person = chance.choice([*game.people.values(), game.referee, self.person()])
        game.people[seat] = person
        args = person.keys(game.id, seat) | {"draw": person.draw(game.id), "name": seat.title(), "lang": "en"}
        args["claim"] = game.claim(person, seat)
        if chance.random() < 0.1:
            weak = [bytes(32), bytes([1]) + bytes(31), b"\xff" * 32, chance.randbytes(32)]
            args[chance.choice(["sign", "seal", "draw"])] = b64(chance.choice(weak))
        return game.letter(seat, "join", args), person, []

    def draws(self, seat: str) -> tuple[Data, Person, list[Data]]:
        """Let a seat draw; the last one starts the game."""
        game = self.game
        proof = game.people[seat].prove(game.id, game.books.roster())
        events = self.beginning() if game.books.window["waiting"] == [seat] else []
        return game.letter(seat, "ready", {"proof": proof}), game.people[seat], events

    def beginning(self) -> list[Data]:
        """Return the events of a start."""
        seats = self.game.books.everybody()
        events: list[Data] = [{"event": "bag-filled", "count": 24}]
        events += [{"event": "dealt", "seat": seat, "coins": 6, "count": 2} for seat in seats]
        events += [{"event": "round-began", "number": 1}, self.stopped(), self.asked()]
        return events

    def stopped(self) -> Data:
        """Return an agenda."""
        steps = [
            {"step": "begin-round", "number": 2},
            {"step": "turn", "seat": "red", "done": ["lay"]},
            {"step": "bid"},
        ]
        return {"event": "stopped", "keep": self.chance.choice([0, 1, 2]), "steps": steps[: self.chance.randrange(4)]}

    def asked(self) -> Data:
        """Return a question to some seats."""
        everybody = self.game.books.everybody()
        gone = self.game.table["roster"]["resigned"] if self.game.table else []
        able = [seat for seat in everybody if seat not in gone or self.chance.random() < 0.05] or everybody
        seats = self.chance.sample(able, self.chance.randint(1, len(able)))
        if self.chance.random() < 0.1:
            more = {name: True for name in ("several", "replace") if self.chance.random() < 0.6}
            return {"event": "asked", "seats": self.chance.choices([*everybody, "nobody"], k=2)} | more
        several = len(seats) > 1 or self.chance.random() < 0.5
        more = {"several": True} if several else {}
        return (
            {"event": "asked", "seats": seats}
            | more
            | ({"replace": True} if several and self.chance.random() < 0.6 else {})
        )

    def any_seat(self) -> str:
        """Return some seat, most often one that is waited for."""
        waiting = self.game.books.window.get("waiting")
        if waiting and self.chance.random() < 0.7:
            return self.chance.choice(waiting)
        return self.chance.choice(self.game.books.everybody())

    def some_events(self) -> list[Data]:
        """Events as a step may have them, and now and then others."""
        chance, seat = self.chance, self.any_seat()
        found: list[Data] = []
        if chance.random() < 0.03:
            found.append({"event": "silent", "seats": [seat], "phase": 1})
        if chance.random() < 0.03:
            found.append(
                {"event": chance.choice(["returned", "replaced", "stop-agreed", "stop-withdrawn"]), "seat": seat}
            )
        if chance.random() < 0.3:
            found.append(chance.choice(self.table_events(seat)))
        if chance.random() < 0.3:
            found.append(self.stopped())
        if chance.random() < 0.4:
            found.append(self.asked())
        if chance.random() < 0.02:
            why = chance.choice([{}, {}, {"why": "agreed"}, {"why": "void"}, {"why": "flood"}])
            winner = chance.choice([seat, seat, seat, "nobody"])
            end = [{"event": "ended", "scores": {seat: 3}, "winners": [winner]} | why]
            found = [*found, *end] if chance.random() < 0.2 else end
        return found

    def back_again(self, seat: str) -> list[Data]:
        """Return the event of a timed-out seat that answers."""
        silent = self.game.books.seat(seat)["silent"] and self.game.table
        return [{"event": "returned", "seat": seat}] if silent and self.chance.random() < 0.7 else []

    def table_events(self, seat: str) -> list[Data]:
        """Events that change the table."""
        pebble = self.chance.choice(["p01", "p02", "p03"])
        return [
            {"event": "dug", "seat": seat, "count": 2},
            {"event": "kept", "seat": seat, "count": 1},
            {"event": "laid", "seat": seat, "pebble": pebble},
            {"event": "sold", "seat": seat, "pebble": pebble},
            {"event": "washed", "pebbles": [pebble]},
            {"event": "sheltered", "seat": seat, "pebble": pebble},
            {"event": "coins-paid", "seat": seat, "coins": 2},
            {"event": "coins-taken", "seat": seat, "coins": 2},
            {"event": "round-began", "number": 2},
            {"event": "turns-set", "seats": [seat]},
            {"event": "bids-shown", "bids": {seat: 2}},
            {"event": "counted", "seat": seat, "coins": 1, "pebbles": 2},
            {"event": "resigned", "seat": seat},
        ]

    def play(self) -> tuple[Data, Person, list[Data]]:
        """Answer with one sealed order, one open one and real commitments."""
        game, seat = self.game, self.any_seat()
        letter = game.letter(seat, "play", batch=[{"order": "look"}, {"order": "sealed", "commit": "0" * 64}])
        return self.commit(letter), game.people[seat], self.back_again(seat) + self.some_events()

    def standing(self) -> tuple[Data, Person, list[Data]]:
        """Return a policy."""
        game, seat = self.game, self.any_seat()
        letter = game.letter(seat, "standing", batch=[{"order": "sealed", "commit": "0" * 64}])
        more = self.some_events() if self.chance.random() < 0.1 else []
        return self.commit(letter), game.people[seat], self.back_again(seat) + more

    def commit(self, letter: Data) -> Data:
        """Make the commitments of a letter and keep what opens them."""
        letter["hidden"] = self.game.hidden(letter["kind"])
        value, index = {"order": "bid", "coins": self.chance.randrange(5)}, len(letter["batch"]) - 1
        nonce = self.chance.randbytes(32)
        letter["batch"][index]["commit"] = tagged_hash("commit", *context(letter), index, nonce, jcs(value))
        nonces = [self.chance.randbytes(32) for _ in range(4)]
        plans = [tagged_hash("plan", *context(letter), one, jcs(value)) for one in nonces]
        letter["hidden"]["plans"] = tagged_hash("plans", *sorted(plans))
        shows = [{"index": index, "v": value, "r": nonce.hex()}]
        shows += [{"others": sorted(plans[1:]), "v": value, "r": nonces[0].hex()}]
        self.plans.append((letter, shows))
        return letter

    def openings(self) -> list[Data]:
        """Return some openings of letters, most of them true."""
        if not self.plans or self.chance.random() < 0.7:
            return []
        letter, shows = self.chance.choice(self.plans[-4:])
        shown = self.chance.choice(shows) | {"order": order_id(letter)}
        if self.chance.random() < 0.2:
            name = self.chance.choice(["order", "r", "index", "v", "others"])
            shown |= {name: {"order": "1" * 64, "r": "2" * 64, "index": 0, "v": {}, "others": ["3" * 64] * 3}[name]}
        return [shown]

    def note(self) -> tuple[Data, Person, list[Data]]:
        """Return a note."""
        seat = self.any_seat()
        return self.game.letter(seat, "note", {"text": "Hallo"}), self.game.people[seat], []

    def stop(self) -> tuple[Data, Person, list[Data]]:
        """Agree to stop."""
        seat = self.any_seat()
        events = [{"event": "stop-agreed", "seat": seat}]
        return self.game.letter(seat, "stop", {"agree": True}), self.game.people[seat], events

    def resign(self) -> tuple[Data, Person, list[Data]]:
        """Let a seat resign."""
        seat = self.any_seat()
        return self.game.letter(seat, "resign"), self.game.people[seat], [{"event": "resigned", "seat": seat}]

    def new_keys(self, seat: str) -> tuple[Person, Data]:
        """Keys for a seat, now and then somebody else's."""
        person = self.person() if self.chance.random() < 0.8 else self.chance.choice([*self.game.people.values()])
        keys = person.keys(self.game.id, seat)
        if self.chance.random() < 0.1:
            keys["seal"] = self.chance.choice([self.game.genesis["referee"]["seal"], b64(bytes(32)), b64(b"\xff" * 32)])
        if self.chance.random() < 0.1:
            keys["sign"] = self.chance.choice([b64(bytes([1]) + bytes(31)), b64(b"\x02" + bytes(31))])
        keys["claim"] = self.game.claim(person, seat)
        keys["proof"] = person.proof(self.game.id, seat, keys)
        return person, keys

    def rekey(self) -> tuple[Data, Person, list[Data]]:
        """New keys of a seat."""
        game, seat = self.game, self.any_seat()
        person, keys = self.new_keys(seat)
        old, game.people[seat] = game.people[seat], person
        return game.letter(seat, "rekey", keys), old, []

    def replace(self) -> tuple[Data, Person, list[Data]]:
        """Return another person for a seat."""
        game, seat = self.game, self.any_seat()
        person, keys = self.new_keys(seat)
        args = keys | {"seat": seat}
        if self.chance.random() < 0.5:
            args["name"] = "Nina"
        if self.chance.random() < 0.4:
            args["held"] = "bot:greedy@1"
        self.waiting = person
        letter = game.letter("referee", "replace", args)
        if "held" in args or game.books.quorum(seat) == 0:
            game.people[seat] = person
            return letter, game.referee, [self.given(args)]
        game.people[order_id(letter)] = person
        return letter, game.referee, []

    def given(self, args: Data) -> Data:
        """Return the event of a seat that is given away, now and then not as it should be."""
        made: Data = {"event": "replaced", "seat": args["seat"]}
        if "held" in args:
            made |= {"held": args["held"], "missed": self.game.books.seat(args["seat"])["missed"]}
        if self.chance.random() < 0.05:
            made |= self.chance.choice([{"held": "bot:greedy@2"}, {"missed": 7}, {"seat": self.any_seat()}])
        return made

    def endorse(self) -> tuple[Data, Person, list[Data]]:
        """Endorse a replacement or a shorter pace."""
        game, seat = self.game, self.any_seat()
        waits = game.books.state["replacing"]
        pace = self.chance.choice(["1h", "2h", "3h", "4h", "5h", "6h"])
        args = {"of": pace_id(game.id, pace), "pace": pace}
        signer, events = game.people[seat], list[Data]()
        if waits and self.chance.random() < 0.7:
            item = self.chance.choice(waits)
            args = {"of": item["order"]}
            name = item["args"]["seat"]
            if len(item["endorsed"]) + 1 >= game.books.quorum(name):
                game.people[name] = game.people[item["order"]]
                events = [self.given(item["args"])]
            if self.chance.random() < 0.1:
                events = self.chance.choice([[], [self.given(item["args"])]])
        return game.letter(seat, "endorse", args), signer, events

    def pace(self) -> tuple[Data, Person, list[Data]]:
        """Change the pace."""
        pace = self.chance.choice(["1h", "2h", "3d", "100d"])
        return self.game.letter("referee", "pace", {"pace": pace}), self.game.referee, []

    def until(self) -> str:
        """Return some time near now."""
        if self.chance.random() < 0.05:
            return self.chance.choice(["2026-02-30T00:00:00Z", "9999-12-31T23:59:59Z", "2027-01-01T24:00:00Z"])
        base = self.game.books.window.get("deadline") or self.game.at
        if self.chance.random() < 0.5:
            base = self.game.at
        return later(base, self.chance.choice(["1h", "10h", "5d", "30d"]))

    def pause(self) -> tuple[Data, Person, list[Data]]:
        """Return a pause."""
        return self.game.letter("referee", "pause", {"until": self.until()}), self.game.referee, []

    def extend(self) -> tuple[Data, Person, list[Data]]:
        """Return a later deadline."""
        return self.game.letter("referee", "extend", {"until": self.until()}), self.game.referee, []

    def timeout(self) -> tuple[Data, Person, list[Data]]:
        """Time out some seats."""
        game = self.game
        waiting = list(game.books.window.get("waiting", [])) or ["red"]
        if game.books.window.get("deadline") and self.chance.random() < 0.8:
            call = game.books.last_call(waiting if self.chance.random() < 0.7 else [])
            game.at = max(game.at, later(call, "1h") if self.chance.random() < 0.8 else call)
        phase = game.table.phase() if game.table else game.books.window["number"]
        if game.books.window["kind"] in ("join", "ready"):
            events: list[Data] = [{"event": "ended", "scores": {}, "winners": [], "why": "void"}]
        else:
            silent = self.chance.sample(waiting, self.chance.randint(0, len(waiting)))
            events = (
                [{"event": "silent", "seats": silent, "phase": phase}] if silent or self.chance.random() < 0.1 else []
            )
            events.append({"event": "round-began", "number": phase + 1})
            events.append(self.asked())
        self.chance.shuffle(waiting)
        return game.letter("referee", "timeout", {"seats": waiting, "phase": phase}), game.referee, events

    def handover(self) -> tuple[Data, Person, list[Data]]:
        """Hand over the game to another referee."""
        game = self.game
        person, secret = self.person(), self.chance.randbytes(32)
        seal = public_half(kdf(secret, "referee-seal"))
        if self.chance.random() < 0.1:
            seal = self.chance.choice([game.genesis["referee"]["seal"], game.books.state["seats"][0]["seal"]])
        args: Data = {"sign": person.public, "seal": seal, "seed_commit": tagged_hash("seed-commit", secret)}
        args |= {"head": game.last(), "secrets": b64(self.chance.randbytes(1024 + 48))}
        held = [seat["id"] for seat in game.books.state["seats"] if seat.get("held")]
        if held:
            for seat in held:
                game.people[seat] = self.held(seat, secret)
            args["held"] = {seat: game.people[seat].keys(game.id, seat) for seat in held}
        game.successor = person
        return game.letter("referee", "handover", args), game.referee, []

    def disclose(self) -> tuple[Data, Person, list[Data]]:
        """Disclose all secrets."""
        return self.game.letter("referee", "disclose"), self.game.referee, []

    def spoil(self, letter: Data) -> None:
        """Change one field of a letter, which may be harmless."""
        chance = self.chance
        name = chance.choice(
            ["window", "rev", "seen", "seat", "game", "note", "kind", "args", "format", "batch", "hidden"]
        )
        if name in ("window", "rev"):
            letter[name] = max(0, letter[name] + chance.choice([-1, 1, 2, 15, 16]))
        elif name == "seen":
            heads = [head_id(entry["head"]) for entry in self.game.entries]
            letter[name] = chance.choice([*heads, *heads[-4:], "0" * 64])
        elif name == "seat":
            letter[name] = chance.choice([*self.game.books.everybody(), "referee", "nobody"])
        elif name == "note":
            letter[name] = chance.choice(["", "Hallo", "x" * 400, "x" * 401])
        elif name == "kind":
            letter[name] = chance.choice(list(LETTERS))
        elif name == "game":
            letter[name] = "0" * 64
        elif name == "format":
            letter[name] = chance.choice([1, 3])
        elif letter.get(name) and isinstance(letter[name], dict):
            key = chance.choice(sorted(letter[name]))
            letter[name] = {other: item for other, item in letter[name].items() if other != key}
        elif name == "batch" and name in letter:
            letter[name] = chance.choice(
                [[], letter[name] * 40, [{}], [{"order": "sealed"}], [{"order": 1}], letter[name][:1]]
            )

    def move(self) -> str:
        """Make one random step, and return what it was."""
        game, chance = self.game, self.chance
        kind = chance.choice(KINDS)
        window = game.books.window
        if window["kind"] in ("join", "ready") and chance.random() < 0.9:
            kind = window["kind"]
            made = (self.sit if kind == "join" else self.draws)(chance.choice(window["waiting"]))
        else:
            made = getattr(self, kind)()
        letter, signer, events = made
        if chance.random() < 0.15:
            signer = chance.choice([*game.people.values(), game.referee])
        if chance.random() < 0.2:
            self.spoil(letter)
            kind += " spoilt"
        if chance.random() < 0.3:
            game.wait(chance.choice([1, 5, 30, 100]))
        if chance.random() < 0.02:
            game.at = "2026-01-01T00:00:00Z"
        game.step(letter, signer, events, openings=self.openings())
        return kind


KINDS = ["play"] * 6 + ["standing", "note", "stop", "resign", "rekey", "replace", "replace", "endorse", "endorse"]
KINDS += ["endorse", "pace", "pause", "extend", "timeout", "timeout", "timeout", "handover", "disclose"]
