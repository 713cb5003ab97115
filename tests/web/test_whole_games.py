"""Whole games by several profiles of a browser against the real server, each player with nothing but taps."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Frame

from lpbe.kernel.chain.letter import kind_of

from ..browser.test_composing import TAPS
from ..cli.world.club import HOST, NONCE, OUTSIDER, PEOPLE, Club
from .phone import Phone
from .served import serving

PATIENCE_MS = 300_000
LOOK_MS = 100
TAP_MS = 5_000
SHOWN = """() => {
  const { seat, window } = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
  const isOpen = globalThis.lpbe?.letter && document.querySelector(".app").dataset.send !== "sent";
  return isOpen ? [seat, window] : null;
}"""
"""The question on a page that can be answered: a page that has sent its orders is about to be replaced."""


class Table:
    """A game that a server runs, and the profile of each player."""

    def __init__(self, browser: Browser, club: Club, base: str, seats: tuple[str, ...]) -> None:
        self.club = club
        self.phones = {seat: Phone(browser, base) for seat in seats}
        self.keys: dict[str, str] = {}
        self.random = random.Random(24)
        self.questions = Counter[str]()
        self.start = monotonic()

    @property
    def letters(self) -> int:
        return self.questions.total()

    def steps_of(self, seat: str) -> int:
        """How many letters of a seat were applied."""
        return sum(1 for entry in self.club.entries if entry.letter and entry.letter.seat == seat)

    @property
    def window(self) -> Any:
        return self.club.game.state.window

    def join(self, codes: dict[str, str]) -> None:
        for seat, phone in self.phones.items():
            phone.context.set_default_timeout(PATIENCE_MS)
            phone.open(f"#join=mars&seat={seat}&code={codes[seat]}")
            self.keys[seat] = phone.make_key()
            phone.page.fill("#join-name", seat.capitalize())
            phone.page.check("#join-accept")
            phone.page.click("#join")
            phone.page.wait_for_selector(".game-bar")
        for phone in self.phones.values():
            phone.page.check("#ready-accept")
            phone.page.click("#ready")
            phone.page.wait_for_function("() => !document.getElementById('ready')?.isConnected")

    def play(self, done: Callable[[Table], bool]) -> None:
        while self.window.kind == "play" and not done(self):
            own = [seat for seat in self.window.waiting if seat in self.phones]
            if own:
                self.answer(self.random.choice(own))
            else:
                next(iter(self.phones.values())).page.wait_for_timeout(LOOK_MS)

    def answer(self, seat: str) -> None:
        """Compose orders by taps, send them, and wait for the step that they make."""
        before, question = self.steps_of(seat), self.club.game.state.table["agenda"]["steps"][-1]["step"]
        orders = self.send_by_taps(seat)
        self.wait_until(seat, lambda: self.steps_of(seat) > before)
        self.questions[question] += 1
        print(f"{monotonic() - self.start:5.0f} s, {seat}, {question}: {'; '.join(orders)}", flush=True)

    def send_by_taps(self, seat: str) -> list[str]:
        """Tap until there are orders and send them; once more if the page was replaced by a newer one meanwhile."""
        window = self.window.number
        while True:
            frame = self.frame_at(seat, window)
            try:
                taps = frame.evaluate(TAPS, self.random.randrange(1000))
                frame.click("#send", timeout=TAP_MS)
            except Error:
                continue
            assert taps["wrong"] == [] and taps["orders"], taps
            return list(taps["orders"])

    def frame_at(self, seat: str, window: int) -> Frame:
        """The frame of a page on which a seat can answer a question, once it is shown."""
        found: list[Frame] = []

        def look() -> bool:
            page = self.phones[seat].page
            if page.locator("#show-news").count():
                page.click("#show-news", timeout=TAP_MS)
            found[:] = [frame for frame in page.frames[1:] if frame.evaluate(SHOWN) == [seat, window]]
            return bool(found)

        self.wait_until(seat, look)
        return found[0]

    def wait_until(self, seat: str, done: Callable[[], bool]) -> None:
        phone, until = self.phones[seat], monotonic() + PATIENCE_MS / 1000
        while monotonic() < until:
            try:
                if done():
                    return
            except Error:  # a page that is replaced answers nothing
                pass
            phone.page.wait_for_timeout(LOOK_MS)
        said = phone.status(), phone.sheet.locator("#note").text_content(), phone.complaints
        raise AssertionError(f"{seat} waits in vain at {self.window}: {said}")

    def close(self) -> None:
        for phone in self.phones.values():
            phone.close()
        kinds = dict(sorted(self.questions.items()))
        print(f"{self.letters} letters, {self.club.game.state.seq} steps, {monotonic() - self.start:.0f} s: {kinds}")


def new_game(root: Path, game: str, seats: tuple[str, ...], bots: tuple[str, ...] = ()) -> tuple[Club, dict[str, str]]:
    club = Club(root, (*seats, *bots))
    for who in (*PEOPLE.values(), OUTSIDER):
        club.give_key(who)
    played = [part for seat in bots for part in ("--bot", seat)]
    club.do(HOST, "new", "mars", "--game", game, "--seats", ",".join(club.seats), "--nonce", NONCE, *played)
    return club, club.do(HOST, "invite", "mars")["invitations"]


def change_mind(table: Table, seat: str) -> None:
    """Answer a question that others have still to answer, and then again."""
    table.answer(seat)
    window = table.window.number
    table.answer(seat)
    letters = [entry.letter for entry in table.club.entries if entry.letter]
    assert [one.rev for one in letters if (kind_of(one), one.seat, one.window) == ("play", seat, window)] == [0, 1]


def lose_storage(table: Table, seat: str) -> None:
    """Lose everything that the browser kept, and go on with the key that was written down."""
    phone = table.phones[seat]
    phone.forget_everything()
    phone.take_key(table.keys[seat])
    phone.open("#game=mars")
    phone.page.reload()
    phone.wait_for_page()
    table.answer(seat)


def answer_offline(table: Table, seat: str) -> None:
    """Open the game without a network, answer, and see the letter leave as soon as there is a connection."""
    phone, before = table.phones[seat], table.steps_of(seat)
    phone.context.set_offline(True)
    phone.page.reload()
    phone.wait_for_page()
    table.send_by_taps(seat)
    phone.expect_status("not sent yet")
    assert table.steps_of(seat) == before
    phone.context.set_offline(False)
    table.wait_until(seat, lambda: table.steps_of(seat) > before)


def verify_everywhere(table: Table) -> None:
    """A stranger with the program, and a player in the browser."""
    assert table.club.do(OUTSIDER, "verify", "mars")["level"] == 2
    phone = next(iter(table.phones.values()))
    phone.menu("verify")
    phone.page.wait_for_selector(".verdict.good")
    assert "level 2" in phone.page.inner_text("#verdict .printed")


def all_are_asked(table: Table) -> bool:
    """Whether everybody has to answer in secret, and may do so again until the last one has."""
    return table.letters > 0 and bool(table.window.replace) and set(table.window.waiting) == set(table.phones)


@pytest.mark.soak
def test_a_whole_game_of_living_planet(browser: Browser, client_site: Path, tmp_path: Path) -> None:
    """Three players: a change of mind, a lost storage, an offline spell, and after the end everything is verified."""
    seats = ("red", "blue", "green")
    club, codes = new_game(tmp_path / "club", "living-planet", seats)
    with serving(club, client_site, HOST) as base:
        table = Table(browser, club, base, seats)
        table.join(codes)
        table.play(lambda table: table.letters > 3 and all_are_asked(table))
        change_mind(table, "red")
        lose_storage(table, "blue")
        answer_offline(table, "green")
        table.play(lambda table: False)
        assert table.window.kind == "over"
        assert set(table.questions) >= {"select-cards", "lead", "act", "produce"}
        verify_everywhere(table)
        table.close()


@pytest.mark.soak
def test_a_whole_game_of_2116(browser: Browser, client_site: Path, tmp_path: Path) -> None:
    """The planet and one human; bots play the two others."""
    seats = ("planet", "human-1")
    club, codes = new_game(tmp_path / "club", "planet-2116", seats, ("human-2", "human-3"))
    with serving(club, client_site, HOST) as base:
        table = Table(browser, club, base, seats)
        table.join(codes)
        table.play(lambda table: False)
        assert table.window.kind == "over"
        verify_everywhere(table)
        table.close()
