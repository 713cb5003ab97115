"""Keys and pins of the web client in a real browser: kept, never handed out, never used twice."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from lpbe.games import rules_of
from lpbe.kernel.chain.commitments import travels_sealed
from lpbe.kernel.chain.letters.play import Play

from ..compatibility.table import HERE, KEYS, Table
from .node import WEB, bundle, needs_node

PEBBLES = HERE / "0.1.0" / "pebbles" / "unfinished"
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
OPEN = """
async ([text, keyFile]) => {
  const { seed } = lpbe.readKeyFile(keyFile);
  window.database = await lpbe.openDatabase();
  window.name_ = await lpbe.keepKeys(database, seed, "mine");
  window.identity = await lpbe.loadIdentity(database, name_);
  window.game = lpbe.readGame(text);
  const { seats, known } = await lpbe.openGame(database, game, identity);
  window.seat = seats[0];
  return { seats, known, waiting: game.state.window.waiting };
}
"""
AGAIN = """
async (text) => {
  window.database = await lpbe.openDatabase();
  const [{ name }] = await lpbe.listKeys(database);
  window.identity = await lpbe.loadIdentity(database, name);
  window.game = lpbe.readGame(text);
  const { seats, known } = await lpbe.openGame(database, game, identity);
  window.seat = seats[0];
  return { seats, known, name };
}
"""
BID = """
async ([coins, more]) => {
  const work = () => lpbe.play(database, game, identity, seat, { order: 'bid', coins }, more);
  const { letter, text, again, refused } = await lpbe.outcome(work);
  return { rev: letter?.rev, text, again, refused };
}
"""
SEND = """
async ([order, secret]) => {
  const make = (rev) => lpbe.playLetter(game, seat, identity, rev, { orders: [order], secret });
  return (await lpbe.sendLetter(database, game, identity, { seat, kind: "play", make })).text;
}
"""
FATES = """
async ([text, log]) => {
  const game = lpbe.readGame(text);
  const pin = await lpbe.readPin(database, identity.signPublic, game.state.game);
  return pin.sent.map((one) => lpbe.fateOf(game, one, lpbe.readLog(log)).fate);
}
"""
SEND_NOTES = """
(tab) => {
  const send = (n) => lpbe.note(database, game, identity, seat, `note ${tab} ${n}`);
  window.sending = Promise.all([1, 2, 3].map(send));
}
"""
SENT_NOTES = "async () => (await sending).map(({ letter }) => [letter.rev, letter.args.text])"
EXPORTS = """
async () => {
  const kept = await lpbe.readRecord(database, lpbe.KEYS, name_);
  const keys = Object.values(kept).filter((value) => value instanceof CryptoKey);
  const tried = keys.flatMap((key) => ["raw", "pkcs8", "jwk", "spki"].map((form) => [key, form]));
  const results = await Promise.allSettled(tried.map(([key, form]) => crypto.subtle.exportKey(form, key)));
  return { keys: keys.length, tried: tried.length, given: results.filter((one) => one.status === "fulfilled").length };
}
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves one folder under a strict policy and says nothing."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield a page on loopback that has loaded core and storage, in one file as they are released."""
    folder = tmp_path_factory.mktemp("page")
    bundle(WEB / "test" / "page.mjs", folder / "page.js")
    (folder / "index.html").write_text('<!doctype html><title>lpbe</title><script src="page.js"></script>')
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    with ThreadPoolExecutor(1) as pool:
        pool.submit(server.serve_forever, 0.05)
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
    server.server_close()


@pytest.fixture
def profile(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    context.set_default_timeout(60_000)
    yield context
    context.close()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.set_up(tmp_path, PEBBLES)


def game_text(folder: Path = PEBBLES) -> str:
    return (folder / "game.toml").read_text()


def opened(profile: BrowserContext, address: str) -> Page:
    page = profile.new_page()
    page.goto(address)
    return page


def at_the_table(profile: BrowserContext, address: str, table: Table) -> tuple[Page, str]:
    """Return a page with the key and the game of somebody who is asked, and the seat."""
    seat = table.game.state.window.waiting[0]
    page = opened(profile, address)
    about = page.evaluate(OPEN, [game_text(table.mars), (KEYS / table.player(seat)).read_text()])
    assert (about["seats"], about["known"]) == ([seat], False)
    return page, seat


@needs_node
def test_a_kept_key_signs_and_opens_after_a_reload_and_cannot_be_read(
    profile: BrowserContext, address: str, table: Table
) -> None:
    page, seat = at_the_table(profile, address, table)
    first = page.evaluate("async () => lpbe.canonicalJson(await lpbe.openView(game, seat, identity))")
    assert page.evaluate(EXPORTS) == {"keys": 3, "tried": 12, "given": 0}
    page.close()
    page = opened(profile, address)
    about = page.evaluate(AGAIN, game_text(table.mars))
    assert (about["seats"], about["known"]) == ([seat], True)
    assert page.evaluate("async () => lpbe.canonicalJson(await lpbe.openView(game, seat, identity))") == first


@needs_node
def test_kept_keys_do_what_the_seed_does(profile: BrowserContext, address: str) -> None:
    """Those that the browser keeps as they are, and those that it can only keep encrypted."""
    page = opened(profile, address)
    script = """
    async (seed) => {
      const own = lpbe.identityOf(Uint8Array.from(seed));
      const other = lpbe.identityOf(new Uint8Array(32).fill(9)).sealPublic;
      const shown = async (who) => [who.signPublic, who.sealPublic, await who.sign(lpbe.utf8("x")),
        await who.exchange(other), await who.derive("tie", "a", 1)].map(lpbe.hex).join();
      const all = await Promise.all([false, true].map((wrapped) => lpbe.importKeys(Uint8Array.from(seed), wrapped)));
      const kept = all.map(lpbe.identityOfKeys);
      const work = await Promise.all(all.map((keys) => lpbe.keysWork(keys, own)));
      const stranger = await lpbe.keysWork(all[0], lpbe.identityOf(new Uint8Array(32).fill(9)));
      return [new Set([await shown(own), ...(await Promise.all(kept.map(shown)))]).size, ...work, stranger];
    }
    """
    for seed in (list(range(32)), [255] * 32):
        assert page.evaluate(script, seed) == [1, True, True, False]


@needs_node
def test_keys_that_an_engine_cannot_store_are_kept_encrypted(
    profile: BrowserContext, address: str, table: Table
) -> None:
    """Some engines take a sealing key and give nothing back; the other form of it must survive a reload too."""
    page, seat = at_the_table(profile, address, table)
    first = page.evaluate("async () => lpbe.canonicalJson(await lpbe.openView(game, seat, identity))")
    page.evaluate(
        """async (keyFile) => {
        const keys = await lpbe.importKeys(lpbe.readKeyFile(keyFile).seed, true);
        await lpbe.updateRecord(database, lpbe.KEYS, name_, () => ({ ...keys, label: "mine", created: "" }));
        }""",
        (KEYS / table.player(seat)).read_text(),
    )
    page.reload()
    page.evaluate(AGAIN, game_text(table.mars))
    stored = (
        "async () => Object.keys(await lpbe.readRecord(database, lpbe.KEYS, (await lpbe.listKeys(database))[0].name))"
    )
    assert "seal" not in page.evaluate(stored) and "wrappedSeal" in page.evaluate(stored)
    assert page.evaluate("async () => lpbe.canonicalJson(await lpbe.openView(game, seat, identity))") == first
    assert page.evaluate(BID, [0, {}])["rev"] == 0


@needs_node
@pytest.mark.parametrize("game", ["pebbles", "living-planet", "planet-2116"])
def test_what_was_signed_is_taken_by_the_host(profile: BrowserContext, address: str, tmp_path: Path, game: str) -> None:
    """A legal order of each game, sealed where it is secret, goes into the inbox as the text that is handed over."""
    table = Table.set_up(tmp_path, HERE / "0.1.0" / game / "unfinished")
    page, seat = at_the_table(profile, address, table)
    order = table.do(table.player(seat), "legal", "mars")["orders"][0]
    secret = [travels_sealed(one) for one in rules_of(table.game.genesis).book.read_orders([order])]
    text = page.evaluate(SEND, [order, secret])
    shutil.rmtree(table.mars / "inbox")
    (table.mars / "inbox").mkdir()
    (table.mars / "inbox" / "from-the-web.toml").write_text(text)
    table.run()
    assert not list((table.mars / "inbox").iterdir())
    last = table.game.last.letter
    assert isinstance(last, Play) and last.seat == seat
    assert [entry["order"] == "sealed" for entry in last.batch] == secret
    files = [game_text(table.mars), (table.mars / "log.jsonl").read_text()]
    assert page.evaluate(FATES, files) == ["applied"]


@needs_node
def test_no_number_is_used_twice_after_a_reload(profile: BrowserContext, address: str, table: Table) -> None:
    page, _ = at_the_table(profile, address, table)
    first = page.evaluate(BID, [0, {}])
    assert (first["rev"], first["again"]) == (0, False)
    page.close()
    page = opened(profile, address)
    page.evaluate(AGAIN, game_text(table.mars))
    again = page.evaluate(BID, [0, {}])
    assert (again["rev"], again["again"], again["text"]) == (0, True, first["text"])
    other = page.evaluate(BID, [1, {}])
    assert (other["rev"], other["again"]) == (1, False)
    back = page.evaluate(BID, [0, {}])
    assert (back["rev"], back["again"]) == (2, False)


@needs_node
@pytest.mark.parametrize("locks", [True, False])
def test_two_tabs_never_sign_two_letters_under_one_number(
    profile: BrowserContext, address: str, table: Table, locks: bool
) -> None:
    """Six letters at once; also in an engine that has no locks, where only transactions keep them apart."""
    if not locks:
        profile.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    page, seat = at_the_table(profile, address, table)
    tabs = [page, opened(profile, address)]
    tabs[1].evaluate(AGAIN, game_text(table.mars))
    for number, tab in enumerate(tabs):
        tab.evaluate(SEND_NOTES, number)  # begins, and does not wait
    sent = [one for tab in tabs for one in tab.evaluate(SENT_NOTES)]
    assert sorted(rev for rev, _ in sent) == list(range(6))
    assert len({text for _, text in sent}) == 6
    kept = page.evaluate("async () => (await lpbe.readPin(database, identity.signPublic, game.state.game)).sent.length")
    assert kept == 6 and seat


@needs_node
def test_a_second_device_looks_at_the_numbers_that_are_used(
    profile: BrowserContext, address: str, table: Table
) -> None:
    """The recorded inbox holds an answer of this seat that another program wrote."""
    page, seat = at_the_table(profile, address, table)
    names = [path.name for path in (table.mars / "inbox").iterdir()]
    window = str(table.game.state.window.number)
    known = [page.evaluate("(all) => lpbe.revInName(...all)", [name, window, seat]) for name in names]
    assert known == [0]
    assert page.evaluate(BID, [0, {"known": known}])["rev"] == 1
    assert page.evaluate(BID, [1, {"known": [4]}])["rev"] == 5
    assert page.evaluate(BID, [2, {"known": [15]}])["refused"] == "E_ORDER_REV"


@needs_node
def test_a_letter_that_was_interrupted_keeps_its_number_and_another_takes_the_next(
    profile: BrowserContext, address: str, table: Table
) -> None:
    page, _ = at_the_table(profile, address, table)
    page.evaluate(
        """async () => {
        const sign = () => Promise.reject(new DOMException("the page was closed"));
        const work = lpbe.play(database, game, { ...identity, sign }, seat, { order: "bid", coins: 0 });
        await work.then(() => { throw new Error("it was sent") }, (error) => error);
        }"""
    )
    page.reload()
    page.evaluate(AGAIN, game_text(table.mars))
    same = page.evaluate(BID, [0, {}])
    assert (same["rev"], same["again"]) == (0, True)
    assert "BEGIN LPBE ORDER" in same["text"]
    assert page.evaluate(BID, [1, {}])["rev"] == 1


@needs_node
def test_nothing_is_signed_when_the_storage_was_cleared(profile: BrowserContext, address: str, table: Table) -> None:
    """The browser forgets the site while its page is open."""
    page, _ = at_the_table(profile, address, table)
    devtools = profile.new_cdp_session(page)
    devtools.send("Storage.clearDataForOrigin", {"origin": address.rstrip("/"), "storageTypes": "all"})
    refused = page.evaluate(
        """async () => {
        let signed = 0;
        const counting = { ...identity, sign: (bytes) => { signed += 1; return identity.sign(bytes); } };
        const sent = await lpbe.outcome(() => lpbe.play(database, game, counting, seat, { order: "bid", coins: 0 }));
        return [sent.refused, signed];
        }"""
    )
    assert refused == ["E_STORAGE", 0]
    page.reload()
    page.evaluate("async () => { window.database = await lpbe.openDatabase() }")
    assert page.evaluate("() => lpbe.listKeys(database)") == []


@needs_node
def test_an_older_game_is_refused_and_nothing_is_signed_for_it(
    profile: BrowserContext, address: str, table: Table
) -> None:
    page, seat = at_the_table(profile, address, table)
    older = game_text(table.mars)
    table.answer(seat)
    table.run()
    newer = game_text(table.mars)
    assert newer != older
    page.evaluate("(text) => { window.game = lpbe.readGame(text) }", newer)
    page.evaluate("async () => { await lpbe.openGame(database, game, identity) }")
    page.evaluate("(text) => { window.game = lpbe.readGame(text) }", older)
    opening = page.evaluate("() => lpbe.outcome(() => lpbe.openGame(database, game, identity))")
    assert opening["refused"] == "E_ROLLBACK"
    assert page.evaluate(BID, [0, {}])["refused"] == "E_ROLLBACK"
    page.evaluate("() => lpbe.forgetHistory(database, identity.signPublic, game.state.game)")
    assert page.evaluate("() => lpbe.openGame(database, game, identity)")["seats"] == [seat]


@needs_node
def test_another_history_is_refused(profile: BrowserContext, address: str, table: Table, tmp_path: Path) -> None:
    """The host signs two different next steps from one backup."""
    page, seat = at_the_table(profile, address, table)
    shutil.copytree(table.mars, tmp_path / "backup")
    files = []
    for text in ("one history", "another one"):
        shutil.rmtree(table.mars)
        shutil.copytree(tmp_path / "backup", table.mars)
        shutil.rmtree(table.home(table.referee) / "state", ignore_errors=True)
        shutil.rmtree(table.home(table.player(seat)) / "state", ignore_errors=True)
        table.do(table.player(seat), "note", "mars", text)
        table.run()
        files.append(game_text(table.mars))
    codes = [
        page.evaluate("(text) => lpbe.outcome(() => lpbe.openGame(database, lpbe.readGame(text), identity))", text)
        for text in files
    ]
    assert "refused" not in codes[0]
    assert codes[1]["refused"] == "E_FORK"


@needs_node
def test_forgotten_keys_are_gone_and_what_they_signed_is_not(
    profile: BrowserContext, address: str, table: Table
) -> None:
    page, _ = at_the_table(profile, address, table)
    page.evaluate(BID, [0, {}])
    left = page.evaluate(
        """async () => {
        const pins = () => lpbe.readPins(database, identity.signPublic);
        await lpbe.forgetKeys(database, name_);
        return [await lpbe.listKeys(database), await lpbe.loadIdentity(database, name_), (await pins()).size];
        }"""
    )
    assert left == [[], None, 1]
