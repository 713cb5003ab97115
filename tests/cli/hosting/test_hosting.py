"""What a host may have to deal with: bots, deadlines, new keys, new referees, late disclosure, open games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..world.person import Person, inbox, typed_line


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    return Person(tmp_path / "ana", tmp_path)


@pytest.fixture
def ben(tmp_path: Path) -> Person:
    return Person(tmp_path / "ben", tmp_path)


def begin(ana: Person, ben: Person, *options: str, now: str = "") -> None:
    """A game of two that has been dealt."""
    at = ["--now", now] if now else []
    new = ["new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--set", "pebbles.rounds=1"]
    code = ana.json(*new, *options, *at)["invitations"]["blue"]
    ben.call("join", "mars", "--seat", "blue", "--name", "Ben", "--code", code)
    ana.call("run", "mars", *at)
    ben.call("ready", "mars")
    ana.call("run", "mars", *at)


def to_the_end(people: dict[str, Person], host: Person) -> None:
    while not (position := host.json("show", "mars"))["over"]:
        for seat in position["window"]["waiting"]:
            order = people[seat].json("legal", "mars", "--as", seat)["orders"][0]
            people[seat].call("order", "mars", typed_line(order), "--as", seat)
        host.call("run", "mars")


def test_bots_sit_down_at_once_and_play_when_it_is_their_turn(ana: Person) -> None:
    begun = ana.json("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--bot", "blue")
    assert begun["seq"] == 1 and begun["window"]["waiting"] == ["red"]
    assert ana.json("run", "mars")["window"] == {"number": 2, "waiting": ["red"]}
    to_the_end({"red": ana}, ana)
    verdict = ana.json("verify", "mars")
    assert verdict["level"] == 2 and verdict["held"] == ["blue"]
    assert "not protected against the host" in ana.call("verify", "mars")


def test_a_game_of_bots_is_played_by_one_run(ana: Person) -> None:
    bots = [part for seat in ("red", "blue", "green", "yellow=bot:cautious") for part in ("--bot", seat)]
    ana.call("new", "mars", "--game", "pebbles", "--seats", "red,blue,green,yellow", *bots, "--with", "moss")
    assert ana.json("run", "mars")["over"]
    assert ana.json("verify", "mars")["level"] == 2


def test_two_runs_of_one_bot_game_are_the_same_game(ana: Person, tmp_path: Path) -> None:
    """A bot's chance belongs to the game: the same nonce gives the same bytes."""
    made = []
    for name in ("one", "two"):
        ana.call(
            "new",
            name,
            "--game",
            "pebbles",
            "--seats",
            "red,blue",
            "--bot",
            "red",
            "--bot",
            "blue",
            "--nonce",
            "ab" * 32,
        )
        ana.call("run", name)
        made.append((tmp_path / name / "game.toml").read_bytes())
    assert made[0] == made[1]


def test_a_deadline_passes_and_the_default_answers(ana: Person, ben: Person, tmp_path: Path) -> None:
    begin(ana, ben, "--pace", "2d", now="2025-11-16T08:00:00Z")
    waits = ana.json("show", "mars")["window"]
    assert waits["deadline"] == "2025-11-18T08:00:00Z"
    ana.call("order", "mars", "bid coins=1")
    assert ana.json("run", "mars", "--now", "2025-11-18T08:00:00Z")["window"]["waiting"] == ["blue"]
    run = ana.json("run", "mars", "--now", "2025-11-18T08:00:01Z")
    assert run["applied"][0]["seat"] == "referee"
    last = json.loads((tmp_path / "mars" / "log.jsonl").read_bytes().splitlines()[run["applied"][0]["seq"]])
    assert last["order"]["kind"] == "timeout" and last["head"]["at"] == "2025-11-18T08:00:01Z"
    assert ana.json("verify", "mars", code=3)["level"] == 1


def test_a_seat_that_was_not_silent_too_often_goes_to_no_bot(ana: Person, ben: Person) -> None:
    begin(ana, ben, "--pace", "1d", "--bot-after", "2", "--set", "pebbles.rounds=3", now="2025-11-16T08:00:00Z")
    refused = ana.json("replace", "mars", "blue", "--bot", "bot:random", code=5)
    assert refused["code"] == "E_ORDER_QUORUM"
    ana.call("order", "mars", "bid 1")
    ana.call("run", "mars", "--now", "2025-11-18T08:00:00Z")
    assert ana.json("replace", "mars", "blue", "--bot", "bot:random", code=5)["code"] == "E_ORDER_QUORUM"
    assert not [seat for seat in ana.json("show", "mars")["seats"] if "held" in seat]


def test_a_player_changes_keys(ana: Person, ben: Person, tmp_path: Path) -> None:
    begin(ana, ben)
    ben.call("key", "new", "--out", "new.key")
    ben.call("rekey", "mars", "--to", "new.key")
    assert inbox(tmp_path / "mars") == ["free-blue-0.toml"]
    ana.call("run", "mars")
    ben.call("order", "mars", "bid coins=1", code=6)
    ben.call("order", "mars", "bid coins=1", "--key", "new.key")
    ana.call("order", "mars", "bid coins=2")
    assert ana.json("run", "mars")["refused"] == []
    assert ana.json("verify", "mars", code=3)["seq"] == 7


def test_a_game_is_handed_to_another_referee(ana: Person, ben: Person, tmp_path: Path) -> None:
    """The old key no longer applies orders, the new one does, and the game is verified to the end."""
    begin(ana, ben)
    carl = Person(tmp_path / "carl", tmp_path)
    carl.call("key", "new")
    ana.call("handover", "mars", "--to", carl.call("handover", "mars", "--offer").strip())
    ana.call("run", "mars")
    assert ana.json("run", "mars", code=6)["code"] == "E_KEY_ROLE"
    people = {"red": ana, "blue": ben}
    to_the_end(people, HostedBy(ana, carl))
    assert carl.json("verify", "mars")["level"] == 2


class HostedBy(Person):
    """One person looks, another applies."""

    def __init__(self, player: Person, host: Person) -> None:
        super().__init__(player.home, player.work)
        self.host = host

    def call(self, *args: str, code: int = 0) -> str:
        return self.host.call(*args, code=code) if args[0] == "run" else super().call(*args, code=code)


def test_a_secret_may_be_kept_and_disclosed_later(ana: Person, ben: Person, tmp_path: Path) -> None:
    begin(ana, ben, "--keep-secret")
    assert ana.json("disclose", "mars", code=5)["code"] == "E_ORDER_EARLY"
    to_the_end({"red": ana, "blue": ben}, ana)
    assert ana.json("verify", "mars", code=3)["over"]
    ana.call("disclose", "mars")
    assert inbox(tmp_path / "mars") == ["free-referee-0.toml"]
    ana.call("run", "mars")
    assert ben.json("verify", "mars")["level"] == 2


def test_whoever_resigns_is_played_by_the_defaults(ana: Person, ben: Person) -> None:
    begin(ana, ben, "--set", "pebbles.rounds=2")
    ben.call("resign", "mars", "--yes")
    run = ana.json("run", "mars")
    assert run["window"]["waiting"] == ["red"]
    to_the_end({"red": ana}, ana)
    assert ana.json("verify", "mars")["level"] == 2
    ben.call("resign", "mars", "--yes", code=5)


def test_an_open_game_needs_no_keys_and_is_verified_at_any_time(ana: Person, tmp_path: Path) -> None:
    begun = ana.json("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--open", "--seed", "07" * 32)
    assert begun["window"] == {"number": 2, "waiting": ["red", "blue"]}
    assert not (ana.home / "lpbe").exists()
    ana.call("order", "mars", "bid coins=1", "--as", "red")
    ana.call("order", "mars", "bid coins=2", "--as", "blue")
    assert "sealed" not in (tmp_path / "mars" / "inbox" / "2-red-0.toml").read_text()
    assert ana.json("run", "mars")["window"]["waiting"] == ["blue"]
    verdict = ana.json("verify", "mars")
    assert (verdict["level"], verdict["signed"]) == (2, False)
    assert "unsigned" in ana.call("verify", "mars")


def test_whoever_has_no_key_may_resign_from_an_open_game(ana: Person) -> None:
    ana.call("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--open", "--bot", "red")
    ana.call("run", "mars")
    ana.call("resign", "mars", "--yes", "--as", "blue")
    assert ana.json("run", "mars")["over"]
    assert ana.json("verify", "mars")["level"] == 2


def test_a_folder_without_its_log_is_verified_as_far_as_it_goes(ana: Person, tmp_path: Path) -> None:
    ana.call("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--bot", "red", "--bot", "blue")
    (tmp_path / "mars" / "log.jsonl").unlink()
    answer = ana.json("verify", "mars", code=3)
    assert (answer["level"], answer["history"]) == (0, False)


def test_an_open_game_with_bots_runs_to_its_end(ana: Person) -> None:
    ana.call("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--open", "--bot", "red", "--bot", "blue")
    assert ana.json("run", "mars")["over"]
    assert ana.json("verify", "mars")["level"] == 2


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--game", "chess", "--seats", "red,blue"], 2),
        (["--game", "pebbles", "--seats", "red"], 2),
        (["--game", "pebbles", "--seats", "red,red"], 6),
        (["--game", "pebbles", "--seats", "red,pink"], 2),
        (["--game", "pebbles", "--seats", "red,blue", "--as", "green"], 2),
        (["--game", "pebbles", "--seats", "red,blue", "--with", "lava"], 6),
        (["--game", "pebbles", "--seats", "red,blue", "--set", "pebbles.rounds=99"], 6),
        (["--game", "pebbles", "--seats", "red,blue", "--set", "pebbles.moons=1"], 6),
        (["--game", "pebbles", "--seats", "red,blue", "--set", "moons=1"], 2),
        (["--game", "pebbles", "--seats", "red,blue", "--pace", "soon"], 2),
        (["--game", "pebbles", "--seats", "red,blue", "--bot", "blue=bot:deep"], 6),
        (["--game", "pebbles", "--seats", "red,blue", "--nonce", "xyz"], 2),
        (["--game", "pebbles", "--seats", "red,blue", "--for", "blue=ssh-rsa AAAA"], 6),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_nothing_is_written(
    ana: Person, tmp_path: Path, options: list[str], code: int
) -> None:
    answer: dict[str, Any] = ana.json("new", "mars", *options, code=code)
    assert answer["message"]
    assert not (tmp_path / "mars" / "game.toml").exists()


def test_a_game_is_not_begun_twice_in_one_folder(ana: Person, tmp_path: Path) -> None:
    new = ["new", "mars", "--game", "pebbles", "--seats", "red,blue"]
    ana.call(*new)
    before = (tmp_path / "mars" / "game.toml").read_bytes()
    assert ana.json(*new, code=6)["code"] == "E_FILE_EXISTS"
    assert (tmp_path / "mars" / "game.toml").read_bytes() == before
