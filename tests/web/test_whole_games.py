"""Whole games by several profiles of a browser against the real server, each player with nothing but taps."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

from ..browser.test_composing import TAPS
from ..cli.world.club import HOST, NONCE, OUTSIDER, PEOPLE, Club
from .phone import Phone
from .served import serving

PATIENCE_MS = 300_000
SETTLE_MS = 700
SHOWN = "() => JSON.parse(document.getElementById('page-data')?.textContent ?? '{}')"


class Table:
    """A game that a server runs, and the profile of each player."""

    def __init__(self, browser: Browser, club: Club, base: str, seats: tuple[str, ...]) -> None:
        self.club = club
        self.phones = {seat: Phone(browser, base) for seat in seats}
        self.keys: dict[str, str] = {}
        self.random = random.Random(24)
        self.turns = 0

    def join(self, codes: dict[str, str]) -> None:
        for seat, phone in self.phones.items():
            phone.context.set_default_timeout(PATIENCE_MS)
            phone.open(f"#join=mars&seat={seat}&code={codes[seat]}")
            self.keys[seat] = phone.make_key()
            phone.page.fill("#join-name", seat.capitalize())
            phone.page.check("#join-accept")
            phone.page.click("#join")
            phone.page.wait_for_selector(".game-bar")
        self.start()

    def start(self) -> None:
        while self.club.game.state.window.kind in ("join", "ready"):
            for seat in self.club.game.state.window.waiting:
                if seat in self.phones and self.club.game.state.window.kind == "ready":
                    phone = self.phones[seat]
                    phone.page.check("#ready-accept")
                    phone.page.click("#ready")
                    phone.page.wait_for_function("() => !document.getElementById('ready')?.isConnected")

    def answer(self, seat: str) -> None:
        """Tap until there are orders, and send them; the page must show this question first."""
        phone, game = self.phones[seat], self.club.game
        head, window = game.last.head.id, game.state.window.number
        taps: dict[str, Any] = {}
        while not taps:
            frame = self.frame_at(phone, seat, window)
            phone.page.wait_for_timeout(SETTLE_MS)
            with suppress(Error):  # the page was replaced by a newer one
                taps = frame.evaluate(TAPS, self.random.randrange(1000))
        assert taps["wrong"] == [] and taps["orders"], taps
        frame.click("#send")
        for _ in range(PATIENCE_MS // 100):
            if self.club.game.last.head.id != head:
                break
            phone.page.wait_for_timeout(100)
        self.turns += 1
        print(f"question {window}, {seat}: {'; '.join(taps['orders'])} ({phone.status()})", flush=True)
        assert self.club.game.last.head.id != head, (seat, taps["orders"], phone.status())

    def frame_at(self, phone: Phone, seat: str, window: int) -> Any:
        """The page's frame, once it shows a question of this seat."""
        for _ in range(600):
            news = phone.page.locator("#show-news")
            if news.count():
                news.click()
            for frame in phone.page.frames[1:]:
                with suppress(Error):
                    shown = frame.evaluate(SHOWN)
                    if (shown.get("seat"), shown.get("window")) == (seat, window):
                        return frame
            phone.page.wait_for_timeout(200)
        raise AssertionError(f"{seat} is not shown question {window}: {phone.status()}")

    def play(self, done: Any) -> None:
        while self.club.game.state.window.kind == "play" and not done(self):
            for seat in self.club.game.state.window.waiting:
                if seat in self.phones:
                    self.answer(seat)

    def close(self) -> None:
        for phone in self.phones.values():
            phone.close()


def new_game(root: Path, game: str, seats: tuple[str, ...], *options: str) -> tuple[Club, dict[str, str]]:
    club = Club(root, seats)
    for who in (*PEOPLE.values(), OUTSIDER):
        club.give_key(who)
    club.do(HOST, "new", "mars", "--game", game, "--seats", ",".join(seats), "--nonce", NONCE, *options)
    return club, club.do(HOST, "invite", "mars")["invitations"]


def spoil(table: Table) -> None:
    """A change of mind, a lost storage with the key restored, and an offline spell, for one player each."""
    red, blue, green = (table.phones[seat] for seat in ("red", "blue", "green"))
    red.page.reload()
    red.wait_for_page()
    blue.forget_everything()
    blue.take_key(table.keys["blue"])
    blue.open("#game=mars")
    blue.wait_for_page()
    green.context.set_offline(True)
    green.page.reload()
    green.wait_for_page()
    green.context.set_offline(False)


def verify_everywhere(table: Table, level: int) -> None:
    assert table.club.do(OUTSIDER, "verify", "mars")["level"] == (level if level == 2 else 0)
    phone = next(iter(table.phones.values()))
    phone.menu("verify")
    phone.page.wait_for_selector(".verdict.good")
    assert f"level {level}" in phone.page.inner_text("#verdict .printed")


@pytest.mark.soak
def test_a_whole_game_of_living_planet(browser: Browser, client_site: Path, tmp_path: Path) -> None:
    seats = ("red", "blue", "green")
    club, codes = new_game(tmp_path / "club", "living-planet", seats)
    with serving(club, client_site, HOST) as base:
        table = Table(browser, club, base, seats)
        table.join(codes)
        table.play(lambda table: table.turns >= 8)
        spoil(table)
        table.play(lambda table: False)
        assert club.game.state.window.kind == "over"
        verify_everywhere(table, 2)
        print(f"{table.turns} letters, {club.game.state.seq} steps")
        table.close()


@pytest.mark.soak
def test_two_rounds_of_2116(browser: Browser, client_site: Path, tmp_path: Path) -> None:
    seats = ("planet", "human-1")
    club, codes = new_game(tmp_path / "club", "2116", seats)
    with serving(club, client_site, HOST) as base:
        table = Table(browser, club, base, seats)
        table.join(codes)
        table.play(lambda table: table.turns >= 24)
        verify_everywhere(table, 1)
        print(f"{table.turns} letters, {club.game.state.seq} steps")
        table.close()
