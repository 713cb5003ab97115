"""Hidden things stay hidden: in files, answers and refusals, and in who is asked; and no byte depends on the day."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lpbe.kernel.chain.letter import letter_id
from lpbe.kernel.chain.sealed_state import open_hidden
from lpbe.kernel.disk import files
from lpbe.kernel.gamedir.inbox import dump_letter

from ..conftest import Stages
from ..world.club import HOST, OUTSIDER, PEOPLE, Club, identity, printed_text, secret_line
from ..world.forged_letters import bid, play, read_waiting, sign_letter

MARKER = "a-marker-nobody-may-read"
PEBBLE = re.compile(r"\bp\d\d\b")
BLOB = re.compile(r"[A-Za-z0-9+/\s]{60,}={0,2}\s*\Z")
HASH = re.compile(r"[0-9a-f]{64}\Z")


def hidden_pebbles(club: Club) -> set[str]:
    hidden = open_hidden(club.game, (club.secret,))
    return set(PEBBLE.findall(msgspec.json.encode(hidden).decode()))


def hands(club: Club) -> dict[str, set[str]]:
    hidden = open_hidden(club.game, (club.secret,))
    return {seat: set(view.screen["hand"]["pebbles"]) for seat, view in hidden.views.items()}


def mask_values(value: Any) -> Any:
    """Return what anybody can read: ciphertexts as sizes, without hashes, signatures and commitments."""
    if isinstance(value, dict):
        return {key: "a signature" if key in ("sig", "head_sig") else mask_values(item) for key, item in value.items()}
    if isinstance(value, list):
        return [mask_values(item) for item in value]
    if isinstance(value, str) and HASH.match(value):
        return "a hash"
    if isinstance(value, str) and BLOB.match(value):
        return f"{len(b64decode(value))} bytes"
    return value


def public_part(club: Club) -> dict[str, Any]:
    """Return everything in the game folder that needs no key."""
    log = [mask_values(msgspec.json.decode(line)) for line in club.log.read_bytes().splitlines()]
    reports = {name: text.decode() for name, text in club.files("reports").items()}
    return {"game": mask_values(msgspec.to_builtins(club.game)), "log": log, "reports": reports}


def text_of(club: Club) -> str:
    return msgspec.json.encode(public_part(club)).decode()


# In files and answers


@pytest.mark.parametrize("stage", ["bidding", "bids", "turn"])
def test_no_hidden_pebble_stands_in_a_public_file(stages: Stages, stage: str) -> None:
    club = stages(stage)
    assert len(hidden_pebbles(club)) > 20
    assert not PEBBLE.findall(text_of(club))


@pytest.mark.parametrize("command", ["show", "report", "verify", "legal"])
@pytest.mark.parametrize("who", [HOST, "ben", OUTSIDER])
@pytest.mark.parametrize("options", [[], ["--json"]], ids=["words", "json"])
def test_a_command_shows_nobody_elses_pebbles(stages: Stages, command: str, who: str, options: list[str]) -> None:
    club = stages("turn")
    own = {"ana": hands(club)["red"], "ben": hands(club)["blue"], "eve": set()}[who]
    answer = club.lpbe(who, command, "mars", *options)
    assert set(PEBBLE.findall(answer.words)) <= own


def test_the_host_who_runs_the_game_sees_only_what_all_see(club_at: Stages) -> None:
    club = club_at("turn")
    club.order("blue", "dig", "--memo", MARKER)
    answer = club.shell(HOST, "run", "mars", "--json")
    assert answer.status == 0
    assert not PEBBLE.findall(answer.words) and not PEBBLE.findall(text_of(club))
    assert len(club.lpbe("ben", "legal", "mars", "--json").payload["orders"]) == 6


def test_what_a_player_writes_down_is_read_by_that_player_only(club_at: Stages) -> None:
    club = club_at("turn")
    club.order("blue", "dig; end-turn", "--memo", MARKER)
    club.run()
    assert not [name for name, data in club.files().items() if MARKER.encode() in data]
    for who in (HOST, "cleo", OUTSIDER):
        for command in ("show", "report"):
            answer = club.lpbe(who, command, "mars", "--json")
            assert not [word for word in (MARKER, "end-turn", "end turn") if word in answer.words]
    assert "end turn" in club.lpbe("ben", "report", "mars").out


def test_a_policy_is_read_by_its_player_only(club_at: Stages) -> None:
    club = club_at("bidding")
    (club.root / "policy.toml").write_text('[pebbles]\nshelter = "always"\nkeep = "lowest"\n')
    club.do("ben", "policy", "mars", "policy.toml")
    answer = club.shell(HOST, "run", "mars", "--json")
    assert "always" not in answer.words and "lowest" not in answer.words
    for name, data in club.files().items():
        assert b"always" not in data and b"lowest" not in data, name
    for who in (HOST, "cleo", OUTSIDER):
        assert "always" not in club.lpbe(who, "show", "mars", "--json").words
    assert club.do("ben", "policy", "mars")["policy"] == {"pebbles": {"keep": "lowest", "shelter": "always"}}


# In refusals


def send_too_high_a_bid(club: Club) -> None:
    """Let blue bid more than blue has: the reason would reveal how much that is."""
    order = sign_letter(play(club.game, "blue", "ben", bid(99)), "ben")
    (club.inbox / "2-blue-0.toml").write_bytes(dump_letter(order, "order.toml"))


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["words", "json"])
def test_a_run_says_that_an_order_was_refused_and_not_why(club_at: Stages, options: list[str]) -> None:
    club = club_at("bidding")
    send_too_high_a_bid(club)
    answer = club.shell(HOST, "run", "mars", *options)
    assert answer.status == 0 and "E_RULE" in answer.out
    for word in ("PEB-BID-01", "coins", "blue has"):
        assert word not in answer.words
        assert not [name for name, data in club.files("refused").items() if word.encode() in data]


def test_the_reason_is_told_to_the_sender_only(club_at: Stages) -> None:
    club = club_at("bidding")
    send_too_high_a_bid(club)
    club.run()
    assert "you have only 6 coins" in club.lpbe("ben", "report", "mars").out
    for who in (HOST, "cleo", OUTSIDER):
        assert "6 coins [" not in club.lpbe(who, "report", "mars").out


def test_a_receipt_names_the_order_the_head_and_the_code(club_at: Stages) -> None:
    club = club_at("bidding")
    send_too_high_a_bid(club)
    order = letter_id(read_waiting(club, "2-blue-0.toml").letter)
    club.run()
    receipt = files.read_game_data(str(club.mars / "refused" / "000006.toml"))["receipt"]
    (refusal,) = receipt["refused"]
    assert (receipt["game"], receipt["seq"], receipt["head"]) == (club.game.state.game, 6, club.head)
    assert (refusal["order"], refusal["head"], refusal["code"]) == (order, club.head, "E_RULE")
    assert set(refusal) == {"order", "head", "code", "reason"}


def test_receipts_of_different_reasons_have_one_size(club_at: Stages) -> None:
    club = club_at("turn")
    sizes = set()
    for rev, order in enumerate([{"order": "lay", "pebble": "p01"}, {"order": "sell", "pebble": "x" * 300}]):
        letter = sign_letter(play(club.game, "blue", "ben", order, rev=rev), "ben")
        (club.inbox / f"3-blue-{rev}.toml").write_bytes(dump_letter(letter, "order.toml"))
        club.run()
        refused = files.read_game_data(str(club.mars / "refused" / "000009.toml"))["receipt"]["refused"]
        assert len(refused) == rev + 1
        sizes.add(len(b64decode(refused[rev]["reason"])))
    assert len(sizes) == 1


# In who is asked


def give_order(*order: str) -> Callable[[Club], None]:
    def act(club: Club) -> None:
        club.order("blue", *order)
        club.run()

    return act


def policy_of(text: str) -> Callable[[Club], None]:
    def act(club: Club) -> None:
        (club.root / "policy.toml").write_text(text)
        club.do("ben", "policy", "mars", "policy.toml")
        club.run()

    return act


def answered_by_policy(coins: int) -> Callable[[Club], None]:
    """Return a game where blue's policy has answered, red answers too, and green is still awaited."""

    def act(club: Club) -> None:
        policy_of(f"[pebbles]\nbid = {coins}\n")(club)
        club.order("red", "bid coins=1")
        club.run()

    return act


def dig_and_answer(nth: int) -> Callable[[Club], None]:
    def act(club: Club) -> None:
        club.order("blue", "dig")
        club.run()
        club.order("blue", club.legal("blue")[nth])
        club.run()

    return act


SECRETS: dict[str, tuple[str, Callable[[Club], None], Callable[[Club], None]]] = {
    "a bid": ("bidding", give_order("bid coins=0"), give_order("bid coins=6")),
    "a policy": ("bidding", policy_of("[pebbles]\nbid = 1\n"), policy_of('[pebbles]\nshelter = "always"\n')),
    "no policy": ("bidding", policy_of(""), policy_of('[pebbles]\nkeep = "highest"\nbid = 3\n')),
    "a policy's answer": ("bidding", answered_by_policy(0), answered_by_policy(5)),
    "a pebble kept": ("turn", dig_and_answer(0), dig_and_answer(5)),
    "a note to oneself": ("turn", give_order("dig"), give_order("dig", "--memo", "x" * 50)),
}


@pytest.mark.parametrize(("stage", "one", "other"), SECRETS.values(), ids=SECRETS)
def test_public_files_do_not_depend_on_a_secret(
    stages: Stages, tmp_path: Path, stage: str, one: Callable[[Club], None], other: Callable[[Club], None]
) -> None:
    clubs = [stages(stage).copy(tmp_path / name) for name in ("one", "other")]
    one(clubs[0])
    other(clubs[1])
    assert clubs[0].files() != clubs[1].files()
    assert public_part(clubs[0]) == public_part(clubs[1])


@pytest.mark.parametrize("who", [HOST, "cleo"])
@pytest.mark.parametrize(("stage", "one", "other"), SECRETS.values(), ids=SECRETS)
def test_what_the_others_are_shown_does_not_depend_on_a_secret(
    stages: Stages,
    tmp_path: Path,
    stage: str,
    one: Callable[[Club], None],
    other: Callable[[Club], None],
    who: str,
) -> None:
    clubs = [stages(stage).copy(tmp_path / name) for name in ("one", "other")]
    one(clubs[0])
    other(clubs[1])
    shown = [mask_values(club.do(who, "show", "mars")) for club in clubs]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("coins", [4, 6])
def test_a_seat_is_asked_whether_or_not_its_purse_leaves_it_a_choice(tmp_path: Path, coins: int) -> None:
    """After a bid of six blue cannot pay for a shelter: if blue were not asked, everybody would learn that."""
    club = Club.begin(tmp_path / "rain", "--nonce", "04" * 32, seats=("red", "blue"))
    club.join_all()
    club.ready_all()
    club.order("red", "bid coins=0")
    club.order("blue", f"bid coins={coins}")
    club.run()
    for seat, wish in (("blue", "lay"), ("blue", "end turn"), ("red", "end turn")):
        club.order(seat, next(order for order in club.legal(seat) if order.startswith(wish)))
        club.run()
    assert club.game.last.public.events[-1] == {
        "event": "asked",
        "seats": ["blue"],
        "several": True,
        "replace": True,
    }
    assert len(club.legal("blue")) == (1 if coins == 6 else 2)


def test_a_seat_whose_policy_answers_stays_among_those_who_are_awaited(club_at: Stages) -> None:
    club = club_at("bidding")
    answered_by_policy(3)(club)
    assert club.game.state.window.waiting == ["blue", "green"]


# Once more


def clocks(club: Club) -> list[dict[str, str]]:
    return [{"PYTHONHASHSEED": "0", "TZ": "UTC"}, {"PYTHONHASHSEED": "1", "TZ": "Pacific/Auckland", "LANG": "C"}]


@pytest.mark.parametrize("name", ["next.toml", "next.json"])
def test_applying_an_order_twice_gives_the_same_bytes_on_any_day(club_at: Stages, name: str) -> None:
    club = club_at("bidding")
    path = club.order("blue", "bid coins=2")
    made = []
    for now, env in zip(("2026-11-16T08:00:00Z", "2031-01-01T00:00:00Z"), clocks(club), strict=True):
        options = ["-o", name, "--report", "report.txt", "--now", now, "--json"]
        answer = club.shell(HOST, "apply", "mars", path, *options, env=env)
        assert answer.status == 0
        made.append([answer.out, (club.root / name).read_bytes(), (club.root / "report.txt").read_bytes()])
    assert made[0] == made[1]


def test_running_on_two_machines_gives_the_same_folder(club_at: Stages, tmp_path: Path) -> None:
    club = club_at("bidding")
    for seat, coins in (("red", 1), ("blue", 3), ("green", 0)):
        club.order(seat, f"bid coins={coins}")
    twin = club.copy(tmp_path / "twin")
    for one, env in zip((club, twin), clocks(club), strict=True):
        assert one.shell(HOST, "run", "mars", env=env).status == 0
    assert club.files() == twin.files()


def test_the_same_command_writes_the_same_order(club_at: Stages) -> None:
    club = club_at("bidding")
    path = club.order("blue", "bid coins=2")
    before = (club.root / path).read_bytes()
    assert club.order("blue", "bid coins=2") == path
    assert (club.root / path).read_bytes() == before


def test_a_second_run_changes_nothing(club_at: Stages) -> None:
    club = club_at("bids")
    with club.untouched():
        assert club.run()["applied"] == []


# The sweep itself


@pytest.mark.parametrize("output", [b"\x1b[31m", b"a\x07", "\u202e".encode(), b"Traceback (most recent call last)"])
def test_the_sweep_hears_what_may_not_be_said(output: bytes) -> None:
    with pytest.raises(AssertionError):
        printed_text(output, frozenset())


@pytest.mark.parametrize("who", [*PEOPLE.values(), OUTSIDER])
def test_the_sweep_knows_every_secret_of_the_house(stages: Stages, who: str) -> None:
    club = stages("bidding")
    assert secret_line(who) in (club.home(who) / "lpbe" / "key").read_text()
    for secret in (secret_line(who), identity(who).seed.hex(), club.secret.raw.hex()):
        with pytest.raises(AssertionError):
            printed_text(f"it is {secret}".encode(), club.secrets())


def test_the_sweep_knows_the_secret_that_the_game_was_begun_with(stages: Stages) -> None:
    assert stages("finished").game.last.public.disclosed == [stages("finished").secret.raw.hex()]
