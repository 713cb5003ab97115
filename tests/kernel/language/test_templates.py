"""Events and orders in words."""

from __future__ import annotations

from typing import Any

import pytest

from lpbe.kernel.content.packs import Words
from lpbe.kernel.language.sentences import sentences
from lpbe.kernel.language.templates import order_text

WORDS = Words(
    events={
        "poured": "{seat} pours {cups:cup|cups} of {tea}.",
        "poured.own": "you pour {cups:cup|cups} of {tea}.",
        "poured.empty": "{seat} pours into {guests}.",
        "poured.late": "Late: {tea}.",
        "answered": "Yours: {held}.",
        "answered.plan": "As planned: {held}.",
        "scored": "Points: {points}; best: {best}.",
    },
    orders={"pour": "pour {tea} for {guests}", "plan": "later: {then}"},
    terms={"black": "black tea", "red": "Red"},
    silent=["stopped", "poured.spilt"],
    grammar={"and": "and", "nothing": "nobody", "pair": "{key} {value}", "zero": "many"},
)
POUR = {"order": "pour", "tea": "black", "guests": ["red", "blue"]}


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"event": "poured", "seat": "red", "cups": 1, "tea": "black"}, "Red pours 1 cup of black tea."),
        ({"event": "poured", "seat": "blue", "cups": 0, "tea": "mint"}, "Ben pours 0 cups of mint."),
        ({"event": "poured", "seat": "green", "cups": 2, "tea": "mint"}, "You pour 2 cups of mint."),
        ({"event": "poured", "seat": "blue", "guests": ()}, "Ben pours into nobody."),
        ({"event": "poured", "late": True, "tea": "mint"}, "Late: mint."),
        ({"event": "scored", "points": {"red": 3, "blue": 1}, "best": ["red"]}, "Points: Ben 1 and Red 3; best: Red."),
        ({"event": "scored", "points": {}, "best": ["red", "blue", "x"]}, "Points: nobody; best: Red, Ben and x."),
        ({"event": "answered", "held": {"order": POUR}}, "Yours: pour black tea for Red blue."),
        ({"event": "answered", "held": {"order": POUR}, "why": "plan"}, "As planned: pour black tea for Red blue."),
    ],
)
def test_an_event_is_told_in_its_most_special_form(event: dict[str, Any], line: str) -> None:
    assert sentences(WORDS, [event], "green", {"blue": "Ben"}) == [line]


def test_nothing_counts_as_one_where_the_language_says_so() -> None:
    french = Words(WORDS.events, {}, WORDS.terms, [], WORDS.grammar | {"zero": "one"})
    event = {"event": "poured", "seat": "red", "cups": 0, "tea": "mint"}
    assert sentences(french, [event], None, {}) == ["Red pours 0 cup of mint."]


def test_only_what_is_listed_stays_unsaid() -> None:
    events = [{"event": "stopped", "keep": 0, "steps": []}, {"event": "poured", "spilt": True}]
    assert sentences(WORDS, events, None, {}) == []
    with pytest.raises(KeyError):
        sentences(WORDS, [{"event": "sneezed"}], None, {})


def test_an_order_is_worded_and_typed() -> None:
    plan = {"order": "plan", "then": POUR}
    assert order_text(WORDS, plan) == "later: pour black tea for Red blue"
