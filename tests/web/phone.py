"""A player with nothing but a browser: what they tap and type in the client, and what they see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, FrameLocator, Page, expect

from ..browser.conftest import PATIENCE, PHONE

HARMLESS = ("status of 404", "viewBox", "net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED", "Failed to load resource")
"""Complaints of the browser about files that may be missing, and about a frame that has no size yet."""


FORGET = """async () => {
  const opening = indexedDB.open("lpbe");
  const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names, "readwrite");
  for (const name of names) transaction.objectStore(name).clear();
  await new Promise((done) => (transaction.oncomplete = done));
  database.close();
}"""


class Phone:
    """A profile of a browser with the client open."""

    def __init__(self, browser: Browser, base: str, size: tuple[int, int] = PHONE, scheme: str = "light") -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            accept_downloads=True,
            reduced_motion="reduce",
            locale="en-GB",
        )
        self.context.set_default_timeout(2 * PATIENCE)
        self.base = base
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page: Page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    def hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in HARMLESS):
            self.complaints.append(message.text)

    def close(self) -> None:
        self.context.close()
        assert self.complaints == []

    def forget_everything(self) -> None:
        """What a browser does to a site that was not visited for long."""
        self.page.evaluate(FORGET)

    # going somewhere

    def open(self, fragment: str = "") -> None:
        """Go to a view without loading the client again; its worker stays warm."""
        self.page.goto(self.base + (fragment or "#"))
        view = fragment.lstrip("#").partition("=")[0] or "home"
        shown = f"main[data-view={view}]" if view != "join" else "main"
        self.page.wait_for_selector(f"{shown} h1, .trouble")

    def menu(self, item: str) -> None:
        self.page.click("#game-menu")
        self.page.click(f"[data-item={item}]")

    def dismiss(self) -> None:
        self.page.click("dialog .close")

    # keys

    def make_key(self) -> str:
        """Make a key and write it down; its line."""
        self.page.click("#make-key")
        spans = self.page.locator("#secret-line span").all()
        groups = [str(span.evaluate("node => node.lastChild.textContent")) for span in spans]
        self.page.fill("#last-group", groups[-1])
        self.page.click("#use-key")
        return "".join(groups)

    def take_key(self, line: str) -> None:
        self.open("#key")
        self.page.click("#import-key summary")
        self.page.fill("#import-key textarea", line)
        self.page.click("#import-key .main")
        self.page.wait_for_selector("#keys")

    # a game

    @property
    def sheet(self) -> FrameLocator:
        """The page of the game."""
        return self.page.frame_locator("iframe.page")

    def wait_for_page(self) -> None:
        try:
            self.sheet.locator("#question").wait_for()
        except Exception:
            print(self.page.inner_text("body")[:1500], self.complaints)
            raise

    def status(self) -> str:
        return self.page.inner_text("#status-text")

    def expect_status(self, text: str) -> None:
        expect(self.page.locator("#status-text")).to_contain_text(text)

    def play_card(self, card: int) -> None:
        """Living Planet: choose a card by tapping it, and send; another one if one is under way."""
        change = self.page.locator("#change")
        if change.count():
            self.sheet.locator("#question").evaluate("node => (node.dataset.old = 1)")
            change.click()
            self.sheet.locator("#question:not([data-old])").wait_for()
        self.sheet.locator(f"#cards [data-value='{card}']").click()
        self.send_orders()

    def send_orders(self) -> None:
        self.sheet.locator("#send").click()

    def saved_letter(self, action: Callable[[], object], inbox: Path) -> str:
        """Do something that signs a letter, and put the letter into an inbox as a file; its name."""
        action()
        self.page.wait_for_selector("dialog .ways")
        with self.page.expect_download() as download:
            self.page.click("dialog .ways button:has-text('Save as')")
        inbox.mkdir(exist_ok=True)
        name = download.value.suggested_filename
        download.value.save_as(inbox / name)
        self.dismiss()
        return name
