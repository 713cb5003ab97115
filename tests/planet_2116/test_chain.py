"""Whole games with keys and seals: every level of clairvoyance, verified by a stranger; nothing private in the open."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from lpbe.bots import choose
from lpbe.games import game_of
from lpbe.games.planet_2116.policies import DEFAULT
from lpbe.games.planet_2116.state import HUMANS, PLANET
from lpbe.kernel.audit import verify
from lpbe.kernel.base.canon import data, jcs
from lpbe.kernel.chain import acts
from lpbe.kernel.chain.letters import present
from lpbe.kernel.play.chance import Stream

from ..cli.house import HOST, NONCE, OUTSIDER, PEOPLE, House
from ..kernel.party import Party
from .positions import GAME

SEATS = (PLANET, *HUMANS)
SEED = "2b" * 32
"""A game in which ten cities and more are lost."""


@cache
def played() -> Party:
    """Greedy bots with four keys; one Human has said how to block."""
    party = Party(SEATS, options={}, game_name=GAME, changes={"nonce": SEED}).start()
    chances = {seat: Stream(seat.encode().ljust(32)) for seat in SEATS}
    party.policy("human-2", {GAME: data(DEFAULT)})
    while party.waiting:
        seat = party.waiting[0]
        order = choose("bot:greedy", game_of(GAME), party.state(seat), seat, chances[seat])
        party.give(seat, data(order))
    return party


def test_a_game_at_every_level_is_verified() -> None:
    party = played()
    laid = [event for game in party.steps for event in game.last.public.events if event["event"] == "cards-laid"]
    assert {event["level"] for event in laid} == {1, 2, 3}
    assert all(("cards" in event) == (event["level"] > 1) for event in laid)
    verdict = verify.verify(party.rules, party.game, party.log)
    assert (verdict.level, verdict.over) == (2, True)


def test_what_is_open_names_no_living_capital_and_no_hidden_card() -> None:
    party = played()
    for game in party.steps:
        if "world" not in game.state.table:
            continue
        told = jcs([game.state.table, game.last.public.events]).decode()
        for seat in HUMANS:
            city = str(party.screen(seat).get("capital", {}).get("city", ""))
            assert not city or city in game.state.table["world"].get("cities", []) or f'"{city}"' not in told
    opened = [opening.v for game in party.steps for opening in game.last.public.openings]
    assert opened and {value["order"] for value in opened} == {"prepare"}


def test_a_game_that_everybody_leaves_is_verified() -> None:
    party = Party(SEATS, options={}, game_name=GAME).start().play_on(2, until=lambda party: len(party.steps) > 17)
    for seat in SEATS:
        free = next(record.free.next for record in party.game.state.seats if record.id == seat)
        party.send(party.sign(seat, acts.resign_letter(party.game, seat, free)))
    assert party.game.state.window.kind == "over"
    assert party.game.last.public.events[-2:][0]["why"] == "deserted"
    assert verify.verify(party.rules, party.game, party.log).level == 2


def test_seals_are_never_full() -> None:
    party = played()
    assert party.step.hidden
    fullest = max(len(jcs(view)) for view in party.step.hidden.views.values())
    assert 0 < fullest <= present(party.game.genesis.sizes).view * 3 // 4


def private_marks(folder: Path) -> list[str]:
    """Files of the game folder that say that only one seat sees something."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix in (".txt", ".md", ".svg", ".html")]
    return [path.name for path in files if "only you see this" in path.read_text() or " only." in path.read_text()]


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_game_through_the_command_line(tmp_path: Path, bot: str) -> None:
    """Four people with keys of their own, a host who runs the game, and another process that verifies it."""
    house = House(tmp_path, SEATS)
    people = dict(zip(SEATS, PEOPLE.values(), strict=True))
    for who in (*PEOPLE.values(), OUTSIDER):
        house.give_key(who)
    new = ["new", "mars", "--game", "2116", "--seats", ",".join(SEATS), "--as", PLANET, "--name", "Ana"]
    house.do(HOST, *new, "--nonce", NONCE)
    for seat, code in house.do(HOST, "invite", "mars")["invitations"].items():
        house.do(people[seat], "join", "mars", "--seat", seat, "--name", people[seat].capitalize(), "--code", code)
    house.run()
    for seat in house.game.state.window.waiting:
        house.do(people[seat], "ready", "mars")
    house.run()
    while waiting := house.game.state.window.waiting:
        house.do(people[waiting[0]], "bot", "mars", "--bot", bot)
        house.run()
    assert not private_marks(tmp_path / "mars")
    done = subprocess.run(
        [sys.executable, "-m", "lpbe", "verify", str(tmp_path / "mars")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "level 2" in done.stdout, done.stdout + done.stderr
