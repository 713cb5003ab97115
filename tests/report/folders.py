"""Game folders as a host has them, made quickly: a few turns through the chain, then everybody leaves."""

from __future__ import annotations

from pathlib import Path

from lpbe.kernel.crypto.keys import key_text
from lpbe.kernel.gamedir.gamedir import dump_game
from tests import letter_types

from ..kernel.party import Party

NAME = "李 小龙 月"
NOTE = "</article><script>alert(2)</script> & so on"


def planet(turns: int = 2) -> Party:
    """Living Planet between two, one of whom writes a note that no page may take for its own."""
    party = Party(("red", "blue"), options={}, game_name="living-planet")
    for seat, name in (("red", NAME), ("blue", "Ben")):
        party.send(party.sign(seat, letter_types.join_letter(party.game, seat, party.people[seat], name, "en", "")))
    for seat in party.seats:
        party.send(party.sign(seat, letter_types.ready_letter(party.game, seat, party.people[seat])))
    seat = party.waiting[0]
    party.give(seat, {"order": "select-card", "card": 3}, note=NOTE)
    return party.play_on(1, lambda party: party.game.state.table["turn"]["number"] > turns)


def leave_game(party: Party) -> Party:
    """All resign, and the rest is played without them."""
    for seat in party.seats:
        rev = next(s.free.next for s in party.game.state.seats if s.id == seat)
        party.send(party.sign(seat, letter_types.resign_letter(party.game, seat, rev)))
    return party


def write(party: Party, folder: Path) -> Path:
    """Return game file and log, and a key a person beside the folder."""
    folder.mkdir(parents=True)
    (folder / "game.toml").write_bytes(dump_game(party.game, "game.toml"))
    (folder / "log.jsonl").write_bytes(b"".join(line + b"\n" for line in party.log))
    for seat, who in party.people.items():
        key = folder.parent / f"{seat}.key"
        key.write_text(key_text(who, seat, "2026-11-16"))
        key.chmod(0o600)
    return folder
