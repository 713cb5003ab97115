"""A seat at a position: what its client hands to lpbe, and what the commands print for the same player."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UnsetType

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.chain.commitments import read_sealing
from lpbe.kernel.chain.genesis import Genesis
from lpbe.kernel.chain.letter import BatchLetter, commitment_context, letter_id
from lpbe.kernel.chain.player_view import open_memo, open_view
from lpbe.kernel.chain.records import Entry
from lpbe.kernel.crypto.keys import Identity, b64, unb64
from lpbe.kernel.crypto.seals import commit_nonce, plan_commitments, unseal

from ..browser.chosen import positions
from ..cli.world.club import run_here
from ..kernel.party import Party
from ..report.folders import write

NAME = "mars"
Message = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Seat:
    """A player at a position, with the game in a folder `mars` and the key beside it."""

    party: Party
    seat: str
    lang: str
    home: Path

    def files(self) -> dict[str, str]:
        folder = self.home / NAME
        return {name: (folder / name).read_text("utf-8") for name in ("game.toml", "log.jsonl")}

    def opened(self) -> dict[str, Any]:
        """Return what the holder of the key opens."""
        who = self.party.people[self.seat]
        view = open_view(self.party.game, self.seat, who)
        return {"view": msgspec.to_builtins(view), "memo": open_memo(self.party.game, self.seat, who)}

    def open_message(self, **changes: Any) -> Message:
        parts = {"files": self.files(), "where": NAME, "lang": self.lang, "seat": self.seat, "opened": self.opened()}
        return "open", {**parts, **changes}

    def printed(self, *args: str) -> str:
        """Return what a command prints for this player; of a failure, its message."""
        env = {"LC_ALL": "C.UTF-8", "XDG_STATE_HOME": str(self.home / "state")}
        key = [] if args[0] == "replay" else ["--key", str(self.home / f"{self.seat}.key")]
        status, out, err = run_here([args[0], NAME, *args[1:], *key], self.home, env, b"")
        return out.decode() if status in (0, 3) else err.decode()

    def letters(self) -> dict[str, Any]:
        """Return the seat's letters in the log, opened, as a client gives them to an audit."""
        party = self.party
        entries = [game.last for game in party.steps]
        referee = party.referee.secrets[0].seal_public
        return dict(opened_letters(party.game.genesis, entries, party.people[self.seat], self.seat, referee))


def sit(party: Party, seat: str, lang: str, home: Path) -> Seat:
    write(party, home / NAME)
    return Seat(party, seat, lang, home)


def seats(kind: str, count: int, seed: int, home: Path) -> Iterator[Seat]:
    """Yield this many positions of a kind of game, each with a seat that is asked."""
    for number, (party, seat, lang) in enumerate(positions(kind, count, seed)):
        yield sit(party, seat, lang, home / str(number))


def typed_orders(seat: Seat) -> list[str]:
    """Return one legal order, two in a row of which the second need not be legal, and something that is no order."""
    message = json.loads(seat.printed("legal", "--json"))
    chance = random.Random(seat.party.game.last.head.prev)
    one, other = (chance.choice(message["texts"]) for _ in range(2))
    return [one, f"{one}; {other}", f"x{one}"]


def opened_letters(
    genesis: Genesis, entries: Iterable[Entry], who: Identity, seat: str, referee: bytes
) -> Iterator[tuple[str, Any]]:
    """Yield the letters of a seat, opened with its key: contents, and the nonces of their commitments."""
    for entry in entries:
        letter = entry.letter
        if not isinstance(letter, BatchLetter) or letter.seat != seat or isinstance(letter.hidden, UnsetType):
            continue
        pair = who.pair(letter.game, b64(referee))
        info, size = letter.info(letter.hidden.plans), letter.seal_size(genesis)
        sealing = read_sealing(unseal(pair, info, unb64(letter.hidden.seal), size))
        context = commitment_context(letter)
        places = [index for index, one in enumerate(letter.batch) if one.get("order") == "sealed"]
        values = zip(places, sealing.v, strict=True)
        nonces = [commit_nonce(pair, context, index, letter.seen, jcs(value)).hex() for index, value in values]
        slots = plan_commitments(pair, context, letter.seen, [jcs(plan) for plan in sealing.plans])
        plan_nonces = [nonce for nonce, _ in slots]
        yield letter_id(letter), {"sealing": msgspec.to_builtins(sealing), "nonces": nonces, "plan_nonces": plan_nonces}
