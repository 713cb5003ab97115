"""What concerns a reader is reported by name: what was lost and to what, who was hurt, what came in."""

from __future__ import annotations

from typing import Any

from lpbe.games.living_planet.presentation.seat_news import concerns
from lpbe.games.living_planet.state import Map
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import State
from lpbe.kernel.language.sentences import fact_text
from lpbe.report.content.story import StoryContext, tell_story

from ..golden.games import finish_game
from ..living_planet.positions import position

WORDS = packs.words("living-planet", "en")
STRUCK = {"event": "struck", "hex": "H05", "kind": "earthquake", "colour": "blue"}


def table(wounded: bool = False) -> State:
    given: dict[str, Any] = {
        "agenda": {"steps": [{"step": "act", "seat": "red"}]},
        "map": {
            "hexes": {"H05": {"at": "1,0", "nth": 1}},
            "buildings": {"H05.1": {"kind": "turbine", "tile": "turbine-3", "value": 3, "chip": "red"}},
            "teams": {
                "R1": {"seat": "red", "place": "H05", "wounded": wounded},
                "RM1": {"seat": "red", "place": "H05", "kind": "motorized"},
            },
        },
    }
    return position(given).state.seen_by(None)


def answer(events: list[dict[str, Any]], seat: str = "red", known: bool = True, wounded: bool = False) -> list[str]:
    now = table(wounded)
    found = concerns(table(wounded) if known else None, now, seat, [STRUCK, *events])
    return [fact_text(WORDS, one, {"red": "Ana", "blue": "Ben"}) for one in found]


def test_a_loss_names_the_building_the_points_and_what_took_them() -> None:
    lost: list[dict[str, Any]] = [{"event": "chip-lost", "place": "H05.1"}]
    assert answer(lost) == ["You lose the turbine 3 on H05.1, worth 2 points (earthquake from the Blue die)."]
    assert answer(lost, "blue") == [] and answer(lost, known=False) == []
    taken = [*lost, {"event": "building-taken", "seat": "blue", "place": "H05.1"}]
    assert answer(taken)[1] == "Ben takes over your turbine 3 on H05.1."


def test_who_is_wounded_is_wounded_and_who_is_killed_is_killed() -> None:
    assert answer([{"event": "team-wounded", "team": "R1"}]) == [
        "R1 is wounded on H05 (earthquake from the Blue die).",
    ]
    assert answer([{"event": "team-lost", "team": "R1"}], wounded=True)[0].startswith("R1 is killed on H05 (earthquake")
    assert answer([{"event": "team-lost", "team": "RM1"}])[0].startswith("RM1 is destroyed on H05 (earthquake")
    assert answer([{"event": "team-wounded", "team": "R1"}], known=False) == ["R1 is wounded."]


def test_income_is_summed_up() -> None:
    events: list[dict[str, Any]] = [
        {"event": "produced", "seat": "red", "place": "H05.1", "resource": "oil", "count": 2},
        {"event": "produced", "seat": "blue", "place": "H05.1", "resource": "iron", "count": 2},
        {"event": "cubes-sold", "seat": "red", "resource": "oil", "count": 1, "money": 5},
        {"event": "paid", "seat": "red", "amount": 2},
    ]
    assert answer(events) == ["You gain: 1 oil, plus 3 MC."]
    assert answer([{"event": "cubes-spent", "seat": "red", "resource": "oil", "count": 1}]) == ["You spend: 1 oil."]
    assert answer([{"event": "earned", "seat": "red", "amount": 24}]) == ["You gain 24 MC."]
    assert answer([{"event": "paid", "seat": "red", "amount": 5}]) == ["You spend 5 MC."]


def test_every_loss_of_a_whole_game_has_its_owner_in_the_story_and_none_is_made_up() -> None:
    """The chips that are lost, counted in the events and in the story; whose they were, by the map at the time."""
    party = finish_game("living-planet-two")
    entries = [game.last for game in party.steps]
    before = party.rules.book.blank(party.seats, party.genesis.options).seen_by(None)
    now = party.state("red").seen_by(None)
    lines = [
        line
        for paragraph in tell_story(StoryContext(party.rules, party.game, WORDS, entries, None, before, now), [])
        for line in paragraph.lines
    ]
    events = [event for entry in entries for event in entry.public.events]
    owners: list[str] = []
    table = party.rules.book.blank(party.seats, party.genesis.options).seen_by(None)
    for event in party.rules.book.read_events(events):
        if type(event).__name__ == "ChipLost":
            owners.append(table[Map].buildings[event.place].chip)
        event.apply(table)
    named = [line for line in lines if "loses its chip" in line]
    assert len(named) == len(owners) > 3
    assert all(f" ({seat.capitalize()}y)" in line for seat, line in zip(owners, named, strict=True))


def test_it_is_said_where_nothing_follows() -> None:
    party = finish_game("living-planet-two")
    entries = [game.last for game in party.steps]
    before = party.rules.book.blank(party.seats, party.genesis.options).seen_by(None)
    blocks = tell_story(
        StoryContext(party.rules, party.game, WORDS, entries, None, before, party.state("red").seen_by(None)), []
    )
    lines = [line for block in blocks for line in block.lines]
    for n, line in enumerate(lines):
        if line.startswith("Row C: "):
            triggered = n + 1 < len(lines) and lines[n + 1].startswith("Cataclysms triggered")
            assert line.startswith("Row C: no cataclysms") != triggered, lines[n : n + 2]
    assert any(line.startswith("Row A: no factory of value") for line in lines)
