"""A game from start to end with commands and files, as the README describes it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ..world.person import Person, inbox, typed_line


def play_on(people: dict[str, Person], ana: Person) -> None:
    """Let every seat that is asked give the first order of the list, until the game is over."""
    while True:
        position = ana.json("show", "mars", "--as", "red")
        if position["over"]:
            return
        for seat in position["window"]["waiting"]:
            orders = people[seat].json("legal", "mars", "--as", seat)["orders"]
            people[seat].call("order", "mars", typed_line(orders[0]), "--as", seat)
        ana.call("run", "mars")


@pytest.mark.parametrize("real", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_a_game_from_start_to_end(tmp_path: Path, real: bool) -> None:
    ana, ben, cleo = (Person(tmp_path / name, tmp_path, real) for name in ("ana", "ben", "cleo"))
    mars = tmp_path / "mars"

    begun = ana.json(
        "new", "mars", "--game", "pebbles", "--seats", "red,blue,green", "--as", "red", "--set", "pebbles.rounds=2"
    )
    assert (ana.home / "lpbe" / "key").stat().st_mode & 0o777 == 0o600
    assert begun["seq"] == 0 and set(begun["invitations"]) == {"blue", "green"}
    assert inbox(mars) == ["0-red-0.toml"]
    assert len((mars / "log.jsonl").read_bytes().splitlines()) == 1
    assert (mars / "reports" / "000000.txt").exists()
    codes = begun["invitations"]
    assert ana.json("invite", "mars")["invitations"] == codes

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

    assert "bid 0" in ben.call("report", "mars")
    assert ben.json("try", "mars", "bid 2")["depends"] == "red"
    ben.call("order", "mars", "bid 2")
    ben.call("order", "mars", "bid 3")
    ana.call("order", "mars", "bid 1")
    assert inbox(mars) == ["2-blue-0.toml", "2-blue-1.toml", "2-red-0.toml"]
    assert "coins = 3" not in (mars / "inbox" / "2-blue-1.toml").read_text()
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["waiting"], inbox(mars)) == (8, ["green"], [])
    cleo.call("order", "mars", "bid 0", "--note", "bonne chance")
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["number"], run["window"]["waiting"]) == (9, 3, ["blue"])
    last = json.loads((mars / "log.jsonl").read_bytes().splitlines()[-1])
    assert {opening["v"]["coins"] for opening in last["public"]["openings"]} == {0, 1, 3}

    hand = ben.json("show", "mars")["screen"]["hand"]["pebbles"]
    drafted = ben.json("order", "mars", f"lay {hand[0]}; dig; end turn")
    assert drafted["draft"] == [{"order": "end-turn"}]
    assert inbox(mars) == ["3-blue-0.toml"]
    run = ana.json("run", "mars")
    assert (run["seq"], run["window"]["number"], run["window"]["waiting"]) == (10, 4, ["blue"])
    drawn = ben.json("show", "mars")["screen"]["hand"]["drawn"]
    files = (mars / "game.toml").read_text() + (mars / "log.jsonl").read_text()
    assert drawn and not [pebble for pebble in drawn if f'"{pebble}"' in files]
    seen = ana.call("show", "mars")
    assert not [pebble for pebble in drawn if pebble in seen]

    (tmp_path / "my-policy.toml").write_text('[pebbles]\nbid = 1\nshelter = "never"\n')
    ben.call("policy", "mars", "my-policy.toml")
    assert inbox(mars) == ["standing-blue-0.toml"]
    ana.call("run", "mars")
    assert ben.json("policy", "mars")["policy"] == {"pebbles": {"bid": 1, "shelter": "never"}}
    assert "shelter" not in ana.call("show", "mars")

    keep = f"keep {drawn[0]} under {' '.join(drawn[1:])}"
    ben.call("order", "mars", f"{keep}; end turn", "-o", "order.toml")
    answer = ana.json("apply", "mars/game.toml", "order.toml", "-o", "next.toml", "--report", "report.txt")
    assert answer["files"] == ["next.toml", "report.txt"] and answer["seq"] == 12
    assert "Ben" in (tmp_path / "report.txt").read_text()
    shutil.copy(tmp_path / "order.toml", mars / "inbox")
    ana.call("run", "mars")
    assert (mars / "game.toml").read_bytes() == (tmp_path / "next.toml").read_bytes()

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
    ana.call("run", "mars")
    assert cleo.json("show", "mars")["screen"]["hand"]["pebbles"]

    assert ana.json("verify", "mars", code=3)["level"] == 1
    play_on({"red": ana, "blue": ben, "green": cleo}, ana)
    stranger = Person(tmp_path / "stranger", tmp_path)
    verdict = stranger.json("verify", "mars")
    assert verdict["level"] == 2 and verdict["steps"] == verdict["seq"] > 15
    assert stranger.call("verify", "mars").startswith(f"verified: level 2, {verdict['seq']} steps")
    assert inbox(mars) == []


@pytest.fixture(scope="module")
def dealt_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game of two that waits for bids."""
    work = tmp_path_factory.mktemp("dealt")
    ana, ben = Person(work / "ana", work), Person(work / "ben", work)
    codes = ana.json("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red")["invitations"]
    ben.call("join", "mars", "--seat", "blue", "--name", "Ben", "--code", codes["blue"])
    ana.call("run", "mars")
    ben.call("ready", "mars")
    ana.call("run", "mars")
    return work


def test_a_player_needs_only_the_mailed_game_file(dealt_game: Path, tmp_path: Path) -> None:
    """Everything except applying works from this one file, with no log, folder or referee key."""
    shutil.copy(dealt_game / "mars" / "game.toml", tmp_path / "letter.toml")
    ben = Person(dealt_game / "ben", tmp_path)
    assert ben.json("show", "letter.toml")["seat"] == "blue"
    assert ben.json("legal", "letter.toml")["orders"][0] == {"order": "bid", "coins": 0}
    assert ben.json("try", "letter.toml", "bid 1")["events"]
    assert "bid 6" in ben.call("report", "letter.toml")
    assert ben.json("order", "letter.toml", "bid 1")["files"] == ["./2-blue-0.toml"]
    armoured = ben.call("order", "letter.toml", "bid 1", "--armor", "-o", "-")
    assert armoured.startswith("-----BEGIN LPBE ORDER-----")
    refused = ben.json("apply", "letter.toml", "2-blue-0.toml", "-o", "next.toml", code=6)
    assert refused["code"] == "E_KEY_ROLE"
    assert not (tmp_path / "next.toml").exists()


def test_an_order_pasted_into_a_mail_is_applied(dealt_game: Path, tmp_path: Path) -> None:
    """Quoted, indented, wrapped and with words around it, it is still the same order."""
    shutil.copytree(dealt_game / "mars", tmp_path / "mars")
    ana, ben = Person(dealt_game / "ana", tmp_path), Person(dealt_game / "ben", tmp_path)
    armoured = ben.call("order", "mars", "bid 1", "--armor", "-o", "-")
    body, quoted = armoured.splitlines(), []
    for line in body:
        quoted += [f"> > {line[:40]}  ", f"> > {line[40:]}"] if not line.startswith("---") else [f"> > {line}"]
    mail = "Hello Ana,\r\n\r\n" + "\r\n".join(quoted) + "\r\n\r\ncheers, Ben\r\n"
    (tmp_path / "mars" / "inbox" / "from-ben.txt").write_bytes(mail.encode())
    run = ana.json("run", "mars")
    assert (run["seq"], run["refused"], run["window"]["waiting"]) == (5, [], ["red"])


def test_the_same_command_makes_the_same_file(dealt_game: Path, tmp_path: Path) -> None:
    shutil.copytree(dealt_game / "mars", tmp_path / "mars")
    ben = Person(dealt_game / "ben", tmp_path)
    ben.call("order", "mars", "bid 1")
    first = (tmp_path / "mars" / "inbox" / "2-blue-0.toml").read_bytes()
    ben.call("order", "mars", "bid 1")
    assert inbox(tmp_path / "mars") == ["2-blue-0.toml"]
    assert (tmp_path / "mars" / "inbox" / "2-blue-0.toml").read_bytes() == first
