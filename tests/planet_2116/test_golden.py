"""Golden games: the same letters give the same reports, and what people read was read and approved."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from lpbe.kernel.engine.events import Ended
from lpbe.report.render.text import render

from ..kernel.party import Party
from ..report.readers import own_page
from .golden import ENDS, finish_game, load_recording, replay_tables, step_reports, story
from .positions import GAME

ROUND = 3
LAST = ("head", "end", "mine", "screen", "news")
KINDS = ("declare", "block", "human-turn")
SEATS = ("planet", "human-1", "human-2", "human-3")


@pytest.mark.parametrize("why", ENDS)
def test_the_same_letters_tell_the_same(why: str) -> None:
    recording = load_recording(why)
    assert [json.loads(step) for step in step_reports(recording)] == recording["told"]
    *_, last = replay_tables(recording)
    (end,) = [event for event in last.events if isinstance(event, Ended)]
    assert end.why == why


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_story_of_a_whole_game(lang: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(story(load_recording("capitals"), lang)) == snapshot


@pytest.mark.parametrize("why", ENDS)
def test_how_it_ends(why: str, snapshot: SnapshotAssertion) -> None:
    lines = [story(load_recording(why), lang, reader)[-4:] for lang in ("en", "fr") for reader in (None, "human-2")]
    assert "\n\n".join("\n".join(some) for some in lines) == snapshot


@pytest.mark.parametrize("why", ENDS)
def test_the_last_page_of_each_role(why: str, snapshot: SnapshotAssertion) -> None:
    """Everything except the table: how it ended, what was behind the screen, what happened; in both languages."""
    party = finish_game(why)
    assert party.game.state.window.kind == "over"
    pages = [own_page(party, seat, lang) for seat in ("planet", "human-2") for lang in ("en", "fr")]
    seen = [replace(page, sections=[one for one in page.sections if one.key in LAST]) for page in pages]
    assert "\n\n".join(map(render, seen)) == snapshot


@pytest.mark.parametrize(("lang", "mine"), [("en", "Your secret capital is "), ("fr", "Votre capitale secrète est ")])
def test_a_reader_is_told_of_the_own_capital_as_such(lang: str, mine: str) -> None:
    """A reader who knows a continent that everybody knows reads about their own city, and only that one."""
    for reader in SEATS[1:]:
        (line,) = [line for line in story(load_recording("agreed"), lang, reader) if line.startswith(mine)]
        assert line not in story(load_recording("agreed"), lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_each_role_reads(lang: str, snapshot: SnapshotAssertion) -> None:
    """The Planet where it announces an attack, a Human at the window of it, and in a turn."""
    pages: dict[str, str] = {}

    def there(party: Party) -> bool:
        table, seat = party.game.state.table, party.waiting[0]
        kind = table["agenda"]["steps"][-1]["step"]
        if table.get("round", {}).get("number", 0) >= ROUND and kind in KINDS and kind not in pages:
            pages[kind] = render(own_page(party, seat, lang))
        return len(pages) == len(KINDS)

    Party(SEATS, options={}, game_name=GAME).start().play_on(4, until=there)
    assert "\n\n".join(pages.values()) == snapshot
