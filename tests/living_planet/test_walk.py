"""A game of Living Planet from start to end with commands and files: files and step numbers are those of the README."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ..cli.world.person import Person, inbox
from ..size_limits import part

POLICY = """\
[living-planet]
cards = [3]
protect = "always"

[living-planet.fate]
A = "never"
"""
HEAL = {"order": "heal", "teams": ["B1"]}


def sat_down(ana: Person, ben: Person, cleo: Person, mars: Path) -> None:
    """Play steps 0 to 6: a new game, everybody joins, everybody is ready."""
    begun = ana.json(
        *("new", "mars", "--game", "living-planet", "--seats", "red,blue,green", "--as", "red"),
        *("--set", "living-planet.first_leader=red"),
    )
    assert (ana.home / "lpbe" / "key").stat().st_mode & 0o777 == 0o600
    assert begun["seq"] == 0 and set(begun["invitations"]) == {"blue", "green"}
    assert inbox(mars) == ["0-red-0.toml"]
    assert len((mars / "log.jsonl").read_bytes().splitlines()) == 1
    assert (mars / "reports" / "000000.txt").exists()

    codes = begun["invitations"]
    ben.call("join", "mars", "--seat", "blue", "--name", "Ben", "--code", codes["blue"])
    cleo.call("join", "mars", "--seat", "green", "--name", "Cleo", "--lang", "fr", "--code", codes["green"])
    assert inbox(mars) == ["0-blue-0.toml", "0-green-0.toml", "0-red-0.toml"]
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["number"], run["window"]["waiting"]) == (4, 1, ["blue", "green"])
    for person in (ben, cleo):
        person.call("ready", "mars")
    assert inbox(mars) == ["1-blue-0.toml", "1-green-0.toml"]
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["number"], run["window"]["waiting"]) == (6, 2, ["red", "blue", "green"])


def select_cards(ana: Person, ben: Person, cleo: Person, mars: Path) -> None:
    """Play steps 7 to 9: everybody plays a card in secret, and Ben changes his mind."""
    assert "select card 4" in ben.call("report", "mars")
    assert ben.json("try", "mars", "select card 4")["depends"] == "red"
    ben.call("order", "mars", "select card 4")
    ben.call("order", "mars", "select card 5")
    ana.call("order", "mars", "select card 2")
    assert inbox(mars) == ["2-blue-0.toml", "2-blue-1.toml", "2-red-0.toml"]
    assert "card = 5" not in (mars / "inbox" / "2-blue-1.toml").read_text()
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["waiting"], inbox(mars)) == (8, ["green"], [])
    assert [entry["order"]["rev"] for entry in log(mars)[7:]] == [0, 1]
    cleo.call("order", "mars", "choisir carte 6")
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["number"], run["window"]["waiting"]) == (9, 3, ["red"])
    public = log(mars)[9]["public"]
    assert [opening["v"]["card"] for opening in public["openings"]] == [2, 5, 6]
    shown = {event["seat"]: event["card"] for event in public["events"] if event["event"] == "card-revealed"}
    assert shown == {"red": 2, "blue": 5, "green": 6}


def lead_turn(ana: Person, ben: Person, mars: Path) -> None:
    """Play step 10: the dice and the effect of the card in one message, one signature, one step."""
    answer = ana.json("order", "mars", "dice blue red yellow green; double oil")
    assert answer["draft"] == [] and inbox(mars) == ["3-red-0.toml"]
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["number"], run["window"]["waiting"]) == (10, 4, ["blue"])
    turn = ben.json("show", "mars")["table"]["turn"]
    assert (turn["order"], turn["double"], turn["dice"]["blue"]) == (["blue", "red", "yellow", "green"], "oil", 5)


def explore_hexes(ana: Person, ben: Person, mars: Path) -> list[str]:
    """Step 11: a batch is cut at the draw, and only Ben sees what he drew."""
    answer = ben.json("order", "mars", "subsidy; explore; heal B1")
    assert answer["draft"] == [HEAL]
    assert inbox(mars) == ["4-blue-0.toml"]
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["number"], run["window"]["waiting"]) == (11, 5, ["blue"])
    own = ben.json("show", "mars")["screen"]
    drawn: list[str] = own["hand"]["hexes"]
    assert (len(drawn), own["purse"]["money"]) == (5, 25)
    assert "heal B1" in ben.call("report", "mars")
    told_to_all = ana.call("show", "mars") + (mars / "reports" / "000011.txt").read_text()
    assert not [hex for hex in drawn if hex in told_to_all]
    assert not written_hexes(drawn, mars / "game.toml", mars / "log.jsonl")
    return drawn


def set_policy(ana: Person, ben: Person, mars: Path) -> None:
    """Play step 12: a standing policy, which nobody else reads."""
    (ben.work / "my-policy.toml").write_text(POLICY)
    ben.call("policy", "mars", "my-policy.toml")
    assert inbox(mars) == ["standing-blue-0.toml"]
    assert ana.json("run", "mars")["seq"] == 12
    assert ben.json("policy", "mars")["policy"]["living-planet"]["cards"] == [3]
    assert "always" not in ana.call("show", "mars") + (mars / "game.toml").read_text()


def place_hexes(ana: Person, ben: Person, mars: Path, drawn: list[str]) -> None:
    """Step 13, first stateless and then in the folder: a hex in the open, the others back in secret.

    B1 came to no harm, so two actions are all there is to do: the healing is planned.
    """
    legal = ben.json("legal", "mars", "place")
    site, typed = next(
        both for both in zip(legal["orders"], legal["texts"], strict=True) if both[0]["order"] == "place-hex"
    )
    others = [hex for hex in reversed(drawn) if hex != site["hex"]]
    batch = f"{typed}; return {' '.join(others)}; heal B1"
    answer = ben.json("order", "mars", batch, "-o", "order.toml")
    assert (answer["draft"], answer["plans"]) == ([], [HEAL])
    assert written_hexes(drawn, ben.work / "order.toml") == [site["hex"]]

    answer = ana.json("apply", "mars/game.toml", "order.toml", "-o", "next.toml", "--report", "report.txt")
    assert answer["files"] == ["next.toml", "report.txt"] and answer["seq"] == 13
    assert "Ben" in (ana.work / "report.txt").read_text()
    assert inbox(mars) == [] and ana.json("show", "mars")["seq"] == 12
    shutil.copy(ana.work / "order.toml", mars / "inbox")
    ana.call("run", "mars")
    assert (mars / "game.toml").read_bytes() == (ana.work / "next.toml").read_bytes()
    seen = ana.json("show", "mars")["table"]
    assert site["hex"] in seen["map"]["hexes"] and seen["piles"]["hexes"] == 23
    assert not written_hexes(others, mars / "game.toml", mars / "log.jsonl")


def lost_and_replaced(ana: Person, ben: Person, cleo: Person, mars: Path) -> None:
    """Let Cleo lose her key, and the others agree to the new one."""
    (cleo.home / "lpbe" / "key").unlink()
    cleo.call("key", "new")
    line = cleo.call("key", "show", "--for", "mars", "--seat", "green").strip()
    assert line.startswith("lpbe-seat-2 ")
    ana.call("replace", "mars", "green", "--to", line)
    assert inbox(mars) == ["free-referee-0.toml"]
    ana.call("run", "mars")
    cleo.call("show", "mars", "--as", "green", code=6)
    ana.call("endorse", "mars")
    ben.call("endorse", "mars")
    assert inbox(mars) == ["free-blue-0.toml", "free-red-0.toml"]
    assert ana.json("run", "mars")["seq"] == 16
    assert cleo.json("show", "mars")["screen"]["hand"]["cards"] == [1, 2, 3, 4, 5]


def play_on(people: dict[str, Person], turns: int) -> None:
    """Let everybody who is asked, unless a policy answers, give the first order of the list; then all leave."""
    host, turn = people["red"], 1
    while not (now := host.json("run", "mars"))["over"] and turn <= turns:
        for who in map(people.__getitem__, now["window"]["waiting"]):
            if "answer" not in who.json("show", "mars")["screen"].get("standing", {}):
                who.call("order", "mars", who.json("legal", "mars")["texts"][0])
        turn = host.json("show", "mars")["table"]["turn"]["number"]
    for who in people.values() if not now["over"] else ():
        who.call("resign", "mars", "--yes")
    assert host.json("run", "mars")["over"]


def written_hexes(hexes: list[str], *paths: Path) -> list[str]:
    """Return those of the hexes that are named in the open; a seal may spell anything."""
    text = "".join(path.read_text() for path in paths)
    return [hex for hex in hexes if f'"{hex}"' in text]


def log(mars: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (mars / "log.jsonl").read_bytes().splitlines()]


@pytest.mark.parametrize(("turns", "real"), [(2, False), pytest.param(part(12, 2), True, marks=pytest.mark.soak)])
def test_a_game_from_start_to_end(tmp_path: Path, turns: int, real: bool) -> None:
    ana, ben, cleo, stranger = (Person(tmp_path / name, tmp_path, real) for name in ("ana", "ben", "cleo", "stranger"))
    mars = tmp_path / "mars"
    sat_down(ana, ben, cleo, mars)
    select_cards(ana, ben, cleo, mars)
    lead_turn(ana, ben, mars)
    drawn = explore_hexes(ana, ben, mars)
    set_policy(ana, ben, mars)
    place_hexes(ana, ben, mars, drawn)
    lost_and_replaced(ana, ben, cleo, mars)
    assert stranger.json("verify", "mars", code=3)["level"] == 0
    assert ben.json("verify", "mars", code=3)["level"] == 1

    play_on({"red": ana, "blue": ben, "green": cleo}, turns)
    assert ana.json("show", "mars")["table"]["turn"]["number"] == 12
    events = [event for entry in log(mars) for event in entry["public"].get("events", [])]
    laid = [event["card"] for event in events if event["event"] == "card-revealed" and event["seat"] == "blue"]
    assert laid[:2] == [5, 3], "his policy laid the second card"
    verdict = stranger.json("verify", "mars")
    assert verdict["level"] == 2 and verdict["steps"] == verdict["seq"] > (80 if turns == 12 else 25)
    assert stranger.call("verify", "mars").startswith(f"verified: level 2, {verdict['seq']} steps")
    assert inbox(mars) == []
