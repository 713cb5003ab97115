"""Whole games with keys and seals: every level of clairvoyance, verified by a stranger; nothing private in the open."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lpbe.bots.strategies import choose_order
from lpbe.games import game_of
from lpbe.games.planet_2116.policies import DEFAULT
from lpbe.games.planet_2116.state import HUMANS, PLANET
from lpbe.kernel.audit import verify
from lpbe.kernel.audit.level1 import can_answer
from lpbe.kernel.base.canonical import jcs, to_plain
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letter import present
from lpbe.kernel.engine.chance import Stream
from lpbe.kernel.engine.table import top
from tests import letter_types

from ..cli.world.club import HOST, NONCE, OUTSIDER, PEOPLE, Club
from ..kernel.party import Party
from .positions import GAME

SEATS = (PLANET, *HUMANS)
SEED = "2b" * 32
"""A game in which ten cities and more are lost."""


@cache
def bot_game() -> Party:
    """Greedy bots with four keys; one Human has said how to block."""
    party = Party(SEATS, options={}, game_name=GAME, changes={"nonce": SEED}).start()
    chances = {seat: Stream(seat.encode().ljust(32)) for seat in SEATS}
    party.policy("human-2", {GAME: to_plain(DEFAULT)})
    while party.waiting:
        seat = party.waiting[0]
        order = choose_order("bot:greedy", game_of(GAME), party.state(seat), seat, chances[seat])
        party.give(seat, to_plain(order))
    return party


def test_a_game_at_every_level_is_verified() -> None:
    party = bot_game()
    laid = [event for game in party.steps for event in game.last.public.events if event["event"] == "cards-laid"]
    assert {event["level"] for event in laid} == {1, 2, 3}
    assert all(("cards" in event) == (event["level"] > 1) for event in laid)
    verdict = verify.verify(party.rules, party.game, party.log)
    assert (verdict.level, verdict.over) == (2, True)


def test_what_is_open_names_no_living_capital_and_no_hidden_card() -> None:
    party = bot_game()
    for game in party.steps:
        if "world" not in game.state.table:
            continue
        answer = jcs([game.state.table, game.last.public.events]).decode()
        for seat in HUMANS:
            city = str(party.screen(seat).get("capital", {}).get("city", ""))
            assert not city or city in game.state.table["world"].get("cities", []) or f'"{city}"' not in answer
    opened = [opening.v for game in party.steps for opening in game.last.public.openings]
    assert opened and {value["order"] for value in opened} == {"prepare"}


def test_a_game_that_everybody_leaves_is_verified() -> None:
    party = Party(SEATS, options={}, game_name=GAME).start().play_on(2, until=lambda party: len(party.steps) > 17)
    for seat in SEATS:
        free = next(record.free.next for record in party.game.state.seats if record.id == seat)
        party.send(party.sign(seat, letter_types.resign_letter(party.game, seat, free)))
    assert party.game.state.window.kind == "over"
    assert party.game.last.public.events[-2:][0]["why"] == "deserted"
    assert verify.verify(party.rules, party.game, party.log).level == 2


def test_seals_are_never_full() -> None:
    party = bot_game()
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
    club = Club(tmp_path, SEATS)
    people = dict(zip(SEATS, PEOPLE.values(), strict=True))
    for who in (*PEOPLE.values(), OUTSIDER):
        club.give_key(who)
    new = ["new", "mars", "--game", "2116", "--seats", ",".join(SEATS), "--as", PLANET, "--name", "Ana"]
    club.do(HOST, *new, "--nonce", NONCE)
    for seat, code in club.do(HOST, "invite", "mars")["invitations"].items():
        club.do(people[seat], "join", "mars", "--seat", seat, "--name", people[seat].capitalize(), "--code", code)
    club.run()
    for seat in club.game.state.window.waiting:
        club.do(people[seat], "ready", "mars")
    club.run()
    while waiting := club.game.state.window.waiting:
        club.do(people[waiting[0]], "bot", "mars", "--bot", bot)
        club.run()
    assert not private_marks(tmp_path / "mars")
    done = subprocess.run(
        [sys.executable, "-m", "lpbe", "verify", str(tmp_path / "mars")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "level 2" in done.stdout, done.stdout + done.stderr


def to_a_window(policy: Mapping[str, Any]) -> Party:
    """Return a timed game up to the first attack that somebody may block; all Humans have said this."""
    party = Party(SEATS, options={}, game_name=GAME, changes={"nonce": SEED, "pace": "2d"}, at="2026-11-01T08:00:00Z")
    party.start()
    for seat in HUMANS if policy else ():
        party.policy(seat, {GAME: dict(policy)})
    chances = {seat: Stream(seat.encode().ljust(32)) for seat in SEATS}
    while party.game.state.table["agenda"]["steps"][-1]["step"] != "block":
        seat = party.waiting[0]
        party.give(seat, to_plain(choose_order("bot:greedy", game_of(GAME), party.state(seat), seat, chances[seat])))
    return party


@pytest.mark.parametrize("rules", [[], ["my_capital"], ["city:any", "polluting_factory"]])
def test_rules_for_a_missed_deadline_are_a_word(rules: list[str]) -> None:
    """A seat that wants to be asked and misses the deadline is answered by its rules, and is not timed out."""
    party = to_a_window({"block": {"rules": rules, "otherwise": "ask"}})
    asked = party.waiting
    party.at = "2026-11-09T08:00:00Z"
    table = player_view.open_state(party.rules, party.game, None, None)
    game = party.send(party.sign("referee", letter_types.timeout_letter(party.game, table)))
    assert "silent" not in [event["event"] for event in game.last.public.events]
    assert asked and not [record.id for record in game.state.seats if record.missed]
    people = {seat: party.people[seat] for seat in asked}
    assert verify.verify(party.rules, party.game, party.log, people).level == 1


@pytest.mark.parametrize("policy", [{}, {"block": {"rules": ["A01"], "otherwise": "ask"}}])
def test_a_player_can_tell_whether_he_may_be_called_silent(policy: dict[str, Any]) -> None:
    """Level 1: rules for a missed deadline expose a referee who claims that there was no answer."""
    party = to_a_window(policy)
    for seat in party.waiting:
        state = party.state(seat)
        question = top(state)
        assert question and can_answer(state, question, seat) is bool(policy)


def test_whoever_has_said_nothing_is_silent() -> None:
    party = to_a_window({})
    asked = party.waiting
    party.at = "2026-11-09T08:00:00Z"
    table = player_view.open_state(party.rules, party.game, None, None)
    game = party.send(party.sign("referee", letter_types.timeout_letter(party.game, table)))
    assert [event["seats"] for event in game.last.public.events if event["event"] == "silent"] == [tuple(asked)]
