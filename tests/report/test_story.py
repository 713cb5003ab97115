"""What happened, as one reader knows it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.content import packs
from lpbe.kernel.content.packs import Words
from lpbe.kernel.language.sentences import fill, value_text
from lpbe.report.content.past_states import state_before
from lpbe.report.content.public_page import component_blocks, current_state
from lpbe.report.content.story import StoryContext, addressed_reader, take_private_version, tell_story
from lpbe.report.document import Paragraph

from ..kernel.party import Party
from .readers import begin_game, midgame, own_page

EN, FR = (packs.words("living-planet", lang) for lang in ("en", "fr"))


def answer(party: Party, last: int, words: Words = EN) -> list[Paragraph]:
    """Return the story of the last few steps, with the whole log before them."""
    entries = [game.last for game in party.steps]
    earlier, entries = entries[:-last], entries[-last:]
    before = state_before(party.rules, party.game, earlier, entries)
    now = current_state(party.rules, party.game)
    return tell_story(StoryContext(party.rules, party.game, words, entries, None, before, now), [])


def test_a_paragraph_a_die_each_with_its_steps() -> None:
    party = midgame()
    blocks = answer(party, 12)
    assert all(block.lines for block in blocks)
    last = blocks[-1]
    seat = party.waiting[0]
    assert (last.title, last.colour) == (f"Die 3, {seat.capitalize()}: {seat.capitalize()}y", seat)
    steps = [int(number) for block in blocks for number in re.findall(r"\d+", block.steps)]
    assert steps == sorted(steps) and steps[-1] == party.game.state.seq


def test_a_game_that_tells_no_story_of_its_own_is_told_by_its_steps() -> None:
    party = begin_game("pebbles", 2)
    silent = replace(party.rules.game.presentation(), story=None)
    bare = replace(party.rules, game=replace(party.rules.game, presentation=lambda: silent))
    entries = [game.last for game in party.steps[-2:]]
    blocks = tell_story(StoryContext(bare, party.game, packs.words("pebbles", "en"), entries), [])
    assert [block.title for block in blocks] == [f"Step {entry.head.seq}" for entry in entries]


def test_mere_answers_are_told_together_while_nothing_else_is_to_tell() -> None:
    party = begin_game("living-planet", 4)
    for seat in ("red", "blue", "green"):
        party.give(seat, {"order": "select-card", "card": 3})
    (block,) = answer(party, 3)
    seq = party.game.state.seq
    assert (block.title, block.lines) == (
        f"Steps {seq - 2} to {seq}",
        ["Answers came in from Redy, Bluey and Greeny."],
    )


def test_a_note_is_told_though_nothing_else_is_and_on_a_line_of_its_own() -> None:
    party = begin_game("living-planet", 2)
    party.give("red", {"order": "select-card", "card": 3}, note="good luck")
    (block,) = answer(party, 1)
    assert (block.lines, block.quotes) == (["Redy has answered."], ["Redy writes: good luck"])


def test_what_a_reader_was_told_in_private_takes_the_place_of_what_everybody_knows() -> None:
    public: dict[str, Any] = {"event": "hexes-drawn", "seat": "red", "count": 2}
    private = {**public, "hexes": ["H05", "H11"]}
    news = [{"event": "hexes-drawn", "seat": "red", "count": 1, "hexes": ["H01"]}, private]
    assert take_private_version(public, news) == private
    assert [event["count"] for event in news] == [1]
    assert take_private_version(public, []) == public


def test_a_reader_is_addressed_unless_the_sentence_would_lack_something() -> None:
    public: dict[str, Any] = {"event": "hexes-drawn", "seat": "red", "count": 2}
    assert addressed_reader(EN, public, "red") is None
    assert addressed_reader(EN, {**public, "hexes": ["H05"]}, "red") == "red"


def test_the_reader_is_you() -> None:
    (seat,) = midgame().waiting
    page = own_page(midgame(), seat, "en")
    (news,) = [section for section in page.sections if section.key == "news"]
    lines = [line for block in news.blocks if isinstance(block, Paragraph) for line in block.lines]
    assert [line for line in lines if line.startswith("Row B: you act with X = ")]
    assert not [line for line in lines if line.startswith("This was your only option")]


@pytest.mark.parametrize(
    ("template", "fields", "expected"),
    [
        ("built< {value}>.", {"value": 3}, "built 3."),
        ("built< {value}>.", {}, "built."),
        ("a<, {b}>< and {c}>!", {"c": "oil"}, "a and oil!"),
        ("{count:cube|cubes}<, {b}>", {"count": 2, "b": ["oil", "iron"]}, "2 cubes, oil and iron"),
        ("{colour}: {seat}", {"colour": "red", "seat": "red"}, "Red: Ana"),
    ],
)
def test_parts_of_a_sentence_are_said_where_their_fields_are(
    template: str, fields: dict[str, Any], expected: str
) -> None:
    assert fill(EN, template, fields, {"red": "Ana"}) == expected


def test_what_is_true_or_not_is_said_in_words() -> None:
    assert [value_text(words, value, {}) for words in (EN, FR) for value in (True, False)] == [
        "yes",
        "no",
        "oui",
        "non",
    ]


def test_components_are_described_line_by_line() -> None:
    parts = {
        "map": {
            "teams": {"R1": {"seat": "red", "place": "A.1", "wounded": True}, "B1": {"seat": "blue", "place": "H05"}}
        },
        "turn": {"number": 3, "dice": {"red": 2}},
    }
    english, french = (component_blocks(words, parts, {"red": "Ana", "blue": "Ben"}) for words in (EN, FR))
    assert [(block.title, block.lines) for block in english] == [
        ("Map", ["teams:", "  R1: of Ana; at A.1; wounded", "  B1: of Ben; at H05"]),
        ("Turn", ["number: 3", "dice: Red 2"]),
    ]
    assert french[0].lines[1] == "  R1 : à Ana; en A.1; blessé" and french[1].lines == ["numéro : 3", "dés : Rouge 2"]
