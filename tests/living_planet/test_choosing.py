"""The first decision is explained: what a card's number does in this position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lpbe.games.living_planet.presentation.foresight import foresight
from lpbe.games.living_planet.presentation.panels import panels
from lpbe.games.living_planet.state import Hand
from lpbe.games.living_planet.turn.card_selection import SelectCard
from lpbe.kernel.engine.panels import Panel
from lpbe.kernel.engine.table import answers_wanted

from ..cli.world.open_game import Table
from .positions import new_game, position


def panel(shown: list[Panel], key: str) -> Panel | None:
    return next((one for one in shown if one.key == key), None)


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("en", ["The number on the card you play becomes your die", "X hexes to draw", "None of yours work yet"]),
        (
            "fr",
            [
                "Le numéro de la carte posée devient votre dé",
                "X hexagones à piocher",
                "vous n'en avez pas encore en fonction",
            ],
        ),
    ],
)
def test_the_first_report_says_what_a_card_does(tmp_path: Path, lang: str, answer: list[str]) -> None:
    out = " ".join(Table.begin(tmp_path, "--lang", lang).done("report", "mars", "--as", "red").out.split())
    assert [line for line in answer if line not in out] == []
    assert ("Yours would not strike any" if lang == "en" else "le vôtre n'en frapperait aucun") in out


def test_what_each_card_brings_about_is_read_off_the_map() -> None:
    building: dict[str, Any] = {"kind": "oil_drill", "tile": "oil_drill-3", "value": 3, "chip": "blue"}
    hexes = {"H01": {"at": "1,0", "turn": 0, "nth": 1}}
    given = {"map": {"hexes": hexes, "buildings": {"H01.1": building}}}
    state = position(given).state.seen_by("red")
    asked = answers_wanted(state)["red"]
    answer = {card: foresight(state, asked, "red")(SelectCard(card), None) for card in state[Hand, "red"].cards}
    makers = {card: [one for one in seen if one.key == "produce.others"] for card, seen in answer.items()}
    assert [card for card in makers if makers[card]] == [3]
    goods = makers[3][0].values["goods"][0].values
    assert (goods["seat"], goods["resource"], goods["place"], goods["count"]) == ("blue", "oil", "H01.1", 1)
    struck = {int(icon[-1]) for icon in state.book.rows["living-planet"]["tiles"]["H01"]["dice"] if icon[:-1] == "red"}
    told_of = {card: [one for one in seen if one.key.startswith("strike.")] for card, seen in answer.items()}
    assert {card for card, seen in told_of.items() if any(one.place == "H01" for one in seen)} == struck


def test_nobody_else_is_told_and_not_once_the_dice_lie_there() -> None:
    state = new_game(1).state
    assert panel(panels(state, None, []), "panel.choosing") is None
    acting = position({"agenda": {"steps": [{"step": "act", "seat": "red"}]}}).state
    assert panel(panels(acting, "red", []), "panel.choosing") is None
