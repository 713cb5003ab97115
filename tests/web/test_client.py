"""The client without a key: audits, replays, terms, plans, policies, memos, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from lpbe.app.browser.client import Client
from lpbe.kernel.schemas.client_records import METHODS

from ..kernel.party import Party
from ..report.folders import planet, write
from .seats import Seat, sit
from .test_client_texts import ask, opened

SCHEMAS = Path(__file__).parents[2] / "schemas"


def pebbles(tmp_path: Path, steps: int = 3) -> Seat:
    """Return a game of pebbles in which red has sent sealed bids, a policy and plans."""
    party = Party().start()
    party.stand("red", {"pebbles": {"keep": "lowest"}}, [{"order": "bid", "coins": 1}])
    party.play_on(3, lambda party: len(party.steps) > 7 + steps)
    return sit(party, "red", "en", tmp_path)


def test_a_client_verifies_what_only_its_seat_can_see(tmp_path: Path) -> None:
    """Level 1 without the key: the letters are opened by its holder, and checked against what was signed."""
    seat = pebbles(tmp_path)
    assert len(seat.letters()) > 1
    client = opened(seat, tmp_path / "client")
    found = ask(client, "verify", letters=seat.letters())
    assert (found["level"], found["own"]) == (1, ["red"])
    assert found["text"] + "\n" == seat.printed("verify")
    assert ask(client, "verify")["level"] == 0


def without_the_last(letters: dict[str, Any]) -> None:
    letters.popitem()


def another_value(letters: dict[str, Any]) -> None:
    next(one for one in letters.values() if one["sealing"]["v"])["sealing"]["v"][0] = {"order": "bid", "coins": 5}


def another_nonce(letters: dict[str, Any]) -> None:
    next(one for one in letters.values() if one["nonces"])["nonces"][0] = "00" * 32


def one_nonce_too_few(letters: dict[str, Any]) -> None:
    next(one for one in letters.values() if one["nonces"])["nonces"].pop()


def another_plan(letters: dict[str, Any]) -> None:
    next(one for one in letters.values() if one["sealing"]["plans"])["sealing"]["plans"].clear()


def no_plan_nonce(letters: dict[str, Any]) -> None:
    next(iter(letters.values()))["plan_nonces"].pop()


@pytest.mark.parametrize(
    "spoil", [without_the_last, another_value, another_nonce, one_nonce_too_few, another_plan, no_plan_nonce]
)
def test_an_audit_refuses_letters_that_were_not_signed_so(spoil: Any, tmp_path: Path) -> None:
    seat = pebbles(tmp_path)
    letters = seat.letters()
    spoil(letters)
    found = ask(opened(seat, tmp_path / "client"), "verify", letters=letters)
    assert (found["ok"], found["code"]) == (False, "E_AUDIT_VIEW")


def test_a_disclosed_game_is_replayed_for_anybody(tmp_path: Path) -> None:
    seat = sit(Party().start().play_on(3), "red", "en", tmp_path)
    client = opened(seat, tmp_path / "client")
    found = ask(client, "verify", letters=seat.letters())
    assert found["level"] == 2
    assert found["text"] + "\n" == seat.printed("verify")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_replay_is_the_page_of_the_command(lang: str, tmp_path: Path) -> None:
    seat = pebbles(tmp_path)
    client = opened(seat, tmp_path / "client", lang=lang)
    page = ask(client, "replay")["html"]
    seat.printed("replay", "--lang", lang, "--html", "replay.html")
    assert page == (seat.home / "replay.html").read_text("utf-8")
    assert len(ask(client, "replay", first=1, last=2)["html"]) < len(page)


def test_a_stranger_reads_the_terms_and_the_public_report(tmp_path: Path) -> None:
    write(planet(), tmp_path / "mars")
    texts = {"game.toml": (tmp_path / "mars" / "game.toml").read_text("utf-8")}
    client = Client(str(tmp_path / "client"))
    game = ask(client, "open", files=texts)
    assert (game["stage"], game["rules"], "seat" in game) == ("play", "living-planet", False)
    terms = ask(client, "terms")
    assert terms["terms"][0].startswith("game ") and len(terms["roster"]) == 2
    assert "<html" in ask(client, "report")["report"]
    assert ask(client, "legal")["code"] == "E_SEAT"


def test_plans_alone_make_a_standing_letter_that_keeps_the_policy(tmp_path: Path) -> None:
    seat = pebbles(tmp_path)
    found = ask(opened(seat, tmp_path / "client"), "read", typed="plan bid 2; plan bid 1")
    assert (found["letter"], found["policy"]) == ("standing", {"pebbles": {"keep": "lowest"}})
    assert [plan["coins"] for plan in found["plans"]] == [2, 1]
    assert found["text"] in seat.printed("order", "plan bid 2; plan bid 1")


def test_a_policy_is_changed_line_by_line_from_what_was_sent_last(tmp_path: Path) -> None:
    seat = pebbles(tmp_path)
    client = opened(seat, tmp_path / "client")
    assert ask(client, "policy")["policy"] == {"pebbles": {"keep": "lowest"}}
    assert ask(client, "policy", lines=["bid=2"])["policy"] == {"pebbles": {"keep": "lowest", "bid": 2}}
    sent = {"policy": {"pebbles": {"bid": 1}}, "plans": [{"order": "bid", "coins": 2}]}
    client = opened(seat, tmp_path / "client", opened={**seat.opened(), "standing": sent})
    changed = ask(client, "policy", lines=["keep=lowest"])
    assert changed["policy"] == {"pebbles": {"bid": 1, "keep": "lowest"}}
    assert changed["plans"] == sent["plans"]
    assert ask(client, "policy", file="[pebbles]\nbid = 2\n")["policy"] == {"pebbles": {"bid": 2}}
    assert ask(client, "policy", clear=True)["policy"] == {}
    assert ask(client, "policy", default=True, clear=True)["code"] == "E_USAGE"
    assert ask(client, "policy", file="[pebbles]\nbid = 2\n", clear=True)["code"] == "E_USAGE"
    assert ask(client, "policy", lines=["bid"])["code"] == "E_USAGE"


def test_a_memo_is_kept_until_another_is_written(tmp_path: Path) -> None:
    seat = pebbles(tmp_path, steps=0)
    client = opened(seat, tmp_path / "client", opened={**seat.opened(), "memo": "blue bluffs"})
    assert "blue bluffs" in ask(client, "report", format="text")["report"]
    typed = ask(client, "legal")["texts"][0]
    assert ask(client, "read", typed=typed)["memo"] == "blue bluffs"
    assert ask(client, "read", typed=typed, memo="no, green")["memo"] == "no, green"
    assert ask(client, "read", typed=typed, memo="a" * 5000)["code"] == "E_SEAL_TOO_LARGE"


BAD: list[tuple[str, str, str]] = [
    ("dance", "{}", "E_USAGE"),
    ("report", "{}", "E_USAGE"),
    ("open", "", "E_SCHEMA"),
    ("open", "[]", "E_SCHEMA"),
    ("open", '{"files": 3}', "E_SCHEMA"),
    ("open", '{"files": {}}', "E_USAGE"),
    ("open", '{"files": {"game.toml": "", "../x": ""}}', "E_USAGE"),
    ("open", '{"files": {"game.toml": "", "inbox/../x": ""}}', "E_USAGE"),
    ("open", '{"files": {"game.toml": ""}}', "E_SCHEMA"),
    ("open", '{"files": {"game.toml": "\\ud800"}}', ""),
    ("open", '{"files": {"game.toml": "a = ["}}', "E_FILE_SYNTAX"),
    ("open", '{"files": {"game.json": "{}"}, "key": "LPBE-SECRET-1-"}', "E_SCHEMA"),
]


@pytest.mark.parametrize(("method", "arguments", "code"), BAD)
def test_bad_messages_are_answered_with_what_is_wrong(method: str, arguments: str, code: str, tmp_path: Path) -> None:
    client = Client(str(tmp_path / "client"), lang="fr")
    answer = json.loads(client.answer(method, arguments))
    assert answer["ok"] is False and answer["text"]
    assert str(tmp_path) not in json.dumps(answer)
    jsonschema.validate(answer, schema("client-failure-answer"))
    if code:
        assert answer["code"] == code
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("screen", [{"purse": 3}, {"hand": {"cards": "all"}}, {"standing": []}])
def test_a_view_that_is_none_is_refused(screen: Any, tmp_path: Path) -> None:
    seat = pebbles(tmp_path)
    client = Client(str(tmp_path / "client"))
    message = seat.open_message(opened={"view": {"screen": screen}})[1]
    answer = json.loads(client.answer("open", json.dumps(message)))
    assert (answer["ok"], answer["code"]) == (False, "E_SCHEMA")


def schema(name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    return found


def test_requests_and_answers_fit_their_schemas(tmp_path: Path) -> None:
    seat = pebbles(tmp_path)
    requests: dict[str, dict[str, Any]] = {
        "open": seat.open_message()[1],
        "report": {"format": "html"},
        "legal": {"words": ["bid"]},
        "try": {"typed": "bid 1"},
        "read": {"typed": "plan bid 1"},
        "policy": {"lines": ["bid=1"]},
        "terms": {},
        "verify": {"letters": seat.letters()},
        "replay": {"first": 1},
    }
    assert requests.keys() == METHODS.keys()
    client = Client(str(tmp_path / "client"))
    for method, request in requests.items():
        jsonschema.validate(request, schema(f"client-{method}"))
        answer = json.loads(client.answer(method, json.dumps(request)))
        expected = f"client-{method}-answer" if answer["ok"] else "client-failure-answer"
        jsonschema.validate(answer, schema(expected))
        assert answer["ok"] or (method, answer["code"]) == ("try", "E_ORDER_NOT_WAITING"), answer


def test_a_client_writes_only_the_files_of_its_game(tmp_path: Path) -> None:
    """Those of the game before are gone; what was in the folder stays."""
    seat = pebbles(tmp_path / "party")
    folder = tmp_path / "client"
    (folder / "game").mkdir(parents=True)
    (folder / "game" / "game.toml").write_text("mine")
    client = opened(seat, folder)
    assert ask(client, "open", files={"game.toml": seat.files()["game.toml"]})["ok"]
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert found == [".lpbe-client/game.toml", "game/game.toml"]
    assert (folder / "game" / "game.toml").read_text() == "mine"
