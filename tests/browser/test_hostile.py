"""Hostile names, notes, paths and addresses: the page is clicked and the replay played."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.content import packs
from lpbe.report.content.seat_page import SeatContext, seat_page
from lpbe.report.content.suggested_reply import answered_by_mail
from lpbe.report.render import html
from lpbe.report.replay.page import render_replay
from lpbe.report.replay.steps import Replay

from ..kernel.party import Party
from ..report.folders import planet
from .conftest import PHONE, WIDE, Open
from .test_composing import TAPS

MARKUP = "</script></h2><img src=x onerror=alert(1)>"
NAMES = {
    "markup": MARKUP,
    "quotes": "\"'`$&{{ 7*7 }}${1}<!--",
    "lines": "a\u2028b\u2029c\u0085d\x1b[0m",
    "right to left": "\u202eאבג\u2066דה\u200f",
    "long": "w" * 400,
}
NAMES["all of it"] = " ".join(NAMES.values())
hostile = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.soak] if name != "all of it" else []) for name in NAMES]
)
ADDRESS = "ana+\"'<b>&?body=x@example.org"
WHERE = "'ma rs/\u202e\u2028</script>&\"x'"


def rename_seats(game: GameFile, name: str) -> GameFile:
    """Rename seats as a stranger's program might: readers do not judge names."""
    return replace(game, state=replace(game.state, seats=[replace(seat, name=name) for seat in game.state.seats]))


def report(party: Party, name: str, note: str) -> str:
    seat, game = party.waiting[0], rename_seats(party.game, name)
    view = player_view.open_view(party.game, seat, party.people[seat])
    sitting = SeatContext(seat, view, party.state(seat), note)
    entries = [step.last for step in party.steps]
    page = seat_page(party.rules, game, entries, sitting, "fr", game_path=WHERE)
    words = packs.words("living-planet", "fr")
    return html.render(answered_by_mail(words, page, ADDRESS), words)


@hostile
def test_a_report_is_clicked_whatever_people_are_called(show: Open, tmp_path: Path, name: str) -> None:
    file = tmp_path / "page.html"
    file.write_text(report(planet(), NAMES[name], NAMES["markup"]), encoding="utf-8")
    seen = show(file, size=PHONE)
    done = seen.page.evaluate(TAPS, 3)
    assert done["wrong"] == [] and done["did"] and done["orders"] and seen.overflow <= 0
    assert seen.page.locator("img, a, main script, article script").count() == 0
    seen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    seen.page.locator("#send").click()
    expect(seen.page.locator(".app")).to_have_attribute("data-send", "handed")
    command = seen.page.evaluate("navigator.clipboard.readText()")
    assert "</script>&\"x'" in command and "\u202e" not in command
    assert shlex.split(command)[-2:] == ["--mail-to", ADDRESS]


@hostile
def test_a_replay_is_played_whatever_people_are_called(show: Open, tmp_path: Path, name: str) -> None:
    party, file = planet(1), tmp_path / "replay.html"
    steps = [rename_seats(step, NAMES[name]) for step in party.steps]
    made = render_replay(Replay(party.rules, steps, "en", party.game.state.seq, "turn"), lambda seq: None)
    file.write_text(made, encoding="utf-8")
    seen = show(file, size=(WIDE, PHONE)[len(name) % 2])
    assert seen.page.locator("img, main script").count() == 0
    for key in ("Home", *["ArrowRight"] * 6, "PageDown", "End"):
        seen.page.keyboard.press(key)
    expect(seen.page.locator("#place")).to_contain_text(f"Step {len(steps) - 1} of")
    assert seen.overflow <= 0
    answer = "".join(seen.page.locator("#rest").all_text_contents())
    assert html.printable(NAMES[name])[:20] in answer
