"""lpbe in the worker of a real browser answers what it answers natively."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from lpbe.app.browser.client import Client

from ..browser.chosen import KINDS
from ..kernel.party import NONCE, Party
from ..size_limits import part
from .conftest import ROOT, BrowserPython, listed_files
from .seats import Seat, seats, sit, typed_orders

DAILY = {"two": 1, "both": 1, "human": 1, "pebbles": 1}
IN_SOAK = {kind: part(10) for kind in KINDS}


def native_answer(client: Client, method: str, request: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(client.answer(method, json.dumps(request)))
    return answer


def requests_at(seat: Seat) -> list[tuple[str, dict[str, Any]]]:
    """Return what a player's page asks at a position."""
    typed = typed_orders(seat)
    return [
        seat.open_message(),
        ("report", {"format": "html"}),
        ("report", {"format": "text"}),
        ("legal", {}),
        *(("try", {"typed": one}) for one in typed),
        *(("read", {"typed": one, "memo": "mine"}) for one in typed),
        ("policy", {}),
        ("terms", {}),
    ]


@pytest.mark.parametrize("counts", [DAILY, pytest.param(IN_SOAK, marks=pytest.mark.soak, id="soak")])
def test_the_worker_says_what_lpbe_says_natively(
    counts: dict[str, int], browser_python: BrowserPython, tmp_path: Path
) -> None:
    """Every text of the page: report, legal orders, previews, letters, policies, terms; without a request."""
    client = Client(str(tmp_path / "client"))
    before = len(browser_python.requests)
    for kind, count in counts.items():
        for seat in seats(kind, count, 7, tmp_path / kind):
            for method, request in requests_at(seat):
                native = native_answer(client, method, request)
                assert browser_python.ask(method, request) == native, (kind, method)
            shutil.rmtree(seat.home)
    assert browser_python.requests[before:] == []
    assert browser_python.complaints == []


def test_the_worker_verifies_and_replays(browser_python: BrowserPython, tmp_path: Path) -> None:
    """Level 1 with letters that were opened elsewhere, level 2 of a disclosed game, and a false letter."""
    party = Party().start()
    party.stand("red", {"pebbles": {"keep": "lowest"}}, [{"order": "bid", "coins": 1}])
    under_way = sit(party.play_on(3, lambda party: len(party.steps) > 10), "red", "en", tmp_path / "under-way")
    compare_audits(browser_python, under_way, 1, tmp_path)
    over = sit(Party().start().play_on(3), "red", "fr", tmp_path / "over")
    compare_audits(browser_python, over, 2, tmp_path)


def compare_audits(browser_python: BrowserPython, seat: Seat, level: int, tmp_path: Path) -> None:
    client = Client(str(tmp_path / "client"))
    letters = seat.letters()
    false = json.loads(json.dumps(letters))
    next(one for one in false.values() if one["nonces"])["nonces"][0] = "00" * 32
    damaged = seat.files()
    damaged["game.toml"] = damaged["game.toml"].replace(NONCE, NONCE[::-1])
    wanted = [
        seat.open_message(),
        ("verify", {"letters": letters}),
        ("verify", {"letters": false}),
        ("replay", {}),
        seat.open_message(files=damaged),
    ]
    native = [native_answer(client, *one) for one in wanted]
    assert [browser_python.ask(*one) for one in wanted] == native
    assert [answer["ok"] for answer in native] == [True, True, False, True, False]
    assert native[1]["level"] == level


def test_the_worker_has_no_way_to_the_network_and_no_key(browser_python: BrowserPython) -> None:
    answer = browser_python.ask("open", {"files": {"game.toml": ""}, "key": "LPBE-SECRET-1-"})
    assert answer["code"] == "E_SCHEMA"
    assert all(url.startswith(("https://lpbe.invalid/", "blob:")) for url in browser_python.requests)


@pytest.mark.soak
def test_sizes_and_start(browser_python: BrowserPython, bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The hashes are those of the files; sizes and times are printed for people."""
    with capsys.disabled():
        print(f"\nPython starts in {browser_python.started['milliseconds']} ms; raw and compressed bytes:")
        for file in listed_files(bundle):
            data = (bundle / file["name"]).read_bytes()
            assert (len(data), sha256(data).hexdigest()) == (file["bytes"], file["sha256"])
            print(f"{file['bytes']:10} {len(gzip.compress(data)):10} {file['name']}")


@pytest.mark.soak
def test_two_builds_are_the_same(bundle: Path, tmp_path: Path) -> None:
    before = listed_files(bundle)
    built = subprocess.run(
        ["make", "-s", "web-python", f"WEB_PYTHON={tmp_path / 'again'}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert listed_files(tmp_path / "again") == before
