"""The client as a player meets it, on a phone: join by a link, play by taps, and be told what became of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ..cli.conftest import start_game
from ..cli.world.club import HOST, NONCE, OUTSIDER, PEOPLE, Club, secret_line
from .phone import Phone
from .served import serving
from .static_site import StaticSite

MARKUP = "</script><img src=https://evil.invalid/x onerror=alert(1)>"


def planet_club(root: Path, *options: str, name: str = "Ana") -> Club:
    """A game of Living Planet for two, hosted by ana, who plays red; blue has not joined yet."""
    club = Club(root, ("red", "blue"))
    for who in (*PEOPLE.values(), OUTSIDER):
        club.give_key(who)
    seats = ["--seats", "red,blue", "--as", "red", "--name", name]
    club.do(HOST, "new", "mars", "--game", "living-planet", *seats, "--nonce", NONCE, *options)
    return club


@pytest.fixture
def other(browser: Browser, site: StaticSite) -> Iterator[Phone]:
    """Another profile; what needs lpbe is slow here, since its worker is cold."""
    other = Phone(browser, site.base)
    yield other
    other.close()


def test_from_an_invitation_to_the_next_question(browser: Browser, client_site: Path, tmp_path: Path) -> None:
    """By the server: key, terms, seat, ready, a turn by taps, a change of mind, an offline spell, a second device."""
    club = planet_club(tmp_path / "club")
    code = club.do(HOST, "invite", "mars")["invitations"]["blue"]
    with serving(club, client_site, OUTSIDER) as base:
        phone = Phone(browser, base)
        phone.open(f"#join=mars&seat=blue&code={code}")
        line = phone.make_key()
        phone.page.fill("#join-name", "Ben")
        phone.page.check("#join-accept")
        phone.page.click("#join")
        phone.expect_status("waiting for the host")
        assert club.run()["refused"] == []
        club.do(HOST, "ready", "mars")
        club.run()
        phone.page.check("#ready-accept")
        phone.page.click("#ready")
        phone.expect_status("waiting for the host")
        club.run()
        phone.wait_for_page()
        window = club.game.state.window.number
        phone.play_card(2)
        phone.expect_status("Sent")
        phone.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        phone.context.set_offline(True)
        phone.page.reload()
        phone.expect_status("No connection")
        phone.play_card(4)
        phone.expect_status("not sent yet")
        assert club.waiting() == [f"{window}-blue-0.toml"]
        with phone.page.expect_request("**/events?game=mars"):  # changes are noticed at once again
            phone.context.set_offline(False)
        phone.expect_status("Sent")
        other = Phone(browser, base)
        other.take_key(line)
        other.open("#game=mars")
        other.wait_for_page()
        other.play_card(6)
        other.expect_status("Sent")
        assert club.waiting() == [f"{window}-blue-{rev}.toml" for rev in range(3)]
        other.close()
        phone.page.reload()
        phone.expect_status("Sent")
        club.order("red", "select card 6")
        club.run()
        assert [entry.letter.rev for entry in club.entries if entry.letter and entry.letter.seat == "blue"][-1] == 2
        expect(phone.page.locator("#status-text")).not_to_contain_text("Sent")
        phone.wait_for_page()
        phone.close()


def test_everything_beside_the_page(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    """Typed orders, what is legal, a trial, a memo, a policy, a note, a stop, the letters, the verdict, the replay."""
    club = start_game(tmp_path / "club")
    phone.take_key(secret_line("ben"))
    phone.open(site.show("beside", club.mars))
    phone.wait_for_page()
    page = phone.page
    phone.menu("typing")
    page.click("#legal")
    expect(page.locator("#typed-answer")).to_contain_text("bid 2")
    page.fill("#typed-orders", "bid coins=2")
    page.click("#try")
    expect(page.locator("#typed-answer .printed")).not_to_contain_text("bid coins=3")
    page.click("dialog details summary")
    page.fill("#order-memo", "only for me")
    page.fill("#order-note", "hello everybody")
    page.click("#send-typed")
    phone.saved_letter(lambda: page.click("dialog:has(#elsewhere) .main"), club.inbox)
    phone.menu("note")
    page.fill("#note-text", "and a note")
    assert phone.saved_letter(lambda: page.click("#send-note"), club.inbox) == "note-blue-0.toml"
    phone.menu("policy")
    policy = page.input_value("#policy-file")
    assert "[pebbles]" in policy
    page.fill("#policy-file", '[pebbles]\nkeep = "lowest"\n')
    assert phone.saved_letter(lambda: page.click("#send-policy"), club.inbox) == "standing-blue-0.toml"
    phone.menu("agree")
    assert phone.saved_letter(lambda: page.click("#stop-agree"), club.inbox) == "free-blue-0.toml"
    ran = club.run()
    assert (len(ran["applied"]), [one["code"] for one in ran["refused"]]) == (3, ["E_ORDER_KIND"])
    phone.menu("refresh")
    phone.menu("typing")
    assert page.input_value("#order-memo") == "only for me"
    phone.dismiss()
    phone.menu("letters")
    assert page.locator("#letter-list li").count() == 4
    expect(page.locator("#letter-list li").first).to_contain_text("Refused by the referee [E_ORDER_KIND]")
    phone.dismiss()
    phone.menu("verify")
    expect(page.locator(".verdict.good")).to_be_visible()
    assert club.lpbe("ben", "verify", "mars").out.strip() == page.inner_text("#verdict .printed").strip()
    phone.dismiss()
    phone.menu("replay")
    page.frame_locator("dialog iframe").locator("#slider").wait_for()


def test_hostile_notes_stay_words(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    """No script of theirs runs and no request leaves, in the shell's own texts and in the frame."""
    club = start_game(tmp_path / "club")
    club.do(HOST, "note", "mars", MARKUP)
    club.run()
    phone.take_key(secret_line("ben"))
    phone.open(site.show("hostile", club.mars))
    phone.wait_for_page()
    assert MARKUP[:20] in str(phone.sheet.locator("body").text_content())
    assert phone.sheet.locator("img").count() == 0
    assert phone.page.locator("img, iframe:not([sandbox=allow-scripts])").count() == 0
    assert [url for url in phone.requests if not re.match(rf"{site.base}|blob:", url)] == []


def test_a_page_that_is_not_ours_can_do_nothing(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    """What a frame holds runs no script but those of lpbe, reaches nothing, and cannot make the shell sign."""
    club = start_game(tmp_path / "club")
    phone.take_key(secret_line("ben"))
    phone.open(site.show("frame", club.mars))
    phone.wait_for_page()
    left: list[str] = []
    phone.context.route(re.compile(r"evil\.invalid"), lambda route: (left.append(route.request.url), route.abort()))
    tried = phone.page.evaluate(
        """async (orders) => {
          const frame = document.querySelector("iframe.page");
          const hostile = `<script>parent.postMessage({hostile: 1}, "*")</script><img src="https://evil.invalid/a">
            <img src=x onerror="parent.postMessage({hostile: 2}, '*')"><a id=a href="https://evil.invalid/b">x</a>
            <form action="https://evil.invalid/c"><button id=b></button></form>
            <iframe src="https://evil.invalid/d"></iframe><link rel=stylesheet href="https://evil.invalid/e">
            <meta http-equiv=refresh content="0; url=https://evil.invalid/f">`;
          const heard = [];
          addEventListener("message", ({ data }) => heard.push(data));
          postMessage(orders, "*"); // from this page, not from the frame
          const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
          frame.srcdoc = hostile;
          await loaded;
          await new Promise((done) => setTimeout(done, 300));
          return { heard: heard.filter((one) => one.hostile), dialogs: document.querySelectorAll("dialog").length };
        }""",
        {"type": "lpbe-orders", "game": "pebbles", "seat": "blue", "window": 2, "orders": ["bid coins=2"]},
    )
    assert tried == {"heard": [], "dialogs": 0}
    assert left == []
    phone.requests[:] = [url for url in phone.requests if "evil.invalid" not in url]  # stopped by the policy
    phone.complaints[:] = [
        one for one in phone.complaints if not re.search(r"Content Security Policy|sandbox|srcdoc", one)
    ]


def test_a_key_on_a_second_device_takes_another_number(other: Phone, site: StaticSite, tmp_path: Path) -> None:
    """Here nobody shows an inbox: the player is asked how often they answered elsewhere before anything is signed."""
    club = start_game(tmp_path / "club")
    other.take_key(secret_line("ben"))
    other.open(site.show("second", club.mars))
    other.wait_for_page()
    other.menu("typing")
    other.page.fill("#typed-orders", "bid coins=1")
    other.page.click("#send-typed")
    other.page.fill("#elsewhere", "2")

    def go_on() -> None:
        other.page.click("dialog .main")

    assert other.saved_letter(go_on, club.inbox) == "2-blue-2.toml"
    assert club.run()["refused"] == []
